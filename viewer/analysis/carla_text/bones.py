"""The text of WalkerBones; a recording of walkers with additional data is mostly bones."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

import numpy as np

from viewer.analysis.carla_text.lines import Line
from viewer.logfile import packets
from viewer.logfile.fields import COUNT_SIZE, Engine, record_dtype
from viewer.logfile.nested import Places, Record, Text, decode_nested
from viewer.logfile.payload import DamagedPayloadError

_KIND = packets.WALKER_BONES
_LINE = Line('     Bone: "{name}" relative: Loc({location}) Rot({rotation})\n')
_CONTROL = bytes(range(32))
"""Bytes that no name has; what is damaged must not be taken for the end of a part."""


def bones_texts(payloads: Iterable[bytes], engine: Engine) -> list[bytes]:
    """Return the text of each payload; one that is damaged counts as one without walkers."""
    names: list[bytes] = []
    found: list[list[Record]] = []
    for payload in payloads:
        places: Places = {}
        try:
            found.append(decode_nested(_KIND, payload, engine, places))
        except DamagedPayloadError:
            found.append([])
            continue
        for text in (each for each in places if isinstance(each, Text)):
            names += (_name(payload, start) for start in places[text])
    poses = [tuple(bone[1:]) for walkers in found for _, bones in walkers for bone in bones]
    lines = iter(_lines(names, poses, [len(bones) for walkers in found for _, bones in walkers], engine))
    return [
        b" Walkers Bones: %d\n" % len(walkers)
        + b"".join(b"  Id: %d\n%b" % (actor_id, next(lines) if bones else b"") for actor_id, bones in walkers)
        for walkers in found
    ]


def _name(payload: bytes, start: int) -> bytes:
    """Return a name as it is written, be it UTF-8 or not."""
    length = int.from_bytes(payload[start - COUNT_SIZE : start], "little")
    return payload[start : start + length].translate(None, _CONTROL)


def _lines(names: list[bytes], poses: list[Record], counts: list[int], engine: Engine) -> list[bytes]:
    """Return the lines of each walker that has bones."""
    if not names:
        return []
    written, numbers = np.array(names, "S"), np.array(poses, record_dtype(_KIND.row_fields[2:], engine))
    records = np.empty(len(names), [("name", written.dtype), *numbers.dtype.descr])
    records["name"] = written
    for field in numbers.dtype.names or ():
        records[field] = numbers[field]
    return _LINE.parts(records, [end for end, count in zip(accumulate(counts), counts, strict=True) if count])
