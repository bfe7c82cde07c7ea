"""Base class of the panels that are shown as tabs of a dock above the timeline."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QMenu, QToolButton, QWidget

from viewer.ui.icons import icon
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import Part, in_row
from viewer.ui.widgets.parts import button


class OverflowRow(QWidget):
    """Row of controls; buttons that do not fit are moved into a "More" menu, the last button first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controls: tuple[QWidget, ...] = ()
        self._hidden_controls: set[QWidget] = set()
        self._spacing = 0
        self._menu = QMenu(self)
        self._more = button(QToolButton(self), tr("More"))
        self._more.setText(tr("More"))
        self._more.setAccessibleName(tr("More"))
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setMenu(self._menu)
        self._more.hide()
        self._menu.aboutToShow.connect(self._fill)
        self._more.setIcon(icon("more", "secondary"))

    def set_controls(self, *parts: Part, spacing: int) -> None:
        """Lay out ``parts`` from left to right, ``spacing`` pixels apart; call this once.

        Parts are widgets or layouts, each alone or as (item, stretch); pixels of space; or ``STRETCH``.
        """
        items = [part[0] if isinstance(part, tuple) else part for part in parts]
        self._controls = tuple(item for item in items if isinstance(item, QWidget))
        self._spacing = in_row(self, *parts, self._more, spacing=spacing).spacing()
        self._fit()

    def set_shown(self, control: QWidget, shown: bool) -> None:
        """Show ``control`` (in the row or, if it does not fit, in the menu), or hide it in both."""
        (self._hidden_controls.discard if shown else self._hidden_controls.add)(control)
        self._fit()

    def below(self, control: QWidget) -> QPoint:
        """Return the point on the screen at which to open a popup of ``control``: below it.

        If the control is in the menu, the point is below the button "More".
        """
        seen = self._more if control.isHidden() else control
        return seen.mapToGlobal(QPoint(0, seen.height()))

    def minimumSizeHint(self) -> QSize:
        """Return the least size: that at which all controls to be shown fit beside each other."""
        return QSize(self._needed(self._wanted()), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move buttons that do not fit into the new width into the menu; move others back."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Fit the buttons anew when the size hint of one of them changes."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def _wanted(self) -> list[QWidget]:
        return [each for each in self._controls if each not in self._hidden_controls]

    def _needed(self, controls: list[QWidget]) -> int:
        """Return the least width in pixels at which ``controls`` fit beside each other."""
        widths = [max(each.minimumSizeHint().width(), each.minimumWidth()) for each in controls]
        return sum(widths) + max(len(widths) - 1, 0) * self._spacing

    def _fit(self) -> None:
        seen = self._wanted()
        for each in reversed(self._wanted()):
            if self._needed(seen) <= self.width():
                break
            if isinstance(each, QAbstractButton):
                seen = [*(one for one in seen if one not in (each, self._more)), self._more]
        for each in (*self._controls, self._more):
            each.setHidden(each not in seen)

    @Slot()
    def _fill(self) -> None:
        self._menu.clear()
        for each in self._wanted():
            if each.isHidden() and isinstance(each, QAbstractButton):
                action = self._menu.addAction(each.icon(), each.text())
                action.setToolTip(each.toolTip())
                action.setCheckable(each.isCheckable())
                action.setChecked(each.isChecked())
                action.setEnabled(each.isEnabled())
                action.triggered.connect(each.click)


class DockPanel(QWidget):
    """Base class of the panels in the window's docks.

    ``head`` is a row of controls that is shown in the dock's title bar.
    """

    shown = Signal(object, bool)
    """Emitted with the panel and whether it is shown now, when it is shown or hidden."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = OverflowRow(self)
        self.head.hide()

    def grab_focus(self) -> None:
        """Give keyboard focus to the first visible list, or without one to the first widget that takes it."""
        for kind in (QAbstractItemView, QWidget):
            for part in self.findChildren(kind):
                if part.isVisible() and part.isEnabled() and part.focusPolicy() & Qt.FocusPolicy.TabFocus:
                    part.setFocus(Qt.FocusReason.ShortcutFocusReason)
                    return

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that the panel is shown."""
        super().showEvent(event)
        self.shown.emit(self, True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Tell that the panel is hidden."""
        super().hideEvent(event)
        self.shown.emit(self, False)
