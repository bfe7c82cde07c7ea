"""Life spans of actors: folded those that matter, unfolded all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from viewer.arrays import Floats
from viewer.lazy import LazySequence, kept, lazy
from viewer.recording.actors import NEVER, Category
from viewer.recording.index import RecordingIndex
from viewer.signals import Series
from viewer.ui import format as fmt
from viewer.ui.theme import faded
from viewer.ui.timeline.axis import TimeAxis, ValueAxis
from viewer.ui.timeline.lane import Hit, Lane, LaneContext, LaneHeight
from viewer.ui.timeline.signals.curve_painter import Drawn, paint_curve
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr

_BAR = 6.0
_REACH = 4.0
_TICK = 7.0
"""Pixels in which there is one tick at most."""
_HEIGHT = LaneHeight(18, 18, 18)
_MOST_SELECTED = 24
"""Selected actors that have a lane; thousands may be selected."""
_LONG = 0.95
"""Share of the recording from which on a life counts as all of it."""
_RANKS = {Category.VEHICLE: 0, Category.BICYCLE: 0, Category.WALKER: 1}
_LAST_RANK = 2
_MARGIN, _FILL = 3.0, 0.4
"""Pixels above and below the curve of how many are alive; opacity of what is below it."""


class LifeLane(Lane):
    """A bar from spawn to destruction, and a tick for each contact; another recording has other lanes."""

    shown = None
    height = _HEIGHT

    def __init__(self, content: TimelineContent, context: LaneContext, row: int) -> None:
        self._content, self.context = content, context
        self.row = self._actor = row
        description = content.index.actors.descriptions[row]
        self._called = f"{description.actor_id} {fmt.short_blueprint(description.type_id)}"
        self.name = tr("Hero {}").format(description.actor_id) if row == context.hero else self._called

    @lazy
    def _life(self) -> tuple[float, float]:
        actors, edges, last = self._content.index.actors, self._content.edges, self._content.frame_count
        frames = (each[self._actor] for each in (actors.spawn_frame, actors.destroy_frame))
        begin, end = (float(edges[min(int(frame), last)]) for frame in frames)
        return begin, end

    @lazy
    def _contacts(self) -> Floats:
        contacts = self._content.index.contacts.columns
        of_actor = (contacts["actor"] == self._actor) | (contacts["other"] == self._actor)
        times: Floats = self._content.edges[contacts["first_frame"][of_actor]]
        return times

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw the bar, and a tick for each contact."""
        _, axis, rect, theme = canvas
        left, right = axis.x(self._life[0]), axis.x(self._life[1])
        bar = QRectF(left, rect.center().y() - _BAR / 2, max(right - left, 2.0), _BAR)
        color = faded(self.context.color(self._actor), 0.72)
        canvas.filling(color).drawRoundedRect(bar & rect.adjusted(-4, 0, 4, 0), 2, 2)
        xs = axis.xs(self._contacts).round()
        xs = xs[(xs >= rect.left() - 2) & (xs <= rect.right() + 2)]
        xs = xs[np.diff(xs // _TICK, prepend=-np.inf) > 0]  # of a crowd one, so that the bar stays to be seen
        ticks = [QRectF(x - 1.5, bar.top() - 2, 3, _BAR + 4) for x in xs.tolist()]
        canvas.filling(theme.collision).drawRects(ticks)

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the contact or the life at a pixel."""
        distances = np.abs(axis.xs(self._contacts) - x)
        if len(distances) and distances.min() <= _REACH:
            time = float(self._contacts[int(distances.argmin())])
            said = tr("Collision of {} at {}").format(self.name, self._content.scale.label(time))
            return Hit((said,), time, self.row)
        if not self._life[0] <= axis.time(x) <= self._life[1]:
            return None
        label = self._content.scale.label
        end = tr("end") if self._life[1] >= self._content.read else label(self._life[1])
        return Hit((self._called, fmt.range_(label(self._life[0]), end)))


class LivesLane(Lane):
    """The selected actors, the hero and the pinned ones; unfolded everybody.

    It is unfolded from the start where vehicles or walkers come and go: bars from end to end say little.
    Where nobody has a bar, it shows how many are alive.
    """

    group = True
    height = _HEIGHT
    shown = None

    def __init__(self) -> None:
        self.name = tr("Life spans")
        self._told: tuple[int | None, ...] = ()
        self._special: list[int] = []
        self._rows = np.empty(0, np.int64)
        self._lanes: dict[int, LifeLane] = {}
        self._count(None)

    def lanes(self, *, folded: bool) -> Sequence[Lane]:
        """Return the lanes of those that matter, or rows."""
        if folded or self._content is None or not len(self._rows):
            return [self._lane_of(row) for row in self._special] or [self]
        return LazySequence(len(self._rows), lambda number: self._lane_of(int(self._rows[number])))

    def set_context(self, context: LaneContext) -> None:
        """Show the actors of a recording: those selected, the most important first, the hero, the pinned."""
        super().set_context(context)
        content, before = context.content, self._content
        selected = tuple(reversed(context.selected[-_MOST_SELECTED:]))
        told = (context.hero, *selected, context.hero, *context.pinned)
        if content is before and told == self._told:
            return
        self._told = told
        if content is not before:
            self._count(content)
        self._arrange()

    def _count(self, content: TimelineContent | None) -> None:
        """Take the actors of a recording, in the order of their lanes."""
        self._content = content
        self._alive: Drawn | None = None
        self.folded_at_first = True
        self._order = np.empty(0, np.int64)
        if content is None or not content.index.actors:
            return
        actors = content.index.actors
        self._order, movers = order_of(content.index), np.isin(actors.category, list(_RANKS))
        changed, values = alive_counts(content.index)
        edges, last = content.edges, content.frame_count
        told = Series("alive", self.name, "", edges[changed], values, recorded=True, steps=True)
        self._alive = Drawn(told)
        begin, end = np.minimum(actors.spawn_frame, last), np.minimum(actors.destroy_frame, last)
        short = edges[end] - edges[begin] < _LONG * (content.read - content.first)
        self.folded_at_first = not (movers & short).any()

    def _lane_of(self, row: int) -> LifeLane:
        """Return the lane of an actor."""
        assert self._content is not None  # noqa: S101 - whoever has rows has a recording
        if row not in self._lanes:
            self._lanes[row] = LifeLane(self._content, self.context, row)
        return self._lanes[row]

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw how many are alive as an area whose full height is the greatest number."""
        if self._alive is not None:
            values = ValueAxis(0.0, max(self._alive.most, 1.0))
            plot = canvas.rect.adjusted(0, _MARGIN, 0, -_MARGIN)
            paint_curve(canvas.at(plot), values, self._alive, canvas.theme.secondary, fill=_FILL)

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return how many are alive."""
        count = np.nan if self._alive is None else self._alive.series.at(axis.time(x))
        return Hit((tr("{} actors").format(fmt.count(int(count))),)) if np.isfinite(count) else None

    def _arrange(self) -> None:
        """Put the selected actors, the hero and the pinned ones before all others, each once."""
        self._lanes.clear()
        known = range(len(self._order))
        self._special = [row for row in dict.fromkeys(self._told[1:]) if row is not None and row in known]
        special = np.array(self._special, np.int64)
        others = np.ones(len(self._order), bool)
        others[special] = False
        self._rows = np.concatenate((special, self._order[others[self._order]]))


@kept
def alive_counts(index: RecordingIndex) -> tuple[NDArray[np.integer], NDArray[np.float64]]:
    """Return frames at which the number of living actors changes, and the number from each on, shape (K,)."""
    actors, last = index.actors, len(index.heads)
    begin, end = (np.sort(np.minimum(each, last)) for each in (actors.spawn_frame, actors.destroy_frame))
    changed = np.sort(np.concatenate((begin, end, (0, last))))
    changed = changed[np.diff(changed, prepend=-1) != 0]  # np.unique would load numpy's masked arrays
    count = np.searchsorted(begin, changed, "right") - np.searchsorted(end, changed, "right")
    return changed, np.append(count[:-1], np.nan)


@kept
def order_of(index: RecordingIndex) -> NDArray[np.int64]:
    """Return the rows in the order of lanes: vehicles, walkers, the rest; who comes or goes first."""
    actors = index.actors
    ranks = np.full(max(Category) + 1, _LAST_RANK)
    ranks[list(_RANKS)] = list(_RANKS.values())
    comes_or_goes = (actors.spawn_frame > 0) | (actors.destroy_frame < NEVER)
    steady = ~(comes_or_goes & np.isin(actors.category, list(_RANKS)))
    return np.lexsort((actors.actor_id, actors.spawn_frame, steady, ranks[actors.category]))
