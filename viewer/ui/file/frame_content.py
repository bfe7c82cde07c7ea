"""What there is to say about the packets of one frame, without any widget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import COUNT_SIZE, PacketKind, Shape
from viewer.logfile.payload import DamagedPayloadError
from viewer.recording.actors import ActorTable
from viewer.recording.index import FrameBytes
from viewer.replay.world.world import World
from viewer.ui.file.packet_table import Table, tabulate
from viewer.ui.format import count
from viewer.ui.translation import tr, translated

MOST_SHOWN = 8 << 20
"""Bytes of a packet that are looked at, at most."""
_ACTOR_COLUMNS = ("actor id", "actor1 id", "actor2 id", "parent id")
"""Columns whose values are ids of actors, that of the record itself first."""


@dataclass(frozen=True, slots=True)
class PacketKey:
    """Which packet of a frame: its id, and how many with this id come before it."""

    packet_id: int
    number: int = 0


@dataclass(frozen=True, slots=True)
class Packet:
    """One packet of a frame.

    Attributes:
        key: which one it is.
        kind: its row of the packet table, None if it is unknown.
        start: where its payload begins in the frame's bytes.
        size: bytes of its payload.
        records: how many records it has, None if that cannot be told.
        offset: byte offset of its payload in the file.

    """

    key: PacketKey
    kind: PacketKind | None
    start: int
    size: int
    records: int | None
    offset: int


def packet_name(packet_id: int, dialect: Dialect) -> str:
    """Return CARLA's word for an id as written, or what is known of it."""
    kind = dialect.kind_of(packet_id)
    if kind is not None:
        return kind.name
    name = tr("packet {0}").format(packet_id)
    whose = packets.FOREIGN.get(packet_id)
    return f"{name} · {whose}" if whose else name


def packets_of(world: World) -> list[Packet]:
    """Return the packets of the frame in force, in the order of the file."""
    frame = world.frame_bytes
    if frame is None:
        return []
    start_of_frame = int(world.index.offsets[world.frame_index])
    seen: dict[int, int] = {}
    found = []
    for packet_id, start, size in frame.layout.packets:
        number = seen[packet_id] = seen.get(packet_id, -1) + 1
        kind = frame.dialect.kind_of(packet_id)
        records = _records(kind, frame, start, size)
        key = PacketKey(packet_id, number)
        found.append(Packet(key, kind, start, size, records, start_of_frame + start))
    return found


def _records(kind: PacketKind | None, frame: FrameBytes, start: int, size: int) -> int | None:
    """Return how many records a payload has; only where their size varies the written count is believed."""
    dialect = frame.dialect
    if kind is None or size not in kind.payload_sizes(dialect.engine_of(kind)):
        return None
    if kind.shape is Shape.VARIABLE:
        return int.from_bytes(frame.read(start, COUNT_SIZE), "little")
    if kind.shape is Shape.RECORDS:
        return (size - COUNT_SIZE) // dialect.dtype(kind).itemsize
    return 1 if kind.shape is Shape.SINGLE else 0


@dataclass(frozen=True, eq=False)
class Decoded:
    """A payload with its table, or with the reason why there is none."""

    payload: bytes
    table: Table | None
    reason: str = ""


def shown_bytes(packet: Packet, frame: FrameBytes) -> bytes:
    """Return the payload of a packet, of a very large one its first ``MOST_SHOWN`` bytes.

    Errors as for ``FrameBytes.read``.
    """
    return frame.read(packet.start, min(packet.size, MOST_SHOWN))


def decode(packet: Packet, payload: bytes, dialect: Dialect) -> Decoded:
    """Return the records of a packet, or why they cannot be told; ``payload`` as ``shown_bytes`` has it."""
    if len(payload) < packet.size:
        shown = tr("Too large to be shown: these are the first {0} of {1} bytes.")
        return Decoded(payload, None, shown.format(count(len(payload)), count(packet.size)))
    if packet.kind is None:
        if packet.key.packet_id in packets.FOREIGN:
            why = tr("Written by a fork of CARLA: no decoder for it is installed.")
        else:
            why = tr("Not one of CARLA's packets: no decoder for it is installed.")
        return Decoded(payload, None, why)
    try:
        return Decoded(payload, tabulate(packet.kind, payload, dialect))
    except DamagedPayloadError as error:
        why = tr("Cannot be decoded: {0}.").format(translated(error.what))
        where = tr("Byte {0}.").format(f"{packet.offset + error.offset:,}")
        return Decoded(payload, None, f"{why} {where}")


def actor_columns(table: Table) -> list[int]:
    """Return the columns that hold ids of actors, the one a record belongs to first."""
    names = [name for name, _ in table.columns]
    return [names.index(name) for name in _ACTOR_COLUMNS if name in names]


def actor_of(table: Table, line: int, column: int) -> int | None:
    """Return the id of the actor that a cell names, or else the one its record belongs to."""
    columns = actor_columns(table)
    if not columns:
        return None
    value = table.rows[line][column if column in columns else columns[0]]
    return value if isinstance(value, int) else None


def lines_of(table: Table, actor_id: int) -> list[int]:
    """Return the lines of an actor."""
    columns = actor_columns(table)
    if not columns:
        return []
    ids: Sequence[int | None] = table.actor_ids
    if len(table.rows) and ids[0] is None:
        ids = [row[columns[0]] for row in table.rows]
    return [line for line, each in enumerate(ids) if each == actor_id]


def row_of(actors: ActorTable, actor_id: int, frame: int) -> int | None:
    """Return the life of an id that a frame speaks of: the one alive, or the last before, or the next."""
    alive = actors.find(actor_id, frame)
    if alive is not None:
        return alive
    rows = actors.rows_of(actor_id)
    before = [row for row in rows if actors.spawn_frame[row] <= frame]
    return next(iter(before[-1:] + rows), None)
