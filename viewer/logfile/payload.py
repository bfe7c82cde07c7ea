"""Decoding and encoding payloads whose records have a fixed size, as numpy structured arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.fields import COUNT_SIZE, Engine, PacketKind, Shape

Records = NDArray[np.void]
COUNT, ID = np.dtype("<u2"), np.dtype("<u4")
"""Dtypes of the number of records with which most payloads begin, and of an actor id."""


class DamagedPayloadError(ValueError):
    """Error raised when the bytes of a packet contradict each other.

    ``what`` is the fault as a phrase, ``offset`` its byte offset from the start of the payload.
    """

    def __init__(self, what: str, offset: int) -> None:
        self.what = what
        self.offset = offset
        super().__init__(f"{what} at byte {offset} of the payload")


def decode_records(kind: PacketKind, payload: bytes | memoryview, engine: Engine) -> Records:
    """Return the records of ``payload`` as a read-only structured array, shape (N,), without copying.

    The number of records follows from the payload's size, not from the count that is written before them:
    that count has 16 bits and wraps, and a size that leads to the next packet is more reliable.

    Raises:
        DamagedPayloadError: packets of this ``kind`` cannot have such a size.
    """
    dtype = kind.dtype(engine)
    if len(payload) not in kind.payload_sizes(engine):
        raise DamagedPayloadError(f"{kind.name} cannot have {len(payload)} bytes", 0)
    if kind.shape is Shape.EMPTY:
        return np.empty(0, dtype)
    if kind.shape is Shape.SINGLE:
        return np.frombuffer(payload, dtype)
    count = (len(payload) - COUNT_SIZE) // dtype.itemsize
    return np.frombuffer(payload, dtype, count, COUNT_SIZE)


def anywhere(data: NDArray[np.uint8], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return a view of the bytes ``data`` whose entry i is the ``dtype`` value that begins at byte i.

    The values overlap. For N bytes the view has shape (N − itemsize + 1,); nothing is copied.
    """
    return np.ndarray(max(len(data) - dtype.itemsize + 1, 0), dtype, data, strides=(1,))


def records_at(data: NDArray[np.uint8], dtype: np.dtype[Any], offsets: NDArray[np.int64]) -> NDArray[Any]:
    """Return a copy of the records, of type ``dtype``, at the byte ``offsets`` in ``data``, shape (K,)."""
    # As plain bytes numpy copies a record at once, six times as fast as field by field.
    return anywhere(data, np.dtype((np.void, dtype.itemsize)))[offsets].view(dtype)


def count_lie(kind: PacketKind, written: int, count: int) -> str:
    """Return the message that a packet of ``kind`` claims to have ``written`` records, but has ``count``."""
    return f"{kind.name} says that it has {written:,} records, but it has {count:,}"


def encode_records(kind: PacketKind, rows: Records | Sequence[tuple[Any, ...]], engine: Engine) -> bytes:
    """Return ``rows`` as the bytes of a packet's payload; the opposite of decoding.

    Args:
        kind: the kind of packet.
        rows: structured array, or tuples with the fields in the order of ``kind``.
        engine: Unreal Engine version to write for; UE5 has vectors of 64-bit floats, UE4 of 32-bit ones.
    """
    records = np.asarray(rows, kind.dtype(engine)) if len(rows) else np.empty(0, kind.dtype(engine))
    if kind.shape is Shape.EMPTY:
        return b""
    if kind.shape is Shape.SINGLE:
        return records.tobytes()
    return (len(records) & 0xFFFF).to_bytes(COUNT_SIZE, "little") + records.tobytes()
