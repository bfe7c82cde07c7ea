"""The model behind the inspector: rows in, and only what changed is told on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap, QStandardItem, QStandardItemModel

from viewer.signals.series import SeriesKey
from viewer.ui.inspector.row import Kind, Link, Row, Swatch, Value
from viewer.ui.theme import current_theme, font, text_scale

Index = QModelIndex | QPersistentModelIndex

NAME = 0
"""The first column; then come one for each actor, and that of units."""
KEY = Qt.ItemDataRole.UserRole
"""Of a name: the row's key."""
KIND = Qt.ItemDataRole.UserRole + 1
"""Of any cell: the row's kind."""
DERIVED_SIGN = "ƒ"
_HEIGHTS = {Kind.SECTION: 34, Kind.SPEED: 30, Kind.ASIDE: 16}
_HEIGHT = 24
_SWATCH = 10
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class SheetModel(QStandardItemModel):
    """A sheet as a tree: names, a column of values for each actor, and units.

    Attributes:
        rows: what is shown.

    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()
        self._shown: dict[str, Row] = {}

    @property
    def actors(self) -> int:
        """How many columns of values there are."""
        return max(self.columnCount() - 2, 0)

    def show(self, rows: Sequence[Row], actors: int) -> bool:
        """Show these rows, and return whether there are others than before.

        Those that stay keep their place, and only cells that changed are told on.
        """
        if actors != self.actors:
            self.forget()
            self.setColumnCount(1 + actors + 1)
            for each in range(1 + actors + 1):
                self.setHorizontalHeaderItem(each, QStandardItem())
        self.rows = tuple(rows)
        before, self._shown = self._shown, {}
        self._arrange(self.invisibleRootItem(), self.rows, before)
        return self._shown.keys() != before.keys()

    def forget(self) -> None:
        """Make all rows anew when they are shown next."""
        self.removeRows(0, self.rowCount())
        self._shown = {}

    def set_title(self, number: int, title: str, spot: QPixmap) -> None:
        """Say whose a column of values is."""
        item = self.horizontalHeaderItem(1 + number)
        item.setText("\n".join(title.split(" ", 2)))
        item.setIcon(QIcon(spot))
        item.setToolTip(title)
        item.setFont(font(11))
        item.setTextAlignment(_RIGHT)

    def _arrange(self, parent: QStandardItem, rows: Sequence[Row], before: dict[str, Row]) -> None:
        """Have these rows below an item."""
        keys = {row.key for row in rows}
        for line in reversed(range(parent.rowCount())):
            if parent.child(line).data(KEY) not in keys:
                parent.removeRow(line)
        for line, row in enumerate(rows):
            is_new = line >= parent.rowCount() or parent.child(line).data(KEY) != row.key
            if is_new:
                parent.insertRow(line, self._items(row))
            item = parent.child(line)
            self._shown[row.key] = row
            if is_new or row != before.get(row.key):
                self._update(parent, line, row)
            if row.children or item.rowCount():
                self._arrange(item, row.children, before)
        parent.removeRows(len(rows), parent.rowCount() - len(rows))  # those whose order has changed

    def _items(self, row: Row) -> list[QStandardItem]:
        items = [QStandardItem() for _ in range(self.columnCount())]
        items[NAME].setData(row.key, KEY)
        size = QSize(0, round(_HEIGHTS.get(row.kind, _HEIGHT) * text_scale()))
        small = font(11)
        for item in items:
            item.setSizeHint(size)  # of each: else Qt asks the delegate, for all rows at each change
            item.setData(int(row.kind), KIND)
            item.setEditable(False)
        for item in items[1:-1]:
            item.setTextAlignment(_RIGHT)
            if row.kind is Kind.ASIDE:
                item.setFont(small)
            elif row.kind is Kind.SPEED:
                item.setFont(font(20, bold=True))
        if row.kind is Kind.SECTION:
            items[NAME].setFont(font(13, bold=True))
            items[NAME].setForeground(current_theme().text)
        else:
            items[NAME].setForeground(current_theme().secondary)
        items[-1].setFont(small)
        items[-1].setForeground(current_theme().secondary)
        return items

    def _update(self, parent: QStandardItem, line: int, row: Row) -> None:
        """Show what a row says; Qt tells of what is another text or colour than before."""
        name, *values, unit = (parent.child(line, column) for column in range(self.columnCount()))
        is_signed = row.derived and not parent.text().endswith(DERIVED_SIGN)  # which says it of all its parts
        name.setText(f"{row.title} {DERIVED_SIGN}" if is_signed else row.title)
        if row.subject.link is not None:
            name.setForeground(current_theme().accent)
        unit.setText(next((value.shown_unit for value in row.cells if value and value.shown_unit), ""))
        common = _common(row)
        for item, value in zip(values, row.cells, strict=False):  # a section has no values
            self._set(item, row, value or Value(), common=common)

    def _set(self, item: QStandardItem, row: Row, value: Value, *, common: str | None) -> None:
        """Show a value in its cell."""
        theme = current_theme()
        told_below = self.actors > 1 and row.children and row.kind in (Kind.VALUE, Kind.SPEED)
        item.setText("" if told_below else value.text)
        item.setToolTip(value.tip)
        quiet = row.kind is Kind.ASIDE or (common is not None and value.text == common)
        item.setForeground(theme.accent if value.link else theme.secondary if quiet else theme.text)
        if value.swatch or not item.icon().isNull():
            item.setIcon(QIcon(_picture(value.swatch)) if value.swatch else QIcon())

    # What is behind a cell

    def row_of(self, index: Index) -> Row | None:
        """Return the row of a cell, None if there is no such cell."""
        return self._shown.get(index.sibling(index.row(), NAME).data(KEY)) if index.isValid() else None

    def value_of(self, index: Index) -> Value | None:
        """Return the value of a cell, or what a name ends with if that is a link; None if there is none."""
        row, number = self.row_of(index), index.column() - 1
        if row is None or number >= len(row.cells):
            return None
        return row.subject if number < 0 else row.cells[number]

    def link_of(self, index: Index) -> Link | None:
        """Return where a cell leads, None if nowhere."""
        value = self.value_of(index)
        return value.link if value else None

    def signals_of(self, index: Index) -> tuple[SeriesKey, ...]:
        """Return what of a cell can be seen over time; of a name, what of its row can."""
        row, value = self.row_of(index), self.value_of(index)
        if row is not None and index.column() in (NAME, self.columnCount() - 1):
            return row.signals
        return value.signals if value else ()

    def names(self, parent: Index = QModelIndex()) -> Iterator[QModelIndex]:  # noqa: B008 - as Qt has it
        """Yield all names from above."""
        for line in range(self.rowCount(parent)):
            index = self.index(line, NAME, parent)
            yield index
            yield from self.names(index)


def _common(row: Row) -> str | None:
    """Return what more of the actors have than anything else, None if there is no such value."""
    counts = Counter(value.text for value in row.cells if value is not None).most_common(2)
    is_most = counts and counts[0][1] > (counts[1][1] if len(counts) > 1 else 1)
    return counts[0][0] if is_most else None


def _picture(swatch: Swatch) -> QPixmap:
    color = current_theme().color(swatch.color) if isinstance(swatch.color, str) else QColor(*swatch.color)
    ratio = QGuiApplication.primaryScreen().devicePixelRatio()
    picture = QPixmap(QSize(_SWATCH, _SWATCH) * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen if swatch.round else current_theme().faint)
    painter.setBrush(color)
    if swatch.round:
        painter.drawEllipse(1, 1, _SWATCH - 2, _SWATCH - 2)
    else:
        painter.drawRoundedRect(1, 1, _SWATCH - 3, _SWATCH - 3, 2, 2)
    painter.end()
    return picture
