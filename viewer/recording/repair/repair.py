"""Writing a new recording from what can be read of a damaged one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.fields import PacketKind, Shape
from viewer.logfile.nested import Places, decode_nested
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.recording.build.findings import Inventory
from viewer.recording.index import RecordingIndex
from viewer.recording.layouts import START_PACKET
from viewer.recording.plausible import (
    are_plausible_texts,
    has_implausible,
    implausible_boxes,
    implausible_fields,
    without_implausible,
    without_mesh,
)
from viewer.recording.read.life_lookup import LifeLookup
from viewer.recording.repair.mended_events import EventMender
from viewer.recording.repair.mended_frame import EVENTS, MendedFrame
from viewer.recording.repair.mended_times import mended_heads


@dataclass(frozen=True, slots=True)
class Repaired:
    """How far a repair has come.

    Attributes:
        frames: how many frames have been written.
        left_out: how many records of them have not, because they are damage.

    """

    frames: int
    left_out: int


def repair(index: RecordingIndex, stream: BinaryIO) -> Iterator[Repaired]:
    """Write a recording without damage: all complete frames, without the records that are damage.

    The header stays. Frames are numbered anew, and times follow CARLA's rules (``mended_heads``). To cancel,
    stop iterating.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        OSError: the stream cannot be written.

    """
    stream.write(index.header.raw)
    heads = mended_heads(index)
    left_out = 0
    yield Repaired(0, 0)
    for number, frame in mended_frames(index, range(len(heads))):
        stream.write(encode_frame(heads[number], frame))
        left_out += frame.left_out
        yield Repaired(number + 1, left_out)


def mended_frames(index: RecordingIndex, numbers: Iterable[int]) -> Iterator[tuple[int, MendedFrame]]:
    """Yield frames without what is damage in them, with their indices.

    Those left out must have no events, or who is there would not be known.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    mender = _Mender(index)
    held: tuple[int, MendedFrame] | None = None  # who is given another's id in the next must end here
    for number in numbers:
        frame = mender.mend(number)
        if held is not None:
            if frame.freed:
                held[1].destroy(frame.freed)
            yield held
        held = number, frame
    if held is not None:
        yield held


def encode_frame(head: np.void, frame: MendedFrame) -> bytes:
    """Return the bytes of a frame, given what its FrameStart says."""
    return START_PACKET + head.tobytes() + frame.encode()


class _Mender:
    """Mends the frames of a recording, one after the other."""

    def __init__(self, index: RecordingIndex) -> None:
        self._index = index
        self._dialect = index.dialect
        self._events = EventMender(index.dialect, index.actors)
        self._lives = LifeLookup(index.actors)
        inventory = Inventory(index.file, index.dialect, index.offsets, index.layout_numbers, index.layouts)
        self._raw = inventory.kinds_of_other_length()

    def mend(self, number: int) -> MendedFrame:
        """Return what is to be written of the frame with this index."""
        frame = MendedFrame(self._dialect, self._index.read_frame(number), self._raw)
        self._events.mend(number, frame)
        for kind in frame:
            if kind in EVENTS or kind is packets.FRAME_END:
                continue
            if kind.shape is Shape.VARIABLE:
                self._mend_varying(frame, kind)
            else:
                self._mend_records(number, frame, kind)
        return frame

    def _mend_records(self, number: int, frame: MendedFrame, kind: PacketKind) -> None:
        records = frame.records(kind)
        sound = self._sound(number, kind, records)
        if kind.shape is Shape.RECORDS:
            frame.keep(kind, sound)
        elif not sound.all():
            frame.leave_out(kind)

    def _sound(self, number: int, kind: PacketKind, records: Records) -> NDArray[np.bool_]:
        """Tell which records of a packet are no damage, shape (N,)."""
        if kind is packets.BOUNDING_BOX:
            numbers = np.full(len(records), number)
            bare = without_mesh(records) & ~self._lives.have_mesh(records["actor_id"], numbers)
            sound = bare | ~implausible_boxes(records)
        else:
            sound = np.ones(len(records), np.bool_)
            for _, wrong in implausible_fields(kind.fields, records):
                sound &= ~wrong
        if kind.keyed:
            ended = number if kind.of_arrivals else None
            missing = self._events.living.missing(records["actor_id"], ended)
            if missing:
                sound &= ~np.isin(records["actor_id"], missing)
        return sound

    def _mend_varying(self, frame: MendedFrame, kind: PacketKind) -> None:
        payload, places = frame.payload(kind), Places()
        try:
            records = decode_nested(kind, payload, self._dialect.engine_of(kind), places)
        except DamagedPayloadError:
            if kind.unknown_layouts is not self._dialect.engine:
                frame.empty(kind)
            return
        if not kind.any_numbers and has_implausible(payload, places):
            mended = [without_implausible(kind.fields, record) for record in records]
            frame.write(kind, [record for record, _ in mended], sum(lost for _, lost in mended))
        elif not are_plausible_texts(records, payload):
            frame.write(kind, records)
