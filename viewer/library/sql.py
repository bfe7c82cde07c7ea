"""Questions in SQL about the tables of a library: one SELECT, which can read and write nothing else."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds

from viewer.cancellation import Proceed, ReadingCancelledError, always
from viewer.library.columns import STORED, TABLES, schema
from viewer.library.store import Store

MEMORY = "2GB"
"""How much memory a question may take."""
SECONDS = 120.0
"""How long a question may take."""
_LOOK = 0.1
_EXPLAIN = "EXPLAIN "
_FILES = "reading the stream registered as"
"""What DuckDB says where the files are at fault, and not the question."""
_PLACE = re.compile(r"\nLINE (\d+): .*\n( *)\^")


class QueryError(Exception):
    """A question cannot be answered; the message says in one line why, and where in it."""


def ask(store: Store, recordings: frozenset[str], question: str, proceed: Proceed = always) -> pa.Table:
    """Answer one SELECT over the tables ``recordings``, ``events``, ``actors`` and ``problems``.

    Args:
        store: where the tables lie.
        recordings: paths of those that the tables are about.
        question: in DuckDB's SQL.
        proceed: is asked whether to go on while the answer is sought.

    Raises:
        QueryError: it is no SELECT, has a mistake, or takes too long or too much memory.
        LibraryError: the tables cannot be read.
        ReadingCancelledError: ``proceed`` said no.

    """
    with duckdb.connect(":memory:") as database:
        _offer(database, store, recordings)
        for setting in (
            "temp_directory = ''",
            "enable_external_access = false",  # no files, no network, no extensions
            "python_enable_replacements = false",  # names of Python's variables are no tables
            f"memory_limit = '{MEMORY}'",
            "lock_configuration = true",
        ):
            database.execute(f"SET {setting}")
        with _bounded(database, proceed) as ended:
            try:
                statements = database.extract_statements(question)
                if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                    raise QueryError("a question is one SELECT")
                return database.sql(question).to_arrow_table()
            except duckdb.Error as error:
                if not proceed(0.0):
                    raise ReadingCancelledError from error
                if _FILES in str(error):
                    raise store.damaged(error) from error
                raise QueryError(ended() or _line_of(database, question, error)) from error


def _offer(database: duckdb.DuckDBPyConnection, store: Store, recordings: frozenset[str]) -> None:
    """Make the tables known by their names: whole parts as they are, of others the living rows."""
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


def _dataset(files: list[str], table: str) -> ds.Dataset:
    """Return a table in some files, of which no more is read than is asked.

    Texts stay as the files have them, each once and by its number in the rows: that is several times faster.
    """
    texts = [field.name for field in schema(table) if pa.types.is_string(field.type)]
    numbered = pa.dictionary(pa.int32(), pa.string())
    fields = [pa.field(each.name, numbered if each.name in texts else each.type) for each in schema(table)]
    reading = ds.ParquetReadOptions(dictionary_columns=texts)
    return ds.dataset(files, pa.schema(fields), ds.ParquetFileFormat(read_options=reading))


@contextmanager
def _bounded(database: duckdb.DuckDBPyConnection, proceed: Proceed) -> Iterator[Callable[[], str]]:
    """End what the database does when ``proceed`` says no or time is up; tell which it was."""
    answered, reasons = threading.Event(), list[str]()

    def watch() -> None:
        begin = time.monotonic()
        while not answered.wait(_LOOK):
            if not proceed(0.0):
                reasons.append("cancelled")
            elif time.monotonic() - begin > SECONDS:
                reasons.append(f"it took longer than {SECONDS:g} s")
            else:
                continue
            database.interrupt()
            return

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield lambda: "".join(reasons)
    finally:
        answered.set()
        thread.join()


def _line_of(database: duckdb.DuckDBPyConnection, question: str, error: duckdb.Error) -> str:
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
