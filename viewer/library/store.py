"""Storage of a library: Parquet files in parts, and a manifest that lists the parts.

A part holds all tables of some recordings and never changes. A recording that is surveyed again goes into a
new part, and the manifest marks its rows in the old part as dead. Parts of similar size are merged when there
are many, so that a million recordings lie in a few dozen parts.

Several programs may write at the same time: the manifest is replaced as a whole, under a lock. A part that is
no longer listed stays for an hour, for programs that are reading it. Damaged files are renamed, never
deleted.
"""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import time
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from viewer.file_error import printable
from viewer.library.columns import STORED, Columns, Stamp, schema
from viewer.library.errors import DamagedLibraryError, LibraryError

SCHEMA = 1
"""Version of the format of the library's manifest, the file that lists its parts."""
_MANIFEST, _LOCK = "manifest.json", "lock"
_MERGE_COUNT = 8
"""Number of similarly large parts of a library (folders of table files) at which they are merged into one."""
_MAX_RECORDINGS = 1 << 15
"""Number of recordings from which on a part (folder of a library's table files) is not merged with others."""
_KEEP_RETIRED = 3600.0
"""Seconds for which a folder of the library's table files stays on disk after it was replaced."""
_LOCK_TIMEOUT = 30.0
"""Seconds to wait for another program that is writing to the same library."""
_GROUP_ROWS = 1 << 17
"""Number of rows of each row group in the Parquet files: about as many as DuckDB processes at once."""
_ASIDE = ".damaged"
"""Suffix added to the names of a library's damaged files when they are moved aside."""
_PART_NAME = re.compile("[0-9a-f]{32}")
"""Pattern of the names of parts (folders of table files) of a library.

A manifest, the list of parts, with other names is not trusted.
"""


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
        """Recordings of each part, dead ones too: a part never changes."""

    @property
    def is_new(self) -> bool:
        """Whether the library's folder has no manifest (list of parts): nothing was ever stored in it."""
        return not (self.folder / _MANIFEST).exists()

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
            parts = self._manifest()["parts"]
        except DamagedLibraryError as error:
            return [*remarks, put_aside(self.folder / _MANIFEST, error.why)]
        if (
            self.is_new
            and self.folder.is_dir()
            and any(_PART_NAME.fullmatch(each.name) for each in self.folder.iterdir())
        ):
            remarks.append(put_aside(self.folder / _MANIFEST, "it is missing"))
        damaged = {name: why for name in parts if (why := self._what_is_wrong(name, thoroughly=thoroughly))}
        if damaged:
            with self._writing() as manifest:
                for name in damaged.keys() & manifest["parts"].keys():
                    del manifest["parts"][name]
                    remarks.append(put_aside(self.folder / name, damaged[name]))
        return remarks

    def _what_is_wrong(self, name: str, *, thoroughly: bool) -> str:
        """Return why the part (folder of Parquet files) ``name`` is damaged; empty if it is not.

        The columns of its tables are checked. With ``thoroughly`` all rows are read, too.
        """
        try:
            for table in STORED:
                with _as_library_error(self.folder), pq.ParquetFile(self._file(name, table)) as file:
                    if not file.schema_arrow.equals(schema(table)):
                        return f"{table}.parquet has other columns"
                if thoroughly:
                    for _ in self._read(name, table):
                        pass
        except DamagedLibraryError as error:
            return error.why
        return ""

    def stamps(self) -> dict[str, Stamp]:
        """Return, by path, facts about each stored recording that show if its file has changed since.

        Raises:
            DamagedLibraryError: a part (folder of Parquet files) or the list of the parts is damaged.
            LibraryError: the folder cannot be read.
        """
        found: dict[str, Stamp] = {}
        for name, dead in self._manifest()["parts"].items():
            inside: dict[str, Stamp] = {}
            for batch in self._read(name, "files", columns=list(Stamp._fields)):
                columns = [column.to_pylist() for column in batch.columns]
                inside.update(zip(columns[0], map(Stamp, *columns), strict=True))
            self._paths[name] = frozenset(inside)
            for path in dead:
                inside.pop(path, None)
            found |= inside
        return found

    def add(self, tables: Mapping[str, Columns]) -> None:
        """Store the table rows of some recordings, replacing older rows of the same recordings.

        Raises:
            LibraryError: the folder cannot be written.
        """
        added = set(tables["files"]["path"])
        if not added:
            return
        arrow = {table: pa.table(columns, schema(table)) for table, columns in tables.items()}
        with self._writing() as manifest:
            name = self._write({table: rows.to_batches(_GROUP_ROWS) for table, rows in arrow.items()})
            for part, dead in manifest["parts"].items():
                manifest["parts"][part] = sorted({*dead, *(added & self._recordings(part))})
            manifest["parts"][name] = []
            self._merge(manifest)

    def parts(self, recordings: frozenset[str]) -> tuple[list[str], dict[str, list[str]]]:
        """Return which parts (folders of Parquet files) have rows of ``recordings``.

        The list names the parts whose rows are all wanted. The dict has, by name of each other part, the
        recordings in it whose rows are wanted.

        Raises:
            LibraryError: the folder cannot be read.
        """
        whole: list[str] = []
        mixed: dict[str, list[str]] = {}
        for name, dead in self._manifest()["parts"].items():
            inside = self._recordings(name)
            wanted = (inside - set(dead)) & recordings
            if len(wanted) == len(inside):
                whole.append(name)
            elif wanted:
                mixed[name] = sorted(wanted)
        return whole, mixed

    def files(self, parts: Iterable[str], table: str) -> list[str]:
        """Return the paths of the Parquet files of ``table``, one in each of the folders ``parts``."""
        return [str(self._file(name, table)) for name in parts]

    def rows(self, table: str, recordings: frozenset[str], names: Sequence[str] | None = None) -> pa.Table:
        """Return the columns ``names`` (all if None) of ``table``, for ``recordings``.

        Raises:
            LibraryError: the folder cannot be read.
        """
        whole, mixed = self.parts(recordings)
        read: list[pa.RecordBatch] = []
        for name in whole:
            read += self._read(name, table, columns=names)
        for name, wanted in mixed.items():
            read += self._read(name, table, wanted)
        every = schema(table)
        columns = every if names is None else pa.schema([every.field(name) for name in names])
        return pa.Table.from_batches([batch.select(columns.names) for batch in read], columns)

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

    def _merge(self, manifest: dict[str, Any]) -> None:
        """Merge some of the library's parts (folders of table files), so that there are never very many.

        Parts of similar size are merged. Parts of which most recordings are outdated are rewritten without
        these. ``manifest``, the list of parts, is changed.
        """
        levels: dict[int, list[str]] = defaultdict(list)
        for name, dead in list(manifest["parts"].items()):
            living = len(self._recordings(name)) - len(dead)
            if not living:
                self._retire(manifest, [name])
            elif len(dead) > living:
                levels[-1].append(name)
            elif living < _MAX_RECORDINGS:
                levels[int(math.log(living, _MERGE_COUNT))].append(name)
        for level, names in sorted(levels.items()):
            if len(names) >= (_MERGE_COUNT if level >= 0 else 1):
                try:
                    merged = self._write(
                        {table: self._living(table, names, manifest["parts"]) for table in STORED}
                    )
                except DamagedLibraryError:  # the next reader repairs it; the new rows must not be lost
                    continue
                self._retire(manifest, names)
                manifest["parts"][merged] = []
                self._merge(manifest)
                return

    def _living(
        self, table: str, names: list[str], dead: Mapping[str, list[str]]
    ) -> Iterator[pa.RecordBatch]:
        """Yield the rows of ``table`` that are not outdated, from the parts with these ``names``.

        A part is a folder of table files. ``dead`` has, by name of the part, the paths of the recordings
        whose rows in it are outdated.
        """
        for name in names:
            yield from self._read(name, table, self._recordings(name).difference(dead[name]))

    def _retire(self, manifest: dict[str, Any], names: list[str]) -> None:
        for name in names:
            del manifest["parts"][name]
            manifest["retired"][name] = time.time()

    def _write(self, tables: Mapping[str, Iterable[pa.RecordBatch]]) -> str:
        """Write a part (folder of Parquet files) from batches of rows by table name, and return its name."""
        name = uuid.uuid4().hex
        partial = self.folder / f"{name}.part"
        partial.mkdir()
        try:
            for table, batches in tables.items():
                with pq.ParquetWriter(
                    partial / f"{table}.parquet", schema(table), compression="zstd"
                ) as file:
                    for rows in _grouped(batches, schema(table)):
                        file.write_table(rows)
            partial.rename(self.folder / name)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
        return name

    def _read(
        self,
        name: str,
        table: str,
        recordings: Iterable[str] | None = None,
        columns: Sequence[str] | None = None,
    ) -> Iterator[pa.RecordBatch]:
        """Yield the rows of ``table`` in the part (folder of Parquet files) ``name``.

        Args:
            name: name of the part.
            table: name of the table.
            recordings: paths of the recordings whose rows to read; all if None.
            columns: names of the columns to read; all if None.

        Raises:
            LibraryError: the part cannot be read.
        """
        wanted = None if recordings is None else pa.array(sorted(recordings), pa.string())
        with _as_library_error(self.folder), pq.ParquetFile(self._file(name, table)) as file:
            for batch in file.iter_batches(_GROUP_ROWS, columns=columns and list(columns)):
                yield batch if wanted is None else _rows_about(batch, STORED[table][0].name, wanted)

    def _recordings(self, name: str) -> frozenset[str]:
        """Return the paths of all recordings in the part ``name``, also those that were analysed anew since.

        A part is a folder of Parquet files with the tables of some recordings.
        """
        if name not in self._paths:
            batches = self._read(name, "files", columns=["path"])
            self._paths[name] = frozenset(path for batch in batches for path in batch["path"].to_pylist())
        return self._paths[name]

    def _file(self, name: str, table: str) -> Path:
        return self.folder / name / f"{table}.parquet"

    def _manifest(self) -> dict[str, Any]:
        """Return the manifest, the list of the library's parts (folders of Parquet files).

        ``parts`` has, by name of a part, the recordings whose rows in it are outdated. ``retired`` has, by
        name of a part that is no longer used, when it was replaced, in seconds since 1970. Both are empty if
        nothing was stored yet.

        Raises:
            DamagedLibraryError: the manifest is damaged.
            LibraryError: the folder cannot be read.
        """
        try:
            manifest = json.loads((self.folder / _MANIFEST).read_bytes())
        except FileNotFoundError:
            return {"schema": SCHEMA, "parts": {}, "retired": {}}
        except OSError as error:
            raise _library_error(self.folder, error) from error
        except (ValueError, RecursionError) as error:
            raise DamagedLibraryError(self.folder, f"it is no JSON: {error}") from error
        if not _is_manifest(manifest):
            raise DamagedLibraryError(self.folder, "it is no manifest of a library, or of another version")
        return dict(manifest)

    @contextmanager
    def _writing(self) -> Iterator[dict[str, Any]]:
        """Yield the manifest (list of the library's parts) to be changed, and write it after the block.

        Meanwhile it is locked against other programs.
        """
        import filelock

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with filelock.FileLock(self.folder / _LOCK, timeout=_LOCK_TIMEOUT):
                manifest = self._manifest()
                yield manifest
                self._remove_retired(manifest)
                partial = self.folder / f"{_MANIFEST}.part"
                partial.write_text(json.dumps(manifest), encoding="utf-8")
                partial.replace(self.folder / _MANIFEST)
        except filelock.Timeout as error:
            raise LibraryError(f"{self.folder}: another program has been writing it for long.") from error
        except OSError as error:
            raise LibraryError(f"{printable(self.folder)}: cannot be written: {_why(error)}") from error

    def _remove_retired(self, manifest: dict[str, Any]) -> None:
        """Delete folders of tables that were replaced long ago, and those left by killed programs.

        Deleted folders are also removed from ``manifest``.
        """
        before = time.time() - _KEEP_RETIRED
        counted = {*manifest["parts"], *manifest["retired"]}
        for path in self.folder.iterdir():
            left = path.is_dir() and path.name not in counted and path.stat().st_mtime < before
            left = left and _ASIDE not in path.name
            if left or manifest["retired"].get(path.name, math.inf) < before:
                manifest["retired"].pop(path.name, None)
                shutil.rmtree(path, ignore_errors=True)


