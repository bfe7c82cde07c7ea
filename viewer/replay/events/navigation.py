"""Which of the vehicles that move to go to next."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.recording.actors import VEHICLES
from viewer.replay.world.world import World

_MOVES = 0.1  # m/s: below it a vehicle stands


def next_mover(
    world: World, visible: NDArray[np.bool_], origin: tuple[float, float], current: int | None, direction: int
) -> int | None:
    """Return the row of the next (1) or previous (−1) vehicle that moves, nearest to ``origin`` first.

    Args:
        world: the moment.
        visible: which of its actors count, shape (N,).
        origin: x, y in metres from which distances are measured.
        current: row selected now; the one after it in that order comes next.
        direction: 1 or −1.

    """
    kinds = np.isin(world.categories, VEHICLES)
    with np.errstate(invalid="ignore"):
        places = np.flatnonzero(visible & kinds & (world.speeds > _MOVES) & (world.below <= 0.0))
    if not len(places):
        return None
    distances = np.hypot(*(world.locations[places, :2] - origin).T)
    rows = world.rows[places[np.argsort(distances, kind="stable")]].tolist()
    if current not in rows:
        return int(rows[0 if direction > 0 else -1])
    return int(rows[(rows.index(current) + direction) % len(rows)])
