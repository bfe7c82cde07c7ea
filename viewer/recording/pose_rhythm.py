"""Rhythm of poses: some recordings repeat a moving actor's pose for several frames before a new one comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from viewer.arrays import Flags, Floats, Ints, wrap_degrees

_SLOWEST = 0.2
"""Lowest speed in m/s of an actor whose poses are used to find out how often poses are repeated."""
_LONGEST = 1.0
"""Longest time in seconds for which a moving actor's pose may repeat; if it repeats longer, the actor stands.
"""
FEWEST_REPEATS = 5
"""Smallest number of new poses after repeated ones that proves that poses are new only every few frames."""
_EVENER = 0.5
"""Limit for the ratio of speed changes between new poses to those between frames; below it, poses repeat.

With repeated poses, speeds from frame to frame jump between 0 and too much, but speeds from one new pose to
the next are even.
"""
_STANDS, _STANDS_LEAST = 2.5, 4
"""An actor stood if it had no new pose for longer than 2.5 times the median wait, and for over 4 frames.

Such waits are left out when it is found out how often an actor gets a new pose.
"""
_SELDOM = 0.02
"""Share of the shortest, and of the longest, times between new poses of an actor that is ignored.

The others give the usual range.
"""
_FASTEST, _PUT = 60.0, 0.5
"""An actor that moves faster than this (m/s) and farther than this (m) between two poses was teleported."""


class Rhythm(NamedTuple):
    """Number of frames between successive new (not repeated) poses of an actor: median, smallest, largest."""

    usual: int
    shortest: int
    longest: int

    @property
    def text(self) -> str:
        """Rhythm in words: how often the recording has a new pose of the actor.

        >>> Rhythm(4, 4, 4).text, Rhythm(2, 1, 3).text
        ('every 4 frames', 'every 1 to 3 frames')
        """
        even = self.shortest == self.longest
        return f"every {self.usual} frames" if even else f"every {self.shortest} to {self.longest} frames"


def find_rhythm(stretches: Sequence[tuple[Floats, Floats]]) -> Rhythm | None:
    """Return how many frames apart an actor's new poses are; None if none is repeated while it moves.

    With repeated poses, speeds between adjacent frames jump between 0 and too much, but speeds from one new
    pose to the next are even: this contrast proves a rhythm. An actor that really stops and goes has uneven
    speeds either way. Frames in which the actor stands do not count.

    Args:
        stretches: runs of consecutive frames, each as times in seconds (K,), and poses (K, C) whose first
            columns are x, y, z in metres.
    """
    waits: list[Ints] = []
    sudden_changes = even_changes = repeated = 0.0
    for times, poses in stretches:
        new = np.flatnonzero((np.diff(poses, axis=0) != 0.0).any(axis=1)) + 1
        if len(new) < FEWEST_REPEATS or len(new) == len(poses) - 1:
            waits.append(np.ones(len(new) if len(new) >= FEWEST_REPEATS else 0, np.int64))
            continue
        before, here = new[:-1], new[1:]
        lengths = np.linalg.norm(poses[here, :3] - poses[before, :3], axis=1)
        wait, lasts, last = here - before, times[here] - times[before], times[here] - times[here - 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            even, sudden = lengths / lasts, lengths / last
        moves = (even > _SLOWEST) & (lasts <= _LONGEST) & (last > 0.0) & (sudden < _FASTEST * wait)
        waits.append(wait[moves])
        pairs = np.flatnonzero(moves[1:] & moves[:-1]) + 1
        even_changes += float(np.abs(even[pairs] - even[pairs - 1]).sum())
        stops = wait[pairs] > 1
        changes = np.where(
            stops, sudden[pairs] + sudden[pairs - 1], np.abs(sudden[pairs] - sudden[pairs - 1])
        )
        sudden_changes += float(changes.sum())
        repeated += int(stops.sum())
    all_waits = np.concatenate([np.empty(0, np.int64), *waits])
    if repeated < FEWEST_REPEATS or even_changes >= _EVENER * sudden_changes:
        return None
    usual = int(np.median(all_waits))
    all_waits = np.sort(all_waits[all_waits <= max(_STANDS * usual, _STANDS_LEAST)])
    few = int(_SELDOM * len(all_waits))
    return Rhythm(usual, int(all_waits[few]), int(all_waits[-1 - few]))


def new_poses(times: Floats, poses: Floats, rhythm: Rhythm) -> Flags:
    """Return a mask of an actor's ``poses``, shape (K,): False where it moves but an older pose is repeated.

    Repeated poses of a standing actor are True. An actor whose pose stays for more than ``rhythm.longest``
    frames stands until ``rhythm.usual`` frames before its next new pose.

    Args:
        times: seconds, shape (K,).
        poses: one actor's poses in consecutive frames, shape (K, C), first columns x, y, z in metres.
        rhythm: number of frames between new poses of the actor.
    """
    new = np.ones(len(poses), np.bool_)
    new[1:] = (np.diff(poses, axis=0) != 0.0).any(axis=1)
    indices = np.flatnonzero(new)
    if len(indices) < 2:  # noqa: PLR2004 - a step has two ends
        return np.ones(len(poses), np.bool_)
    waits = np.diff(indices)
    lengths = np.linalg.norm(np.diff(poses[indices, :3], axis=0), axis=1)
    put = (lengths > _PUT) & (lengths > _FASTEST * np.diff(times[indices]))
    stood = waits > rhythm.longest
    for begin, end in zip(indices[:-1][stood].tolist(), indices[1:][stood].tolist(), strict=True):
        new[begin : end - rhythm.usual + 1] = True
    new[indices[1:][put] - 1] = True
    # It is unknown since when the first pose holds, and until when the last one.
    if waits[0] < rhythm.usual and len(indices) > 2:  # noqa: PLR2004 - a step to extrapolate backwards
        new[0] = False
    if len(poses) - 1 - indices[-1] > rhythm.longest:
        new[indices[-1] :] = True
    return new


def evened(times: Floats, poses: Floats, new: Flags) -> Floats:
    """Return ``poses`` with those that are not ``new`` replaced by interpolation between the new ones.

    Before the first and after the last new pose the motion is extrapolated.

    Args:
        times: seconds, shape (K,).
        poses: shape (K, C): x, y, z in metres, then angles in degrees, which turn the short way round.
        new: True for the poses to keep, shape (K,).
    """
    result = poses.copy()
    known = np.flatnonzero(new)
    if len(known) < 2 or new.all():  # noqa: PLR2004 - a line has two ends
        return result
    old = np.flatnonzero(~new)
    after = np.clip(np.searchsorted(known, old), 1, len(known) - 1)
    begin, end = known[after - 1], known[after]
    steps = poses[end] - poses[begin]
    steps[:, 3:] = wrap_degrees(steps[:, 3:])
    share = (times[old] - times[begin]) / np.maximum(times[end] - times[begin], 1e-9)
    result[old] = poses[begin] + steps * share[:, None]
    return result
