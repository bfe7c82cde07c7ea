"""Poses of one actor over its lifetime, and trails: positions of many actors around a time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, match
from viewer.cancellation import ShouldContinue, always
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.recording.actors import VEHICLES
from viewer.recording.index import RecordingIndex
from viewer.recording.motion_check import motion_check
from viewer.recording.pose_rhythm import evened, new_poses
from viewer.recording.read.records import gather
from viewer.recording.units import metres, pitch_yaw_roll
from viewer.replay.world.motion import compose, derive, teleported
from viewer.replay.world.world import World, is_placed_once


@dataclass(frozen=True, eq=False)
class Trajectory:
    """Poses of one actor over time, one entry per frame that has a pose; K entries.

    Attributes:
        frames: frame indices, ascending, shape (K,).
        elapsed: time of each frame in seconds, shape (K,).
        taken: time in seconds at which the actor had each pose, shape (K,): one frame before ``elapsed`` for
            vehicles of some old CARLA builds, NaN if unknown, else equal to it. Derivatives are by this time.
        locations: x, y, z in metres in CARLA's world coordinates, shape (K, 3).
        rotations: degrees as pitch, yaw, roll, shape (K, 3).
        in_position: True where a Position record has the pose; False where it is computed from the parent's
            or is the one in EventAdd; shape (K,).
        new: False for a pose that repeats the one before although the actor moved on, as in some recordings,
            else True, shape (K,); None if all are new.
    """

    frames: Ints
    elapsed: Floats
    taken: Floats
    locations: Floats
    rotations: Floats
    in_position: Flags
    new: Flags | None = None

    def __iter__(self) -> Iterator[Floats]:
        """Return an iterator over ``elapsed``, ``locations`` and ``rotations``, for unpacking."""
        return iter((self.elapsed, self.locations, self.rotations))

    def __len__(self) -> int:
        return len(self.frames)

    def __repr__(self) -> str:
        ends = f", elapsed={self.elapsed[0]:.2f} to {self.elapsed[-1]:.2f}" if len(self) else ""
        return f"Trajectory(poses={len(self)}{ends})"

    @lazy
    def broken(self) -> Flags:
        """Whether each step between poses is a teleport or skips frames without a pose, shape (K − 1,)."""
        jumps = teleported(np.diff(self._even(self.locations), axis=0), np.diff(self.taken))
        return jumps | (np.diff(self.frames) > 1)

    def derived(self, values: Floats) -> Floats:
        """Return the derivative per second of ``values`` (K, …), one per pose; NaN for a lone pose.

        A pose is alone between two gaps or teleports. At the ends of a stretch of three or more poses, the
        derivative is as exact as in its middle, so it can be differentiated again.
        """
        return derive(self.taken, self._even(values), self.broken, to_the_ends=True) if len(self) else values

    def velocities(self) -> Floats:
        """Return velocities (K, 3) in m/s derived from the poses.

        NaN for a pose that is alone between two gaps or teleports.
        """
        if not len(self):
            return np.empty((0, 3))
        return derive(self.taken, self._even(self.locations), self.broken)

    def _even(self, values: Floats) -> Floats:
        """Return ``values``, one per pose, with those at repeated poses replaced by interpolated ones.

        A pose is repeated if the file has it again although the actor moves on. ``values`` have the shape
        (K,) or (K, C), C ≤ 3.
        """
        if self.new is None:
            return values
        return evened(self.taken, values.reshape(len(values), -1), self.new).reshape(values.shape)


def lifetime_of(index: RecordingIndex, row: int) -> slice:
    """Return the frame indices in which the actor in ``row`` of the actor table is alive.

    Frames that have not been read yet are left out.
    """
    actors = index.actors
    return slice(int(actors.spawn_frame[row]), min(int(actors.destroy_frame[row]), len(index.frame_starts)))


def trajectory(index: RecordingIndex, row: int, *, should_continue: ShouldContinue = always) -> Trajectory:
    """Return the poses of the actor in ``row`` of the actor table, in all frames that have one for it.

    Without a Position record, the pose of an attached actor is computed from its parent's, and that of
    lights, signs, props and the spectator is the one in EventAdd. Raises ChangedError if the file was
    replaced or cut, UnreadableError if it cannot be read, ReadingCancelledError if ``should_continue``
    returns False.
    """
    lifetime = lifetime_of(index, row)
    frames, records = gather(
        index, packets.POSITION, int(index.actors.actor_id[row]), lifetime, should_continue=should_continue
    )
    locations, rotations = metres(records["location"]), pitch_yaw_roll(records["rotation"])
    in_position = np.ones(len(frames), np.bool_)
    if len(frames) < lifetime.stop - lifetime.start or not np.isfinite(locations).all():
        recorded = len(frames)
        missing = np.setdiff1d(np.arange(lifetime.start, lifetime.stop), frames, assume_unique=True)
        more = _poses_without_position(index, row, missing, should_continue)
        frames, locations, rotations = map(
            np.concatenate, zip((frames, locations, rotations), more, strict=True)
        )
        order = np.argsort(frames)
        order = order[np.isfinite(locations[order]).all(axis=1)]
        frames, locations, rotations = frames[order], locations[order], rotations[order]
        in_position = order < recorded
    mover = _root_parent(index, row)
    taken = (index.driven_elapsed if index.actors.category[mover] in VEHICLES else index.elapsed)[frames]
    rhythm = motion_check(index).rhythms.get(mover)
    return Trajectory(
        frames=frames,
        elapsed=index.elapsed[frames],
        taken=taken,
        locations=locations,
        rotations=rotations,
        in_position=in_position,
        new=None if rhythm is None else new_poses(taken, np.hstack((locations, rotations)), rhythm),
    )


def _root_parent(index: RecordingIndex, row: int) -> int:
    """Return the row of the actor's topmost parent (parent's parent and so on); ``row`` if it has none."""
    parent = int(index.actors.parent[row])
    return row if parent < 0 else _root_parent(index, parent)


def _poses_without_position(
    index: RecordingIndex, row: int, missing: Ints, should_continue: ShouldContinue
) -> tuple[Ints, Floats, Floats]:
    """Return the poses of the actor in ``row`` in those frames of ``missing`` where one is known.

    ``missing`` are indices of frames without a Position record of the actor; poses come from its parent, or
    from EventAdd. Raises ReadingCancelledError if ``should_continue`` returns False.

    Returns:
        Frame indices (K,), locations (K, 3) in metres, and rotations (K, 3): pitch, yaw, roll in degrees.
    """
    actors = index.actors
    parent = int(actors.parent[row])
    if parent >= 0:
        on = trajectory(index, parent, should_continue=should_continue)
        here = np.isin(on.frames, missing)
        placed = compose(on.locations[here], on.rotations[here], actors.location[row], actors.rotation[row])
        return on.frames[here], *placed
    if not is_placed_once(actors.category[row]):
        missing = missing[:0]
    shape = (len(missing), 3)
    return missing, np.broadcast_to(actors.location[row], shape), np.broadcast_to(actors.rotation[row], shape)


def last_known_pose(world: World, row: int, poses: Trajectory) -> tuple[Floats, Floats, Floats] | None:
    """Return an actor's last pose at or before the time of ``world``; None if it has no pose at all.

    Before its first pose, the result is that first pose.

    Args:
        world: all actors at one time, by which the pose is chosen.
        row: row of the actor in the actor table.
        poses: trajectory of that actor.

    Returns:
        Location in metres, rotation (pitch, yaw, roll in degrees), and half-extents of the bounding box in
        metres, each of shape (3,).
    """
    if not len(poses):
        return None
    nearest = max(int(np.searchsorted(poses.elapsed, world.elapsed, side="right")) - 1, 0)
    extent = world.index.actors.box_extent[row]
    return poses.locations[nearest], poses.rotations[nearest], extent


# -- trails: positions of many actors around a time, from a few frames

TRAIL_STEP = 0.25
"""Seconds between two points of a trail (past and future path of an actor on the map).

