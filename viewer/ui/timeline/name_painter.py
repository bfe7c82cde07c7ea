"""The column at the left of the lanes: signs, names, values, units, and edges by which lanes are dragged."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from viewer.ui import format as fmt
from viewer.ui.theme import Theme, faded, font
from viewer.ui.timeline.context import LaneContext
from viewer.ui.timeline.lane import NameRow, tr
from viewer.ui.timeline.signals.curve_painter import swatch_pen
from viewer.ui.timeline.stack import NAMES_WIDTH, PlacedLane, Stack
from viewer.ui.timeline.timeline_content import TimelineContent

_SWATCH, _SWATCH_WIDTH, _NAME = 10.0, 15.0, 32.0
_NAME_END, _VALUE, _CURSOR, _UNIT = 158.0, 204.0, 256.0, 261.0
"""Where names end if there are values; where values at playhead and cursor end; where units begin."""
_CROSS = 287.0
"""Where the sign is that removes a signal; it is there while the name is pointed at."""
_COLUMNS = (148.0, 80.0, 16.0)
"""Where figures end in the column of statistics, from the right."""
_CLOSE = 24.0
_GAP = 8.0
_PITCH, _LEAST_PITCH = 17.0, 13.0
"""Pixels from one row of a lane to the next as a rule, and at least."""
_NOTE_FROM = 32.0
"""Height of a lane of one row from which there is room for a second line."""
_CHEVRON_ROOM = 28.0
"""Pixels at the left in which there is the chevron."""
_CHEVRON = 3.5
_OVERHANG = 2
"""Pixels by which text may be higher than its lane."""
_LEGIBLE = 10.0
"""Pixels of a lane at the edge of the column from which its name can be read."""
_EDGE = 3.0
"""Pixels from the lower edge of a lane within which one takes hold of it."""
_BAR = 4.0
_SHORTEST_BAR = 16.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def in_names(stack: Stack, position: QPointF) -> bool:
    """Return whether a position is in the column beside the lanes."""
    return position.x() < NAMES_WIDTH - _GAP and position.y() >= stack.lanes.top()


def edge_at(stack: Stack, position: QPointF) -> PlacedLane | None:
    """Return the lane whose lower edge is at a position in the column."""
    if not in_names(stack, position):
        return None
    return next((each for each in stack.placed if abs(each.rect.bottom() + 1 - position.y()) <= _EDGE), None)


def chevron_at(stack: Stack, position: QPointF) -> PlacedLane | None:
    """Return the lane whose chevron is at a position."""
    placed = stack.lane_at(position) if in_names(stack, position) else None
    on = placed is not None and placed.number == 0 and position.x() < _CHEVRON_ROOM
    return placed if on else None


def row_at(placed: PlacedLane, position: QPointF) -> NameRow:
    """Return the row of a lane at a height: the nearest one."""
    rows, _ = _placed_rows(placed)
    return min(rows, key=lambda each: abs(each[1].center().y() - position.y()))[0]


def is_on_cross(position: QPointF) -> bool:
    """Return whether the sign that removes a signal would be at a position in the column."""
    return _CROSS - 6 <= position.x() <= NAMES_WIDTH


def close_rect(stack: Stack) -> QRectF:
    """Return where the sign is that ends the range, above the statistics; empty while there are none."""
    stats = stack.stats
    return QRectF(stats.right() - _CLOSE - 4, 2, _CLOSE, _CLOSE) if stats.width() else QRectF()


def _placed_rows(placed: PlacedLane) -> tuple[list[tuple[NameRow, QRectF]], bool]:
    """Return the rows of a lane there is room for, where they are, and whether a note stands below."""
    rows, rect = placed.lane.rows, placed.rect
    rows = rows[: max(int((rect.height() + 2 * _OVERHANG) // _LEAST_PITCH), 1)]
    pitch = min(_PITCH, (rect.height() + 2 * _OVERHANG) / len(rows)) if rows else _PITCH
    noted = len(rows) == 1 and bool(placed.lane.note) and rect.height() >= _NOTE_FROM
    top = rect.center().y() - pitch * (len(rows) + noted) / 2
    return [(row, QRectF(0, top + n * pitch, NAMES_WIDTH, pitch)) for n, row in enumerate(rows)], noted


def _legible(stack: Stack) -> list[PlacedLane]:
    """Return the lanes of which enough is in view to read their names."""
    return [
        each
        for each in stack.placed
        if (each.rect & stack.lanes).height() >= min(each.rect.height(), _LEGIBLE)
    ]


def _clip(painter: QPainter, stack: Stack) -> None:
    reach = stack.stats.right() - stack.lanes.right()
    painter.setClipRect(stack.lanes.adjusted(-NAMES_WIDTH, -_OVERHANG, reach, _OVERHANG))


def paint_names(painter: QPainter, stack: Stack, theme: Theme, current: str | None) -> None:
    """Write the names of each lane, and what they amount to.

    ``current`` is the key of the section that is pointed at; of a section with one lane the chevron is there
    only then, or when it is folded.
    """
    painter.save()
    _clip(painter, stack)
    painter.setFont(font(12))
    for each in _legible(stack):
        is_current = each.section.key == current
        has_chevron = each.number == 0 and (each.section.group or each.folded or is_current)
        if has_chevron:
            _paint_chevron(painter, each, theme, lit=is_current)
        rows, noted = _placed_rows(each)
        for row, box in rows:
            _paint_row(painter, row, box, theme, sign=not has_chevron, cross=is_current)
            _paint_stats(painter, row, box, stack.stats, theme)
        if noted:
            painter.setPen(theme.secondary)
            below = QRectF(_NAME, rows[0][1].bottom() - 2, _VALUE - _NAME, rows[0][1].height())
            painter.drawText(below, _LEFT, each.lane.note)
    painter.restore()


def paint_values(
    painter: QPainter,
    stack: Stack,
    theme: Theme,
    playhead: float,
    cursor: float | None,
) -> None:
    """Write values at playhead and cursor behind the names; they change in every paint."""
    painter.save()
    _clip(painter, stack)
    painter.setFont(font(12))
    for each in _legible(stack):
        rows = _placed_rows(each)[0] if each.lane.valued else []
        for row, box in rows:
            if row.value is None:
                continue
            painter.setPen(theme.text)
            painter.drawText(
                QRectF(_NAME_END, box.top(), _VALUE - _NAME_END, box.height()), _RIGHT, row.value(playhead)
            )
            if cursor is not None:
                painter.setPen(theme.accent)
                at_cursor = QRectF(_VALUE + 4, box.top(), _CURSOR - _VALUE - 4, box.height())
                painter.drawText(at_cursor, _RIGHT, row.value(cursor))
    painter.restore()


def paint_titles(painter: QPainter, stack: Stack, context: LaneContext, content: TimelineContent) -> None:
    """Write above the columns what they are, and which range the statistics are of."""
    theme, ruler, stats = context.theme, stack.ruler, stack.stats
    painter.setFont(font(12))
    painter.setPen(theme.secondary)
    for text, right in ((tr("Playhead"), _VALUE), (tr("Cursor"), _CURSOR)):
        painter.drawText(QRectF(right - 80, ruler.top(), 80, ruler.height()), _RIGHT, text)
    if context.chosen is None or not stats.width():
        return
    for text, right in zip((tr("Min"), tr("Mean"), tr("Max")), _COLUMNS, strict=True):
        painter.drawText(QRectF(stats.right() - right - 60, ruler.top(), 60, ruler.height()), _RIGHT, text)
    start, end = context.chosen
    label = fmt.range_(content.scale.label(start), content.scale.label(end))
    head = QRectF(
        stats.left() + 12, stack.overview.top(), stats.width() - _CLOSE - 16, stack.overview.height()
    )
    painter.drawText(head, _LEFT, f"{label}  {fmt.seconds(end - start)}")
    _paint_cross(painter, close_rect(stack).center(), theme.secondary)


def paint_scroll_bar(painter: QPainter, stack: Stack, theme: Theme) -> None:
    """Show which part of the lanes is in view, if it is not all of them."""
    if not stack.reach:
        return
    room = stack.lanes
    length = max(room.height() * room.height() / (room.height() + stack.reach), _SHORTEST_BAR)
    top = room.top() + (room.height() - length) * stack.scroll / stack.reach
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(theme.faint, 0.7))
    painter.drawRoundedRect(QRectF(room.right() + 8, top, _BAR, length), _BAR / 2, _BAR / 2)


def _paint_row(
    painter: QPainter, row: NameRow, box: QRectF, theme: Theme, *, sign: bool, cross: bool
) -> None:  # fmt: skip
    middle = box.center().y()
    if row.color is not None and sign:
        if row.ribbon:
            painter.fillRect(QRectF(_SWATCH, middle - 4, _SWATCH_WIDTH, 8), row.color)
        else:
            painter.setPen(swatch_pen(row.color, recorded=row.recorded))
            painter.drawLine(QLineF(_SWATCH, middle, _SWATCH + _SWATCH_WIDTH, middle))
    metrics = QFontMetricsF(painter.font())
    mark = "" if row.recorded else " ƒ"
    room = (_NAME_END if row.value is not None or row.unit else NAMES_WIDTH - _GAP) - _NAME
    text = metrics.elidedText(row.text, Qt.TextElideMode.ElideRight, room - metrics.horizontalAdvance(mark))
    painter.setPen(theme.text)
    painter.drawText(QRectF(_NAME, box.top(), room, box.height()), _LEFT, text)
    painter.setPen(theme.secondary)
    if mark:
        after = QRectF(_NAME + metrics.horizontalAdvance(text), box.top(), 20, box.height())
        painter.drawText(after, _LEFT, mark)
    if row.number is not None and cross:
        _paint_cross(painter, QPointF(_CROSS, middle), theme.secondary)
    elif row.unit:
        painter.drawText(QRectF(_UNIT, box.top(), NAMES_WIDTH - _UNIT - 2, box.height()), _LEFT, row.unit)


def _paint_stats(painter: QPainter, row: NameRow, box: QRectF, stats: QRectF, theme: Theme) -> None:
    """Write least, mean and greatest value in their columns, or one text over all of them."""
    painter.setPen(theme.text)
    if len(row.stats) == len(_COLUMNS):
        for text, right in zip(row.stats, _COLUMNS, strict=True):
            painter.drawText(QRectF(stats.right() - right - 64, box.top(), 64, box.height()), _RIGHT, text)
    elif row.stats and stats.width():
        painter.drawText(
            QRectF(stats.left() + 20, box.top(), stats.width() - 28, box.height()), _LEFT, row.stats[0]
        )


def _paint_cross(painter: QPainter, middle: QPointF, color: QColor) -> None:
    painter.setPen(QPen(color, 1.5))
    across, down = QPointF(_CHEVRON, _CHEVRON), QPointF(_CHEVRON, -_CHEVRON)
    painter.drawLine(QLineF(middle - across, middle + across))
    painter.drawLine(QLineF(middle - down, middle + down))


def _paint_chevron(painter: QPainter, placed: PlacedLane, theme: Theme, *, lit: bool) -> None:
    """Draw a chevron that points right when folded, down when not."""
    middle, size = QPointF(_CHEVRON_ROOM / 2 + 2, placed.rect.center().y()), _CHEVRON
    across, along = QPointF(size, 0), QPointF(0, size)
    corners = (
        [middle - across / 2 - along, middle + across / 2, middle - across / 2 + along]
        if placed.folded
        else [middle - across - along / 2, middle + along / 2, middle + across - along / 2]
    )
    painter.setPen(QPen(theme.text if lit else theme.secondary, 1.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(corners))
