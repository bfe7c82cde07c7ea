"""The text of ``show_recorder_file_info``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

import numpy as np

from viewer.analysis.carla_text.frames import (
    PrintedFrame,
    actor_records,
    foot,
    frames_with,
    general_text,
    head,
    last_start,
)
from viewer.analysis.carla_text.packet_texts import USUAL, Style, bones_text, physics_text, sections
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import decode_records
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import Batch, Block, read_blocks


def file_info(
    index: RecordingIndex, *, show_all: bool = False, style: Style = USUAL, utc: bool = False
) -> Iterator[bytes]:
    """Yield the text, some frames at a time; nothing is kept, so it may be as long as it likes.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    yield head(index.header, utc=utc)
    printer = _Printer(index.dialect, style, show_all=show_all)
    if show_all:
        for block in read_blocks(index):
            yield printer.block(index, block)
    else:
        number = 0
        for frame in frames_with(index, printer.kinds):
            yield printer.frame_end * (frame.number - number) + printer.frame(frame)
            number = frame.number + 1
        yield printer.frame_end * (len(index.heads) - number)
    last = last_start(index)
    if not last.complete:
        yield printer.frame(last)
    elif style.latest:
        yield b"\n"  # the last FrameEnd is handled twice
    yield foot(last)


class _Printer:
    """Prints the packets of one recording in one style."""

    def __init__(self, dialect: Dialect, style: Style, *, show_all: bool) -> None:
        self._dialect = dialect
        self._show_all = show_all
        self._sections = sections(style)
        self._described = dict(_EVENTS)
        if show_all:
            bones = partial(bones_text, after="" if style.latest else "\n")
            self._described |= {packets.PHYSICS_CONTROL: physics_text, packets.WALKER_BONES: bones}
        else:
            self._sections = {kind: each for kind, each in self._sections.items() if kind is packets.WEATHER}
        self.kinds = {*self._described, *self._sections}
        self.frame_end = b"\n" if style.latest else b""

    def block(self, index: RecordingIndex, block: Block) -> bytes:
        """Return the text of the frames of a block."""
        texts = {
            index.dialect.id_of(batch.kind): iter(self._texts(batch))
            for batch in block.batches
            if batch.kind in self.kinds
        }
        possible = index.dialect.possible_sizes
        heads = index.heads[block.first : block.stop].tolist()
        numbers = index.layout_numbers[block.first : block.stop].tolist()
        parts: list[bytes] = []
        for (frame, _, elapsed), number in zip(heads, numbers, strict=True):
            parts.append(_frame_line(frame, elapsed))
            parts += [
                next(texts[packet_id])
                for packet_id, _, size in index.layouts[number].packets
                if packet_id in texts and size in possible[packet_id]
            ]
            parts.append(self.frame_end)
        return b"".join(parts)

    def frame(self, frame: PrintedFrame) -> bytes:
        """Return the text of one frame; its line comes before the first event, unless all is printed."""
        text = b""
        nowhere = np.zeros(1, np.int64)
        for kind, payload in frame.packets:
            if kind in self.kinds:
                size = nowhere + len(payload)
                batch = Batch(kind, self._dialect.dtype(kind), payload, nowhere, nowhere, nowhere, size)
                text += self._texts(batch)[0]
        line = _frame_line(frame.frame, frame.elapsed) if text or self._show_all else b""
        return line + text + (self.frame_end if frame.complete else b"")

    def _texts(self, batch: Batch) -> list[bytes]:
        """Return the text of each payload."""
        describe = self._described.get(batch.kind)
        if describe is not None:
            texts = (describe(bytes(each), self._dialect) for each in batch.payloads)
            return [text.encode(errors="surrogateescape") for text in texts]
        heading, line = self._sections[batch.kind]
        counts = batch.counts
        lines = iter(line.parts(batch.records, np.cumsum(counts)[counts > 0].tolist()))
        return [
            (b"%b%d\n" % (heading.encode(), count) if heading else b"") + (next(lines) if count else b"")
            for count in counts.tolist()
        ]


def _frame_line(frame: int, elapsed: float) -> bytes:
    return f"Frame {frame} at {general_text(elapsed)} seconds\n".encode()


def _event_add(payload: bytes, dialect: Dialect) -> str:
    lines = []
    for each in actor_records(payload, dialect):
        place = ", ".join(map(general_text, each.location))
        lines.append(f" Create {each.actor_id}: {each.type_id} ({each.type}) at ({place})\n")
        lines += [f"  {attribute.id} = {attribute.value}\n" for attribute in each.attributes]
    return "".join(lines)


def _event_del(payload: bytes, dialect: Dialect) -> str:
    records = decode_records(packets.EVENT_DEL, payload, dialect.engine)
    return "".join(f" Destroy {actor_id}\n" for actor_id in records["actor_id"].tolist())


def _event_parent(payload: bytes, dialect: Dialect) -> str:
    records = decode_records(packets.EVENT_PARENT, payload, dialect.engine)
    return "".join(f" Parenting {child} with {parent} (parent)\n" for child, parent in records.tolist())


def _collision(payload: bytes, dialect: Dialect) -> str:
    hero = ("", " (hero) ")
    records = decode_records(packets.COLLISION, payload, dialect.engine)
    return "".join(
        f" Collision id {number} between {first}{hero[bool(is_hero)]} with {second}{hero[bool(other_is)]}\n"
        for number, first, second, is_hero, other_is in records.tolist()
    )


_EVENTS: Mapping[PacketKind, Callable[[bytes, Dialect], str]] = MappingProxyType(
    {
        packets.EVENT_ADD: _event_add,
        packets.EVENT_DEL: _event_del,
        packets.EVENT_PARENT: _event_parent,
        packets.COLLISION: _collision,
    }
)
"""The text of a payload, by its kind; these are printed always."""
