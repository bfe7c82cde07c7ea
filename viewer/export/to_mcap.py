"""MCAP with Foxglove's schemas: boxes, transforms, lights, events and roads, for Foxglove and Lichtblick."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from foxglove_schemas_protobuf.FrameTransforms_pb2 import FrameTransforms
from foxglove_schemas_protobuf.LinePrimitive_pb2 import LinePrimitive
from foxglove_schemas_protobuf.Log_pb2 import Log
from foxglove_schemas_protobuf.SceneUpdate_pb2 import SceneUpdate
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from mcap_protobuf.writer import Writer
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import Proceed, check
from viewer.export import boxes
from viewer.export.selection import Part
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.payload import anywhere
from viewer.recording.actors import MOVERS, Category
from viewer.recording.events import EventType
from viewer.replay.world.motion import rotation_matrices
from viewer.replay.world.world import World, world_at

_WORLD = "map"
_NANOSECONDS = 1_000_000_000
_LATEST = (1 << 63) - 1
"""The last time that every reader of a file can hold, nanoseconds: in the year 2262."""
_MARK = 0x7E37_0000_0000_0000
"""The first of the marks: they are doubles that no place or size has, and their bytes nothing else."""
_MARKED = 0x3_A5A5_A5A5 * _NANOSECONDS + 0x3A5A_5A5A
"""A time whose numbers take five bytes each."""
_LIGHTS = (Category.TRAFFIC_LIGHT,)
_ARE: Mapping[tuple[Category, ...], Flags] = {
    each: np.isin(np.arange(max(Category) + 1), each) for each in (MOVERS, boxes.STANDING, _LIGHTS)
}
"""Which categories are some of those that are shown: looked up with every frame."""
_LAMP = 0.6
"""Metres: the diameter of a light's ball."""


def write(part: Part, path: Path, proceed: Proceed) -> None:
    """Write what is seen in each frame, at the time of day of the recording's header.

    Topics: ``/actors`` (boxes of what moves) and ``/tf`` in every frame; ``/standing`` (signs and props) and
    ``/traffic_lights`` whenever one changes; ``/events``; ``/roads`` at the start, if there is a map. The
    frame of reference is right-handed: y and yaw are mirrored.
    """
    with path.open("wb") as stream, Writer(stream) as writer:
        log = _SceneLog(writer, part)
        log.write_roads()
        for place, number in enumerate(part.frames):
            check(proceed, place / len(part.frames))
            log.write(world_at(part.index, float(part.index.elapsed[number]), frame_index=number))


