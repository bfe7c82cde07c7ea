"""What is wanted of a recording: which part, and in which tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.route_line import PlannedRoute
from viewer.arrays import Flags
from viewer.export.errors import ExportError
from viewer.lazy import lazy
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records
from viewer.recording.actor_name import ActorName, ids_of
from viewer.recording.index import RecordingIndex
from viewer.replay.time.typed_time import TimeQuery, find_moment
from viewer.roads.road_map import RoadMap

_OWNERS = ("actor_id", "actor1_id", "actor2_id")
"""Fields that say to which actors a record belongs."""

_ROUNDING = 0.0005
"""Seconds that a time as it is read differs from the frame that is meant."""


@dataclass(frozen=True, eq=False)
class Part:
    """Some frames of a recording and some of its actors, and what is wanted of them.

    Attributes:
        index: the recording.
        frames: indices of the frames.
        actor_ids: ids of the actors, ascending, shape (K,); None for everybody.
        tables: names of tables, for formats that are tables; none for the usual ones.
        signals: names of signals, for a table of series; none for other tables.
        roads: the town's roads, for formats that show them and signals that need them.
        route: of the hero, for a signal that needs it; or why there is none.

    """

    index: RecordingIndex
    frames: range
    actor_ids: NDArray[np.int64] | None = None
    tables: tuple[str, ...] = ()
    signals: tuple[str, ...] = ()
    roads: RoadMap | None = None
    route: PlannedRoute | str = ""

    @lazy
    def frame_ids(self) -> NDArray[np.int64]:
        """Id of each frame of the recording, shape (F,)."""
        return self.index.frames["frame"].astype(np.int64)

    def chosen(self, actor_ids: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Tell which of some ids are wanted, in their shape."""
        if self.actor_ids is None:
            return np.ones(actor_ids.shape, np.bool_)
        return np.isin(actor_ids, self.actor_ids)

    def rows(self) -> list[int]:
        """Return the rows of the wanted actors that live in these frames."""
        actors = self.index.actors
        lives = (actors.spawn_frame < self.frames.stop) & (actors.destroy_frame > self.frames.start)
        found: list[int] = np.flatnonzero(lives & self.chosen(actors.actor_id)).tolist()
        return found

    def within(self, frames: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Tell which frames, by their indices, are wanted, in their shape."""
        return (frames >= self.frames.start) & (frames < self.frames.stop)

    def events(self) -> tuple[NDArray[Any], NDArray[np.int64], NDArray[np.int64]]:
        """Return the recorded events (E,) of the wanted actors, and the ids of both sides, −1 for none."""
        events, ids = self.index.events, np.append(self.index.actors.actor_id, -1)
        actors, others = ids[events["actor"]], ids[events["other"]]
        here = self.within(events["frame"]) & (self.chosen(actors) | self.chosen(others))
        return events[here], actors[here], others[here]

    def numbered(self, row: int) -> str:
        """Return the id of an actor, and which life of that id it is from the second on: ``7``, ``7_2``."""
        actor_id = int(self.index.actors.actor_id[row])
        life = self.index.actors.rows_of(actor_id).index(row)
        return f"{actor_id}_{life + 1}" if life else f"{actor_id}"

    @property
    def span(self) -> tuple[float, float]:
        """Elapsed seconds of the first and of the last frame."""
        return float(self.index.elapsed[self.frames[0]]), float(self.index.elapsed[self.frames[-1]])


def of_chosen(part: Part, kind: PacketKind, records: Records) -> Flags:
    """Tell which records belong to the wanted actors, or to nobody; a collision belongs to both sides."""
    ids = [field.name for field in kind.row_fields if field.name in _OWNERS]
    chosen: Flags = np.logical_or.reduce(
        [part.chosen(records[name]) for name in ids] or [np.ones(len(records), np.bool_)]
    )
    return chosen


def times_between(
    index: RecordingIndex, start: TimeQuery | None, end: TimeQuery | None
) -> tuple[float, float]:
    """Return the elapsed seconds of two moments; None is an end of the file.

    Raises:
        MomentError: the recording has no such moment.
        ExportError: the second moment comes before the first.

    """
    first = 0.0 if start is None else find_moment(index, start)
    last = index.duration if end is None else find_moment(index, end)
    if last < first:
        raise ExportError(f"the range ends at {last:.3f} s, before it begins at {first:.3f} s")
    return first, last


def make_part(
    index: RecordingIndex,
    span: tuple[TimeQuery | None, TimeQuery | None] = (None, None),
    actors: Iterable[ActorName | int] | None = None,
) -> Part:
    """Return the part of a recording between two moments, both included, of some actors; None: no limit.

    Between two frames there is none: then it is the one in force.

    Raises:
        MomentError: the recording has no such moment.
        ExportError: the range ends before it begins.
        ActorNotFoundError: nobody has one of the names, or ids.

    """
    first, last = times_between(index, *span)
    begin = int(np.searchsorted(index.elapsed, first - _ROUNDING))
    stop = int(np.searchsorted(index.elapsed, last + _ROUNDING, side="right"))
    frames = range(begin, stop) if begin < stop else range(index.frame_at(first), index.frame_at(first) + 1)
    if actors is None:
        return Part(index, frames)
    return Part(index, frames, np.unique(np.array(ids_of(index.actors, actors), np.int64)))
