"""CSV export: one table, or some signals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.cancellation import ShouldContinue
from viewer.export.errors import ExportError
from viewer.export.rows import cell
from viewer.export.selection import Selection
from viewer.export.signals import read_signals
from viewer.export.tables import find_table, read_tables
from viewer.signals import write_table
from viewer.tables.column import Column, Values

_DEFAULT_TABLE = "poses"
_FORMATS = {"f4": "%.9g", "f8": "%r", "b1": "%s"}
"""Formats in CSV, by dtype, of numbers and bools, from which the same value can be read back."""
_MIN_RUN = 4
"""Average length of runs of equal values in a CSV column from which on only one value per run is formatted.

The text is then repeated, which is faster.
"""
_SPECIAL = set(',"\r\n')


def write(selection: Selection, path: Path, should_continue: ShouldContinue) -> None:
    """Write the selected table, or the selected signals, of a recording to ``path`` as CSV.

    Units are metres, degrees and seconds; cells of unknown values are empty.
    """
    if len(selection.tables) > 1:
        raise ExportError("csv holds one table; export the others by themselves, or use parquet")
    if selection.signals:
        columns = read_signals(selection, lambda share: should_continue(share / 2))
        with path.open("w", encoding="utf-8", newline="") as stream:
            write_table(
                selection.index,
                columns,
                stream,
                should_continue=lambda share: should_continue((1 + share) / 2),
            )
        return
    table = find_table(selection.index, selection.tables[0] if selection.tables else _DEFAULT_TABLE)
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(",".join(column.name for column in table.columns) + "\n")
        for _, values in read_tables(selection, [table], should_continue):
            stream.write(_lines(table.columns, values))


def _lines(columns: Sequence[Column[Any]], values: Sequence[Values]) -> str:
    """Return the rows of a table as CSV text; ``values`` has what each of ``columns`` got."""
    formats, cells = zip(*map(_cells, columns, values), strict=True)
    rows = (",".join(formats) + "\n") * len(values[0])
    return rows % tuple(chain.from_iterable(zip(*cells, strict=True)))


def _cells(column: Column[Any], values: Values) -> tuple[str, Sequence[Any]]:
    """Return a ``%`` format for the cells of a CSV column, and the values to fill into it, one per row."""
    if column.labels:
        return "%s", replace(column, labels=tuple(map(_quoted, column.labels))).decoded(values)
    if not isinstance(values, np.ndarray) or values.dtype.kind in "OU":
        return "%s", [_quoted(cell(each)) for each in column.decoded(values)]
    begins = np.append(0, np.flatnonzero(values[1:] != values[:-1]) + 1)
    if len(begins) * _MIN_RUN <= len(values):
        lengths = np.diff(begins, append=len(values)).tolist()
        texts = map(repeat, _texts(values[begins]), lengths)
        return "%s", list(chain.from_iterable(texts))
    if values.dtype.kind in "iu":
        return "%d", values.tolist()
    if values.dtype.kind == "f" and np.isfinite(values).all():
        return _FORMATS[values.dtype.str[1:]], values.tolist()
    return "%s", _texts(values)


def _texts(values: NDArray[Any]) -> list[str]:
    """Return ``values`` (numbers or bools) as the texts of CSV cells; that of NaN or infinity is empty."""
    if values.dtype.kind == "b":
        return ["true" if each else "false" for each in values.tolist()]
    form = _FORMATS.get(values.dtype.str[1:], "%d")
    known = np.isfinite(values).tolist()
    return [form % each if is_known else "" for each, is_known in zip(values.tolist(), known, strict=True)]


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _SPECIAL.intersection(text) else text
