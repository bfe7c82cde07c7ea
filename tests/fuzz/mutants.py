"""Damaging a recording: edits, and what they leave as it was."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from tests.fuzz.corpus import Original
from tests.recording.plain_reader import Packet
from viewer.logfile import packets

_SIZES = (0, 1, 2, 3, 7, 0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
_NUMBERS = (0.0, -1.0, 1e-300, 1e30, 1e300, math.nan, math.inf, -math.inf)
_MOST_IN_F32 = 3e38
_IDS = (*range(26), 139, 255)


@dataclass(frozen=True)
class Edit:
    """Bytes from ``start`` to ``stop`` become ``replacement``; ``copied`` if that can hold frames."""

    start: int
    stop: int
    replacement: bytes
    copied: bool = False

    def __str__(self) -> str:
        """Return where it is and what is there instead."""
        return f"  bytes {self.start} to {self.stop} become {self.replacement.hex(' ') or 'nothing'}"


@dataclass(frozen=True)
class Mutant:
    """A recording with edits that do not overlap, in order."""

    original: Original
    edits: tuple[Edit, ...]

    @property
    def data(self) -> bytes:
        """The damaged bytes."""
        parts, at = [], 0
        for edit in self.edits:
            parts += (self.original.data[at : edit.start], edit.replacement)
            at = edit.stop
        return b"".join((*parts, self.original.data[at:]))

    @property
    def keeps_order(self) -> bool:
        """Whether its frames are some of the original's, in the same order, behind the same header."""
        return not any(edit.copied or edit.start < self.original.header_size for edit in self.edits)

    def new_offset(self, start: int, stop: int) -> int | None:
        """Return where bytes of the original are now, None if they are not whole."""
        shift = 0
        for edit in self.edits:
            if edit.start == edit.stop:
                touched = start < edit.start < stop  # what is put in exactly before or after touches nothing
            else:
                touched = edit.start < stop and start < edit.stop
            if touched:
                return None
            if edit.stop <= start:
                shift += len(edit.replacement) - (edit.stop - edit.start)
        return start + shift

    def may_lack_bytes_of(self, start: int) -> bool:
        """Tell whether bytes before ``start`` were deleted with the same result as if one behind it had been.

        A FrameEnd ends with zeros, and the FrameStart after it begins with one: where one zero is missing,
        nothing tells whether it is the last of one frame or the first of the next.
        """
        data = self.original.data
        return any(
            not edit.replacement
            and edit.start < edit.stop <= start < len(data)
            # Deleting [a, b) is deleting [a + 1, b + 1) if the bytes at a and b are equal, and so on.
            and data[edit.start : start + 1 - (edit.stop - edit.start)] == data[edit.stop : start + 1]
            for edit in self.edits
        )


def mutate(original: Original, others: Sequence[Original], random: Random) -> Mutant:
    """Return a recording damaged in one to six places; ``others`` are there to take pieces of."""
    edits: list[Edit] = []
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        make = random.choices([make for make, _ in _KINDS], [weight for _, weight in _KINDS])[0]
        edit = make(original, others, random)
        if all(edit.stop < each.start or each.stop < edit.start for each in edits):
            edits.append(edit)
    return Mutant(original, tuple(sorted(edits, key=lambda edit: edit.start)))


# -- bytes


