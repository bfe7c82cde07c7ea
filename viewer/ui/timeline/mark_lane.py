"""Lanes of marks: an icon for each event, or one for several that are too close."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from viewer.arrays import Floats, Ints
from viewer.ui.icons import Sprites
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit, Lane, LaneContext, LaneHeight, NameRow
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.translation import tr

LONGEST = 56.0
"""A dense stretch is cut into marks about this many pixels apart, so that there is room for their counts."""
_GAP = 4.0
_BAND = 3.0
"""Height of what is drawn under icons while an event lasts."""
_BESIDE = 150.0
"""Pixels beside the window whose marks are known, too: they take room from those in it."""
_ALL, _ONE_KIND = LaneHeight(18, 24, 24), LaneHeight(18, 18, 18)


class Marks:
    """Events of which a lane shows marks, in the order of time, and what is said of them.

    Attributes:
        times: seconds, ascending, shape (E,).
        kinds: a number for the kind of each, shape (E,); a lane of all kinds has them in this order below it.
        ranks: the less, the worse, shape (E,).
        listed: numbers of the events that a lane of all kinds shows, ascending, shape (L,).
        table: what stands for each kind.
        icons: the icons of that.
        half: pixels from the middle of an icon to its edge.
        apart: pixels between the middles of two marks at least.

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
        """Return what events of a kind are called, where there is a lane for each."""
        raise NotImplementedError

    def texts(self, worst: int, numbers: Ints) -> Sequence[str]:
        """Return what may stand beside a mark of these events and their worst, the longest text first."""
        raise NotImplementedError

    def hit(self, numbers: Ints) -> Hit:
        """Return what to say of a mark of these events, the worst first, and where a click goes to."""
        raise NotImplementedError

    def bands(self, begin: float, end: float) -> list[tuple[int, float, QColor]]:  # noqa: ARG002 - few have any
        """Return numbers of events that last, until when, and colours, of those between two times."""
        return []


@dataclass(frozen=True, eq=False)
class StripMarks:
    """Marks on a strip, ascending.

    Attributes:
        x: where each mark stands: at the first of its worst events, shape (M,).
        event: number of that event, shape (M,).
        begin: number of its first event, shape (M,).
        count: how many events it stands for, shape (M,).

    """

    x: Floats
    event: Ints
    begin: Ints
    count: Ints

    def __len__(self) -> int:
        """Return the number of marks."""
        return len(self.x)


def merge(x: Floats, rank: NDArray[np.integer], apart: float, longest: float = LONGEST) -> StripMarks:
    """Merge events whose icons would lie on each other.

    A chain of events, each near the one before, is one mark, or several if it is long. Which events share a
    mark depends on the scale alone, not on the window, so that marks stand still while it moves.

    Args:
        x: pixels of the events, ascending, not cut off, shape (E,).
        rank: the less the worse, shape (E,); the worst one gives the mark its place.
        apart: pixels between two marks at least.
        longest: pixels between the marks a long chain is cut into.

    """
    first_of_chain = np.append(True, np.diff(x) >= apart)[: len(x)]
    chain = np.cumsum(first_of_chain) - 1
    part = (x - x[first_of_chain][chain]) // longest
    begin = np.flatnonzero(first_of_chain | (np.diff(part, prepend=0) != 0))
    # The least key is that of the first among the worst.
    key = rank.astype(np.int64) * len(x) + np.arange(len(x))
    while True:
        event = np.minimum.reduceat(key, begin) % len(x) if len(x) else begin
        lying = np.append(False, np.diff(x[event]) < apart)[: len(event)]
        if not lying.any():
            return StripMarks(x[event], event, begin, np.diff(np.append(begin, len(x))))
        begin = begin[~lying]


