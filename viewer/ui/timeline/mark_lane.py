"""Lanes of the timeline that show events: an icon per event, or one for several that are too close."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from viewer.arrays import Floats, Ints
from viewer.ui.background.derived import same_value
from viewer.ui.icons import Sprites
from viewer.ui.state.view_state import ViewState
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import HoverInfo, Lane, LaneData, LaneHeight, LegendEntry
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr

LONGEST = 56.0
"""Greatest length in px of a chain of close events that becomes one mark; longer ones are split."""
_GAP = 4.0
_BAND = 3.0
"""Height in px of the bar below an event's icon in the timeline that shows how long the event lasts."""
_BESIDE = 150.0
"""Pixels to both sides of the visible timeline in which event marks are computed, too, as texts may reach in.
"""
_ALL, _ONE_KIND = LaneHeight(18, 24, 24), LaneHeight(18, 18, 18)


class Marks:
    """Base class of the events that a timeline lane of marks shows, with their icons and texts.

    Each of the E events is addressed by its index in order of time.

    Attributes:
        times: start times in seconds, ascending, shape ``(E,)``.
        kinds: index of each event's kind in ``table``, shape ``(E,)``.
        ranks: rank of each event, lower is more severe, shape ``(E,)``.
        listed: indices of the L events that the lane for all kinds shows, ascending, shape ``(L,)``.
        table: the kinds of events; lanes for a single kind are in this order, too.
        icons: pixmaps by kind.
        half: half the width of an icon, px.
        apart: minimum distance between the centres of two marks, px.
    """

    table: Sequence[Any]
    icons: Sprites[Any]
    half: float
    apart: float

    def __init__(
        self,
        times: Floats,
        kinds: NDArray[np.integer],
        ranks: NDArray[np.integer],
        listed: Ints | None = None,
    ) -> None:
        self.times, self.kinds, self.ranks = times, kinds, ranks
        self.listed = np.arange(len(times)) if listed is None else listed

    def name(self, kind: int) -> str:
        """Return the name of the kind of event with the index ``kind``, as the timeline shows it."""
        raise NotImplementedError

    def texts(self, worst: int, indices: Ints) -> Sequence[str]:
        """Return texts for the mark that stands for the events ``indices``, longest first.

        The first text that fits beside the mark's icon is drawn. ``worst`` is the index of the most severe
        event.
        """
        raise NotImplementedError

    def hover_info(self, indices: Ints) -> HoverInfo:
        """Return tooltip lines and click target of the mark that stands for the events ``indices``.

        ``indices`` begins with the most severe event; the others follow in order of severity.
        """
        raise NotImplementedError

    def bands(self, begin: float, end: float) -> list[tuple[int, float, QColor]]:  # noqa: ARG002 - few have any
        """Return (index, end time, colour) of each event with a duration between ``begin`` and ``end``.

        Times are in seconds. The index is that of the event among these marks. Events that begin before
        ``begin`` or end after ``end`` are included.
        """
        return []


@dataclass(frozen=True, eq=False)
class StripMarks:
    """M marks in a lane of the timeline, ascending; each stands for one or more successive events.

    Attributes:
        x: x of each mark in px, that of its most severe event (the first of equals), shape ``(M,)``.
        event: index of that event, shape ``(M,)``.
        begin: index of the mark's first event, shape ``(M,)``.
        count: number of the mark's events, shape ``(M,)``.
    """

    x: Floats
    event: Ints
    begin: Ints
    count: Ints

    def __len__(self) -> int:
        """Return the number of marks in this row of marks of the timeline."""
        return len(self.x)


def merge(x: Floats, rank: NDArray[np.integer], apart: float, longest: float = LONGEST) -> StripMarks:
    """Merge E events into marks so that no icons overlap.

    A chain of close events becomes one mark, or several if it is long. Marks depend on the scale only, so
    that they do not change while the visible window moves.

    Args:
        x: positions of the events in px, ascending, not clipped, shape ``(E,)``.
        rank: rank of each event, lower is more severe, shape ``(E,)``; a mark lies at its most severe event.
        apart: minimum distance between two marks, px.
        longest: length of the parts that a long chain is split into, px.
    """
    first_of_chain = np.append(True, np.diff(x) >= apart)[: len(x)]
    chain = np.cumsum(first_of_chain) - 1
    part = (x - x[first_of_chain][chain]) // longest
    begin = np.flatnonzero(first_of_chain | (np.diff(part, prepend=0) != 0))
    while True:
        event = first_of_least(rank, begin)
        lying = np.append(False, np.diff(x[event]) < apart)[: len(event)]
        if not lying.any():
            return StripMarks(x[event], event, begin, np.diff(np.append(begin, len(x))))
        begin = begin[~lying]


