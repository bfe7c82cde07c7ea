"""Motion of all actors of a recording, prepared for the rules that find events.

Poses of vehicles that a CARLA build wrote one frame late are moved to their own frame; teleports split a
trajectory; actors that a scenario has parked far below the road are not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any
from weakref import proxy

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.boxes import ActorBoxes, Rectangles, actor_boxes
from viewer.analysis.thresholds import Thresholds
from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import ShouldContinue, always, check, part_of
from viewer.lazy import lazy
from viewer.recording.actors import MOVERS, PARKED_DEPTH, VEHICLES, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.motion_check import motion_check
from viewer.recording.plausible import sound_extents
from viewer.recording.pose_rhythm import evened, new_poses
from viewer.recording.read.poses import Trajectories, lifetimes, read_trajectories
from viewer.replay.world.motion import derive

_SHORTEST_STEP = 1e-3
"""Least seconds between two samples of the analysis; a frame that follows sooner is skipped."""
_TELEPORT_LEAST = 0.5
"""Least distance in metres for a move between two frames to count as a teleport, however short the frame is.
"""
_DOWN = 0.9
"""Least downward share of an actor's motion between two samples for a fall; with less it is a teleport."""
_AFTER_PARKING = 0.5
"""Seconds in which rules ignore an actor after a scenario moved it up from its parking place below the road.
"""
_STILL = 0.05
"""Distance in metres over which the positions of a prop must spread for it to count as moving."""
MOVING = np.dtype([("velocity", "f4", 2), ("judged", "?"), ("broken", "?")])
"""dtype of a track's motion at one sample.

``velocity``: over ground in m/s (0 if unknown). ``judged``: True where the rules apply, that is, where the
pose is known and no scenario has parked the actor. ``broken``: True where the step to the next sample is a
teleport, or one of its ends is unknown.
"""
_BYTES = 100
"""Approximate memory in bytes that one sample of an actor's motion (``TrackMotion``) takes."""
_MOTION_BYTES = 1_500
"""Approximate memory in bytes of a ``TrackMotion`` without its samples."""
_NO_JUMPS: Ints = np.empty(0, np.int64)
_CACHE_BYTES, _SMALL_CACHE_BYTES = 128 << 20, 16 << 20
"""Sizes in bytes of the cache of actors' motions: the first if it holds all of them, else the second.

The smaller one keeps only the latest few.
"""
_POSITIONS, _ANGLES = ("x", "y", "z", "yaw"), ("pitch", "roll")
_LOOKS = 32
"""Number of frames, spread over the recording, whose positions of a prop show whether it moves."""


@dataclass(frozen=True, eq=False)
class TrackMotion:
    """Motion of one track: an actor from its spawn to its destruction, at K samples.

    Attributes:
        track: index of the track in ``Traffic``.
        begin: its first sample in ``Traffic.times``.
        times: elapsed seconds, shape (K,).
        locations: x, y, z in metres, NaN where unknown, shape (K, 3).
        yaws: degrees, shape (K,).
        broken: True where the step to the next sample is a teleport or one of its ends is unknown; always at
            the last sample; shape (K,).
        teleports: True where the step to the next sample is a teleport, shape (K,).
        judged: True where rules apply: the pose is known and no scenario has parked the actor, shape (K,).
    """

    track: int
    begin: int
    times: Floats
    locations: Floats
    yaws: Floats
    broken: Flags
    teleports: Flags
    judged: Flags

    def samples(self, first: int, last: int) -> tuple[int, int]:
        """Convert two indices of samples of this motion to indices into ``Traffic.times``."""
        return self.begin + first, self.begin + last

    @lazy
    def velocities(self) -> Floats:
        """Velocity of the actor over ground at each sample in m/s, along the world's x and y, shape (K, 2).

        Finite differences of adjacent locations; NaN next to gaps and teleports.
        """
        return (
            derive(self.times, self.locations[:, :2], self.teleports[:-1])
            if len(self.times)
            else np.empty((0, 2))
        )

    @lazy
    def speeds(self) -> Floats:
        """Speed of the actor over ground at each sample in m/s, shape (K,)."""
        return np.hypot(self.velocities[:, 0], self.velocities[:, 1])

    @lazy
    def forwards(self) -> Floats:
        """Speed of the actor along its heading at each sample in m/s, negative in reverse, shape (K,)."""
        return np.asarray((self.velocities * self.headings).sum(axis=1))

    @lazy
    def headings(self) -> Floats:
        """Unit vector in the direction of the actor's yaw at each of the K samples, shape (K, 2)."""
        yaw = np.radians(self.yaws)
        return np.column_stack((np.cos(yaw), np.sin(yaw)))


