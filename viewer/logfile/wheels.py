"""AnimVehicleWheels: a list of wheels for each vehicle (FORMAT.md §3.22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from viewer.logfile.fields import (
    ACTOR,
    COUNT_SIZE,
    Codec,
    Engine,
    Field,
    IsPlausible,
    NumberPlaces,
    RecordPart,
    record_dtype,
    record_struct,
)
from viewer.logfile.payload import DamagedPayloadError, Records

HEAD_FIELDS = (ACTOR, Field("wheels", "u32", doc="how many follow"))
"""What each vehicle's list begins with."""

LIST_HEAD = record_struct(HEAD_FIELDS, Engine.UE4)
"""What a vehicle's list begins with: its id, and the number of wheels."""

WHEEL_FIELDS = (
    Field("place", "u8", doc="0 front left, 1 front right, 2 back left, 3 back right, then further axles"),
    Field("steering_angle", "f32", "°"),
    Field("rotation", "f32", "°", "accumulates; usually negative when driving forwards"),
)
WHEEL = record_dtype(WHEEL_FIELDS, Engine.UE4)
"""One wheel as written."""
_NUMBERS = 1  # where a wheel's angles begin

WHEEL_OF_ACTOR = np.dtype([("actor_id", "<u4"), *((name, WHEEL[name]) for name in WHEEL.names or ())])
"""One wheel with the vehicle it belongs to."""


def decode_wheels(payload: bytes) -> Records:
    """Return all wheels, shape (W,), with the id of their vehicle.

    Raises:
        DamagedPayloadError: a list reaches beyond the payload, or bytes are left over.

    """
    parts = [_wheels(payload, actor_id, count, at) for actor_id, count, at in _lists(payload)]
    return np.concatenate(parts) if parts else np.empty(0, WHEEL_OF_ACTOR)


def wheels_of(payload: bytes, actor_id: int) -> Records:
    """Return the wheels of one vehicle, shape (W,), and do not look at what comes after it.

    Raises:
        DamagedPayloadError: as ``decode_wheels``, if the defect comes before the vehicle.

    """
    for owner, count, at in _lists(payload):
        if owner == actor_id:
            return _wheels(payload, owner, count, at)
    return np.empty(0, WHEEL_OF_ACTOR)


def number_offsets(payload: bytes) -> list[int]:
    """Return where the two numbers of each wheel stand in a payload; errors as for ``decode_wheels``."""
    return [
        at + wheel * WHEEL.itemsize + _NUMBERS for _, count, at in _lists(payload) for wheel in range(count)
    ]


def _lists(payload: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield for each vehicle its id, how many wheels it has, and where the first one stands."""
    vehicles, at = int.from_bytes(payload[:COUNT_SIZE], "little"), COUNT_SIZE
    for _ in range(vehicles):
        if at + LIST_HEAD.size > len(payload):
            raise DamagedPayloadError("a vehicle's wheels reach beyond their packet", at)
        actor_id, count = LIST_HEAD.unpack_from(payload, at)
        at += LIST_HEAD.size
        if at + count * WHEEL.itemsize > len(payload):
            raise DamagedPayloadError(f"{count:,} wheels reach beyond their packet", at)
        yield actor_id, count, at
        at += count * WHEEL.itemsize
    if at != len(payload):
        raise DamagedPayloadError(f"{len(payload) - at} bytes are left over in AnimVehicleWheels", at)


def _wheels(payload: bytes, actor_id: int, count: int, at: int) -> Records:
    wheels = np.empty(count, WHEEL_OF_ACTOR)
    wheels["actor_id"] = actor_id
    records = np.frombuffer(payload, WHEEL, count, at)
    for name in WHEEL.names or ():
        wheels[name] = records[name]
    return wheels


def encode_wheels(rows: Records | Sequence[tuple[int, int, float, float]]) -> bytes:
    """Return the payload that holds wheels (W,) of WHEEL_OF_ACTOR; a vehicle's wheels stand together."""
    wheels = np.asarray(rows if len(rows) else [], WHEEL_OF_ACTOR)
    ids = wheels["actor_id"]
    groups = np.split(wheels, np.flatnonzero(ids[1:] != ids[:-1]) + 1) if len(wheels) else []
    parts = [(len(groups) & 0xFFFF).to_bytes(COUNT_SIZE, "little")]
    for group in groups:
        records = np.empty(len(group), WHEEL)
        for name in WHEEL.names or ():
            records[name] = group[name]
        parts += (LIST_HEAD.pack(int(group["actor_id"][0]), len(group)), records.tobytes())
    return b"".join(parts)


class WheelsCodec(Codec):
    """Wheels of vehicles; records are those of WHEEL_OF_ACTOR."""

    parts = (RecordPart(f"Then, for each wheel, {WHEEL.itemsize} bytes:", WHEEL_FIELDS),)
    columns = tuple(column for field in (ACTOR, *WHEEL_FIELDS) for column in field.columns)

    def decode(self, payload: bytes, engine: Engine) -> Records:  # type: ignore[override] # noqa: ARG002
        """Return the wheels. Raises DamagedPayloadError."""
        return decode_wheels(payload)

    def encode(self, records: Iterable[Any], engine: Engine) -> bytes:  # noqa: ARG002 - the same in both
        """Return the payload that holds the wheels."""
        return encode_wheels(records)  # type: ignore[arg-type]

    def rows(self, record: np.void) -> Iterable[tuple[Any, ...]]:
        """Return one row."""
        return [tuple(record.item())]

    def numbers(self, payload: bytes, engine: Engine) -> NumberPlaces:  # noqa: ARG002 - the same in both
        """Return where the angles stand. Raises DamagedPayloadError."""
        return NumberPlaces(number_offsets(payload), 2, np.dtype("<f4"))

    def mended(self, records: Records, plausible: IsPlausible) -> tuple[Records, int]:  # type: ignore[override]
        """Return the wheels whose angles are plausible."""
        sound = plausible(records["steering_angle"]) & plausible(records["rotation"])
        return records[sound], len(records) - int(sound.sum())
