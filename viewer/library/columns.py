"""Columns of a library's tables: name, type, unit and meaning of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import pyarrow as pa

Columns = dict[str, list[Any]]
"""Table as lists of equal length by column name; None is a value that is not known."""


class Column(NamedTuple):
    """One column of a table: name, Arrow type, unit, and meaning of its values."""

    name: str
    type: str
    unit: str
    meaning: str


def _rows(*rows: str) -> tuple[Column, ...]:
    """Return definitions of a table's columns from lines of the form ``name | type | unit | meaning``."""
    return tuple(Column(*(cell.strip() for cell in row.split("|"))) for row in rows)


TABLES: Mapping[str, tuple[Column, ...]] = {
    "recordings": _rows(
        "path | string | | the file",
        "name | string | | the file's name without its folder",
        "size | int64 | bytes | of the file",
        "modified | timestamp[ms, UTC] | | when the file was last written",
        "recorded | timestamp[ms, UTC] | | when the recording began, by its header",
        "map | string | | the town, by its header",
        "version | string | | the build of CARLA, as far as the file tells it",
        "frames | int64 | | frames in the file",
        "length | double | s | simulated time",
        "hero | int64 | | id of the hero, the first one if it came again with another",
        "hero_lifetimes | int64 | | how often the hero came: what is told of it is of all its lifetimes",
        "hero_distance | double | m | the hero's way",
        "hero_mean_speed | double | m/s | the hero's speed on average",
        "hero_top_speed | double | m/s | the hero's highest speed",
        "vehicles | int64 | | vehicles but bicycles that lived at any time",
        "walkers | int64 | | walkers that lived at any time",
        "bicycles | int64 | | bicycles that lived at any time",
        "collisions | int64 | | recorded collisions of anybody, one for each pair and touch",
        "hero_collisions | int64 | | those of the hero",
        "contacts | int64 | | contacts of the hero that were found by boxes and not recorded",
        "least_ttc | double | s | the hero's least time to collision, of those that are events",
        "hardest_braking | double | m/s² | the hero's hardest braking, of those that are events; negative",
        "red_lights | int64 | | red lights that the hero ran, as ScenarioRunner counts them",
        "stop_signs | int64 | | stop signs that the hero ran, as ScenarioRunner counts them",
        "incidents | int64 | | incidents of the hero",
        "worst | string | | kind of the worst event: the hero's, of all if the hero has none",
        "worst_at | double | s | when the worst event begins",
        "penalty | double | | product of the Leaderboard's factors; null if not all of them are judged",
        "penalty_at_most | double | | product of the factors that are judged: the penalty is that or lower",
        "route | string | | the route's id in the results, else in the file of routes",
        "score | double | | the run's score in the results, 0 to 100",
        "not_judged | list<string> | | what is not known: a column or kind, a colon, and why",
        "problems | int64 | | damages of the file",
        "error | string | | why the file or its events cannot be used; null if they can",
    ),
    "events": _rows(
        "recording | string | | path of the recording",
        "incident | int64 | | number of the incident in its recording, null for what is part of none",
        "hero | bool | | whether it is about the hero",
        "kind | string | | as `events` calls it",
        "start | double | s | when it begins, in the recording's time",
        "end | double | s | when it ends",
        "frame | int64 | | id of the frame in which it begins",
        "actors | list<int64> | | ids of those concerned, whom it is about first; null for what is no actor",
        "spawn_frames | list<int64> | | ids of the frames in which they came; an id may be used again",
        "value | double | unit | what was measured",
        "threshold | double | unit | what it was compared with",
        "unit | string | | of value and threshold",
        "severity | string | | high, medium or low",
        "source | string | | recorded, derived, both, or results",
        "scenario_runner | bool | | whether ScenarioRunner would count it; null where that is not known",
        "x | double | m | where, in CARLA's frame",
        "y | double | m | where, in CARLA's frame",
        "z | double | m | where, in CARLA's frame",
        "rule | string | | what made it an event, in words",
    ),
    "actors": _rows(
        "recording | string | | path of the recording",
        "actor | int64 | | id; an id may be used again",
        "kind | string | | vehicle, bicycle, walker, traffic light …",
        "blueprint | string | | as vehicle.tesla.model3",
        "role_name | string | | its attribute role_name",
        "hero | bool | | whether it is the hero, in any of its lifetimes",
        "parent | int64 | | id of whom it is attached to",
        "spawned | double | s | when it came",
        "destroyed | double | s | when it went; null if it lived to the end",
    ),
    "problems": _rows(
        "recording | string | | path of the recording",
        "damage | bool | | whether something is lost; else it is a remark",
        "offset | int64 | bytes | where in the file",
        "what | string | | what is wrong",
        "action | string | | what was done about it",
    ),
}
"""Columns of the library's tables that people and SQL queries see, by name of the table."""

FILES = _rows(
    "path | string | | the file",
    "size | int64 | bytes | of the file when it was read",
    "modified | int64 | ns | when the file had been written",
    "fingerprint | string | | hash of its header",
    "map | string | | the town, by its header",
    "key | string | | of all else that the rows depend on; null if they hold only for now",
    "way | list<float> | m | x and y of the hero's way in turn, for its picture; null between two lifetimes",
)
"""Columns of the library's table ``files``: facts on each recording when surveyed, a row per recording.

If one of them has changed since, the rows of the recording in all tables are outdated.
"""


class Stamp(NamedTuple):
    """Facts about a recording when it was surveyed: if one has changed, its stored table rows are outdated.

    The fields are the first columns of the table ``files`` (``FILES``).

    Attributes:
        path: path of the recording as text.
        size: size of its file in bytes.
        modified: time of the last change of the file, in nanoseconds since 1970.
        fingerprint: hash of the file's header.
        map: name of its map.
        key: text that differs if the map, results, routes or hero differ; None to survey it again next time.
    """

    path: str
    size: int
    modified: int
    fingerprint: str
    map: str
    key: str | None


STORED = {**TABLES, "files": FILES}
"""Columns of all tables that a library stores on disk, by name: those of ``TABLES``, and ``files``."""


class AtMost(float):
    """Upper bound of a number that is not known exactly; as text ``≤ 0.700``."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the bound as text, such as ``≤ 0.700``."""
        return f"≤ {float(self):.3f}"


def empty(table: str) -> Columns:
    """Return an empty table with the columns of ``table``, a name in ``STORED``."""
    return {column.name: [] for column in STORED[table]}


def add_row(columns: Columns, row: Mapping[str, Any]) -> None:
    """Append the values of ``row`` to the lists in ``columns``, both by column name; None if missing."""
    for name, values in columns.items():
        values.append(row.get(name))


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

    types = {
        "list<string>": pa.list_(pa.string()),
        "list<int64>": pa.list_(pa.int64()),
        "list<float>": pa.list_(pa.float32()),
        "timestamp[ms, UTC]": pa.timestamp("ms", "UTC"),
        "double": pa.float64(),
        "int64": pa.int64(),
        "bool": pa.bool_(),
        "string": pa.string(),
    }
    return pa.schema([(column.name, types[column.type]) for column in STORED[table]])


def columns_page() -> str:
    """Return the names and meanings of the columns of all library tables as a Markdown page."""
    lines = [
        "# The tables of a library",
        "",
        "Made from the table of columns; null is what is not known.",
        "",
    ]
    for table, columns in TABLES.items():
        lines += [f"## {table}", "", "| column | type | unit | what it is |", "|---|---|---|---|"]
        lines += [f"| `{each.name}` | {each.type} | {each.unit} | {each.meaning} |" for each in columns]
        lines.append("")
    return "\n".join(lines)
