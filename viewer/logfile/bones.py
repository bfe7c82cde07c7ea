"""WalkerBones: the skeleton of each walker (FORMAT.md §3.19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

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
    record_struct,
)
from viewer.logfile.payload import DamagedPayloadError, Records

HEAD_FIELDS = (ACTOR, Field("bones", "u16", doc="how many follow"))
"""What each record begins with."""

BONE_FIELDS = (
    Field("name", "str"),
    Field("location", "vec", "cm", "relative to its parent bone"),
    Field("rotation", "vec", "°", "relative to its parent bone"),
)
"""What is told of each bone."""

_HEAD = record_struct(HEAD_FIELDS, Engine.UE4)
_POSE = {engine: record_struct(BONE_FIELDS[1:], engine) for engine in Engine}

Vector = tuple[float, float, float]


class Bone(NamedTuple):
    """One bone, relative to its parent bone: location in cm, rotation as roll, pitch, yaw in degrees."""

    name: str
    location: Vector
    rotation: Vector


class Skeleton(NamedTuple):
    """The bones of one walker."""

    actor_id: int
    bones: tuple[Bone, ...]


def decode_bones(payload: bytes, engine: Engine) -> list[Skeleton]:
    """Return the skeletons.

    Raises:
        DamagedPayloadError: a record or a name reaches beyond the payload, or bytes are left over.

    """
    return [
        Skeleton(actor_id, tuple(_bone(payload, start, pose, engine) for start, pose in bones))
        for actor_id, bones in bone_places(payload, engine)
    ]


def bone_dtype(engine: Engine) -> np.dtype[np.void]:
    """Return the dtype of one bone with the walker it belongs to; its name is an object."""
    return np.dtype(
        [ACTOR.dtype(engine), ("name", object), *(field.dtype(engine) for field in BONE_FIELDS[1:])]
    )


def bones_of_actors(payload: bytes, engine: Engine) -> Records:
    """Return all bones, shape (B,) of ``bone_dtype``; errors as for ``decode_bones``."""
    rows = [(actor_id, *bone) for actor_id, bones in decode_bones(payload, engine) for bone in bones]
    return np.array(rows, bone_dtype(engine))


def pose_offsets(payload: bytes, engine: Engine) -> list[int]:
    """Return where the six numbers of each bone stand in a payload; errors as for ``decode_bones``."""
    return [pose for _, bones in bone_places(payload, engine) for _, pose in bones]


def encode_bones(skeletons: Iterable[Skeleton], engine: Engine) -> bytes:
    """Return the payload that holds ``skeletons``."""
    rows = list(skeletons)
    parts = [(len(rows) & 0xFFFF).to_bytes(COUNT_SIZE, "little")]
    for skeleton in rows:
        parts.append(_HEAD.pack(skeleton.actor_id, len(skeleton.bones)))
        for bone in skeleton.bones:
            name = bone.name.encode()
            parts += (len(name).to_bytes(COUNT_SIZE, "little"), name)
            parts.append(_POSE[engine].pack(*bone.location, *bone.rotation))
    return b"".join(parts)


def bone_places(payload: bytes, engine: Engine) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield for each walker its id, and where the name and the pose of each of its bones begin.

    Errors as for ``decode_bones``.
    """
    walkers, at = int.from_bytes(payload[:COUNT_SIZE], "little"), COUNT_SIZE
    pose_size = _POSE[engine].size
    for _ in range(walkers):
        if at + _HEAD.size > len(payload):
            raise DamagedPayloadError("a walker's bones reach beyond their packet", at)
        actor_id, count = _HEAD.unpack_from(payload, at)
        at += _HEAD.size
        bones = []
        for _ in range(count):
            start = at + COUNT_SIZE
            pose = start + int.from_bytes(payload[at:start], "little")
            if pose + pose_size > len(payload):
                raise DamagedPayloadError("a bone reaches beyond its packet", at)
            bones.append((start, pose))
            at = pose + pose_size
        yield actor_id, bones
    if at != len(payload):
        raise DamagedPayloadError(f"{len(payload) - at} bytes are left over in WalkerBones", at)


def _bone(payload: bytes, start: int, pose: int, engine: Engine) -> Bone:
    x, y, z, roll, pitch, yaw = _POSE[engine].unpack_from(payload, pose)
    name = payload[start:pose].decode("utf-8", errors="replace")
    return Bone(name, (x, y, z), (roll, pitch, yaw))


class WalkerBonesCodec(Codec):
    """Skeletons of walkers; records are ``Skeleton``s."""

    parts = (RecordPart("Then, for each bone:", BONE_FIELDS),)
    not_utf8 = "a bone of actor {actor_id} has a name that is not UTF-8"
    columns = (
        *ACTOR.columns, ("bone", ""), *(column for field in BONE_FIELDS[1:] for column in field.columns),
    )  # fmt: skip

    def decode(self, payload: bytes, engine: Engine) -> list[Skeleton]:
        """Return the skeletons. Raises DamagedPayloadError."""
        return decode_bones(payload, engine)

    def encode(self, records: Iterable[Skeleton], engine: Engine) -> bytes:
        """Return the payload that holds the skeletons."""
        return encode_bones(records, engine)

    def rows(self, record: Skeleton) -> Iterator[tuple[Any, ...]]:
        """Yield a row for each bone."""
        for bone in record.bones:
            yield record.actor_id, bone.name, *bone.location, *bone.rotation

    def numbers(self, payload: bytes, engine: Engine) -> NumberPlaces:
        """Return where the poses of the bones stand. Raises DamagedPayloadError."""
        return NumberPlaces(
            pose_offsets(payload, engine), 6, np.dtype("<f4" if engine is Engine.UE4 else "<f8")
        )

    def texts(self, record: Skeleton) -> Sequence[str]:
        """Return the names of the bones."""
        return [bone.name for bone in record.bones]

    def mended(self, records: Sequence[Skeleton], plausible: IsPlausible) -> tuple[list[Skeleton], int]:
        """Return the skeletons without the bones whose poses are not plausible."""
        mended = [
            Skeleton(
                actor_id,
                tuple(bone for bone in bones if plausible(np.array((*bone.location, *bone.rotation))).all()),
            )
            for actor_id, bones in records
        ]
        return mended, sum(len(old.bones) - len(new.bones) for old, new in zip(records, mended, strict=True))
