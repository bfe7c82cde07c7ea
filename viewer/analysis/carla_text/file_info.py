"""The text of ``show_recorder_file_info``."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.analysis.carla_text.frames import (
    PrintedFrame,
    foot,
    frames_with,
    general_text,
    head,
)
from viewer.analysis.carla_text.packet_texts import USUAL, Style, texts_of
from viewer.logfile import packets
from viewer.recording.index import RecordingIndex

_ALWAYS = {packets.EVENT_ADD, packets.EVENT_DEL, packets.EVENT_PARENT, packets.COLLISION, packets.WEATHER}
"""The kinds that are printed even if not all is."""


def file_info(
    index: RecordingIndex, *, show_all: bool = False, style: Style = USUAL, utc: bool = False
) -> Iterator[bytes]:
    """Yield the text, frame by frame; nothing is kept, so it may be as long as it likes.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    texts = {kind: text for kind, text in texts_of(style).items() if show_all or kind in _ALWAYS}
    end = b"\n" if style.latest else b""

    def printed(frame: PrintedFrame) -> bytes:
        # The line of a frame comes before the first event, unless all is printed.
        parts = [texts[kind](payload, index.dialect) for kind, payload in frame.packets if kind in texts]
        text = "".join(parts)
        if text or show_all:
            text = f"Frame {frame.frame} at {general_text(frame.elapsed)} seconds\n{text}"
        return text.encode(errors="surrogateescape") + (end if frame.complete else b"")

    yield head(index.header, utc=utc)
    number = 0
    for frame in frames_with(index, None if show_all else texts):
        yield end * (frame.number - number) + printed(frame)
        number = frame.number + 1
    yield end * (len(index.heads) - number)
    if number <= len(index.heads):
        yield end  # the last FrameEnd is handled twice
    yield foot(index)