class _SceneLog:
    def __init__(self, writer: Writer, part: Part) -> None:
        self._writer = writer
        self._part = part
        self._movers = _Kept(part, _boxes)
        self._standing = _Kept(part, _boxes)
        self._transforms = _Kept(part, _transforms)
        self._latest: dict[str, bytes] = {}
        self._lights: set[int] = set()
        self._events = deque(boxes.told_events(part))

    def write_roads(self) -> None:
        if self._part.roads is None:
            return
        update = SceneUpdate()
        time = self._time(self._part.frames.start)
        for name, color, pieces in boxes.road_lines(self._part.roads):
            entity = update.entities.add(id=name, frame_id=_WORLD, timestamp=_timestamp(time))
            line = entity.lines.add(type=LinePrimitive.LINE_LIST, thickness=1.0, scale_invariant=True)
            line.pose.orientation.w = 1.0
            _paint(line.color, color)
            for x, y, z in pieces.reshape(-1, 3).tolist():
                line.points.add(x=x, y=y, z=z)
        self._send("/roads", update, time)

    def write(self, world: World) -> None:
        time = self._time(world.frame_index)
        movers = self._places(world, MOVERS)
        rows, cubes = _boxes_of(world, movers)
        self._send("/actors", self._movers.update(rows, cubes, time), time)
        poses = boxes.mirrored_locations(world.locations[movers]), cubes[1]
        self._send("/tf", self._transforms.update(rows, poses, time), time)
        places = self._places(world, boxes.STANDING)
        columns = (world.rows, world.locations, world.rotations, world.box_centers, world.box_extents)
        if self._is_new("/standing", *(each[places] for each in columns)):
            self._send("/standing", self._standing.update(*_boxes_of(world, places), time), time)
        self._write_lights(world, time)
        while self._events and self._events[0][0] == world.frame_index:
            _, kind, text = self._events.popleft()
            level = Log.WARNING if kind is EventType.COLLISION else Log.INFO
            message = Log(timestamp=_timestamp(time), level=level, message=text, name=kind.name.lower())
            self._send("/events", message, time)

    def _write_lights(self, world: World, time: int) -> None:
        places = self._places(world, _LIGHTS)
        states, ids = world.light_states[places], world.actor_ids[places]
        if not self._is_new("/traffic_lights", states, ids):
            return
        update = SceneUpdate()
        _delete(update, self._lights - set(ids.tolist()), time)
        self._lights = set(ids.tolist())
        locations = boxes.mirrored_locations(world.locations[places]).tolist()
        for actor_id, state, (x, y, z) in zip(ids.tolist(), states.tolist(), locations, strict=True):
            entity = update.entities.add(id=str(actor_id), frame_id=_WORLD, timestamp=_timestamp(time))
            known = TrafficLightState(state) if state >= 0 else TrafficLightState.UNKNOWN
            entity.metadata.add(key="state", value=str(known))
            ball = entity.spheres.add()
            ball.pose.position.x, ball.pose.position.y, ball.pose.position.z = x, y, z
            ball.pose.orientation.w = 1.0
            ball.size.x = ball.size.y = ball.size.z = _LAMP
            _paint(ball.color, boxes.LIGHT_COLORS.get(known, boxes.OTHER_COLOR))
        self._send("/traffic_lights", update, time)

    def _places(self, world: World, categories: tuple[Category, ...]) -> Ints:
        """Return where the wanted actors of some categories that have a pose stand in the world's columns."""
        places = np.flatnonzero(_ARE[categories][world.categories] & world.has_pose)
        return places[self._part.chosen(world.actor_ids[places])]

    def _is_new(self, topic: str, *columns: NDArray[Any]) -> bool:
        told, before = b"".join(each.tobytes() for each in columns), self._latest.get(topic)
        self._latest[topic] = told
        return told != before

    def _time(self, number: int) -> int:
        """Return the time of a frame in nanoseconds since 1970; from 1970 on if it was not recorded since."""
        elapsed = round(float(self._part.index.elapsed[number]) * _NANOSECONDS)
        start = self._part.index.header.timestamp * _NANOSECONDS
        return min(elapsed + (start if 0 <= start < _LATEST else 0), _LATEST)

    def _send(self, topic: str, message: object, time: int) -> None:
        self._writer.write_message(topic, message, log_time=time, publish_time=time)


def _marks(count: int, each: int) -> list[list[float]]:
    """Return numbers that stand for ``each`` doubles in each of ``count`` parts of a message."""
    numbers: list[list[float]] = (
        np.arange(_MARK, _MARK + count * each, dtype=np.uint64).view(np.float64).reshape(count, each).tolist()
    )
    return numbers


def _stamp(time: int) -> bytes:
    """Return the bytes of a Timestamp, always 12 of them: each number has the five bytes that it may have."""
    return b"".join(
        bytes((tag, *(number >> shift & 0x7F | 0x80 for shift in (0, 7, 14, 21)), number >> 28))
        for tag, number in zip((0x08, 0x10), divmod(time, _NANOSECONDS), strict=True)
    )


def _boxes_of(world: World, places: Ints) -> tuple[Ints, Sequence[Floats]]:
    """Return the rows of actors (N,), and centres (N, 3), x y z w (N, 4) and whole sizes (N, 3) of boxes."""
    rotations = np.nan_to_num(world.rotations[places])
    within = (rotation_matrices(rotations) @ world.box_centers[places][..., None])[..., 0]
    centers = boxes.mirrored_locations(world.locations[places] + within)
    return world.rows[places], (centers, boxes.quaternions(rotations), 2.0 * world.box_extents[places])


