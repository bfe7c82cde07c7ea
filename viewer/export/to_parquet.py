"""Parquet: a folder with a file for each table, sorted by time, straight into pandas, polars and DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import numpy as np

from viewer.cancellation import Proceed
from viewer.export.packet_tables import ELAPSED, FRAME, Columns, Heading, PacketTable, Values, read_tables
from viewer.export.request import ExportRequest
from viewer.export.signals import read_signals
from viewer.export.tables import SummaryTable, find_table, tables_of
from viewer.signals.series import held

if TYPE_CHECKING:
    import pyarrow as pa

_ROW_GROUP = 1 << 18
"""Rows that are kept until they are written together; a reader who wants a range skips the others."""

_OF_FRAMES = (FRAME, ELAPSED)
"""Columns by which a table is sorted."""


def write_parquet(request: ExportRequest, folder: Path, proceed: Proceed) -> None:
    """Write the tables that the recording has, or those asked for, into a folder.

    Units stand in the metadata of the columns, and numbers are as precise as the file has them.

    Raises:
        ExportError: there is no such table or signal.
        OSError: a file cannot be written.
        RecordingError: the recording can no longer be read.
        ReadingCancelledError: ``proceed`` said no.

    """
    with ThreadPoolExecutor(1) as pool:
        if request.signals:
            headings, columns = _signals(request, proceed)
            with _TableFile(folder, "signals", headings, columns, pool) as file:
                file.add(columns)
        if request.tables or not request.signals:
            _write_tables(request, folder, pool, proceed)


def _write_tables(request: ExportRequest, folder: Path, pool: Executor, proceed: Proceed) -> None:
    part, index = request.part, request.part.index
    tables = [find_table(index, name) for name in request.tables or tables_of(index)]
    for table in tables:
        if isinstance(table, SummaryTable):
            columns = table.read(part, proceed)
            with _TableFile(folder, table.name, table.headings, columns, pool) as file:
                file.add(columns)
    of_packets = [table for table in tables if isinstance(table, PacketTable)]
    with ExitStack() as stack:
        files = {
            table.name: stack.enter_context(
                _TableFile(folder, table.name, table.headings, table.no_rows(part), pool)
            )
            for table in of_packets
        }
        for table, rows in read_tables(part, of_packets, proceed):
            files[table.name].add(rows)


class _TableFile:
    """A table that is written, by a thread, while it is read; no more than two row groups of it are kept."""

    def __init__(
        self, folder: Path, name: str, headings: Sequence[Heading], like: Columns, pool: Executor
    ) -> None:
        """Begin a file whose columns have the types of ``like``."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._headings = headings
        self._schema = pa.schema(
            [_field(heading, values) for heading, values in zip(headings, like, strict=True)]
        )
        self._waiting: list[Columns] = []
        self._rows = 0
        self._pool = pool
        self._writing: Future[None] | None = None
        # A dictionary of numbers takes more time than it saves room once the pages are compressed, and the
        # extremes of what has no order serve nobody.
        columns = [*zip(headings, like, strict=True)]
        repeating = [each.name for each, values in columns if _is_of_names(each, values)]
        ordered = [each.name for each, values in columns if each in _OF_FRAMES or values.dtype.kind != "f"]
        self._writer = pq.ParquetWriter(
            folder / f"{name}.parquet",
            self._schema,
            use_dictionary=repeating,
            write_statistics=ordered,
            compression="lz4",
        )

    def add(self, rows: Columns) -> None:
        """Add rows, shape (N,) each."""
        self._waiting.append(rows)
        self._rows += len(rows[0])
        if self._rows >= _ROW_GROUP:
            self._begin_writing()

    def _begin_writing(self) -> None:
        self._await_written()
        self._writing = self._pool.submit(self._write, self._waiting)
        self._waiting, self._rows = [], 0

    def _await_written(self) -> None:
        if self._writing is not None:
            self._writing.result()

    def _write(self, parts: list[Columns]) -> None:
        import pyarrow as pa

        columns = [
            pa.chunked_array([_array(heading, values) for values in each])
            for heading, each in zip(self._headings, zip(*parts, strict=True), strict=True)
        ]
        table = pa.Table.from_arrays(columns, schema=self._schema)
        self._writer.write_table(table, row_group_size=max(len(table), 1))

    def __enter__(self) -> _TableFile:  # noqa: PYI034 - Self needs Python 3.11
        """Return itself; the file is complete after the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write what waits, unless something went wrong, and close the file."""
        with closing(self._writer):
            if error is None and self._rows:
                self._begin_writing()
            self._await_written()


def _field(heading: Heading, values: Values) -> pa.Field:
    import pyarrow as pa

    metadata = {name: text for name, text in (("unit", heading.unit), ("doc", heading.doc)) if text}
    # Numbers are NaN where nothing is known; to write that each is there would take as long as to write it.
    nullable = values.dtype.kind in "OU"
    return pa.field(heading.name, _array(heading, values).type, nullable, metadata)


def _array(heading: Heading, values: Values) -> pa.Array:
    import pyarrow as pa

    if heading.labels is not None:
        return pa.DictionaryArray.from_arrays(values.astype(np.int16), list(heading.labels))
    if values.dtype.kind in "OU":
        return pa.array(values.tolist(), pa.string())
    return pa.array(values)


def _is_of_names(heading: Heading, values: Values) -> bool:
    return heading.labels is not None or values.dtype.kind in "OU"


def _signals(request: ExportRequest, proceed: Proceed) -> tuple[list[Heading], Columns]:
    """Return a table with a column for each series, at the times of all of them; each value holds on."""
    part = request.part
    series = read_signals(request, proceed)
    times = np.unique(np.concatenate([each.elapsed for _, each in series]))
    places = np.maximum(np.searchsorted(part.index.elapsed, times, side="right") - 1, 0)
    headings = [
        ELAPSED,
        FRAME,
        *(Heading(title.partition(" ")[0], each.unit, each.label) for title, each in series),
    ]
    frames = part.frame_ids[places]
    return headings, (times, frames, *(held(each, times) for _, each in series))
