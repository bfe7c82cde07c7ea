"""What changes with time in the actor list: who is alive, how fast, how far from the hero."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from viewer.arrays import Floats
from viewer.lazy import lazy
from viewer.logfile.errors import RecordingError
from viewer.recording.actors import ActorTable
from viewer.replay.world.world import World


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
