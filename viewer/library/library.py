"""A folder of recordings as tables: what is in it, what changed, and questions about it."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from viewer.cancellation import Proceed, always, asking
from viewer.export.errors import MissingExtraError, require
from viewer.library.columns import STORED, Columns, Stamp, joined
from viewer.library.errors import DamagedLibraryError, LibraryError
from viewer.library.files import FoundFiles, find_files
from viewer.library.remote import EXTRA as CLUSTER
from viewer.library.run_files import Run, join_runs, stamp_of, without_recording
from viewer.library.survey_options import Asking, key_of, map_file
from viewer.program import PROGRAM

if TYPE_CHECKING:
    import pyarrow as pa

    from viewer.library.local_survey import Surveyed
    from viewer.library.store import Store

EXTRA = "library"
_Read = TypeVar("_Read")
MODULES = ("duckdb", "filelock", "platformdirs", "pyarrow")
_COUNTED = (
    "SELECT kind, recording, count(*) AS n FROM events "
    "WHERE hero OR recording NOT IN (SELECT recording FROM events WHERE hero) GROUP BY ALL"
)
_SAVED_EVERY = 10.0
"""Seconds of work that are lost when the program is killed."""
_FIRST_SAVED = 1.0
"""Seconds until the first rows can be seen."""


class Progress(NamedTuple):
    """How far it is: recordings done, of how many, the share of the work, and the seconds that are left.

    ``kept`` of those that are done are in the tables.
    """

    done: int
    of: int
    share: float
    seconds_left: float | None
    kept: int = 0


class Library:
    """Recordings below some folders, surveyed once and kept; only what changed is surveyed again.

    Without the extra ``library`` nothing is kept, and no question in SQL can be asked.

    Attributes:
        folders: folders and files that were named.
        asking: whose events are told, and by which rules.
        found: what ``refresh`` found below the folders.
        unjoined: a sentence for each result of a run, or file with routes, that belongs to no recording.
        remarks: a sentence for each part of the tables that was damaged, or is made anew for another reason.

    """

    def __init__(
        self,
        folders: Iterable[Path | str],
        *,
        asking: Asking | None = None,
        results: Sequence[Path | str] = (),
        routes: Sequence[Path | str] = (),
        kept_in: Path | None = None,
    ) -> None:
        """Take folders; nothing is read yet.

        Args:
            folders: folders with recordings at any depth, or files; or URLs, as ``s3://bucket/nightly``.
            asking: whose events are told, and by which rules.
            results: files of the Leaderboard, besides those beside the recordings; or their URLs.
            routes: its routes, which count before those beside the recordings; or their URLs.
            kept_in: folder for the tables; None for one in the user's cache folder.

        """
        self.folders = tuple(folder_of(str(each)) for each in folders)
        self.results, self.routes = tuple(results), tuple(routes)
        self.found = FoundFiles((), (), 0, ())
        self.unjoined: tuple[str, ...] = ()
        self.remarks: tuple[str, ...] = ()
        self._refresh_again: Callable[[], None] = lambda: None
        self._runs: tuple[Run, ...] = ()
        self._names: frozenset[str] = frozenset()
        try:
            require(EXTRA, MODULES, "to keep a library")
        except MissingExtraError:
            self.kept_in = None
        else:
            self.kept_in = kept_in or usual_folder()
        self.ask(asking or Asking())

    def ask(self, asking: Asking) -> None:
        """Ask something else of every recording, from the next ``refresh`` on."""
        self.asking = asking
        self._store: Store | _Memory = _Memory()
        if self.kept_in is not None:
            from viewer.library.store import Store

            self._store = Store(self.kept_in / asking.key())

    def refresh(
        self,
        progress: Callable[[Progress], bool] = lambda _: True,
        *,
        jobs: int | None = None,
        scheduler: str | None = None,
    ) -> None:
        """Survey what is new or has changed since.

        Args:
            progress: is told how far it is, and answers whether to go on; what is done by then is kept.
            jobs: how many processes to use; as many as there are cores if None.
            scheduler: address of a Dask scheduler whose workers do it instead.

        Raises:
            LibraryError: the tables cannot be read or written, or nobody answers at the address.
            MissingExtraError: ``scheduler`` is given, and Dask is not installed.
            ReadingCancelledError: ``progress`` said no.

        """
        if scheduler is not None:
            require(CLUSTER, ("distributed",), "a Dask scheduler")
        self._refresh_again = partial(self.refresh, progress, jobs=jobs, scheduler=scheduler)

        def proceed(_share: float) -> bool:
            return progress(Progress(0, 0, 0.0, None))

        self.look(proceed)
        self._mend()
        if not isinstance(self._store, _Memory) and self._store.is_new:
            self.remarks += tuple(self._known_otherwise())
        due = self._mended(partial(self._due, proceed))
        if due:
            self._survey(due, progress, jobs, scheduler)
        if any(run.given or run.beside for run in self._runs):
            recordings = self.columns("recordings")
            joined = zip(recordings["route"], recordings["map"], strict=True)
            self.unjoined += without_recording(self._runs, joined, proceed)

    def _mend(self, *, thoroughly: bool = False) -> bool:
        """Put aside what is damaged in the tables, and remark it; tell whether there was something."""
        said = [] if isinstance(self._store, _Memory) else self._store.mend(thoroughly=thoroughly)
        self.remarks += tuple(said)
        return bool(said)

    def _mended(self, read: Callable[[], _Read]) -> _Read:
        """Return what is read from the tables; where they are damaged, they are made anew and read again."""
        try:
            return read()
        except DamagedLibraryError:
            if not self._mend(thoroughly=True):
                raise
        self._refresh_again()
        return read()

    def _known_otherwise(self) -> Iterator[str]:
        """Yield a sentence if tables are made anew though others know some of the recordings."""
        from viewer.library.store import Store

        known: set[str] = set()
        for folder in self.kept_in.iterdir() if self.kept_in is not None and self.kept_in.is_dir() else ():
            with suppress(LibraryError):
                known.update(Store(folder).stamps())
        if again := len(known & self._names):
            yield (
                "Looked at before with other options, or by another version of the program: "
                f"{again:,} of these recordings. The tables are made anew."
            )

    def _survey(
        self,
        due: list[Run],
        progress: Callable[[Progress], bool],
        jobs: int | None,
        scheduler: str | None,
    ) -> None:
        told = _Told(due, progress)
        if scheduler is None:
            from viewer.library.local_survey import survey_here, usual_jobs

            surveyed = survey_here(due, self.asking, jobs or usual_jobs(), told.proceed)
        else:
            from viewer.library.cluster import survey_there

            surveyed = survey_there(due, self.asking, scheduler, told.proceed)
        self._keep(surveyed, told)

    def look(self, proceed: Proceed = always) -> None:
        """Look which recordings there are, and survey none; ReadingCancelledError as for ``refresh``."""
        self.found = find_files(self.folders, proceed)
        urls = {Path(each): each for each in self.results if isinstance(each, str)}
        self._runs, self.unjoined = join_runs(
            self.found.recordings,
            self.found.beside,
            tuple(map(Path, self.results)),
            self.routes,
            {**self.found.urls, **urls},
            self.found.around,
            proceed,
        )
        self._names = frozenset(file.name for file in self.found.recordings)

    def columns(self, table: str, names: Sequence[str] | None = None) -> Columns:
        """Return a table, or some columns of it, as lists by column; LibraryError if it cannot be read."""
        return self._mended(lambda: self._store.columns(table, self._names, names))

    @property
    def recordings(self) -> pa.Table:
        """One row for each recording, by path."""
        return self._rows("recordings").sort_by("path")

    @property
    def events(self) -> pa.Table:
        """Everybody's events."""
        return self._rows("events")

    @property
    def actors(self) -> pa.Table:
        """All lives of all actors."""
        return self._rows("actors")

    @property
    def problems(self) -> pa.Table:
        """What is wrong with files, or odd about them."""
        return self._rows("problems")

    def _rows(self, table: str) -> pa.Table:
        store = self._kept()
        return self._mended(lambda: store.rows(table, self._names))

    def query(self, question: str, proceed: Proceed = always) -> pa.Table:
        """Answer a question in SQL: one SELECT over ``recordings``, ``events``, ``actors``, ``problems``.

        Raises:
            viewer.library.sql.QueryError: it is none, or has a mistake; or it or its answer takes too long or
                too much memory.
            MissingExtraError: the libraries are not installed.
            LibraryError: the tables cannot be read.
            ReadingCancelledError: ``proceed`` said no.

        """
        store = self._kept()
        from viewer.library.sql import ask

        return self._mended(lambda: ask(store, self._names, question, proceed))

    def query_in_parts(self, question: str, proceed: Proceed = always) -> Iterator[Columns]:
        """Yield the answer of a question in parts, however many rows it has: their columns as lists by name.

        Values are numbers, truths, texts, lists of these, or None. The first part has no rows. Arguments and
        errors as for ``query``; what is done with the parts is no time that the question takes.
        """
        store = self._kept()
        from viewer.library.sql import ask_in_parts

        def begin() -> tuple[Columns, Columns | None, Iterator[Columns]]:
            parts = ask_in_parts(store, self._names, question, proceed)
            return next(parts), next(parts, None), parts

        head, first, rest = self._mended(begin)
        yield head
        if first is not None:
            yield first
        yield from rest

    def kinds(self) -> dict[str, dict[str, int]]:
        """Return by kind of event how often it happened in each recording, by its path.

        To its hero, to anybody where the hero has no event. LibraryError if the tables cannot be read.
        """
        found: dict[str, dict[str, int]] = {}
        for kind, path, count in self._counted():
            found.setdefault(kind, {})[path] = count
        return found

    def _counted(self) -> Iterable[tuple[str, str, int]]:
        if not isinstance(self._store, _Memory):
            return zip(*self.query(_COUNTED).to_pydict().values(), strict=True)
        events = self.columns("events", ("kind", "recording", "hero"))
        told = [*zip(*events.values(), strict=True)]
        of_heroes = {path for _, path, of_hero in told if of_hero}
        counts = Counter((kind, path) for kind, path, of_hero in told if of_hero or path not in of_heroes)
        return ((kind, path, count) for (kind, path), count in counts.items())

    @property
    def seen(self) -> frozenset[str]:
        """Paths of the recordings that somebody has looked at."""
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

        with suppress(LibraryError):  # then it stays as it is, and is not written either
            self.remarks += (put_aside(path, "it is no list of recordings"),)
        return frozenset()

    def set_seen(self, names: Iterable[str]) -> None:
        """Remember which recordings somebody has looked at, where tables are kept."""
        with suppress(OSError):
            path = self._seen_file()
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(sorted(names)), encoding="utf-8")

    def _seen_file(self) -> Path:
        if self.kept_in is None:
            raise FileNotFoundError
        return self.kept_in / "seen.json"

    def size(self) -> int:
        """Return how many bytes the tables take on the disk."""
        return self._store.size()

    def _kept(self) -> Store:
        require(EXTRA, MODULES, "a question about a library")
        store = self._store
        assert not isinstance(store, _Memory)  # noqa: S101 - the libraries are there
        return store

    def _due(self, proceed: Proceed) -> list[Run]:
        """Return the recordings without rows, or whose rows no longer hold; ask before each."""
        stamps = self._store.stamps()

        @cache
        def map_stamp(map_name: str, folder: Path) -> str:
            return stamp_of(map_file(map_name, folder, self.asking))

        def holds(run: Run) -> bool:
            file, stamp = run.file, stamps.get(run.file.name)
            if stamp is None or (stamp.size, stamp.modified) != (file.size, file.modified):
                return False
            return stamp.key == key_of(run, map_stamp(stamp.map, file.folder), self.asking)

        return [run for run in asking(self._runs, proceed, 1) if not holds(run)]

    def _keep(self, surveyed: Iterator[Surveyed], told: _Told) -> None:
        waiting: list[Mapping[str, Columns]] = []
        saved = time.monotonic()
        pause = min(_FIRST_SAVED, _SAVED_EVERY)
        try:
            for run, tables in surveyed:
                waiting.append(tables)
                told.did(run)
                if time.monotonic() - saved > pause:
                    self._store.add(joined(waiting))
                    told.keep()
                    waiting, saved, pause = [], time.monotonic(), min(2 * pause, _SAVED_EVERY)
        finally:
            if waiting:
                self._store.add(joined(waiting))


