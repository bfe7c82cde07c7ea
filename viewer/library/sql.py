"""SQL queries on the tables of a library: one SELECT in DuckDB, which can access nothing else."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds

from viewer.cancellation import ShouldContinue, always, check
from viewer.export.rows import finite
from viewer.library.columns import STORED, TABLES, Columns, schema
from viewer.library.errors import QueryError
from viewer.library.store import Store

MEMORY = "2GB"
"""Memory limit of an SQL query, and of its result if that is returned as a whole."""
_BYTES = 2_000_000_000
SECONDS = 120.0
"""Time limit in seconds of an SQL query and of reading its result, without the caller's own work in between.
"""
_POLL = 0.1
"""Seconds between two checks whether a running SQL query is cancelled."""
_BATCH_ROWS = 8192
"""Number of rows of an SQL query's result that are read at a time."""
_EXPLAIN = "EXPLAIN "
_FILE_ERROR = "reading the stream registered as"
"""Part of DuckDB's error messages about damaged table files, by which they are told from wrong queries."""
_POSITION = re.compile(r"\nLINE (\d+): .*\n( *)\^")
"""Pattern of the place of a mistake in DuckDB's error messages: number of the query's line, and a mark ``^``.
"""

_INTEGERS = ("tinyint", "smallint", "integer", "bigint", "utinyint", "usmallint", "uinteger", "ubigint")
_PLAIN = frozenset((*_INTEGERS, "boolean", "float", "double", "varchar", "list", "array", "null"))
"""DuckDB types whose values a query's result has as plain Python values, such as int, str and list."""
_DOUBLE_DIGITS = 15
"""Greatest number of digits of a DuckDB decimal that is returned as a double; more could not be exact."""
_LARGEST = 1 << 63


def run_query(
    store: Store,
    recordings: frozenset[str],
    question: str,
    should_continue: ShouldContinue = always,
    more: Mapping[str, pa.Table] = {},
) -> pa.Table:
    """Return the whole result of one SELECT over the tables of a library.

    Args:
        store: the stored tables.
        recordings: paths of the recordings that the query sees; rows of others are hidden.
        question: the query, in DuckDB's SQL.
        should_continue: called again and again; returns False to cancel.
        more: rows that are not stored, by name of the table.

    Raises:
        QueryError: it is not a SELECT, has a mistake, or it or its result needs too much time or memory.
        LibraryError: the tables cannot be read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    batches, size = [], 0
    for batch in _batches(store, recordings, question, should_continue, lambda relation: relation, more):
        batches.append(batch)
        size += batch.nbytes
        if size > _BYTES:
            raise QueryError(f"the answer takes more than {MEMORY}; ask for fewer rows, or read it in parts")
    return pa.Table.from_batches(batches)


def query_in_batches(
    store: Store,
    recordings: frozenset[str],
    question: str,
    should_continue: ShouldContinue = always,
    more: Mapping[str, pa.Table] = {},
) -> Iterator[Columns]:
    """Yield the result of one SELECT in parts, as lists by column name; the first part has no rows.

    Values are numbers, bools, texts, lists of these, or None: other types are the text that DuckDB prints,
    and numbers that are not finite are None. A column name that occurs twice gets a suffix.

    Args:
        store: the stored tables.
        recordings: paths of the recordings that the query sees; rows of others are hidden.
        question: one SELECT over the tables of a library, in DuckDB's SQL.
        should_continue: called again and again; returns False to cancel.
        more: rows that are not stored, by name of the table.

    Raises:
        QueryError: it is not a SELECT, has a mistake, or needs too much time or memory.
        LibraryError: the tables cannot be read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    written: list[Callable[[Any], Any]] = []

    def plain(relation: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
        distinct = relation.project("*")  # makes column names unique
        chosen = [_plain(name, type_) for name, type_ in zip(distinct.columns, distinct.types, strict=True)]
        written[:] = [write for _, write in chosen]
        return distinct.project(", ".join(expression for expression, _ in chosen))

    for batch in _batches(store, recordings, question, should_continue, plain, more):
        columns = zip(batch.schema.names, batch.columns, written, strict=True)
        yield {name: list(map(write, column.to_pylist())) for name, column, write in columns}


def _plain(name: str, of: Any) -> tuple[str, Callable[[Any], Any]]:  # noqa: ANN401 - DuckDB's type has no annotations
    """Return the SQL expression that selects a column, and a function that makes its values fit for JSON.

    Args:
        name: name of the column.
        of: its DuckDB type.
    """
    column = '"' + name.replace('"', '""') + '"'
    text = f"CAST({column} AS VARCHAR) AS {column}"
    kinds = _leaves(of)
    if kinds <= _PLAIN:
        return column, _finite if kinds & {"float", "double"} else _as_is
    if of.id == "decimal" and of.children[0][1] <= _DOUBLE_DIGITS:
        return f"CAST({column} AS DOUBLE) AS {column}", _as_is
    if of.id in ("hugeint", "uhugeint"):
        return text, _integer
    return text, _iso_time if of.id.startswith("timestamp") else _as_is


def _leaves(of: Any) -> set[str]:  # noqa: ANN401 - DuckDB's type has no annotations
    """Return the id of the DuckDB type ``of``; for a list, also the ids of the types of its elements."""
    nested = of.id in ("list", "array")
    return {of.id, *(_leaves(of.children[0][1]) if nested else ())}


def _as_is(value: Any) -> Any:  # noqa: ANN401 - any value of a table
    return value


def _finite(value: Any) -> Any:  # noqa: ANN401 - a number, or a list
    """Return ``value``, a number or a list of numbers, with None for numbers that are not finite."""
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return value if value is None else finite(value)


def _integer(text: str | None) -> int | str | None:
    """Return the number ``text`` as an int, but unchanged if it does not fit into 64 bits or is None."""
    number = None if text is None else int(text)
    return text if number is None or not -_LARGEST <= number < _LARGEST else number


def _iso_time(text: str | None) -> str | None:
    """Return DuckDB's text of a timestamp in ISO 8601; unchanged if it has no such form.

    >>> _iso_time("2024-05-14 08:30:00.25+00")
    '2024-05-14T08:30:00.250000+00:00'
    """
    match = None if text is None else _TIMESTAMP.fullmatch(text)
    if match is None:
        return text
    day, time_of_day, fraction, zone = match.groups(default="")
    return f"{day}T{time_of_day}{fraction and fraction.ljust(_MICROSECONDS, '0')}{zone and zone + ':00'}"


_TIMESTAMP = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d)?")
_MICROSECONDS = len(".000000")


