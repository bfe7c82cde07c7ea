"""Comparison of recorded velocities with recorded poses; where they contradict each other, the poses count.

CARLA's hybrid physics mode moves actors without giving them a velocity, and a replay that is recorded again
often has poses only. So a recorded velocity is used only where it leads from one pose to the next, which is
decided for each actor and frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, spans, wrap_degrees
from viewer.lazy import cached_per_object
from viewer.logfile import packets
from viewer.recording.actors import MOVERS, VEHICLES
from viewer.recording.index import RecordingIndex
from viewer.recording.plausible import sound_extents
from viewer.recording.pose_rhythm import FEWEST_REPEATS, Rhythm, evened, find_rhythm, new_poses
from viewer.recording.problems import Problem
from viewer.recording.read.poses import MemoryBudgetError, Trajectories, read_trajectories
from viewer.recording.read.records import read_packets
from viewer.recording.units import recorded_velocities

_AROUND = 0.25
"""Seconds before and after a frame in which its recorded velocity is compared with the actor's poses."""
_HOLD = 0.5
"""Least time in seconds for which velocity and poses of an actor must contradict each other to count.

A collision may change the velocity within a frame.
"""
_SHARE = 0.5
"""Largest allowed difference between a recorded velocity and the one derived from poses.

It is a fraction of the greater of the two.
"""
_CELLS = 40_000
"""Largest number of poses that are compared with recorded velocities, which may contradict them.

Of a longer recording, only evenly spaced stretches are compared.
"""
_STRETCHES, _FEWEST = 24, 40
"""How frames are chosen to compare poses with recorded velocities: in runs of consecutive frames.

There are at most ``_STRETCHES`` runs, and at least ``_FEWEST`` frames in each.
"""
_NAMED = 5
"""Largest number of actor ids that the text of a problem lists."""
_YAW = 4
"""Column of yaw in a pose (x, y, z, pitch, yaw, roll)."""


