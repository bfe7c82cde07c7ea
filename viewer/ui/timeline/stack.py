"""How the parts of the timeline lie above each other."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPen

from viewer.replay.time.time_range import Range
from viewer.ui.theme import faded
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.damage import damage_labels, paint_damage
from viewer.ui.timeline.lane import Lane, LaneHeight
from viewer.ui.timeline.overview import OVERVIEW_HEIGHT
from viewer.ui.timeline.ruler import RULER_HEIGHT, paint_frame_edges, paint_ruler
from viewer.ui.timeline.sections import ShownSection, height_key
from viewer.ui.timeline.time_canvas import Label, TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent

NAMES_WIDTH = 300
"""Pixels at the left for names and values: as wide as the list, so that time begins where the map begins."""
_NARROW_NAMES, _NARROW = 240, 1400
"""The same in widgets narrower than this."""
STATS_WIDTH = 216
"""Pixels at the right for statistics while a range is chosen."""
RIGHT_MARGIN = 16
TINT = 0.09
"""Opacity of the accent over a chosen range."""
_TOP = 6
_BOTTOM = 6
_GAP = 1
_LEAST_SEEN = 18
"""Pixels of a lane at the end of the room in which there is something to be seen."""
_ROWS = 4
"""Rows of a long section for which other lanes make room."""

_MOST_LOST = 100
"""Stretches of lost frames in the window beyond which hatching them through all lanes tells nothing."""
_WIDE_FRAME = 64.0
"""Pixels of a usual frame from which on its edges are drawn through the lanes."""

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
class PlacedLane:
    """A lane and where it is drawn.

    Attributes:
        lane: the lane.
        rect: its rectangle in the widget, which may lie in part beyond the room for lanes.
        section: the lane of the table that it belongs to.
        number: which of the section's lanes it is.
        folded: whether the section is folded.

    """

    lane: Lane
    rect: QRectF
    section: Lane
    number: int
    folded: bool

    @property
    def height_key(self) -> str:
        """By what its height is remembered."""
        return height_key(self.section, self.number)


class Stack:
    """The overview, the axis and the lanes, placed in a widget.

    Attributes:
        overview: the strip of the whole recording.
        ruler: the axis.
        lanes: the room for lanes, below the axis; they scroll in it.
        stats: the column of statistics, empty while there is none.
        placed: the lanes of which something is to be seen, from above.
        scroll: pixels by which the lanes are scrolled, or, below the others, the rows of the last section.
        reach: pixels by which they can be.
        spare: rows of the last section for which there is still room below it.

    """

    def __init__(self) -> None:
        self.overview = QRectF()
        self.ruler = QRectF()
        self.lanes = QRectF()
        self.stats = QRectF()
        self.placed: tuple[PlacedLane, ...] = ()
        self.scroll = 0
        self.reach = 0
        self.spare = 0
        self._blocks: list[tuple[float, ShownSection, list[int] | int]] = []
        self._still = 0  # of these so many do not scroll: rows below them do, by whole rows
        self._pitch = 1
        self._ticks: list[float] = []

    @property
    def count(self) -> int:
        """How many lanes there are, each life span aside."""
        return sum(1 if isinstance(heights, int) else len(heights) for _, _, heights in self._blocks)

    @property
    def bottom(self) -> float:
        """Y at which the last lane ends."""
        end = self.placed[-1].rect.bottom() if self.placed else self.ruler.bottom()
        return min(end, self.lanes.bottom())

    @property
    def room(self) -> QRectF:
        """From the first lane to the last."""
        return QRectF(self.lanes.topLeft(), QPointF(self.lanes.right(), self.bottom))

    def arrange(self, shown: Sequence[ShownSection], size: QSize, *, has_stats: bool = False) -> None:
        """Place everything in a widget of this size; scrolled as before, as far as that goes."""
        beside = STATS_WIDTH if has_stats else RIGHT_MARGIN
        left = NAMES_WIDTH if size.width() >= _NARROW else _NARROW_NAMES
        width = max(size.width() - left - beside, 1)
        self.stats = QRectF(left + width, 0.0, STATS_WIDTH if has_stats else 0.0, size.height())
        self.overview = QRectF(left, _TOP, width, OVERVIEW_HEIGHT)
        self.ruler = QRectF(left, self.overview.bottom(), width, RULER_HEIGHT)
        room = max(size.height() - HEAD_HEIGHT - _BOTTOM, 0)
        self.lanes = QRectF(left, self.ruler.bottom(), width, room)
        self._blocks, self._still, self._pitch, self.spare = [], 0, 1, 0
        top = 0.0
        for each, heights in zip(shown, _heights(shown, room), strict=True):
            self._blocks.append((top, each, heights))
            count = len(each.lanes)
            if isinstance(heights, int) and each is shown[-1] and top + 2 * heights < room:
                self._still, self._pitch = len(self._blocks) - 1, heights + _GAP
            top += (heights * count if isinstance(heights, int) else sum(heights)) + _GAP * count
            self.spare = max(int(room - top + _GAP) // (heights + _GAP), 0) if isinstance(heights, int) else 0
        self.reach = self._pitch * math.ceil(max(round(top) - _GAP - room, 0) / self._pitch)
        self.scroll_to(self.scroll)

    def scroll_to(self, scroll: float) -> None:
        """Scroll the lanes to some pixels below their beginning, as far as there are lanes."""
        self.scroll = round(min(max(scroll, 0), self.reach))
        self.placed = tuple(self._place())

    def _place(self) -> Iterator[PlacedLane]:
        """Yield the lanes of which something is to be seen."""
        offset = self.scroll // self._pitch * self._pitch
        for place, (block_top, shown, heights) in enumerate(self._blocks):
            scrolled = offset if place >= self._still else 0
            begin = self._blocks[self._still][0] if self._still and place >= self._still else 0.0
            first, last = begin + scrolled, scrolled + self.lanes.height()
            top, number = block_top, 0
            if isinstance(heights, int):
                number = max(int((first - block_top) // (heights + _GAP)), 0)
                top += number * (heights + _GAP)
            while number < len(shown.lanes) and top < last:
                height = heights if isinstance(heights, int) else heights[number]
                if top > first and last - top < min(height, _LEAST_SEEN):
                    break  # half a row says nothing
                if top + height > first:
                    y = top + self.lanes.top() - scrolled
                    rect = QRectF(self.lanes.left(), y, self.lanes.width(), height)
                    yield PlacedLane(shown.lanes[number], rect, shown.section, number, shown.folded)
                top += height + _GAP
                number += 1

    def heights_above(self, placed: PlacedLane) -> dict[str, int]:
        """Return how high the lanes above one are, by what they are remembered, where they can be dragged."""
        result: dict[str, int] = {}
        for _, shown, heights in self._blocks:
            for number in range(len(shown.lanes) if isinstance(heights, list) else 0):
                key = height_key(shown.section, number)
                if key == placed.height_key:
                    return result
                if isinstance(heights, list) and (shown.section.group or not shown.folded):
                    result[key] = heights[number]
        return result

    def lane_at(self, position: QPointF) -> PlacedLane | None:
        """Return the lane at a height."""
        y, half = position.y(), _GAP / 2
        if not self.lanes.top() - half <= y <= self.lanes.bottom():
            return None
        return next(
            (each for each in self.placed if each.rect.top() - half <= y < each.rect.bottom() + half), None
        )

    def paint(
        self, canvas: TimeCanvas, content: TimelineContent, tinted: Range | None, part: QRectF
    ) -> None:  # fmt: skip
        """Draw the axis and the lanes, as far as they lie in a part of the widget, to which it is clipped.

        A range, in seconds, is tinted under what is in the lanes.
        """
        painter, axis, room, theme = canvas
        if part.intersects(self.ruler):  # it is part of whatever is drawn first
            self._ticks = paint_ruler(canvas.at(self.ruler), content)
        for each in self.placed:
            painter.fillRect(each.rect & self.lanes, theme.lane)
        if tinted is not None:
            left, right = max(round(axis.x(tinted[0])), axis.left), min(round(axis.x(tinted[1])), axis.right)
            band = QRectF(left, room.top(), max(right - left, 0.0), room.height())
            painter.fillRect(band, faded(theme.accent, TINT))
        painter.setPen(QPen(theme.lane_grid, 1))
        painter.drawLines([QLineF(x, room.top(), x, room.bottom()) for x in self._ticks])
        for each in (placed for placed in self.placed if part.intersects(placed.rect & self.lanes)):
            painter.save()
            painter.setClipRect(each.rect & self.lanes, Qt.ClipOperation.IntersectClip)
            each.lane.paint(canvas.at(each.rect))
            painter.restore()
        lost = content.lost[(content.lost[:, 1] >= axis.start) & (content.lost[:, 0] <= axis.end)]
        missing = content.missing[len(content.lost) if len(lost) > _MOST_LOST else 0 :]
        canvas.hatch(missing)
        if content.usual_duration / axis.seconds_per_pixel >= _WIDE_FRAME:
            paint_frame_edges(canvas, content, room.top(), theme.hairline)
        paint_damage(canvas, self.damage(axis, content))

    def damage(self, axis: TimeAxis, content: TimelineContent) -> tuple[Label, ...]:
        """Return the names of what cannot be read, in the highest of the lanes that only show values."""
        rooms = ((each.lane.valued and not each.lane.hint, each.rect & self.lanes) for each in self.placed)
        _, room = max(rooms, key=lambda room: (room[0], room[1].height()), default=(False, QRectF()))
        return damage_labels(axis, content, room)


def _heights(shown: Sequence[ShownSection], room: int) -> list[list[int] | int]:
    """Return the height of each lane, or of all lanes of a section with rows.

    What does not fit is scrolled to; before that, lanes become as low as they can be. Where there are rows,
    they take what is left over, and some of them are to be seen. No lane is cut at the end of the room if
    those above it have use for what is left of it.
    """
    single = [height for each in shown if isinstance(each.heights, list) for height in each.heights]
    rows = ((each.heights.usual, len(each.lanes)) for each in shown if isinstance(each.heights, LaneHeight))
    row, count = next(rows, (0, 0))
    pitch = row + _GAP
    gaps = _GAP * (len(single) - 1)
    usual = sum(height.usual for height in single)
    shared = share_height(
        single, max(room - gaps - pitch * count, min(usual, room - gaps - pitch * min(count, _ROWS)))
    )
    rest = room - gaps - sum(shared)
    if rest < 0:
        ends = itertools.accumulate(height.least + _GAP for height in single)
        whole = sum(end - _GAP <= room for end in ends)
        shared[:whole] = share_height(single[:whole], room - _GAP * (whole - 1))
    elif rest < pitch * count:
        shared = share_height(single, sum(shared) + rest % pitch)
    heights = iter(shared)
    return [
        [next(heights) for _ in each.heights] if isinstance(each.heights, list) else each.heights.usual
        for each in shown
    ]
