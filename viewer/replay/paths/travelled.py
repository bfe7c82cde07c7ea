"""How far every actor has travelled, by the poses of all frames."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.logfile import packets
from viewer.recording.actors import PUT_AWAY
from viewer.recording.index import RecordingIndex
from viewer.recording.units import metres
from viewer.replay.world.matching import match
from viewer.replay.world.pose import teleported

_LEAST = 0.02
"""Metres from which on a movement counts: who stands trembles, and adds up to a way."""
_OFTEN = 64
"""Frames after which it is asked whether to go on."""


def distances_travelled(index: RecordingIndex, *, proceed: Proceed = always) -> Floats:
    """Return the length of every actor's way in metres by row, shape (N,), NaN for those without a pose.

    It is the sum of straight lines between recorded places that are at least 2 cm apart; teleports are left
    out. Every frame is read, so that this takes about as long as the file takes to be read.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    actors, elapsed = index.actors, index.elapsed
    frames = len(index.heads)
    ways = _Ways(len(actors), actors.road_level - PUT_AWAY)
    turnover = np.zeros(frames + 1, np.bool_)
    turnover[np.clip(actors.spawn_frame, 0, frames)] = True  # a pose after an end is of another actor
    alive = alive_ids = rows = known = np.empty(0, np.int64)
    ids = np.empty(0, np.uint32)
    for frame in range(frames):
        if frame % _OFTEN == 0:
            check(proceed, frame / frames)
        if turnover[frame]:
            alive = actors.alive(frame)
            alive_ids = actors.actor_id[alive]
        records = index.read_frame(frame).records(packets.POSITION)
        if turnover[frame] or not np.array_equal(ids, records["actor_id"]):
            ids = records["actor_id"].copy()
            places, known = match(alive_ids, ids)
            rows = alive[places]
        ways.go_on(rows, metres(records["location"].take(known, axis=0)), float(elapsed[frame]))
    index.check_unchanged()
    return np.where(ways.seen, ways.lengths, np.nan)


class _Ways:
    """The ways of all actors so far.

    Attributes:
        lengths: metres, shape (N,).
        seen: whether each actor has had a pose, shape (N,).

    """

    def __init__(self, count: int, lowest: float) -> None:
        self._lowest = lowest
        self.lengths = np.zeros(count)
        self.seen = np.zeros(count, np.bool_)
        self._last = np.full((count, 3), np.nan)
        self._since = np.zeros(count)
        self._counted = np.full((count, 3), np.nan)

    def go_on(self, rows: Ints, locations: Floats, elapsed: float) -> None:
        """Take the places of some actors at a time in seconds, shapes (K,) and (K, 3)."""
        with np.errstate(invalid="ignore", over="ignore"):
            steps = locations - self._last[rows]
            jumps = teleported(steps, elapsed - self._since[rows]) | ~np.isfinite(steps).all(axis=1)
            jumps |= locations[:, 2] < self._lowest  # falling down there is no way
            ways = np.linalg.norm(locations - self._counted[rows], axis=1)
        moved = (ways >= _LEAST) & ~jumps
        self.lengths[rows[moved]] += ways[moved]
        begun = moved | jumps
        self._counted[rows[begun]] = locations[begun]
        self._last[rows] = locations
        self._since[rows] = elapsed
        self.seen[rows] = True
