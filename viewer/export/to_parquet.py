"""Parquet export: a folder with one file per table, sorted by time, for pandas, polars and DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from viewer.cancellation import ShouldContinue
from viewer.export import tables
from viewer.export.selection import Selection
from viewer.export.signals import read_signals
from viewer.signals.series import held, rows_of
from viewer.tables.column import Column, Values

_ROW_GROUP = 1 << 18
"""Number of rows in a Parquet row group, which is written at once; readers can skip whole groups."""

_OF_FRAMES = (tables.FRAME.name, tables.ELAPSED.name)
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
            times, frames = rows_of(index, series)
            named = [
                Column(title.partition(" ")[0], "double", each.unit, each.label, partial(held, each))
                for title, each in series
            ]
            values = (times, frames, *(column.get(times) for column in named))
            file = _TableFile(folder, "signals", [tables.ELAPSED, tables.FRAME, *named], values)
            stack.enter_context(file).add(values)
        for table, rows in tables.read_tables(selection, wanted, should_continue):
            if table.name not in files:
                file = _TableFile(folder, table.name, table.columns, rows)
                files[table.name] = stack.enter_context(file)
            files[table.name].add(rows)


class _TableFile(AbstractContextManager["_TableFile"]):
    """Parquet file that is written while its table is read; at most one row group is held in memory."""

    def __init__(
        self, folder: Path, name: str, columns: Sequence[Column[Any]], like: tuple[Values, ...]
    ) -> None:
        """Open ``folder``/``name``.parquet for writing.

        Args:
            folder: an existing folder.
            name: name of the table.
            columns: its columns.
            like: values of each column, of which only the type is used; there may be none.
        """
        # A dictionary of numbers costs more time than it saves space after compression, and the extremes of
        # unsorted floats are of no use.
        schema = pa.schema([*map(_field, columns, like)])
        numeric = {field.name for field in schema if pa.types.is_primitive(field.type)}
        floats = {field.name for field in schema if pa.types.is_floating(field.type)}
        self._columns = columns
        self._waiting: list[tuple[Values, ...]] = []
        self._file = (folder / f"{name}.parquet").open("wb")  # Arrow opens only UTF-8 paths by itself
        self._writer = pq.ParquetWriter(
            self._file, schema, use_dictionary=[each for each in schema.names if each not in numeric],
            write_statistics=[each for each in schema.names if each in _OF_FRAMES or each not in floats],
            compression="lz4",
        )  # fmt: skip

    def add(self, rows: tuple[Values, ...]) -> None:
        self._waiting.append(rows)
        if sum(len(each[0]) for each in self._waiting) >= _ROW_GROUP:
            self._write()

    def _write(self) -> None:
        columns = [
            pa.chunked_array([column.arrow(values) for values in each])
            for column, each in zip(self._columns, zip(*self._waiting, strict=True), strict=True)
        ]
        table = pa.Table.from_arrays(columns, schema=self._writer.schema)
        if len(table):
            self._writer.write_table(table, row_group_size=len(table))
        self._waiting = []

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        with self._file, closing(self._writer):
            if error is None and self._waiting:
                self._write()


def _field(column: Column[Any], values: Values) -> pa.Field:
    metadata = {name: text for name, text in (("unit", column.unit), ("doc", column.doc)) if text}
    array = column.arrow(values)
    # Unknown numbers are NaN: a null mask would take as long to write as the numbers.
    nullable = not isinstance(values, np.ndarray) or values.dtype.kind in "OU"
    return pa.field(column.name, array.type, nullable, metadata)
