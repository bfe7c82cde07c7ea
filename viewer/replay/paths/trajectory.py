"""Where one actor was during its life, where it was last, and when it was near a place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import Proceed, always
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.recording.actors import VEHICLES
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import gather
from viewer.recording.units import metres, pitch_yaw_roll
from viewer.replay.world.motion import compose, derive, derive_to_the_ends, teleported
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

    """

    frames: Ints
    elapsed: Floats
    taken: Floats
    locations: Floats
    rotations: Floats
    in_position: Flags

    def __iter__(self) -> Iterator[Floats]:
        """Unpack into elapsed, locations, rotations."""
        return iter((self.elapsed, self.locations, self.rotations))

    def __len__(self) -> int:
        return len(self.frames)

    @lazy
    def broken(self) -> Flags:
        """Which steps from one pose to the next are a teleport or skip frames, shape (K − 1,)."""
        jumps = teleported(np.diff(self.locations, axis=0), np.diff(self.taken))
        return jumps | (np.diff(self.frames) > 1)

    def derived(self, values: Floats) -> Floats:
        """Return the time derivative of values (K, …) at the poses, to the ends of each unbroken stretch."""
        return derive_to_the_ends(self.taken, values, self.broken) if len(self) else values

    def velocities(self) -> Floats:
        """Return velocities derived from the poses, m/s, shape (K, 3), not across teleports or gaps."""
        return derive(self.taken, self.locations, self.broken) if len(self) else np.empty((0, 3))


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
    return Trajectory(
        frames=frames,
        elapsed=index.elapsed[frames],
        taken=(index.driven_elapsed if _is_driven(index, row) else index.elapsed)[frames],
        locations=locations,
        rotations=rotations,
        in_position=in_position,
    )


def _is_driven(index: RecordingIndex, row: int) -> bool:
    """Return whether it is the movement of a vehicle that is seen: of what is attached, its parent's."""
    parent = int(index.actors.parent[row])
    return _is_driven(index, parent) if parent >= 0 else index.actors.category[row] in VEHICLES


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
