"""What the list of actors shows, sorts by and searches, as columns: texts, lives, the present moment."""

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
"""The word a filter finds each category by; without blanks, which separate terms."""


@dataclass(frozen=True, eq=False)
class TextColumn:
    """One text per row, or None.

    Attributes:
        texts: all there are; some may be equal, or of no row.
        codes: the number of each row's text, shape (N,).

    """

    texts: Sequence[str | None]
    codes: NDArray[np.integer]

    def __getitem__(self, row: int) -> str | None:
        """Return the text of a row."""
        return self.texts[int(self.codes[row])]

    def where(self, test: Callable[[str], bool]) -> Flags:
        """Tell for each row whether its text passes a test; None never does. Shape (N,)."""
        passed: Flags = np.array([text is not None and test(text) for text in self.texts], np.bool_)[
            self.codes
        ]
        return passed

    def ranks(self) -> Floats:
        """Return each row's place in alphabetical order, shape (N,); NaN for None and the empty text."""
        distinct = sorted({text.casefold() for text in self.texts if text})
        places = {text: float(place) for place, text in enumerate(distinct)}
        ranks = [places[text.casefold()] if text else np.nan for text in self.texts]
        found: Floats = np.array(ranks, np.float64)[self.codes]
        return found


class ActorFacts:
    """The texts of an actor table that the list shows, sorts by and searches."""

    def __init__(self, actors: ActorTable | None = None) -> None:
        """Take the table; None for nobody."""
        self._actors = actors
        self._number = np.empty(0, np.int64) if actors is None else actors.descriptions.number
        most = int(self._number.max(initial=-1)) + 1
        self._shared = [] if actors is None else actors.descriptions.blueprints[:most]

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._number)

    def _of_each(self, text: Callable[[Blueprint], str | None]) -> TextColumn:
        shared = self._shared
        return TextColumn(LazySequence(len(shared), cache(lambda place: text(shared[place]))), self._number)

    @lazy
    def blueprints(self) -> TextColumn:
        """The whole names of blueprints."""
        return self._of_each(lambda each: plain(each.type_id))

    @lazy
    def short_blueprints(self) -> TextColumn:
        """The same without what goes without saying."""
        return self._of_each(lambda each: short_blueprint(plain(each.type_id)))

    @lazy
    def roles(self) -> TextColumn:
        """The roles, empty for those without one."""
        return self._of_each(lambda each: plain(each.role_name))

    @lazy
    def categories(self) -> TextColumn:
        """The words of categories."""
        return TextColumn(CATEGORY_WORDS, self._number[:0] if self._actors is None else self._actors.category)

    @lazy
    def ids(self) -> TextColumn:
        """The ids as text."""
        ids = [] if self._actors is None else self._actors.actor_id.tolist()
        return TextColumn([*map(str, ids)], np.arange(len(ids)))

    def attribute(self, name: str) -> TextColumn:
        """Return the values of an attribute, None for actors that do not have it."""
        return self._of_each(lambda each: each.attributes.get(name))


class LifeColumns:
    """Columns that do not change with time, one entry per row of the actor table, NaN for what is unknown.

    Attributes:
        spawned: seconds at which each actor comes, shape (N,).
        destroyed: seconds at which it goes, NaN for those who outlive the recording, shape (N,).
        durations: seconds for which it is there, shape (N,).
        collisions: contacts it takes part in, shape (N,).
        parents: id of the actor it is attached to, shape (N,).
        travelled: metres, shape (N,); NaN until it is told.

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
    """Return when frames are, in seconds; NaN for those after the last one."""
    times = np.append(elapsed, np.nan)
    return times[np.minimum(frames, len(elapsed))]


class Life(IntEnum):
    """Where an actor is in its life."""

    ALIVE = 0
    NOT_SPAWNED = 1
    DESTROYED = 2


class MomentColumns:
    """The columns that change with time, one entry per row of the actor table; worked out when asked for."""

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
        """Speed in m/s, shape (N,); NaN for those who are not alive or whose speed is not known."""
        if self._world is None:
            return self._unknown()
        try:
            return self._spread(np.where(self._world.below > 0.0, np.nan, self._world.speeds))
        except RecordingError:  # the file has changed; whoever makes the next world is told so, too
            return self._unknown()

    @lazy
    def distances(self) -> Floats:
        """Distance to the hero in metres, shape (N,); NaN where it is not known."""
        return self._distances_to(self._hero)

    @lazy
    def distances_to_selected(self) -> Floats:
        """Distance to the selected actor in metres, shape (N,); NaN where it is not known."""
        return self._distances_to(self._selected)

    def _distances_to(self, row: int | None) -> Floats:
        place = None if self._world is None or row is None else self._world.place_of(row)
        if self._world is None or place is None:
            return self._unknown()
        locations = self._world.locations
        distances = np.linalg.norm(locations - locations[place], axis=1)
        return self._spread(np.where(self._world.below > 0.0, np.nan, distances))

    @lazy
    def below(self) -> Floats:
        """Metres that a scenario keeps an actor below the road, shape (N,); 0 or NaN else."""
        return self._unknown() if self._world is None else self._spread(self._world.below)

    def life(self, row: int) -> Life:
        """Return where an actor is in its life."""
        if self.alive[row]:
            return Life.ALIVE
        return Life.NOT_SPAWNED if self._actors.spawn_frame[row] > self._frame else Life.DESTROYED

    @lazy
    def states(self) -> Floats:
        """Where each actor is in its life, as ``Life``; from ``len(Life)`` on metres below, shape (N,)."""
        to_come = self._actors.spawn_frame > self._frame
        lives = np.select([self.alive, to_come], [Life.ALIVE, Life.NOT_SPAWNED], Life.DESTROYED)
        return np.where(self.below > 0.0, len(Life) + self.below, lives)

    def _unknown(self) -> Floats:
        return np.full(len(self._actors), np.nan)

    def _spread(self, values: Floats) -> Floats:
        """Spread what the world tells of the living over all rows."""
        spread = self._unknown()
        if self._world is not None:
            spread[self._world.rows] = values
        return spread
