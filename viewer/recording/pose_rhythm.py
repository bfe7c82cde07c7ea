"""How often poses are new: some recordings repeat an actor's pose for frames in which the actor moves on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from viewer.arrays import Flags, Floats, Ints

_SLOWEST = 0.2
"""m/s: steps of who is slower say nothing about a rhythm."""
_LONGEST = 1.0
"""Seconds: who keeps its pose for longer stands."""
_FEWEST = 5
"""Repeated poses between steps that are a proof."""
_EVENER = 0.5
"""Changes of speed, told by the whole time since the pose before, are smaller at least by this."""
_STANDS, _STANDS_LEAST = 2.5, 4
"""How many times the usual wait for a new pose, and how many frames, a wait is that is no stand."""
_SELDOM = 0.02
"""Share of the shortest and of the longest waits that are not usual."""
_FASTEST, _PUT = 60.0, 0.5
"""m/s and metres of a step from which on an actor was put there."""


class Rhythm(NamedTuple):
    """Frames from one new pose of an actor to the next: usually, at least, and at most."""

    usual: int
    shortest: int
    longest: int

    @property
    def text(self) -> str:
        """Return the rhythm in words.

        >>> Rhythm(4, 4, 4).text, Rhythm(2, 1, 3).text
        ('every 4 frames', 'every 1 to 3 frames')
        """
        even = self.shortest == self.longest
        return f"every {self.usual} frames" if even else f"every {self.shortest} to {self.longest} frames"


def find_rhythm(stretches: Sequence[tuple[Floats, Floats]]) -> Rhythm | None:
    """Return the rhythm of an actor's poses; None if they are new in each frame in which the actor moves.

    Between new poses an actor with a rhythm would stop and start within a frame, each time; told by the
    whole time since the pose before, its speed is even. Who really stops and goes, does so evenly by its own
    frames.

    Args:
        stretches: of frames in a row: seconds (K,), and poses (K, C) that begin with x, y, z in metres.

    """
    waits: list[Ints] = []
    literal = told = repeated = 0.0
    for times, poses in stretches:
        new = np.flatnonzero((np.diff(poses, axis=0) != 0.0).any(axis=1)) + 1
        if len(new) < _FEWEST or len(new) == len(poses) - 1:
            waits.append(np.ones(len(new) if len(new) >= _FEWEST else 0, np.int64))
            continue
        before, here = new[:-1], new[1:]
        lengths = np.linalg.norm(poses[here, :3] - poses[before, :3], axis=1)
        wait, lasts, last = here - before, times[here] - times[before], times[here] - times[here - 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            even, sudden = lengths / lasts, lengths / last
        moves = (even > _SLOWEST) & (lasts <= _LONGEST) & (last > 0.0) & (sudden < _FASTEST * wait)
        waits.append(wait[moves])
        pairs = np.flatnonzero(moves[1:] & moves[:-1]) + 1
        told += float(np.abs(even[pairs] - even[pairs - 1]).sum())
        stops = wait[pairs] > 1
        changes = np.where(
            stops, sudden[pairs] + sudden[pairs - 1], np.abs(sudden[pairs] - sudden[pairs - 1])
        )
        literal += float(changes.sum())
        repeated += int(stops.sum())
    all_waits = np.concatenate([np.empty(0, np.int64), *waits])
    if repeated < _FEWEST or told >= _EVENER * literal:
        return None
    usual = int(np.median(all_waits))
    all_waits = np.sort(all_waits[all_waits <= max(_STANDS * usual, _STANDS_LEAST)])
    few = int(_SELDOM * len(all_waits))
    return Rhythm(usual, int(all_waits[few]), int(all_waits[-1 - few]))


def new_poses(times: Floats, poses: Floats, rhythm: Rhythm) -> Flags:
    """Return which poses (K, C) of an actor with a rhythm are true at their times (K,), shape (K,).

    These are the new ones, and those in which the actor stands: whoever keeps a pose for longer than the
    rhythm stands until the usual wait before the next one. Poses begin with x, y, z in metres.
    """
    new = np.ones(len(poses), np.bool_)
    new[1:] = (np.diff(poses, axis=0) != 0.0).any(axis=1)
    places = np.flatnonzero(new)
    if len(places) < 2:  # noqa: PLR2004 - a step has two ends
        return np.ones(len(poses), np.bool_)
    waits = np.diff(places)
    lengths = np.linalg.norm(np.diff(poses[places, :3], axis=0), axis=1)
    put = (lengths > _PUT) & (lengths > _FASTEST * np.diff(times[places]))
    stood = waits > rhythm.longest
    for begin, end in zip(places[:-1][stood].tolist(), places[1:][stood].tolist(), strict=True):
        new[begin : end - rhythm.usual + 1] = True
    new[places[1:][put] - 1] = True
    # Nobody knows since when the first pose holds, nor until when the last one.
    if waits[0] < rhythm.usual and len(places) > 2:  # noqa: PLR2004 - a step that tells the way back
        new[0] = False
    if len(poses) - 1 - places[-1] > rhythm.longest:
        new[places[-1] :] = True
    return new


def evened(times: Floats, poses: Floats, new: Flags) -> Floats:
    """Return poses (K, C) at times (K,), those that are not ``new`` (K,) put evenly between those that are.

    Before the first and behind the last new one the actor goes on as it did. Columns from the fourth on are
    angles in degrees, and go the short way round.
    """
    result = poses.copy()
    known = np.flatnonzero(new)
    if len(known) < 2 or new.all():  # noqa: PLR2004 - a line has two ends
        return result
    old = np.flatnonzero(~new)
    after = np.clip(np.searchsorted(known, old), 1, len(known) - 1)
    begin, end = known[after - 1], known[after]
    steps = poses[end] - poses[begin]
    steps[:, 3:] -= 360.0 * np.round(steps[:, 3:] / 360.0)
    share = (times[old] - times[begin]) / np.maximum(times[end] - times[begin], 1e-9)
    result[old] = poses[begin] + steps * share[:, None]
    return result
