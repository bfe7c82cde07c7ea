"""The head over several actors side by side: who stands in which column, and what is shown of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import QColor, QContextMenuEvent, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from viewer.ui.format import count, range_
from viewer.ui.inspector.columns import LEFT, Columns
from viewer.ui.inspector.line_layout import RIGHT
from viewer.ui.inspector.small_button import SmallButton
from viewer.ui.theme import current_theme, font
from viewer.ui.widgets.parts import button

_TOP = 42
"""Height of the line over the titles."""
_LINE = 16
_TITLE_LINES = 3
_BUTTONS = 22
_HEIGHT = _TOP + _BUTTONS + _TITLE_LINES * _LINE + 8
_SQUARE = 10
_GAP = 6
_SIDE = 18


@dataclass(frozen=True, slots=True)
class ColumnTitle:
    """Who stands in a column: id, short blueprint, colour, and whether it is pinned."""

    actor_id: str
    blueprint: str
    color: QColor
    pinned: bool


class _Column(QWidget):
    """The title of one column, with buttons to pin its actor and to take it away."""

    pin_requested = Signal(object)
    close_requested = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.number = 0
        self._title: ColumnTitle | None = None
        self._pin = SmallButton("pin", "", self, _SIDE)
        self._pin.setCheckable(True)
        self._close = SmallButton("close", "", self, _SIDE)
        self._pin.clicked.connect(lambda: self.pin_requested.emit(self.number))
        self._close.clicked.connect(lambda: self.close_requested.emit(self.number))

    def set_title(self, title: ColumnTitle) -> None:
        """Show another actor."""
        self._title = title
        self._pin.setChecked(title.pinned)
        pin = (
            self.tr("Unpin {0}")
            if title.pinned
            else self.tr("Pin {0}: keep it here while others are selected")
        )
        self._pin.set_tip(pin.format(title.actor_id))
        self._close.set_tip(self.tr("Take {0} away").format(title.actor_id))
        self.setToolTip(f"{title.actor_id} · {title.blueprint}")
        self.setAccessibleName(f"{title.actor_id} {title.blueprint}")
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the buttons over the texts at the right."""
        super().resizeEvent(event)
        self._close.move(self.width() - _SIDE + 4, 2)
        self._pin.move(self.width() - 2 * _SIDE + 4, 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint id and blueprint against the right edge, where the values end."""
        title = self._title
        if title is None:
            return
        painter = QPainter(self)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        bold, plain = font(13, bold=True), font(11)
        line = QRect(0, _BUTTONS, self.width(), _LINE)
        text = QFontMetrics(bold).elidedText(
            title.actor_id, Qt.TextElideMode.ElideLeft, self.width() - _SQUARE - _GAP
        )
        painter.fillRect(0, line.center().y() - _SQUARE // 2 + 1, _SQUARE, _SQUARE, title.color)
        painter.setFont(bold)
        painter.setPen(current_theme().text)
        painter.drawText(line, right, text)
        painter.setFont(plain)
        painter.setPen(current_theme().secondary)
        metrics = QFontMetrics(plain)
        for words in two_lines(title.blueprint, metrics, self.width()):
            line.translate(0, _LINE)
            painter.drawText(
                line, right, metrics.elidedText(words, Qt.TextElideMode.ElideRight, self.width())
            )
        painter.end()


def two_lines(name: str, metrics: QFontMetrics, width: int) -> tuple[str, ...]:
    """Return a name in at most two lines that fit, broken between words, or else after a hyphen."""
    if metrics.horizontalAdvance(name) <= width:
        return (name,)
    places = [number for number, sign in enumerate(name) if sign == " "]
    places += [number + 1 for number, sign in enumerate(name) if sign == "-"]
    pairs = [(name[:place].strip(), name[place:].strip()) for place in places]
    if not pairs:
        return (name,)
    return min(pairs, key=lambda pair: max(map(metrics.horizontalAdvance, pair)))


class ColumnsHead(QWidget):
    """Stands over a SheetView with several actors, its titles over their columns."""

    pin_requested = Signal(object)
    """Number of the actor that is to be pinned, or no longer."""

    close_requested = Signal(object)
    """Number of the actor that is to be taken away."""

    filter_changed = Signal(bool)
    """Only rows that differ are wanted, or all."""

    columns_moved = Signal(int)
    """So many columns to the right, other actors are to be seen."""

    menu_requested = Signal(QPoint)
    """The menu of what can be copied is wanted at this place of the screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles: tuple[ColumnTitle, ...] = ()
        self._left_out = 0
        self._wanted = 0
        self._columns: list[_Column] = []
        self._more = SmallButton("more", self.tr("Copy as text or JSON"), self)
        self._back = SmallButton("chevron-left", self.tr("Actors further left (←)"), self)
        self._forward = SmallButton("chevron-right", self.tr("Actors further right (→)"), self)
        tip = self.tr("Show only rows that are not alike for all")
        self._filter = button(QToolButton(self), tip, size=11)
        self._filter.setCheckable(True)
        self._filter.setText(self.tr("Only differences"))
        self._filter.setAccessibleName(self._filter.text())
        self._filter.toggled.connect(self.filter_changed)
        self._back.clicked.connect(lambda: self.columns_moved.emit(-1))
        self._forward.clicked.connect(lambda: self.columns_moved.emit(1))
        self._more.clicked.connect(self._open_menu)
        self.setFixedHeight(_HEIGHT)

    @property
    def only_different(self) -> bool:
        """Whether only rows that differ are wanted."""
        return self._filter.isChecked()

    def changeEvent(self, event: QEvent) -> None:
        """Make room for text of another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._arrange()

    def set_titles(self, titles: Sequence[ColumnTitle], left_out: int = 0) -> None:
        """Say who stands side by side, and how many more there would be."""
        self._titles, self._left_out = tuple(titles), left_out
        tip = self.tr("{0} at most stand side by side: pinned ones, and those selected last")
        self.setToolTip(tip.format(count(len(titles))) if left_out else "")
        self._arrange()

    def set_first_column(self, number: int) -> None:
        """Show the actors from this one on, as far as possible."""
        self._wanted = number
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many as fit."""
        super().resizeEvent(event)
        self._arrange()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu where the mouse is."""
        self.menu_requested.emit(event.globalPos())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Write how many there are, or which of them are seen."""
        if not self._titles:
            return
        columns = self._grid()
        painter = QPainter(self)
        painter.fillRect(0, _TOP - 1, self.width(), 1, current_theme().hairline)
        painter.setFont(font(13, bold=True))
        painter.setPen(current_theme().text)
        area = QRect(LEFT, 0, self.width() - 2 * LEFT, _TOP - 1)
        if columns.fitting < columns.count:
            area.setLeft(LEFT + _SIDE + _GAP)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._text(columns))
        painter.end()

    def _text(self, columns: Columns) -> str:
        total = columns.count + self._left_out
        if columns.fitting == total:
            return self.tr("{0} actors").format(count(columns.count))
        seen = range_(columns.first + 1, columns.first + columns.fitting)
        return self.tr("{0} of {1}").format(seen, count(total))

    def _grid(self) -> Columns:
        return Columns(self.width(), len(self._titles), self._wanted)

    def _arrange(self) -> None:
        """Put titles over their columns, and buttons over the labels."""
        if not self._titles:
            return
        grid = self._grid()
        while len(self._columns) < grid.fitting:
            column = _Column(self)
            column.pin_requested.connect(self.pin_requested)
            column.close_requested.connect(self.close_requested)
            self._columns.append(column)
        for column in self._columns[grid.fitting :]:
            column.hide()
        for number, column in zip(grid.shown, self._columns, strict=False):
            left, right = grid.span(number)
            column.number = number
            column.setGeometry(left, _TOP, right - left, _HEIGHT - _TOP)
            column.set_title(self._titles[number])
            column.show()
        scrolls = grid.fitting < grid.count
        text = QFontMetrics(font(13, bold=True)).horizontalAdvance(self._text(grid))
        self._back.setVisible(scrolls)
        self._forward.setVisible(scrolls)
        self._back.setEnabled(grid.first > 0)
        self._forward.setEnabled(grid.first + grid.fitting < grid.count)
        self._filter.adjustSize()
        end = self.width() - RIGHT + 4
        for each, x in (
            (self._back, LEFT - 4),
            (self._forward, LEFT + _SIDE + _GAP + text + 2),
            (self._more, end - self._more.width()),
            (self._filter, end - self._more.width() - self._filter.width() - 4),
        ):
            each.move(x, (_TOP - each.height()) // 2)
        self.update()

    @Slot()
    def _open_menu(self) -> None:
        self.menu_requested.emit(self._more.mapToGlobal(QPoint(0, self._more.height())))