def _is_manifest(manifest: Any) -> bool:  # noqa: ANN401 - any JSON
    """Return whether ``manifest``, parsed JSON, is a valid list of folders with the library's files."""
    if not isinstance(manifest, dict) or manifest.get("schema") != SCHEMA:
        return False
    parts, retired = manifest.get("parts"), manifest.get("retired")
    if not isinstance(parts, dict) or not isinstance(retired, dict):
        return False
    return (
        all(map(_PART_NAME.fullmatch, (*parts, *retired)))
        and all(
            isinstance(dead, list) and all(isinstance(each, str) for each in dead) for dead in parts.values()
        )
        and all(isinstance(when, (int, float)) for when in retired.values())
    )


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


@contextmanager
def _as_library_error(folder: Path) -> Iterator[None]:
    """Turn errors raised in the ``with`` block into DamagedLibraryError or LibraryError.

    It is DamagedLibraryError if a file of the library in ``folder`` is damaged or missing, LibraryError if
    the system refuses.
    """
    try:
        yield
    except (OSError, pa.ArrowException) as error:
        raise _library_error(folder, error) from error


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


def _rows_about(batch: pa.RecordBatch, key: str, wanted: pa.Array) -> pa.RecordBatch:
    """Return the rows of ``batch`` whose value in the column ``key`` is in ``wanted``."""
    import pyarrow.compute as pc

    return batch.filter(pc.is_in(batch[key], wanted))


def _grouped(batches: Iterable[pa.RecordBatch], columns: pa.Schema) -> Iterator[pa.Table]:
    """Yield the rows of ``batches`` in tables of at least ``_GROUP_ROWS`` rows; the last may have fewer.

    Without this, merged Parquet files would have many small row groups.
    """
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(each.num_rows for each in waiting) >= _GROUP_ROWS:
            yield pa.Table.from_batches(waiting, columns)
            waiting = []
    if waiting:
        yield pa.Table.from_batches(waiting, columns)
