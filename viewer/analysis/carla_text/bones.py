"""The text of WalkerBones; a recording of walkers with additional data is mostly bones (FORMAT.md §6.2)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.carla_text.lines import Line
from viewer.logfile.bones import BONE_FIELDS, bone_places
from viewer.logfile.fields import Engine, record_dtype
from viewer.logfile.payload import DamagedPayloadError

_LINE = Line('     Bone: "{name}" relative: Loc({location}) Rot({rotation})\n')
_CONTROL = bytes(range(32))
"""Bytes that no name has; what is damaged must not be taken for the end of a part."""


def bones_texts(payloads: Iterable[bytes], engine: Engine) -> list[bytes]:
    """Return the text of each payload; one that is damaged counts as one without walkers."""
    pose = record_dtype(BONE_FIELDS[1:], engine)
    names: list[bytes] = []
    poses: list[NDArray[np.uint8]] = []
    counts: list[list[tuple[int, int]]] = []  # of each payload: walkers, and how many bones they have
    for payload in payloads:
        try:
            walkers = list(bone_places(payload, engine))
        except DamagedPayloadError:
            counts.append([])
            continue
        places = [place for _, bones in walkers for place in bones]
        names += [payload[start:stop].translate(None, _CONTROL) for start, stop in places]
        starts = np.array([stop for _, stop in places], np.int64)
        poses.append(np.frombuffer(payload, np.uint8)[starts[:, None] + np.arange(pose.itemsize)])
        counts.append([(actor_id, len(bones)) for actor_id, bones in walkers])
    lines = iter(_lines(names, poses, pose, [number for each in counts for _, number in each]))
    return [
        b" Walkers Bones: %d\n" % len(walkers)
        + b"".join(
            b"  Id: %d\n%b" % (actor_id, next(lines) if number else b"") for actor_id, number in walkers
        )
        for walkers in counts
    ]


def _lines(
    names: list[bytes], poses: list[NDArray[np.uint8]], pose: np.dtype[np.void], counts: list[int]
) -> list[bytes]:
    """Return the lines of each walker that has bones."""
    if not names:
        return []
    found = np.array(names, "S")
    records = np.empty(
        len(names), [("name", found.dtype), *((name, pose[name]) for name in pose.names or ())]
    )
    records["name"] = found
    numbers = np.concatenate(poses).view(pose)[:, 0]
    for name in pose.names or ():
        records[name] = numbers[name]
    ends = np.cumsum(counts)[np.array(counts) > 0]
    return _LINE.parts(records, ends.tolist())
