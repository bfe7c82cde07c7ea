"""When an actor was near a place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats
from viewer.replay.paths.trajectory import Trajectory

NEAR = 5.0
"""Metres within which an actor counts as having been at a place."""
_AWAY = 1.0
"""Seconds: who is away for no longer never left."""
_SHORTEST = 1e-12
"""Metres that count as a move: shares of a shorter one are beyond what numbers hold."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A stay near a place.

    Attributes:
        begin: when it came, elapsed seconds.
        end: when it left, or when its poses end.
        closest: when it was closest, for the first time.
        distance: how far away it was then, metres on the ground.

    """

    begin: float
    end: float
    closest: float
    distance: float


def visits(path: Trajectory, x: float, y: float, radius: float = NEAR) -> list[Visit]:
    """Return when an actor was within ``radius`` metres of a place, in time's order.

    Height does not count. Between adjoining frames the actor moves straight, as the replay shows it: who
    drives past a place between two frames was there. It does not move across gaps and teleports.

    Args:
        path: where the actor was.
        x: of the place in metres, in CARLA's frame.
        y: likewise.
        radius: metres, positive.

    """
    if not len(path):
        return []
    places = path.locations[:, :2] - (x, y)
    steps = np.diff(places, axis=0)
    far = np.hypot(places[:, 0], places[:, 1])
    reach = np.where(path.broken, -1.0, np.hypot(steps[:, 0], steps[:, 1]) + radius)
    (moving,) = np.nonzero(far[:-1] <= reach)  # nobody else can come near
    (there,) = np.nonzero(far <= radius)
    # A pose is a step without length, so that one alone between two gaps counts, too.
    poses = np.concatenate((there, moving))
    start = places[poses]
    move = np.concatenate((np.zeros((len(there), 2)), steps[moving]))
    since = path.elapsed[poses]
    lasts = np.concatenate((np.zeros(len(there)), path.elapsed[moving + 1] - path.elapsed[moving]))
    enter, leave, closest, near = _within(start, move, radius)
    at = start + closest[:, None] * move
    distance = np.hypot(at[:, 0], at[:, 1])
    enter, leave, closest = ((since + part * lasts)[near] for part in (enter, leave, closest))
    return _merged(enter, leave, closest, distance[near])


def _within(start: Floats, move: Floats, radius: float) -> tuple[Floats, Floats, Floats, NDArray[np.bool_]]:
    """Return which parts of straight moves lie within a circle around the origin.

    Returns:
        Where each enters, leaves, and is closest, as shares of the move from 0 to 1, and whether it is ever
        within; shape (K,) each. Where it is never within, the first two mean nothing.

    """
    length = np.einsum("ij,ij->i", move, move)
    along = np.einsum("ij,ij->i", start, move)
    moves = length > _SHORTEST**2
    divisor = np.where(moves, length, 1.0)
    nearest = -along / divisor
    beside = np.einsum("ij,ij->i", start, start) - np.where(moves, along**2 / divisor, 0.0)
    half = np.where(moves, np.sqrt(np.maximum(radius**2 - beside, 0.0) / divisor), np.inf)
    enter, leave = np.maximum(nearest - half, 0.0), np.minimum(nearest + half, 1.0)
    return enter, leave, np.clip(nearest, 0.0, 1.0), (beside <= radius**2) & (enter <= leave)


def _merged(enter: Floats, leave: Floats, closest: Floats, distance: Floats) -> list[Visit]:
    """Join stays between which the actor was hardly away."""
    if not len(enter):
        return []
    order = np.argsort(enter, kind="stable")
    enter, leave, closest, distance = enter[order], leave[order], closest[order], distance[order]
    left = np.maximum.accumulate(leave)
    begins = np.flatnonzero(np.append(True, enter[1:] > left[:-1] + _AWAY))
    ends = np.append(begins[1:], len(enter))
    result = []
    for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
        best = begin + int(np.argmin(distance[begin:end]))
        result.append(
            Visit(float(enter[begin]), float(left[end - 1]), float(closest[best]), float(distance[best]))
        )
    return result
