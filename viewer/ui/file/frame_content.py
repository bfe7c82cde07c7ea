"""Packets of one frame, decoded for display; independent of widgets."""

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
"""Largest number of bytes of a packet's payload that are read and shown in the file panel."""
_ACTOR_COLUMNS = ("actor id", "actor1 id", "actor2 id", "parent id")
"""Names of columns with actor ids in tables of packets.

"actor id" is first: in its column is the actor that a record is about.
"""


@dataclass(frozen=True, slots=True)
class PacketKey:
    """Key of a packet within a frame: its id, and its index among the frame's packets with that id."""

    packet_id: int
    index: int = 0


@dataclass(frozen=True, slots=True)
class Packet:
    """Packet of a frame: a block of records of one kind in the file.

    Attributes:
        key: identifier of the packet within its frame.
        kind: kind of packet with the fields of its records, None if the id is unknown.
        start: index of its payload's first byte in the frame's bytes.
        size: size of its payload in bytes.
        records: number of records (one per actor or event) in its payload, None if unknown.
        offset: byte offset of its payload in the file.
    """

    key: PacketKey
    kind: PacketKind | None
    start: int
    size: int
    records: int | None
    offset: int


def packet_name(packet_id: int, dialect: Dialect) -> str:
    """Return CARLA's name of the packets with the id ``packet_id``, or "packet N" for an unknown id.

    If a fork of CARLA is known to write this id, its name follows. ``dialect`` says how the packets of the
    recording's CARLA build are read.
    """
    kind = dialect.kind_of(packet_id)
    if kind is not None:
        return kind.name
    name = tr("packet {0}").format(packet_id)
    whose = packets.FOREIGN.get(packet_id)
    return f"{name} · {whose}" if whose else name


def packets_of(world: World) -> list[Packet]:
    """Return the packets (blocks of records) of the current frame of ``world``, in file order."""
    frame = world.frame_bytes
    if frame is None:
        return []
    start_of_frame = int(world.index.offsets[world.frame_index])
    seen: dict[int, int] = {}
    found = []
    for packet_id, start, size in frame.layout.packets:
        index = seen[packet_id] = seen.get(packet_id, -1) + 1
        kind = frame.dialect.kind_of(packet_id)
        records = _records(kind, frame, start, size)
        key = PacketKey(packet_id, index)
        found.append(Packet(key, kind, start, size, records, start_of_frame + start))
    return found


def _records(kind: PacketKind | None, frame: FrameBytes, start: int, size: int) -> int | None:
    """Return the number of records in a packet's payload, None if unknown.

    If all records have the same size, the number follows from the size of the payload; else it is read from
    the payload's beginning.

    Args:
        kind: kind of the packet, None if its id is unknown.
        frame: bytes of the frame with the packet.
        start: index of the payload's first byte in the frame's bytes.
        size: size of the payload in bytes.
    """
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
    """Payload of a packet with its decoded table, or with the reason why there is no table.

    Attributes:
        payload: bytes of the payload, or its beginning if it is too large to be shown.
        table: decoded records, None if they cannot be decoded.
        reason: sentences for the user on why ``table`` is None, else empty.
    """

    payload: bytes
    table: Table | None
    reason: str = ""


def shown_bytes(packet: Packet, frame: FrameBytes) -> bytes:
    """Return the payload of ``packet``, or the first ``MOST_SHOWN`` bytes of a larger one.

    Raises ChangedError if the file has changed since it was opened, UnreadableError if it cannot be read.
    """
    return frame.read(packet.start, min(packet.size, MOST_SHOWN))


def decode(packet: Packet, payload: bytes, dialect: Dialect) -> Decoded:
    """Return the decoded ``payload`` of ``packet``, or the reason why it cannot be decoded.

    ``payload`` is the result of ``shown_bytes``; ``dialect`` says how the recording's packets are read.
    """
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
    """Return the indices of the columns of ``table`` that contain actor ids.

    The first one has the actor that a record is about; others have further actors, as in a collision.
    """
    names = [name for name, _ in table.columns]
    return [names.index(name) for name in _ACTOR_COLUMNS if name in names]


def actor_of(table: Table, line: int, column: int) -> int | None:
    """Return the actor id that a cell of ``table`` stands for; None if it stands for no actor.

    It is the id in the cell, or in another column of its line if the cell's column has no actor ids.
    """
    columns = actor_columns(table)
    if not columns:
        return None
    value = table.rows[line][column if column in columns else columns[0]]
    return value if isinstance(value, int) else None


def lines_of(table: Table, actor_id: int) -> list[int]:
    """Return the indices of the rows of ``table`` (a packet's records) that are about actor ``actor_id``."""
    columns = actor_columns(table)
    if not columns:
        return []
    ids: Sequence[int | None] = table.actor_ids
    if len(table.rows) and ids[0] is None:
        ids = [row[columns[0]] for row in table.rows]
    return [line for line, each in enumerate(ids) if each == actor_id]


def row_of(actors: ActorTable, actor_id: int, frame: int) -> int | None:
    """Return the row in the actor table of the actor with the id ``actor_id`` at the frame index ``frame``.

    CARLA reuses ids. If no actor with this id is alive at that frame, the last one before it counts, or else
    the first one after it. None for an unknown id.
    """
    alive = actors.find(actor_id, frame)
    if alive is not None:
        return alive
    rows = actors.rows_of(actor_id)
    before = [row for row in rows if actors.spawn_frame[row] <= frame]
    return next(iter(before[-1:] + rows), None)
