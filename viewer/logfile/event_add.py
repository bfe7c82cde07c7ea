"""A fast look at EventAdd: where many actors come and go, most have the same texts as others."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.logfile.fields import COUNT_SIZE, Engine, record_struct
from viewer.logfile.nested import read_records, reader_of
from viewer.logfile.packets import EVENT_ADD, ActorRecord, Attribute
from viewer.logfile.payload import DamagedPayloadError

__all__ = "ActorRecord", "Attribute", "KnownTexts", "Texts", "decode_event_add", "fits", "scan_event_add"

HEAD = {engine: record_struct(EVENT_ADD.fields[:-2], engine) for engine in Engine}
"""What a record begins with, before its texts."""

Texts = tuple[str, tuple[Attribute, ...]]
"""What it ends with: the blueprint, and its attributes."""

_MOST_TEXTS = 20_000
_TELLING = 24
"""With so many bytes texts begin alike only if they most likely are of one length."""


class KnownTexts:
    """Blueprints with attributes that have been met before, recognised by their bytes.

    Attributes:
        all: those that have been met, by number; of very many, one can be there more than once.

    """

    def __init__(self) -> None:
        """Start with none."""
        self.all: list[Texts] = []
        self._numbers: dict[bytes, int] = {}
        self._lengths: dict[bytes, int] = {}  # by how they begin: of the texts that were met last

    def scan(self, payload: bytes, head: int, places: list[int], numbers: list[int]) -> bool:
        """Add where the texts of each record begin, and their number; return whether it ends with them.

        Each begins with so many bytes before its texts.
        """
        lengths, known = self._lengths, self._numbers
        at, end = COUNT_SIZE + head, len(payload) + head
        while at < end:
            try:
                texts = payload[at : at + lengths[payload[at : at + _TELLING]]]
                # Each text says how long it is: what has the bytes of known texts has just these.
                number, stop = known[texts], at + len(texts)
            except KeyError:
                try:
                    number, stop = self._meet(payload, at)
                except IndexError:
                    return False
            places.append(at)
            numbers.append(number)
            at = stop + head
        return at == end

    def _meet(self, payload: bytes, start: int) -> tuple[int, int]:
        """Return the number of the texts at an offset, and what is behind them; IndexError if they go on."""
        begin = at = start + (payload[start] | payload[start + 1] << 8) + 4
        for _ in range(payload[at - 2] | payload[at - 1] << 8):
            at += 3 + (payload[at + 1] | payload[at + 2] << 8)
            at += 2 + (payload[at] | payload[at + 1] << 8)
        if at > len(payload):
            raise IndexError
        self._lengths[payload[start : start + _TELLING]] = at - start
        texts = payload[start:at]
        number = self._numbers.get(texts)
        if number is None:
            if len(self._numbers) == _MOST_TEXTS:
                self._numbers.clear()
                self._lengths.clear()
            number = self._numbers[texts] = len(self.all)
            self.all.append(_decoded(texts, begin - start))
        return number, at


def _decoded(texts: bytes, at: int) -> Texts:
    """Return the texts of one record, the attributes of which begin at an offset."""
    blueprint, attributes = _text(texts[2 : at - 2]), []
    while at < len(texts):
        name = at + 3
        name_end = name + (texts[at + 1] | texts[at + 2] << 8)
        value = name_end + 2
        value_end = value + (texts[name_end] | texts[name_end + 1] << 8)
        attributes.append(Attribute(texts[at], _text(texts[name:name_end]), _text(texts[value:value_end])))
        at = value_end
    return blueprint, tuple(attributes)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def scan_event_add(
    payload: bytes, engine: Engine, known: KnownTexts
) -> tuple[list[int], list[int], DamagedPayloadError | None]:
    """Return where the texts of each record begin, their number among the known ones, and what is wrong.

    What is wrong is what ``read_records`` raises; the records are those before it.
    """
    places: list[int] = []
    numbers: list[int] = []
    if known.scan(payload, HEAD[engine].size, places, numbers) and payload[:COUNT_SIZE] == (
        len(places) & 0xFFFF
    ).to_bytes(COUNT_SIZE, "little"):
        return places, numbers, None
    count = 0
    try:
        for _ in read_records(EVENT_ADD, payload, reader_of(EVENT_ADD, engine)):
            count += 1
    except DamagedPayloadError as error:
        return places[:count], numbers[:count], error
    return places, numbers, None


def decode_event_add(payload: bytes, engine: Engine) -> Iterator[ActorRecord]:
    """Yield the records one by one: those before a defect are kept; errors as for ``read_records``."""
    known = KnownTexts()
    places, numbers, error = scan_event_add(payload, engine, known)
    for at, number in zip(places, numbers, strict=True):
        actor_id, actor_type, *transform, uid = HEAD[engine].unpack_from(payload, at - HEAD[engine].size)
        place = tuple(transform[:3]), tuple(transform[3:])
        yield ActorRecord(actor_id, actor_type, *place, uid, *known.all[number])
    if error is not None:
        raise error


def fits(payload: bytes, engine: Engine) -> bool:
    """Tell whether the payload is exactly consumed when read with this engine's vectors."""
    return scan_event_add(payload, engine, KnownTexts())[2] is None