class _Kept:
    """The messages of one topic; one is made when others are there, with these ids gone.

    Else only its times and some doubles change: in its bytes, many times as fast. It is made with ``_marks``
    for these doubles, and with the time ``_MARKED``.
    """

    def __init__(self, part: Part, make: Callable[[Part, Sequence[int], set[int]], Message]) -> None:
        self._part = part
        self._make = make
        self._rows: list[int] = []
        self._message: object = None

    def update(self, actors: NDArray[np.int64], values: Sequence[Floats], time: int) -> object:
        """Return the message that tells these numbers of these actors, by their rows, and of no others."""
        rows, message = actors.tolist(), self._message
        if message is None or rows != self._rows:
            gone = self._ids(self._rows) - self._ids(rows)
            message = self._made(self._make(self._part, rows, gone), sum(each.size for each in values))
            self._rows, self._message = rows, None if gone else message
        anywhere(self._data, np.dtype("<f8"))[self._places] = np.concatenate(values, axis=1).ravel()
        anywhere(self._data, np.dtype("V12"))[self._stamps] = np.void(_stamp(time))
        return message

    def _made(self, message: Message, count: int) -> object:
        """Find where so many marks and the times stand; return what the writer asks of a message."""
        data = message.SerializeToString()
        self._data = np.frombuffer(bytearray(data), np.uint8)
        words = anywhere(self._data, np.dtype("<u8"))
        places = np.flatnonzero(words - np.uint64(_MARK) < count)
        self._places = places[np.argsort(words[places])]
        stamp = re.escape(_stamp(_MARKED))
        self._stamps = np.array([found.start() for found in re.finditer(stamp, data, re.DOTALL)], np.int64)
        members = {"DESCRIPTOR": message.DESCRIPTOR, "SerializeToString": staticmethod(self._data.tobytes)}
        return type(type(message).__name__, (), members)()

    def _ids(self, rows: Sequence[int]) -> set[int]:
        return set(self._part.index.actors.actor_id[list(rows)].tolist())


def _transforms(part: Part, rows: Sequence[int], _gone: set[int]) -> Message:
    made = FrameTransforms()
    for row, numbers in zip(rows, _marks(len(rows), 7), strict=True):
        child = f"actor/{part.index.actors.actor_id[row]}"
        each = made.transforms.add(parent_frame_id=_WORLD, child_frame_id=child)
        each.timestamp.CopyFrom(_timestamp(_MARKED))
        each.translation.x, each.translation.y, each.translation.z = numbers[:3]
        each.rotation.x, each.rotation.y, each.rotation.z, each.rotation.w = numbers[3:]
    return made


def _boxes(part: Part, rows: Sequence[int], gone: set[int]) -> Message:
    actors, made = part.index.actors, SceneUpdate()
    _delete(made, gone, _MARKED)
    for row, numbers in zip(rows, _marks(len(rows), 10), strict=True):
        description = actors.descriptions[row]
        entity = made.entities.add(id=str(description.actor_id), frame_id=_WORLD)
        entity.timestamp.CopyFrom(_timestamp(_MARKED))
        category = Category(int(actors.category[row])).label
        facts = {"type_id": description.type_id, "role_name": description.role_name, "category": category}
        for key, value in facts.items():
            entity.metadata.add(key=key, value=value)
        cube = entity.cubes.add()
        position, turn = cube.pose.position, cube.pose.orientation
        position.x, position.y, position.z = numbers[:3]
        turn.x, turn.y, turn.z, turn.w = numbers[3:7]
        cube.size.x, cube.size.y, cube.size.z = numbers[7:]
        _paint(cube.color, boxes.color_of(part, row))
    return made


def _delete(update: SceneUpdate, ids: set[int], time: int) -> None:
    for actor_id in sorted(ids):
        update.deletions.add(id=str(actor_id), timestamp=_timestamp(time))  # type 0: what has this id


def _timestamp(time: int) -> Timestamp:
    return Timestamp(seconds=time // _NANOSECONDS, nanos=time % _NANOSECONDS)


def _paint(target: object, color: boxes.Color) -> None:
    red, green, blue = (each / 255.0 for each in color)
    target.r, target.g, target.b, target.a = red, green, blue, 1.0  # type: ignore[attr-defined]
