"""Checks whether recorded numbers and texts are plausible, or damage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.file_error import REPLACEMENT
from viewer.logfile import packets
from viewer.logfile.fields import Field, PacketKind
from viewer.logfile.nested import FixedOffsets, texts_in
from viewer.logfile.payload import Records, records_at
from viewer.recording.actors import MOVERS, ActorTable
from viewer.recording.units import CENTIMETRES_PER_METRE, FARTHEST, FASTEST

_LIMITS = {
    "cm": FARTHEST,
    "°": FARTHEST,
    "m/s": FASTEST,
    "°/s": FASTEST,
    "cm/s": FASTEST * CENTIMETRES_PER_METRE,
}
"""Upper limit for the absolute value of a recorded number, by its unit.

Numbers of other units need only be finite.
"""

_LEAST, _MOST = 0.1, 15.0
"""Half-extents in metres between which an actor's bounding box is plausible.

CARLA may write a width of 0 for two-wheelers.
"""


def implausible_fields(fields: Sequence[Field], records: Records) -> Iterator[tuple[Field, Flags]]:
    """Yield each field with impossible values, with a mask, shape (N,), True for the records that have them.

    Impossible are NaN, infinite and absurd numbers, booleans other than 0 and 1, and values that the field's
    enumeration lacks. ``records`` is a structured array, shape (N,).
    """
    for field in fields:
        if len(records) and not field.is_padding:
            mask = implausible_values(field, records[field.name])
            if mask is not None:
                yield field, np.logical_or.reduce(mask.reshape(len(records), -1), axis=1)


def implausible_values(field: Field, values: NDArray[Any]) -> Flags | None:
    """Return a mask of those ``values`` that are impossible for ``field``; None if all are possible."""
    if field.enum is not None:
        return _above(values, max(field.enum))
    if field.kind == "bool":
        return _above(values, 1)
    if values.dtype.kind != "f":
        return None
    limit = _LIMITS.get(field.unit, np.inf)
    with np.errstate(invalid="ignore"):
        if -limit < values.min() and values.max() < limit:  # False if there is a NaN
            return None
        wrong: Flags = ~(np.abs(values) < limit)
        return wrong


def _above(values: NDArray[Any], largest: int) -> Flags | None:
    return np.greater(values, largest) if int(values.max()) > largest else None


def has_implausible(payload: bytes, offsets: FixedOffsets) -> bool:
    """Return whether fields of a packet's ``payload`` hold impossible numbers.

    ``offsets`` says at which bytes these fields are.
    """
    data = np.frombuffer(payload, np.uint8)
    runs = ((run.fields, records_at(data, run.dtype, np.array(at))) for run, at in offsets.items())
    return any([*implausible_fields(fields, records)] for fields, records in runs)


def without_implausible(fields: Sequence[Field], record: Any) -> tuple[Any, int]:  # noqa: ANN401 - a tuple
    """Return the field values of ``record``; lists lack the entries that hold impossible numbers.

    Also returns the number of entries removed. ``fields`` are the fields of the record.
    """
    values, lost = [], 0
    for field, value in zip(fields, record, strict=True):
        if field.entries:
            kept = tuple(entry for entry in value if _is_possible(field.entries, entry))
            lost += len(value) - len(kept)
        values.append(kept if field.entries else value)
    return values, lost


def _is_possible(fields: Sequence[Field], entry: Any) -> bool:  # noqa: ANN401 - a tuple
    fixed = ((each, number) for each, number in zip(fields, entry, strict=True) if each.is_fixed)
    numbers = ((each, np.array(number)) for each, number in fixed if not each.is_padding)
    return all(implausible_values(each, number) is None for each, number in numbers)


def implausible_in(
    kind: PacketKind, records: Records, frames: Ints, actors: ActorTable
) -> Iterator[tuple[Field | None, Flags]]:
    """Yield each field of ``kind`` with implausible values, and a mask of the records with these, shape (N,).

    The boxes of BoundingBox records are judged as a whole, yielded with None as the field. An actor without a
    mesh has a box with a NaN centre and extents of −infinity: that is damage only for vehicles and walkers.

    Args:
        kind: kind of the packets that the records are from.
        records: structured array, shape (N,).
        frames: index of the frame of each record, shape (N,), by which its actor is found.
        actors: actors of the recording.
    """
    if kind is not packets.BOUNDING_BOX:
        yield from implausible_fields(kind.fields, records)
        return
    origins, extents = records["origin"], records["extent"]
    with np.errstate(invalid="ignore"):
        somewhere = (np.abs(origins) < FARTHEST).all(axis=1)
        wrong = ~(somewhere & ((extents >= 0.0) & (extents < FARTHEST)).all(axis=1))
    if wrong.any():
        bare = np.isnan(origins).all(axis=1) & np.isneginf(extents).all(axis=1)
        rows = actors.rows_at(records["actor_id"], frames, or_ends=True)
        yield None, wrong & ~(bare & ~((rows >= 0) & np.isin(actors.category[rows], MOVERS)))


def sound_extents(extents: Floats) -> Flags:
    """Return which half-extents in metres, shape (N, 3), are plausible for a road user, shape (N,)."""
    return np.asarray(((extents >= _LEAST) & (extents <= _MOST)).all(axis=1))


def are_plausible_texts(records: Any, payload: bytes) -> bool:  # noqa: ANN401 - tuples in tuples
    """Return whether all texts in ``records`` are valid UTF-8 in ``payload``, the bytes they come from."""
    texts = [*texts_in(records)]
    if "".join(texts).isascii():
        return True
    # A replacement character that decoding made is not in the payload itself.
    return all(REPLACEMENT not in text or text.encode() in payload for text in texts)
