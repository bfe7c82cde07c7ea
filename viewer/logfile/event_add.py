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
_ONE = _U16.pack(1)


class Texts(NamedTuple):
    """What an actor's record ends with; ``number`` tells which of the known ones it is, −1 if none."""

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
        """Remember texts that were decoded from some bytes, unless there are too many; return them."""
        known = self._known.get(data)  # of a blueprint with other attributes than the last one
        if known is None:
            if len(self._known) == _MOST_TEXTS:
                return Texts(record.type_id, record.attributes)
            known = self._known[data] = Texts(record.type_id, record.attributes, len(self.all))
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
    """Yield the records one by one, so that those before a defect are kept; errors as for ``read_records``.

    With ``known``, texts that were decoded before are shared, and others remembered.
    """
    return read_records(EVENT_ADD, payload, partial((known or KnownTexts()).read, engine))


def scan_event_add(payload: bytes, engine: Engine, known: KnownTexts) -> tuple[list[int], list[int]] | None:
    """Return where each record begins, and the number of its texts among the known ones.

    None if the payload contradicts itself, which ``decode_event_add`` tells, or if there are too many texts.
    """
    places, numbers = [], []
    head, at = _HEAD[engine].size, COUNT_SIZE
    if payload.startswith(_ONE):
        alone = known.number_of(payload[at + head :])
        if alone >= 0:
            return [at], [alone]
    try:
        while at < len(payload):
            places.append(at)
            texts, at = known.find(payload, at + head) or known.texts(engine, payload, at)
            numbers.append(texts.number)
    except DamagedPayloadError:
        return None
    whole = at == len(payload) and int.from_bytes(payload[:COUNT_SIZE], "little") == len(places)
    return (places, numbers) if whole and -1 not in numbers else None


def fits(payload: bytes, engine: Engine) -> bool:
    """Tell whether the payload is exactly consumed when read with this engine's vectors."""
    try:
        for _ in decode_event_add(payload, engine):
            pass
    except DamagedPayloadError:
        return False
    return True
