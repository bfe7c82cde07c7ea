"""What lanes of marks have in common: an icon for each event, or one for several that are too close."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFontMetricsF, QPixmap

from viewer.arrays import Floats
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Lane
from viewer.ui.timeline.time_canvas import TimeCanvas

NEAR = 6.0
"""Events closer than this many pixels share a mark."""
LONGEST = 56.0
"""A dense stretch is cut into marks this many pixels apart, so that there is room for their counts."""
_GAP = 4.0
_BESIDE = 150.0
"""Pixels beside the window whose marks are known, too: they take room from those in it."""


@dataclass(frozen=True, eq=False)
class StripMarks:
    """Marks on a strip, ascending.

    Attributes:
        x: where each mark stands: at the first of its worst events, shape (M,).
        event: number of that event, shape (M,).
        begin: number of its first event, shape (M,).
        count: how many events it stands for, shape (M,).

    """

    x: NDArray[np.float64]
    event: NDArray[np.int64]
    begin: NDArray[np.int64]
    count: NDArray[np.int64]

    def __len__(self) -> int:
        """Return the number of marks."""
        return len(self.x)


def merge(
    x: NDArray[np.float64], rank: NDArray[np.integer], near: float = NEAR, longest: float = LONGEST
) -> StripMarks:
    """Merge events that are near each other.

    A chain of events, each near the one before, is one mark, or several if it is long. Where chains begin
    and are cut depends on the scale alone, not on the window, so that marks stand still while it moves.

    Args:
        x: pixels of the events, ascending, not cut off, shape (E,).
        rank: the less the worse, shape (E,); the worst one gives the mark its place.
        near: pixels between two events of a chain at most.
        longest: pixels between the marks a long chain is cut into.

    """
    if not len(x):
        none = np.empty(0, np.int64)
        return StripMarks(np.empty(0), none, none, none)
    first_of_chain = np.append(True, np.diff(x) > near)
    chain = np.cumsum(first_of_chain) - 1
    part = ((x - x[first_of_chain][chain]) // longest).astype(np.int64)
    begin = np.flatnonzero(first_of_chain | np.append(True, np.diff(part) != 0))
    # The least key is that of the first among the worst.
    key = rank.astype(np.int64) * len(x) + np.arange(len(x))
    event = np.minimum.reduceat(key, begin) % len(x)
    return StripMarks(x[event], event, begin, np.diff(np.append(begin, len(x))))


def merge_lying_on_each_other(
    x: NDArray[np.float64], rank: NDArray[np.integer], near: float, room: float
) -> StripMarks:
    """Merge events whose icons would lie on each other, and marks whose count would find no room.

    The worst event takes in all around it, then the worst of those that are left, and so on: what is worst
    stands where it is, and nothing that is not counted lies under it. As with ``merge`` the marks depend on
    the scale alone.

    Args:
        x: pixels of the events, ascending, not cut off, shape (E,).
        rank: the less the worse, shape (E,).
        near: pixels between the middles of two marks at least.
        room: the same where the left one stands for several.

    """
    owner = np.full(len(x), -1, np.int64)
    for event in np.argsort(rank, kind="stable").tolist():
        if owner[event] < 0:
            first, last = np.searchsorted(x, (x[event] - near, x[event] + near))
            around = owner[first:last]
            around[around < 0] = event
            owner[event] = event
    begin = np.flatnonzero(np.diff(owner, prepend=-1))
    marks: list[tuple[int, int, int]] = []  # event, its first event, how many
    for start, count in zip(begin.tolist(), np.diff(np.append(begin, len(x))).tolist(), strict=True):
        mark = int(owner[start]), start, count
        while marks and x[mark[0]] - x[marks[-1][0]] < (room if marks[-1][2] > 1 else near):
            event, first, before = marks.pop()
            mark = min(event, mark[0], key=lambda each: (rank[each], each)), first, before + mark[2]
        marks.append(mark)
    event, first, count = np.array(marks, np.int64).reshape(-1, 3).T
    return StripMarks(x[event], event, first, count)


class MarkLane(Lane):
    """Events as icons, with words where there is room.

    Attributes:
        near, longest: as ``merge`` has them.
        half: pixels from the middle of an icon to its edge.
        upper: pixels from the upper edge of a lane to the middle of its icons, at most half of the lane.

    """

    near = NEAR
    longest = LONGEST
    half: float
    upper = np.inf

    def __init__(self) -> None:
        self._set_events(np.empty(0), np.empty(0, np.int64))
        self._widths: dict[tuple[float, str], float] = {}  # of texts that were measured

    def _set_events(self, times: Floats, ranks: NDArray[np.integer]) -> None:
        """Show events at ascending times in seconds, shape (E,); the less the rank, the worse."""
        self._times, self._ranks = times, ranks
        self._gaps = np.diff(times, prepend=-np.inf)
        self._scaled: tuple[float, slice, StripMarks] | None = None

    def _merge(self, x: Floats, rank: NDArray[np.integer]) -> StripMarks:
        """Return the marks of events at ascending pixels, shape (E,) each; no chain is joined to another."""
        return merge(x, rank, self.near, self.longest)

    def _icon(self, event: int, ratio: float) -> QPixmap:
        """Return the icon of an event, for a screen of a device pixel ratio."""
        raise NotImplementedError

    def _texts(self, marks: StripMarks, number: int) -> Sequence[str]:
        """Return what may stand beside a mark, the longest first."""
        raise NotImplementedError

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw the marks in the window, the worst last, so that nothing covers a collision."""
        painter, axis, rect, theme = canvas
        marks, xs = self._placed(axis)
        inside = np.flatnonzero((xs > axis.left - 1.0) & (xs < axis.right + 1.0)).tolist()
        if not inside:
            return
        middle = rect.top() + min(self.upper, rect.height() / 2)
        ends = np.minimum(np.append(xs[1:] - self.half, np.inf), rect.right()).tolist()
        places = np.clip(xs, rect.left() + self.half, rect.right() - self.half).tolist()
        metrics = canvas.writing(theme.secondary)
        baseline = middle + (metrics.ascent() - metrics.descent()) / 2
        for number in inside:
            left = places[number] + self.half + _GAP
            text = self._fitting(self._texts(marks, number), ends[number] - 1 - left, metrics)
            if text:
                painter.drawText(QPointF(left, baseline), text)
        events = marks.event.tolist()
        for number in sorted(inside, key=lambda each: -int(self._ranks[events[each]])):
            icon = self._icon(events[number], canvas.ratio)
            size = icon.deviceIndependentSize() / 2
            corner = QPointF(round(places[number] - size.width()), round(middle - size.height()))
            painter.drawPixmap(corner, icon)

    def _fitting(self, texts: Sequence[str], room: float, metrics: QFontMetricsF) -> str:
        """Return the first of some texts that fits into a room."""
        for text in texts:
            key = metrics.height(), text
            if key not in self._widths:
                self._widths[key] = metrics.horizontalAdvance(text)
            if self._widths[key] <= room:
                return text
        return ""

    def _mark_at(self, axis: TimeAxis, x: float) -> tuple[int, slice] | None:
        """Return the worst of the events at a pixel, and all that share its mark."""
        marks, xs = self._placed(axis)
        near = np.flatnonzero(np.abs(xs - x) <= self.half + 2)
        if not len(near):
            return None
        number = near[np.lexsort((np.abs(xs[near] - x), self._ranks[marks.event[near]]))[0]]
        begin = int(marks.begin[number])
        return int(marks.event[number]), slice(begin, begin + int(marks.count[number]))

    def _placed(self, axis: TimeAxis) -> tuple[StripMarks, Floats]:
        """Return the marks in the window and beside it, and on which pixels they stand.

        Their own pixels begin at the first event, so that they are the same wherever the window is.
        """
        scale = axis.width / axis.span
        part = self._chains(axis, scale)
        if self._scaled is None or self._scaled[:2] != (scale, part):
            xs = (self._times[part] - self._times[:1]) * scale
            marks = self._merge(xs, self._ranks[part])
            moved = StripMarks(marks.x, marks.event + part.start, marks.begin + part.start, marks.count)
            self._scaled = scale, part, moved
        marks = self._scaled[2]
        first = float(self._times[0]) if len(marks) else 0.0
        return marks, marks.x + axis.left + (first - axis.start) * scale

    def _chains(self, axis: TimeAxis, scale: float) -> slice:
        """Return the events of all chains of which something is in the window, or near it."""
        begins = np.flatnonzero(self._gaps * scale > self.near)
        if not len(begins):
            return slice(0, 0)
        margin = _BESIDE / scale
        first, last = np.searchsorted(self._times, (axis.start - margin, axis.end + margin))
        before = max(int(np.searchsorted(begins, first, side="right")) - 1, 0)
        after = int(np.searchsorted(begins, last, side="left"))
        end = int(begins[after]) if after < len(begins) else len(self._times)
        return slice(int(begins[before]), max(end, int(begins[before])))
