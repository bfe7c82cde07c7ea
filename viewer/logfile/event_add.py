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
_VARIES = -1


class KnownTexts:
    """Blueprints with attributes that have been met before, recognised by their bytes.

    Attributes:
        all: those that have been met, by number; of very many, one can be there more than once.

    """

    def __init__(self) -> None:
        """Start with none."""
        self.all: list[Texts] = []
        self._numbers: dict[bytes, int] = {}
        self._lengths: dict[bytes, list[int]] = {}  # by blueprint: of names and values, where they agree
        self._steps: dict[bytes, tuple[list[int], int]] = {}

    def scan(self, payload: bytes, head: int, places: list[int], numbers: list[int]) -> bool:
        """Add where each record begins, and the number of its texts; return whether it ends with one.

        Each begins with so many bytes before its texts.
        """
        steps, known = self._steps, self._numbers
        at, stop, end = COUNT_SIZE, 0, len(payload)
        while at < end:
            try:
                start = at + head
                stop = start + (payload[start] | payload[start + 1] << 8) + 4  # length, blueprint, a count
                # Of one blueprint, most have attributes of the same names, and few of their values vary.
                varying, rest = steps[payload[start:stop]]
                for step in varying:
                    stop += step
                    stop += payload[stop - 2] | payload[stop - 1] << 8
                stop += rest
                # Each text says how long it is: what has the bytes of known texts has just these.
                number = known[payload[start:stop]]
            except (KeyError, IndexError):
                try:
                    number, stop = self._meet(payload, start, stop)
                except IndexError:
                    return False
            places.append(at)
            numbers.append(number)
            at = stop
        return at == end

    def _meet(self, payload: bytes, start: int, led_to: int) -> tuple[int, int]:
        """Return the number of the texts at an offset, and what is behind them; IndexError if they go on."""
        at = start + 2 + (payload[start] | payload[start + 1] << 8)
        type_id = _text(payload[start + 2 : at])
        count, at = payload[at] | payload[at + 1] << 8, at + 2
        blueprint, attributes = payload[start:at], []
        lengths: list[int] = []
        for _ in range(count):
            name = at + 3
            name_end = name + (payload[at + 1] | payload[at + 2] << 8)
            value = name_end + 2
            value_end = value + (payload[name_end] | payload[name_end + 1] << 8)
            lengths += name_end - name, value_end - value
            texts = _text(payload[name:name_end]), _text(payload[value:value_end])
            attributes.append(Attribute(payload[at], *texts))
            at = value_end
        if at > len(payload):
            raise IndexError
        if len(self._numbers) == _MOST_TEXTS:
            self._numbers.clear()
        number = self._numbers.setdefault(payload[start:at], len(self.all))
        if number == len(self.all):
            self.all.append((type_id, tuple(attributes)))
        if at != led_to or blueprint not in self._steps:
            self._learn(blueprint, lengths)
        return number, at

    def _learn(self, blueprint: bytes, lengths: list[int]) -> None:
        """Learn how far it is from one value that varies to behind the length of the next, and then on."""
        before = self._lengths.get(blueprint, lengths)
        if before[::2] == lengths[::2]:
            lengths = [one if one == other else _VARIES for one, other in zip(lengths, before, strict=True)]
        if lengths == before and blueprint in self._steps:
            return
        steps, way = [], 0
        for name, value in zip(lengths[::2], lengths[1::2], strict=True):
            way += 3 + name + 2
            if value == _VARIES:
                steps.append(way)
                way = 0
            else:
                way += value
        self._lengths[blueprint], self._steps[blueprint] = lengths, (steps, way)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def scan_event_add(
    payload: bytes, engine: Engine, known: KnownTexts
) -> tuple[list[int], list[int], DamagedPayloadError | None]:
    """Return where each record begins, the number of its texts among the known ones, and what is wrong.

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
        actor_id, actor_type, *transform, uid = HEAD[engine].unpack_from(payload, at)
        place = tuple(transform[:3]), tuple(transform[3:])
        yield ActorRecord(actor_id, actor_type, *place, uid, *known.all[number])
    if error is not None:
        raise error


def fits(payload: bytes, engine: Engine) -> bool:
    """Tell whether the payload is exactly consumed when read with this engine's vectors."""
    return scan_event_add(payload, engine, KnownTexts())[2] is None
