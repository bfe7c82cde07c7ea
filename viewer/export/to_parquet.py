"""Parquet: a folder with a file for each table, sorted by time, straight into pandas, polars and DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from viewer.cancellation import Proceed
from viewer.export import tables
from viewer.export.selection import Part
from viewer.export.signals import read_signals
from viewer.signals.series import held

_ROW_GROUP = 1 << 18
"""Rows that are kept until they are written together; a reader who wants a range skips the others."""

_OF_FRAMES = (tables.FRAME, tables.ELAPSED)
"""Columns by which a table is sorted."""


def write(part: Part, folder: Path, proceed: Proceed) -> None:
    """Write the tables that the recording has, or those asked for, into a folder.

    Units stand in the metadata of the columns, and numbers are as precise as the file has them.
    """
    index = part.index
    names = part.tables or (() if part.signals else tables.tables_of(index))
    wanted = [tables.find_table(index, name) for name in names]
    files: dict[str, _TableFile] = {}
    with ExitStack() as stack:
        if part.signals:
            series = read_signals(part, proceed)
            times = np.unique(np.concatenate([each.elapsed for _, each in series]))  # each value holds on
            places = np.maximum(np.searchsorted(index.elapsed, times, side="right") - 1, 0)
            named = (tables.Heading(title.partition(" ")[0], each.unit, each.label) for title, each in series)
            columns = (times, part.frame_ids[places], *(held(each, times) for _, each in series))
            file = _TableFile(folder, "signals", [tables.ELAPSED, tables.FRAME, *named], columns)
            stack.enter_context(file).add(columns)
        for table, rows in tables.read_tables(part, wanted, proceed):
            if table.name not in files:
                file = _TableFile(folder, table.name, table.headings, rows)
                files[table.name] = stack.enter_context(file)
            files[table.name].add(rows)


class _TableFile(AbstractContextManager["_TableFile"]):
    """A table that is written while it is read; no more than a row group of it is kept."""

    def __init__(
        self, folder: Path, name: str, headings: Sequence[tables.Heading], like: tables.Columns
    ) -> None:
        """Begin a file; ``like`` are rows, shape (N,) each, which may be none: they say the types."""
        # A dictionary of numbers takes more time than it saves room once the pages are compressed, and the
        # extremes of what has no order serve nobody.
        columns = [*zip(headings, like, strict=True)]
        repeating = [each.name for each, values in columns if each.labels or values.dtype.kind in "OU"]
        ordered = [each.name for each, values in columns if each in _OF_FRAMES or values.dtype.kind != "f"]
        self._headings = headings
        self._waiting: list[tables.Columns] = []
        self._file = (folder / f"{name}.parquet").open("wb")  # of any name; Arrow's own file wants UTF-8
        self._writer = pq.ParquetWriter(
            self._file, pa.schema([_field(*each) for each in columns]),
            use_dictionary=repeating, write_statistics=ordered, compression="lz4",
        )  # fmt: skip

    def add(self, rows: tables.Columns) -> None:
        self._waiting.append(rows)
        if sum(len(each[0]) for each in self._waiting) >= _ROW_GROUP:
            self._write()

    def _write(self) -> None:
        columns = [
            pa.chunked_array([_array(heading, values) for values in each])
            for heading, each in zip(self._headings, zip(*self._waiting, strict=True), strict=True)
        ]
        table = pa.Table.from_arrays(columns, schema=self._writer.schema)
        if len(table):
            self._writer.write_table(table, row_group_size=len(table))
        self._waiting = []

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        with self._file, closing(self._writer):
            if error is None and self._waiting:
                self._write()


def _field(heading: tables.Heading, values: tables.Values) -> pa.Field:
    metadata = {name: text for name, text in (("unit", heading.unit), ("doc", heading.doc)) if text}
    # Numbers are NaN where nothing is known; to write that each is there would take as long as to write it.
    nullable = values.dtype.kind in "OU"
    return pa.field(heading.name, _array(heading, values).type, nullable, metadata)


def _array(heading: tables.Heading, values: tables.Values) -> pa.Array:
    if heading.labels is not None:
        return pa.DictionaryArray.from_arrays(values.astype(np.int16), list(heading.labels))
    if values.dtype.kind in "OU":
        return pa.array(values.tolist(), pa.string())
    return pa.array(values)
