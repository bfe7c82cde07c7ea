"""What a panel must be to be shown in the drawer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QMenu, QToolButton, QWidget

from viewer.ui.icons import icon
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import Part, in_row
from viewer.ui.widgets.parts import button


class OverflowRow(QWidget):
    """Puts buttons away, the last first, until the rest fits; the menu has them by their texts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controls: tuple[QWidget, ...] = ()
        self._left_out: set[QWidget] = set()
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

    def take(self, *parts: Part, spacing: int) -> None:
        """Take its controls, from left to right."""
        items = [part[0] if isinstance(part, tuple) else part for part in parts]
        self._controls = tuple(item for item in items if isinstance(item, QWidget))
        self._spacing = in_row(self, *parts, self._more, spacing=spacing).spacing()
        self._fit()

    def set_shown(self, control: QWidget, shown: bool) -> None:
        """Show one of the controls if there is room, or leave it out."""
        (self._left_out.discard if shown else self._left_out.add)(control)
        self._fit()

    def below(self, control: QWidget) -> QPoint:
        """Return the point of the screen where what one of the controls opens begins, in the menu too."""
        seen = self._more if control.isHidden() else control
        return seen.mapToGlobal(QPoint(0, seen.height()))

    def minimumSizeHint(self) -> QSize:
        """Return how much room all controls need."""
        return QSize(self._needed(self._wanted()), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Look again at how many fit when one of them needs more room, or less."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def _wanted(self) -> list[QWidget]:
        return [each for each in self._controls if each not in self._left_out]

    def _needed(self, controls: list[QWidget]) -> int:
        """Return how wide these are beside each other, in pixels."""
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


class DrawerPanel(QWidget):
    """A panel for the drawer; ``head`` is a row of controls that the drawer takes into its own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = OverflowRow(self)
        self.head.hide()

    def take_keyboard(self) -> None:
        """Give the keyboard to the first list that is visible, else to the first part that takes it."""
        for kind in (QAbstractItemView, QWidget):
            for part in self.findChildren(kind):
                if part.isVisible() and part.isEnabled() and part.focusPolicy() & Qt.FocusPolicy.TabFocus:
                    part.setFocus(Qt.FocusReason.ShortcutFocusReason)
                    return
