"""Values of the actor list: texts, numbers about each actor's lifetime, and numbers at the present time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats
from viewer.lazy import LazySequence, lazy
from viewer.logfile.errors import RecordingError
from viewer.recording.actors import ActorTable, Blueprint, Category
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import World
from viewer.ui.format import plain, short_blueprint

CATEGORY_WORDS = tuple(category.label.replace(" ", "_") for category in Category)
"""Words for the categories of actors in a filter text: labels with ``_`` in place of blanks.

They are in the order of Category.
"""


@dataclass(frozen=True, eq=False)
class TextColumn:
    """One text or None per row of the actor table; rows with the same text share it, which saves memory.

    Attributes:
        texts: the shared texts; some may be equal, or belong to no row.
        codes: index into ``texts`` of each row, shape ``(N,)``.
    """

    texts: Sequence[str | None]
    codes: NDArray[np.integer]

    def __getitem__(self, row: int) -> str | None:
        """Return the text of ``row`` of the actor table; None if it has none."""
        return self.texts[int(self.codes[row])]

    def where(self, test: Callable[[str], bool]) -> Flags:
        """Return a mask of the rows that have a text for which ``test`` returns True, shape ``(N,)``."""
        passed: Flags = np.array([text is not None and test(text) for text in self.texts], np.bool_)[
            self.codes
        ]
        return passed

    def ranks(self) -> Floats:
        """Return each row's rank in alphabetical order, shape ``(N,)``; NaN for None and empty texts.

        Texts that differ only in upper and lower case have the same rank.
        """
        distinct = sorted({text.casefold() for text in self.texts if text})
        places = {text: float(actor_index) for actor_index, text in enumerate(distinct)}
        ranks = [places[text.casefold()] if text else np.nan for text in self.texts]
        found: Floats = np.array(ranks, np.float64)[self.codes]
        return found


class ActorFacts:
    """Columns of the actor list with texts that do not change with time, one text per actor."""

    def __init__(self, actors: ActorTable | None = None) -> None:
        """Prepare columns with a text for each actor in the table ``actors``; None means an empty table."""
        self._actors = actors
        self._number = np.empty(0, np.int64) if actors is None else actors.descriptions.blueprint_indices
        most = int(self._number.max(initial=-1)) + 1
        self._shared = [] if actors is None else actors.descriptions.blueprints[:most]

    def __len__(self) -> int:
        """Return the number of rows of the actor table."""
        return len(self._number)

    def _of_each(self, text: Callable[[Blueprint], str | None]) -> TextColumn:
        shared = self._shared
        return TextColumn(
            LazySequence(len(shared), cache(lambda actor_index: text(shared[actor_index]))), self._number
        )

    @lazy
    def blueprints(self) -> TextColumn:
        """Full blueprint name of each actor."""
        return self._of_each(lambda each: plain(each.type_id))

    @lazy
    def short_blueprints(self) -> TextColumn:
        """Blueprint name of each actor without what repeats its category: "tesla model3" for a vehicle."""
        return self._of_each(lambda each: short_blueprint(plain(each.type_id)))

    @lazy
    def roles(self) -> TextColumn:
        """Role name of each actor, empty for actors without one."""
        return self._of_each(lambda each: plain(each.role_name))

    @lazy
    def categories(self) -> TextColumn:
        """Category name of each actor, in the words of ``CATEGORY_WORDS``."""
        return TextColumn(CATEGORY_WORDS, self._number[:0] if self._actors is None else self._actors.category)

    @lazy
    def ids(self) -> TextColumn:
        """Id of each actor as text."""
        ids = [] if self._actors is None else self._actors.actor_id.tolist()
        return TextColumn([*map(str, ids)], np.arange(len(ids)))

    def attribute(self, name: str) -> TextColumn:
        """Return the values of the attribute ``name`` of all actors; None for actors without it."""
        return self._of_each(lambda each: each.attributes.get(name))


class LifetimeColumns:
    """Columns about each actor's lifetime, one value per row of the actor table; NaN if unknown.

    Attributes:
        spawned: spawn time in seconds, shape ``(N,)``.
        destroyed: destroy time in seconds, NaN for actors alive at the end, shape ``(N,)``.
        durations: length of the lifetime in seconds, shape ``(N,)``.
        collisions: number of recorded collisions, shape ``(N,)``.
        parents: actor id of the parent, shape ``(N,)``.
        travelled: distance travelled in metres, shape ``(N,)``; NaN until it is computed.
    """

    def __init__(self, index: RecordingIndex) -> None:
        actors, elapsed = index.actors, index.elapsed
        count = len(actors)
        self.travelled: Floats = np.full(count, np.nan)
        self.spawned = _times(elapsed, actors.spawn_frame)
        self.destroyed = _times(elapsed, actors.destroy_frame)
        end = np.where(np.isnan(self.destroyed), index.duration, self.destroyed)
        self.durations: Floats = end - self.spawned
        contacts = index.contacts.columns
        others = contacts["other"][contacts["other"] != contacts["actor"]]
        taking_part = np.concatenate([contacts["actor"], others])
        taking_part = taking_part[(taking_part >= 0) & (taking_part < count)]
        self.collisions: Floats = np.bincount(taking_part, minlength=count).astype(np.float64)
        carried = actors.parent >= 0
        self.parents: Floats = np.full(count, np.nan)
        self.parents[carried] = actors.actor_id[actors.parent[carried]]


def _times(elapsed: Floats, frames: NDArray[np.int32]) -> Floats:
    """Return the times in seconds of frames, given their indices; NaN for an index beyond the last frame.

    Args:
        elapsed: times of all frames in seconds, ascending, shape ``(F,)``.
        frames: frame indices, shape ``(N,)``.
    """
    times = np.append(elapsed, np.nan)
    return times[np.minimum(frames, len(elapsed))]


class LifetimeState(IntEnum):
    """Whether an actor is alive, not spawned yet, or destroyed."""

    ALIVE = 0
    NOT_SPAWNED = 1
    DESTROYED = 2


class PresentColumns:
    """Values for the columns of the actor list that change with time; each is computed at first use."""

    def __init__(
        self, actors: ActorTable, world: World | None, hero: int | None, selected: int | None = None
    ) -> None:
        self._actors = actors
        self._world = world
        self._hero = hero
        self._selected = selected
        self._frame = 0 if world is None else world.frame_index
        self.alive = (actors.spawn_frame <= self._frame) & (self._frame < actors.destroy_frame)

    @lazy
    def speeds(self) -> Floats:
        """Speeds in m/s, shape ``(N,)``.

        NaN for actors that are not alive, are parked below the road or have an unknown speed.
        """
        if self._world is None:
            return self._unknown()
        try:
            return self._spread(np.where(self._world.below > 0.0, np.nan, self._world.speeds))
        except RecordingError:  # the file has changed; making the next world reports that
            return self._unknown()

    @lazy
    def distances(self) -> Floats:
        """Distances in metres to the hero (vehicle under test), between centres, shape ``(N,)``.

        NaN for actors that are not alive or are parked below the road, and for all if there is no hero alive.
        """
        return self._distances_to(self._hero)

    @lazy
    def distances_to_selected(self) -> Floats:
        """Distances in metres to the actor selected last, between centres, shape ``(N,)``.

        NaN for actors that are not alive or are parked below the road, and for all if that actor is not alive
        or none is selected.
        """
        return self._distances_to(self._selected)

    def _distances_to(self, row: int | None) -> Floats:
        actor_index = None if self._world is None or row is None else self._world.index_of(row)
        if self._world is None or actor_index is None:
            return self._unknown()
        locations = self._world.locations
        distances = np.linalg.norm(locations - locations[actor_index], axis=1)
        return self._spread(np.where(self._world.below > 0.0, np.nan, distances))

    @lazy
    def below(self) -> Floats:
        """Depth in metres below the road at which a scenario has parked each actor, shape ``(N,)``.

        0 for actors that are not parked; NaN for those that are not in the world at the present time.
        """
        return self._unknown() if self._world is None else self._spread(self._world.below)

    @lazy
    def states(self) -> Floats:
        """State of each actor as a number, to sort by and to show, shape ``(N,)``.

        A LifetimeState; for an actor parked below the road, ``len(LifetimeState)`` plus its depth in metres.
        """
        to_come = self._actors.spawn_frame > self._frame
        states = np.select(
            [self.alive, to_come], [LifetimeState.ALIVE, LifetimeState.NOT_SPAWNED], LifetimeState.DESTROYED
        )
        return np.where(self.below > 0.0, len(LifetimeState) + self.below, states)

    def _unknown(self) -> Floats:
        return np.full(len(self._actors), np.nan)

    def _spread(self, values: Floats) -> Floats:
        """Return ``values`` of the actors alive at the playhead as an array over all actors.

        The index is an actor's row in the actor table; the others' values are NaN.
        """
        spread = self._unknown()
        if self._world is not None:
            spread[self._world.rows] = values
        return spread