class Traffic:
    """Tracks of all vehicles, bicycles and walkers, and of props with bounding boxes.

    A track is one actor from spawn to destruction; its index is the one in ``rows``. A sample is an index
    into ``times``: one per frame, except for frames without a time step.

    Attributes:
        index: the recording.
        rows: rows in the actor table, shape (N,).
        track_of: index of each track, by the actor's row.
        category: category of each actor, shape (N,).
        moves: True for tracks with a trajectory; others stand where they were spawned, shape (N,).
        times: elapsed seconds of the samples, ascending, shape (K,).
        frames: frame index of each sample, shape (K,).
        begins: first sample of each track, shape (N,).
        ends: sample after the last one, shape (N,).
        boxes: bounding boxes of the tracks.
        motion_of: function that returns the ``TrackMotion`` of a track; cached.
        pose_lag: number of frames by which vehicle poses were written late, 0 or 1.
        parked_below: z in metres below which an actor is parked by a scenario.

    """

    def __init__(
        self,
        index: RecordingIndex,
        limits: Mapping[str, float] | None = None,
        *,
        should_continue: ShouldContinue = always,
    ) -> None:
        """Read the poses of all actors of a recording.

        Args:
            index: the recording.
            limits: thresholds by name, of which those of teleports are used; by default the usual ones.
            should_continue: is called with the share done so far; returns False to cancel the reading.

        Raises:
            MemoryBudgetError: too many actors and frames for the memory that is allowed.
            ChangedError: the file was replaced or cut since it was opened.
            UnreadableError: the system cannot read.
            ReadingCancelledError: ``should_continue`` returned False.
        """
        self.index = index
        self._limits, self._should_continue = (
            Thresholds() if limits is None else limits,
            part_of(should_continue, 0.0, 0.0),
        )
        movers, standing = _movers_and_props(index)
        whole = read_trajectories(index, movers, components=_POSITIONS, should_continue=should_continue)
        self.pose_lag = int(index.driven_elapsed is not index.elapsed)
        self._lasting = _lasting(index.elapsed)
        place = np.concatenate(([0], np.cumsum(self._lasting)))
        self.times: Floats = index.elapsed[self._lasting]
        self.frames: Ints = np.flatnonzero(self._lasting)
        self._standing = standing[np.isfinite(index.actors.location[standing]).all(axis=1)]
        places = index.actors.location[self._standing], index.actors.rotation[self._standing, 1]
        self._still_places: Floats = np.column_stack(places)
        self.rows: Ints = np.concatenate((whole.rows, self._standing))
        self.track_of: dict[int, int] = {row: track for track, row in enumerate(self.rows.tolist())}
        self._moving = len(whole.rows)
        self.moves: Flags = np.arange(len(self.rows)) < self._moving
        self.category = index.actors.category[self.rows]
        self._new: dict[int, Flags] = {}  # True for new poses, by row, of actors that repeat old ones
        self._teleports: dict[int, Ints] = {}  # steps of each track that are teleports
        # By column and sample: poses of one track are contiguous.
        self._poses = self._at_their_time(whole)
        column_count = len(self._poses)
        self._columns = np.concatenate((whole.columns, np.full(len(self._standing), column_count)))
        still_begin, still_end = lifetimes(index.actors, self._standing, whole.frames)
        self.begins: Ints = place[np.concatenate((whole.begins, still_begin))]
        self.ends: Ints = place[np.concatenate((whole.ends, still_end))]
        self.boxes: ActorBoxes = actor_boxes(index.actors, self.rows)
        self.parked_below = index.actors.road_level - PARKED_DEPTH
        sizes = (self.ends - self.begins)[self.moves] * _BYTES + _MOTION_BYTES
        most = len(self) if sizes.sum() <= _CACHE_BYTES else _SMALL_CACHE_BYTES // int(sizes.max())
        # A weak proxy: the traffic is freed with its last user, without a run of the garbage collector.
        self.motion_of: Callable[[int], TrackMotion] = lru_cache(most)(partial(Traffic._motion, proxy(self)))
        self._moving_at = np.empty(0, MOVING)

    def __len__(self) -> int:
        """Return the number of tracks: actors from spawn to destruction."""
        return len(self.rows)

    def positions_of(self, track: int) -> Floats:
        """Return positions and yaws of ``track`` at its samples: x, y, z in metres, degrees, shape (K, 4).

        ``track`` is an index; a track is one actor from spawn to destruction.
        """
        begin, end = int(self.begins[track]), int(self.ends[track])
        if self.moves[track]:
            return self._poses[self._columns[track], begin:end].astype(np.float64)
        return np.broadcast_to(self._still_places[track - self._moving], (end - begin, 4))

    def poses_of(self, track: int) -> Floats:
        """Return the full poses of a vehicle: x, y, z in metres, pitch, yaw, roll in degrees, shape (K, 6).

        ``track`` is an index; a track is one actor from spawn to destruction.
        """
        places, (columns, leaning) = self.positions_of(track), self._leaning
        angles = leaning[columns[track], int(self.begins[track]) : int(self.ends[track])]
        return np.column_stack((places[:, :3], angles[:, 0], places[:, 3], angles[:, 1]))

    @lazy
    def _leaning(self) -> tuple[Ints, NDArray[np.floating]]:
        """Column of each moving track in pitch and roll of vehicles, and these in degrees, shape (S, K, 2).

        They are read on first use. K is the number of samples. S is the number of columns, as in
        ``Trajectories``; each column is for vehicles that exist one after another.
        """
        drive = np.flatnonzero(self.moves & np.isin(self.category, VEHICLES))
        some = read_trajectories(
            self.index, self.rows[drive], components=_ANGLES, should_continue=self._should_continue
        )
        columns = np.zeros(self._moving, np.int64)
        columns[np.searchsorted(self.rows[: self._moving], some.rows)] = some.columns
        return columns, self._at_their_time(some)

    def _at_their_time(self, some: Trajectories) -> NDArray[np.floating]:
        """Return the poses in ``some``, each at the sample at which the actor had it, shape (S, K, C).

        Some CARLA builds write vehicle poses one frame late; that is corrected. There are S columns, which
        several actors may share if they do not exist at the same time, K samples, and C components of a pose.
        """
        if self.pose_lag:
            # Behind a lost frame, the pose of the last frame before it is unknown.
            lost = np.isnan(self.index.driven_elapsed)
            late = np.isin(self.index.actors.category[some.rows], VEHICLES)
            for number in np.flatnonzero(late).tolist():
                poses = some.of(number)
                poses[lost[some.begins[number] : some.ends[number]]] = np.nan
                poses[:-1] = poses[1:].copy()
                poses[-1:] = np.nan
        self._even(some)
        poses = some.poses.transpose(1, 0, 2)
        return poses if self._lasting.all() else np.ascontiguousarray(poses[:, self._lasting])

    def _even(self, some: Trajectories) -> None:
        """Replace, in place, repeated poses of moving actors in ``some`` by interpolated ones.

        Some recordings repeat an actor's pose for some frames although the actor moves on.
        """
        check = motion_check(self.index)
        for number in np.flatnonzero(np.isin(some.rows, [*check.rhythms])).tolist() if check.rhythms else ():
            row, poses = int(some.rows[number]), some.of(number)
            times = self.index.elapsed[some.frames[some.begins[number] : some.ends[number]]]
            values = poses.astype(np.float64)
            if poses.shape[1] == len(_ANGLES):
                values = np.column_stack((np.zeros((len(values), 3)), values))
            else:
                self._new[row] = new_poses(times, values, check.rhythms[row])
            poses[:] = evened(times, values, self._new[row])[:, -poses.shape[1] :]

    def positions_at(self, tracks: Ints | int, samples: Ints) -> Floats:
        """Return positions and yaws of ``tracks`` at ``samples``: x, y, z in metres, degrees, shape (K, 4).

        ``tracks`` are track indices, shape (K,), or one index; a track is one actor from spawn to
        destruction, and must exist at its sample. ``samples`` are indices into ``times``, shape (K,).
        """
        tracks = np.broadcast_to(tracks, len(samples))
        places = np.empty((len(tracks), 4))
        if len(self._poses):  # standing tracks lie behind the end and are set below
            there = self._places(tracks, samples)
            places[:] = self._poses.reshape(-1, 4).take(there, axis=0, mode="clip")
        still = np.flatnonzero(~self.moves[tracks])
        places[still] = self._still_places[tracks[still] - self._moving]
        return places

    def boxes_at(self, tracks: Ints | int, samples: Ints) -> Rectangles:
        """Return the bounding boxes of ``tracks`` at ``samples``, in plan view, K of them.

        ``tracks`` are track indices, shape (K,), or one index; a track is one actor from spawn to
        destruction. ``samples`` are indices into ``times``.
        """
        tracks = np.broadcast_to(tracks, len(samples))
        return self.boxes.rectangles_at(tracks, self.positions_at(tracks, samples))

    def xy_at(self, tracks: Ints, samples: Ints) -> NDArray[np.floating]:
        """Return x and y of ``tracks`` at ``samples`` in metres, shape (K, 2); NaN outside a lifetime.

        The tracks must be of moving actors. In the precision of the recording, for speed.
        """
        alive = (self.begins[tracks] <= samples) & (samples < self.ends[tracks])
        return np.where(alive[:, None], self._poses[self._columns[tracks], samples, :2], np.float32(np.nan))

    def moving_at(self, tracks: Ints | int, samples: Ints) -> NDArray[np.void]:
        """Return the motion of ``tracks`` at ``samples``, dtype ``MOVING``, shape (K,).

        ``tracks`` are track indices; a track is one actor from spawn to destruction. ``samples`` are indices
        into ``times``. Moving tracks must have been prepared by ``prepare``.
        """
        return self._moving_at.take(self._places(tracks, samples))

    def _places(self, tracks: Ints | int, samples: Ints) -> Ints:
        # A flat index is several times faster than two indices.
        return np.asarray(self._columns[tracks] * len(self.times) + samples)

    def prepare(self, tracks: Ints, should_continue: ShouldContinue = always) -> None:
        """Compute the motion of ``tracks`` (indices) and keep it for ``moving_at`` until ``release``."""
        if not len(self._moving_at):
            # By column and sample, too; unprepared tracks take no memory, standing ones share a column.
            self._moving_at = np.zeros((len(self._poses) + 1) * len(self.times), MOVING)
            self._moving_at["judged"][len(self._poses) * len(self.times) :] = True
        for number, track in enumerate(tracks[self.moves[tracks]].tolist()):
            check(should_continue, number / len(tracks))
            motion = self.motion_of(track)
            begin = int(self._columns[track]) * len(self.times) + motion.begin
            here = self._moving_at[begin : begin + len(motion.times)]
            here["velocity"] = np.nan_to_num(motion.velocities)
            here["judged"], here["broken"] = motion.judged, motion.broken

    def release(self) -> None:
        """Free the memory of what ``prepare`` computed."""
        self._moving_at = np.empty(0, MOVING)

    def _motion(self, track: int) -> TrackMotion:
        places, begin = self.positions_of(track), int(self.begins[track])
        times, locations = self.times[begin : self.ends[track]], places[:, :3]
        known = np.isfinite(locations[:, 0])
        parked = locations[:, 2] < self.parked_below
        judged = known & ~parked
        if parked.any():
            last = np.maximum.accumulate(np.where(parked, times, -np.inf))
            judged &= times - last >= _AFTER_PARKING
        if track not in self._teleports:
            jumps = np.flatnonzero(_jumps(times, locations, self._limits))
            self._teleports[track] = jumps if len(jumps) else _NO_JUMPS  # one array for the many without
        teleports = np.zeros(len(times), np.bool_)
        teleports[self._teleports[track]] = True
        broken = teleports | ~known | ~np.append(known[1:], False)[: len(times)]
        return TrackMotion(track, begin, times, locations, places[:, 3], broken, teleports, judged)