In that time a car in a town moves by less than its length.
"""


class Sample(NamedTuple):
    """Positions of actors at one time: ``rows`` of the actor table, ascending (K,); x, y in metres (K, 2)."""

    rows: Ints
    positions: NDArray[np.float32]


class Trails(NamedTuple):
    """Trails to draw on the map: positions of R actors at T times around the playhead.

    ``rows`` of the actor table are ascending (R,); ``elapsed`` is in seconds (T,); ``positions`` are x, y in
    metres (R, T, 2), NaN where the actor is absent.
    """

    rows: Ints
    elapsed: Floats
    positions: NDArray[np.float32]


NO_TRAILS = Trails(np.empty(0, np.int64), np.empty(0), np.empty((0, 0, 2), np.float32))
"""Trails (positions of actors around a time) of no actors."""


def sample_indices(index: RecordingIndex, elapsed: float, behind: float, ahead: float) -> range:
    """Return the indices of the trail samples from ``behind`` seconds before ``elapsed`` to ``ahead`` after.

    Sample i is the position of an actor at i × TRAIL_STEP seconds.
    """
    first = math.ceil(max(elapsed - behind, 0.0) / TRAIL_STEP)
    last = math.floor(min(elapsed + ahead, index.duration) / TRAIL_STEP)
    return range(first, last + 1)


def sample(index: RecordingIndex, sample_index: int) -> Sample:
    """Return the recorded positions of vehicles and bicycles at one of the times at which trails are sampled.

    That is ``sample_index`` × TRAIL_STEP seconds. Raises ChangedError if the file was replaced or cut,
    UnreadableError if it cannot be read.
    """
    frame = index.frame_at(sample_index * TRAIL_STEP)
    actors = index.actors
    alive = actors.alive(frame)
    alive = alive[np.isin(actors.category[alive], VEHICLES)]
    records = index.read_frame(frame).records(packets.POSITION)
    indices, known = match(actors.actor_id[alive], records["actor_id"])
    order = np.argsort(alive[indices])
    locations = metres(records["location"].take(known[order], axis=0))[:, :2].astype(np.float32)
    return Sample(alive[indices[order]], locations)


def trails(samples: Mapping[int, Sample], indices: Sequence[int], rows: Ints | None) -> Trails:
    """Return the trails of actors (positions around a time) through those ``samples`` that are available.

    Args:
        samples: samples read so far, by their index.
        indices: indices of the wanted samples, ascending.
        rows: rows of the wanted actors, ascending; None for all that are in any of the samples.
    """
    there = [number for number in indices if number in samples]
    if rows is None:
        found = [samples[number].rows for number in there]
        rows = np.unique(np.concatenate(found)) if found else np.empty(0, np.int64)
    positions = np.full((len(rows), len(there), 2), np.nan, np.float32)
    for column, number in enumerate(there):
        rows_then, positions_then = samples[number]
        to, known = match(rows, rows_then)
        positions[to, column] = positions_then[known]
    return Trails(rows, np.array(there, np.float64) * TRAIL_STEP, positions)