class MarkLane(Lane):
    """Events as icons, with words where there is room.

    A lane of all kinds has, when it is unfolded, a lane for each kind that occurs below it; it is absent
    without an event, unless they are those of the file.
    """

    height = _ALL

    def __init__(
        self,
        make: Callable[..., Marks] | None = None,
        *of: str,
        group: bool = True,
        recorded: bool = True,
        in_file: bool = False,
    ) -> None:
        """Take what makes marks, of those attributes of the context, none of them None.

        ``group`` is whether kinds have lanes of their own, ``recorded`` whether the events stand in a file,
        and ``in_file`` whether that is the recording, which may have to be looked through for them.
        """
        self.name = ""
        self._make, self._of, self._told = make, of, [None for _ in of]
        self.group = self.folded_at_first = group
        self._recorded, self._in_file, self.present = recorded, in_file, in_file
        self._show(None, np.empty(0, np.int64))

    @property
    def rows(self) -> tuple[NameRow, ...]:
        """The name, marked as derived if the events are."""
        return (NameRow(self.name, recorded=self._recorded),)

    @property
    def shown(self) -> object:
        """The events."""
        return self._marks

    def set_context(self, context: LaneContext) -> None:
        """Show the events there are by now."""
        super().set_context(context)
        self.name = self.title
        if self._in_file and context.searched < 1:
            self.name = tr("{} · {} %").format(self.title, round(100 * context.searched))
        before, self._told = self._told, [getattr(context, name) for name in self._of]
        if self._make is not None and any(a is not b for a, b in zip(before, self._told, strict=True)):
            self.show(None if any(each is None for each in self._told) else self._make(*self._told))

    def show(self, marks: Marks | None) -> None:
        """Show these events, and those of each kind below."""
        self._show(marks, np.empty(0, np.int64) if marks is None else marks.listed)
        self.present, self.parts = self._in_file or bool(len(self._numbers)), ()
        if marks is None or not self.group:
            return
        parts = []
        for kind in np.flatnonzero(np.bincount(marks.kinds)).tolist():
            lane = MarkLane(recorded=self._recorded)
            lane.name, lane.height = marks.name(kind), _ONE_KIND
            lane._show(marks, np.flatnonzero(marks.kinds == kind))
            parts.append(lane)
        self.parts = tuple(parts)

    def _show(self, marks: Marks | None, numbers: Ints) -> None:
        """Show the events of these numbers, which ascend."""
        self._marks, self._numbers = marks, numbers
        self._times: Floats = np.empty(0) if marks is None else marks.times[numbers]
        self._ranks: NDArray[np.integer] = numbers if marks is None else marks.ranks[numbers]
        self._gaps = np.diff(self._times, prepend=-np.inf)
        self._scaled: tuple[float, slice, StripMarks] | None = None

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw the marks in the window, the worst last, so that nothing covers a collision."""
        painter, axis, rect, theme = canvas
        placed, shown = self._placed(axis), self._marks
        if placed is None or shown is None:
            return
        for number, end, color in shown.bands(axis.start, axis.end):
            band = canvas.stretch(float(shown.times[number]), end)
            band.setTop(rect.bottom() - _BAND)
            painter.fillRect(band, color)
        marks, xs = placed
        inside = np.flatnonzero((xs > axis.left - 1.0) & (xs < axis.right + 1.0)).tolist()
        middle = rect.center().y()
        ends = np.minimum(np.append(xs[1:] - shown.half, np.inf), rect.right()).tolist()
        places = np.clip(xs, rect.left() + shown.half, rect.right() - shown.half).tolist()
        metrics = canvas.writing(theme.secondary)
        baseline = middle + (metrics.ascent() - metrics.descent()) / 2
        for number in inside:
            left = places[number] + shown.half + _GAP
            texts = shown.texts(int(self._numbers[marks.event[number]]), self._at(marks, number))
            fitting = (text for text in texts if metrics.horizontalAdvance(text) <= ends[number] - 1 - left)
            painter.drawText(QPointF(left, baseline), next(fitting, ""))
        events = marks.event.tolist()
        for number in sorted(inside, key=lambda each: -int(self._ranks[events[each]])):
            kind = int(shown.kinds[self._numbers[events[number]]])
            icon = shown.icons.get(shown.table[kind], canvas.ratio)
            size = icon.deviceIndependentSize() / 2
            corner = QPointF(round(places[number] - size.width()), round(middle - size.height()))
            painter.drawPixmap(corner, icon)

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return what to say of the mark at a pixel, or of the last event that lasts there."""
        placed, shown, time = self._placed(axis), self._marks, axis.time(x)
        if placed is None or shown is None:
            return None
        marks, xs = placed
        near = np.flatnonzero(np.abs(xs - x) <= shown.half + 2)
        if not len(near):
            bands = shown.bands(time, time)
            return shown.hit(np.array([bands[-1][0]])) if bands else None
        nearest = near[np.lexsort((np.abs(xs[near] - x), self._ranks[marks.event[near]]))[0]]
        numbers = self._at(marks, int(nearest))
        return shown.hit(numbers[np.argsort(shown.ranks[numbers], kind="stable")])

    def _at(self, marks: StripMarks, number: int) -> Ints:
        """Return the numbers of the events that share a mark, ascending."""
        begin = int(marks.begin[number])
        return self._numbers[begin : begin + int(marks.count[number])]

    def _placed(self, axis: TimeAxis) -> tuple[StripMarks, Floats] | None:
        """Return the marks in the window and beside it, and on which pixels they stand; None without events.

        Their own pixels begin at the first event, so that they are the same wherever the window is.
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
        """Return the events of all chains of which something is in the window, or near it."""
        begins = np.flatnonzero(self._gaps * scale >= apart)
        margin = _BESIDE / scale
        first, last = np.searchsorted(self._times, (axis.start - margin, axis.end + margin))
        before = max(int(np.searchsorted(begins, first, side="right")) - 1, 0)
        after = int(np.searchsorted(begins, last, side="left"))
        end = int(begins[after]) if after < len(begins) else len(self._times)
        return slice(int(begins[before]), max(end, int(begins[before])))
