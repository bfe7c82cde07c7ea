"""Payloads to numpy records and back, for every packet whose records have a fixed size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.fields import COUNT_SIZE, Engine, PacketKind, Shape

Records = NDArray[np.void]


class DamagedPayloadError(ValueError):
    """The bytes of one packet contradict themselves; ``offset`` counts from the start of the payload."""

    def __init__(self, what: str, offset: int) -> None:
        self.what = what
        self.offset = offset
        super().__init__(f"{what} at byte {offset} of the payload")


def decode_records(kind: PacketKind, payload: bytes | memoryview, engine: Engine) -> Records:
    """Return the records of a payload as a read-only structured array, shape (N,), without copying.

    The number of records follows from the payload's size: the written count has 16 bits and wraps,
    and a size that chains to the next packet deserves more trust than a count.

    Raises:
        DamagedPayloadError: the size is not possible for this kind of packet.

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
    """Return bytes, shape (N,), as if a value began at each of them, shape (N − itemsize + 1,)."""
    return np.ndarray(max(len(data) - dtype.itemsize + 1, 0), dtype, data, strides=(1,))


def records_at(data: NDArray[np.uint8], dtype: np.dtype[Any], places: NDArray[np.int64]) -> NDArray[Any]:
    """Return the records that begin at some of the bytes, shape (K,)."""
    # Without fields numpy copies a record at once, which takes a sixth of the time.
    return anywhere(data, np.dtype((np.void, dtype.itemsize)))[places].view(dtype)


def count_lie(kind: PacketKind, written: int, count: int) -> str:
    """Say that a packet has another number of records than it says."""
    return f"{kind.name} says that it has {written:,} records, but it has {count:,}"


def encode_records(kind: PacketKind, rows: Records | Sequence[tuple[Any, ...]], engine: Engine) -> bytes:
    """Return the payload that holds ``rows``: a structured array, or tuples in the table's order."""
    records = np.asarray(rows, kind.dtype(engine)) if len(rows) else np.empty(0, kind.dtype(engine))
    if kind.shape is Shape.EMPTY:
        return b""
    if kind.shape is Shape.SINGLE:
        return records.tobytes()
    return (len(records) & 0xFFFF).to_bytes(COUNT_SIZE, "little") + records.tobytes()
