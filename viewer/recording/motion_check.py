"""Whether what is recorded of motion agrees with the poses: where it does not, poses are believed.

The simulator's hybrid physics moves actors without giving them a velocity, and a replay that is recorded
again has poses and often nothing else. What moves is told by where it was: a recorded velocity counts where
it leads from one pose to the next, actor by actor and frame by frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, spans
from viewer.lazy import kept
from viewer.logfile import packets
from viewer.recording.actors import MOVERS, VEHICLES
from viewer.recording.index import RecordingIndex
from viewer.recording.plausible import sound_extents
from viewer.recording.pose_rhythm import Rhythm, evened, find_rhythm, new_poses
from viewer.recording.problems import Problem
from viewer.recording.read.poses import MemoryBudgetError, Trajectories, read_trajectories
from viewer.recording.read.records import read_packets
from viewer.recording.units import recorded_velocities

_AROUND = 0.25
"""Seconds before and after a frame over which velocities are held against the way."""
_HOLD = 0.5
"""Seconds that a contradiction lasts at least: what a collision does in a frame is none."""
_SHARE = 0.5
"""Share of the velocity by which both may differ."""
_CELLS = 40_000
"""Poses that are looked at; of longer recordings, in stretches that lie evenly in it."""
_STRETCHES, _FEWEST = 24, 40
"""How many stretches at most, and how many frames each has at least."""
_NAMED = 5
"""Actors that a problem names."""
_YAW = 4
"""Column of a pose."""


class _Measure(NamedTuple):
    """How a recorded rate is held against the way.

    Attributes:
        recorded: its columns among velocity (m/s) and angular velocity (°/s).
        way: columns of the pose that it leads along.
        least: by how much both may differ at any rate.
        fastest: from which on the actor was put there.

    """

    recorded: slice
    way: slice
    least: float
    fastest: float


_MEASURES = {
    "velocity": _Measure(slice(0, 3), slice(0, 3), 0.25, 60.0),
    "angular_velocity": _Measure(slice(5, 6), slice(_YAW, _YAW + 1), 5.0, 1e4),
}


class Doubt(NamedTuple):
    """Frames (K,) in which what is recorded of an actor was held against its poses, and whether it failed."""

    frames: Ints
    wrong: Flags

    def at(self, frames: Ints) -> Flags:
        """Return whether poses are believed instead in ``frames`` (K,), by the nearest that was looked at."""
        after = np.clip(np.searchsorted(self.frames, frames), 1, len(self.frames) - 1)
        nearer = frames - self.frames[after - 1] < self.frames[after] - frames
        return np.asarray(self.wrong[after - nearer])


@dataclass(frozen=True, eq=False)
class MotionCheck:
    """What was found out about the motion of a recording.

    Attributes:
        rhythms: of actors whose poses are not new in each frame, by row of the actor table.
        doubts: of each of ``velocity`` and ``angular_velocity``, the actors of which it is wrong at any time.

    """

    rhythms: dict[int, Rhythm] = field(default_factory=dict)
    doubts: Mapping[str, dict[int, Doubt]] = field(default_factory=lambda: {name: {} for name in _MEASURES})

    def wrong(self, name: str, rows: Ints, frame: int) -> Flags:
        """Return of which ``rows`` (N,) what is recorded in a frame is wrong, so that poses count, (N,)."""
        doubts, found = self.doubts[name], np.zeros(len(rows), np.bool_)
        for place in np.flatnonzero(np.isin(rows, [*doubts])).tolist() if doubts else ():
            found[place] = doubts[int(rows[place])].at(np.array([frame]))[0]
        return found

    def wrong_in(self, name: str, row: int, frames: Ints) -> Flags:
        """Return in which frames (K,) what is recorded of an actor is wrong, shape (K,)."""
        doubt = self.doubts[name].get(row)
        return np.zeros(len(frames), np.bool_) if doubt is None else doubt.at(frames)

    def even(self, row: int, times: Floats, poses: Floats) -> Floats:
        """Return an actor's poses (K, C) at times (K,), without the rhythm in which they were written.

        Poses begin with x, y, z in metres; what follows is in degrees.
        """
        rhythm = self.rhythms.get(row)
        return poses if rhythm is None else evened(times, poses, new_poses(times, poses, rhythm))


@kept
def motion_check(index: RecordingIndex) -> MotionCheck:
    """Return what the poses say of what is recorded of motion.

    As long as the recording is being read, all of it is believed. Errors as for ``read_frame``.
    """
    found = MotionCheck()
    if not index.complete or len(index.heads) < _FEWEST // 2:
        return found
    movers = np.flatnonzero(np.isin(index.actors.category, MOVERS))
    frames = _frames(index, movers)
    try:
        poses = read_trajectories(index, movers, frames)
    except MemoryBudgetError:
        return found
    recorded = _recorded(index, poses)
    for number, row in enumerate(poses.rows.tolist()):
        _check(found, index, poses, number, row, recorded)
    return found


def _frames(index: RecordingIndex, movers: Ints) -> Ints:
    """Return the frames to look at: all, or stretches of them."""
    actors, count = index.actors, len(index.heads)
    changes = np.zeros(count + 1, np.int64)
    np.add.at(changes, np.minimum(actors.spawn_frame[movers], count), 1)
    np.add.at(changes, np.minimum(actors.destroy_frame[movers], count), -1)
    most = max(int(np.cumsum(changes).max()), 1)
    if count * most <= _CELLS:
        return np.arange(count)
    wanted = max(_CELLS // most, _FEWEST)
    number = int(np.clip(wanted // _FEWEST, 1, _STRETCHES))
    length = min(wanted // number, count)
    begins = np.linspace(0, count - length, number).astype(np.int64)
    frames = np.sort((begins[:, None] + np.arange(length)).ravel())
    return frames[np.diff(frames, prepend=-1) > 0]


def _recorded(index: RecordingIndex, poses: Trajectories) -> NDArray[np.float32] | None:
    """Return recorded velocities and speeds of turning (F, S, 6) in the frames and slots of poses."""
    if not index.packet_counts.get(index.dialect.id_of(packets.KINEMATICS)) or not len(poses.rows):
        return None
    values = np.full((*poses.poses.shape[:2], 6), np.nan, np.float32)
    slots = np.full(len(index.actors) + 1, -1)
    slots[poses.rows] = poses.slots
    for batch in read_packets(index, packets.KINEMATICS, poses.frames):
        slot = slots[index.actors.rows_at(batch.records["actor_id"], batch.frames)]
        there = np.flatnonzero(slot >= 0)
        where = np.searchsorted(poses.frames, batch.frames[there]), slot[there]
        values[(*where, slice(0, 3))] = recorded_velocities(batch.records["velocity"][there], np.float32)
        turning = recorded_velocities(batch.records["angular_velocity"][there], np.float32)
        values[(*where, slice(3, 6))] = turning
    return values


def _check(
    found: MotionCheck,
    index: RecordingIndex,
    poses: Trajectories,
    number: int,
    row: int,
    recorded: NDArray[np.float32] | None,
) -> None:
    begin, end, slot = int(poses.begins[number]), int(poses.ends[number]), int(poses.slots[number])
    is_driven = index.actors.category[row] in VEHICLES
    frames, mine = poses.frames[begin:end], poses.of(number).astype(np.float64)
    times = (index.driven_elapsed if is_driven else index.elapsed)[frames]
    known = np.flatnonzero(np.isfinite(mine[:, :3]).all(axis=1) & np.isfinite(times))
    stretches = np.split(known, np.flatnonzero(np.diff(frames[known]) > 1) + 1)
    rhythm = find_rhythm([(times[each], mine[each]) for each in stretches])
    if rhythm is not None:
        found.rhythms[row] = rhythm
    if recorded is None:
        return
    told = recorded[begin:end, slot].astype(np.float64)
    # Walkers turn without physics: their angular velocity is 0.
    for name, measure in _MEASURES.items() if is_driven else [*_MEASURES.items()][:1]:
        if rhythm is None and _agrees(times[known], mine[known], told[known], measure):
            continue
        parts = []
        for each in stretches:
            even, rates = found.even(row, times[each], mine[each]), told[each, measure.recorded]
            even[:, _YAW] = np.unwrap(even[:, _YAW], period=360.0)
            there = np.flatnonzero(np.isfinite(rates).all(axis=1))
            if len(there) > 1:
                way, seconds = even[there, measure.way], times[each][there]
                wait = 0.0 if rhythm is None else rhythm.longest * float(np.median(np.diff(seconds)))
                wrong = _wrong(seconds, way, rates[there], max(_AROUND, wait), measure)
                parts.append((frames[each][there], wrong))
        if any(wrong.any() for _, wrong in parts):
            found.doubts[name][row] = Doubt(*map(np.concatenate, zip(*parts, strict=True)))


def _agrees(times: Floats, poses: Floats, told: Floats, measure: _Measure) -> bool:
    """Return whether what is ``told`` (K, 6) leads from nearly each of the ``poses`` (K, 6) to the next."""
    lasts = np.diff(times)
    steps, rates = np.diff(poses[:, measure.way], axis=0), told[:, measure.recorded]
    if measure.way.start == _YAW:
        steps -= 360.0 * np.round(steps / 360.0)
    expected = (rates[1:] + rates[:-1]) * (lasts[:, None] / 2.0)
    apart, gone, said = ((each * each).sum(axis=1) for each in (steps - expected, steps, expected))
    allowed = np.maximum((measure.least * lasts) ** 2, _SHARE**2 * np.maximum(gone, said))
    return float(lasts[apart > allowed].sum()) < _HOLD


def _wrong(times: Floats, way: Floats, rates: Floats, around: float, measure: _Measure) -> Flags:
    """Return when ``rates`` (K, C) do not lead along a ``way`` (K, C), long enough to count, shape (K,)."""
    lasts = np.diff(times)[:, None]
    steps, expected = np.diff(way, axis=0), (rates[1:] + rates[:-1]) / 2.0 * lasts
    put = np.linalg.norm(steps, axis=1) > measure.fastest * np.maximum(lasts[:, 0], _AROUND)
    steps[put] = expected[put] = lasts[put] = 0.0

    def summed(values: Floats) -> Floats:
        sums = np.concatenate((np.zeros((1, values.shape[1])), np.cumsum(values, axis=0)))
        return np.asarray(sums[last] - sums[first])

    first = np.searchsorted(times, times - around)
    last = np.searchsorted(times, times + around, side="right") - 1
    seconds = np.maximum(summed(lasts)[:, 0], 1e-3)
    gone, said = summed(steps), summed(expected)
    error = np.linalg.norm(gone - said, axis=1) / seconds
    size = np.maximum(np.linalg.norm(gone, axis=1), np.linalg.norm(said, axis=1)) / seconds
    wrong, found = error > np.maximum(measure.least, _SHARE * size), np.zeros(len(times), np.bool_)
    for begin, end in spans(times, wrong, hold=_HOLD):
        found[begin : end + 1] = True
    return np.asarray(found & wrong)


# -- as problems of the file


def motion_problems(index: RecordingIndex) -> Iterator[Problem]:
    """Yield what of motion and boxes is not believed, once each, and whose; errors as ``motion_check``."""
    check = motion_check(index)
    for rhythm in sorted({*check.rhythms.values()}):
        rows = [row for row, each in check.rhythms.items() if each == rhythm]
        what = f"the pose of {_named(index, rows)} is new only {rhythm.text}"
        yield _problem(index, what, "rules go by the motion between new poses", rows)
    for name, doubts in check.doubts.items():
        if doubts:
            wrong = sum(int(each.wrong.sum()) for each in doubts.values())
            share = wrong / sum(len(each.wrong) for each in doubts.values())
            whose, often = _named(index, [*doubts]), f"{share:.0%} of frames"
            what = f"the recorded velocity of {whose} contradicts the poses in {often}"
            action = "the velocity is derived from the poses there"
            if name == "angular_velocity":
                what = f"the recorded angular velocity of {whose} contradicts the poses in {often}"
                action = "the angular velocity is derived from the poses there"
            first = min(int(each.frames[each.wrong][0]) for each in doubts.values())
            yield _problem(index, what, action, [*doubts], first)
    actors = index.actors
    unsound = actors.box_recorded & np.isin(actors.category, MOVERS) & ~sound_extents(actors.box_extent)
    rows = np.flatnonzero(unsound).tolist()
    if rows:
        x, y, z = (2.0 * actors.box_extent[rows[0]]).tolist()
        what = f"the box of {_named(index, rows)} has {x:.1f} × {y:.1f} × {z:.1f} m, which it cannot have"
        yield _problem(index, what, "rules use the usual box of such an actor", rows)


def _problem(
    index: RecordingIndex, what: str, action: str, rows: list[int], frame: int | None = None
) -> Problem:
    frame = int(index.actors.spawn_frame[rows].min()) if frame is None else frame
    return Problem(what, action, damage=False, offset=int(index.offsets[frame]), frame=frame)


def _named(index: RecordingIndex, rows: list[int]) -> str:
    ids = sorted({int(index.actors.actor_id[row]) for row in rows})
    if len(rows) == 1:
        return f"actor {ids[0]}"
    more = f" and {len(ids) - _NAMED} others" if len(ids) > _NAMED else ""
    return f"{len(rows)} actors ({', '.join(map(str, ids[:_NAMED]))}{more})"
