"""Item model of the inspector's tree, which updates only cells that changed."""

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
"""Index of the column of names in the inspector's tree; columns of the actors and of units follow."""
KEY = Qt.ItemDataRole.UserRole
"""Item data role of a row's key in the inspector's tree, in the column of names."""
KIND = Qt.ItemDataRole.UserRole + 1
"""Item data role by which a row of the inspector's tree stores its Kind, in the cells of all columns."""
DERIVED_SIGN = "ƒ"
_HEIGHTS = {Kind.SECTION: 34, Kind.SPEED: 30, Kind.ASIDE: 16}
_HEIGHT = 24
_SWATCH = 10
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class InspectorTreeModel(QStandardItemModel):
    """Tree model of the inspector: a column of names, one of values per actor, and one of units.

    Attributes:
        rows: the rows that are shown.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()
        self._shown: dict[str, Row] = {}

    @property
    def actors(self) -> int:
        """Number of the inspector's columns with values: one per shown actor, without actors one."""
        return max(self.columnCount() - 2, 0)

    def show(self, rows: Sequence[Row], actors: int) -> bool:
        """Show ``rows`` with ``actors`` columns of values, one per actor.

        Return whether rows were added or removed since the last call. Rows that stay keep their items, and
        only cells that changed are updated.
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
        """Remove all rows of the inspector's tree, so that the next call of ``show`` creates them anew."""
        self.removeRows(0, self.rowCount())
        self._shown = {}

    def set_title(self, number: int, actor_id: str, blueprint: str, marker: QPixmap) -> None:
        """Set the two lines and the icon of a column's heading; ``number`` is its actor's index among all."""
        item = self.horizontalHeaderItem(1 + number)
        item.setText(f"{actor_id}\n{blueprint}")
        item.setIcon(QIcon(marker))
        item.setToolTip(f"{actor_id} {blueprint}")
        item.setFont(font(11))
        item.setTextAlignment(_RIGHT)

    def _arrange(self, parent: QStandardItem, rows: Sequence[Row], before: dict[str, Row]) -> None:
        """Make the children of ``parent`` in the inspector's tree show ``rows``; update those that differ.

        Items of rows that are already among the children are kept. ``before`` are the rows shown before, by
        key.
        """
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
        parent.removeRows(
            len(rows), parent.rowCount() - len(rows)
        )  # rows that were moved: new items precede them

    def _items(self, row: Row) -> list[QStandardItem]:
        items = [QStandardItem() for _ in range(self.columnCount())]
        items[NAME].setData(row.key, KEY)
        size = QSize(0, round(_HEIGHTS.get(row.kind, _HEIGHT) * text_scale()))
        small = font(11)
        for item in items:
            item.setSizeHint(size)  # else Qt asks the delegate for all rows at each change
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
        """Show the values of ``row`` in the items of an existing line of the tree.

        The line is the child of ``parent`` with the index ``line``. Qt emits changes only for texts and
        colours that differ.
        """
        name, *values, unit = (parent.child(line, column) for column in range(self.columnCount()))
        is_signed = row.derived and not parent.text().endswith(
            DERIVED_SIGN
        )  # a marked parent covers its parts
        name.setText(f"{row.title} {DERIVED_SIGN}" if is_signed else row.title)
        if row.subject.link is not None:
            name.setForeground(current_theme().accent)
        unit.setText(next((value.shown_unit for value in row.cells if value and value.shown_unit), ""))
        common = _common(row)
        for item, value in zip(values, row.cells, strict=False):  # a section has no values
            self._set(item, row, value or Value(), common=common)

    def _set(self, item: QStandardItem, row: Row, value: Value, *, common: str | None) -> None:
        """Show ``value``, a value of ``row``, in the cell ``item``.

        ``common`` is the text that most cells of the row share, or None; a value with that text is greyed, so
        that others stand out.
        """
        theme = current_theme()
        shown_below = self.actors > 1 and row.children and row.kind in (Kind.VALUE, Kind.SPEED)
        item.setText("" if shown_below else value.text)
        item.setToolTip(value.tip)
        quiet = row.kind is Kind.ASIDE or (common is not None and value.text == common)
        item.setForeground(theme.accent if value.link else theme.secondary if quiet else theme.text)
        if value.swatch or not item.icon().isNull():
            item.setIcon(QIcon(_picture(value.swatch)) if value.swatch else QIcon())

    # Data of a cell

    def row_of(self, index: Index) -> Row | None:
        """Return the Row that the cell ``index`` belongs to; None if ``index`` is invalid."""
        return self._shown.get(index.sibling(index.row(), NAME).data(KEY)) if index.isValid() else None

    def value_of(self, index: Index) -> Value | None:
        """Return the Value that the cell at ``index`` shows, None if it shows none.

        A cell in the column of names has a Value if its text names another actor, as in "Collision with 51".
        """
        row, number = self.row_of(index), index.column() - 1
        if row is None or number >= len(row.cells):
            return None
        return row.subject if number < 0 else row.cells[number]

    def link_of(self, index: Index) -> Link | None:
        """Return the link of the cell ``index`` (to an actor or a time), or None."""
        value = self.value_of(index)
        return value.link if value else None

    def signals_of(self, index: Index) -> tuple[SeriesKey, ...]:
        """Return the signals (quantities over time) that the cell at the model index ``index`` shows.

        In the columns of names and units, these are the signals of all cells of its row.
        """
        row, value = self.row_of(index), self.value_of(index)
        if row is not None and index.column() in (NAME, self.columnCount() - 1):
            return row.signals
        return value.signals if value else ()

    def names(self, parent: Index = QModelIndex()) -> Iterator[QModelIndex]:  # noqa: B008 - as Qt has it
        """Yield the index of the name cell of each row below ``parent``, at any depth, from the top."""
        for line in range(self.rowCount(parent)):
            index = self.index(line, NAME, parent)
            yield index
            yield from self.names(index)


def _common(row: Row) -> str | None:
    """Return the text that most cells of the inspector's ``row`` share.

    None if all texts differ, or if two are equally frequent.
    """
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
