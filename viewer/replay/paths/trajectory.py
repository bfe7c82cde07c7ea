"""Where one actor was during its life, and where many were and will be around a moment."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, match
from viewer.cancellation import Proceed, always
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.recording.actors import VEHICLES
from viewer.recording.index import RecordingIndex
from viewer.recording.motion_check import motion_check
from viewer.recording.pose_rhythm import evened, new_poses
from viewer.recording.read.records import gather
from viewer.recording.units import metres, pitch_yaw_roll
from viewer.replay.world.motion import compose, derive, teleported
from viewer.replay.world.world import World, stands


@dataclass(frozen=True, eq=False)
class Trajectory:
    """Poses of one actor.

    Attributes:
        frames: frame indices, ascending, shape (K,).
        elapsed: seconds, shape (K,).
        taken: when the poses were taken, seconds, shape (K,): what differences between them are told by.
        locations: metres in CARLA's frame, shape (K, 3).
        rotations: degrees as pitch, yaw, roll, shape (K, 3).
        in_position: whether the pose is that of a Position record, shape (K,).
        new: whether the pose is true at its time, shape (K,): see ``viewer.recording.pose_rhythm``; None if
            all of them are.

    """

    frames: Ints
    elapsed: Floats
    taken: Floats
    locations: Floats
    rotations: Floats
    in_position: Flags
    new: Flags | None = None

    def __iter__(self) -> Iterator[Floats]:
        """Unpack into elapsed, locations, rotations."""
        return iter((self.elapsed, self.locations, self.rotations))

    def __len__(self) -> int:
        return len(self.frames)

    @lazy
    def broken(self) -> Flags:
        """Which steps from one pose to the next are a teleport or skip frames, shape (K − 1,)."""
        jumps = teleported(np.diff(self._even(self.locations), axis=0), np.diff(self.taken))
        return jumps | (np.diff(self.frames) > 1)

    def derived(self, values: Floats) -> Floats:
        """Return the time derivative of values (K, …) at the poses, to the ends of each unbroken stretch."""
        return derive(self.taken, self._even(values), self.broken, to_the_ends=True) if len(self) else values

    def velocities(self) -> Floats:
        """Return velocities derived from the poses, m/s, shape (K, 3), not across teleports or gaps."""
        if not len(self):
            return np.empty((0, 3))
        return derive(self.taken, self._even(self.locations), self.broken)

    def _even(self, values: Floats) -> Floats:
        """Return ``values`` (K,) or (K, C), C ≤ 3, of old poses put between those of new ones."""
        if self.new is None:
            return values
        return evened(self.taken, values.reshape(len(values), -1), self.new).reshape(values.shape)


def life_of(index: RecordingIndex, row: int) -> slice:
    """Return the indices of the frames in which an actor is alive, as far as they have been read."""
    actors = index.actors
    return slice(int(actors.spawn_frame[row]), min(int(actors.destroy_frame[row]), len(index.heads)))


def trajectory(index: RecordingIndex, row: int, *, proceed: Proceed = always) -> Trajectory:
    """Return the poses of the actor of this row in all frames that tell one, by the rules of ``world_at``.

    Errors as for ``read_packets``.
    """
    life = life_of(index, row)
    frames, records = gather(index, packets.POSITION, int(index.actors.actor_id[row]), life, proceed=proceed)
    locations, rotations = metres(records["location"]), pitch_yaw_roll(records["rotation"])
    in_position = np.ones(len(frames), np.bool_)
    if len(frames) < life.stop - life.start or not np.isfinite(locations).all():
        told = len(frames)
        untold = np.setdiff1d(np.arange(life.start, life.stop), frames, assume_unique=True)
        more = _untold_poses(index, row, untold, proceed)
        frames, locations, rotations = map(
            np.concatenate, zip((frames, locations, rotations), more, strict=True)
        )
        order = np.argsort(frames)
        order = order[np.isfinite(locations[order]).all(axis=1)]
        frames, locations, rotations = frames[order], locations[order], rotations[order]
        in_position = order < told
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
    """Return the row of the actor whose movement is seen: of what is attached, its parent's."""
    parent = int(index.actors.parent[row])
    return row if parent < 0 else _root_parent(index, parent)


