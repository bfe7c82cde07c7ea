"""Tables of numbers that an agent wrote: CSV, JSON lines or Parquet, by frame, step or elapsed seconds."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from viewer.cancellation import ShouldContinue, check
from viewer.file_error import plain, printable
from viewer.installation import how_to_install
from viewer.regular_file import open_regular, reason
from viewer.run_folder.contents import AgentSignal

SUFFIXES = (".csv", ".jsonl", ".ndjson", ".parquet")
_BY = {
    "elapsed": ("elapsed", "elapsed_seconds", "time", "t", "sim_time", "timestamp"),
    "frame": ("frame", "frame_id"),
    "step": ("step", "index", "tick"),
}
"""Names of the column that places the rows, by what its numbers are; the first that a table has counts."""
_MOST_ROWS = 2_000_000
_MOST_COLUMNS = 200
_MOST_BYTES = 256 << 20
_EVERY = 4096


def read_signals(path: Path, should_continue: ShouldContinue) -> tuple[list[AgentSignal], str]:
    """Return the columns of numbers in a table, and a sentence if the table cannot be used as a whole.

    A table without a column of frames, steps or times is not used. At most 2 million rows and 200 columns
    are read. Raises ReadingCancelledError if ``should_continue`` returns False.
    """
    try:
        rows = _READERS[path.suffix.casefold()](path)
        columns = _columns(rows, should_continue)
    except OSError as error:
        return [], f"{printable(path)}: it cannot be read: {reason(error)[0]}."
    except ImportError:
        return [], f"{printable(path)}: Parquet is read with an extra: {how_to_install('parquet')}."
    except (ValueError, csv.Error, RecursionError) as error:
        return [], f"{printable(path)}: this is no table that can be read: {printable(str(error))}."
    lower = {name.strip().casefold(): name for name in columns}
    found = next(((by, lower[name]) for by, names in _BY.items() for name in names if name in lower), None)
    if found is None:
        return [], f"{printable(path)}: no column says frame, step or elapsed; it is not shown."
    by, key = found
    steps = np.array(columns.pop(key))
    order = np.flatnonzero(np.isfinite(steps))
    order = order[np.argsort(steps[order], kind="stable")]
    signals = [
        AgentSignal(plain(name), "", steps[order], np.array(values)[order], by)
        for name, values in columns.items()
    ]
    return [each for each in signals if np.isfinite(each.values).any()], ""


def _columns(rows: Iterator[dict[str, Any]], should_continue: ShouldContinue) -> dict[str, list[float]]:
    """Return the values of ``rows`` as numbers by column, NaN for others; all columns are equally long."""
    columns: dict[str, list[float]] = {}
    for count, row in enumerate(rows):
        if not count % _EVERY:
            check(should_continue, 0.0)
        if count == _MOST_ROWS:
            break
        for name in row.keys() - columns.keys() if len(columns) < _MOST_COLUMNS else ():
            columns[str(name)] = [np.nan] * count
        for name, values in columns.items():
            values.append(_number(row.get(name)))
    return columns


def _number(value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return {"true": 1.0, "false": 0.0}.get(str(value).casefold(), np.nan)


def _csv_rows(path: Path) -> Iterator[dict[str, Any]]:
    with _text(path) as lines:
        sample = lines.readline()
        delimiter = max(",;\t", key=sample.count)
        names = next(csv.reader([sample], delimiter=delimiter), [])
        for row in csv.reader(lines, delimiter=delimiter):
            yield dict(zip(names, row, strict=False))


def _json_rows(path: Path) -> Iterator[dict[str, Any]]:
    with _text(path) as lines:
        for line in lines:
            if line.strip():
                row = json.loads(line)
                if isinstance(row, dict):
                    yield row


def _parquet_rows(path: Path) -> Iterator[dict[str, Any]]:
    import pyarrow.parquet as pq  # noqa: PLC0415 - the extra may be missing

    with open_regular(path) as file:
        for batch in pq.ParquetFile(file).iter_batches(_EVERY):
            yield from batch.to_pylist()


def _text(path: Path) -> io.TextIOWrapper:
    """Open a text file of at most 256 MB in UTF-8; lines beyond that are not read."""
    file = open_regular(path)
    if path.stat().st_size > _MOST_BYTES:
        file.close()
        raise ValueError(f"it is longer than {_MOST_BYTES >> 20} MB")
    return io.TextIOWrapper(io.BufferedReader(file), "utf-8-sig", "replace", newline="")


_READERS = {
    ".csv": _csv_rows, ".jsonl": _json_rows, ".ndjson": _json_rows, ".parquet": _parquet_rows,
}  # fmt: skip
