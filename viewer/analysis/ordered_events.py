"""Many events at once: what is asked of all of them is worked out once, and where they were found."""

from __future__ import annotations

from operator import attrgetter

import numpy as np

from viewer.analysis.event import EventSource, FoundEvent
from viewer.analysis.kinds import KINDS
from viewer.arrays import Flags, Floats, Ints
from viewer.lazy import lazy

RANKS = {kind: rank for rank, kind in enumerate(KINDS)}
"""Places of the kinds in ``KINDS``."""


class OrderedEvents(tuple[FoundEvent, ...]):  # noqa: SLOT001 - what was worked out is kept
    """Events in any order, those of an incident together, with arrays of shape (N,) of what they have."""

    def prepare(self) -> OrderedEvents:
        """Work everything out; of tens of thousands that takes too long for a window."""
        for each in (self, self.steps):
            _ = each.starts, each.ends, each.frames, each.kinds, each.derived, each.pairs
        _ = self.firsts, self.heads.steps.starts
        return self

    @lazy
    def starts(self) -> Floats:
        """Seconds, as the events have them."""
        return np.fromiter(map(attrgetter("start"), self), np.float64, len(self))

    @lazy
    def ends(self) -> Floats:
        """Seconds."""
        return np.fromiter(map(attrgetter("end"), self), np.float64, len(self))

    @lazy
    def frames(self) -> Ints:
        """Indices of the frames in force when they start."""
        return np.fromiter(map(attrgetter("frame"), self), np.int64, len(self))

    @lazy
    def kinds(self) -> Ints:
        """Their kinds, as ``RANKS`` numbers them."""
        return np.fromiter((RANKS[event.kind] for event in self), np.int64, len(self))

    @lazy
    def derived(self) -> Flags:
        """Whether no file tells of them."""
        return np.fromiter((event.source is EventSource.DERIVED for event in self), np.bool_, len(self))

    @lazy
    def pairs(self) -> Ints:
        """The least and the greatest row of the actors they are about, −1 for nobody, shape (N, 2)."""
        rows = ([row for row in event.actors if row is not None] for event in self)
        ends = (end for each in rows for end in (min(each, default=-1), max(each, default=-1)))
        return np.fromiter(ends, np.int64, 2 * len(self)).reshape(-1, 2)

    @property
    def concern_somebody(self) -> Flags:
        """Whether an actor has to do with them."""
        return np.asarray(self.pairs[:, 1] >= 0)

    @lazy
    def incidents(self) -> Ints:
        """The numbers of their incidents."""
        return np.fromiter(map(attrgetter("incident"), self), np.int64, len(self))

    @lazy
    def firsts(self) -> Ints:
        """Places of those that their incidents are named by: the first of each, shape (I,)."""
        numbers = self.incidents
        is_first = np.diff(numbers, prepend=-1) != 0
        return np.flatnonzero(is_first | (numbers == 0))

    @lazy
    def heads(self) -> OrderedEvents:
        """Those that their incidents are named by."""
        return OrderedEvents(map(self.__getitem__, self.firsts.tolist()))

    def incident_of(self, event: FoundEvent) -> tuple[FoundEvent, ...]:
        """Return the events of the same incident, itself among them, in this order."""
        if not event.incident:
            return (event,)
        return tuple(map(self.__getitem__, np.flatnonzero(self.incidents == event.incident).tolist()))

    @lazy
    def steps(self) -> OrderedEvents:
        """Those that no file tells of, by time."""
        numbers = np.flatnonzero(self.derived)
        order = numbers[np.argsort(self.starts[numbers], kind="stable")]
        return OrderedEvents(map(self.__getitem__, order.tolist()))
