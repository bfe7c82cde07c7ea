"""Timeline lanes of the times when actors exist: of all; if folded, of the hero, selected and pinned ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from viewer.arrays import Floats
from viewer.lazy import LazySequence, cached_per_object
from viewer.recording.actors import NEVER, Category
from viewer.recording.index import RecordingIndex
from viewer.signals import Series
from viewer.ui import format as fmt
from viewer.ui.state.view_state import ViewState
from viewer.ui.theme import faded
from viewer.ui.timeline.axis import TimeAxis, ValueAxis
from viewer.ui.timeline.lane import HoverInfo, Lane, LaneData, LaneHeight
from viewer.ui.timeline.signals.curve_painter import PlottedSeries, paint_curve
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent, frame_times
from viewer.ui.translation import tr

_BAR = 6.0
_REACH = 4.0
_TICK = 7.0
"""Width in px of the parts of an actor's lifetime bar that have at most one collision tick each."""
_HEIGHT = LaneHeight(18, 18, 18)
_MOST_SELECTED = 24
"""Maximum number of selected actors whose lifetime bars are at the top; thousands of actors may be selected.
"""
_LONG = 0.95
"""Share of the recording's duration from which on an actor's lifetime counts as the whole recording."""
_RANKS = {Category.VEHICLE: 0, Category.BICYCLE: 0, Category.WALKER: 1}
_LAST_RANK = 2
_MARGIN, _FILL = 3.0, 0.4
"""Lane of the number of actors: margin in px above and below its curve, and opacity of the area below it."""


def _no_lane(row: int) -> ActorLifespanLane:
    """Raise LookupError: stands in for the function that makes an actor's lane while there are no actors."""
    raise LookupError(row)


class ActorLifespanLane(Lane):
    """Lane with an actor's lifetime: a bar from spawn to destruction, with a tick for each collision."""

    shown = None
    height = _HEIGHT

    def __init__(self, content: TimelineContent, view: ViewState, row: int) -> None:
        self._content, self.view = content, view
        self.row = row
        actors, edges, last = content.index.actors, content.edges, content.frame_count
        description = actors.descriptions[row]
        self._title = f"{description.actor_id} {fmt.short_blueprint(description.type_id)}"
        self.name = tr("Hero {}").format(description.actor_id) if row == view.hero else self._title
        frames = (min(int(each[row]), last) for each in (actors.spawn_frame, actors.destroy_frame))
        self._begin, self._end = (float(edges[frame]) for frame in frames)
        contacts = content.index.contacts.columns
        of_actor = (contacts["actor"] == row) | (contacts["other"] == row)
        self._contacts: Floats = edges[contacts["first_frame"][of_actor]]

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw a bar for the time in which the actor exists, and a tick for each of its collisions."""
        _, axis, rect, theme = canvas
        left, right = axis.x(self._begin), axis.x(self._end)
        bar = QRectF(left, rect.center().y() - _BAR / 2, max(right - left, 2.0), _BAR)
        color = faded(self.view.actors.color(self.row), 0.72)
        canvas.filling(color).drawRoundedRect(bar & rect.adjusted(-4, 0, 4, 0), 2, 2)
        xs = axis.xs(self._contacts).round()
        xs = xs[(xs >= rect.left() - 2) & (xs <= rect.right() + 2)]
        xs = xs[
            np.diff(xs // _TICK, prepend=-np.inf) > 0
        ]  # one of several close ticks, so that the bar remains visible
        ticks = [QRectF(x - 1.5, bar.top() - 2, 3, _BAR + 4) for x in xs.tolist()]
        canvas.filling(theme.collision).drawRects(ticks)

    def hover_info(self, axis: TimeAxis, x: float) -> HoverInfo | None:
        """Return tooltip and click target of the collision at ``x`` px, else the tooltip of the lifetime.

        None if the actor does not exist at ``x``.
        """
        distances = np.abs(axis.xs(self._contacts) - x)
        if len(distances) and distances.min() <= _REACH:
            time = float(self._contacts[int(distances.argmin())])
            text = tr("Collision of {} at {}").format(self.name, self._content.scale.label(time))
            return HoverInfo((text,), time, self.row)
        if not self._begin <= axis.time(x) <= self._end:
            return None
        write = self._content.scale.label
        end = tr("end") if self._end >= self._content.read else write(self._end)
        return HoverInfo((self._title, fmt.range_(write(self._begin), end)))


class LifespanLane(Lane):
    """Group of timeline lanes with the lifetimes of actors as bars.

    Unfolded, it shows all actors; folded, only the hero, selected and pinned ones. If folded and there are
    none of these, it draws the number of existing actors over time. At first, it is unfolded only if vehicles
    or walkers come and go; otherwise all bars would span the recording.
    """

    group = True
    height = _HEIGHT
    shown = None

    def __init__(self) -> None:
        self.name = tr("Life spans")
        self._shown_for: object = None
        self._show(None, None, ())

    def lanes(self, *, folded: bool) -> Sequence[Lane]:
        """Return the timeline's lanes that show when actors exist, one per actor.

        With ``folded``, only those of the hero and of selected and pinned actors. If there is no such actor,
        only this lane is returned, which shows the number of existing actors.
        """
        if folded or not len(self._rows):
            return [self._lane_of(row) for row in self._special] or [self]
        return LazySequence(len(self._rows), lambda number: self._lane_of(int(self._rows[number])))

    def update(self, view: ViewState, data: LaneData) -> None:
        """Build a lane with a lifetime bar per actor, if the recording or the actors on top have changed.

        On top are selected actors, the one selected last first, then the hero, then pinned actors.
        """
        super().update(view, data)
        selected = tuple(reversed(view.selected[-_MOST_SELECTED:]))
        before, self._shown_for = self._shown_for, (data.content, selected, view.hero, view.pinned)
        if self._shown_for != before:
            special = (*selected, *(() if view.hero is None else (view.hero,)), *view.pinned)
            self._show(view, data.content, special)

    def _show(self, view: ViewState | None, content: TimelineContent | None, special: Iterable[int]) -> None:
        """Build the lanes of all actors of the recording; those of the actors in ``special`` come first.

        ``special`` has their rows in the table of actors.
        """
        self._alive: PlottedSeries | None = None
        self._special: list[int] = []
        self._rows, self.folded_at_first = np.empty(0, np.int64), True
        self._lane_of: Callable[[int], ActorLifespanLane] = _no_lane
        if view is None or content is None or not content.index.actors:
            return
        kept = ViewState(actors=view.actors, hero=view.hero)  # what else there is must not stay in memory
        self._lane_of = cache(partial(ActorLifespanLane, content, kept))
        index, actors = content.index, content.index.actors
        self._special = [row for row in dict.fromkeys(special) if row < len(actors)]
        is_other, order = np.ones(len(actors), np.bool_), order_of(index)
        is_other[self._special] = False
        self._rows = np.concatenate((np.array(self._special, np.int64), order[is_other[order]]))
        changed, values = alive_counts(index)
        times = content.edges[changed]
        series = Series("alive", self.name, "", times, values, recorded=True, steps=True)
        self._alive = PlottedSeries(series)
        self.folded_at_first = not road_users_come_and_go(index)

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw the number of existing actors over time as a filled curve; its maximum has the full height."""
        if self._alive is not None:
            values = ValueAxis(0.0, max(self._alive.most, 1.0))
            plot_rect = canvas.rect.adjusted(0, _MARGIN, 0, -_MARGIN)
            paint_curve(canvas.at(plot_rect), values, self._alive, canvas.theme.secondary, fill=_FILL)

    def hover_info(self, axis: TimeAxis, x: float) -> HoverInfo | None:
        """Return a tooltip with the number of actors that exist at ``x`` px; None if that is unknown."""
        count = np.nan if self._alive is None else self._alive.series.at(axis.time(x))
        return HoverInfo((tr("{} actors").format(fmt.count(int(count))),)) if np.isfinite(count) else None


