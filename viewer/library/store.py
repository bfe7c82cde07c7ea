"""What is kept of a library: Parquet files in parts, and one manifest that names them.

A part holds all tables of some recordings and is never changed. A recording that was read again is in a newer
part, and the manifest says of the older one that its rows are dead. Parts of like size are merged when there
are many, so that a million recordings lie in some dozens.

Programs that write at once lose nothing: the manifest is replaced as a whole, under a lock. A part that no
longer counts stays for an hour, for those who read it now. What is damaged is put aside, and never deleted.
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
_MANIFEST, _LOCK = "manifest.json", "lock"
_MANY = 8
"""Parts of like size from which on they are merged."""
_LARGEST = 1 << 15
"""Recordings of a part that is not merged any more."""
_READERS = 3600.0
"""Seconds for which a part that was replaced stays."""
_PATIENCE = 30.0
"""Seconds to wait for another program that writes."""
_GROUP = 1 << 17
"""Rows that lie together in a file: about as many as DuckDB works on at once."""
_ASIDE = ".damaged"
"""How the name of what is put aside ends."""
_NAME = re.compile("[0-9a-f]{32}")
"""Of a part: nothing else that a manifest names is touched."""


class Store:
    """The tables of a library in a folder; it is made when something is added."""

    def __init__(self, folder: Path) -> None:
        """Take the folder; nothing is read yet.

        Raises:
            LibraryError: its name is no UTF-8, which Arrow and DuckDB cannot be told.

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
        """Whether nothing was ever kept here."""
        return not (self.folder / _MANIFEST).exists()

    def mend(self, *, thoroughly: bool = False) -> list[str]:
        """Put aside what is damaged, so that it is made anew; return a sentence for each.

        Args:
            thoroughly: whether all rows are read; else only what the files say of their columns.

        Raises:
            LibraryError: the folder cannot be read or written.

        """
        in_the_way = (each for each in (_LOCK, f"{_MANIFEST}.part") if (self.folder / each).is_dir())
        said = [put_aside(self.folder / each, "a folder is in its place") for each in in_the_way]
        if self.folder.is_file():
            said.append(put_aside(self.folder, "a file is in the place of the folder"))
        try:
            parts = self._manifest()["parts"]
        except DamagedLibraryError as error:
            return [*said, put_aside(self.folder / _MANIFEST, error.why)]
        if (
            self.is_new
            and self.folder.is_dir()
            and any(_NAME.fullmatch(each.name) for each in self.folder.iterdir())
        ):
            said.append(put_aside(self.folder / _MANIFEST, "it is missing"))
        damaged = {name: why for name in parts if (why := self._what_is_wrong(name, thoroughly=thoroughly))}
        if damaged:
            with self._writing() as manifest:
                for name in damaged.keys() & manifest["parts"].keys():
                    del manifest["parts"][name]
                    said.append(put_aside(self.folder / name, damaged[name]))
        return said

    def _what_is_wrong(self, name: str, *, thoroughly: bool) -> str:
        """Return why a part cannot be used; empty if it can."""
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
        """Return the stamp of each recording whose rows are here, by path.

        Raises:
            DamagedLibraryError: a part is damaged; it and others as for ``mend``.

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
        """Keep the rows of some recordings, in the place of older ones of the same.

        Raises:
            LibraryError: the folder cannot be written.

        """
        added = set(tables["files"]["path"])
        if not added:
            return
        arrow = {table: pa.table(columns, schema(table)) for table, columns in tables.items()}
        with self._writing() as manifest:
            name = self._write({table: rows.to_batches(_GROUP) for table, rows in arrow.items()})
            for part, dead in manifest["parts"].items():
                manifest["parts"][part] = sorted({*dead, *(added & self._recordings(part))})
            manifest["parts"][name] = []
            self._merge(manifest)

    def parts(self, recordings: frozenset[str]) -> tuple[list[str], dict[str, list[str]]]:
        """Return the parts all of whose rows are wanted, and of others the wanted recordings.

        Args:
            recordings: paths of the recordings that are asked about.

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
        """Return the Parquet files of a table, one for each of some parts."""
        return [str(self._file(name, table)) for name in parts]

    def rows(self, table: str, recordings: frozenset[str], names: Sequence[str] | None = None) -> pa.Table:
        """Return the rows of a table, or some columns, for some recordings; errors as for ``parts``."""
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
        """Return the same, or some columns of it, as lists by column."""
        columns: Columns = self.rows(table, recordings, names).to_pydict()
        return columns

    def damaged(self, error: Exception) -> LibraryError:
        """Return what to say when a part cannot be read."""
        return _library_error(self.folder, error)

    def size(self) -> int:
        """Return how many bytes the files of the folder have."""
        total = 0
        for path in self.folder.rglob("*"):
            with suppress(OSError):
                total += path.stat().st_size
        return total

    def _merge(self, manifest: dict[str, Any]) -> None:
        """Merge parts of like size where there are many, and those with more dead rows than living ones."""
        levels: dict[int, list[str]] = defaultdict(list)
        for name, dead in list(manifest["parts"].items()):
            living = len(self._recordings(name)) - len(dead)
            if not living:
                self._retire(manifest, [name])
            elif len(dead) > living:
                levels[-1].append(name)
            elif living < _LARGEST:
                levels[int(math.log(living, _MANY))].append(name)
        for level, names in sorted(levels.items()):
            if len(names) >= (_MANY if level >= 0 else 1):
                try:
                    merged = self._write(
                        {table: self._living(table, names, manifest["parts"]) for table in STORED}
                    )
                except DamagedLibraryError:  # who reads it next has it mended: what is added now is not lost
                    continue
                self._retire(manifest, names)
                manifest["parts"][merged] = []
                self._merge(manifest)
                return

    def _living(
        self, table: str, names: list[str], dead: Mapping[str, list[str]]
    ) -> Iterator[pa.RecordBatch]:
        for name in names:
            yield from self._read(name, table, self._recordings(name).difference(dead[name]))

    def _retire(self, manifest: dict[str, Any], names: list[str]) -> None:
        for name in names:
            del manifest["parts"][name]
            manifest["retired"][name] = time.time()

    def _write(self, tables: Mapping[str, Iterable[pa.RecordBatch]]) -> str:
        """Write a part; return its name."""
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
        """Yield the rows of a part, of some recordings or all.

        Raises:
            LibraryError: it cannot be read.

        """
        wanted = None if recordings is None else pa.array(sorted(recordings), pa.string())
        with _as_library_error(self.folder), pq.ParquetFile(self._file(name, table)) as file:
            for batch in file.iter_batches(_GROUP, columns=columns and list(columns)):
                yield batch if wanted is None else _of(batch, STORED[table][0].name, wanted)

    def _recordings(self, name: str) -> frozenset[str]:
        if name not in self._paths:
            batches = self._read(name, "files", columns=["path"])
            self._paths[name] = frozenset(path for batch in batches for path in batch["path"].to_pylist())
        return self._paths[name]

    def _file(self, name: str, table: str) -> Path:
        return self.folder / name / f"{table}.parquet"

    def _manifest(self) -> dict[str, Any]:
        """Return the parts with their dead recordings, and the retired ones with the time of it."""
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
        """Give the manifest to change while no other program does; it is replaced at the end of the block."""
        import filelock

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with filelock.FileLock(self.folder / _LOCK, timeout=_PATIENCE):
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
        """Remove what has not counted for long, and what programs that were killed have left."""
        before = time.time() - _READERS
        counted = {*manifest["parts"], *manifest["retired"]}
        for path in self.folder.iterdir():
            left = path.is_dir() and path.name not in counted and path.stat().st_mtime < before
            left = left and _ASIDE not in path.name
            if left or manifest["retired"].get(path.name, math.inf) < before:
                manifest["retired"].pop(path.name, None)
                shutil.rmtree(path, ignore_errors=True)


