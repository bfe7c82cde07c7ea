"""Records of one kind as lines of text, with numbers as C++ streams print them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from string import Formatter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.payload import Records

Names = Mapping[str, NDArray[np.bytes_]]


def general_text(value: float) -> str:
    """Return one number as ``%g`` prints it, NaN with its sign.

    >>> general_text(0.1 + 0.2), general_text(1234567.0), general_text(-0.0)
    ('0.3', '1.23457e+06', '-0')
    """
    if math.isnan(value):
        return "-nan" if math.copysign(1.0, value) < 0 else "nan"
    return f"{value:g}"


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
        line, columns = b"", []
        for literal, field in self._parts:
            line += literal.replace(b"%", b"%%")
            if field is not None:
                printed = [*self._columns(field, records[field])]
                line += b", ".join(form for form, _ in printed)
                columns += [values for _, values in printed]
        width = len(columns)
        values: list[Any] = [None] * (width * len(records))
        for number, column in enumerate(columns):
            values[number::width] = column
        return [
            line * (end - start) % tuple(values[width * start : width * end])
            for start, end in pairwise((0, *ends))
        ]

    def _columns(self, field: str, values: NDArray[Any]) -> Iterator[tuple[bytes, list[Any]]]:
        """Yield how the numbers of a field are printed, and those of all records."""
        if field in self._names:
            yield b"%b", self._names[field].take(values, mode="wrap").tolist()
        elif values.dtype.kind == "S":
            yield b"%b", values.tolist()
        elif values.dtype.kind in "ui":
            yield b"%d", values.tolist()
        else:
            for numbers in (values[:, None] if values.ndim == 1 else values).T:
                if np.isnan(numbers).any():
                    yield b"%b", [general_text(each).encode() for each in numbers.tolist()]
                else:
                    yield b"%g", numbers.tolist()
