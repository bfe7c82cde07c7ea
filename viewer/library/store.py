"""Storage of a library: Parquet files in parts, and a manifest that lists the parts.

A part is a folder with all tables of some recordings, and never changes. A recording that is surveyed again
goes into a new part; of several parts with rows of one recording, the last in the manifest counts.

Several programs may write at the same time: a part appears by renaming a folder, and the manifest is replaced
as a whole, under a lock. Damaged files are renamed, never deleted.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from viewer.file_error import printable
from viewer.library.columns import STORED, Columns, Stamp, schema
from viewer.library.errors import DamagedLibraryError, LibraryError

_MANY_PARTS = 64
"""Number of parts from which on ``merge`` is worth while: a query opens each of them."""
_MANIFEST, _LOCK = "manifest.json", "lock"
_LOCK_TIMEOUT = 30.0
"""Seconds to wait for another program that is writing to the same library."""
_GROUP_ROWS = 1 << 17
"""Number of rows of each row group in the Parquet files: about as many as DuckDB processes at once."""
_ASIDE = ".damaged"
"""Suffix added to the names of a library's damaged files when they are moved aside."""
_PART_NAME = re.compile("[0-9a-f]{32}")
"""Pattern of the names of parts; a manifest with other names is not trusted."""


class Store:
    """Tables of a library as files in ``folder``, which is created when rows are first added."""

    def __init__(self, folder: Path) -> None:
        """Store the path; nothing is read yet.

        Raises:
            LibraryError: the path is not UTF-8, which Arrow and DuckDB cannot open.
        """
        try:
            str(folder).encode()
        except UnicodeEncodeError as error:
            name, advice = printable(folder), "rename it, or name another folder with --library"
            raise LibraryError(f"{name}: tables need a folder whose name is UTF-8: {advice}") from error
        self.folder = folder
        self._paths: dict[str, frozenset[str]] = {}
        """Paths of the recordings in each part, also of those that a later part replaces."""

    @property
    def is_new(self) -> bool:
        """Whether the library's folder has no manifest (list of parts): nothing was ever stored in it."""
        return not (self.folder / _MANIFEST).exists()

    @property
    def is_split(self) -> bool:
        """Whether the tables lie in so many parts that a ``merge`` is worth while."""
        return len(self._manifest()) > _MANY_PARTS

    def mend(self, *, thoroughly: bool = False) -> list[str]:
        """Rename damaged files of the library, so that their rows are made again; return a sentence for each.

        Args:
            thoroughly: whether to read all rows, instead of only the columns' names and types.

        Raises:
            LibraryError: the folder cannot be read or written.
        """
        in_the_way = (each for each in (_LOCK, f"{_MANIFEST}.part") if (self.folder / each).is_dir())
        remarks = [put_aside(self.folder / each, "a folder is in its place") for each in in_the_way]
        if self.folder.is_file():
            remarks.append(put_aside(self.folder, "a file is in the place of the folder"))
        try:
            parts = self._manifest()
        except DamagedLibraryError as error:
            return [*remarks, put_aside(self.folder / _MANIFEST, error.why)]
        if self.is_new and any(_PART_NAME.fullmatch(each.name) for each in self._entries()):
            remarks.append(put_aside(self.folder / _MANIFEST, "it is missing"))
        damaged = {name: why for name in parts if (why := self._what_is_wrong(name, thoroughly=thoroughly))}
        if damaged:
            with self._writing() as parts:
                remarks += [put_aside(self.folder / name, damaged[name]) for name in damaged if name in parts]
                parts[:] = [name for name in parts if name not in damaged]
        return remarks

    def _what_is_wrong(self, name: str, *, thoroughly: bool) -> str:
        """Return why the part ``name`` is damaged; empty if it is not.

        The columns of its tables are checked. With ``thoroughly`` all rows are read, too.
        """
        try:
            for table in STORED:
                with self._opened(name, table) as file:
                    if not file.schema_arrow.equals(schema(table)):
                        return f"{table}.parquet has other columns"
                    for _ in file.iter_batches(_GROUP_ROWS) if thoroughly else ():
                        pass
        except DamagedLibraryError as error:
            return error.why
        return ""

    def stamps(self) -> dict[str, Stamp]:
        """Return, by path, facts about each stored recording that show if its file has changed since.

        Raises:
            DamagedLibraryError: a part or the list of the parts is damaged.
            LibraryError: the folder cannot be read.
        """
        found: dict[str, Stamp] = {}
        for name in self._manifest():
            for batch in self._batches(name, "files", Stamp._fields):
                columns = [column.to_pylist() for column in batch.columns]
                found.update(zip(columns[0], map(Stamp, *columns), strict=True))
        return found

    def add(self, tables: Mapping[str, Columns]) -> None:
        """Store the table rows of some recordings, which replace older rows of the same recordings.

        Raises:
            LibraryError: the folder cannot be written.
        """
        if tables["files"]["path"]:
            arrow = {table: [pa.table(columns, schema(table))] for table, columns in tables.items()}
            with self._writing() as parts:
                parts.append(self._write(arrow))

    def merge(self) -> None:
        """Put the rows that count of all parts into one part.

        Parts that it replaces stay on disk until the next merge, for programs that are reading them.

        Raises:
            DamagedLibraryError: a part is damaged.
            LibraryError: the folder cannot be read or written.
        """
        with self._writing() as parts:
            living = self._living(parts)
            merged = self._write({table: self._tables(table, living) for table in STORED})
            for path in self._entries():
                is_part = _PART_NAME.fullmatch(path.name.removesuffix(".part"))
                if is_part and path.name not in (*parts, merged):
                    shutil.rmtree(path, ignore_errors=True)
            parts[:] = [merged]

    def parts(self, recordings: frozenset[str]) -> tuple[list[str], dict[str, list[str]]]:
        """Return which parts have rows of ``recordings``, paths of recordings.

        The list names the parts whose rows are all wanted. The dict has, by name of each other part, the
        recordings in it whose rows are wanted.

        Raises:
            LibraryError: the folder cannot be read.
        """
        whole: list[str] = []
        mixed: dict[str, list[str]] = {}
        for name, living in self._living(self._manifest()).items():
            wanted = living & recordings
            if len(wanted) == len(self._recordings(name)):
                whole.append(name)
            elif wanted:
                mixed[name] = sorted(wanted)
        return whole, mixed

    def _living(self, parts: Sequence[str]) -> dict[str, frozenset[str]]:
        """Return, by name of each of ``parts``, the recordings in it that no later part has."""
        living: dict[str, frozenset[str]] = {}
        later: set[str] = set()
        for name in reversed(parts):
            living[name] = self._recordings(name) - later
            later |= living[name]
        return living

    def files(self, parts: Iterable[str], table: str) -> list[str]:
        """Return the paths of the Parquet files of ``table``, one in each of the folders ``parts``."""
        return [str(self._file(name, table)) for name in parts]

    def rows(self, table: str, recordings: frozenset[str], names: Sequence[str] | None = None) -> pa.Table:
        """Return the columns ``names`` (all if None) of ``table``, for ``recordings``.

        Raises:
            LibraryError: the folder cannot be read.
        """
        whole, mixed = self.parts(recordings)
        wanted = dict.fromkeys(whole) | mixed
        key, every = STORED[table][0].name, schema(table)
        chosen = every.names if names is None else [*names]
        read = list(self._tables(table, wanted, [*dict.fromkeys((key, *chosen))]))
        return pa.concat_tables([every.empty_table(), *read], promote_options="default").select(chosen)

    def _tables(
        self,
        table: str,
        wanted: Mapping[str, Iterable[str] | None],
        columns: Sequence[str] | None = None,
    ) -> Iterator[pa.Table]:
        """Yield rows of ``table`` in pieces.

        Args:
            table: name of the table.
            wanted: by name of the part, paths of the recordings whose rows to read; all if None.
            columns: names of the columns to read, with the one of paths; all if None.
        """
        for name, recordings in wanted.items():
            for batch in self._batches(name, table, columns):
                rows = pa.table(batch)
                if recordings is not None:
                    import pyarrow.compute as pc  # half of the time to import Arrow, and seldom needed

                    paths = pa.array(sorted(recordings), pa.string())
                    rows = rows.filter(pc.is_in(rows[STORED[table][0].name], paths))
                yield rows

    def columns(self, table: str, recordings: frozenset[str], names: Sequence[str] | None = None) -> Columns:
        """Return the columns ``names`` (all if None) of ``table`` as lists by name, for ``recordings``.

        Raises:
            LibraryError: the folder cannot be read.
        """
        columns: Columns = self.rows(table, recordings, names).to_pydict()
        return columns

    def damaged(self, error: Exception) -> LibraryError:
        """Return the LibraryError to raise when reading the library's files raised ``error``."""
        return _library_error(self.folder, error)

    def size(self) -> int:
        """Return the size of all files in the library's folder in bytes."""
        total = 0
        for path in self.folder.rglob("*"):
            with suppress(OSError):
                total += path.stat().st_size
        return total

    def _write(self, tables: Mapping[str, Iterable[pa.Table]]) -> str:
        """Write a part from pieces of its tables, by name of the table, and return the part's name."""
        name = uuid.uuid4().hex
        partial = self.folder / f"{name}.part"
        partial.mkdir()
        try:
            for table, pieces in tables.items():
                file_path = partial / f"{table}.parquet"
                with pq.ParquetWriter(file_path, schema(table), compression="zstd") as file:
                    for rows in _grouped(pieces):
                        file.write_table(rows)
            partial.rename(self.folder / name)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
        return name

    def _batches(
        self, name: str, table: str, columns: Sequence[str] | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Yield the rows of ``table`` in the part ``name``, with the columns named, or all if None."""
        with self._opened(name, table) as file:
            yield from file.iter_batches(_GROUP_ROWS, columns=columns and [*columns])

    @contextmanager
    def _opened(self, name: str, table: str) -> Iterator[pq.ParquetFile]:
        """Open the file of ``table`` in the part ``name``; errors in the block become a LibraryError.

        It is a DamagedLibraryError if the file is damaged or missing.
        """
        try:
            with pq.ParquetFile(self._file(name, table)) as file:
                yield file
        except (OSError, pa.ArrowException) as error:
            raise _library_error(self.folder, error) from error

    def _recordings(self, name: str) -> frozenset[str]:
        """Return the paths of all recordings in the part ``name``, also those that a later part has."""
        if name not in self._paths:
            batches = self._batches(name, "files", ["path"])
            self._paths[name] = frozenset(path for batch in batches for path in batch["path"].to_pylist())
        return self._paths[name]

    def _file(self, name: str, table: str) -> Path:
        return self.folder / name / f"{table}.parquet"

    def _entries(self) -> list[Path]:
        """Return the paths of what is in the library's folder; empty if there is none."""
        return [*self.folder.iterdir()] if self.folder.is_dir() else []

    def _manifest(self) -> list[str]:
        """Return the names of the library's parts, the oldest first; empty if nothing was stored yet.

        Raises:
            DamagedLibraryError: the manifest is damaged.
            LibraryError: the folder cannot be read.
        """
        try:
            manifest = json.loads((self.folder / _MANIFEST).read_bytes())
        except FileNotFoundError:
            return []
        except OSError as error:
            raise _library_error(self.folder, error) from error
        except (ValueError, RecursionError) as error:
            raise DamagedLibraryError(self.folder, f"it is no JSON: {error}") from error
        parts = manifest.get("parts") if isinstance(manifest, dict) else None
        if isinstance(parts, (list, dict)) and all(  # earlier versions wrote an object
            isinstance(each, str) and _PART_NAME.fullmatch(each) for each in parts
        ):
            return [*parts]
        raise DamagedLibraryError(self.folder, "it is no manifest of a library")

    @contextmanager
    def _writing(self) -> Iterator[list[str]]:
        """Yield the names of the library's parts to be changed, and write them after the block.

        Meanwhile they are locked against other programs.
        """
        import filelock

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with filelock.FileLock(self.folder / _LOCK, timeout=_LOCK_TIMEOUT):
                parts = self._manifest()
                yield parts
                partial = self.folder / f"{_MANIFEST}.part"
                partial.write_text(json.dumps({"parts": parts}), encoding="utf-8")
                partial.replace(self.folder / _MANIFEST)
        except filelock.Timeout as error:
            raise LibraryError(f"{self.folder}: another program has been writing it for long.") from error
        except OSError as error:
            raise LibraryError(f"{printable(self.folder)}: cannot be written: {_why(error)}") from error


def put_aside(path: Path, why: str) -> str:
    """Rename a damaged file or folder of a library of recordings, and return a sentence that says so.

    Raises:
        LibraryError: it cannot be renamed.
    """
    names = (path.with_name(f"{path.name}{_ASIDE}{number or ''}") for number in count())
    aside = next(name for name in names if not os.path.lexists(name))
    try:
        path.rename(aside)
    except FileNotFoundError:  # missing files are damage, too; or another program was faster
        return f"{printable(path)}: {why}: what it had is made anew."
    except OSError as error:
        raise LibraryError(f"{printable(path)}: cannot be put aside: {_why(error)}") from error
    return f"{printable(path)}: damaged: {why}: it is now {aside.name}, and made anew."


def _library_error(folder: Path, error: Exception) -> LibraryError:
    """Return the error to raise for a library's ``folder`` if a file in it is damaged or cannot be read."""
    gone = isinstance(error, (FileNotFoundError, IsADirectoryError, NotADirectoryError))
    if isinstance(error, OSError) and error.errno and not gone:
        return LibraryError(f"{printable(folder)}: cannot be read: {_why(error)}")
    why = os.strerror(error.errno) if gone and isinstance(error, OSError) and error.errno else str(error)
    return DamagedLibraryError(folder, printable(" ".join(why.split())))


def _why(error: OSError) -> str:
    """Return the system's message of ``error``, and advice on how the library can be written."""
    why = os.strerror(error.errno) if error.errno else str(error)
    return f"{why}. Make it writable, or name another folder with --library."


def _grouped(pieces: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Yield the rows of ``pieces`` in tables of at least ``_GROUP_ROWS`` rows; the last may have fewer."""
    waiting: list[pa.Table] = []
    for piece in pieces:
        waiting.append(piece)
        if sum(each.num_rows for each in waiting) >= _GROUP_ROWS:
            yield pa.concat_tables(waiting)
            waiting = []
    if waiting:
        yield pa.concat_tables(waiting)
