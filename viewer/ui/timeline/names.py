"""The column of names at the left of the lanes: names, chevrons, and the edges by which lanes are dragged."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF

from viewer.ui.theme import Theme, faded, font
from viewer.ui.timeline.stack import NAMES_WIDTH, PlacedLane, Stack

_NAME_GAP = 12
_CHEVRON_ROOM = 20.0
"""Pixels at the left in which there is the chevron."""
_CHEVRON = 3.5
_OVERHANG = 2
"""Pixels by which two lines of text may be higher than their lane."""
_LEGIBLE = 10.0
"""Pixels of a lane at the edge of the column from which its name can be read."""
_EDGE = 3.0
"""Pixels from the lower edge of a lane within which one takes hold of it."""
_BAR = 4.0
_SHORTEST_BAR = 16.0


def in_names(stack: Stack, position: QPointF) -> bool:
    """Return whether a position is in the column beside the lanes."""
    return position.x() < NAMES_WIDTH - _NAME_GAP / 2 and position.y() >= stack.lanes.top()


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


def paint_names(
    painter: QPainter, stack: Stack, theme: Theme, pointed: PlacedLane | None, current: str | None
) -> None:  # fmt: skip
    """Write the name of each lane beside its middle, unless another lane has grown over that.

    ``current`` is the key of the section that is pointed at; of a section with one lane the chevron is there
    only then, or when it is folded.
    """
    painter.save()
    painter.setClipRect(stack.lanes.adjusted(-NAMES_WIDTH, -_OVERHANG, 0, _OVERHANG))
    painter.setFont(font(12))
    cover = stack.grown(pointed) if pointed else QRectF()
    for each in stack.placed:
        is_pointed = pointed is not None and each.lane is pointed.lane
        if not is_pointed and cover.contains(each.rect.center()):
            continue
        rect = cover if is_pointed else each.rect
        if (rect & stack.lanes).height() < min(rect.height(), _LEGIBLE):
            continue
        _paint_name(painter, each, rect, theme)
        if each.number == 0 and (each.section.group or each.folded or each.section.key == current):
            _paint_chevron(painter, each, rect, theme, lit=each.section.key == current)
    painter.restore()


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


def _paint_name(painter: QPainter, placed: PlacedLane, rect: QRectF, theme: Theme) -> None:
    metrics = QFontMetricsF(painter.font())
    left = _CHEVRON_ROOM if placed.number == 0 else _NAME_GAP
    width = NAMES_WIDTH - left - _NAME_GAP
    lines = [text for text in (placed.lane.name, placed.lane.note) if text]
    if len(lines) * metrics.height() > rect.height() + _OVERHANG:
        del lines[1:]
    elided = (metrics.elidedText(text, Qt.TextElideMode.ElideRight, width) for text in lines)
    box = QRectF(left, rect.top() - _OVERHANG, width, rect.height() + 2 * _OVERHANG)
    painter.setPen(theme.secondary)
    painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, "\n".join(elided))


def _paint_chevron(painter: QPainter, placed: PlacedLane, rect: QRectF, theme: Theme, *, lit: bool) -> None:
    """Draw a chevron that points right when folded, down when not."""
    middle, size = QPointF(_CHEVRON_ROOM / 2 + 2, rect.center().y()), _CHEVRON
    across, along = QPointF(size, 0), QPointF(0, size)
    corners = (
        [middle - across / 2 - along, middle + across / 2, middle - across / 2 + along]
        if placed.folded
        else [middle - across - along / 2, middle + along / 2, middle + across - along / 2]
    )
    painter.setPen(QPen(theme.text if lit else theme.secondary, 1.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(corners))
