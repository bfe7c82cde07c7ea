"""Detection of the CARLA build that wrote a recording, from its content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice, takewhile
from typing import TypeVar

from viewer.logfile import packets
from viewer.logfile.dialect import SHIFTED_ATTRIBUTES, Dialect
from viewer.logfile.event_add import fits
from viewer.logfile.fields import COUNT_SIZE, PACKET_HEADER, Engine, PacketKind
from viewer.logfile.header import Header
from viewer.logfile.source import LogFile
from viewer.recording.index import RecordingIndex
from viewer.recording.layouts import START_PACKET

Choice = TypeVar("Choice")

_RENUMBERED_HEADER = 2  # version of the header since 0.9.16
_PACKETS_TO_ASK = 2_000
_VOTES = 5
"""Number of frames examined to detect the build: a single one may be damaged, or from another recording."""

_BYTES_OF_ACTORS = 64 << 20  # decoded at most; the first EventAdd of a town has a few ten kB
_SEARCHED = 4 << 20  # bytes at the start of the file in which frames are searched

_AMBIGUOUS = tuple(sorted(kind.id for kind in packets.RENUMBERED))
_BETWEEN = slice(packets.PACKETS.index(packets.POSITION), packets.PACKETS.index(packets.VEHICLE_LIGHT))
_AFTER_DOORS = frozenset(kind.id for kind in packets.PACKETS[_BETWEEN])
"""Ids of packets that CARLA writes after the vehicle doors of a frame, and before its wheels and bikers.

The packets of doors, wheels and bikers have ids from 21 to 23, which differ between builds. Such an id before
one of the packets in this set therefore means doors.
"""


def detect_dialect(
    file: LogFile, header: Header, end: int, custom: Mapping[int, PacketKind] | None = None
) -> Dialect:
    """Return the rules for reading ``file``, found in its first packets before the byte offset ``end``.

    Only packet headers, the count of Position and the first actors are read. If nothing in the file decides,
    UE4 is assumed.

    Args:
        file: open recording.
        header: header of ``file``.
        end: byte offset up to which packets are read.
        custom: packet kinds added by installed packages, by packet id.
    """
    from_position, from_actors, doors = Counter[Engine](), Counter[Engine](), Counter[int | None]()
    bytes_left, frames, is_ambiguous = _BYTES_OF_ACTORS, 0, False
    frame: list[int] = []  # ids of the packets since the last frame
    for packet_id, offset, size in islice(_packets(file, header.size, end), _PACKETS_TO_ASK):
        if packet_id == packets.POSITION.id:
            count = int.from_bytes(file.read(offset, min(size, COUNT_SIZE)), "little")
            from_position.update(_from_position(size, count))
        elif packet_id == packets.EVENT_ADD.id and COUNT_SIZE < size <= bytes_left:
            bytes_left -= size
            data = file.read(offset, size)
            from_actors.update(islice((engine for engine in Engine if fits(data, engine)), 1))
        is_end, is_start = packet_id == packets.FRAME_END.id, packet_id == packets.FRAME_START.id
        # In early UE5 files no FrameEnd is reached: wrong sizes lead beyond it.
        if is_end or (is_start and not _AFTER_DOORS.isdisjoint(frame)):
            doors.update(_doors_of(frame, whole=is_end and packets.FRAME_START.id in frame))
            frames, frame = frames + 1, []
        if not is_end:
            frame.append(packet_id)
            is_ambiguous |= packet_id in _AMBIGUOUS
        # EventAdd, which may come late, distinguishes early UE5 builds from others.
        if frames >= _VOTES and (from_actors or _winner(from_position) is Engine.UE4):
            break
    doors.update(_doors_of(frame, whole=False))

    engine = _winner(from_position) or _winner(from_actors) or Engine.UE4
    early = _winner(from_position) is Engine.UE5 and from_actors[Engine.UE4] > from_actors[Engine.UE5]
    reasons = [_about_engine(engine, "Position" if from_position else "EventAdd" if from_actors else "")]
    if early:
        reasons = ["early UE5: Position has f64 but EventAdd f32, and some packets are shorter than they say"]
    if is_ambiguous:
        reasons.append(_about_numbering(_winner(doors)))
    if header.version >= SHIFTED_ATTRIBUTES:
        reasons.append(f"header version {header.version}: attribute types are numbered one higher")
    doors_first = _winner(doors) == _AMBIGUOUS[0]
    return Dialect(engine, early, doors_first, header.version, custom, tuple(reasons))


def _doors_of(frame: list[int], *, whole: bool) -> list[int | None]:
    """Return a list with the packet id of vehicle doors in a frame: ``[None]`` if none, ``[]`` if unclear.

    The id is one of 21 to 23, depending on the build of CARLA; doors are recognised by coming before poses.
    ``frame`` holds the packet ids of the frame in order. ``whole`` is True if they are all of the frame's
    packets.
    """
    before = [*takewhile(lambda each: each not in _AFTER_DOORS, frame)]
    if before == frame or not (whole or any(each in _AMBIGUOUS for each in frame)):
        return []
    return [next((each for each in before if each in _AMBIGUOUS), None)]


def _about_engine(engine: Engine, found_in: str) -> str:
    if found_in == "Position":
        return f"{engine.value}: Position has {packets.POSITION.dtype(engine).itemsize} bytes a record"
    if found_in:
        return f"{engine.value}: EventAdd is consumed exactly with that engine's vectors"
    return "taken for UE4: neither Position nor EventAdd has a record that tells"


def _about_numbering(doors: int | None) -> str:
    if doors == _AMBIGUOUS[0]:
        return "id 21 stands before Position: 21–23 are doors, wheels, bikers (between 0.9.15 and 0.9.16)"
    if doors is not None:
        return f"id {doors} stands before Position: 21–23 are wheels, bikers, doors (from 0.9.16)"
    return "ids 21 and 22 stand after AnimWalker and nothing before Position: wheels and bikers (0.9.15)"


def _packets(file: LogFile, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Yield (packet id, byte offset of the payload, its size) of the packets from byte ``start`` to ``end``.

    After damage, reading begins again at each later place that looks like the start of a frame, so that
    packets may be yielded more than once.
    """
    for first in _starts(file, start, end):
        at = first
        while at + PACKET_HEADER.size <= end:
            packet_id, size = PACKET_HEADER.unpack(file.read(at, PACKET_HEADER.size))
            payload = at + PACKET_HEADER.size
            at = payload + size
            if at > end:
                break
            yield packet_id, payload, size


