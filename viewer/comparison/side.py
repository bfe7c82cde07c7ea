"""One of two compared recordings, on the clock that both share: elapsed seconds of recording A."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import TIME_ROUNDING, Flags, Floats, Ints
from viewer.cancellation import ShouldContinue, always
from viewer.lazy import lazy
from viewer.logfile.fields import PacketKind
from viewer.recording.actors import FIXED, MOVERS, NEVER, VEHICLES, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.read.poses import read_trajectories
from viewer.recording.read.records import read_packets
from viewer.replay.world.motion import teleported

COMPONENTS = ("x", "y", "z", "yaw")
"""Components of the poses that are compared."""
COMPARED = (*MOVERS, *FIXED, Category.OTHER)
"""Categories of actors that are compared: all but sensors, props, the spectator and controllers."""
UNKNOWN = -1
"""State of an actor in a frame that has no record of it."""
_GAP = 3.0
"""A step between frames longer than this many median frames is a gap, over which nothing is interpolated."""


class Positions(NamedTuple):
    """Frame of a recording in force at each of T times.

    Attributes:
        frames: frame index, shape (T,).
        exact: True where the frame begins at that time, shape (T,).
        shares: elapsed share of the step to the next frame, shape (T,); 0 where ``exact``.
    """

    frames: Ints
    exact: Flags
    shares: Floats


@dataclass(frozen=True, eq=False)
class Side:
    """One of the two recordings of a comparison.

    Attributes:
        index: the recording.
        offset: seconds that are added to a time of the shared clock to get elapsed time of this recording.
        heroes: rows of the hero's lifetimes in the actor table, the earliest first; empty without a hero.
    """

    index: RecordingIndex
    offset: float
    heroes: tuple[int, ...]

    def shifted(self, offset: float) -> Side:
        """Return the same recording with another offset; what was read of the hero is kept."""
        if offset == self.offset:
            return self
        found = Side(self.index, offset, self.heroes)
        if "hero_path" in self.__dict__:
            found.__dict__["hero_path"] = self.hero_path
        return found

    @lazy
    def times(self) -> Floats:
        """Time of each frame on the shared clock in seconds, shape (F,)."""
        return np.asarray(self.index.elapsed - self.offset)

    @lazy
    def steps(self) -> Floats:
        """Seconds from each frame to the next, shape (F − 1,)."""
        return np.diff(self.times)

    @lazy
    def usual_step(self) -> float:
        """Median of the seconds between frames; 0 with fewer than two frames."""
        return float(np.median(self.steps)) if len(self.steps) else 0.0

    @lazy
    def gaps(self) -> Flags:
        """Whether frames are missing between each frame and the next, shape (F − 1,)."""
        ids = self.index.frame_ids
        return np.asarray((np.diff(ids) != 1) | (self.steps > _GAP * self.usual_step))

    @lazy
    def late(self) -> bool:
        """Whether a frame holds the poses that vehicles had at the frame before."""
        return self.index.driven_elapsed is not self.index.elapsed

    @lazy
    def spawned(self) -> Floats:
        """Time of each actor's spawn on the shared clock, shape (N,)."""
        return np.asarray(self.times[np.minimum(self.index.actors.spawn_frame, len(self.times) - 1)])

    @lazy
    def destroyed(self) -> Floats:
        """Time of each actor's destruction on the shared clock, shape (N,); infinity if it is not known."""
        ends = self.index.actors.destroy_frame
        known = (ends != NEVER) & (ends < len(self.times))
        return np.where(known, self.times[np.where(known, ends, 0)], np.inf)

    def hero_at(self, time: float) -> int:
        """Return the row of the hero's lifetime at ``time`` on the shared clock; −1 if there is none."""
        for row in self.heroes:
            if self.spawned[row] <= time + TIME_ROUNDING and time < self.destroyed[row]:
                return row
        return -1

    def frame_id(self, time: float) -> int:
        """Return the id of the frame in force at ``time`` on the shared clock."""
        return int(self.index.frame_ids[self.index.frame_at(time + self.offset + TIME_ROUNDING)])

    def records(self, kind: PacketKind) -> bool:
        """Return whether the recording has packets of ``kind``."""
        return bool(self.index.packet_counts.get(self.index.dialect.id_of(kind)))

    def positions(self, times: Floats) -> Positions:
        """Return which frame is in force at each of ``times`` on the shared clock, ascending, shape (T,).

        Times before the first frame have the index −1.
        """
        frames = np.searchsorted(self.times, times + TIME_ROUNDING, side="right") - 1
        here = self.times[np.maximum(frames, 0)]
        exact = (frames >= 0) & (times - here <= TIME_ROUNDING)
        following = self.times[np.minimum(frames + 1, len(self.times) - 1)]
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = np.where(exact | (following <= here), 0.0, (times - here) / (following - here))
        return Positions(frames, exact, shares)

    def poses(
        self, rows: Ints, first: int, stop: int, *, should_continue: ShouldContinue = always
    ) -> NDArray[np.floating]:
        """Return poses of N actors in the frames ``first`` to ``stop`` (excluded), shape (N, F, 4).

        They are x, y, z in metres and yaw in degrees, NaN where unknown. Vehicle poses that a build wrote one
        frame late are moved to their own frame.
        """
        after = min(stop + self.late, len(self.times))
        some = read_trajectories(
            self.index, rows, slice(first, after), components=COMPONENTS, should_continue=should_continue
        )
        found = np.full((len(rows), after - first, len(COMPONENTS)), np.nan, some.poses.dtype)
        if not len(some.rows):
            return found[:, : stop - first]
        order = np.searchsorted(some.rows, rows)
        known = np.flatnonzero(some.rows.take(order, mode="clip") == rows)
        order = order[known]
        by_column = some.poses.transpose(1, 0, 2)
        if len(known) == len(rows):
            found = by_column[some.columns[order]]
        else:
            found[known] = by_column[some.columns[order]]
        begins, ends = some.begins[order], some.ends[order]
        for number in np.flatnonzero((begins > 0) | (ends < after - first)).tolist():
            found[known[number], : begins[number]] = np.nan
            found[known[number], ends[number] :] = np.nan
        if self.late:
            driven = np.isin(self.index.actors.category[rows], VEHICLES)
            lost = np.append(np.isnan(self.index.driven_elapsed[first + 1 : after]), after == stop)
            moved = np.append(found[driven, 1:], np.full_like(found[driven, :1], np.nan), axis=1)
            moved[:, lost[: moved.shape[1]]] = np.nan
            found[driven] = moved
        return found[:, : stop - first]

    def states(
        self,
        kind: PacketKind,
        field: str,
        rows: Ints,
        first: int,
        stop: int,
    ) -> Ints:
        """Return an integer field of the records of N actors in some frames, shape (N, F).

        Args:
            kind: kind of the packets, which has a record for each of its actors in every frame.
            field: name of the field.
            rows: rows of the actors in the actor table.
            first: index of the first frame.
            stop: index after the last frame.

        Returns:
            The values, ``UNKNOWN`` where there is no record.
        """
        found = np.full((len(rows), stop - first), UNKNOWN, np.int64)
        actors = self.index.actors
        places = np.full(len(actors) + 1, -1)  # the last one is for records of unknown actors
        places[rows] = np.arange(len(rows))
        for batch in read_packets(self.index, kind, slice(first, stop)):
            records, frames = batch.records, batch.payload_frames
            if (batch.counts == batch.counts[0]).all() and (np.diff(frames) > 0).all():
                table = records.reshape(len(frames), -1)
                ids = table["actor_id"]
                alike = (ids == ids[0]).all()
                begin, end = (
                    actors.rows_at(ids[0], np.full(ids.shape[1], frame)) for frame in frames[[0, -1]]
                )
                if alike and np.array_equal(begin, end):
                    to = places[begin]
                    known = np.flatnonzero(to >= 0)
                    found[np.ix_(to[known], frames - first)] = table[field][:, known].T
                    continue
            to = places[actors.rows_at(records["actor_id"], batch.frames)]
            known = np.flatnonzero(to >= 0)
            found[to[known], batch.frames[known] - first] = records[field][known]
        return found

    @lazy
    def hero_path(self) -> Floats:
        """Poses of the hero in all frames: x, y, z, yaw, shape (F, 4); NaN where unknown."""
        path = np.full((len(self.times), len(COMPONENTS)), np.nan)
        if self.heroes and len(self.times):
            lifetimes = self.poses(np.array(sorted(self.heroes)), 0, len(self.times))
            for poses in lifetimes:
                known = np.isfinite(poses[:, 0])
                path[known] = poses[known]
        return path

    def hero_places(self, times: Floats) -> Floats:
        """Return the hero's x, y, z in metres at each of ``times`` on the shared clock, shape (T, 3).

        They are interpolated between two frames; NaN where one of these is unknown, or next to a gap or a
        teleport.
        """
        places = self.between(self.hero_path[None, :, :3], 0, self.positions(times))[0]
        return np.asarray(places, np.float64)

    def between(self, poses: NDArray[np.floating], first: int, at: Positions) -> NDArray[np.floating]:
        """Interpolate ``poses`` of N actors, shape (N, F, C), at T times; NaN where that is not allowed.

        Nothing is interpolated over gaps, teleports and the ends of a recording; a fourth component is an
        angle, which turns the short way round. ``poses`` begin at the frame index ``first``.
        """
        here = at.frames - first
        values = poses.take(np.clip(here, 0, poses.shape[1] - 1), axis=1)
        values[:, at.frames < 0] = np.nan
        columns = np.flatnonzero(~at.exact & (at.frames >= 0))
        if not len(columns):
            return values
        frames = at.frames[columns]
        last = np.minimum(here[columns] + 1, poses.shape[1] - 1)
        steps = poses[:, last] - values[:, columns]
        seconds = np.append(self.steps, np.nan)[frames]
        with np.errstate(invalid="ignore"):
            broken = teleported(steps[..., :3], seconds) | np.append(self.gaps, True)[frames]
        if steps.shape[2] > 3:  # noqa: PLR2004 - the yaw comes after x, y, z
            steps[..., 3] -= 360.0 * np.round(steps[..., 3] / 360.0)
        steps *= at.shares[columns, None].astype(steps.dtype)
        steps[broken] = np.nan
        values[:, columns] += steps
        return values


def alive_between(side: Side, begin: float, end: float, categories: Collection[Category] = COMPARED) -> Ints:
    """Return the rows of the actors that exist at some time from ``begin`` to ``end`` on the shared clock.

    Only actors of ``categories`` are returned, ascending.
    """
    there = (side.spawned <= end + TIME_ROUNDING) & (side.destroyed > begin + TIME_ROUNDING)
    return np.flatnonzero(there & np.isin(side.index.actors.category, tuple(categories)))
