"""EventAdd, the packet whose records carry a blueprint and attributes (FORMAT.md §3.2)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from viewer.logfile.enums import ActorType, AttributeType
from viewer.logfile.fields import ACTOR, Codec, Engine, Field, RecordPart, record_struct
from viewer.logfile.payload import DamagedPayloadError

HEAD_FIELDS = (
    ACTOR,
    Field("type", "u8", enum=ActorType),
    Field("location", "vec", "cm", "in the world, or relative to the parent if attached after the start"),
    Field("rotation", "vec", "°", "roll, pitch, yaw; relative like the location"),
    Field("uid", "u32", doc="index of the blueprint in that server's list; 0 for actors of the map"),
)
"""What each record begins with."""

_HEAD = {engine: record_struct(HEAD_FIELDS, engine) for engine in Engine}
_U16 = struct.Struct("<H")
_MOST_TEXTS = 20_000
_ONE = _U16.pack(1)


class Attribute(NamedTuple):
    """One attribute of an actor; the value is always text, ``type`` as written in the file."""

    type: int
    id: str
    value: str


class ActorRecord(NamedTuple):
    """One record of EventAdd: location in cm, rotation as roll, pitch, yaw in degrees."""

    actor_id: int
    type: int
    location: tuple[float, float, float]
    rotation: tuple[float, float, float]
    uid: int
    type_id: str
    attributes: tuple[Attribute, ...]


class Texts(NamedTuple):
    """What an actor's record ends with; ``number`` tells which of the known ones it is, −1 if none."""

    type_id: str
    attributes: tuple[Attribute, ...]
    number: int = -1


class KnownTexts:
    """Blueprints with attributes that have been decoded before.

    Where many actors come and go, most have the same ones as others: those are recognised by their bytes,
    which takes a tenth of the time of decoding them, and shared.
    """

    def __init__(self) -> None:
        """Start with none."""
        self.all: list[Texts] = []
        """Those that are known, by number."""
        self._known: dict[bytes, Texts] = {}
        self._steps: dict[bytes, tuple[int, ...]] = {}

    def find(self, payload: bytes, at: int) -> tuple[Texts, int] | None:
        """Return the texts at an offset and the offset after them, None if they are not known."""
        end = at + int.from_bytes(payload[at : at + 2], "little") + 4  # its length, the blueprint, a count
        # Those of one blueprint mostly have attributes of the same names: their values tell where they end.
        try:
            for step in self._steps[payload[at:end]]:
                end += step
                end += payload[end - 2] | payload[end - 1] << 8
            # Each text says how long it is: what has the bytes of known texts has just these.
            return self._known[payload[at:end]], end
        except (KeyError, IndexError):
            return None

    def number_of(self, texts: bytes) -> int:
        """Return which of the known ones some bytes are, −1 if none."""
        known = self._known.get(texts)
        return -1 if known is None else known.number

    def add(self, payload: bytes, begin: int, end: int, texts: Texts) -> Texts:
        """Remember texts that were decoded from some bytes, unless there are too many; return them."""
        data = payload[begin:end]
        known = self._known.get(data)  # of a blueprint with other attributes than the last one
        if known is None:
            if len(self._known) == _MOST_TEXTS:
                return texts
            known = self._known[data] = texts._replace(number=len(self.all))
            self.all.append(known)
        at = int.from_bytes(data[: _U16.size], "little") + 2 * _U16.size
        self._steps[data[:at]] = tuple(_steps(data, at))
        return known


def _steps(texts: bytes, at: int) -> Iterator[int]:
    """Yield how far it is from each attribute to behind the length of its value."""
    while at < len(texts):
        step = 1 + _U16.size + int.from_bytes(texts[at + 1 : at + 1 + _U16.size], "little") + _U16.size
        yield step
        at += step + int.from_bytes(texts[at + step - _U16.size : at + step], "little")


def decode_event_add(
    payload: bytes, engine: Engine, known: KnownTexts | None = None
) -> Iterator[ActorRecord]:
    """Yield the records one by one, so that those before a defect are kept.

    With ``known``, texts that were decoded before are shared, and others remembered.

    The count has 16 bits and wraps (FORMAT.md §1.3), so records go on to the end of the payload, if they end
    exactly there.

    Raises:
        DamagedPayloadError: a record or a string would reach beyond the payload, bytes are left over, or the
            count is not that of the records; only then its offset is the end of the payload.

    """
    known = known or KnownTexts()
    written, at = _u16(payload, 0)
    for found in range(written):
        if at == len(payload):
            raise _miscounted(written, found, at)
        record, at = _record(payload, at, engine, known)
        yield record
    if at < len(payload):
        more = _rest(payload, at, engine, known)
        yield from more
        if len(more) & 0xFFFF:
            raise _miscounted(written, written + len(more), len(payload))


def _record(payload: bytes, at: int, engine: Engine, known: KnownTexts) -> tuple[ActorRecord, int]:
    """Return the record at an offset, and the offset after it."""
    head = _HEAD[engine]
    if at + head.size > len(payload):
        raise DamagedPayloadError("a record of EventAdd reaches beyond its packet", at)
    actor_id, kind, x, y, z, roll, pitch, yaw, uid = head.unpack_from(payload, at)
    texts, at = known.find(payload, at + head.size) or _texts(payload, at + head.size, known)
    place = (x, y, z), (roll, pitch, yaw)
    return ActorRecord(actor_id, kind, *place, uid, texts.type_id, texts.attributes), at