def first_of_least(values: NDArray[np.integer], begins: Ints) -> Ints:
    """Return the index of the least of ``values`` in each part, of several equal ones the first.

    ``values`` has shape ``(E,)``; ``begins`` are the indices at which the P parts begin, the first of them 0.
    The result has shape ``(P,)``.
    """
    if not len(values):
        return begins
    keys = values.astype(np.int64) * len(values) + np.arange(len(values))
    return np.minimum.reduceat(keys, begins) % len(values)


class MarkLane(Lane):
    """Lane (row) of the timeline that shows events as icons, with texts where they fit.

    A lane with all kinds of events can be unfolded: then each kind that occurs has a lane below it. A lane
    without events is left out, except the lane of recorded events.
    """

    height = _ALL

    def __init__(
        self,
        make: Callable[[TimelineContent, Any], Marks] | None = None,
        read: Callable[[ViewState], Any] = lambda _view: None,
        *,
        group: bool = True,
        recorded: bool = True,
        in_file: bool = False,
    ) -> None:
        """Create a timeline lane whose marks are made by ``make`` from the recording and a part of the view.

        Args:
            make: returns the marks; called when the recording's content or the value of ``read`` has changed.
            read: returns the part of the view that is passed to ``make``.
            group: whether unfolding the lane shows a further lane for each kind of events.
            recorded: whether the events are recorded, in a recording or result file, not derived.
            in_file: whether the events are read from the recording. The lane then shows how far that has been
                searched, and is present without events.
        """
        self.name = ""
        self._make, self._read = make, read
        self._made_of: tuple[object, object] = None, None
        self.group = self.folded_at_first = group
        self._recorded, self._in_file, self.present = recorded, in_file, in_file
        self._show(None, np.empty(0, np.int64))

    @property
    def legend(self) -> tuple[LegendEntry, ...]:
        """Legend of one line: the timeline lane's name.

        It is marked as derived if the lane's events are not recorded.
        """
        return (LegendEntry(self.name, recorded=self._recorded),)

    @property
    def shown(self) -> object:
        """Marks that the timeline lane draws; its cached picture is used as long as they are the same."""
        return self._marks

    def update(self, view: ViewState, data: LaneData) -> None:
        """Make the lane's marks anew if what they are made from has changed."""
        super().update(view, data)
        self.name = self.title
        if self._in_file and view.event_share < 1:
            # rounded down: 1 must mean that the search has ended
            self.name = tr("{} · {} %").format(self.title, math.floor(100 * view.event_share))
        content, value = made_of = data.content, self._read(view)
        if self._make is not None and not same_value(made_of, self._made_of):
            self.show(None if content is None else self._make(content, value))
        self._made_of = made_of

    def show(self, marks: Marks | None) -> None:
        """Show ``marks`` in this lane of the timeline, or none.

        If the lane is a group, it also gets one lane for each kind of mark that occurs.
        """
        self._show(marks, np.empty(0, np.int64) if marks is None else marks.listed)
        self.present = self._in_file or bool(len(self._indices))
        self._parts: tuple[MarkLane, ...] | None = None

    def lanes(self, *, folded: bool) -> Sequence[Lane]:
        """Return this timeline lane, and if the group is not ``folded``, one more for each kind of mark."""
        if not folded and self._parts is None:
            self._parts = tuple(self._parts_of(self._marks)) if self._marks and self.group else ()
        return (self, *(() if folded else self._parts or ())) if self.present else ()

    def _parts_of(self, marks: Marks) -> Iterator[MarkLane]:
        for kind in np.flatnonzero(np.bincount(marks.kinds)).tolist():
            lane = MarkLane(recorded=self._recorded)
            lane.name, lane.height = marks.name(kind), _ONE_KIND
            lane._show(marks, np.flatnonzero(marks.kinds == kind))
            yield lane

    def _show(self, marks: Marks | None, indices: Ints) -> None:
        """Make the timeline lane show those events of ``marks`` that have these ``indices``, ascending.

        With ``marks`` None, the lane shows nothing. Events at the same time, of which there may be very many,
        are looked at once here, and then only the most severe of each time.
        """
        self._marks, self._indices = marks, indices
        times: Floats = np.empty(0) if marks is None else marks.times[indices]
        self._begins = np.flatnonzero(np.diff(times, prepend=-np.inf))
        self._ends = np.append(self._begins[1:], len(times))
        self._times = times[self._begins]
        ranks: NDArray[np.integer] = indices if marks is None else marks.ranks[indices]
        self._worst = first_of_least(ranks, self._begins)
        self._ranks = ranks[self._worst]
        self._gaps = np.diff(self._times, prepend=-np.inf)
        self._scaled: tuple[float, slice, StripMarks] | None = None

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw the marks of the events in the visible window, the most severe last, on top of others."""
        painter, axis, rect, theme = canvas
        marks_and_xs, shown = self._marks_near_window(axis), self._marks
        if marks_and_xs is None or shown is None:
            return
        for number, end, color in shown.bands(axis.start, axis.end):
            band = canvas.stretch(float(shown.times[number]), end)
            band.setTop(rect.bottom() - _BAND)
            painter.fillRect(band, color)
        marks, xs = marks_and_xs
        inside = np.flatnonzero((xs > axis.left - 1.0) & (xs < axis.right + 1.0)).tolist()
        middle = rect.center().y()
        ends = np.minimum(np.append(xs[1:] - shown.half, np.inf), rect.right()).tolist()
        icon_xs = np.clip(xs, rect.left() + shown.half, rect.right() - shown.half).tolist()
        metrics = canvas.writing(theme.secondary)
        baseline = middle + (metrics.ascent() - metrics.descent()) / 2
        for number in inside:
            left = icon_xs[number] + shown.half + _GAP
            texts = shown.texts(self._worst_of(marks, number), self._events_of(marks, number))
            fitting = (text for text in texts if metrics.horizontalAdvance(text) <= ends[number] - 1 - left)
            painter.drawText(QPointF(left, baseline), next(fitting, ""))
        events = marks.event.tolist()
        for number in sorted(inside, key=lambda each: -int(self._ranks[events[each]])):
            kind = int(shown.kinds[self._worst_of(marks, number)])
            icon = shown.icons.get(shown.table[kind], canvas.ratio)
            size = icon.deviceIndependentSize() / 2
            corner = QPointF(round(icon_xs[number] - size.width()), round(middle - size.height()))
            painter.drawPixmap(corner, icon)

    def hover_info(self, axis: TimeAxis, x: float) -> HoverInfo | None:
        """Return the tooltip and click target of the mark at ``x`` px.

        If there is no mark, return those of the last event that lasts at the time of ``x``; None without one.
        """
        marks_and_xs, shown, time = self._marks_near_window(axis), self._marks, axis.time(x)
        if marks_and_xs is None or shown is None:
            return None
        marks, xs = marks_and_xs
        near = np.flatnonzero(np.abs(xs - x) <= shown.half + 2)
        if not len(near):
            bands = shown.bands(time, time)
            return shown.hover_info(np.array([bands[-1][0]])) if bands else None
        nearest = near[np.lexsort((np.abs(xs[near] - x), self._ranks[marks.event[near]]))[0]]
        indices = self._events_of(marks, int(nearest))
        return shown.hover_info(indices[np.argsort(shown.ranks[indices], kind="stable")])

    def _events_of(self, marks: StripMarks, number: int) -> Ints:
        """Return the indices of the events that the mark with the index ``number`` stands for, ascending."""
        begin = int(marks.begin[number])
        return self._indices[self._begins[begin] : self._ends[begin + int(marks.count[number]) - 1]]

    def _worst_of(self, marks: StripMarks, number: int) -> int:
        """Return the index of the most severe event that the mark with the index ``number`` stands for."""
        return int(self._indices[self._worst[marks.event[number]]])

    def _marks_near_window(self, axis: TimeAxis) -> tuple[StripMarks, Floats] | None:
        """Return the marks in and near the timeline's window, and the x of each in px; None without events.

        ``StripMarks.x`` is the distance from the first event, so that cached marks do not depend on the
        window.
        """
        if self._marks is None or not len(self._times):
            return None
        scale, first = axis.width / axis.span, float(self._times[0])
        part = self._chains(axis, scale, self._marks.apart)
        if self._scaled is None or self._scaled[:2] != (scale, part):
            marks = merge((self._times[part] - first) * scale, self._ranks[part], self._marks.apart)
            moved = StripMarks(marks.x, marks.event + part.start, marks.begin + part.start, marks.count)
            self._scaled = scale, part, moved
        marks = self._scaled[2]
        return marks, marks.x + axis.left + (first - axis.start) * scale

    def _chains(self, axis: TimeAxis, scale: float, apart: float) -> slice:
        """Return the slice of events to draw: all those in chains that reach into or near the visible window.

        A chain is a run of events in which each is less than ``apart`` px from the next. ``scale`` is in px
        per second.
        """
        begins = np.flatnonzero(self._gaps * scale >= apart)
        margin = _BESIDE / scale
        first, last = np.searchsorted(self._times, (axis.start - margin, axis.end + margin))
        before = max(int(np.searchsorted(begins, first, side="right")) - 1, 0)
        after = int(np.searchsorted(begins, last, side="left"))
        end = int(begins[after]) if after < len(begins) else len(self._times)
        return slice(int(begins[before]), max(end, int(begins[before])))
