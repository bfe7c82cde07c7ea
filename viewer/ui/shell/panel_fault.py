"""A fault in a panel stays in it: the panel says that it failed, and the rest of the window goes on."""

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
"""The property that says what a panel is called; widgets without it are no panels."""


def contain_faults(panel: QWidget, name: str) -> None:
    """Let faults in a widget, or in what is in it, be its own: it is called so."""
    panel.setProperty(_NAME, name)


def failed_panel(trace: TracebackType | None) -> QWidget | None:
    """Return the innermost panel in one of whose methods an exception was raised, None for none."""
    for frame, _ in reversed(list(traceback.walk_tb(trace))):
        widget = _widget_of(frame.f_locals.get("self"))
        while widget is not None and widget.property(_NAME) is None:
            widget = widget.parentWidget()
        if widget is not None:
            return widget
    return None


def _widget_of(thing: object) -> QWidget | None:
    """Return the widget that something belongs to: it is one, or is owned by one."""
    while isinstance(thing, QObject) and isValid(thing):
        if isinstance(thing, QWidget):
            return thing
        thing = thing.parent()
    return None


class PanelFault(QFrame):
    """Covers a panel that failed, until one lets it try again."""

    def __init__(self, panel: QWidget, report: str) -> None:
        """Cover a panel; ``report`` is what can be copied."""
        super().__init__(panel)
        self._panel = panel
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # what is under it is not painted
        text = ElidedLabel(tr("This panel failed: {name}").format(name=panel.property(_NAME)))
        copy, reset = button(CopyButton(tr("Copy"), lambda: report), kind="link"), link(tr("Reset"))
        reset.clicked.connect(self._reset)
        in_row(self, STRETCH, text, copy, reset, STRETCH, spacing=12, margins=(8, 0, 8, 0))
        panel.installEventFilter(self)
        self.setGeometry(panel.rect())
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover the panel whatever size it has."""
        if watched is self._panel and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._panel.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground of a panel."""
        QPainter(self).fillRect(self.rect(), current_theme().panel)

    @Slot()
    def _reset(self) -> None:
        """Let the panel try again."""
        self.hide()
        self.deleteLater()
        self._panel.update()
