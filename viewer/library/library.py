"""Library: recordings of a folder as tables that can be queried; new recordings are surveyed."""

from __future__ import annotations

import gc
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from viewer.cancellation import ShouldContinue, always, cancellable
from viewer.export.errors import MissingExtraError, require
from viewer.library.columns import (
    STORED,
    UNJOINED,
    Columns,
    Stamp,
    dicts,
    empty,
    joined,
    rows_of_agents,
    rows_of_runs,
    schema,
)
from viewer.library.errors import DamagedLibraryError, LibraryError
from viewer.library.files import FoundFiles, find_files
from viewer.library.metric_info import Comforts
from viewer.library.records import Unjoined
from viewer.library.remote import EXTRA as CLUSTER
from viewer.library.routes import stamp_of
from viewer.library.run_files import JoinedRuns, RunFiles, join_runs
from viewer.library.survey_options import SurveyOptions, key_of, map_file
from viewer.program import PROGRAM

if TYPE_CHECKING:
    import pyarrow as pa

    from viewer.analysis.route_files import Route
    from viewer.library.local_survey import Surveyed
    from viewer.library.store import Store

EXTRA = "library"
_Read = TypeVar("_Read")
MODULES = ("duckdb", "filelock", "pyarrow")
"""Names of the packages needed to store and query a library's tables; pip's extra ``library`` installs them.
"""
_COUNTED = (
    "SELECT kind, recording, count(*) AS n FROM events "
    "WHERE hero OR recording NOT IN (SELECT recording FROM events WHERE hero) GROUP BY ALL"
)
"""SQL query for the number of events by kind and recording.

Where the hero has events, only those count; else those of all actors.
"""
_SAVED_EVERY = 10.0
"""Largest number of seconds between two writes of table rows during a survey of recordings.

At most so much work is lost if the process is killed.
"""
_FIRST_SAVED = 1.0
"""Seconds from the start of a survey to its first write of table rows, after which users can see them."""


class Progress(NamedTuple):
    """Progress of a survey.

    Attributes:
        done: number of recordings surveyed so far.
        of: number of recordings to survey.
        share: fraction of the work that is done, 0 to 1, by file size.
        seconds_left: estimated seconds until the end; None at the beginning.
        kept: number of recordings, of those that are done, whose rows have been stored in the tables.
    """

    done: int
    of: int
    share: float
    seconds_left: float | None
    kept: int = 0


