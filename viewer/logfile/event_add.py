"""Fast scan of EventAdd packets: most actors share blueprint and attributes, recognised by their bytes."""

from __future__ import annotations

from array import array
from functools import lru_cache

from viewer.logfile.fields import COUNT_SIZE, Engine
from viewer.logfile.nested import read_records
from viewer.logfile.packets import EVENT_ADD, Attribute
from viewer.logfile.payload import DamagedPayloadError

Texts = tuple[str, tuple[Attribute, ...]]
"""Texts in an EventAdd (spawn) record: the blueprint's id, and the actor's attributes."""

_MOST_TEXTS = 20_000
_PREFIX = 24
"""Number of leading bytes by which a spawn record's texts are compared with texts that were read earlier.

If they agree with those of earlier texts, all bytes of these are compared, so that equal texts are decoded
only once.
"""


class KnownTexts:
    """Distinct texts (blueprint id, attributes) of the EventAdd records scanned so far, found by their bytes.

    Attributes:
        all: the distinct texts in order of appearance; if there are very many, some may be in the list twice.
        sizes: number of bytes in the file of each entry of ``all``.
    """

    def __init__(self) -> None:
        self.all: list[Texts] = []
        self.sizes = array("q")
        self._indices: dict[bytes, int] = {}
        self._lengths: dict[bytes, int] = {}  # by their first bytes, of the latest texts with these

    def scan(self, payload: bytes, fixed_size: int, indices: list[int]) -> bool:
        """Append to ``indices``, for each record of ``payload``, the index of its texts in the list ``all``.

        Texts that are new are added to ``all``.

        Args:
            payload: content of an EventAdd packet.
            fixed_size: number of bytes of a record before its texts.
            indices: list to append to.

        Returns:
            Whether the last record ends at the end of ``payload``; if not, the packet is damaged.
        """
        lengths, known = self._lengths, self._indices
        at, end = COUNT_SIZE + fixed_size, len(payload) + fixed_size
        while at < end:
            try:
                texts = payload[at : at + lengths[payload[at : at + _PREFIX]]]
                # Each text begins with its length, so equal bytes are the same texts to the end.
                index, size = known[texts], len(texts)
            except KeyError:
                try:
                    index = self._intern(payload, at)
                except IndexError:
                    return False
                size = self.sizes[index]
            indices.append(index)
            at += size + fixed_size
        return at == end

    def _intern(self, payload: bytes, start: int) -> int:
        """Return the index in ``all`` of the texts at byte ``start`` of ``payload``; append them if new.

        The texts of a record are its blueprint id and attributes. Raises IndexError if ``payload`` ends
        within them.
        """
        begin = at = start + (payload[start] | payload[start + 1] << 8) + 4
        for _ in range(payload[at - 2] | payload[at - 1] << 8):
            at += 3 + (payload[at + 1] | payload[at + 2] << 8)
            at += 2 + (payload[at] | payload[at + 1] << 8)
        if at > len(payload):
            raise IndexError
        self._lengths[payload[start : start + _PREFIX]] = at - start
        texts = payload[start:at]
        index = self._indices.get(texts)
        if index is None:
            if len(self._indices) == _MOST_TEXTS:
                self._indices.clear()
                self._lengths.clear()
            index = self._indices[texts] = len(self.all)
            self.all.append(_decoded(texts, begin - start))
            self.sizes.append(len(texts))
        return index


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
    """Return ``data`` decoded as an attribute; cached, because most actors share most of their attributes."""
    name_end = 3 + (data[1] | data[2] << 8)
    return Attribute(data[0], _text(data[3:name_end]), _text(data[name_end + 2 :]))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def scan_event_add(
    payload: bytes, engine: Engine, known: KnownTexts
) -> tuple[list[int], DamagedPayloadError | None]:
    """Return, per EventAdd record, the index of its texts in ``known.all``; and the damage found, or None.

    Texts, a blueprint id with attributes, are added to ``known`` if they are new. If ``payload`` is damaged,
    the records before the damage are returned with the error that ``read_records`` raises.
    """
    indices: list[int] = []
    if known.scan(payload, EVENT_ADD.dtype(engine).itemsize, indices) and payload[:COUNT_SIZE] == (
        len(indices) & 0xFFFF
    ).to_bytes(COUNT_SIZE, "little"):
        return indices, None
    count = 0
    try:
        for _ in read_records(EVENT_ADD, payload, engine):
            count += 1
    except DamagedPayloadError as error:
        return indices[:count], error
    return indices, None


def fits(payload: bytes, engine: Engine) -> bool:
    """Return whether ``payload`` is a complete EventAdd payload with vectors as ``engine`` writes them.

    Unreal Engine 4 (UE4) writes vectors as three f32, UE5 as three f64.
    """
    return scan_event_add(payload, engine, KnownTexts())[1] is None
