"""Who moves through a recording, prepared for the rules: poses at their true times, and what is no motion.

Poses of vehicles that a build wrote one frame late are moved to their time;
steps that nobody can drive split a trajectory; actors that a scenario keeps far below the road are nobody.
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
from viewer.cancellation import Proceed, always, check, part_of
from viewer.lazy import lazy
from viewer.recording.actors import MOVERS, PUT_AWAY, VEHICLES, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.motion_check import motion_check
from viewer.recording.plausible import sound_extents
from viewer.recording.pose_rhythm import evened, new_poses
from viewer.recording.read.poses import Trajectories, lifetimes, read_trajectories
from viewer.replay.world.motion import derive

_SHORTEST_STEP = 1e-3
"""Seconds: of frames that follow each other faster, which no simulator does, only the first counts."""
_TELEPORT_LEAST = 0.5
"""Metres that a step must have to be a teleport: jitter in a short frame is none."""
_DOWN = 0.9
"""Share of a step that is down from which on it is a fall."""
_AFTER_PARKING = 0.5
"""Seconds after an actor was put onto the road in which nothing is judged."""
_STILL = 0.05
"""Metres: a prop whose places differ by less stands."""
MOVING = np.dtype([("velocity", "f4", 2), ("judged", "?"), ("broken", "?")])
"""How a life moves at a moment, as in ``LifeMotion``: over ground in m/s, 0 where it is not known."""
_BYTES = 100
"""Of a moment of a motion."""
_ROOM, _LITTLE_ROOM = 128 << 20, 16 << 20
"""Bytes of motions that are remembered if that is enough for all, and else: rules go through them in turn."""
_PLACES, _ANGLES = ("x", "y", "z", "yaw"), ("pitch", "roll")
_LOOKS = 32
"""Frames in which props are looked at, to tell whether they move."""


@dataclass(frozen=True, eq=False)
class LifeMotion:
    """How one life moves, at each moment from its first to its last one.

    Attributes:
        life: its number.
        begin: its first moment in the recording.
        times: seconds, shape (K,).
        locations: metres, shape (K, 3); NaN where it is not told.
        yaws: degrees, shape (K,).
        velocities: m/s, world axes, from the poses around; NaN beside gaps and teleports; shape (K, 3).
        broken: whether the step to the next moment is a teleport or has an end that is not told, shape (K,);
            the last one always.
        teleports: whether that step is a teleport, shape (K,).
        judged: whether rules judge it: told, and not put away by a scenario, shape (K,).

    """

    life: int
    begin: int
    times: Floats
    locations: Floats
    yaws: Floats
    velocities: Floats
    broken: Flags
    teleports: Flags
    judged: Flags

    def moments(self, first: int, last: int) -> tuple[int, int]:
        """Return the moments of the recording that two of its own are."""
        return self.begin + first, self.begin + last

    @lazy
    def speeds(self) -> Floats:
        """Speed over ground in m/s, shape (K,)."""
        return np.hypot(self.velocities[:, 0], self.velocities[:, 1])

    @lazy
    def forwards(self) -> Floats:
        """Speed along the nose in m/s, negative backwards, shape (K,)."""
        return np.asarray((self.velocities[:, :2] * self.headings).sum(axis=1))

    @lazy
    def headings(self) -> Floats:
        """Direction of the nose, shape (K, 2)."""
        yaw = np.radians(self.yaws)
        return np.column_stack((np.cos(yaw), np.sin(yaw)))


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
        motion_of: returns how a life moves; the latest are remembered, all of them where there is room.
        pose_lag: by how many frames poses of vehicles were written late.
        parked_below: metres; who is lower, a scenario keeps there.

    """

    def __init__(
        self, index: RecordingIndex, limits: Mapping[str, float] | None = None, *, proceed: Proceed = always
    ) -> None:
        """Read all poses; errors as for ``read_trajectories``.

        Args:
            index: the recording.
            limits: thresholds by name, of which those of teleports count; the usual ones if None.
            proceed: is told the share that is done, and answers whether to go on.

        """
        self.index = index
        self._limits, self._proceed = Thresholds() if limits is None else limits, part_of(proceed, 0.0, 0.0)
        movers, standing = _cast(index)
        whole = read_trajectories(index, movers, columns=_PLACES, proceed=proceed)
        self.pose_lag = int(index.driven_elapsed is not index.elapsed)
        self._lasting = _lasting(index.elapsed)
        place = np.concatenate(([0], np.cumsum(self._lasting)))
        self.times: Floats = index.elapsed[self._lasting]
        self.frames: Ints = np.flatnonzero(self._lasting)
        self._standing = standing[np.isfinite(index.actors.location[standing]).all(axis=1)]
        places = index.actors.location[self._standing], index.actors.rotation[self._standing, 1]
        self._still_places: Floats = np.column_stack(places)
        self.rows: Ints = np.concatenate((whole.rows, self._standing))
        self._moving = len(whole.rows)
        self.moves: Flags = np.arange(len(self.rows)) < self._moving
        self.category = index.actors.category[self.rows]
        self._new: dict[int, Flags] = {}  # which poses are, of actors by row whose poses are often old ones
        # By slot and moment: those of one life lie together.
        self._poses = self._at_their_time(whole)
        slots = len(self._poses)
        self._slots = np.concatenate((whole.slots, np.full(len(self._standing), slots)))
        still_begin, still_end = lifetimes(index.actors, self._standing, whole.frames)
        self.begins: Ints = place[np.concatenate((whole.begins, still_begin))]
        self.ends: Ints = place[np.concatenate((whole.ends, still_end))]
        self.boxes: ActorBoxes = actor_boxes(index.actors, self.rows)
        self.parked_below = index.actors.road_level - PUT_AWAY
        sizes = (self.ends - self.begins)[self.moves] * _BYTES
        most = len(self) if sizes.sum() <= _ROOM else _LITTLE_ROOM // int(sizes.max())
        # By a proxy it is let go of with the recording, not when Python looks for circles.
        self.motion_of: Callable[[int], LifeMotion] = lru_cache(most)(partial(Traffic._motion, proxy(self)))
        # By slot and moment too; whoever is not prepared takes no memory, and those that stand share a slot.
        self._moving_at = np.zeros((slots + 1) * len(self.times), MOVING)
        self._moving_at["judged"][slots * len(self.times) :] = True

    def __len__(self) -> int:
        """Return the number of lives."""
        return len(self.rows)

    def places_of(self, life: int) -> Floats:
        """Return x, y, z in metres and yaw in degrees of a life, shape (end − begin, 4)."""
        begin, end = int(self.begins[life]), int(self.ends[life])
        if self.moves[life]:
            return self._poses[self._slots[life], begin:end].astype(np.float64)
        return np.broadcast_to(self._still_places[life - self._moving], (end - begin, 4))

    def poses_of(self, life: int) -> Floats:
        """Return x, y, z in metres and pitch, yaw, roll in degrees of a life that moves, (end − begin, 6)."""
        places = self.places_of(life)
        angles = self._leaning[self._slots[life], int(self.begins[life]) : int(self.ends[life])]
        return np.column_stack((places[:, :3], angles[:, 0], places[:, 3], angles[:, 1]))

    @lazy
    def _leaning(self) -> NDArray[np.floating]:
        """How all lives that move lean, by slot and moment: few ask for it."""
        movers = self.rows[: self._moving]
        return self._at_their_time(
            read_trajectories(self.index, movers, columns=_ANGLES, proceed=self._proceed)
        )

    def _at_their_time(self, some: Trajectories) -> NDArray[np.floating]:
        """Return poses by slot and moment: at the frame in which they were true, of moments that count."""
        if self.pose_lag:
            # Where the frame before is lost, nothing tells where they were in the last one before it.
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
        """Put poses that are old ones of actors that moved on between those that were new, in place."""
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

    def places_at(self, lives: Ints | int, moments: Ints) -> Floats:
        """Return places of lives, or of one, at moments in which they are alive, shape (K, 4).

        As ``places_of``.
        """
        lives = np.broadcast_to(lives, len(moments))
        places = np.empty((len(lives), 4))
        if len(self._poses):  # what stands lies behind them
            there = self._places(lives, moments)
            places[:] = self._poses.reshape(-1, 4).take(there, axis=0, mode="clip")
        still = np.flatnonzero(~self.moves[lives])
        places[still] = self._still_places[lives[still] - self._moving]
        return places

    def boxes_at(self, lives: Ints | int, moments: Ints) -> Rectangles:
        """Return their boxes, seen from above."""
        lives = np.broadcast_to(lives, len(moments))
        return self.boxes.seen_from_above(lives, self.places_at(lives, moments))

    def xy_at(self, lives: Ints, moments: Ints) -> NDArray[np.floating]:
        """Return x and y of moving lives at moments, in the precision of what is kept, shape (K, 2).

        NaN where one is not there.
        """
        alive = (self.begins[lives] <= moments) & (moments < self.ends[lives])
        return np.where(alive[:, None], self._poses[self._slots[lives], moments, :2], np.float32(np.nan))

    def moving_at(self, lives: Ints | int, moments: Ints) -> NDArray[np.void]:
        """Return how lives move that are prepared, or stand, at moments: ``MOVING``, shape (K,)."""
        return self._moving_at.take(self._places(lives, moments))

    def _places(self, lives: Ints | int, moments: Ints) -> Ints:
        # Taking from one row is several times faster than picking by two numbers.
        return np.asarray(self._slots[lives] * len(self.times) + moments)

    def prepare(self, lives: Ints, proceed: Proceed = always) -> None:
        """Work out how lives move, of which ``moving_at`` is asked next."""
        for number, life in enumerate(lives[self.moves[lives]].tolist()):
            check(proceed, number / len(lives))
            motion = self.motion_of(life)
            begin = int(self._slots[life]) * len(self.times) + motion.begin
            here = self._moving_at[begin : begin + len(motion.times)]
            here["velocity"] = np.nan_to_num(motion.velocities[:, :2])
            here["judged"], here["broken"] = motion.judged, motion.broken

    def _motion(self, life: int) -> LifeMotion:
        places, begin = self.places_of(life), int(self.begins[life])
        times, locations = self.times[begin : self.ends[life]], places[:, :3]
        told = np.isfinite(locations[:, 0])
        parked = locations[:, 2] < self.parked_below
        judged = told & ~parked
        if parked.any():
            last = np.maximum.accumulate(np.where(parked, times, -np.inf))
            judged &= times - last >= _AFTER_PARKING
        jumps = _jumps(times, locations, self._limits)
        velocities = derive(times, locations, jumps) if len(times) else np.empty((0, 3))
        teleports = np.append(jumps, False)[: len(times)]
        broken = teleports | ~told | ~np.append(told[1:], False)[: len(times)]
        return LifeMotion(life, begin, times, locations, places[:, 3], velocities, broken, teleports, judged)