def _flip(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    at = random.randrange(len(original.data))
    return Edit(at, at + 1, bytes((original.data[at] ^ 1 << random.randrange(8),)))


def _overwrite(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    start = random.randrange(len(original.data))
    stop = min(start + random.choice((1, 2, 4, 8, 30, 300)), len(original.data))
    filler = random.choice((b"\x00", b"\xff", None))
    size = stop - start
    return Edit(start, stop, filler * size if filler is not None else random.randbytes(size))


def _delete(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    start = random.randrange(len(original.data))
    return Edit(start, min(start + random.choice((1, 2, 5, 28, 200, 2000)), len(original.data)), b"")


def _insert(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    at = random.randrange(original.header_size, len(original.data) + 1)
    size = random.choice((1, 2, 5, 28, 200))
    return Edit(at, at, random.choice((bytes(size), random.randbytes(size))))


def _truncate(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    return Edit(random.randrange(len(original.data)), len(original.data), b"")


def _splice(original: Original, others: Sequence[Original], random: Random) -> Edit:
    """Put a piece of this or of another recording somewhere, over what was there or between."""
    source = random.choice((original, random.choice(others))).data
    begin = random.randrange(len(source))
    piece = source[begin : begin + random.choice((5, 60, 500, 5000))]
    at = random.randrange(len(original.data))
    over = random.choice((0, min(len(piece), len(original.data) - at)))
    return Edit(at, at + over, piece, copied=True)


def _header(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    """Damage the header: its version, its magic, the length of a text, its date, or its end."""
    start, stop = random.choice(((0, 2), (2, 4), (4, 18), (18, 26), (26, 28), (28, original.header_size)))
    return Edit(start, stop, random.choice((bytes(stop - start), random.randbytes(stop - start), b"")))


# -- numbers that lie


def _size(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    packet = random.choice(random.choice(original.frames))
    true = len(packet.payload)
    lie = random.choice((*_SIZES, true + 1, true - 1, true + 7, 2 * true)) & 0xFFFFFFFF
    return Edit(packet.offset + 1, packet.offset + 5, struct.pack("<I", lie))


def _count(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    packet = random.choice([each for each in random.choice(original.frames) if len(each.payload) >= 2])
    count = int.from_bytes(packet.payload[:2], "little")
    lie = random.choice((0, 1, count + 1, count - 1, 0xFFFF)) & 0xFFFF
    return Edit(packet.offset + 5, packet.offset + 7, struct.pack("<H", lie))


def _packet_id(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    packet = random.choice(random.choice(original.frames))
    return Edit(packet.offset, packet.offset + 1, bytes((random.choice(_IDS),)))


def _start(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    """Let a FrameStart say another id, duration or time."""
    at = random.choice(original.frames)[0].offset + 5
    field = random.randrange(3)
    if field == 0:
        value = struct.pack("<Q", random.choice((0, 1, 2, 1000, 2**32, 2**60, 2**64 - 1)))
    else:
        value = struct.pack("<d", random.choice(_NUMBERS))
    return Edit(at + 8 * field, at + 8 * field + 8, value)


def _number(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    """Put a strange number anywhere into a payload."""
    packet = random.choice([each for each in random.choice(original.frames) if len(each.payload) >= 8])
    form = random.choice("fd")
    size = struct.calcsize(form)
    at = packet.offset + 5 + random.randrange(len(packet.payload) - size + 1)
    values = [value for value in _NUMBERS if form == "d" or not _MOST_IN_F32 < abs(value) < math.inf]
    return Edit(at, at + size, struct.pack(f"<{form}", random.choice(values)))


# -- whole packets and frames


def _drop_packet(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    packet = random.choice(random.choice(original.frames))
    return Edit(packet.offset, packet.offset + 5 + len(packet.payload), b"")


def _repeat_packet(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    """Put a packet before another of the same frame: doubled, and perhaps out of its order."""
    frame = random.choice(original.frames)
    packet, place = random.choice(frame), random.choice(frame).offset
    return Edit(place, place, original.data[packet.offset : packet.offset + 5 + len(packet.payload)])


def _foreign_packet(original: Original, others: Sequence[Original], random: Random) -> Edit:
    """Put a packet of another time or another recording into a frame."""
    source = random.choice((original, random.choice(others)))
    inside = [each for each in random.choice(source.frames) if not _is_border(each)]
    packet, place = random.choice(inside), random.choice(random.choice(original.frames)).offset
    return Edit(place, place, source.data[packet.offset : packet.offset + 5 + len(packet.payload)])


def _is_border(packet: Packet) -> bool:
    return packet.id in (packets.FRAME_START.id, packets.FRAME_END.id)


def _drop_frame(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    return Edit(*original.bytes_of(random.choice(original.frames)), b"")


def _repeat_frame(original: Original, _others: Sequence[Original], random: Random) -> Edit:
    """Put a whole frame before another: doubled, or out of its order."""
    start, stop = original.bytes_of(random.choice(original.frames))
    place = random.choice(original.frames)[0].offset
    return Edit(place, place, original.data[start:stop], copied=True)


_Make = Callable[[Original, Sequence[Original], Random], Edit]
_KINDS: tuple[tuple[_Make, int], ...] = (
    (_flip, 8), (_overwrite, 4), (_delete, 3), (_insert, 3), (_truncate, 1), (_splice, 2), (_header, 1),
    (_size, 4), (_count, 3), (_packet_id, 3), (_start, 3), (_number, 4),
    (_drop_packet, 2), (_repeat_packet, 2), (_foreign_packet, 2), (_drop_frame, 1), (_repeat_frame, 2),
)  # fmt: skip
"""All that can happen to a recording, and how often, in proportion."""