def _jumps(times: Floats, locations: Floats, limits: Mapping[str, float]) -> Flags:
    """Return a mask, shape (K − 1,), of the steps from sample to sample that are teleports of an actor.

    A teleport is a step that is faster than any driving.

    Args:
        times: elapsed seconds of the samples, shape (K,).
        locations: x, y, z in metres, shape (K, 3).
        limits: thresholds by name, of which "teleport" and "teleport.speed" are used, in m/s.
    """
    if len(times) < 2:  # noqa: PLR2004 - a step needs two samples
        return np.empty(0, np.bool_)
    lengths = np.linalg.norm(np.diff(locations, axis=0), axis=1)
    with np.errstate(invalid="ignore", over="ignore"):
        speeds = lengths / np.diff(times)
        around = np.fmax(np.append(np.nan, speeds[:-1]), np.append(speeds[1:], np.nan))
        leaps = speeds > around + limits["teleport"]
        # A falling actor becomes faster than any vehicle.
        falls = -np.diff(locations[:, 2]) > _DOWN * lengths
        fast = ((speeds > limits["teleport.speed"]) & ~falls) | leaps
    return np.asarray(fast & (lengths >= _TELEPORT_LEAST))


def _movers_and_props(index: RecordingIndex) -> tuple[Ints, Ints]:
    """Return the rows of all actors that move, and of the props with a bounding box that never move."""
    actors = index.actors
    movers = np.flatnonzero(np.isin(actors.category, MOVERS))
    props = np.flatnonzero((actors.category == Category.PROP) & actors.box_recorded & (actors.parent < 0))
    # Flat props (dirt, planks) are driven over, and a box of a hundred metres holds the whole scenery.
    props = props[sound_extents(actors.box_extent[props])]
    looks = np.unique(np.linspace(0, len(index.frame_starts) - 1, _LOOKS).astype(np.int64))[
        : len(index.frame_starts)
    ]
    seen = read_trajectories(index, props, looks, components=_POSITIONS[:3])
    moves = np.zeros(len(actors), np.bool_)
    for number, row in enumerate(seen.rows.tolist()):
        places = np.vstack((seen.of(number), actors.location[row]))
        moves[row] = (np.fmax.reduce(places) - np.fmin.reduce(places)).max() > _STILL
    return np.sort(np.concatenate((movers, props[moves[props]]))), props[~moves[props]]


def _lasting(elapsed: Floats) -> Flags:
    """Return a mask, shape (F,), of the frames that are far enough apart in time to be used as samples.

    A sample begins at least 1 ms after the sample before it. ``elapsed`` are the frames' times in seconds.
    """
    kept = np.ones(len(elapsed), np.bool_)
    last = -np.inf
    for sample in () if (np.diff(elapsed) >= _SHORTEST_STEP).all() else range(len(elapsed)):
        kept[sample] = elapsed[sample] - last >= _SHORTEST_STEP
        last = elapsed[sample] if kept[sample] else last
    return kept


def changes(numbers: NDArray[Any]) -> Ints:
    """Return the indices at which a value differs from the one before it; index 0 is always among them.

    ``numbers`` must not be negative.
    """
    return np.flatnonzero(np.diff(numbers, prepend=-1))
