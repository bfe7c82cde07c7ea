"""A sheet as it is seen: sections between hairlines, links, curves; values to be opened and dragged."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QDrag,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from viewer.signals.series import SeriesKey
from viewer.ui.format import capital
from viewer.ui.inspector.columns import LEFT, Columns, lay_out_cells
from viewer.ui.inspector.line_layout import MARGIN, LineLayout, lay_out
from viewer.ui.inspector.model import SheetModel
from viewer.ui.inspector.scroll_place import ScrollPlace
from viewer.ui.inspector.sheet import OverTime, Row, RowKind, Target, Value
from viewer.ui.inspector.sheet_painter import SheetPainter
from viewer.ui.signal_mime import signal_mime
from viewer.ui.theme import current_theme
from viewer.ui.widgets.keys import ENTER, is_plain
from viewer.ui.widgets.rows_view import RowsView

ROW_HEIGHT = 26
_CELL_HEIGHT = 22
_END = 8
"""Free space behind the last row."""
_HEIGHTS = {
    RowKind.HEADING: 38,
    RowKind.NOTE: 54,
    RowKind.SPEED: 54,
    RowKind.BAR: 24,
    RowKind.MIDDLE_BAR: 24,
    RowKind.LAMPS: 36,
    RowKind.CURVE: 62,
}
_CELL_HEIGHTS = {RowKind.SPEED: 56, RowKind.BAR: 32, RowKind.MIDDLE_BAR: 32, RowKind.CURVE: 44}
"""Where actors stand side by side; other rows are lower then."""
_SIDEWAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class SheetView(RowsView):
    """The list of a SheetModel, for one actor or several side by side.

    Attributes:
        place: where it is scrolled to.

    """

    followed = Signal(object)
    """Target of a link that was clicked: SelectActor or SeekTo."""

    plot_requested = Signal(object)
    """SeriesKey of a curve that was clicked: it is to have a lane."""

    curve_turned = Signal(str)
    """Name of the signal whose curve is to be shown under its row, or no longer."""

    fold_turned = Signal(str)
    """Key of a row that is to be opened or closed."""

    copy_requested = Signal()
    """The value of the line the keyboard is on is to be copied, or its section, or everything."""

    menu_requested = Signal(int, QPoint)
    """Line of which a menu is wanted, −1 for none, and where on the screen."""

    columns_moved = Signal(int)
    """So many columns to the right, other actors are to be seen."""

    def __init__(self, model: SheetModel, parent: QWidget | None = None) -> None:
        super().__init__(model, ROW_HEIGHT, parent)
        self._model = model
        self._painter = SheetPainter()
        self._first_column = 0
        self._layouts: dict[int, tuple[Row, tuple[int, int], LineLayout]] = {}
        self._hot: Target | None = None
        self._pressed: tuple[QPoint, SeriesKey, RowKind] | None = None
        self.place = ScrollPlace(self, model)
        self.horizontalHeader().hide()
        model.modelReset.connect(self._start_anew)

    def changeEvent(self, event: QEvent) -> None:
        """Paint in other colours, and text of another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._painter = SheetPainter()
            self._layouts.clear()

    def set_first_column(self, number: int) -> None:
        """Show the actors from this one on, as far as possible."""
        self._first_column = number
        self.viewport().update()

    @property
    def columns(self) -> Columns | None:
        """Where several actors stand; None for a single one."""
        count = self._model.actors
        return Columns(self.width(), count, self._first_column) if count > 1 else None

    @Slot()
    def _start_anew(self) -> None:
        """Give every line its height, forget how wide the values of others were, and scroll back."""
        self._layouts.clear()
        self._hot = None
        self._pressed = None
        for line, row in enumerate(self._model.rows):
            height = _HEIGHTS.get(row.kind, ROW_HEIGHT)
            if self.columns is not None and row.kind is not RowKind.HEADING:
                height = _CELL_HEIGHTS.get(row.kind, _CELL_HEIGHT)
            self.setRowHeight(line, height + self._below(line))
        self.place.restore()

    def _below(self, line: int) -> int:
        return _END if line == len(self._model.rows) - 1 else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines, without the last one where there is no room for all of it."""
        super().paintEvent(event)
        area = self.viewport().rect()
        line = self.line_at(area.bottomLeft())
        if line is not None and self.line_rect(line).bottom() > area.bottom():
            area.setTop(self.line_rect(line).top())
            painter = QPainter(self.viewport())
            painter.fillRect(area, current_theme().panel)
            painter.end()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Paint all lines anew: of those at the bottom some are left out."""
        super().scrollContentsBy(dx, dy)
        self.viewport().update()

    def line_rect(self, line: int) -> QRect:
        """Return where a line is, without the free space behind the last one."""
        return super().line_rect(line).adjusted(0, 0, 0, -self._below(line))

    @property
    def pointed_signal(self) -> SeriesKey | None:
        """The signal whose value is under the mouse."""
        return self._hot.key if isinstance(self._hot, OverTime) else None

    # Folding and following

    def is_foldable(self, line: int) -> bool:
        """Tell whether there is more behind a line."""
        return self._model.rows[line].kind is RowKind.FOLD

    def fold(self, line: int, opened: bool | None) -> None:
        """Ask for a fold to be turned unless it is as wanted."""
        row = self._model.rows[line]
        if opened != row.opened:
            self.fold_turned.emit(row.key)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Follow a link, choose the line, or begin to click or drag a value."""
        position = event.position().toPoint()
        target, key = self._target_at(position), self._signal_at(position)
        super().mousePressEvent(event)
        if event.button() != Qt.MouseButton.LeftButton:
            return
        line = self.line_at(position)
        if target is not None and not isinstance(target, OverTime):
            self.followed.emit(target)
        elif key is not None and line is not None and not self.is_foldable(line):
            self._pressed = position, key, self._model.rows[line].kind

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Show the curve of the value that was clicked, or give the curve that was clicked a lane."""
        pressed, self._pressed = self._pressed, None
        super().mouseReleaseEvent(event)
        if pressed is not None:
            self._open(pressed[1], pressed[2])

    def _open(self, key: SeriesKey, kind: RowKind) -> None:
        if kind is RowKind.CURVE:
            self.plot_requested.emit(key)
        else:
            self.curve_turned.emit(key.name)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show by the cursor what can be clicked, or drag a value away."""
        position = event.position().toPoint()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            if (position - self._pressed[0]).manhattanLength() >= QApplication.startDragDistance():
                self._drag(self._pressed[1])
            return
        super().mouseMoveEvent(event)
        line, hot = self.hovered_line, self._target_at(position)
        if hot != self._hot:
            self._hot = hot
            self.update_line(line)
        opens = line is not None and (self.is_foldable(line) or bool(self._model.rows[line].signals))
        clickable = hot is not None or opens
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor
        )

    def leaveEvent(self, event: QEvent) -> None:
        """Light up no link any more."""
        self._hot = None
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; sideways, or with Shift, to other actors."""
        delta = event.angleDelta()
        sideways = delta.x() or (delta.y() if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 0)
        if sideways and self._has_more_columns:
            self.columns_moved.emit(-1 if sideways > 0 else 1)
            event.accept()
        else:
            super().wheelEvent(event)

    def _drag(self, key: SeriesKey) -> None:
        """Let a signal be dropped somewhere."""
        self._pressed = None
        drag = QDrag(self)
        drag.setMimeData(signal_mime(key.row, key.name))
        drag.exec(Qt.DropAction.CopyAction)

    def _target_at(self, position: QPoint) -> Target | None:
        line = self.line_at(position)
        return None if line is None else self._layout(line).target_at(position.x())

    def _signal_at(self, position: QPoint) -> SeriesKey | None:
        """Return the signal of a place: that of the number there, else the first of its value or row."""
        line, columns = self.line_at(position), self.columns
        if line is None:
            return None
        target = self._target_at(position)
        if isinstance(target, OverTime):
            return target.key
        row = self._model.rows[line]
        number = 0 if columns is None else columns.at(position.x())
        value = row.values[number] if number is not None and number < len(row.values) else None
        return next(iter(value.signals if value is not None else row.signals), None)

    # Keys

    @property
    def can_copy(self) -> bool:
        """There is always something to copy."""
        return True

    def copy_line(self) -> None:
        """Ask for the value of the line to be copied, or its section, or everything."""
        self.copy_requested.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Follow with Enter the link of the line or show its curve; with ← → see other actors; or copy."""
        row = None if self.current_line is None else self._model.rows[self.current_line]
        if _enters(event) and row is not None and row.kind is not RowKind.FOLD:
            self._enter(row)
        elif self._moves_sideways(event):
            self.columns_moved.emit(_SIDEWAYS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _enter(self, row: Row) -> None:
        link = next((value.link for value in row.values if value and value.link), None)
        if link is not None:
            self.followed.emit(link)
            return
        keys = row.signals if row.kind is RowKind.CURVE else row.signals[:1]
        for key in keys:
            self._open(key, row.kind)

    def claims(self, event: QKeyEvent) -> bool:
        """Claim, besides, the keys that plot and move to other actors."""
        enters = _enters(event) and self.current_line is not None
        return super().claims(event) or self._moves_sideways(event) or enters

    def _moves_sideways(self, event: QKeyEvent) -> bool:
        line = self.current_line
        is_free = line is None or not self.is_foldable(line)
        return self._has_more_columns and is_free and is_plain(event) and event.key() in _SIDEWAYS

    @property
    def _has_more_columns(self) -> bool:
        columns = self.columns
        return columns is not None and columns.fitting < columns.count

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the line that was clicked, or that the keyboard is on."""
        line, place = self.line_at(event.pos()), event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.current_line is not None:
            line = self.current_line
            place = self.viewport().mapToGlobal(self.line_rect(line).bottomLeft())
        if line is not None:
            self.move_to(line)
        self.menu_requested.emit(-1 if line is None else line, place)

    # Telling more

    def tip(self, line: int, at: QPoint) -> str:
        """Return the whole text of a line that is shortened, and where its value is from."""
        x = at.x()
        row, columns = self._model.rows[line], self.columns
        number = 0 if columns is None else columns.at(x)
        value = row.values[number] if number is not None else next(filter(None, row.values), None)
        whole = row.text
        if columns is not None:
            whole = row.label_text if number is None or value is None else value.text
        tip = value.tip if value is not None else ""
        if value is not None and value.lamps:
            tip = "\n".join(part for part in (self._lamp_tip(line, value, x), tip) if part)
        return "\n".join(part for part in (whole if self._layout(line).shortened else "", tip) if part)

    def _lamp_tip(self, line: int, value: Value, x: int) -> str:
        """Return what the lamp at a place is called and whether it is lit."""
        target = self._layout(line).target_at(x)
        key = target.key if isinstance(target, OverTime) else None
        lamp = next((lamp for lamp in value.lamps if lamp.key == key), None)
        if lamp is None:
            return ""
        state = self.tr("lit") if lamp.lit else self.tr("not lit")
        return f"{capital(lamp.name)}: {state}"

    # Painting

    def _layout(self, line: int) -> LineLayout:
        """Return the layout of a line; it is made again when the row or the room is another one.

        The width is that of the whole view, so that nothing moves when the scroll bar comes.
        """
        row, room = self._model.rows[line], (self.width(), self._first_column)
        last_row, last_room, layout = self._layouts.get(line, (None, None, None))
        if layout is None or row is not last_row or room != last_room:
            widest = layout.widest if layout else 0
            fonts, columns = self._painter.fonts, self.columns
            if columns is not None and row.cells:
                layout = lay_out_cells(row, columns, fonts)
            else:
                layout = lay_out(row, self.width(), fonts, widest)
            self._layouts[line] = (row, room, layout)
        return layout

    def dataChanged(
        self,
        top_left: QModelIndex | QPersistentModelIndex,
        bottom_right: QModelIndex | QPersistentModelIndex,
        roles: Sequence[int] = (),
    ) -> None:
        """Paint of a line only what looks other than before."""
        line = top_left.row()
        _, _, before = self._layouts.get(line, (None, None, None))
        extent = None if before is None else self._layout(line).changed(before)
        if extent is None or QAccessible.isActive() or line != bottom_right.row():
            super().dataChanged(top_left, bottom_right, roles)
        elif extent[1] > extent[0]:
            area = self.line_rect(line)
            self.viewport().update(extent[0], area.y(), extent[1] - extent[0], area.height())

    def paint_line(self, painter: QPainter, rect: QRect, line: int) -> None:
        """Paint a row."""
        row = self._model.rows[line]
        if row.kind is RowKind.HEADING:
            self._painter.paint_heading(painter, rect, row, MARGIN if self.columns is None else LEFT)
        elif row.kind is RowKind.NOTE:
            self._painter.paint_note(painter, rect, row)
        else:
            if line == self.current_line:
                self._painter.paint_ground(painter, rect)
            self._painter.paint_row(painter, rect, row, self._layout(line), self._hot, self.asked)


def _enters(event: QKeyEvent) -> bool:
    return is_plain(event) and event.key() in ENTER