def _is_manifest(manifest: Any) -> bool:  # noqa: ANN401 - whatever JSON holds
    """Tell whether something is a manifest as ``Store`` writes it."""
    if not isinstance(manifest, dict) or manifest.get("schema") != SCHEMA:
        return False
    parts, retired = manifest.get("parts"), manifest.get("retired")
    if not isinstance(parts, dict) or not isinstance(retired, dict):
        return False
    return (
        all(map(_NAME.fullmatch, (*parts, *retired)))
        and all(
            isinstance(dead, list) and all(isinstance(each, str) for each in dead) for dead in parts.values()
        )
        and all(isinstance(when, (int, float)) for when in retired.values())
    )


def put_aside(path: Path, why: str) -> str:
    """Rename a file or folder that is damaged; return a sentence that says so.

    Raises:
        LibraryError: it cannot be renamed.

    """
    names = (path.with_name(f"{path.name}{_ASIDE}{number or ''}") for number in count())
    aside = next(name for name in names if not os.path.lexists(name))
    try:
        path.rename(aside)
    except FileNotFoundError:  # it is missing: that is the damage, or another program was faster
        return f"{printable(path)}: {why}: what it had is made anew."
    except OSError as error:
        raise LibraryError(f"{printable(path)}: cannot be put aside: {_why(error)}") from error
    return f"{printable(path)}: damaged: {why}: it is now {aside.name}, and made anew."


@contextmanager
def _as_library_error(folder: Path) -> Iterator[None]:
    """Raise DamagedLibraryError for what is damaged, and LibraryError for what the system cannot read."""
    try:
        yield
    except (OSError, pa.ArrowException) as error:
        raise _library_error(folder, error) from error


def _library_error(folder: Path, error: Exception) -> LibraryError:
    """Return what to say of a file of the library that is damaged, or cannot be read."""
    gone = isinstance(error, (FileNotFoundError, IsADirectoryError, NotADirectoryError))
    if isinstance(error, OSError) and error.errno and not gone:
        return LibraryError(f"{printable(folder)}: cannot be read: {_why(error)}")
    why = os.strerror(error.errno) if gone and isinstance(error, OSError) and error.errno else str(error)
    return DamagedLibraryError(folder, printable(" ".join(why.split())))


def _why(error: OSError) -> str:
    """Return what the system says, and what to do."""
    why = os.strerror(error.errno) if error.errno else str(error)
    return f"{why}. Make it writable, or name another folder with --library."


def _of(batch: pa.RecordBatch, key: str, wanted: pa.Array) -> pa.RecordBatch:
    """Return the rows that are about some recordings."""
    import pyarrow.compute as pc

    return batch.filter(pc.is_in(batch[key], wanted))


def _grouped(batches: Iterable[pa.RecordBatch], columns: pa.Schema) -> Iterator[pa.Table]:
    """Yield the same rows in fewer pieces: merged parts would keep the sizes of those they are made of."""
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(each.num_rows for each in waiting) >= _GROUP:
            yield pa.Table.from_batches(waiting, columns)
            waiting = []
    if waiting:
        yield pa.Table.from_batches(waiting, columns)
