"""Events of one kind that the index does not list: when, whose, and what to say about them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.lazy import lazy
from viewer.quick_dataclass import dataclass
from viewer.replay.events.event_kinds import EventKind


@dataclass(frozen=True, eq=False)
class EventList:
    """Events of one kind, in the order of time.

    Attributes:
        kind: what they are.
        frames: frame index of each, ascending, shape (E,).
        rows: row of the actor each belongs to, −1 for none, shape (E,).
        texts: what to say about each, E of them; they may be made when they are asked for.
        states: of changes, the state from then on, shape (E,); None where there is none.

    """

    kind: EventKind
    frames: NDArray[np.int64]
    rows: NDArray[np.int64]
    texts: Sequence[str]
    states: NDArray[np.integer] | None = None

    def __len__(self) -> int:
        """Return the number of events."""
        return len(self.frames)

    @lazy
    def frames_of_states(self) -> dict[int, Ints]:
        """Frames in which something changed to each state, ascending, each once; −1 without states."""
        if self.states is None:
            return {-1: self.frames}
        found = np.flatnonzero(np.bincount(self.states)).tolist()
        changed = {state: self.frames[self.states == state] for state in found}
        return {state: frames[np.diff(frames, prepend=-1) != 0] for state, frames in changed.items()}
