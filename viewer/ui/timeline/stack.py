"""How the parts of the timeline lie above each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPen

from viewer.arrays import Ints
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
_ROWS = 4
"""Rows of a section of life spans for which other lanes make room."""

_MOST_LOST = 100
"""Stretches of lost frames in the window beyond which hatching them through all lanes tells nothing."""
_WIDE_FRAME = 64.0
"""Pixels of a usual frame from which on its edges are drawn through the lanes."""

HEAD_HEIGHT = _TOP + OVERVIEW_HEIGHT + RULER_HEIGHT


def share_height(wanted: Sequence[LaneHeight], room: int) -> list[int]:
    """Return the height of each lane: what it likes to have, with its share of what is missing or left."""
    rest = room - sum(height.usual for height in wanted)
    give = [(height.most if rest > 0 else height.least) - height.usual for height in wanted]
    share = min(abs(rest) / max(abs(sum(give)), 1), 1.0)
    return [height.usual + math.floor(share * each) for height, each in zip(wanted, give, strict=True)]


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
        scroll: pixels by which the lanes are scrolled.
        reach: pixels by which they can be.

    """

    def __init__(self) -> None:
        self.overview = QRectF()
        self.ruler = QRectF()
        self.lanes = QRectF()
        self.stats = QRectF()
        self.placed: tuple[PlacedLane, ...] = ()
        self.scroll = 0
        self.reach = 0
        self._shown: Sequence[ShownSection] = ()
        self._firsts: Ints = np.zeros(
            1, np.int64
        )  # number of the first lane of each section, and of all lanes
        self._heights: Ints = np.empty(0, np.int64)  # of the lanes
        self._tops: Ints = np.empty(0, np.int64)  # below the top of the first one
        self._ticks: list[float] = []

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
        self._shown, wanted = shown, [each.heights for each in shown]
        single = [height for each in wanted if isinstance(each, list) for height in each]
        rows = sum(
            (each.heights.usual + _GAP) * min(len(each.lanes), _ROWS)
            for each in shown
            if isinstance(each.heights, LaneHeight)
        )
        shared = iter(share_height(single, room - _GAP * (len(single) - 1) - rows))
        self._heights = np.concatenate([
            np.empty(0, np.int64),
            *(
                [next(shared) for _ in each.heights]
                if isinstance(each.heights, list)
                else np.full(len(each.lanes), each.heights.usual)
                for each in shown
            ),
        ]).astype(np.int64)  # fmt: skip
        ends = np.cumsum(self._heights + _GAP)
        self._tops = ends - self._heights - _GAP
        self._firsts = np.cumsum([0, *(len(each.lanes) for each in shown)])
        self.reach = max(int(ends[-1]) - _GAP - room, 0) if len(ends) else 0
        self.scroll_to(self.scroll)

    def scroll_to(self, scroll: float) -> None:
        """Scroll the lanes to some pixels below their beginning, as far as there are lanes."""
        self.scroll = round(min(max(scroll, 0), self.reach))
        self.placed = tuple(self._place())

    def _place(self) -> Iterator[PlacedLane]:
        """Yield the lanes of which something is to be seen."""
        first = int(np.searchsorted(self._tops + self._heights, self.scroll, side="right"))
        last = int(np.searchsorted(self._tops, self.scroll + self.lanes.height()))
        sections = np.searchsorted(self._firsts, np.arange(first, last), side="right") - 1
        for lane, section in zip(range(first, last), sections.tolist(), strict=True):
            shown, number = self._shown[section], lane - int(self._firsts[section])
            top = self.lanes.top() + int(self._tops[lane]) - self.scroll
            rect = QRectF(self.lanes.left(), top, self.lanes.width(), int(self._heights[lane]))
            yield PlacedLane(shown.lanes[number], rect, shown.section, number, shown.folded)

    def heights_above(self, placed: PlacedLane) -> dict[str, int]:
        """Return how high the lanes above one are, by what they are remembered, where they can be dragged."""
        result: dict[str, int] = {}
        for first, shown in zip(self._firsts.tolist(), self._shown, strict=False):
            for number in range(len(shown.lanes) if isinstance(shown.heights, list) else 0):
                key = height_key(shown.section, number)
                if key == placed.height_key:
                    return result
                if shown.section.group or not shown.folded:
                    result[key] = int(self._heights[first + number])
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
