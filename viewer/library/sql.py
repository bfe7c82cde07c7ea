"""Questions in SQL about the tables of a library: one SELECT, which can read and write nothing else."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds

from viewer.cancellation import Proceed, always, check
from viewer.export.rows import finite
from viewer.library.columns import STORED, TABLES, Columns, schema
from viewer.library.errors import QueryError
from viewer.library.store import Store

MEMORY = "2GB"
"""How much memory a question may take, and its answer where it is wanted as a whole."""
_BYTES = 2_000_000_000
SECONDS = 120.0
"""How long a question and reading its answer may take, without what is done with the rows meanwhile."""
_LOOK = 0.1
_PART = 8192
"""Rows of an answer that are read at once."""
_EXPLAIN = "EXPLAIN "
_FILES = "reading the stream registered as"
"""What DuckDB says where the files are at fault, and not the question."""
_PLACE = re.compile(r"\nLINE (\d+): .*\n( *)\^")

_INTEGERS = ("tinyint", "smallint", "integer", "bigint", "utinyint", "usmallint", "uinteger", "ubigint")
_PLAIN = frozenset((*_INTEGERS, "boolean", "float", "double", "varchar", "list", "array", "null"))
"""Types, as DuckDB's Python calls them, whose values are as Python's."""
_EXACT = 15
"""Digits of a decimal number that a double has, too."""
_LARGEST = 1 << 63


def ask(store: Store, recordings: frozenset[str], question: str, proceed: Proceed = always) -> pa.Table:
    """Return the whole answer of one SELECT over ``recordings``, ``events``, ``actors`` and ``problems``.

    Args:
        store: where the tables lie.
        recordings: paths of those that the tables are about.
        question: in DuckDB's SQL.
        proceed: is asked whether to go on while the answer is sought.

    Raises:
        QueryError: it is no SELECT, has a mistake, takes too long, or it or its answer too much memory.
        LibraryError: the tables cannot be read.
        ReadingCancelledError: ``proceed`` said no.

    """
    batches, size = [], 0
    for batch in _batches(store, recordings, question, proceed, lambda relation: relation):
        batches.append(batch)
        size += batch.nbytes
        if size > _BYTES:
            raise QueryError(f"the answer takes more than {MEMORY}; ask for fewer rows, or read it in parts")
    return pa.Table.from_batches(batches)


def ask_in_parts(
    store: Store, recordings: frozenset[str], question: str, proceed: Proceed = always
) -> Iterator[Columns]:
    """Yield the answer in parts of some thousand rows, one without rows if there are none.

    Its values are numbers, truths, texts, lists of these, or None: what Python, or JSON, cannot hold is text
    as DuckDB writes it, and a number that is not finite is None. Of columns with one name the later ones get
    another. Arguments and errors as for ``ask``; there is no bound on rows.
    """
    written: list[Callable[[Any], Any]] = []

    def plain(relation: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
        distinct = relation.project("*")  # names that come twice are told apart
        chosen = [_plain(name, type_) for name, type_ in zip(distinct.columns, distinct.types, strict=True)]
        written[:] = [write for _, write in chosen]
        return distinct.project(", ".join(expression for expression, _ in chosen))

    for batch in _batches(store, recordings, question, proceed, plain):
        columns = zip(batch.schema.names, batch.columns, written, strict=True)
        yield {name: list(map(write, column.to_pylist())) for name, column, write in columns}


def _plain(name: str, of: Any) -> tuple[str, Callable[[Any], Any]]:  # noqa: ANN401 - a type without types
    """Return how a column is chosen so that Python holds its values, and what makes plain ones of these."""
    column = '"' + name.replace('"', '""') + '"'
    text = f"CAST({column} AS VARCHAR) AS {column}"
    kinds = _leaves(of)
    if kinds <= _PLAIN:
        return column, _finite if kinds & {"float", "double"} else _as_is
    if of.id == "decimal" and of.children[0][1] <= _EXACT:
        return f"CAST({column} AS DOUBLE) AS {column}", _as_is
    if of.id in ("hugeint", "uhugeint"):
        return text, _integer
    return text, _moment if of.id.startswith("timestamp") else _as_is


def _leaves(of: Any) -> set[str]:  # noqa: ANN401 - as above
    """Return the ids of a type and of those that it is made of, where these are lists."""
    nested = of.id in ("list", "array")
    return {of.id, *(_leaves(of.children[0][1]) if nested else ())}


def _as_is(value: Any) -> Any:  # noqa: ANN401 - whatever a table holds
    return value


def _finite(value: Any) -> Any:  # noqa: ANN401 - a number, or a list
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return value if value is None else finite(value)


def _integer(text: str | None) -> int | str | None:
    """Return a whole number; as text if 64 bits do not hold it."""
    number = None if text is None else int(text)
    return text if number is None or not -_LARGEST <= number < _LARGEST else number


def _moment(text: str | None) -> str | None:
    """Return a moment as ISO 8601 writes it, from what DuckDB writes; there are some that have no such form.

    >>> _moment("2024-05-14 08:30:00.25+00")
    '2024-05-14T08:30:00.250000+00:00'
    """
    match = None if text is None else _MOMENT.fullmatch(text)
    if match is None:
        return text
    day, time_of_day, fraction, zone = match.groups(default="")
    return f"{day}T{time_of_day}{fraction and fraction.ljust(_MICROSECONDS, '0')}{zone and zone + ':00'}"


_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d)?")
_MICROSECONDS = len(".000000")


def _batches(
    store: Store,
    recordings: frozenset[str],
    question: str,
    proceed: Proceed,
    choose: Callable[[duckdb.DuckDBPyRelation], duckdb.DuckDBPyRelation],
) -> Iterator[pa.RecordBatch]:
    """Yield what ``choose`` makes of the answer, in parts; the first has no rows.

    A thread works, so that Ctrl+C, ``proceed`` and the clock can end it whatever it does.
    """
    with duckdb.connect(":memory:") as database, ThreadPoolExecutor(1) as thread:

        def begin() -> pa.RecordBatchReader:
            statements = database.extract_statements(question)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise QueryError("a question is one SELECT")
            return choose(database.sql(question)).to_arrow_reader(_PART)

        try:
            _offer(database, store, recordings)
        except (OSError, pa.ArrowException) as error:
            raise store.damaged(error) from error
        bounded = _bounded(database, thread, proceed)
        try:
            reader = bounded(begin)
            yield pa.RecordBatch.from_pylist([], reader.schema)
            while (batch := bounded(next, reader, None)) is not None:
                yield batch
        # What goes wrong after the first rows comes by way of Arrow, which takes it for a fault of a file.
        except (duckdb.Error, OSError, pa.ArrowException) as error:
            if _FILES in str(error):
                raise store.damaged(error) from error
            raise QueryError(_line_of(database, question, error)) from error


def _bounded(
    database: duckdb.DuckDBPyConnection, thread: ThreadPoolExecutor, proceed: Proceed
) -> Callable[..., Any]:
    """Return what calls a function in a thread, and ends it when ``proceed`` says no or time is up."""
    spent = 0.0

    def call(function: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401 - what that returns
        nonlocal spent
        begin = time.monotonic()
        future = thread.submit(function, *arguments)
        try:
            while True:
                done = wait([future], _LOOK).done
                check(proceed, 0.0)
                if spent + time.monotonic() - begin > SECONDS:
                    raise QueryError(f"it took longer than {SECONDS:g} s")
                if done:
                    return future.result()
        finally:
            spent += time.monotonic() - begin
            while not future.done():
                database.interrupt()  # again and again: it may not have begun
                wait([future], _LOOK)

    return call


def _offer(database: duckdb.DuckDBPyConnection, store: Store, recordings: frozenset[str]) -> None:
    """Make the tables known by their names: whole parts as they are, of others the living rows.

    Nothing else can be read or written from then on.
    """
    whole, mixed = store.parts(recordings)
    for name, living in mixed.items():
        database.register(f"_living_{name}", pa.table({"path": living}))
    for table in TABLES:
        key = STORED[table][0].name
        database.register(f"_{table}", _dataset(store.files(whole, table), table))
        selects = [f"SELECT * FROM _{table}"]  # noqa: S608 - all these names are our own
        for name in mixed:
            database.register(f"_{table}_{name}", _dataset(store.files([name], table), table))
            selects.append(
                f"SELECT * FROM _{table}_{name} WHERE {key} IN (SELECT path FROM _living_{name})"  # noqa: S608
            )
        database.execute(f"CREATE VIEW {table} AS {' UNION ALL '.join(selects)}")
    for setting in (
        "TimeZone = 'UTC'",
        "temp_directory = ''",
        "enable_external_access = false",  # no files, no network, no extensions
        "python_enable_replacements = false",  # names of Python's variables are no tables
        f"memory_limit = '{MEMORY}'",
        "lock_configuration = true",
    ):
        database.execute(f"SET {setting}")


def _dataset(files: list[str], table: str) -> ds.Dataset:
    """Return a table in some files, of which no more is read than is asked.

    Texts stay as the files have them, each once and by its number in the rows: that is several times faster.
    """
    texts = [field.name for field in schema(table) if pa.types.is_string(field.type)]
    numbered = pa.dictionary(pa.int32(), pa.string())
    fields = [pa.field(each.name, numbered if each.name in texts else each.type) for each in schema(table)]
    reading = ds.ParquetReadOptions(dictionary_columns=texts)
    return ds.dataset(files, pa.schema(fields), ds.ParquetFileFormat(read_options=reading))


def _line_of(database: duckdb.DuckDBPyConnection, question: str, error: Exception) -> str:
    """Return what the database says in one line, with the place in the question."""
    said, place, before = str(error), _PLACE.search(str(error)), 0
    if place is None:  # a relation does not tell where, the same as a statement does
        try:
            database.execute(f"{_EXPLAIN}{question}")
        except duckdb.Error as again:
            place, before = _PLACE.search(str(again)), len(_EXPLAIN)
    line = re.sub(r"\s*\n\s*", " ", said.partition("\n\n")[0]).rstrip()
    if place is None:
        return line
    number = int(place[1])
    column = len(place[2]) - len(f"LINE {number}: ") + 1 - (before if number == 1 else 0)
    where = f"line {number}, column {column}" if "\n" in question.strip() else f"column {column}"
    return f"{line} ({where})"