def _starts(file: LogFile, start: int, end: int) -> Iterator[int]:
    """Yield ``start``, and then the byte offset of each later FrameStart header before the offset ``end``.

    Only the first 4 MiB are searched; bytes that merely look like such a header are yielded, too.
    """
    yield start
    data = file.read(start, min(_SEARCHED, end - start))
    at = data.find(START_PACKET, 1)
    while at >= 0:
        yield start + at
        at = data.find(START_PACKET, at + 1)


def _from_position(size: int, count: int) -> list[Engine]:
    """Return the engine that writes a Position packet with ``count`` records in ``size`` bytes, as a list.

    The list is empty if no engine does, or if ``count`` is 0.
    """
    records = {engine: count * packets.POSITION.dtype(engine).itemsize for engine in Engine if count}
    return [engine for engine, record_bytes in records.items() if size == COUNT_SIZE + record_bytes]


def _winner(votes: Counter[Choice]) -> Choice | None:
    return votes.most_common(1)[0][0] if votes else None


_BY_PACKETS = (
    ((packets.ANIM_VEHICLE_WHEELS, packets.ANIM_BIKER), "CARLA 0.9.15"),
    ((packets.VISUAL_TIME,), "CARLA 0.9.14"),
    ((packets.VEHICLE_LIGHT,), "CARLA 0.9.10–0.9.13"),
    ((packets.ANIM_VEHICLE, packets.ANIM_WALKER), "CARLA 0.9.6–0.9.9"),
)
"""CARLA versions, the newest first, each after the packet kinds that it introduced.

The first version of whose kinds a recording contains any is taken for the one that wrote it.
"""


def carla_version(index: RecordingIndex) -> str:
    """Return the CARLA versions that write files like this one, as text; empty if there are no packets."""
    counts, dialect = index.packet_counts, index.dialect
    # Builds with doors write them in every frame; a few may be damaged ids.
    has_doors = 2 * counts.get(dialect.id_of(packets.VEHICLE_DOOR), 0) > len(index.frame_starts)
    if not counts:
        return ""
    if dialect.early_ue5:
        return "CARLA for UE5, before 0.10"
    if index.dialect.engine is Engine.UE5:
        return "CARLA for UE5, since 2026" if has_doors and not dialect.doors_first else "CARLA 0.10+"
    if has_doors:
        return _with_doors(index)
    if index.header.version >= _RENUMBERED_HEADER:
        return "CARLA 0.9.16+"
    known = (text for kinds, text in _BY_PACKETS if any(kind.id in counts for kind in kinds))
    return next(known, "CARLA 0.9.5")


def _with_doors(index: RecordingIndex) -> str:
    if packets.WEATHER.id in index.packet_counts:
        return "CARLA after 0.9.16, since 2026"
    return "CARLA after 0.9.15, before 0.9.16" if index.dialect.doors_first else "CARLA 0.9.16+"
