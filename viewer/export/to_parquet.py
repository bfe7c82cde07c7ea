"""Parquet export: a folder with one file per table, sorted by time, for pandas, polars and DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from viewer.cancellation import ShouldContinue
from viewer.export import tables
from viewer.export.selection import Selection
from viewer.export.signals import read_signals
from viewer.signals.series import held

_ROW_GROUP = 1 << 18
"""Number of rows in a Parquet row group, which is written at once; readers can skip whole groups."""

_OF_FRAMES = (tables.FRAME, tables.ELAPSED)
"""Names of the columns by which exported Parquet files are sorted: those of frame id and elapsed seconds."""


def write(selection: Selection, folder: Path, should_continue: ShouldContinue) -> None:
    """Write the selected tables and signals into ``folder`` as Parquet; if neither are selected, all tables.

    There is a file for each table, and ``signals.parquet`` for all signals. Units are in the metadata of the
    columns. Numbers of the recording keep its precision.

    Raises:
        ExportError: there is no such table or signal, or no selected actor has such a signal.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    index = selection.index
    names = selection.tables or (() if selection.signals else tables.tables_of(index))
    wanted = [tables.find_table(index, name) for name in names]
    files: dict[str, _TableFile] = {}
    with ExitStack() as stack:
        if selection.signals:
            series = read_signals(selection, should_continue)
            times = np.unique(
                np.concatenate([each.elapsed for _, each in series])
            )  # a value stays in force until the next one
            frames = np.maximum(np.searchsorted(index.elapsed, times, side="right") - 1, 0)
            named = (tables.Heading(title.partition(" ")[0], each.unit, each.label) for title, each in series)
            columns = (times, selection.frame_ids[frames], *(held(each, times) for _, each in series))
            file = _TableFile(folder, "signals", [tables.ELAPSED, tables.FRAME, *named], columns)
            stack.enter_context(file).add(columns)
        for table, rows in tables.read_tables(selection, wanted, should_continue):
            if table.name not in files:
                file = _TableFile(folder, table.name, table.headings, rows)
                files[table.name] = stack.enter_context(file)
            files[table.name].add(rows)


class _TableFile(AbstractContextManager["_TableFile"]):
    """Parquet file that is written while its table is read; at most one row group is held in memory."""

    def __init__(
        self, folder: Path, name: str, headings: Sequence[tables.Heading], like: tables.Columns
    ) -> None:
        """Open ``folder``/``name``.parquet for writing.

        Args:
            folder: an existing folder.
            name: name of the table.
            headings: name, unit, meaning and labels of each column.
            like: an array for each column, of which only the type is used; it may be empty.
        """
        # A dictionary of numbers costs more time than it saves space after compression, and the extremes of
        # unsorted floats are of no use.
        columns = [*zip(headings, like, strict=True)]
        repeating = [each.name for each, values in columns if each.labels or values.dtype.kind in "OU"]
        ordered = [each.name for each, values in columns if each in _OF_FRAMES or values.dtype.kind != "f"]
        self._headings = headings
        self._waiting: list[tables.Columns] = []
        self._file = (folder / f"{name}.parquet").open("wb")  # Arrow opens only UTF-8 paths by itself
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
    # Unknown numbers are NaN: a null mask would take as long to write as the numbers.
    nullable = values.dtype.kind in "OU"
    return pa.field(heading.name, _array(heading, values).type, nullable, metadata)


def _array(heading: tables.Heading, values: tables.Values) -> pa.Array:
    if heading.labels is not None:
        return pa.DictionaryArray.from_arrays(values.astype(np.int16), list(heading.labels))
    if values.dtype.kind in "OU":
        return pa.array(values.tolist(), pa.string())
    return pa.array(values)
