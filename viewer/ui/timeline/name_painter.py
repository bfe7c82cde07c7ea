"""The column at the left of the lanes: signs, names, values, units, and edges by which lanes are dragged."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from viewer.replay.time.time_forms import elapsed_text
from viewer.replay.time.time_range import Range
from viewer.ui import format as fmt
from viewer.ui.theme import faded, font
from viewer.ui.timeline.lane import NameRow
from viewer.ui.timeline.signals.curve_painter import swatch_pen
from viewer.ui.timeline.stack import NAMES_WIDTH, PlacedLane, Stack
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr

_SWATCH, _SWATCH_WIDTH, _NAME = 12.0, 14.0, 32.0
_VALUE_WIDTH = 40.0
"""Pixels that a value has at least."""
_WIDE = (60.0, 0.0, 54.0), (96.0, 40.0, 36.0)
"""Pixels from the right where values at the playhead and at the cursor end, and where their units begin:
without a cursor, and with one."""
_NARROW = (52.0, 0.0, 46.0), (80.0, 30.0, 27.0)
"""The same if names are narrow."""
_CROSS = 13.0
"""Pixels from the right of the sign that removes a signal; it is there while the name is pointed at."""
_COLUMNS = (148.0, 80.0, 16.0)
"""Where figures end in the column of statistics, from the right."""
_CLOSE = 24.0
_GAP = 8.0
_PITCH, _LEAST_PITCH = 22.0, 13.0
"""Pixels from one row of a lane to the next as a rule, and at least."""
_CHEVRON_ROOM = 28.0
"""Pixels at the left in which there is the chevron."""
_CHEVRON = 3.5
_OVERHANG = 2
"""Pixels by which text may be higher than its lane."""
_CUT = 4.0
"""Pixels from an end of the column to the middle of a name from which it can be read."""
_EDGE = 3.0
"""Pixels from the lower edge of a lane within which one takes hold of it."""
_BAR = 4.0
_SHORTEST_BAR = 16.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def in_names(stack: Stack, position: QPointF) -> bool:
    """Return whether a position is in the column beside the lanes."""
    return position.x() < stack.lanes.left() - _GAP and position.y() >= stack.lanes.top()


def edge_at(stack: Stack, position: QPointF) -> PlacedLane | None:
    """Return the lane whose lower edge is at a position in the column."""
    return next((each for each in stack.placed if abs(each.rect.bottom() + 1 - position.y()) <= _EDGE), None)


def chevron_at(stack: Stack, position: QPointF) -> PlacedLane | None:
    """Return the lane whose chevron is at a position in the column."""
    placed = stack.lane_at(position)
    on = placed is not None and placed.number == 0 and position.x() < _CHEVRON_ROOM
    return placed if on else None


def row_at(placed: PlacedLane, position: QPointF) -> NameRow:
    """Return the row of a lane at a height: the nearest one."""
    return min(_placed_rows(placed), key=lambda each: abs(each[1].center().y() - position.y()))[0]


def is_on_cross(stack: Stack, position: QPointF) -> bool:
    """Return whether the sign that removes a signal would be at a position in the column."""
    return position.x() >= stack.lanes.left() - _CROSS - 6


def close_rect(stack: Stack) -> QRectF:
    """Return where the sign is that ends the range, above the statistics; empty while there are none."""
    stats = stack.stats
    return QRectF(stats.right() - _CLOSE - 4, 2, _CLOSE, _CLOSE) if stats.width() else QRectF()


def _placed_rows(placed: PlacedLane) -> list[tuple[NameRow, QRectF]]:
    """Return the rows of a lane there is room for, and where they are."""
    rows, rect = placed.lane.rows, placed.rect
    rows = rows[: max(int((rect.height() + 2 * _OVERHANG) // _LEAST_PITCH), 1)]
    pitch = min(_PITCH, (rect.height() + 2 * _OVERHANG) / max(len(rows), 1))
    top = rect.center().y() - pitch * len(rows) / 2
    return [(row, QRectF(0, top + n * pitch, rect.left(), pitch)) for n, row in enumerate(rows)]


def _legible(stack: Stack) -> Iterator[tuple[PlacedLane, list[tuple[NameRow, QRectF]]]]:
    """Yield the lanes of which enough is in view, with those of their rows that can be read."""
    top, bottom = stack.lanes.top() + _CUT, stack.lanes.bottom() - _CUT
    for each in stack.placed:
        read = [(row, box) for row, box in _placed_rows(each) if top <= box.center().y() <= bottom]
        if read:
            yield each, read


class NameColumn:
    """The columns beside the lanes: names, values at playhead and cursor, units; and statistics at the right.

    Attributes:
        has_cursor: whether there are values at a time that is pointed at.

    """

    def __init__(self, stack: Stack, *, has_cursor: bool) -> None:
        self._stack = stack
        self.has_cursor = has_cursor
        width = self._width = stack.lanes.left()
        places = (_WIDE if width >= NAMES_WIDTH else _NARROW)[has_cursor]
        self._value, self._cursor, self._unit = (width - place for place in places)
        self._value_width = max(_VALUE_WIDTH, QFontMetricsF(font(13)).horizontalAdvance("00.00"))

    @property
    def values(self) -> QRectF:
        """Where values at the playhead are."""
        lanes = self._stack.lanes
        left, width = self._value - self._value_width, self._value_width
        return QRectF(left, lanes.top() - _OVERHANG, width, lanes.height() + 2 * _OVERHANG)

    def head(self, size: QSize) -> QRectF:
        """Return where the overview, the axis and the titles are in a widget of this size."""
        return QRectF(0, 0, size.width(), self._stack.lanes.top() - _OVERHANG)

    def columns(self, size: QSize) -> tuple[QRectF, QRectF]:
        """Return where names and statistics are in a widget of this size."""
        lanes, top = self._stack.lanes, self._stack.lanes.top() - _OVERHANG
        height = size.height() - top
        right = QRectF(lanes.right(), top, size.width() - lanes.right(), height)
        return QRectF(0, top, self._width, height), right

    def written(self, current: str | None) -> object:
        """Return all that ``paint_names`` depends on but for where lanes are."""
        told = [each.lane.rows for each in self._stack.placed]
        valued = [row.value is None for rows in told for row in rows]
        return current, self.has_cursor, told, valued

    def paint_names(self, canvas: TimeCanvas, current: str | None) -> None:
        """Write the names of each lane, and what they amount to.

        ``current`` is the key of the section that is pointed at; of a section with one lane the chevron is
        there only then, or when it is folded.
        """
        painter, _, _, theme = canvas
        stack = self._stack
        painter.save()
        reach = stack.stats.right() - stack.lanes.right()
        room = stack.lanes.adjusted(-self._width, -_OVERHANG, reach, _OVERHANG)
        painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
        metrics = canvas.writing(theme.text, 13)
        small: list[tuple[QRectF, str]] = []  # for later: a painter takes long to change fonts
        for each, rows in _legible(stack):
            is_current = each.section.key == current
            has_chevron = each.number == 0 and (each.section.group or each.folded or is_current)
            if has_chevron:
                _paint_chevron(canvas, each, lit=is_current)
            for row, box in rows:
                self._paint_row(canvas, row, box, metrics, sign=not has_chevron)
                _paint_stats(canvas, row, box, stack.stats)
                if row.number is not None and is_current:
                    _paint_cross(painter, QPointF(self._width - _CROSS, box.center().y()), theme.secondary)
                elif row.unit:
                    place = QRectF(self._unit, box.top(), self._width - self._unit - 2, box.height())
                    small.append((place, row.unit))
        canvas.writing(theme.secondary)
        for place, text in small:
            painter.drawText(place, _LEFT, text)
        painter.restore()

    def paint_values(self, canvas: TimeCanvas, playhead: float, cursor: float | None) -> None:
        """Write values at playhead and cursor behind the names; they change in every paint."""
        painter, _, _, theme = canvas
        canvas.writing(theme.text, 13)
        for each, rows in _legible(self._stack):
            for row, box in rows if each.lane.valued else []:
                if row.value is not None:
                    painter.setPen(theme.text)
                    _write(painter, box, self._value, row.value(playhead))
                    if cursor is not None:
                        painter.setPen(theme.accent)
                        _write(painter, box, self._cursor, row.value(cursor))

    def paint_titles(self, canvas: TimeCanvas, chosen: Range | None, content: TimelineContent) -> None:
        """Write above the columns what they are, and which range the statistics are of."""
        painter, _, _, theme = canvas
        overview, ruler, stats = self._stack.overview, self._stack.ruler, self._stack.stats
        metrics = canvas.writing(theme.secondary)
        head = QRectF(_SWATCH, overview.top(), ruler.left() - 2 * _SWATCH, overview.height())
        painter.drawText(head, _LEFT, tr("Whole recording"))
        painter.drawText(head, _RIGHT, elapsed_text(content.duration, content.duration))
        _write(painter, ruler, self._value, tr("Playhead"))
        if self.has_cursor:
            _write(painter, ruler, self._cursor, tr("Cursor"))
        if chosen is None or not stats.width():
            return
        for text, right in zip((tr("Min"), tr("Mean"), tr("Max")), _COLUMNS, strict=True):
            _write(painter, ruler, stats.right() - right, text)
        start, end = chosen
        label = fmt.range_(content.scale.figure(start), content.scale.figure(end))
        head = QRectF(stats.left() + 12, 2, stats.width() - _CLOSE - 16, _CLOSE)
        painter.setPen(theme.text)
        painter.drawText(head, _LEFT, label)
        painter.setPen(theme.secondary)
        length = metrics.horizontalAdvance(f"{label}  ")
        painter.drawText(head.adjusted(length, 0, 0, 0), _LEFT, fmt.seconds(end - start))
        _paint_cross(painter, close_rect(self._stack).center(), theme.secondary)

    def _paint_row(
        self, canvas: TimeCanvas, row: NameRow, box: QRectF, metrics: QFontMetricsF, *, sign: bool
    ) -> None:  # fmt: skip
        painter, _, _, theme = canvas
        middle = box.center().y()
        if row.color is not None and sign:
            if row.ribbon:
                painter.fillRect(QRectF(_SWATCH, middle - 4, _SWATCH_WIDTH, 8), row.color)
            else:
                painter.setPen(swatch_pen(row.color, recorded=row.recorded))
                painter.drawLine(QLineF(_SWATCH, middle, _SWATCH + _SWATCH_WIDTH, middle))
        mark = "" if row.recorded else " ƒ"
        has_values = row.value is not None or bool(row.unit)
        room = (self._value - self._value_width if has_values else self._width - _GAP) - _NAME
        fits = room - metrics.horizontalAdvance(mark)
        is_brief = self._width < NAMES_WIDTH or metrics.horizontalAdvance(row.text) > fits
        text = (row.brief if is_brief else "") or row.text
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, fits)
        painter.setPen(theme.text)
        painter.drawText(QRectF(_NAME, box.top(), room, box.height()), _LEFT, text)
        if mark:
            painter.setPen(theme.secondary)
            after = QRectF(_NAME + metrics.horizontalAdvance(text), box.top(), 20, box.height())
            painter.drawText(after, _LEFT, mark)


def paint_scroll_bar(canvas: TimeCanvas, stack: Stack) -> None:
    """Show which part of the lanes is in view, if it is not all of them."""
    if not stack.reach:
        return
    room = stack.lanes
    length = max(room.height() * room.height() / (room.height() + stack.reach), _SHORTEST_BAR)
    top = room.top() + (room.height() - length) * stack.scroll / stack.reach
    bar = QRectF(room.right() + 8, top, _BAR, length)
    canvas.filling(faded(canvas.theme.faint, 0.7)).drawRoundedRect(bar, _BAR / 2, _BAR / 2)


def _write(painter: QPainter, box: QRectF, right: float, text: str) -> None:
    """Write a text that ends at ``right``, at the height of a box."""
    painter.drawText(QRectF(right, box.top(), 0, box.height()), _RIGHT | Qt.TextFlag.TextDontClip, text)


def _paint_stats(canvas: TimeCanvas, row: NameRow, box: QRectF, stats: QRectF) -> None:
    """Write least, mean and greatest value in their columns, or one text over all of them."""
    canvas.painter.setPen(canvas.theme.text)
    if len(row.stats) == len(_COLUMNS):
        for text, right in zip(row.stats, _COLUMNS, strict=True):
            _write(canvas.painter, box, stats.right() - right, text)
    elif row.stats and stats.width():
        room = QRectF(stats.left() + 20, box.top(), stats.width() - 28, box.height())
        canvas.painter.drawText(room, _LEFT, row.stats[0])


def _paint_cross(painter: QPainter, middle: QPointF, color: QColor) -> None:
    painter.setPen(QPen(color, 1.5))
    across, down = QPointF(_CHEVRON, _CHEVRON), QPointF(_CHEVRON, -_CHEVRON)
    painter.drawLine(QLineF(middle - across, middle + across))
    painter.drawLine(QLineF(middle - down, middle + down))


def _paint_chevron(canvas: TimeCanvas, placed: PlacedLane, *, lit: bool) -> None:
    """Draw a chevron that points right when folded, down when not."""
    middle, size = QPointF(_CHEVRON_ROOM / 2 + 2, placed.rect.center().y()), _CHEVRON
    across, along = QPointF(size, 0), QPointF(0, size)
    corners = (
        [middle - across / 2 - along, middle + across / 2, middle - across / 2 + along]
        if placed.folded
        else [middle - across - along / 2, middle + along / 2, middle + across - along / 2]
    )
    canvas.painter.setPen(QPen(canvas.theme.text if lit else canvas.theme.secondary, 1.4))
    canvas.painter.drawPolyline(QPolygonF(corners))
