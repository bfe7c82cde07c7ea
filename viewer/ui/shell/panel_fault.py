"""Isolation of faults in panels: a failed panel is covered by a message, the rest of the window goes on."""

from __future__ import annotations

import traceback
from types import TracebackType

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget
from shiboken6 import isValid

from viewer.ui.theme import current_theme
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_row
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.parts import CopyButton, button, link

_NAME = "panelName"
"""Name of the Qt property in which a panel has its title; a widget without this property is no panel."""


def contain_faults(panel: QWidget, name: str) -> None:
    """Mark ``panel`` as a panel with the title ``name``.

    An exception that is raised in a method of it, or of a child widget, then covers only this panel.
    """
    panel.setProperty(_NAME, name)


def failed_panel(trace: TracebackType | None) -> QWidget | None:
    """Return the innermost panel in whose methods an exception was raised; None if it was raised in no panel.

    ``trace`` is the traceback of the exception.
    """
    for frame, _ in reversed(list(traceback.walk_tb(trace))):
        widget = _widget_of(frame.f_locals.get("self"))
        while widget is not None and widget.property(_NAME) is None:
            widget = widget.parentWidget()
        if widget is not None:
            return widget
    return None


def _widget_of(thing: object) -> QWidget | None:
    """Return ``thing`` if it is a widget, else its nearest ancestor that is one; None if there is none."""
    while isinstance(thing, QObject) and isValid(thing):
        if isinstance(thing, QWidget):
            return thing
        thing = thing.parent()
    return None


class PanelFault(QFrame):
    """Cover over a panel in which an exception was raised, until the user clicks "Reset"."""

    def __init__(self, panel: QWidget, report: str) -> None:
        """Cover ``panel``; its copy button copies ``report``, a text about the fault."""
        super().__init__(panel)
        self._panel = panel
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # so that the panel below is not painted
        text = ElidedLabel(tr("This panel failed: {name}").format(name=panel.property(_NAME)))
        copy, reset = button(CopyButton(tr("Copy"), lambda: report), kind="link"), link(tr("Reset"))
        reset.clicked.connect(self._reset)
        in_row(self, STRETCH, text, copy, reset, STRETCH, spacing=12, margins=(8, 0, 8, 0))
        panel.installEventFilter(self)
        self.setGeometry(panel.rect())
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the cover as large as the failed panel that it covers."""
        if watched is self._panel and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._panel.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Fill the background of this cover of a failed panel with the colour of panels."""
        QPainter(self).fillRect(self.rect(), current_theme().panel)

    @Slot()
    def _reset(self) -> None:
        """Remove the cover, so that the failed panel can try again, and repaint the panel."""
        self.hide()
        self.deleteLater()
        self._panel.update()
