"""Many frames of one layout as a single structured array, in the packet table's own dtypes."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.fields import COUNT_SIZE, Engine, Shape
from viewer.recording.layouts import HEADER_SIZE

ENGINE = Engine.UE4
KINDS = (
    packets.FRAME_START, packets.EVENT_ADD, packets.EVENT_DEL, packets.EVENT_PARENT, packets.COLLISION,
    packets.POSITION, packets.TRAFFIC_LIGHT_STATE, packets.ANIM_VEHICLE, packets.ANIM_WALKER,
    packets.VEHICLE_LIGHT, packets.KINEMATICS, packets.BOUNDING_BOX, packets.PLATFORM_TIME, packets.FRAME_END,
)  # fmt: skip
"""The packets of each frame, as CARLA 0.9.13 writes them with additional data."""

Sizes = tuple[int, ...]
"""For each of KINDS the number of records; for EventAdd, whose records vary, the bytes of its payload."""


def blank_frame(sizes: Sizes) -> NDArray[np.void]:
    """Return one frame, shape (1,), with its packet headers and counts filled in.

    A packet is a field named after it, its records are the field ``records`` of that, its count ``count``.
    """
    frame = np.zeros(1, _frame_dtype(sizes))
    for kind, size in zip(KINDS, sizes, strict=True):
        packet = frame[kind.name]
        packet["id"] = kind.id
        packet["size"] = packet.dtype.itemsize - HEADER_SIZE
        if kind.shape is Shape.RECORDS:
            packet["count"] = size
    return frame


@cache
def _frame_dtype(sizes: Sizes) -> np.dtype[np.void]:
    packet_dtypes = []
    for kind, size in zip(KINDS, sizes, strict=True):
        fields: list[tuple[str, object] | tuple[str, object, tuple[int]]] = [("id", "u1"), ("size", "<u4")]
        if kind.shape is Shape.RECORDS:
            fields.append(("count", f"<u{COUNT_SIZE}"))
        if kind.shape is Shape.VARIABLE:
            fields.append(("records", "u1", (size,)))
        elif kind.shape is not Shape.EMPTY:
            fields.append(("records", kind.dtype(ENGINE), (size,)))
        packet_dtypes.append((kind.name, np.dtype(fields)))
    return np.dtype(packet_dtypes)
