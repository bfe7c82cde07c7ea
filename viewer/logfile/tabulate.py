"""Any packet as a table of names, units and values, for people to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import Field, PacketKind
from viewer.logfile.payload import Records, decode_records
from viewer.quick_dataclass import dataclass


@dataclass(frozen=True)
class Table:
    """The records of one packet, as written: units are those of the file.

    Attributes:
        columns: name and unit of each column.
        rows: values of each record, as numbers or text, in the order of the columns.
        actor_ids: the actor each row belongs to, None where it belongs to none.

    """

    columns: tuple[tuple[str, str], ...]
    rows: Sequence[tuple[Any, ...]]
    actor_ids: Sequence[int | None]


def tabulate(kind: PacketKind, payload: bytes, dialect: Dialect) -> Table:
    """Return a packet's records as a table.

    Raises:
        DamagedPayloadError: the payload contradicts itself.

    """
    engine = dialect.engine_of(kind)
    if kind.codec is None:
        return _fixed(kind, decode_records(kind, payload, engine))
    rows = [row for record in kind.codec.decode(payload, engine) for row in kind.codec.rows(record)]
    return Table(kind.codec.columns, rows, [row[0] for row in rows])


class _Rows(Sequence[tuple[Any, ...]]):
    """Rows of records of a fixed size, each made when it is asked for: a packet can have very many."""

    def __init__(self, fields: Sequence[Field], records: Records) -> None:
        self._fields = fields
        self._records = records

    def __len__(self) -> int:
        return len(self._records) if self._fields else 0

    @overload
    def __getitem__(self, at: int) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, at: slice) -> list[tuple[Any, ...]]: ...
    def __getitem__(self, at: int | slice) -> tuple[Any, ...] | list[tuple[Any, ...]]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        record = self._records[at]
        return tuple(value for field in self._fields for value in field.values(record[field.name]))


def _fixed(kind: PacketKind, records: Records) -> Table:
    fields = [field for field in kind.fields if not field.is_padding]
    rows = _Rows(fields, records)
    ids = records["actor_id"].tolist() if kind.keyed else [None] * len(rows)
    return Table(tuple(column for field in fields for column in field.columns), rows, ids)
