"""Selection of what to export: frames, actors, tables and signals of a recording."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.route_line import PlannedRoute
from viewer.arrays import Flags
from viewer.export.errors import ExportError
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records
from viewer.recording.actor_name import ActorName, ids_of
from viewer.recording.index import RecordingIndex
from viewer.replay.time.typed_time import ROUNDING, TimeQuery, find_moment
from viewer.roads.road_map import RoadMap
from viewer.signals import SIGNALS, Signals

_OWNERS = ("actor_id", "actor1_id", "actor2_id")
"""Names of the fields of recorded data that contain the ids of the actors to which a record belongs."""


@dataclass(frozen=True, eq=False)
class Selection:
    """Frames, actors, tables and signals of a recording to export.

    Attributes:
        index: the recording.
        frames: indices of the frames.
        actor_ids: ids of the actors, ascending, shape (K,); None for all.
        tables: names of tables, for tabular formats; empty for the default ones.
        signals: names of signals, for tabular formats; CSV then exports them instead of tables.
        known_signals: the signals that there are.
        roads: road map, for formats that show roads and signals that need them.
        route: planned route of the hero, for signals that need it; or a text that says why there is none.
    """

    index: RecordingIndex
    frames: range
    actor_ids: NDArray[np.int64] | None = None
    tables: tuple[str, ...] = ()
    signals: tuple[str, ...] = ()
    known_signals: Signals = field(default_factory=lambda: SIGNALS)
    roads: RoadMap | None = None
    route: PlannedRoute | str = ""

    def chosen(self, actor_ids: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Return a mask of those ``actor_ids`` whose actors are to be exported, in the same shape."""
        if self.actor_ids is None:
            return np.ones(actor_ids.shape, np.bool_)
        return np.isin(actor_ids, self.actor_ids)

    def rows(self) -> list[int]:
        """Return the rows in the actor table of selected actors alive in the selected frames."""
        actors = self.index.actors
        alive = (actors.spawn_frame < self.frames.stop) & (actors.destroy_frame > self.frames.start)
        found: list[int] = np.flatnonzero(alive & self.chosen(actors.actor_id)).tolist()
        return found

    def within(self, frames: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Return a mask of the shape of ``frames`` (frame indices): True for selected frames."""
        return (frames >= self.frames.start) & (frames < self.frames.stop)

    def recorded_events(self) -> NDArray[np.void]:
        """Return the selected recorded events, shape (E,): those of a selected actor, in selected frames."""
        events, ids = self.index.recorded_events, np.append(self.index.actors.actor_id, -1)
        of_chosen = self.chosen(ids[events["actor"]]) | self.chosen(ids[events["other"]])
        return events[self.within(events["frame"]) & of_chosen]

    def unique_id(self, row: int) -> str:
        """Return the id of the actor in ``row`` as unique text: ``7_2`` for the second actor with id 7."""
        actor_id = int(self.index.actors.actor_id[row])
        life = self.index.actors.rows_of(actor_id).index(row)
        return f"{actor_id}_{life + 1}" if life else f"{actor_id}"

    @property
    def span(self) -> tuple[float, float]:
        """Elapsed seconds of the first and of the last selected frame."""
        return float(self.index.elapsed[self.frames[0]]), float(self.index.elapsed[self.frames[-1]])


def are_selected(selection: Selection, kind: PacketKind, records: Records) -> Flags:
    """Return a mask of ``records``, shape (N,): records of selected actors, or of no actor.

    A collision is selected if one of its two actors is.
    """
    ids = [field.name for field in kind.row_fields if field.name in _OWNERS]
    chosen: Flags = np.logical_or.reduce(
        [selection.chosen(records[name]) for name in ids] or [np.ones(len(records), np.bool_)]
    )
    return chosen


def times_between(
    index: RecordingIndex, start: TimeQuery | None, end: TimeQuery | None
) -> tuple[float, float]:
    """Return the elapsed seconds of ``start`` and ``end``; None is the beginning or end of the file.

    Raises:
        MomentError: the recording has no such time.
        ExportError: ``end`` comes before ``start``.
    """
    first = 0.0 if start is None else find_moment(index, start)
    last = index.duration if end is None else find_moment(index, end)
    if last < first:
        raise ExportError(f"the range ends at {last:.3f} s, before it begins at {first:.3f} s")
    return first, last


def make_selection(
    index: RecordingIndex,
    span: tuple[TimeQuery | None, TimeQuery | None] = (None, None),
    actors: Iterable[ActorName | int] | None = None,
) -> Selection:
    """Return a selection of the frames from one time to another, both included, and of some actors.

    If no frame begins in that time, the last one that began before it is selected.

    Args:
        index: the recording.
        span: first and last time; None for the beginning or end of the file.
        actors: names or ids of the actors; all if None.

    Raises:
        MomentError: the recording has no such time.
        ExportError: the range ends before it begins.
        ActorNotFoundError: there is no such actor.
    """
    first, last = times_between(index, *span)
    begin = int(np.searchsorted(index.elapsed, first - ROUNDING))
    stop = int(np.searchsorted(index.elapsed, last + ROUNDING, side="right"))
    frames = range(begin, stop) if begin < stop else range(index.frame_at(first), index.frame_at(first) + 1)
    if actors is None:
        return Selection(index, frames)
    return Selection(index, frames, np.unique(np.array(ids_of(index.actors, actors), np.int64)))
