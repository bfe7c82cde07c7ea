"""What the map asks about a world besides who is where, each worked out when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from viewer.lazy import lazy
from viewer.logfile.errors import RecordingError
from viewer.replay.world.appearance import (
    NO_BOXES,
    GroundBoxes,
    LightPhases,
    doors_at,
    front_wheels_at,
    lamps_at,
    light_phases,
    trigger_boxes,
)
from viewer.replay.world.world import World


def velocities(world: World) -> NDArray[np.float64]:
    """Return velocities in m/s, shape (N, 3); NaN where unknown.

    They may have to be read from the file, which may have changed: then they are unknown, and whoever makes
    the next world is told so, too.
    """
    try:
        return world.velocities
    except RecordingError:
        return np.full((len(world.rows), 3), np.nan)


Answer = TypeVar("Answer")


class WorldFacts:
    """Columns beside those of a world; what the file no longer tells is as if it were not recorded."""

    def __init__(self, world: World) -> None:
        """Ask nothing yet."""
        self._world = world

    @lazy
    def speeds(self) -> NDArray[np.float64]:
        """Speeds in m/s, shape (N,); NaN where unknown."""
        return np.linalg.norm(velocities(self._world), axis=1)

    @lazy
    def lamps(self) -> NDArray[np.uint32]:
        """Bits of VehicleLightState that shine, shape (N,)."""
        return self._asked(lambda: lamps_at(self._world), np.zeros(self._count, np.uint32))

    @lazy
    def doors(self) -> NDArray[np.uint8]:
        """Bits ``1 << VehicleDoor`` of open doors, shape (N,)."""
        return self._asked(lambda: doors_at(self._world), np.zeros(self._count, np.uint8))

    @lazy
    def front_wheels(self) -> NDArray[np.float64]:
        """Steering angles of the front wheels, degrees, shape (N, 2)."""
        return self._asked(lambda: front_wheels_at(self._world), np.full((self._count, 2), np.nan))

    @lazy
    def phases(self) -> LightPhases:
        """Phases of the traffic lights."""
        unknown = LightPhases(np.zeros(self._count, np.bool_), np.full(self._count, np.nan))
        return self._asked(lambda: light_phases(self._world), unknown)

    @lazy
    def triggers(self) -> GroundBoxes:
        """Where lights and signs act on vehicles."""
        return self._asked(lambda: trigger_boxes(self._world), NO_BOXES)

    @property
    def _count(self) -> int:
        return len(self._world.rows)

    def _asked(self, ask: Callable[[], Answer], unknown: Answer) -> Answer:
        """Return an answer; whoever makes the next world is told that the file has changed."""
        try:
            return ask()
        except RecordingError:
            return unknown
