"""All tables of a recording: those of its packets, and those of what follows from them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from viewer.cancellation import Proceed
from viewer.export.errors import ExportError
from viewer.export.packet_tables import (
    ELAPSED,
    FRAME,
    PACKET_TABLES,
    Columns,
    Heading,
    PacketTable,
    packet_tables,
)
from viewer.export.part import Part
from viewer.file_error import plain
from viewer.logfile import packets
from viewer.logfile.fields import PacketKind
from viewer.recording.actors import NEVER, Category
from viewer.recording.build.detect import carla_version
from viewer.recording.events import EventType
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import all_records

_NOBODY = -1


@dataclass(frozen=True)
class SummaryTable:
    """A table that follows from the index."""

    name: str
    doc: str
    headings: tuple[Heading, ...]
    read: Callable[[Part, Proceed], Columns]

    def rows(self, part: Part, proceed: Proceed) -> Iterator[Columns]:
        """Yield the rows; errors as for ``read_tables``."""
        yield self.read(part, proceed)


AnyTable = SummaryTable | PacketTable


def _recording(part: Part, _proceed: Proceed) -> Columns:
    index = part.index
    date = index.header.date
    return (
        np.array([plain(index.path.name)]),
        np.array([index.header.map_name]),
        np.array(["" if date is None else date.isoformat()]),
        np.array([carla_version(index)]),
        np.array([index.engine.value]),
        np.array([len(part.frames)]),
        np.array([part.span[1] - part.span[0]]),
        np.array([len(index.actors)]),
        np.array([any(problem.damage for problem in index.problems)]),
    )


def _frames(part: Part, proceed: Proceed) -> Columns:
    index = part.index
    span = slice(part.frames.start, part.frames.stop)
    frames = index.frames[span]
    return (
        frames["frame"].astype(np.int64),
        np.ascontiguousarray(frames["elapsed"]),
        np.ascontiguousarray(frames["duration"]),
        _clock(part, packets.PLATFORM_TIME, proceed),
        _clock(part, packets.VISUAL_TIME, proceed),
    )


def _clock(part: Part, kind: PacketKind, proceed: Proceed) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    times = np.full(len(part.frames), np.nan)
    frames, records = all_records(
        part.index, kind, slice(part.frames.start, part.frames.stop), proceed=proceed
    )
    times[frames - part.frames.start] = records["time"]
    return times


def _actors(part: Part, _proceed: Proceed) -> Columns:
    index = part.index
    actors = index.actors
    rows = np.array(part.rows(), np.int64)
    descriptions = [actors.descriptions[row] for row in rows.tolist()]
    parents = np.append(actors.actor_id, _NOBODY)[actors.parent[rows]]
    destroyed = actors.destroy_frame[rows]
    ends = np.append(index.elapsed, np.nan)[np.minimum(destroyed, len(index.elapsed))]
    ids = np.append(part.frame_ids, _NOBODY)
    return (
        actors.actor_id[rows],
        np.array([each.type_id for each in descriptions], object),
        actors.category[rows],
        np.array([each.role_name for each in descriptions], object),
        ids[actors.spawn_frame[rows]],
        index.elapsed[actors.spawn_frame[rows]],
        ids[np.where(destroyed == NEVER, _NOBODY, destroyed)],
        ends,
        parents,
        *actors.location[rows].T,
        *actors.rotation[rows].T,
        *actors.box_center[rows].T,
        *actors.box_extent[rows].T,
        actors.box_recorded[rows],
        np.array([json.dumps(dict(each.attributes), ensure_ascii=False) for each in descriptions], object),
    )


def _events(part: Part, _proceed: Proceed) -> Columns:
    index = part.index
    events = index.events
    ids = np.append(index.actors.actor_id, _NOBODY)
    actors, others = ids[events["actor"]], ids[events["other"]]
    chosen = (events["frame"] >= part.frames.start) & (events["frame"] < part.frames.stop)
    chosen &= part.chosen(actors) | part.chosen(others)
    frames = events["frame"][chosen]
    return (
        part.frame_ids[frames],
        index.elapsed[frames],
        np.ascontiguousarray(events["kind"][chosen]),
        actors[chosen],
        others[chosen],
    )


def _vector(start: str, unit: str, doc: str, axes: tuple[str, ...] = ("x", "y", "z")) -> tuple[Heading, ...]:
    return tuple(Heading(f"{start}{axis}", unit, doc) for axis in axes)


_ACTOR_ID = Heading("actor_id", "", "id of the actor while recording")

SUMMARY_TABLES = (
    SummaryTable(
        "recording", "One row: the recording as a whole.",
        (
            Heading("file"), Heading("map"), Heading("date", "", "when recording began, UTC"),
            Heading("carla", "", "which releases write such files"), Heading("engine"), Heading("frames"),
            Heading("duration", "s"), Heading("actors", "", "lives of all actors"),
            Heading("damaged", "", "whether something of it could not be read"),
        ),
        _recording,
    ),
    SummaryTable(
        "frames", "The frames.",
        (
            FRAME, ELAPSED, Heading("duration", "s", "time to the next frame; 0 for the last"),
            Heading("platform_time", "s", packets.PLATFORM_TIME.fields[0].doc),
            Heading("visual_time", "s", packets.VISUAL_TIME.fields[0].doc),
        ),
        _frames,
    ),
    SummaryTable(
        "actors", "Every life of every actor.",
        (
            _ACTOR_ID, Heading("type_id", "", "blueprint"),
            Heading("category", labels=tuple(each.label for each in Category)), Heading("role_name"),
            Heading("spawn_frame", "", "id of the first frame with it"), Heading("spawn_elapsed", "s"),
            Heading("destroy_frame", "", "id of the first frame without it, -1 if it outlives the recording"),
            Heading("destroy_elapsed", "s"), Heading("parent_id", "", "-1 for none"),
            *_vector("", "m", "transform of EventAdd; relative to the parent if there is one"),
            *_vector("", "°", "transform of EventAdd", ("pitch", "yaw", "roll")),
            *_vector("box_", "m", "centre of the box in the actor's frame"),
            *_vector("extent_", "m", "half the size of the box"),
            Heading("box_recorded", "", "or else the usual one for such an actor"),
            Heading("attributes", "", "as JSON"),
        ),
        _actors,
    ),
    SummaryTable(
        "events", "Who is added, destroyed, attached, and collides.",
        (
            FRAME, ELAPSED, Heading("kind", labels=tuple(each.name.lower() for each in EventType)), _ACTOR_ID,
            Heading("other_id", "", "parent, or the other of a collision; -1 for none"),
        ),
        _events,
    ),
)  # fmt: skip


TABLE_NAMES = (*PACKET_TABLES, *(table.name for table in SUMMARY_TABLES))
"""Tables that a recording can have, without those of other packages."""


def tables_of(index: RecordingIndex) -> dict[str, AnyTable]:
    """Return the tables that a recording has, by their names."""
    tables: list[AnyTable] = [*SUMMARY_TABLES, *packet_tables(index)]
    return {table.name: table for table in tables}


def find_table(index: RecordingIndex, name: str) -> AnyTable:
    """Return a table by its name.

    Raises:
        ExportError: the recording has none of this name.

    """
    tables = tables_of(index)
    if name not in tables:
        known = name in TABLE_NAMES
        what = f"the recording has nothing for the table {name}" if known else f"there is no table {name}"
        raise ExportError(f"{what}; it has {', '.join(sorted(tables))}")
    return tables[name]