@cached_per_object
def alive_counts(index: RecordingIndex) -> tuple[NDArray[np.integer], NDArray[np.float64]]:
    """Return frame indices at which the number of existing actors changes, and from each on that number.

    Both have shape ``(K,)`` for K changes; the last index is the end of the recording, its number NaN.
    """
    actors, last = index.actors, len(index.frame_starts)
    begin, end = (np.sort(np.minimum(each, last)) for each in (actors.spawn_frame, actors.destroy_frame))
    changed = np.sort(np.concatenate((begin, end, (0, last))))
    changed = changed[np.diff(changed, prepend=-1) != 0]  # np.unique would load numpy's masked arrays
    count = np.searchsorted(begin, changed, "right") - np.searchsorted(end, changed, "right")
    return changed, np.append(count[:-1], np.nan)


@cached_per_object
def road_users_come_and_go(index: RecordingIndex) -> bool:
    """Return whether a vehicle or walker exists in less than nearly all of the recording."""
    actors, edges, last = index.actors, frame_times(index).edges, len(index.frame_starts)
    moves = np.isin(actors.category, list(_RANKS))
    if not last:
        return False
    begin, end = (edges[np.minimum(each[moves], last)] for each in (actors.spawn_frame, actors.destroy_frame))
    return bool((end - begin < _LONG * (edges[-1] - edges[0])).any())


@cached_per_object
def order_of(index: RecordingIndex) -> NDArray[np.int64]:
    """Return the rows of all N actors in display order: vehicles, then walkers, then others.

    Among vehicles and among walkers, those that do not exist throughout the recording come first. The result
    has shape ``(N,)``; a row is an actor's index in the table of actors.
    """
    actors = index.actors
    ranks = np.full(max(Category) + 1, _LAST_RANK)
    ranks[list(_RANKS)] = list(_RANKS.values())
    comes_or_goes = (actors.spawn_frame > 0) | (actors.destroy_frame < NEVER)
    steady = ~(comes_or_goes & np.isin(actors.category, list(_RANKS)))
    return np.lexsort((actors.actor_id, actors.spawn_frame, steady, ranks[actors.category]))
