"""A fast look at EventAdd: where many actors come and go, most have the same texts as others."""

from __future__ import annotations

from array import array
from functools import lru_cache

from viewer.logfile.fields import COUNT_SIZE, Engine
from viewer.logfile.nested import read_records
from viewer.logfile.packets import EVENT_ADD, Attribute
from viewer.logfile.payload import DamagedPayloadError

Texts = tuple[str, tuple[Attribute, ...]]
"""What a record ends with: the blueprint, and its attributes."""

_MOST_TEXTS = 20_000
_TELLING = 24
"""With so many bytes texts begin alike only if they most likely are of one length."""


class KnownTexts:
    """Blueprints with attributes that have been met before, recognised by their bytes.

    Attributes:
        all: those that have been met, by number; of very many, one can be there more than once.
        sizes: how many bytes each of them has.

    """

    def __init__(self) -> None:
        self.all: list[Texts] = []
        self.sizes = array("q")
        self._numbers: dict[bytes, int] = {}
        self._lengths: dict[bytes, int] = {}  # by how they begin: of the texts that were met last

    def scan(self, payload: bytes, head: int, numbers: list[int]) -> bool:
        """Add the number of the texts of each record; return whether the payload ends with them.

        Each begins with so many bytes before its texts.
        """
        lengths, known = self._lengths, self._numbers
        at, end = COUNT_SIZE + head, len(payload) + head
        while at < end:
            try:
                texts = payload[at : at + lengths[payload[at : at + _TELLING]]]
                # Each text says how long it is: what has the bytes of known texts has just these.
                number, size = known[texts], len(texts)
            except KeyError:
                try:
                    number = self._meet(payload, at)
                except IndexError:
                    return False
                size = self.sizes[number]
            numbers.append(number)
            at += size + head
        return at == end

    def _meet(self, payload: bytes, start: int) -> int:
        """Return the number of the texts at an offset; IndexError if the payload ends within them."""
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
            self.sizes.append(len(texts))
        return number


def _decoded(texts: bytes, at: int) -> Texts:
    blueprint, attributes = _text(texts[2 : at - 2]), []
    while at < len(texts):
        name_end = at + 3 + (texts[at + 1] | texts[at + 2] << 8)
        end = name_end + 2 + (texts[name_end] | texts[name_end + 1] << 8)
        attributes.append(_attribute(texts[at:end]))
        at = end
    return blueprint, tuple(attributes)


@lru_cache(1 << 10)
def _attribute(data: bytes) -> Attribute:
    """Return an attribute; actors that differ in one have the others in common."""
    name_end = 3 + (data[1] | data[2] << 8)
    return Attribute(data[0], _text(data[3:name_end]), _text(data[name_end + 2 :]))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def scan_event_add(
    payload: bytes, engine: Engine, known: KnownTexts
) -> tuple[list[int], DamagedPayloadError | None]:
    """Return the number of the texts of each record among the known ones, and what is wrong.

    What is wrong is what ``read_records`` raises; the records are those before it.
    """
    numbers: list[int] = []
    if known.scan(payload, EVENT_ADD.dtype(engine).itemsize, numbers) and payload[:COUNT_SIZE] == (
        len(numbers) & 0xFFFF
    ).to_bytes(COUNT_SIZE, "little"):
        return numbers, None
    count = 0
    try:
        for _ in read_records(EVENT_ADD, payload, engine):
            count += 1
    except DamagedPayloadError as error:
        return numbers[:count], error
    return numbers, None


def fits(payload: bytes, engine: Engine) -> bool:
    """Tell whether the payload is exactly consumed when read with this engine's vectors."""
    return scan_event_add(payload, engine, KnownTexts())[1] is None
