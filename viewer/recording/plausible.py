"""Which numbers and texts of records can be what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.logfile import packets
from viewer.logfile.fields import Field, PacketKind
from viewer.logfile.nested import Places, texts_in
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
"""By unit, what a number must be smaller than; of others, infinity."""

_LEAST, _MOST = 0.1, 15.0
"""Half-extents in metres between which a box can be right: CARLA writes two-wheelers without a width."""

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def implausible_fields(fields: Sequence[Field], records: Records) -> Iterator[tuple[Field, Flags]]:
    """Yield each field that has impossible values in some records (N,), with a mask (N,) of those records.

    Impossible are numbers that are NaN, infinite or absurd, truths that are neither 0 nor 1, and what an
    enumeration does not have.
    """
    for field in fields:
        if len(records) and not field.is_padding:
            mask = implausible_values(field, records[field.name])
            if mask is not None:
                yield field, np.logical_or.reduce(mask.reshape(len(records), -1), axis=1)


def implausible_values(field: Field, values: NDArray[Any]) -> Flags | None:
    """Return which values of a field are impossible, in their shape; None if none is."""
    if field.enum is not None:
        return _above(values, max(field.enum))
    if field.kind == "bool":
        return _above(values, 1)
    if values.dtype.kind != "f":
        return None
    limit = _LIMITS.get(field.unit, np.inf)
    with np.errstate(invalid="ignore"):
        if -limit < values.min() and values.max() < limit:  # NaN is neither
            return None
        wrong: Flags = ~(np.abs(values) < limit)
        return wrong


def _above(values: NDArray[Any], largest: int) -> Flags | None:
    return np.greater(values, largest) if int(values.max()) > largest else None


def has_implausible(payload: bytes, places: Places) -> bool:
    """Tell whether records of varying length have impossible values, given where their fields stand."""
    data = np.frombuffer(payload, np.uint8)
    return any(
        True
        for run, starts in places.items()
        for _ in implausible_fields(run.fields, records_at(data, run.dtype, np.array(starts)))
    )


def without_implausible(fields: Sequence[Field], record: Any) -> tuple[Any, int]:  # noqa: ANN401 - a tuple
    """Return a record without entries of its lists that have impossible values, and how many these are."""
    values, lost = [], 0
    for field, value in zip(fields, record, strict=True):
        kept = [
            entry
            for entry in (value if field.entries else ())
            if not any(
                implausible_values(part, np.array(number)) is not None
                for part, number in zip(field.entries, entry, strict=True)
                if part.is_fixed and not part.is_padding
            )
        ]
        lost += len(value) - len(kept) if field.entries else 0
        values.append(tuple(kept) if field.entries else value)
    return values, lost


def implausible_in(
    kind: PacketKind, records: Records, frames: Ints, actors: ActorTable
) -> Iterator[tuple[Field | None, Flags]]:
    """Yield as ``implausible_fields``, given the frame of each record (N,); None stands for a box as a whole.

    That of an actor without a mesh is NaN, and infinitely small; but of some kinds of actors all have one.
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
    """Return which half-extents (N, 3) in metres can be those of a road user, shape (N,)."""
    return np.asarray(((extents >= _LEAST) & (extents <= _MOST)).all(axis=1))


def are_plausible_texts(records: Any, payload: bytes) -> bool:  # noqa: ANN401 - tuples in tuples
    """Tell whether all texts of records, or of one, are UTF-8 in the payload that they were decoded from."""
    texts = [*texts_in(records)]
    if "".join(texts).isascii():
        return True
    # A mark that stands for other bytes does not stand in the payload itself.
    return all(_REPLACEMENT not in text or text.encode() in payload for text in texts)