def usual_folder() -> Path:
    """Return where libraries are kept if nothing else is said."""
    import platformdirs

    return Path(platformdirs.user_cache_dir(PROGRAM, appauthor=False)) / "library"


def known_rows(files: Iterable[Path]) -> dict[Path, dict[str, Any]]:
    """Return what is kept of some recordings, by path: a row of ``recordings`` with the ``way`` of ``files``.

    Nothing is surveyed: those of which nothing is kept, or that have changed since, are left out.

    Raises:
        LibraryError: the tables cannot be read.

    """
    with suppress(MissingExtraError):
        require(EXTRA, MODULES, "to keep a library")
        if usual_folder().is_dir():
            library = Library(files)
            library.look()
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
    rows = (dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))
    return {row["path"]: row for row in rows}


def folder_of(text: str) -> Path | str:
    """Return a folder as a path, or its URL as it is."""
    return text if "://" in text else Path(text)


class _Told:
    """Tells how far it is, from what is done and how long that took."""

    def __init__(self, due: list[Run], progress: Callable[[Progress], bool]) -> None:
        self._progress = progress
        self._begin = time.monotonic()
        self._done, self._kept, self._of = 0, 0, len(due)
        # A file costs something however small it is.
        self._bytes, self._all = 0, sum(map(_cost, due))

    def did(self, run: Run) -> None:
        self._done += 1
        self._bytes += _cost(run)

    def keep(self) -> None:
        self._kept = self._done

    def proceed(self, _share: float) -> bool:
        share = self._bytes / self._all
        left = (time.monotonic() - self._begin) * (1.0 / share - 1.0) if share else None
        return self._progress(Progress(self._done, self._of, share, left, self._kept))


def _cost(run: Run) -> int:
    return run.file.size + 50_000


class _Memory:
    """Tables that are not kept: in the place of a Store where its libraries are not installed."""

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
