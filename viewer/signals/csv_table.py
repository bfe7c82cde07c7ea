"""Series as one table: a row for each time at which any of them has a value."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import TextIO

import numpy as np

from viewer.arrays import Floats
from viewer.cancellation import Proceed, always, check
from viewer.recording.index import RecordingIndex
from viewer.signals.series import Series, held

_BLOCK = 4096
"""Rows that are made at once."""


def write_table(
    index: RecordingIndex,
    columns: Sequence[tuple[str, Series]],
    stream: TextIO,
    *,
    delimiter: str = ",",
    proceed: Proceed = always,
) -> None:
    """Write series as CSV: elapsed seconds, the number of the frame in force, and a column for each series.

    Rows are the times of all series together. Each value holds until the next one of its series; where a
    series has none yet, or a gap, its cell is empty. States are written by their names.

    Args:
        index: the recording.
        columns: what to write over each column, and the series in it.
        stream: a text file opened with ``newline=""``.
        delimiter: what stands between two cells.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        OSError: the file cannot be written.
        ReadingCancelledError: ``proceed`` said no.

    """
    writer = csv.writer(stream, delimiter=delimiter)
    writer.writerow(["elapsed (s)", "frame", *(title for title, _ in columns)])
    times = np.unique(np.concatenate([np.empty(0), *(series.elapsed for _, series in columns)]))
    for begin in range(0, len(times), _BLOCK):
        check(proceed, begin / len(times))
        part = times[begin : begin + _BLOCK]
        places = np.clip(np.searchsorted(index.elapsed, part, side="right") - 1, 0, None)
        frames = index.frames["frame"][places].tolist()
        cells = [_cells(series, part) for _, series in columns]
        seconds = (repr(time) for time in part.tolist())
        writer.writerows(zip(seconds, frames, *cells, strict=True))


def _cells(series: Series, times: Floats) -> list[str]:
    values, states = held(series, times).tolist(), series.states
    if states is None:
        return [f"{value:.9g}" if value == value else "" for value in values]  # noqa: PLR0124 - NaN is not itself
    return [states[int(value)] if 0.0 <= value < len(states) else "" for value in values]
