"""How the parts of the timeline lie above each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from viewer.ui.theme import Theme, font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.content import Content
from viewer.ui.timeline.frame_lane import GROWN, FrameLane
from viewer.ui.timeline.lane import Lane, LaneHeight, paint_hatched
from viewer.ui.timeline.overview import OVERVIEW_HEIGHT
from viewer.ui.timeline.ruler import RULER_HEIGHT, paint_ruler

NAMES_WIDTH = 128
"""Pixels at the left for the names of lanes, with the gap to the lanes."""
RIGHT_MARGIN = 20
_TOP = 6
_BOTTOM = 6
_GAP = 2
_NAME_GAP = 12
_OVERHANG = 2
"""Pixels by which two lines of text may be higher than their lane."""

HEAD_HEIGHT = _TOP + OVERVIEW_HEIGHT + RULER_HEIGHT


def share_height(wanted: Sequence[LaneHeight], room: int) -> list[int]:
    """Return the height of each lane: what it likes to have, or its part of what is missing or left over."""
    usual = [height.usual for height in wanted]
    rest = room - sum(usual)
    limits = [height.most if rest > 0 else height.least for height in wanted]
    slack = [abs(limit - height) for limit, height in zip(limits, usual, strict=True)]
    if rest > 0:  # the first that can use it takes it
        for number, most in enumerate(slack):
            taken = min(most, rest)
            usual[number] += taken
            rest -= taken
        return usual
    total = max(sum(slack), 1)
    missing = min(-rest, sum(slack))
    before = 0
    for number, given in enumerate(slack):  # rounded so that the parts sum to what is missing
        after = before + given
        usual[number] -= round(missing * after / total) - round(missing * before / total)
        before = after
    return usual


@dataclass(frozen=True)
class Placed:
    """A lane and where it is drawn."""

    lane: Lane
    rect: QRectF


class Stack:
    """The overview, the axis and the lanes, placed in a widget."""

    def __init__(self) -> None:
        self.overview = QRectF()
        self.ruler = QRectF()
        self.placed: tuple[Placed, ...] = ()

    @property
    def bottom(self) -> float:
        """Y at which the last lane ends."""
        return self.placed[-1].rect.bottom() if self.placed else self.ruler.bottom()

    def arrange(self, lanes: Sequence[Lane], size: QSize) -> None:
        """Place everything in a widget of this size."""
        width = max(size.width() - NAMES_WIDTH - RIGHT_MARGIN, 1)
        self.overview = QRectF(NAMES_WIDTH, _TOP, width, OVERVIEW_HEIGHT)
        self.ruler = QRectF(NAMES_WIDTH, self.overview.bottom(), width, RULER_HEIGHT)
        room = size.height() - HEAD_HEIGHT - _BOTTOM - _GAP * (len(lanes) - 1)
        top = self.ruler.bottom()
        placed = []
        for lane, height in zip(lanes, share_height([lane.height for lane in lanes], room), strict=True):
            placed.append(Placed(lane, QRectF(NAMES_WIDTH, top, width, height)))
            top += height + _GAP
        self.placed = tuple(placed)

    def grown(self, placed: Placed) -> QRectF:
        """Return the rectangle of a lane that is pointed at: the frame lane grows upwards over the others."""
        if not isinstance(placed.lane, FrameLane):
            return placed.rect
        return placed.rect.adjusted(0, min(placed.rect.height() - GROWN, 0), 0, 0)

    def lane_at(self, position: QPointF, pointed: Placed | None) -> Placed | None:
        """Return the lane at a position; the one that has grown covers the others."""
        if pointed and self.grown(pointed).contains(position):
            return pointed
        half = _GAP / 2
        return next(
            (each for each in self.placed if each.rect.adjusted(0, -half, 0, half).contains(position)), None
        )

    def paint(
        self, painter: QPainter, axis: TimeAxis, content: Content, theme: Theme, pointed: Placed | None
    ) -> None:
        """Draw the axis and the lanes."""
        paint_ruler(painter, axis, self.ruler, content, theme)
        for each in self.placed:
            self._paint_lane(painter, each, each.rect, axis, content, theme)
        if pointed is not None and self.grown(pointed) != pointed.rect:
            rect = self.grown(pointed)
            painter.fillRect(rect.adjusted(0, -_GAP, 0, 0), theme.panel)
            self._paint_lane(painter, pointed, rect, axis, content, theme)
        self._paint_names(painter, theme, pointed)

    @staticmethod
    def _paint_lane(
        painter: QPainter, placed: Placed, rect: QRectF, axis: TimeAxis, content: Content, theme: Theme
    ) -> None:  # fmt: skip
        painter.save()
        painter.setClipRect(rect)
        placed.lane.paint(painter, axis, rect, theme)
        read = axis.x(content.read)
        paint_hatched(painter, QRectF(read, rect.top(), rect.right() - read, rect.height()), theme)
        painter.restore()

    def _paint_names(self, painter: QPainter, theme: Theme, pointed: Placed | None) -> None:
        """Write the name of each lane beside its middle, unless another lane has grown over that."""
        painter.setFont(font(12))
        painter.setPen(theme.secondary)
        metrics = QFontMetricsF(painter.font())
        width = NAMES_WIDTH - 2 * _NAME_GAP
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        cover = self.grown(pointed) if pointed else QRectF()
        for each in self.placed:
            rect = cover if each is pointed else each.rect
            if each is not pointed and cover.contains(each.rect.center()):
                continue
            lines = [text for text in (each.lane.name, each.lane.note) if text]
            if len(lines) * metrics.height() > rect.height() + _OVERHANG:
                del lines[1:]
            elided = (metrics.elidedText(text, Qt.TextElideMode.ElideRight, width) for text in lines)
            box = QRectF(_NAME_GAP, rect.top() - _OVERHANG, width, rect.height() + 2 * _OVERHANG)
            painter.drawText(box, align, "\n".join(elided))