class Library:
    """Recordings below some folders as tables; ``refresh`` surveys (analyses) those that are new or changed.

    Without the extra ``library`` the tables are lost at the end of the program, and SQL is not available.

    Attributes:
        folders: folders, files and URLs to search.
        options: hero, thresholds and maps for the survey.
        found: files that ``refresh`` found.
        not_joined: what could not be read, joined or used of results and routes; the table ``unjoined``.
        remarks: sentences on tables that were damaged, or are made anew as options or the program changed.
    """

    def __init__(
        self,
        folders: Iterable[Path | str],
        *,
        options: SurveyOptions | None = None,
        results: Sequence[Path | str] = (),
        routes: Sequence[Path | str] = (),
        kept_in: Path | None = None,
        is_inside: Callable[[Path], bool] | None = None,
    ) -> None:
        """Store the arguments; nothing is read before ``refresh``.

        Args:
            folders: folders with recordings at any depth, files, or URLs such as ``s3://bucket/nightly``.
            options: hero, thresholds and maps for the survey; the defaults if None.
            results: Leaderboard results files or their URLs, in addition to those beside the recordings.
            routes: Leaderboard route files or their URLs, used before those beside the recordings.
            kept_in: folder for the tables; one in the user's cache folder if None.
            is_inside: whether a path with its links resolved may be read; None if every path may.
        """
        self._is_inside = is_inside
        self.folders = tuple(path_or_url(str(each)) for each in folders)
        self.results, self.routes = tuple(results), tuple(routes)
        self.found = FoundFiles()
        self.not_joined: tuple[Unjoined, ...] = ()
        self.remarks: tuple[str, ...] = ()
        self._refresh_again: Callable[[], None] = lambda: None
        self._joined = JoinedRuns()
        self._unrecorded: Columns = empty("recordings")
        self._names: frozenset[str] = frozenset()
        try:
            require(EXTRA, MODULES, "to keep a library")
        except MissingExtraError:
            self.kept_in = None
        else:
            self.kept_in = kept_in or usual_folder()
        self.set_options(options or SurveyOptions())

    def set_options(self, options: SurveyOptions) -> None:
        """Set the survey options for the next ``refresh``; each set of options has tables of its own."""
        self.options = options
        self._store: Store | _Memory = _Memory()
        if self.kept_in is not None:
            from viewer.library.store import Store

            self._store = Store(self.kept_in / options.key())

    def refresh(
        self,
        progress: Callable[[Progress], bool] = lambda _: True,
        *,
        jobs: int | None = None,
        scheduler: str | None = None,
    ) -> None:
        """Survey all recordings that are new or have changed, and store their rows.

        Args:
            progress: called again and again; returns False to cancel. Rows finished by then are kept.
            jobs: number of processes; one per CPU core if None.
            scheduler: address of a Dask scheduler, whose workers then survey instead of local processes.

        Raises:
            LibraryError: the tables cannot be read or written, or the scheduler does not answer.
            MissingExtraError: ``scheduler`` is given, and Dask is not installed.
            ReadingCancelledError: ``progress`` returned False.
        """
        if scheduler is not None:
            require(CLUSTER, ("distributed",), "a Dask scheduler")
        self._refresh_again = partial(self.refresh, progress, jobs=jobs, scheduler=scheduler)

        def should_continue(_share: float) -> bool:
            return progress(Progress(0, 0, 0.0, None))

        self.find_recordings(should_continue)
        self._mend()
        if not isinstance(self._store, _Memory) and self._store.is_new:
            self.remarks += tuple(self._why_made_anew())
        due = self._read_mending(partial(self._due, should_continue))
        if due:
            self._survey(due, progress, jobs, scheduler)
        recordings = self._read_mending(
            lambda: self._store.columns("recordings", self._names, ("path", "route", "map_name"))
        )
        joined_routes = zip(*recordings.values(), strict=True)
        missing, foreign = self._joined.without_record(joined_routes, should_continue)
        for name, values in rows_of_runs(missing).items():
            self._unrecorded[name] += values
        self.not_joined = (*self._joined.unjoined, *foreign)

    def _mend(self, *, thoroughly: bool = False) -> bool:
        """Move damaged files of the library's tables aside, and return whether there were any.

        A sentence on each is added to ``remarks``.

        Args:
            thoroughly: whether to read all rows, instead of only the columns' names and types.
        """
        remarks = [] if isinstance(self._store, _Memory) else self._store.mend(thoroughly=thoroughly)
        self.remarks += tuple(remarks)
        return bool(remarks)

    def _read_mending(self, read: Callable[[], _Read]) -> _Read:
        """Return the result of ``read``, a function that reads tables of the library.

        If a table is damaged, its rows are first made anew from the recordings; then ``read`` is called
        again.
        """
        try:
            return read()
        except DamagedLibraryError:
            if not self._mend(thoroughly=True):
                raise
        self._refresh_again()
        return read()

    def _why_made_anew(self) -> Iterator[str]:
        """Yield a remark if recordings that were found were surveyed before, but their rows cannot be used.

        Those rows were made with other survey options or by another version of the program.
        """
        from viewer.library.store import Store

        known: set[str] = set()
        for folder in self.kept_in.iterdir() if self.kept_in is not None and self.kept_in.is_dir() else ():
            with suppress(LibraryError):
                known.update(Store(folder).columns("files", self._names, ("path",))["path"])
        if again := len(known):
            yield (
                "Looked at before with other options, or by another version of the program: "
                f"{again:,} of these recordings. The tables are made anew."
            )

    def _survey(
        self,
        due: list[RunFiles],
        progress: Callable[[Progress], bool],
        jobs: int | None,
        scheduler: str | None,
    ) -> None:
        reporter = _ProgressReporter(due, progress)
        if scheduler is None:
            from viewer.library.local_survey import survey_in_processes, usual_jobs

            surveyed = survey_in_processes(due, self.options, jobs or usual_jobs(), reporter.report)
        else:
            from viewer.library.cluster import survey_on_cluster

            surveyed = survey_on_cluster(due, self.options, scheduler, reporter.report)
        self._store_rows(surveyed, reporter)

    def find_recordings(self, should_continue: ShouldContinue = always) -> None:
        """Find recordings, results and routes in the folders, and match them by run; survey nothing.

        ``found`` and ``not_joined`` are set, and runs without a recording are rows of ``recordings``; routes
        without a record are not.

        Raises:
            ReadingCancelledError: ``should_continue`` returned False.
        """
        self.found = find_files(self.folders, should_continue, self._is_inside)
        comforts = Comforts(self.kept_in and self.kept_in / "comfort.json")
        with _garbage_left():
            self._joined = join_runs(self.found, self.results, self.routes, should_continue, comforts)
            agents = rows_of_agents(self.found.alone)
            of_records = rows_of_runs([each.run for each in self._joined.alone])
            self._unrecorded = {name: values + agents[name] for name, values in of_records.items()}
        self.not_joined = self._joined.unjoined
        self._names = frozenset(file.name for file in self.found.recordings)

    def columns(self, table: str, names: Sequence[str] | None = None) -> Columns:
        """Return the columns ``names`` (all if None) of ``table`` as lists, for what was found.

        Raises:
            LibraryError: the tables cannot be read.
        """
        more = self._not_stored().get(table)
        if table in STORED:
            stored = self._read_mending(lambda: self._store.columns(table, self._names, names))
            return stored if more is None else {name: stored[name] + more[name] for name in stored}
        assert more is not None  # noqa: S101 - for type checkers
        return more if names is None else {name: more[name] for name in names}

    def planned_routes(self) -> tuple[Route, ...] | None:
        """Return the routes of the files that the user named, else of those found; None without any."""
        files = self._joined.given or self._joined.beside
        return tuple(route for file in files for route in file.read()[0]) or None

    def _not_stored(self) -> dict[str, Columns]:
        """Return the rows of tables that are not stored, by name of the table."""
        unjoined = {column.name: column.values(self.not_joined) for column in UNJOINED}
        return {"recordings": self._unrecorded, "unjoined": unjoined}

    def _not_stored_tables(self) -> dict[str, pa.Table]:
        import pyarrow as pa

        return {name: pa.table(columns, schema(name)) for name, columns in self._not_stored().items()}

    @property
    def recordings(self) -> pa.Table:
        """Table with one row per recording, sorted by path, then one per run or route without a recording."""
        return self._rows("recordings").sort_by("path")

    @property
    def events(self) -> pa.Table:
        """Table with one row per event of any actor."""
        return self._rows("events")

    @property
    def actors(self) -> pa.Table:
        """Table with one row per actor from spawn to destruction, in all recordings."""
        return self._rows("actors")

    @property
    def problems(self) -> pa.Table:
        """Table with one row per damage or oddity of a recording's file."""
        return self._rows("problems")

    @property
    def unjoined(self) -> pa.Table:
        """Table with one row for each thing of results and routes that could not be read, joined or used."""
        return self._rows("unjoined")

    def _rows(self, table: str) -> pa.Table:
        import pyarrow as pa

        store, more = self._sql_store(), self._not_stored_tables()
        if table not in STORED:
            return more[table]
        stored = self._read_mending(lambda: store.rows(table, self._names))
        return pa.concat_tables([stored, more[table]]) if table in more else stored

    def query(self, question: str, should_continue: ShouldContinue = always) -> pa.Table:
        """Return the result of an SQL query: one SELECT over the tables of the library.

        Args:
            question: the query, in DuckDB's SQL.
            should_continue: called again and again; returns False to cancel.

        Raises:
            viewer.library.sql.QueryError: it is no SELECT, has a mistake, or needs too much time or memory.
            MissingExtraError: the packages of the extra ``library`` are not installed.
            LibraryError: the tables cannot be read.
            ReadingCancelledError: ``should_continue`` returned False.
        """
        store = self._sql_store()
        from viewer.library.sql import run_query

        more = self._not_stored_tables()
        return self._read_mending(lambda: run_query(store, self._names, question, should_continue, more))

    def query_in_parts(self, question: str, should_continue: ShouldContinue = always) -> Iterator[Columns]:
        """Yield the result of an SQL query in parts, as lists by column name; the first part has no rows.

        Values are numbers, bools, texts, lists of these, or None. The number of rows is not limited, and time
        spent by the caller between two parts does not count for the query's time limit.

        Args:
            question: one SELECT over the tables of the library, in DuckDB's SQL.
            should_continue: called again and again; returns False to cancel.

        Raises:
            viewer.library.sql.QueryError: it is not a SELECT, is wrong, or needs too much time or memory.
            MissingExtraError: the packages of the extra ``library`` are not installed.
            LibraryError: the tables cannot be read.
            ReadingCancelledError: ``should_continue`` returned False.
        """
        store = self._sql_store()
        from viewer.library.sql import query_in_batches

        more = self._not_stored_tables()

        def begin() -> tuple[Columns, Columns | None, Iterator[Columns]]:
            parts = query_in_batches(store, self._names, question, should_continue, more)
            return next(parts), next(parts, None), parts

        head, first, rest = self._read_mending(begin)
        yield head
        if first is not None:
            yield first
        yield from rest

    def kinds(self) -> dict[str, dict[str, int]]:
        """Return the number of events by kind, then by path of the recording.

        In a recording where the hero has events, only these are counted, else those of all actors.

        Raises:
            LibraryError: the tables cannot be read.
        """
        found: dict[str, dict[str, int]] = {}
        for kind, path, count in self._counted():
            found.setdefault(kind, {})[path] = count
        return found

    def _counted(self) -> Iterable[tuple[str, str, int]]:
        """Yield kind of event, path of the recording, and number of events of that kind in it.

        In a recording where the hero has events, only these are counted, else those of all actors.
        """
        if not isinstance(self._store, _Memory):
            return zip(*self.query(_COUNTED).to_pydict().values(), strict=True)
        events = self.columns("events", ("kind", "recording", "hero"))
        rows = [*zip(*events.values(), strict=True)]
        of_heroes = {path for _, path, of_hero in rows if of_hero}
        counts = Counter((kind, path) for kind, path, of_hero in rows if of_hero or path not in of_heroes)
        return ((kind, path, count) for (kind, path), count in counts.items())

    @property
    def seen(self) -> frozenset[str]:
        """Names of the recordings that the user has already opened."""
        try:
            path = self._seen_file()
            names = None if path.is_dir() else json.loads(path.read_text(encoding="utf-8"))
        except OSError:
            return frozenset()
        except (ValueError, RecursionError):
            names = None
        if isinstance(names, list) and all(isinstance(name, str) for name in names):
            return frozenset(names)
        from viewer.library.store import put_aside

        with suppress(LibraryError):  # then the file stays, and cannot be written either
            self.remarks += (put_aside(path, "it is no list of recordings"),)
        return frozenset()

    def set_seen(self, names: Iterable[str]) -> None:
        """Store ``names`` as the recordings that the user has opened, if the file can be written."""
        with suppress(OSError):
            path = self._seen_file()
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(sorted(names)), encoding="utf-8")

    def _seen_file(self) -> Path:
        """Return the path of the file that lists which recordings of the library the user has opened.

        Raises:
            FileNotFoundError: this library is not stored on disk.
        """
        if self.kept_in is None:
            raise FileNotFoundError
        return self.kept_in / "seen.json"

    def size(self) -> int:
        """Return the size of the tables on disk in bytes."""
        return self._store.size()

    def _sql_store(self) -> Store:
        """Return the store of the tables on disk.

        Raises MissingExtraError if the extra ``library`` is not installed.
        """
        require(EXTRA, MODULES, "a question about a library")
        store = self._store
        assert not isinstance(store, _Memory)  # noqa: S101 - ``require`` has checked the packages
        return store

    def _due(self, should_continue: ShouldContinue) -> list[RunFiles]:
        """Return the recordings to survey: those without stored rows, or whose rows are outdated.

        ``should_continue`` is called before each one.
        """
        stamps = self._store.stamps()

        @cache
        def map_stamp(map_name: str, folder: Path) -> str:
            return stamp_of(map_file(map_name, folder, self.options))

        def holds(run: RunFiles) -> bool:
            file, stamp = run.file, stamps.get(run.file.name)
            if stamp is None or (stamp.size, stamp.modified) != (file.size, file.modified):
                return False
            return stamp.key == key_of(run, map_stamp(stamp.map_name, file.folder), self.options)

        return [run for run in cancellable(self._joined.runs, should_continue, 1) if not holds(run)]

    def _store_rows(self, surveyed: Iterator[Surveyed], reporter: _ProgressReporter) -> None:
        """Store the table rows of ``surveyed`` recordings every few seconds, and at the end or at an error.

        ``reporter`` counts the recordings that are surveyed and stored.
        """
        waiting: list[Mapping[str, Columns]] = []
        saved = time.monotonic()
        pause = min(_FIRST_SAVED, _SAVED_EVERY)
        try:
            for run, tables in surveyed:
                waiting.append(tables)
                reporter.add_done(run)
                if time.monotonic() - saved > pause:
                    self._store.add(joined(waiting))
                    reporter.mark_saved()
                    waiting, saved, pause = [], time.monotonic(), min(2 * pause, _SAVED_EVERY)
        finally:
            if waiting:
                self._store.add(joined(waiting))
            if not isinstance(self._store, _Memory) and self._store.is_split:
                self._store.merge()


