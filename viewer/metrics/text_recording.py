"""The text of ``show_recorder_file_info`` as a recording again: what reads recordings reads texts too.

Numbers have the six digits of the text. What the text leaves out stays out: rotations at birth, types of
attributes, wheels, and the physics of UE5.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
import weakref
from calendar import timegm
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from viewer.analysis.carla_text.sections import sections
from viewer.analysis.carla_text.styles import STYLES
from viewer.logfile import packets
from viewer.logfile.enums import AttributeType, VehicleLightState
from viewer.logfile.event_add import ActorRecord, Attribute
from viewer.logfile.fields import Engine, PacketKind
from viewer.logfile.header import make_header
from viewer.logfile.source import LogFile
from viewer.logfile.writer import encode_packet, encode_payload
from viewer.metrics.text_physics import read_physics

_HEAD = re.compile(r"Version: (\d+)\nMap: (.*)\nDate: (.*)\n")
_FRAME = re.compile(r"^Frame (\d+) at (\S+) seconds$", re.MULTILINE)
_FOOT = re.compile(r"\n\nFrames: \d+\nDuration: [^\n]*\s*\Z")
_CREATE = re.compile(r" Create (\d+): (\S*) \((\d+)\) at \((\S+), (\S+), (\S+)\)")
_DESTROY = re.compile(r" Destroy (\d+)")
_PARENT = re.compile(r" Parenting (\d+) with (\d+) \(parent\)")
_COLLISION = re.compile(r" Collision id (\d+) between (\d+)( \(hero\) )? with (\d+)( \(hero\) )?")
_NUMBER = re.compile(r"-?(?:nan|inf)\b|-?\d[\d.]*(?:e[+-]\d+)?")
_DATE = "%m/%d/%y %H:%M:%S"
_LAMPS = {str(lamp): int(lamp) for lamp in VehicleLightState}
_TRUE = {"True": "1", "False": "0"}

Content = dict[PacketKind, list[Any]]


def file_of_text(text: str) -> LogFile:
    """Return a recording made of a text, in a file of its own that is gone when nobody holds it any more.

    Raises:
        ValueError: the text is not one of CARLA's.

    """
    data = recording_of_text(text)
    handle, name = tempfile.mkstemp(suffix=".log")
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
    file = LogFile(name)
    if os.name == "nt":  # an open file cannot be removed there
        weakref.finalize(file, _remove, name)
    else:
        _remove(name)
    return file


def recording_of_text(text: str) -> bytes:
    """Return the bytes of a recording made of a text.

    Raises:
        ValueError: the text is not one of CARLA's.

    """
    head = _HEAD.match(text)
    frames = list(_FRAME.finditer(text))
    if head is None or not frames:
        raise ValueError(
            "this is no text of show_recorder_file_info: expected 'Version:', 'Map:' and 'Date:', then "
            f"'Frame 1 at 0 seconds', found {text[:40]!r}"
        )
    foot = _FOOT.search(text)
    ends = [each.start() for each in frames[1:]] + [len(text) if foot is None else foot.start() + 1]
    times = [float(each[2]) for each in frames]
    durations = [*np.diff(times).tolist(), packets.LAST_DURATION]
    parts = [make_header(head[2], _timestamp(head[3]), int(head[1])).raw]
    for frame, end, elapsed, duration in zip(frames, ends, times, durations, strict=True):
        content = _content(text[frame.end() + 1 : end].split("\n"))
        content[packets.FRAME_START] = [(int(frame[1]), duration, elapsed)]
        content[packets.FRAME_END] = []
        parts += [
            encode_packet(kind.id, encode_payload(kind, content[kind], Engine.UE4))
            for kind in packets.FRAME_ORDER
            if kind in content
        ]
    return b"".join(parts)


def _content(lines: list[str]) -> Content:
    """Return what the lines of one frame tell, by kind."""
    content: Content = {kind: [] for kind in packets.ALWAYS[:4]}
    headings = _headings()
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        stop = at
        while stop < len(lines) and lines[stop].startswith("  "):
            stop += 1
        details, at = lines[at:stop], stop
        name, _, count = line.partition(": ")
        if name in headings:
            kind, fields = headings[name]
            rows = [count] if kind is packets.PLATFORM_TIME else _rows(kind, details)
            content[kind] = [_record(kind, fields, row) for row in rows]
        elif name == " Physics Control events":
            content[packets.PHYSICS_CONTROL] = read_physics(details)
        else:
            _event(content, line, details)
    return content


def _headings() -> dict[str, tuple[PacketKind, list[str]]]:
    """Return which packet a heading announces, and the fields of its lines in their order."""
    rows = sections(STYLES["latest"])
    return {
        each.heading.rstrip(": ") or " Current platform time": (kind, each.line.fields)
        for kind, each in rows.items()
        if kind is not packets.VEHICLE_DOOR  # its lines have words that stand for numbers
    }


def _rows(kind: PacketKind, details: list[str]) -> list[str]:
    """Return the lines of a section as numbers alone."""
    if kind is packets.VEHICLE_LIGHT:
        return [_with_bits(line) for line in details]
    if kind is packets.SCENE_LIGHT:
        return [re.sub(r"True|False", lambda word: _TRUE[word[0]], line) for line in details]
    return details


def _with_bits(line: str) -> str:
    """Return ``  Id: 7 LowBeam Brake`` with a number for the names."""
    _, _, actor_id, *names = line.split(" ")[1:]
    return f"{actor_id} {sum(_LAMPS.get(name, 0) for name in names)}"


def _record(kind: PacketKind, fields: list[str], line: str) -> Any:  # noqa: ANN401 - a tuple as the writer takes it
    """Return a record from the numbers of a line."""
    numbers = iter(_NUMBER.findall(line))
    dtype = kind.dtype(Engine.UE4)
    record = np.zeros((), dtype)
    for field in fields:
        if dtype[field].shape:
            record[field] = [float(next(numbers)) for _ in range(3)]
        else:
            number = next(numbers)
            record[field] = int(number) if dtype[field].kind in "ui" else float(number)
    return record.item()


def _event(content: Content, line: str, details: list[str]) -> None:
    if create := _CREATE.match(line):
        content[packets.EVENT_ADD].append(_actor(create, details))
    elif destroy := _DESTROY.match(line):
        content[packets.EVENT_DEL].append((int(destroy[1]),))
    elif parent := _PARENT.match(line):
        content[packets.EVENT_PARENT].append((int(parent[1]), int(parent[2])))
    elif hit := _COLLISION.match(line):
        content[packets.COLLISION].append((int(hit[1]), int(hit[2]), int(hit[4]), bool(hit[3]), bool(hit[5])))


def _actor(create: re.Match[str], details: list[str]) -> ActorRecord:
    attributes = (line[2:].partition(" = ") for line in details)
    return ActorRecord(
        int(create[1]),
        int(create[3]),
        (float(create[4]), float(create[5]), float(create[6])),
        (0.0, 0.0, 0.0),
        0,
        create[2],
        tuple(Attribute(AttributeType.STRING, name, value) for name, _, value in attributes),
    )


def _timestamp(date: str) -> int:
    """Return the seconds since 1970 of a date, which is taken for UTC; 0 if it is none."""
    try:
        return timegm(time.strptime(date, _DATE))
    except ValueError:
        return 0


def _remove(name: str) -> None:
    with suppress(OSError):
        Path(name).unlink()