def _jumps(times: Floats, locations: Floats, limits: Mapping[str, float]) -> Flags:
    """Tell which steps from one moment to the next nobody can drive, shape (K − 1,)."""
    if len(times) < 2:  # noqa: PLR2004 - one place makes no step
        return np.empty(0, np.bool_)
    lengths = np.linalg.norm(np.diff(locations, axis=0), axis=1)
    with np.errstate(invalid="ignore", over="ignore"):
        speeds = lengths / np.diff(times)
        around = np.fmax(np.append(np.nan, speeds[:-1]), np.append(speeds[1:], np.nan))
        leaps = speeds > around + limits["teleport"]
        # Who falls gets faster than anybody drives.
        falls = -np.diff(locations[:, 2]) > _DOWN * lengths
        fast = ((speeds > limits["teleport.speed"]) & ~falls) | leaps
    return np.asarray(fast & (lengths >= _TELEPORT_LEAST))


def _cast(index: RecordingIndex) -> tuple[Ints, Ints]:
    """Return the rows of those who move, and of props with boxes that stand."""
    actors = index.actors
    movers = np.flatnonzero(np.isin(actors.category, MOVERS))
    props = np.flatnonzero((actors.category == Category.PROP) & actors.box_recorded & (actors.parent < 0))
    # What is flat (dirt, planks) is driven over, and a box of a hundred metres is that of the whole scenery.
    props = props[sound_extents(actors.box_extent[props])]
    looks = np.unique(np.linspace(0, len(index.heads) - 1, _LOOKS).astype(np.int64))[: len(index.heads)]
    seen = read_trajectories(index, props, looks, columns=_PLACES[:3])
    moves = np.zeros(len(actors), np.bool_)
    for number, row in enumerate(seen.rows.tolist()):
        places = np.vstack((seen.of(number), actors.location[row]))
        moves[row] = (np.fmax.reduce(places) - np.fmin.reduce(places)).max() > _STILL
    return np.sort(np.concatenate((movers, props[moves[props]]))), props[~moves[props]]


def _lasting(elapsed: Floats) -> Flags:
    """Tell which moments are late enough after the last one that counts."""
    kept = np.ones(len(elapsed), np.bool_)
    last = -np.inf
    for moment in () if (np.diff(elapsed) >= _SHORTEST_STEP).all() else range(len(elapsed)):
        kept[moment] = elapsed[moment] - last >= _SHORTEST_STEP
        last = elapsed[moment] if kept[moment] else last
    return kept


def changes(numbers: NDArray[Any]) -> Ints:
    """Return the places at which numbers, of which none is negative, are others than before; the first is."""
    return np.flatnonzero(np.diff(numbers, prepend=-1))
