"""Who moves through a recording, prepared for the rules: poses at their true times, and what is no motion.

Poses of vehicles that a build wrote one frame late are moved to their time;
steps that nobody can drive split a trajectory; actors that a scenario keeps far below the road are nobody.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.boxes import ActorBoxes, actor_boxes, sound_extents
from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.quick_dataclass import dataclass
from viewer.recording.actors import MOVERS, PUT_AWAY, VEHICLES, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.units import metres
from viewer.replay.paths.trajectories import BUDGET, Trajectories, lifetimes, read_trajectories
from viewer.replay.world.derivatives import derive
from viewer.replay.world.matching import match

SHORTEST_STEP = 1e-3
"""Seconds: of frames that follow each other faster, which no simulator does, only the first counts."""
_TELEPORT_LEAST = 0.5
"""Metres that a step must have to be a teleport: jitter in a short frame is none."""
_AFTER_PARKING = 0.5
"""Seconds after an actor was put onto the road in which nothing is judged."""
_STILL = 0.05
"""Metres: a prop whose places differ by less stands."""
_JUDGED, _BROKEN = 1, 2
_REMEMBERED = 64
"""Lives whose motion is kept however long they are."""
_ROOM, _BYTES = 128 << 20, 100
"""Bytes that may be spent on those that are kept for good, and bytes of a moment of one."""
_LOOKS = 32
"""Frames in which props are looked at, to tell whether they move."""


@dataclass(frozen=True, eq=False)
class LifeMotion:
    """How one life moves, at each moment from its first to its last one.

    Attributes:
        times: seconds, shape (K,).
        locations: metres, shape (K, 3); NaN where it is not told.
        yaws: degrees, shape (K,).
        velocities: m/s, world axes, from the poses around; NaN beside gaps and teleports; shape (K, 3).
        broken: whether the step to the next moment is a teleport or has an end that is not told, shape (K,);
            the last one always.
        teleports: whether that step is a teleport, shape (K,).
        judged: whether rules judge it: told, and not put away by a scenario, shape (K,).

    """

    times: Floats
    locations: Floats
    yaws: Floats
    velocities: Floats
    broken: Flags
    teleports: Flags
    judged: Flags

    @lazy
    def speeds(self) -> Floats:
        """Speed over ground in m/s, shape (K,)."""
        return np.hypot(self.velocities[:, 0], self.velocities[:, 1])

    @lazy
    def headings(self) -> Floats:
        """Direction of the nose, shape (K, 2)."""
        yaw = np.radians(self.yaws)
        return np.column_stack((np.cos(yaw), np.sin(yaw)))

    @lazy
    def stretches(self) -> list[slice]:
        """The longest parts without a break."""
        told = np.isfinite(self.locations[:, 0])
        ends = np.flatnonzero(self.broken & told) + 1
        begins = np.flatnonzero(told & np.concatenate(([True], self.broken[:-1])))
        return [slice(begin, end) for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)]


class Traffic:
    """The lives of all vehicles, bicycles and walkers, and of props with boxes.

    A life has a number: its place in ``rows``. Moments are frames; those that come in no time after another
    are left out.

    Attributes:
        index: the recording.
        rows: rows of the actor table, shape (N,).
        category: of each life, shape (N,).
        moves: whether a life has a trajectory; else it stands where it was added, shape (N,).
        times: seconds of the moments, ascending, shape (K,).
        frames: indices of their frames, shape (K,).
        begins: moment at which each life begins, shape (N,); 0 for what stands.
        ends: the moment after its last one, shape (N,).
        boxes: of the lives.
        pose_lag: by how many frames poses of vehicles were written late.

    """

    def __init__(
        self,
        index: RecordingIndex,
        frames: slice | Ints | None = None,
        *,
        rows: Ints | None = None,
        faster: float = 30.0,
        fastest: float = 60.0,
        budget: int = BUDGET,
        proceed: Proceed = always,
    ) -> None:
        """Read all poses; errors as for ``read_trajectories``.

        Args:
            index: the recording.
            frames: indices of frames, ascending, all of them if None.
            rows: actors whose lives are wanted, everybody if None.
            faster: m/s by which a teleport is faster than the steps before and after it.
            fastest: m/s from which on any step is one.
            budget: bytes that the poses may take.
            proceed: is told the share that is done, and answers whether to go on.

        """
        self.index = index
        self._faster, self._fastest = faster, fastest
        movers, standing = (each if rows is None else each[np.isin(each, rows)] for each in _cast(index))
        whole = read_trajectories(index, movers, frames, budget=budget, proceed=proceed)
        self.pose_lag = int(index.driven_elapsed is not index.elapsed)
        elapsed = index.elapsed[whole.frames]
        kept = lasting(elapsed)
        place = np.concatenate(([0], np.cumsum(kept)))
        self.times: Floats = elapsed[kept]
        self.frames: Ints = whole.frames[kept]
        self._standing = standing[np.isfinite(index.actors.location[standing]).all(axis=1)]
        self.rows: Ints = np.concatenate((whole.rows, self._standing))
        self.moves: Flags = np.arange(len(self.rows)) < len(whole.rows)
        self.category = index.actors.category[self.rows]
        if self.pose_lag:
            late = np.isin(self.category[: len(whole.rows)], VEHICLES)
            _shift(whole, late, np.isnan(index.driven_elapsed[whole.frames]))
        self._poses = whole.poses if kept.all() else whole.poses[kept]
        self._slots = np.concatenate((whole.slots, np.full(len(self._standing), -1)))
        still_begin, still_end = lifetimes(index.actors, self._standing, whole.frames)
        self.begins: Ints = place[np.concatenate((whole.begins, still_begin))]
        self.ends: Ints = place[np.concatenate((whole.ends, still_end))]
        self.boxes: ActorBoxes = actor_boxes(index.actors, self.rows)
        self._parked_below = index.actors.road_level - PUT_AWAY
        self._motions: dict[int, LifeMotion] = {}
        self._kept: dict[int, LifeMotion] = {}
        self._room = _ROOM
        self._prepared: set[int] = set()
        # By slot and moment: those of one life lie together, and who is not prepared takes no memory.
        shape = (max(self._poses.shape[1], 1), len(self.times))
        self._drives = np.zeros((*shape, 2), np.float32)
        self._flags = np.zeros(shape, np.uint8)

    def __len__(self) -> int:
        """Return the number of lives."""
        return len(self.rows)

    def poses_of(self, life: int) -> Floats:
        """Return x, y, z in metres and pitch, yaw, roll in degrees of a life, shape (end − begin, 6)."""
        begin, end = int(self.begins[life]), int(self.ends[life])
        if self.moves[life]:
            poses: Floats = self._poses[begin:end, self._slots[life]].astype(np.float64)
            return poses
        still: Floats = self._still_poses[life - int(self.moves.sum())]
        return np.broadcast_to(still, (end - begin, 6))

    def poses_at(self, lives: Ints, moments: Ints) -> Floats:
        """Return poses of lives at moments in which they are alive, shape (K, 6); as ``poses_of``."""
        still = ~self.moves[lives]
        if self._poses.shape[1]:
            places = moments * self._poses.shape[1] + self._slots[lives]
            told = self._poses.reshape(-1, 6).take(places, axis=0)
            poses: Floats = told.astype(np.float64)
        else:
            poses = np.empty((len(lives), 6))
        if still.any():
            poses[still] = self._still_poses[lives[still] - int(self.moves.sum())]
        return poses

    @lazy
    def _still_poses(self) -> Floats:
        actors = self.index.actors
        return np.concatenate((actors.location[self._standing], actors.rotation[self._standing]), axis=1)

    @property
    def xy(self) -> NDArray[np.floating]:
        """X and y of all slots, shape (K, S, 2); which slot a moving life has is in ``slots``."""
        return self._poses[:, :, :2]

    @property
    def slots(self) -> Ints:
        """Place of each life in ``xy``, −1 for what stands, shape (N,)."""
        return self._slots

    def motion_of(self, life: int) -> LifeMotion:
        """Return how a life moves; as many as there is room for are remembered, and the latest few."""
        if life in self._kept:
            return self._kept[life]
        motion = self._motions.pop(life, None) or self._motion(life)
        size = _BYTES * len(motion.times)
        if size <= self._room:  # all rules go through all lives, one after the other
            self._room -= size
            self._kept[life] = motion
            return motion
        self._motions[life] = motion
        while len(self._motions) > _REMEMBERED:
            del self._motions[next(iter(self._motions))]
        return motion

    def velocities_at(self, lives: Ints, moments: Ints) -> Floats:
        """Return velocities over ground in m/s of lives at moments, shape (K, 2); 0 for what stands."""
        drives: Floats = self._drives.reshape(-1, 2).take(self._places(lives, moments), axis=0).astype(float)
        drives[~self.moves[lives]] = 0.0
        return drives

    def judged_at(self, lives: Ints, moments: Ints) -> Flags:
        """Tell whether rules judge lives at moments, shape (K,)."""
        flags = self._flags.take(self._places(lives, moments))
        return np.asarray((flags & _JUDGED > 0) | ~self.moves[lives])

    def broken_at(self, lives: Ints, moments: Ints) -> Flags:
        """Tell whether the step of lives from moments to the next ones is broken, shape (K,)."""
        flags = self._flags.take(self._places(lives, moments))
        return np.asarray((flags & _BROKEN > 0) & self.moves[lives])

    def _places(self, lives: Ints, moments: Ints) -> Ints:
        """Return where lives are at moments in what is kept by slot and moment, seen as one row.

        Taking from one row is several times faster than picking by two numbers.
        """
        places: Ints = self._slots[lives] * self._flags.shape[1] + moments
        return places

    def prepare(self, lives: Ints, proceed: Proceed = always) -> None:
        """Work out the motion of lives, of which the functions above are asked next."""
        for number, life in enumerate(lives.tolist()):
            if life in self._prepared or not self.moves[life]:
                continue
            check(proceed, number / len(lives))
            motion = self.motion_of(life)
            here = self._slots[life], slice(int(self.begins[life]), int(self.ends[life]))
            self._drives[here] = np.nan_to_num(motion.velocities[:, :2])
            self._flags[here] = motion.judged * _JUDGED + motion.broken * _BROKEN
            self._prepared.add(life)

    def _motion(self, life: int) -> LifeMotion:
        poses = self.poses_of(life)
        times = self.times[self.begins[life] : self.ends[life]]
        locations = poses[:, :3]
        parked = locations[:, 2] < self._parked_below
        away = np.isfinite(locations[:, 0]) & ~parked
        if parked.any():
            last = np.maximum.accumulate(np.where(parked, times, -np.inf))
            away &= times - last >= _AFTER_PARKING
        teleports = teleport_steps(times, locations, self._faster, self._fastest)
        untold = ~np.isfinite(locations[:, 0])
        ends = untold.copy()
        ends[:-1] |= untold[1:]
        broken = np.append(teleports, [True]) | ends
        broken[-1:] = True
        velocities = derive(times, locations, teleports) if len(times) else np.empty((0, 3))
        return LifeMotion(
            times, locations, poses[:, 4], velocities, broken, np.append(teleports, [False]), away
        )


def teleport_steps(times: Floats, locations: Floats, faster: float, fastest: float) -> Flags:
    """Return which steps from one moment to the next nobody can drive, shape (K − 1,).

    Args:
        times: seconds, ascending, shape (K,).
        locations: metres, shape (K, 3).
        faster: m/s by which a step must be faster than those before and after it.
        fastest: m/s from which on any step is one.

    """
    if len(times) < 2:  # noqa: PLR2004 - one place makes no step
        return np.zeros(max(len(times) - 1, 0), np.bool_)
    lengths = np.linalg.norm(np.diff(locations, axis=0), axis=1)
    with np.errstate(invalid="ignore", over="ignore"):
        speeds = lengths / np.diff(times)
        around = np.fmax(np.append(np.nan, speeds[:-1]), np.append(speeds[1:], np.nan))
        jumps: Flags = (lengths >= _TELEPORT_LEAST) & ((speeds > fastest) | (speeds > around + faster))
    return jumps


def _cast(index: RecordingIndex) -> tuple[Ints, Ints]:
    """Return the rows of those who move, and of props with boxes that stand."""
    actors = index.actors
    movers = np.flatnonzero(np.isin(actors.category, MOVERS))
    props = np.flatnonzero((actors.category == Category.PROP) & actors.box_recorded & (actors.parent < 0))
    # What is flat (dirt, planks) is driven over, and a box of a hundred metres is that of the whole scenery.
    props = props[sound_extents(actors.box_extent[props])]
    if not len(props) or not len(index.heads):
        return movers, props
    looks = np.unique(np.linspace(0, len(index.heads) - 1, _LOOKS).astype(np.int64))
    low = np.full((len(actors), 3), np.inf)
    high = -low
    for frame in looks.tolist():
        records = index.read_frame(frame).records(packets.POSITION)
        alive = actors.alive(frame)
        places, known = match(actors.actor_id[alive], records["actor_id"])
        rows, where = alive[places], metres(records["location"][known])
        low[rows], high[rows] = np.fmin(low[rows], where), np.fmax(high[rows], where)
    where = actors.location[props]
    low[props], high[props] = np.fmin(low[props], where), np.fmax(high[props], where)
    moves = (high[props] - low[props]).max(axis=1) > _STILL
    return np.sort(np.concatenate((movers, props[moves]))), props[~moves]


def lasting(elapsed: Floats) -> Flags:
    """Tell which moments are late enough after the last one that counts."""
    kept = np.ones(len(elapsed), np.bool_)
    if (np.diff(elapsed) >= SHORTEST_STEP).all():
        return kept
    last = -np.inf
    for moment, time in enumerate(elapsed.tolist()):
        kept[moment] = time - last >= SHORTEST_STEP
        last = time if kept[moment] else last
    return kept


def _shift(whole: Trajectories, late: Flags, lost: Flags) -> None:
    """Move poses that were written one frame late to the frame before, in place.

    Where that frame is lost, shape (F,), nothing tells where they were in the last one before it.
    """
    for number in np.flatnonzero(late).tolist():
        poses = whole.of(number)
        poses[lost[whole.begins[number] : whole.ends[number]]] = np.nan
        poses[:-1] = poses[1:].copy()
        poses[-1:] = np.nan


def fronts(traffic: Traffic, life: int) -> Floats:
    """Return where the front of a vehicle is at each of its moments, x, y, z in metres, shape (K, 3)."""
    motion = traffic.motion_of(life)
    front = motion.locations.copy()
    front[:, :2] += motion.headings * (traffic.boxes.centers[life, 0] + traffic.boxes.extents[life, 0])
    return front
