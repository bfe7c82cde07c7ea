"""WalkerBones: the skeleton of each walker (FORMAT.md §3.19)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from viewer.logfile.fields import COUNT_SIZE, Engine
from viewer.logfile.payload import DamagedPayloadError

_HEAD = struct.Struct("<IH")  # actor id, number of bones
_POSE = {Engine.UE4: struct.Struct("<6f"), Engine.UE5: struct.Struct("<6d")}

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
        for actor_id, bones in _walkers(payload, engine)
    ]


def pose_offsets(payload: bytes, engine: Engine) -> list[int]:
    """Return where the six numbers of each bone stand in a payload; errors as for ``decode_bones``."""
    return [pose for _, bones in _walkers(payload, engine) for _, pose in bones]


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


def _walkers(payload: bytes, engine: Engine) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield for each walker its id, and where the name and the pose of each of its bones begin."""
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