@contextmanager
def _garbage_left() -> Iterator[None]:
    """Search for no garbage in the ``with`` block: among many records, which are none, it costs a third."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def usual_folder() -> Path:
    """Return the folder in which the tables of libraries are stored by default."""
    import platformdirs

    return Path(platformdirs.user_cache_dir(PROGRAM, appauthor=False)) / "library"


def known_rows(files: Iterable[Path]) -> dict[Path, dict[str, Any]]:
    """Return what the library has stored about each of the recordings ``files``, by path; survey none anew.

    Each value is the recording's row of the table ``recordings``, as a dict by column name. Its item ``way``
    is the hero's path: x, y, x, y, … in metres, with None, None between two lifetimes. Files that were not
    surveyed with the default options, or have changed since, are left out.

    Raises:
        LibraryError: the tables cannot be read.
    """
    with suppress(MissingExtraError):
        require(EXTRA, MODULES, "to keep a library")
        if usual_folder().is_dir():
            library = Library(files)
            library.find_recordings()
            kept = _by_path(library.columns("files"))
            rows = _by_path(library.columns("recordings"))
            return {
                file.path: rows[file.name] | {"way": kept[file.name]["way"]}
                for file in library.found.recordings
                if file.name in rows
                and kept[file.name]["size"] == file.size
                and kept[file.name]["modified"] == file.modified
            }
    return {}


def _by_path(columns: Columns) -> dict[str, dict[str, Any]]:
    """Return the rows of a table as dicts by column name, in a dict by their value of the column ``path``."""
    return {row["path"]: row for row in dicts(columns)}


def path_or_url(text: str) -> Path | str:
    """Return ``text`` as a path; unchanged if it is a URL."""
    return text if "://" in text else Path(text)


class _ProgressReporter:
    """Calls ``progress`` with how much of a survey is done, and an estimate of the time left."""

    def __init__(self, due: list[RunFiles], progress: Callable[[Progress], bool]) -> None:
        self._progress = progress
        self._begin = time.monotonic()
        self._done, self._saved, self._of = 0, 0, len(due)
        # Every file takes some time, however small it is.
        self._bytes, self._all = 0, sum(map(_cost, due))

    def add_done(self, run: RunFiles) -> None:
        """Count the recording of ``run`` as surveyed."""
        self._done += 1
        self._bytes += _cost(run)

    def mark_saved(self) -> None:
        """Count all recordings surveyed (analysed) so far as stored in the library's tables."""
        self._saved = self._done

    def report(self, _share: float) -> bool:
        """Call ``progress`` with the numbers of recordings surveyed so far, and return its answer.

        The answer is False to cancel the survey. ``_share`` is ignored.
        """
        share = self._bytes / self._all
        left = (time.monotonic() - self._begin) * (1.0 / share - 1.0) if share else None
        return self._progress(Progress(self._done, self._of, share, left, self._saved))


def _cost(run: RunFiles) -> int:
    """Return an estimate of the work to survey ``run``: the size of its files in bytes, plus 50,000."""
    return run.file.size + 50_000


class _Memory:
    """Tables of a library in memory, instead of a ``Store`` on disk if packages for that are missing."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[str, Columns]] = {}

    def stamps(self) -> dict[str, Stamp]:
        files = [tables["files"] for tables in self._tables.values()]
        found = (Stamp(*(each[name][0] for name in Stamp._fields)) for each in files)
        return {stamp.path: stamp for stamp in found}

    def add(self, tables: Mapping[str, Columns]) -> None:
        for at, path in enumerate(tables["files"]["path"]):
            one: dict[str, Columns] = {}
            for table, columns in tables.items():
                key = columns[STORED[table][0].name]
                rows = [at] if table == "files" else [row for row, each in enumerate(key) if each == path]
                one[table] = {name: [values[row] for row in rows] for name, values in columns.items()}
            self._tables[path] = one

    def columns(self, table: str, recordings: frozenset[str], names: Sequence[str] | None = None) -> Columns:
        found = joined(tables for path, tables in self._tables.items() if path in recordings)[table]
        return found if names is None else {name: found[name] for name in names}

    def size(self) -> int:
        return 0
