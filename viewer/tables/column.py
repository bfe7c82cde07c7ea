"""Columns: a name, a type, a unit, a meaning, and the function that gets the values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa

Source = TypeVar("Source")
Values = Sequence[Any] | NDArray[Any]


@dataclass(frozen=True, slots=True)
class Column(Generic[Source]):
    """Column of a table.

    Attributes:
        name: name in every output: JSON, CSV, Parquet, library, and the Python API.
        type: type of its values: ``string``, ``int64``, ``double``, ``bool``, ``json`` (an object),
            ``timestamp[ms, UTC]``, or ``list<…>`` of one of these.
        unit: unit of its values; empty if they have none.
        doc: meaning of its values.
        get: function that returns the values for a source, one per row of the table, as an array or a list;
            NaN or None where a value is not known.
        labels: texts that stand for the values, if ``get`` returns indices into them; else empty.
    """

    name: str
    type: str
    unit: str
    doc: str
    get: Callable[[Source], Values]
    labels: tuple[str, ...] = ()

    def values(self, source: Source) -> list[Any]:
        """Return the column's values for ``source``, one per row, None where a value is not known."""
        return self.decoded(self.get(source))

    def decoded(self, values: Values) -> list[Any]:
        """Return what ``get`` returned as a list: texts in place of indices, None where nothing is known."""
        if not isinstance(values, np.ndarray):
            return list(values)
        found: list[Any] = (np.array(self.labels, object)[values] if self.labels else values).tolist()
        if values.dtype.kind == "f":
            for row in np.flatnonzero(~np.isfinite(values)).tolist():
                found[row] = None
        return found

    def arrow(self, values: Values) -> pa.Array:
        """Return what ``get`` returned as an Arrow array; an array of numbers keeps its precision and NaN."""
        import pyarrow as pa

        if self.labels:
            return pa.DictionaryArray.from_arrays(np.asarray(values, np.int16), list(self.labels))
        if isinstance(values, np.ndarray) and values.dtype.kind in "biuf":
            return pa.array(values)
        found = self.decoded(values)
        if self.type == "json":
            found = [None if each is None else json.dumps(each, ensure_ascii=False) for each in found]
        return pa.array(found, arrow_type(self.type))


def columns_by(get: Callable[[Source, str], Values]) -> Callable[..., Column[Source]]:
    """Decorate ``get`` to become a function that makes a ``Column`` whose values are ``get(source, name)``.

    It is called with name, type, unit, doc and, if there are any, labels.
    """

    def column(
        name: str, column_type: str, unit: str, doc: str, labels: Iterable[str] = ()
    ) -> Column[Source]:
        return Column(name, column_type, unit, doc, lambda source: get(source, name), tuple(labels))

    return column


def pick(columns: Sequence[Column[Source]], *names: str) -> tuple[Column[Source], ...]:
    """Return those of ``columns`` that have these ``names``, in the order of the names."""
    by_name = {column.name: column for column in columns}
    return tuple(by_name[name] for name in names)


def rows(columns: Sequence[Column[Source]], source: Source) -> Iterator[dict[str, Any]]:
    """Yield each row of a table for ``source`` as values by column name; None where a value is not known."""
    names = [column.name for column in columns]
    for row in zip(*(column.values(source) for column in columns), strict=True):
        yield dict(zip(names, row, strict=True))


def picked(values: NDArray[Any], indices: Iterable[int | None]) -> list[Any]:
    """Return the ``values`` at ``indices``; None where an index is None, negative, or after the last."""
    known = values.tolist()
    return [None if at is None or not 0 <= at < len(known) else known[at] for at in indices]


def arrow_type(column_type: str) -> pa.DataType:
    """Return the Arrow type for the type of a column; ``json`` is text."""
    import pyarrow as pa

    if column_type.startswith("list<"):
        return pa.list_(arrow_type(column_type[len("list<") : -1]))
    return {
        "timestamp[ms, UTC]": pa.timestamp("ms", "UTC"), "double": pa.float64(), "float": pa.float32(),
        "int64": pa.int64(), "bool": pa.bool_(),
    }.get(column_type, pa.string())  # fmt: skip
