"""Table of recordings' files: what each tells by itself, without searching for events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from viewer.file_error import plain, printable
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.detect import carla_version
from viewer.tables.column import Column


def readable_size(index: RecordingIndex) -> int:
    """Return the number of bytes in the header and in the complete frames of a recording."""
    return index.header.size + sum(index.layouts.packet_bytes(index.layout_indices).values())


def _fact(
    name: str, column_type: str, unit: str, doc: str, get: Callable[[RecordingIndex], Any]
) -> Column[RecordingIndex]:
    """Return a column, as ``Column``, that has one row: what ``get`` returns for a recording."""
    return Column(name, column_type, unit, doc, lambda index: [get(index)])


FACTS = (
    _fact(
        "name", "string", "", "the file's name without its folder", lambda index: plain(index.path.name)
    ),
    _fact("size", "int64", "bytes", "size of the file", lambda index: index.size),
    _fact(
        "date", "timestamp[ms, UTC]", "", "when the recording began, by its header",
        lambda index: index.header.date,
    ),
    _fact(
        "map_name", "string", "", "the town, by its header", lambda index: printable(index.header.map_name)
    ),
    _fact(
        "carla_version", "string", "", "releases of CARLA that write such files",
        lambda index: carla_version(index) or None,
    ),
    _fact("engine", "string", "", "Unreal Engine version", lambda index: index.dialect.engine.value),
    _fact(
        "header_version", "int64", "", "version of the format, by the header",
        lambda index: index.header.version,
    ),
    _fact(
        "version_reasons", "list<string>", "", "why the version is known, in words",
        lambda index: list(index.dialect.reasons),
    ),
    _fact("frames", "int64", "", "frames in the file", lambda index: len(index.frame_starts)),
    _fact("duration", "double", "s", "simulated time", lambda index: index.duration),
    _fact(
        "actors", "int64", "", "actors, each from its spawn to its destruction",
        lambda index: len(index.actors),
    ),
    _fact(
        "additional_data", "bool", "", "whether it was recorded with additional_data",
        lambda index: index.has_additional_data,
    ),
    _fact("readable_size", "int64", "bytes", "size of the header and the complete frames", readable_size),
    _fact(
        "damages", "int64", "", "damages of the file",
        lambda index: sum(problem.count for problem in index.problems if problem.damage),
    ),
)  # fmt: skip
"""Columns of the table of recordings' files; the only row of one file."""
