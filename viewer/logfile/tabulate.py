"""Any packet as a table of names, units and values, for people to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from viewer.lazy_sequence import LazySequence
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import PacketKind
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


def _fixed(kind: PacketKind, records: Records) -> Table:
    fields = [field for field in kind.fields if not field.is_padding]

    def row(at: int) -> tuple[Any, ...]:
        record = records[at]
        return tuple(value for field in fields for value in field.values(record[field.name]))

    rows = LazySequence(len(records) if fields else 0, row)
    ids = records["actor_id"].tolist() if kind.keyed else [None] * len(rows)
    return Table(tuple(column for field in fields for column in field.columns), rows, ids)