class _Measure(NamedTuple):
    """Columns and limits for comparing a recorded velocity, or an angular velocity, with poses.

    Attributes:
        recorded: columns of the compared rates in an array of recorded velocity (x, y, z in m/s) and angular
            velocity (x, y, z in °/s).
        way: columns of a pose that change at these rates: the location, or the yaw.
        least: difference, in m/s or °/s, that is always allowed.
        fastest: rate, in m/s or °/s, above which the actor has been teleported.
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
    """Frames in which the recorded velocity, or angular velocity, of one actor contradicts its poses.

    Attributes:
        frames: indices of the compared frames, ascending, shape (K,).
        wrong: True where there is a contradiction, shape (K,).
    """

    frames: Ints
    wrong: Flags

    def at(self, frames: Ints) -> Flags:
        """Return in which of ``frames`` (frame indices) the actor's recorded velocity is wrong, shape (K,).

        A frame that was not compared with the poses gets the answer of the nearest one that was.
        """
        after = np.clip(np.searchsorted(self.frames, frames), 1, len(self.frames) - 1)
        nearer = frames - self.frames[after - 1] < self.frames[after] - frames
        return np.asarray(self.wrong[after - nearer])


@dataclass(frozen=True, eq=False)
class MotionCheck:
    """Result of checking the recorded velocities of all actors against their poses.

    Attributes:
        rhythms: for actors whose poses repeat while they move, by row of the actor table: the Rhythm, that
            is, how many frames pass from one new pose to the next.
        doubts: by name, ``velocity`` or ``angular_velocity``, and then by row of the actor table: the Doubt
            of each actor whose recorded value is wrong in any frame.
    """

    rhythms: dict[int, Rhythm] = field(default_factory=dict)
    doubts: Mapping[str, dict[int, Doubt]] = field(default_factory=lambda: {name: {} for name in _MEASURES})

    def wrong(self, name: str, rows: Ints, frame: int) -> Flags:
        """Return a mask of N actors: where the recorded velocity contradicts the poses at one frame.

        ``name`` is ``velocity`` or ``angular_velocity``; ``rows`` are the actors' rows in the actor table,
        shape (N,); ``frame`` is a frame index.
        """
        doubts, found = self.doubts[name], np.zeros(len(rows), np.bool_)
        for position in np.flatnonzero(np.isin(rows, [*doubts])).tolist() if doubts else ():
            found[position] = doubts[int(rows[position])].at(np.array([frame]))[0]
        return found

    def wrong_in(self, name: str, row: int, frames: Ints) -> Flags:
        """Return a mask of ``frames``, shape (K,): True where poses contradict the actor's recorded velocity.

        ``name`` is ``velocity`` or ``angular_velocity``; ``row`` is the actor's row in the actor table;
        ``frames`` are frame indices, shape (K,).
        """
        doubt = self.doubts[name].get(row)
        return np.zeros(len(frames), np.bool_) if doubt is None else doubt.at(frames)

    def even(self, row: int, times: Floats, poses: Floats) -> Floats:
        """Return an actor's ``poses``; if they repeat while it moves, the repeated ones are interpolated.

        Args:
            row: row of the actor in the actor table.
            times: time of each pose in seconds, shape (K,).
            poses: shape (K, C): x, y, z in metres, then angles in degrees.
        """
        rhythm = self.rhythms.get(row)
        return poses if rhythm is None else evened(times, poses, new_poses(times, poses, rhythm))


@cached_per_object
def motion_check(index: RecordingIndex) -> MotionCheck:
    """Compare recorded velocities with recorded poses; the result is cached.

    While the recording is still being read, no velocity is doubted.

    Raises ChangedError or UnreadableError if the file can no longer be read.
    """
    found = MotionCheck()
    if not index.complete or len(index.frame_starts) < _FEWEST // 2:
        return found
    movers = np.flatnonzero(np.isin(index.actors.category, MOVERS))
    frames = _frames(index, movers)
    try:
        poses = read_trajectories(index, movers, frames)
    except MemoryBudgetError:
        return found
    recorded = _recorded(index, poses)
    suspects = _suspects(index, poses, recorded)
    for number in np.flatnonzero(np.any([*suspects.values()], axis=0)).tolist():
        names = [name for name in _MEASURES if suspects[name][number]]
        _check(found, index, poses, number, recorded, names)
    return found


def _frames(index: RecordingIndex, movers: Ints) -> Ints:
    """Return the indices of the frames in which recorded velocities are compared with poses, ascending.

    They are all frames, or evenly spaced stretches if the recording has too many. ``movers`` are the rows, in
    the actor table, of the actors to compare.
    """
    actors, count = index.actors, len(index.frame_starts)
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
    """Return the recorded velocities (m/s) and angular velocities (°/s) of the actors in ``poses``.

    None if none are recorded. The array has shape (F, S, 6), with F frames and S columns as in
    ``poses.poses``; NaN where nothing is recorded.
    """
    if not index.packet_counts.get(index.dialect.id_of(packets.KINEMATICS)) or not len(poses.rows):
        return None
    values = np.full((*poses.poses.shape[:2], 6), np.nan, np.float32)
    columns = np.full(len(index.actors) + 1, -1)
    columns[poses.rows] = poses.columns
    for batch in read_packets(index, packets.KINEMATICS, poses.frames):
        column = columns[index.actors.rows_at(batch.records["actor_id"], batch.frames)]
        there = np.flatnonzero(column >= 0)
        where = np.searchsorted(poses.frames, batch.frames[there]), column[there]
        values[(*where, slice(0, 3))] = recorded_velocities(batch.records["velocity"][there], np.float32)
        turning = recorded_velocities(batch.records["angular_velocity"][there], np.float32)
        values[(*where, slice(3, 6))] = turning
    return values


def _suspects(
    index: RecordingIndex, poses: Trajectories, recorded: NDArray[np.float32] | None
) -> dict[str, Flags]:
    """Return which actors of ``poses`` need a closer look, as masks of shape (N,), found for all at once.

    - ``poses``: poses often repeat, and then change again.
    - ``velocity`` and ``angular_velocity``: for _HOLD seconds or longer, ``recorded`` velocities do not lead
      from one pose to the next.
    """
    count, shape = len(poses.rows), poses.poses.shape[:2]
    actors, lengths = np.arange(count), poses.ends - poses.begins
    owner = np.repeat(actors, lengths)
    owners = np.full(shape, -1)
    owners[np.arange(len(owner)) - (np.cumsum(lengths) - poses.ends)[owner], poses.columns[owner]] = owner
    together = (owners[1:] == owners[:-1]) & (owners[1:] >= 0) & (np.diff(poses.frames) == 1)[:, None]
    frame, column = np.nonzero(together)
    owner = owners[frame, column]
    steps = np.subtract(poses.poses[frame + 1, column], poses.poses[frame, column], dtype=np.float64)
    new = np.zeros(together.shape, np.bool_)
    new[frame, column] = (steps != 0.0).any(axis=1)
    resumed = together[1:] & together[:-1] & new[1:] & ~new[:-1]
    found = {name: np.zeros(count, np.bool_) for name in _MEASURES}
    found["poses"] = np.bincount(owners[2:][resumed], minlength=count) >= FEWEST_REPEATS
    if recorded is None:
        return found
    is_driven = np.isin(index.actors.category[poses.rows], VEHICLES)
    clocks = (index.driven_elapsed, index.elapsed)
    lasts = np.where(is_driven[owner], *(np.diff(clock[poses.frames])[frame] for clock in clocks))
    rates = np.add(recorded[frame + 1, column], recorded[frame, column], dtype=np.float64) / 2.0
    steps[:, _YAW] = wrap_degrees(steps[:, _YAW])
    for name, measure in _MEASURES.items():
        expected, actual = rates[:, measure.recorded] * lasts[:, None], steps[:, measure.way]
        compared = (actual - expected, actual, expected)
        apart, moved, predicted = ((each * each).sum(axis=1) for each in compared)
        allowed = np.maximum((measure.least * lasts) ** 2, _SHARE**2 * np.maximum(moved, predicted))
        found[name] = np.bincount(owner, np.where(apart > allowed, lasts, 0.0), count) >= _HOLD
    found["angular_velocity"] &= is_driven  # physics does not turn walkers: theirs is always recorded as 0
    return found


def _check(
    found: MotionCheck,
    index: RecordingIndex,
    poses: Trajectories,
    number: int,
    recorded: NDArray[np.float32] | None,
    names: Sequence[str],
) -> None:
    """Add one actor's rhythm and doubts to ``found``.

    Args:
        found: result for all actors.
        index: index of the recording.
        poses: poses of all actors.
        number: index of the actor in ``poses.rows``.
        recorded: recorded velocities of all actors, as ``_recorded`` returns them.
        names: which of _MEASURES to compare. Those of an actor with a rhythm are all compared.
    """
    begin, end, column = int(poses.begins[number]), int(poses.ends[number]), int(poses.columns[number])
    row = int(poses.rows[number])
    is_driven = index.actors.category[row] in VEHICLES
    frames, mine = poses.frames[begin:end], poses.of(number).astype(np.float64)
    times = (index.driven_elapsed if is_driven else index.elapsed)[frames]
    known = np.flatnonzero(np.isfinite(mine[:, :3]).all(axis=1) & np.isfinite(times))
    stretches = np.split(known, np.flatnonzero(np.diff(frames[known]) > 1) + 1)
    rhythm = find_rhythm([(times[each], mine[each]) for each in stretches])
    if rhythm is not None:
        found.rhythms[row] = rhythm
        names = [*_MEASURES] if is_driven else ["velocity"]
    if recorded is None:
        return
    rates_of_actor = recorded[begin:end, column].astype(np.float64)
    for name in names:
        measure, parts = _MEASURES[name], []
        for each in stretches:
            even, rates = found.even(row, times[each], mine[each]), rates_of_actor[each, measure.recorded]
            even[:, _YAW] = np.unwrap(even[:, _YAW], period=360.0)
            there = np.flatnonzero(np.isfinite(rates).all(axis=1))
            if len(there) > 1:
                way, seconds = even[there, measure.way], times[each][there]
                wait = 0.0 if rhythm is None else rhythm.longest * float(np.median(np.diff(seconds)))
                wrong = _wrong(seconds, way, rates[there], max(_AROUND, wait), measure)
                parts.append((frames[each][there], wrong))
        if any(wrong.any() for _, wrong in parts):
            found.doubts[name][row] = Doubt(*map(np.concatenate, zip(*parts, strict=True)))


def _wrong(times: Floats, way: Floats, rates: Floats, around: float, measure: _Measure) -> Flags:
    """Return a mask, shape (K,), of the ``times`` at which recorded velocities contradict recorded poses.

    Contradictions shorter than _HOLD seconds do not count.

    Args:
        times: seconds, shape (K,).
        way: the poses: locations in metres, or angles in degrees, shape (K, C).
        rates: the velocities: recorded change of ``way`` per second, shape (K, C).
        around: seconds before and after each time over which both are compared.
        measure: how far both may differ.
    """
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
    moved, predicted = summed(steps), summed(expected)
    error = np.linalg.norm(moved - predicted, axis=1) / seconds
    size = np.maximum(np.linalg.norm(moved, axis=1), np.linalg.norm(predicted, axis=1)) / seconds
    wrong, found = error > np.maximum(measure.least, _SHARE * size), np.zeros(len(times), np.bool_)
    for begin, end in spans(times, wrong, hold=_HOLD):
        found[begin : end + 1] = True
    return np.asarray(found & wrong)


# -- as problems of the file


def motion_problems(index: RecordingIndex) -> Iterator[Problem]:
    """Yield the problems of recorded motion and bounding boxes, each once for all actors that have it.

    Raises ChangedError or UnreadableError if the file can no longer be read.
    """
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
