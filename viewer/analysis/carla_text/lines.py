"""Records of one kind as lines of text, thousands at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.carla_text.numbers import general_words, whole_words
from viewer.logfile.payload import Records

_TOGETHER = 4_096  # records: what they need fits into a cache
_END = b"\x01"  # stands behind each part, and in no number or name of CARLA's
_NUL = b"\0"

Words = NDArray[Any]
Names = Mapping[str, NDArray[np.bytes_]]


class Line:
    """How one record is printed.

    The template names fields of the record as ``str.format`` does: a vector's three numbers are joined by
    ``", "``, and a field in ``names`` is printed as the text that stands there at its number, counted round.
    """

    def __init__(self, template: str, names: Names | None = None) -> None:
        """Take the template, with its line end."""
        self._parts = [(literal.encode(), field) for literal, field, _, _ in Formatter().parse(template)]
        self._names = names or {}

    @property
    def fields(self) -> list[str]:
        """The fields that are printed, in their order."""
        return [field for _, field in self._parts if field is not None]

    def parts(self, records: Records, ends: Sequence[int]) -> list[bytes]:
        """Return the text of the records (N,) in parts that end before each of ``ends``, ascending."""
        marks = np.zeros(len(records), "S1")
        marks[np.asarray(ends, np.int64) - 1] = _END
        texts = [
            self._text(records[start : start + _TOGETHER], marks[start : start + _TOGETHER])
            for start in range(0, len(records), _TOGETHER)
        ]
        return b"".join(texts).split(_END)[:-1]

    def _text(self, records: Records, marks: NDArray[np.bytes_]) -> bytearray:
        columns: list[Words | bytes] = []
        for literal, field in self._parts:
            columns.append(literal)
            if field is not None:
                columns += self._values(field, records[field])
        columns.append(marks)
        return _joined(columns, len(records))

    def _values(self, field: str, values: NDArray[Any]) -> list[Words | bytes]:
        if field in self._names:
            return [self._names[field].take(values, mode="wrap")]
        if values.dtype.kind == "S":
            return [values]
        if values.dtype.kind == "u":
            return [*whole_words(values)]
        if values.dtype.kind == "i":
            signs = np.where(values < 0, np.bytes_(b"-"), np.bytes_(b""))
            return [signs, *whole_words(np.abs(values.astype(np.int64)))]
        numbers = np.ascontiguousarray(values.T).reshape(-1)
        firsts, seconds = (each.reshape(-1, len(values)) for each in general_words(numbers))
        columns: list[Words | bytes] = []
        for first, second in zip(firsts, seconds, strict=True):
            columns += [first, second, b", "]
        return columns[:-1]


def _joined(columns: Sequence[Words | bytes], rows: int) -> bytearray:
    """Return the columns beside each other, row after row, without their NULs."""
    fields = [each for each in columns if len(each)]
    dtype = np.dtype([(f"{number}", _dtype(each)) for number, each in enumerate(fields)])
    buffer = bytearray(rows * dtype.itemsize)
    table = np.frombuffer(buffer, dtype)
    template = np.zeros(1, dtype)
    for number, column in enumerate(fields):
        if isinstance(column, bytes):
            template[f"{number}"] = column
    table[:] = template
    for number, column in enumerate(fields):
        if not isinstance(column, bytes):
            table[f"{number}"] = column
    return buffer.translate(None, _NUL)


def _dtype(column: Words | bytes) -> np.dtype[Any]:
    return np.dtype(f"S{len(column)}") if isinstance(column, bytes) else column.dtype
