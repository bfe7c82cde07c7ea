"""Life spans of actors: folded those that matter, unfolded all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from viewer.arrays import Floats
from viewer.lazy import LazySequence, kept
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


def _lane_of_nobody(row: int) -> LifeLane:
    """Stand for the lanes of a recording that is closed."""
    raise LookupError(row)


class LifeLane(Lane):
    """A bar from spawn to destruction, and a tick for each contact; another recording has other lanes."""

    shown = None
    height = _HEIGHT

    def __init__(self, content: TimelineContent, context: LaneContext, row: int) -> None:
        self._content, self.context = content, context
        self.row = row
        actors, edges, last = content.index.actors, content.edges, content.frame_count
        description = actors.descriptions[row]
        self._called = f"{description.actor_id} {fmt.short_blueprint(description.type_id)}"
        self.name = tr("Hero {}").format(description.actor_id) if row == context.hero else self._called
        frames = (min(int(each[row]), last) for each in (actors.spawn_frame, actors.destroy_frame))
        self._begin, self._end = (float(edges[frame]) for frame in frames)
        contacts = content.index.contacts.columns
        of_actor = (contacts["actor"] == row) | (contacts["other"] == row)
        self._contacts: Floats = edges[contacts["first_frame"][of_actor]]

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw the bar, and a tick for each contact."""
        _, axis, rect, theme = canvas
        left, right = axis.x(self._begin), axis.x(self._end)
        bar = QRectF(left, rect.center().y() - _BAR / 2, max(right - left, 2.0), _BAR)
        color = faded(self.context.color(self.row), 0.72)
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
        if not self._begin <= axis.time(x) <= self._end:
            return None
        write = self._content.scale.label
        end = tr("end") if self._end >= self._content.read else write(self._end)
        return Hit((self._called, fmt.range_(write(self._begin), end)))


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
        self._told: object = None
        self._show(LaneContext(), ())

    def lanes(self, *, folded: bool) -> Sequence[Lane]:
        """Return the lanes of those that matter, or rows."""
        if folded or not len(self._rows):
            return [self._lane_of(row) for row in self._special] or [self]
        return LazySequence(len(self._rows), lambda number: self._lane_of(int(self._rows[number])))

    def set_context(self, context: LaneContext) -> None:
        """Show the actors of a recording: those selected, the most important first, the hero, the pinned."""
        super().set_context(context)
        selected = tuple(reversed(context.selected[-_MOST_SELECTED:]))
        before, self._told = self._told, (context.content, selected, context.hero, context.pinned)
        if self._told != before:
            self._show(
                context, (*selected, *(() if context.hero is None else (context.hero,)), *context.pinned)
            )

    def _show(self, context: LaneContext, special: Iterable[int]) -> None:
        """Put some actors before all others, each once."""
        content = context.content
        self._alive: Drawn | None = None
        self._special: list[int] = []
        self._rows, self.folded_at_first = np.empty(0, np.int64), True
        self._lane_of: Callable[[int], LifeLane] = _lane_of_nobody
        if content is None or not content.index.actors:
            return
        self._lane_of = cache(partial(LifeLane, content, context))
        index, actors, edges, last = content.index, content.index.actors, content.edges, content.frame_count
        self._special = [row for row in dict.fromkeys(special) if context.knows(row)]
        order = order_of(index)
        others = order[~np.isin(order, self._special)]
        self._rows = np.concatenate((np.array(self._special, np.int64), others))
        changed, values = alive_counts(index)
        told = Series("alive", self.name, "", edges[changed], values, recorded=True, steps=True)
        self._alive = Drawn(told)
        begin, end = np.minimum(actors.spawn_frame, last), np.minimum(actors.destroy_frame, last)
        short = edges[end] - edges[begin] < _LONG * (content.read - content.first)
        self.folded_at_first = not (np.isin(actors.category, list(_RANKS)) & short).any()

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
