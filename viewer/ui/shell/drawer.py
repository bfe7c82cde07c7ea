"""The drawer under the map: panels that are opened when they are needed, one seen at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QStackedLayout, QToolButton, QWidget

from viewer.ui.icons import icon
from viewer.ui.theme import current_theme
from viewer.ui.widgets.boxes import in_column
from viewer.ui.widgets.choice_row import ChoiceRow
from viewer.ui.widgets.parts import button

if TYPE_CHECKING:
    from viewer.ui.widgets.drawer_panel import DrawerPanel
    from viewer.ui.widgets.window_part import WindowPart

_HEAD_HEIGHT = 36
_LEAST_HEIGHT = 120


class Drawer(QWidget):
    """Tabs for the panels that are open, the head of the one that is seen, and a × that closes it.

    Attributes:
        parts: of the panels that have been shown.

    """

    closed = Signal()
    """The user closed it."""

    def __init__(
        self, titles: Mapping[str, str], panel: Callable[[str], DrawerPanel], parent: QWidget
    ) -> None:
        """Take what the tab of each panel says, by name, and what returns a panel when it is first shown."""
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._names = list(titles)
        self._panel = panel
        self._open: set[str] = set()
        self.parts: list[WindowPart] = []
        self._tabs = ChoiceRow(list(titles.values()), self, bold=True)
        self._close = button(QToolButton(self), self.tr("Close"))
        self._close.setAccessibleName(self.tr("Close"))
        self._controls, self._line = QWidget(self), _line()
        self._heads, self._pages = QStackedLayout(), QStackedLayout()
        self._lay_out()
        self._tabs.chosen.connect(self._show_page)
        self._close.clicked.connect(self.closed)
        self.hide()
        self._close.setIcon(icon("close", "secondary"))

    def _lay_out(self) -> None:
        self._head = QWidget(self)
        self._controls.setLayout(self._heads)
        for each in (self._head, self._controls):
            each.setMinimumWidth(1)  # no panel makes the window wider
        self._rows = QGridLayout(self._head)
        self._rows.setContentsMargins(8, 1, 8, 0)
        self._rows.setHorizontalSpacing(8)
        self._rows.setVerticalSpacing(0)
        self._rows.setColumnStretch(2, 1)
        self._rows.setRowMinimumHeight(0, _HEAD_HEIGHT - 1)
        for column, part in ((0, self._tabs), (1, self._line), (3, self._close)):
            self._rows.addWidget(part, 0, column)
        in_column(self, self._head, (self._pages, 1))
        self._arrange_head()

    def _arrange_head(self) -> None:
        """Put the controls of the panel in front beside the tabs, or below them where there is no room."""
        controls = self._heads.currentWidget()
        parts = (self._tabs, self._line, self._close, *((controls,) if controls is not None else ()))
        margins = self._rows.contentsMargins()
        needed = sum(part.minimumSizeHint().width() + self._rows.horizontalSpacing() for part in parts)
        below = needed - self._rows.horizontalSpacing() + margins.left() + margins.right() > self.width()
        self._line.setHidden(below)
        self._head.setFixedHeight(_HEAD_HEIGHT * (1 + below))
        self.setMinimumHeight(_LEAST_HEIGHT + _HEAD_HEIGHT * below)
        self._rows.addWidget(self._controls, *((1, 0, 1, 4) if below else (0, 2, 1, 1)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep all controls in sight."""
        super().resizeEvent(event)
        self._arrange_head()

    @property
    def is_open(self) -> bool:
        """Whether there is a panel to be seen."""
        return bool(self._open)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all panels."""
        return tuple(self._names)

    @property
    def open_names(self) -> tuple[str, ...]:
        """The names of the panels that have a tab now, that in front last."""
        return tuple(sorted((name for name in self._names if name in self._open), key=self.page.__eq__))

    @property
    def page(self) -> str:
        """The name of the panel that is in front."""
        return self._names[self._tabs.current]

    def show_panel(self, name: str, shown: bool) -> None:
        """Open a panel and bring it to the front, or close it."""
        if shown:
            self._open.add(name)
            self._tabs.choose(self._names.index(name))
        else:
            self._open.discard(name)
        for number, each in enumerate(self._names):
            self._tabs.set_shown(number, each in self._open)
        if self._open and self._names[self._tabs.current] not in self._open:
            self._tabs.choose(next(n for n, each in enumerate(self._names) if each in self._open))
        self._show_page(self._tabs.current)

    @Slot(int)
    def _show_page(self, number: int) -> None:
        if self._names[number] in self._open and self.isVisible():
            panel = self._panel(self._names[number])
            if self._pages.indexOf(panel) < 0:
                self._take_in(panel)
            self._heads.setCurrentWidget(panel.head)
            self._pages.setCurrentWidget(panel)
            self._arrange_head()

    def _take_in(self, panel: DrawerPanel) -> None:
        """Take a panel that has just been made; Tab comes to it after the drawer's own controls."""
        self._heads.addWidget(panel.head)
        self._pages.addWidget(panel)
        self.parts.append(panel.part)
        # Not by nextInFocusChain: PySide takes what that returns for a child of the widget that was asked;
        # when such a widget goes, it forgets the actions of the window.
        before: QWidget = self._close
        for each in (*panel.head.findChildren(QWidget), *panel.findChildren(QWidget)):
            if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.window() is self.window():
                QWidget.setTabOrder(before, each)
                before = each

    def showEvent(self, event: QShowEvent) -> None:
        """Have the panel in front: it may be shown for the first time."""
        super().showEvent(event)
        self._show_page(self._tabs.current)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the surface, with a hairline under the head."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().panel)
        painter.fillRect(0, self._head.height() - 1, self.width(), 1, current_theme().hairline)


def _line() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.VLine)
    line.setFixedHeight(16)
    return line
