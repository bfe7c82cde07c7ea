"""Writing a new recording from what can be read of a damaged one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.bones import Skeleton, decode_bones
from viewer.logfile.fields import Engine, PacketKind, Shape
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.logfile.physics import decode_physics
from viewer.logfile.wheels import decode_wheels
from viewer.recording.index import RecordingIndex
from viewer.recording.inventory import Inventory
from viewer.recording.lives import Lives
from viewer.recording.mended_events import EventMender
from viewer.recording.mended_frame import MendedFrame
from viewer.recording.mended_times import mended_heads
from viewer.recording.record_checks import OF_ARRIVALS
from viewer.recording.soundness import (
    are_sound_texts,
    sound_numbers,
    unsound_boxes,
    unsound_fields,
    without_mesh,
)
from viewer.recording.walk import START_PACKET

_EVENTS = (packets.EVENT_DEL, packets.EVENT_ADD, packets.EVENT_PARENT, packets.FRAME_END)


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
        self._lives = Lives(index.actors)
        inventory = Inventory(index.file, index.dialect, index.offsets, index.layout_numbers, index.layouts)
        self._raw = inventory.kinds_of_other_length()

    def mend(self, number: int) -> MendedFrame:
        """Return what is to be written of the frame with this index."""
        frame = MendedFrame(self._dialect, self._index.read_frame(number), self._raw)
        self._events.mend(number, frame)
        for kind in frame:
            if kind.shape is Shape.VARIABLE and kind not in _EVENTS:
                self._mend_varying(frame, kind)
            elif kind not in _EVENTS:
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
            sound = bare | ~unsound_boxes(records)
        else:
            sound = np.ones(len(records), np.bool_)
            for _, wrong in unsound_fields(kind.fields, records):
                sound &= ~wrong
        if kind.keyed:
            cast = self._events.cast
            missing = cast.missing(records["actor_id"])
            if kind in OF_ARRIVALS:
                missing = [actor_id for actor_id in missing if cast.row_in(number, actor_id) < 0]
            sound &= ~np.isin(records["actor_id"], missing)
        return sound

    def _mend_varying(self, frame: MendedFrame, kind: PacketKind) -> None:
        payload = frame.payload(kind)
        try:
            if kind is packets.ANIM_VEHICLE_WHEELS:
                wheels = decode_wheels(payload)
                wrong = ~sound_numbers(wheels["steering_angle"]) | ~sound_numbers(wheels["rotation"])
                if wrong.any():
                    frame.write(kind, wheels[~wrong], int(wrong.sum()))
            elif kind is packets.WALKER_BONES:
                self._mend_bones(frame, payload)
            elif self._dialect.engine is Engine.UE4:  # of UE5, not all layouts are known
                decode_physics(payload)
        except DamagedPayloadError:
            frame.empty(kind)

    def _mend_bones(self, frame: MendedFrame, payload: bytes) -> None:
        kind = packets.WALKER_BONES
        written = decode_bones(payload, self._dialect.engine_of(kind))
        mended = [
            Skeleton(
                skeleton.actor_id,
                tuple(
                    bone
                    for bone in skeleton.bones
                    if sound_numbers(np.array((*bone.location, *bone.rotation))).all()
                ),
            )
            for skeleton in written
        ]
        lost = sum(len(old.bones) - len(new.bones) for old, new in zip(written, mended, strict=True))
        names = [bone.name for skeleton in written for bone in skeleton.bones]
        if lost or not are_sound_texts(names, payload):
            frame.write(kind, mended, lost)
