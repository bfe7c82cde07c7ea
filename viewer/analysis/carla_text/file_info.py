"""The text of ``show_recorder_file_info``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from viewer.analysis.carla_text.frames import PrintedFrame, cut_frame, foot, frames_with, head
from viewer.analysis.carla_text.payloads import EVENTS, bones_texts, physics_text
from viewer.analysis.carla_text.sections import USUAL, Style, general_text, sections
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import PacketKind
from viewer.recording.index import RecordingIndex
from viewer.recording.read.batches import Batch, Block, read_blocks


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
    yield from _all(index, printer) if show_all else _eventful(index, printer)
    frame, elapsed = index.heads[["frame", "elapsed"]][-1].item()
    cut = cut_frame(index)
    if cut is not None:
        yield printer.frame(cut)
        frame, elapsed = cut.frame, cut.elapsed
    elif style.latest:
        yield b"\n"  # the last FrameEnd is handled twice
    yield foot(frame, elapsed)


def _all(index: RecordingIndex, printer: _Printer) -> Iterator[bytes]:
    for block in read_blocks(index):
        yield printer.block(index, block)


def _eventful(index: RecordingIndex, printer: _Printer) -> Iterator[bytes]:
    number = 0
    for frame in frames_with(index, printer.kinds):
        yield printer.frame_end * (frame.number - number)
        yield printer.frame(frame)
        number = frame.number + 1
    yield printer.frame_end * (len(index.heads) - number)


class _Printer:
    """Prints the packets of one recording in one style."""

    def __init__(self, dialect: Dialect, style: Style, *, show_all: bool) -> None:
        self._dialect = dialect
        self._sections = dict(sections(style))
        self._described = {**EVENTS, **({packets.PHYSICS_CONTROL: physics_text} if show_all else {})}
        self._together = {packets.WALKER_BONES: bones_texts} if show_all else {}
        self._show_all = show_all
        self._after_bones = b"" if style.latest else b"\n"
        self.frame_end = b"\n" if style.latest else b""
        if not show_all:
            self._sections = {kind: each for kind, each in self._sections.items() if kind is packets.WEATHER}

    @property
    def kinds(self) -> set[PacketKind]:
        """The kinds of which something is printed."""
        return {*self._described, *self._sections, *self._together}

    def block(self, index: RecordingIndex, block: Block) -> bytes:
        """Return the text of the frames of a block."""
        kinds = self.kinds
        texts = {
            index.dialect.id_of(batch.kind): iter(self._texts(batch))
            for batch in block.batches
            if batch.kind in kinds
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
        parts = [text for kind, payload in frame.packets for text in self._texts(self._batch(kind, payload))]
        text = b"".join(parts)
        line = _frame_line(frame.frame, frame.elapsed) if text or self._show_all else b""
        return line + text + (self.frame_end if frame.complete else b"")

    def _texts(self, batch: Batch) -> list[bytes]:
        """Return the text of each payload; none if nothing is printed of the kind."""
        describe = self._described.get(batch.kind)
        if describe is not None:
            return [describe(bytes(each), self._dialect).encode() for each in batch.payloads]
        if batch.kind in self._together:
            engine, texts_of = self._dialect.engine_of(batch.kind), self._together[batch.kind]
            return [text + self._after_bones for text in texts_of(map(bytes, batch.payloads), engine)]
        section = self._sections.get(batch.kind)
        if section is None:
            return []
        counts = batch.counts
        lines = iter(section.line.parts(batch.records, np.cumsum(counts)[counts > 0].tolist()))
        heading = section.heading.encode()
        return [
            (b"%b%d\n" % (heading, count) if heading else b"") + (next(lines) if count else b"")
            for count in counts.tolist()
        ]

    def _batch(self, kind: PacketKind, payload: bytes) -> Batch:
        nowhere = np.zeros(1, np.int64)
        return Batch(kind, self._dialect.dtype(kind), [memoryview(payload)], nowhere, nowhere)


def _frame_line(frame: int, elapsed: float) -> bytes:
    return f"Frame {frame} at {general_text(elapsed)} seconds\n".encode()