def _untold_poses(
    index: RecordingIndex, row: int, untold: Ints, proceed: Proceed
) -> tuple[Ints, Floats, Floats]:
    """Return frames, locations and rotations for those of the frames without Position that tell otherwise."""
    actors = index.actors
    parent = int(actors.parent[row])
    if parent >= 0:
        on = trajectory(index, parent, proceed=proceed)
        here = np.isin(on.frames, untold)
        placed = compose(on.locations[here], on.rotations[here], actors.location[row], actors.rotation[row])
        return on.frames[here], *placed
    if not stands(actors.category[row]):
        untold = untold[:0]
    shape = (len(untold), 3)
    return untold, np.broadcast_to(actors.location[row], shape), np.broadcast_to(actors.rotation[row], shape)


def last_known_pose(world: World, row: int, poses: Trajectory) -> tuple[Floats, Floats, Floats] | None:
    """Return the last pose before the world's time, or else the first one after it; None if there is none.

    Location in metres, rotation in degrees, and half-extents of the actor in metres, (3,) each.
    """
    if not len(poses):
        return None
    nearest = max(int(np.searchsorted(poses.elapsed, world.elapsed, side="right")) - 1, 0)
    extent = world.index.actors.box_extent[row]
    return poses.locations[nearest], poses.rotations[nearest], extent


# -- where many actors were around a moment, from a few frames

TRAIL_STEP = 0.25
"""Seconds from one sample to the next: a car in a town goes less than its length in that time."""


class Sample(NamedTuple):
    """Who was where at a sample's time: rows of the actor table, ascending, (K,) and metres (K, 2)."""

    rows: Ints
    places: NDArray[np.float32]


class Trails(NamedTuple):
    """Ways of R actors through T samples: rows of the actor table, ascending (R,), seconds (T,), metres.

    ``places`` has the shape (R, T, 2); NaN where the actor is not.
    """

    rows: Ints
    elapsed: Floats
    places: NDArray[np.float32]


NO_TRAILS = Trails(np.empty(0, np.int64), np.empty(0), np.empty((0, 0, 2), np.float32))


def sample_numbers(index: RecordingIndex, elapsed: float, behind: float, ahead: float) -> range:
    """Return the numbers of the samples within some seconds behind and ahead of a time."""
    first = math.ceil(max(elapsed - behind, 0.0) / TRAIL_STEP)
    last = math.floor(min(elapsed + ahead, index.duration) / TRAIL_STEP)
    return range(first, last + 1)


def sample(index: RecordingIndex, number: int) -> Sample:
    """Return where vehicles and bicycles were at the time of a sample, as recorded by the frame in force.

    Errors as for ``world_at``.
    """
    frame = index.frame_at(number * TRAIL_STEP)
    actors = index.actors
    alive = actors.alive(frame)
    alive = alive[np.isin(actors.category[alive], VEHICLES)]
    records = index.read_frame(frame).records(packets.POSITION)
    places, known = match(actors.actor_id[alive], records["actor_id"])
    order = np.argsort(alive[places])
    locations = metres(records["location"].take(known[order], axis=0))[:, :2].astype(np.float32)
    return Sample(alive[places[order]], locations)


def trails(samples: Mapping[int, Sample], numbers: Sequence[int], rows: Ints | None) -> Trails:
    """Return the ways through those of the samples that are there.

    Args:
        samples: by number.
        numbers: of the samples that are wanted, ascending.
        rows: whose ways, ascending; None for all who are in any of the samples.

    """
    there = [number for number in numbers if number in samples]
    if rows is None:
        found = [samples[number].rows for number in there]
        rows = np.unique(np.concatenate(found)) if found else np.empty(0, np.int64)
    places = np.full((len(rows), len(there), 2), np.nan, np.float32)
    for column, number in enumerate(there):
        rows_then, places_then = samples[number]
        to, known = match(rows, rows_then)
        places[to, column] = places_then[known]
    return Trails(rows, np.array(there, np.float64) * TRAIL_STEP, places)