def _texts(payload: bytes, begin: int, known: KnownTexts) -> tuple[Texts, int]:
    type_id, at = _text(payload, begin)
    attributes, at = _attributes(payload, at)
    return known.add(payload, begin, at, Texts(type_id, attributes)), at


def _rest(payload: bytes, start: int, engine: Engine, known: KnownTexts) -> list[ActorRecord]:
    """Return the records from an offset that end with the payload; what does not is no record."""
    records, at = [], start
    try:
        while at < len(payload):
            record, at = _record(payload, at, engine, known)
            records.append(record)
    except DamagedPayloadError:
        raise DamagedPayloadError(f"{len(payload) - start} bytes are left over in EventAdd", start) from None
    return records


def scan_event_add(payload: bytes, engine: Engine, known: KnownTexts) -> tuple[list[int], list[int]] | None:
    """Return where each record begins, and the number of its texts among the known ones.

    None if the payload contradicts itself, which ``decode_event_add`` tells, or if there are too many texts.
    """
    places, numbers = [], []
    head, at = _HEAD[engine].size, _U16.size
    if payload.startswith(_ONE):
        alone = known.number_of(payload[at + head :])
        if alone >= 0:
            return [at], [alone]
    try:
        while at < len(payload):
            places.append(at)
            texts, at = known.find(payload, at + head) or _texts(payload, at + head, known)
            numbers.append(texts.number)
    except DamagedPayloadError:
        return None
    whole = at == len(payload) and int.from_bytes(payload[: _U16.size], "little") == len(places)
    return (places, numbers) if whole and -1 not in numbers else None


def _miscounted(written: int, found: int, at: int) -> DamagedPayloadError:
    return DamagedPayloadError(f"EventAdd says that it has {written:,} actors, but it has {found:,}", at)


def encode_event_add(records: Iterable[ActorRecord], engine: Engine) -> bytes:
    """Return the payload that holds ``records``."""
    rows = list(records)
    parts = [_U16.pack(len(rows) & 0xFFFF)]
    for record in rows:
        parts.append(
            _HEAD[engine].pack(record.actor_id, record.type, *record.location, *record.rotation, record.uid)
        )
        parts.append(_packed(record.type_id))
        parts.append(_U16.pack(len(record.attributes)))
        for attribute in record.attributes:
            parts += (bytes((attribute.type,)), _packed(attribute.id), _packed(attribute.value))
    return b"".join(parts)


def fits(payload: bytes, engine: Engine) -> bool:
    """Tell whether the payload is exactly consumed when read with this engine's vectors."""
    try:
        for _ in decode_event_add(payload, engine):
            pass
    except DamagedPayloadError:
        return False
    return True


def _attributes(payload: bytes, at: int) -> tuple[tuple[Attribute, ...], int]:
    count, at = _u16(payload, at)
    attributes = []
    for _ in range(count):
        if at >= len(payload):
            raise DamagedPayloadError("an attribute reaches beyond its packet", at)
        kind = payload[at]
        name, at = _text(payload, at + 1)
        value, at = _text(payload, at)
        attributes.append(Attribute(kind, name, value))
    return tuple(attributes), at


def _u16(payload: bytes, at: int) -> tuple[int, int]:
    if at + 2 > len(payload):
        raise DamagedPayloadError("a count or length reaches beyond its packet", at)
    return payload[at] | payload[at + 1] << 8, at + 2


def _text(payload: bytes, at: int) -> tuple[str, int]:
    length, at = _u16(payload, at)
    end = at + length
    if end > len(payload):
        raise DamagedPayloadError(f"a text of {length:,} bytes reaches beyond its packet", at)
    return payload[at:end].decode("utf-8", errors="replace"), end


def _packed(text: str) -> bytes:
    data = text.encode()
    return _U16.pack(len(data)) + data


class EventAddCodec(Codec):
    """Actors with their blueprints and attributes; records are ``ActorRecord``s."""

    parts = (
        RecordPart("", (Field("type_id", "str", doc="the blueprint, as vehicle.tesla.model3"),
                  Field("attributes", "u16", doc="how many follow"))),
        RecordPart("Then, for each attribute:", (
            Field("type", "u8", doc="one more each with header version 2", enum=AttributeType),
            Field("id", "str", doc="name of the attribute"),
            Field("value", "str", doc="always text"),
        )),
    )  # fmt: skip
    columns = (
        HEAD_FIELDS[0].columns[0], HEAD_FIELDS[1].columns[0], ("blueprint", ""),
        *(column for field in HEAD_FIELDS[2:] for column in field.columns), ("attributes", ""),
    )  # fmt: skip
    checked_when_opened = True

    def decode(self, payload: bytes, engine: Engine) -> list[ActorRecord]:
        """Return all records; errors as for ``decode_event_add``."""
        return list(decode_event_add(payload, engine))

    def encode(self, records: Iterable[ActorRecord], engine: Engine) -> bytes:
        """Return the payload that holds the records."""
        return encode_event_add(records, engine)

    def rows(self, record: ActorRecord) -> Iterable[tuple[Any, ...]]:
        """Return one row."""
        attributes = ", ".join(f"{each.id}={each.value}" for each in record.attributes)
        place = (*record.location, *record.rotation)
        (actor_type,) = HEAD_FIELDS[1].values(record.type)
        return [(record.actor_id, actor_type, record.type_id, *place, record.uid, attributes)]
