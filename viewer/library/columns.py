"""Tables of a library: their columns, and rows as lists by column name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from viewer.analysis.route_run import RouteRun
from viewer.analysis.run_facts import facts_of
from viewer.file_error import printable
from viewer.tables.actors import ACTORS
from viewer.tables.column import Column, arrow_type, pick
from viewer.tables.events import EVENTS
from viewer.tables.problems import PROBLEMS
from viewer.tables.recordings import RECORDINGS
from viewer.tables.route_runs import OF_RECORD

if TYPE_CHECKING:
    import pyarrow as pa

    from viewer.run_folder.holdings import AgentFolder

Columns = dict[str, list[Any]]
"""Table as lists of equal length by column name; None is a value that is not known."""

_RECORDING: Column[str] = Column(
    "recording", "string", "", "path of the recording", lambda path: [path]
)  # fmt: skip
_OF_ACTORS = (
    "actor_id", "type_id", "category", "role_name", "hero", "parent_id", "spawned", "destroyed",
    "spawn_frame", "destroy_frame", "attributes",
)  # fmt: skip
"""Columns of the table ``actors``; positions and boxes would make it three times as large."""


def _unjoined(name: str, doc: str) -> Column[Sequence[Any]]:
    return Column(name, "string", "", doc, lambda rows: [getattr(row, name) for row in rows])


UNJOINED = (
    _unjoined("file", "path or URL of a results or routes file"),
    _unjoined("record", "name of a record in the file; null for the whole file"),
    _unjoined("sentence", "what could not be read, joined or used, and why"),
)
"""Columns of the table ``unjoined``; a row is a thing of results and routes that could not be used."""

TABLES: Mapping[str, tuple[Column[Any], ...]] = {
    "recordings": RECORDINGS,
    "events": (_RECORDING, *EVENTS),
    "actors": (_RECORDING, *pick(ACTORS, *_OF_ACTORS)),
    "problems": (_RECORDING, *PROBLEMS),
    "unjoined": UNJOINED,
}
"""Columns of the library's tables that people and SQL queries see, by name of the table."""


def _of_file(name: str, column_type: str, doc: str = "") -> Column[Mapping[str, Any]]:
    """Return a column of the table ``files``; its value is that of ``name`` in a mapping, or None."""
    return Column(name, column_type, "", doc, lambda facts: [facts.get(name)])


FILES = (
    _of_file("path", "string"), _of_file("size", "int64"), _of_file("modified", "int64"),
    _of_file("fingerprint", "string"), _of_file("map_name", "string"), _of_file("key", "string"),
    _of_file("way", "list<float>", "x and y (m) of the hero's path in turn; null between two lifetimes"),
)  # fmt: skip
"""Columns of the library's table ``files``: the fields of ``Stamp``, and the hero's path for its picture."""


class Stamp(NamedTuple):
    """Facts about a recording when it was surveyed: if one has changed, its stored table rows are outdated.

    The fields are the first columns of the table ``files`` (``FILES``).

    Attributes:
        path: path of the recording as text.
        size: size of its file in bytes.
        modified: time of the last change of the file, in nanoseconds since 1970.
        fingerprint: hash of the file's header; None if it was not read.
        map_name: name of its map; empty if the header was not read.
        key: text that differs if the map, results, routes or hero differ; None to survey it again next time.
    """

    path: str
    size: int
    modified: int
    fingerprint: str | None
    map_name: str
    key: str | None


STORED = {name: columns for name, columns in TABLES.items() if name != "unjoined"} | {"files": FILES}
"""Columns of all tables that a library stores on disk, by name."""
COLUMNS = {**TABLES, **STORED}
"""Columns of all tables of a library, by name."""


class AtMost(float):
    """Upper bound of a number that is not known exactly; as text ``≤ 0.700``."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the bound as text, such as ``≤ 0.700``."""
        return f"≤ {float(self):.3f}"


def empty(table: str) -> Columns:
    """Return an empty table with the columns of ``table``, a name in ``COLUMNS``."""
    return {column.name: [] for column in COLUMNS[table]}


def rows_of_runs(runs: Sequence[RouteRun]) -> Columns:
    """Return the rows of the table ``recordings`` for runs without a recording."""
    nothing: Columns = {column.name: [None] * len(runs) for column in RECORDINGS}
    facts = [*map(facts_of, runs)]
    return nothing | {column.name: column.values(facts) for column in OF_RECORD}


def rows_of_agents(folders: Sequence[AgentFolder]) -> Columns:
    """Return the rows of the table ``recordings`` for folders of agents that cannot be opened."""
    nothing: Columns = {column.name: [None] * len(folders) for column in RECORDINGS}
    names = [printable(each.path.name) for each in folders]
    return nothing | {"name": names, "beside": [each.holds or None for each in folders]}


def dicts(columns: Columns) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table as dicts by column name."""
    for row in zip(*columns.values(), strict=True):
        yield dict(zip(columns, row, strict=True))


def rows_of(table: str, source: Any, path: str) -> Columns:  # noqa: ANN401 - each table has its own type
    """Return the rows of ``source`` for ``table``, a name in ``STORED``; objects are JSON text.

    Args:
        table: name of the table.
        source: what the columns of that table get their values from.
        path: path of the recording, for the column ``recording``.
    """
    found = {column.name: column.values(source) for column in STORED[table] if column is not _RECORDING}
    for column in STORED[table]:
        if column.type == "json":
            found[column.name] = [json.dumps(each, ensure_ascii=False) for each in found[column.name]]
    if STORED[table][0] is _RECORDING:
        return {_RECORDING.name: _RECORDING.values(path) * len(next(iter(found.values()))), **found}
    return found


def joined(tables: Iterable[Mapping[str, Columns]]) -> dict[str, Columns]:
    """Return the tables of several recordings as one: for each table name, the rows of all recordings."""
    whole = {table: empty(table) for table in STORED}
    for tables_of_one in tables:
        for table, columns in tables_of_one.items():
            for name, values in columns.items():
                whole[table][name] += values
    return whole


def schema(table: str) -> pa.Schema:
    """Return the Arrow schema of the library table named ``table``; every column is nullable."""
    import pyarrow as pa

    return pa.schema([(column.name, arrow_type(column.type)) for column in COLUMNS[table]])
