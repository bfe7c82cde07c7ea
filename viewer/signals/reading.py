"""What is read of an actor or the scene to answer for some signals; each part once."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import Proceed, rising
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records
from viewer.recording.actors import MOVERS, PUT_AWAY
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import ChangeBook
from viewer.recording.read.gather import gather, gather_entries
from viewer.recording.read.records import all_records
from viewer.recording.units import recorded_velocities
from viewer.replay.paths.trajectory import Trajectory, life_of, trajectory
from viewer.replay.world.derivatives import derive_to_the_ends
from viewer.replay.world.pose import rotation_matrices
from viewer.signals.series import Samples


class Reading:
    """The parts that signals of one actor, of a pair, or of the scene are made from.

    Parts are read when they are first asked for. Errors: ChangedError, UnreadableError, and
    ReadingCancelledError once ``proceed`` says no.
    """

    def __init__(self, index: RecordingIndex, row: int | None, other: int | None, proceed: Proceed) -> None:
        """Read nothing yet; ``row`` and ``other`` are rows of the actor table."""
        self.index = index
        self.row = -1 if row is None else row
        self.other = -1 if other is None else other
        self._proceed = rising(proceed)
        self._records: dict[int, tuple[Ints, Records]] = {}

    @property
    def actor_id(self) -> int:
        """Id of the actor."""
        return int(self.index.actors.actor_id[self.row])

    @lazy
    def life(self) -> slice:
        """Indices of the frames in which the actor is alive."""
        return life_of(self.index, self.row)

    @property
    def everything(self) -> slice:
        """Indices of all frames."""
        return slice(0, len(self.index.heads))

    def records(self, kind: PacketKind) -> tuple[Ints, Records]:
        """Return frames (K,) and records (K,) of the actor."""
        if kind.id not in self._records:
            self._records[kind.id] = gather(self.index, kind, self.actor_id, self.life, proceed=self._proceed)
        return self._records[kind.id]

    def of_actor(self, kind: PacketKind, actor_id: int, frames: slice) -> tuple[Ints, Records]:
        """Return frames (K,) and records (K,) of any actor in some frames."""
        return gather(self.index, kind, actor_id, frames, proceed=self._proceed)

    def single(self, kind: PacketKind) -> tuple[Ints, Records]:
        """Return frames (K,) and the one record of each (K,), of packets about the whole scene."""
        return all_records(self.index, kind, self.everything, proceed=self._proceed)

    @lazy
    def wheels(self) -> tuple[Ints, Records]:
        """Frames (W,) and wheels (W,) of the vehicle."""
        kind = packets.ANIM_VEHICLE_WHEELS
        return gather_entries(self.index, kind, self.actor_id, self.life, proceed=self._proceed)

    @lazy
    def book(self) -> ChangeBook:
        """What is written when it changes."""
        return ChangeBook(self.index)

    @lazy
    def poses(self) -> Trajectory:
        """Where the actor was."""
        return trajectory(self.index, self.row, proceed=self._proceed)

    @lazy
    def other_poses(self) -> Trajectory:
        """Where the other actor was."""
        return trajectory(self.index, self.other, proceed=self._proceed)

    @lazy
    def put_away(self) -> Flags:
        """Whether a scenario keeps the actor far below the road, at each pose, shape (K,)."""
        actors = self.index.actors
        moves = actors.category[self.row] in MOVERS
        return moves & np.asarray(self.poses.locations[:, 2] < actors.road_level - PUT_AWAY)

    def on_the_road(self, samples: Samples) -> Samples:
        """Return samples of motion without those of when a scenario keeps the actor far below the road."""
        if not self.put_away.any():
            return samples
        kept = ~np.isin(samples.frames, self.poses.frames[self.put_away])
        return Samples(samples.frames[kept], samples.values[kept], samples.recorded)

    @lazy
    def recorded_velocity(self) -> tuple[Ints, Floats]:
        """Frames (K,) and velocities (K, 3) in m/s as Kinematics has them."""
        frames, records = self.records(packets.KINEMATICS)
        return frames, recorded_velocities(records["velocity"])

    @lazy
    def velocities(self) -> Floats:
        """Velocities (K, 3) in m/s at the poses: recorded ones if there are any, else derived ones.

        They are not mixed: from one to the other they would jump.
        """
        poses = self.poses
        frames, recorded = self.recorded_velocity
        if np.isfinite(recorded).any():
            if np.array_equal(frames, poses.frames):
                return recorded
            velocities = np.full((len(poses), 3), np.nan)
            _, here, there = np.intersect1d(poses.frames, frames, assume_unique=True, return_indices=True)
            velocities[here] = recorded[there]
            return velocities
        if not len(poses):
            return np.empty((0, 3))
        return derive_to_the_ends(poses.taken, poses.locations, poses.broken)

    @lazy
    def accelerations(self) -> Floats:
        """Accelerations (K, 3) at the poses in m/s², in the actor's frame: forward, right, up."""
        poses = self.poses
        if not len(poses):
            return np.empty((0, 3))
        in_world = derive_to_the_ends(poses.taken, self.velocities, poses.broken)
        accelerations: Floats = np.einsum("kwa,kw->ka", rotation_matrices(poses.rotations), in_world)
        return accelerations
