"""A fast look-up for EventAdd: where many actors come and go, most have the same texts as others."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from viewer.logfile.fields import COUNT_SIZE, Engine, record_struct
from viewer.logfile.nested import read_records, reader_of
from viewer.logfile.packets import EVENT_ADD, ActorRecord, Attribute
from viewer.logfile.payload import DamagedPayloadError

__all__ = (
    "ActorRecord", "Attribute", "KnownTexts", "Texts", "decode_event_add", "fits", "scan_event_add",
)  # fmt: skip

_HEAD = {engine: record_struct(EVENT_ADD.fields[:-2], engine) for engine in Engine}
_U16 = struct.Struct("<H")
_MOST_TEXTS = 20_000
_VARIES = -1


class Texts(NamedTuple):
    """What an actor's record ends with; ``number`` tells which of the known ones it is."""

    type_id: str
    attributes: tuple[Attribute, ...]
    number: int = -1


class KnownTexts:
    """Blueprints with attributes that have been decoded before.

    They are recognised by their bytes, which takes a tenth of the time of decoding them, and shared.
    """

    def __init__(self) -> None:
        """Start with none."""
        self.all: list[Texts] = []
        """Those that have been met, by number; of very many, one can be there more than once."""
        self._numbers: dict[bytes, int] = {}
        self._shapes: dict[bytes, _Shape] = {}

    def find(self, payload: bytes, at: int) -> tuple[Texts, int] | None:
        """Return the texts at an offset and the offset after them, None if they are not known."""
        numbers: list[int] = []
        end = self.scan(payload, at, at + 1, 0, [], numbers)
        return (self.all[numbers[0]], end) if numbers else None

    def scan(
        self, payload: bytes, at: int, end: int, head: int, places: list[int], numbers: list[int]
    ) -> int:
        """Step through records whose texts are known, up to an offset; return where the next one begins.

        Each begins with so many bytes before its texts; its offset and their number are added to the lists.
        """
        shapes, known = self._shapes, self._numbers
        try:
            while at < end:
                start = at + head
                stop = start + (payload[start] | payload[start + 1] << 8) + 4  # length, blueprint, a count
                # Of one blueprint, most have attributes of the same names, and few of their values vary.
                steps, rest = shapes[payload[start:stop]].steps
                for step in steps:
                    stop += step
                    stop += payload[stop - 2] | payload[stop - 1] << 8
                stop += rest
                # Each text says how long it is: what has the bytes of known texts has just these.
                number = known[payload[start:stop]]
                places.append(at)
                numbers.append(number)
                at = stop
        except (KeyError, IndexError):
            pass
        return at

    def read(self, engine: Engine, payload: bytes, at: int) -> tuple[ActorRecord, int]:
        """Return the record at an offset, and the offset after it. Raises DamagedPayloadError."""
        texts, end = self.texts(engine, payload, at)
        head = _HEAD[engine].unpack_from(payload, at)
        place = head[2:5], head[5:8]
        return ActorRecord(head[0], head[1], *place, head[8], texts.type_id, texts.attributes), end

    def texts(self, engine: Engine, payload: bytes, at: int) -> tuple[Texts, int]:
        """Return the texts of the record at an offset, and the offset after it; errors as for ``read``."""
        start = at + _HEAD[engine].size
        found = self.find(payload, start)
        if found is not None:
            return found
        record, end = reader_of(EVENT_ADD, engine)(payload, at)
        return self._add(payload[start:end], record), end

    def _add(self, data: bytes, record: ActorRecord) -> Texts:
        """Remember texts that were decoded from some bytes; return them."""
        number = self._numbers.get(data)  # of a blueprint with other attributes than the last one
        if number is None:
            if len(self._numbers) == _MOST_TEXTS:
                self._numbers.clear()
            number = self._numbers[data] = len(self.all)
            self.all.append(Texts(record.type_id, record.attributes, number))
        at = int.from_bytes(data[: _U16.size], "little") + 2 * _U16.size
        shape = self._shapes.get(data[:at])
        if shape is None or not shape.fits(data, at):
            self._shapes[data[:at]] = _Shape(list(_lengths(data, at)), shape)
        return self.all[number]


class _Shape:
    """The lengths of names and values of a blueprint's attributes.

    ``steps`` tells how far it is from one value that varies to behind the length of the next, and then on.
    """

    def __init__(self, lengths: list[tuple[int, int]], before: _Shape | None) -> None:
        self.names = [name for name, _ in lengths]
        self.values = [value for _, value in lengths]
        if before is not None and before.names == self.names:
            pairs = zip(self.values, before.values, strict=True)
            self.values = [one if one == other else _VARIES for one, other in pairs]
        steps, way = [], 0
        for name, value in zip(self.names, self.values, strict=True):
            way += 1 + _U16.size + name + _U16.size
            if value == _VARIES:
                steps.append(way)
                way = 0
            else:
                way += value
        self.steps = steps, way

    def fits(self, texts: bytes, at: int) -> bool:
        """Tell whether it leads from an offset to the end of some texts, or would, if they had its names."""
        steps, rest = self.steps
        for step in steps:
            at += step
            at += int.from_bytes(texts[at - _U16.size : at], "little")
        return at + rest == len(texts)


def _lengths(texts: bytes, at: int) -> Iterator[tuple[int, int]]:
    """Yield how long the name and the value of each attribute are."""
    while at < len(texts):
        name = int.from_bytes(texts[at + 1 : at + 1 + _U16.size], "little")
        at += 1 + _U16.size + name + _U16.size
        value = int.from_bytes(texts[at - _U16.size : at], "little")
        yield name, value
        at += value


def decode_event_add(
    payload: bytes, engine: Engine, known: KnownTexts | None = None
) -> Iterator[ActorRecord]:
    """Yield the records one by one, so that those before a defect are kept; errors as for ``read_records``.

    With ``known``, texts that were decoded before are shared, and others remembered.
    """
    return read_records(EVENT_ADD, payload, partial((known or KnownTexts()).read, engine))


def scan_event_add(
    payload: bytes, engine: Engine, known: KnownTexts
) -> tuple[list[int], list[int], DamagedPayloadError | None]:
    """Return where each record begins, the number of its texts among the known ones, and what is wrong.

    The records are those that ``decode_event_add`` yields, what is wrong is what it raises.
    """
    places: list[int] = []
    numbers: list[int] = []
    head, end = _HEAD[engine].size, len(payload)
    at = known.scan(payload, COUNT_SIZE, end, head, places, numbers)
    try:
        while at < end:
            places.append(at)
            texts, at = known.texts(engine, payload, at)
            numbers.append(texts.number)
            at = known.scan(payload, at, end, head, places, numbers)
        if at == end and payload[0] | payload[1] << 8 == len(places):
            return places, numbers, None
    except DamagedPayloadError:
        pass
    count = 0
    try:
        for _ in decode_event_add(payload, engine, known):
            count += 1
    except DamagedPayloadError as error:
        return places[:count], numbers[:count], error
    return places, numbers, None


def fits(payload: bytes, engine: Engine) -> bool:
    """Tell whether the payload is exactly consumed when read with this engine's vectors."""
    try:
        for _ in decode_event_add(payload, engine):
            pass
    except DamagedPayloadError:
        return False
    return True