def _batches(
    store: Store,
    recordings: frozenset[str],
    question: str,
    should_continue: ShouldContinue,
    choose: Callable[[duckdb.DuckDBPyRelation], duckdb.DuckDBPyRelation],
    more: Mapping[str, pa.Table],
) -> Iterator[pa.RecordBatch]:
    """Yield the result of a query as record batches; the first has no rows, only the schema.

    The query runs in a thread, so that Ctrl+C, ``should_continue`` and the time limit can end it at any time.

    Args:
        store: the stored tables.
        recordings: paths of the recordings that the query sees; rows of others are hidden.
        question: the query, in DuckDB's SQL.
        should_continue: called again and again; returns False to cancel.
        choose: called with the relation (DuckDB's lazy result) of ``question``; returns the one to read.
        more: rows that are not stored, by name of the table.

    Raises:
        QueryError: it is not a SELECT, has a mistake, or needs too much time or memory.
        LibraryError: the tables cannot be read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    with duckdb.connect(":memory:") as database, ThreadPoolExecutor(1) as thread:

        def begin() -> pa.RecordBatchReader:
            statements = database.extract_statements(question)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise QueryError("a question is one SELECT")
            return choose(database.sql(question)).to_arrow_reader(_BATCH_ROWS)

        try:
            _create_views(database, store, recordings, more)
        except (OSError, pa.ArrowException) as error:
            raise store.damaged(error) from error
        bounded = _bounded(database, thread, should_continue)
        try:
            reader = bounded(begin)
            yield pa.RecordBatch.from_pylist([], reader.schema)
            while (batch := bounded(next, reader, None)) is not None:
                yield batch
        # Arrow reports errors of the query after the first rows as OSError.
        except (duckdb.Error, OSError, pa.ArrowException) as error:
            if _FILE_ERROR in str(error):
                raise store.damaged(error) from error
            raise QueryError(_line_of(database, question, error)) from error


def _bounded(
    database: duckdb.DuckDBPyConnection, thread: ThreadPoolExecutor, should_continue: ShouldContinue
) -> Callable[..., Any]:
    """Return a function that calls the function given to it in ``thread``, and returns its result.

    A call ends early, and interrupts the query in ``database``, if the user cancels or if all calls together
    take longer than ``SECONDS``. It then raises ReadingCancelledError or QueryError.
    """
    spent = 0.0

    def call(function: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401 - the result of ``function``
        nonlocal spent
        begin = time.monotonic()
        future = thread.submit(function, *arguments)
        try:
            while True:
                done = wait([future], _POLL).done
                check(should_continue, 0.0)
                if spent + time.monotonic() - begin > SECONDS:
                    raise QueryError(f"it took longer than {SECONDS:g} s")
                if done:
                    return future.result()
        finally:
            spent += time.monotonic() - begin
            while not future.done():
                database.interrupt()  # repeatedly, as the query may not have begun yet
                wait([future], _POLL)

    return call


def _create_views(
    database: duckdb.DuckDBPyConnection,
    store: Store,
    recordings: frozenset[str],
    more: Mapping[str, pa.Table],
) -> None:
    """Create an SQL view of each table with the rows of ``recordings``; then forbid all other access.

    Rows in ``more``, by name of the table, are added.

    Parts (folders of Parquet files) that also have other rows are filtered, all others read as they are.
    """
    whole, mixed = store.parts(recordings)
    for name, living in mixed.items():
        database.register(f"_living_{name}", pa.table({"path": living}))
    for table in TABLES:
        if table in more:
            database.register(f"_more_{table}", more[table])
        if table not in STORED and table not in more:
            continue
        if table not in STORED:
            database.execute(f"CREATE VIEW {table} AS SELECT * FROM _more_{table}")  # noqa: S608 - as below
            continue
        key = STORED[table][0].name
        database.register(f"_{table}", _dataset(store.files(whole, table), table))
        selects = [f"SELECT * FROM _{table}"]  # noqa: S608 - these names are constants
        for name in mixed:
            database.register(f"_{table}_{name}", _dataset(store.files([name], table), table))
            selects.append(
                f"SELECT * FROM _{table}_{name} WHERE {key} IN (SELECT path FROM _living_{name})"  # noqa: S608
            )
        if table in more:
            selects.append(f"SELECT * FROM _more_{table}")  # noqa: S608
        database.execute(f"CREATE VIEW {table} AS {' UNION ALL '.join(selects)}")
    for setting in (
        "TimeZone = 'UTC'",
        "temp_directory = ''",
        "enable_external_access = false",  # no files, no network, no extensions
        "python_enable_replacements = false",  # Python variables are not tables
        f"memory_limit = '{MEMORY}'",
        "lock_configuration = true",
    ):
        database.execute(f"SET {setting}")


def _dataset(files: list[str], table: str) -> ds.Dataset:
    """Return the table ``table``, stored in ``files``, as an Arrow dataset; a query reads only what it needs.

    Text columns stay dictionary-encoded, which is several times faster.
    """
    texts = [field.name for field in schema(table) if pa.types.is_string(field.type)]
    numbered = pa.dictionary(pa.int32(), pa.string())
    fields = [pa.field(each.name, numbered if each.name in texts else each.type) for each in schema(table)]
    reading = ds.ParquetReadOptions(dictionary_columns=texts)
    return ds.dataset(files, pa.schema(fields), ds.ParquetFileFormat(read_options=reading))


def _line_of(database: duckdb.DuckDBPyConnection, question: str, error: Exception) -> str:
    """Return a DuckDB error on one line, with the line and column in the query."""
    message, position, before = str(error), _POSITION.search(str(error)), 0
    if position is None:  # errors of a relation lack the position, those of a statement have it
        try:
            database.execute(f"{_EXPLAIN}{question}")
        except duckdb.Error as again:
            position, before = _POSITION.search(str(again)), len(_EXPLAIN)
    line = re.sub(r"\s*\n\s*", " ", message.partition("\n\n")[0]).rstrip()
    if position is None:
        return line
    number = int(position[1])
    column = len(position[2]) - len(f"LINE {number}: ") + 1 - (before if number == 1 else 0)
    where = f"line {number}, column {column}" if "\n" in question.strip() else f"column {column}"
    return f"{line} ({where})"
