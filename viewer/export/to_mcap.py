"""MCAP export for Foxglove and Lichtblick: boxes, transforms, traffic lights, events and roads."""

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
from viewer.cancellation import ShouldContinue, check
from viewer.export import boxes
from viewer.export.selection import Selection
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.payload import anywhere
from viewer.recording.actors import MOVERS, Category
from viewer.recording.recorded_events import EventType
from viewer.replay.world.motion import rotation_matrices
from viewer.replay.world.world import World, world_at

_WORLD = "map"
_NANOSECONDS = 1_000_000_000
_LATEST = (1 << 63) - 1
"""Latest time that readers of MCAP files can represent, in nanoseconds since 1970: in the year 2262."""
_PLACEHOLDER = 0x7E37_0000_0000_0000
"""Bit pattern of the first placeholder in an MCAP message; the others are the integers after it.

A placeholder stands in the message for a double until the real one replaces it. It is unlike any real one.
"""
_PLACEHOLDER_TIME = 0x3_A5A5_A5A5 * _NANOSECONDS + 0x3A5A_5A5A
"""Time in nanoseconds that stands in an MCAP message until the real time replaces it.

It is encoded in as many bytes as the real time: five for the seconds, five for the nanoseconds.
"""
_LIGHTS = (Category.TRAFFIC_LIGHT,)
_IS_ONE_OF: Mapping[tuple[Category, ...], Flags] = {
    each: np.isin(np.arange(max(Category) + 1), each) for each in (MOVERS, boxes.STATIC, _LIGHTS)
}
"""Masks over all categories, by tuple of categories: True at those in it; to test many actors at once."""
_LAMP = 0.6
"""Diameter in metres of the sphere that shows a traffic light in an MCAP file."""


def write(selection: Selection, path: Path, should_continue: ShouldContinue) -> None:
    """Write the scene in each selected frame as MCAP, timed by the date in the recording's header.

    Topics: ``/actors`` (boxes of vehicles and walkers) and ``/tf`` in every frame; ``/standing`` (signs and
    props) and ``/traffic_lights`` when one changes; ``/events``; ``/roads`` at the start, if there is a map.
    The frame of reference is right-handed: y and yaw are negated.
    """
    with path.open("wb") as stream, Writer(stream) as writer:
        log = _SceneLog(writer, selection)
        log.write_roads()
        for done, frame_index in enumerate(selection.frames):
            check(should_continue, done / len(selection.frames))
            log.write(
                world_at(
                    selection.index, float(selection.index.elapsed[frame_index]), frame_index=frame_index
                )
            )


class _SceneLog:
    """Writer of the messages of all topics of an MCAP file, frame by frame."""

    def __init__(self, writer: Writer, selection: Selection) -> None:
        self._writer = writer
        self._selection = selection
        self._movers = _MessageTemplate(selection, _boxes)
        self._standing = _MessageTemplate(selection, _boxes)
        self._transforms = _MessageTemplate(selection, _transforms)
        self._latest: dict[str, bytes] = {}
        self._lights: set[int] = set()
        self._events = deque(boxes.recorded_events(selection))

    def write_roads(self) -> None:
        if self._selection.roads is None:
            return
        update = SceneUpdate()
        time = self._time(self._selection.frames.start)
        for name, color, pieces in boxes.road_lines(self._selection.roads):
            entity = update.entities.add(id=name, frame_id=_WORLD, timestamp=_timestamp(time))
            line = entity.lines.add(type=LinePrimitive.LINE_LIST, thickness=1.0, scale_invariant=True)
            line.pose.orientation.w = 1.0
            _paint(line.color, color)
            for x, y, z in pieces.reshape(-1, 3).tolist():
                line.points.add(x=x, y=y, z=z)
        self._send("/roads", update, time)

    def write(self, world: World) -> None:
        time = self._time(world.frame_index)
        movers = self._indices_of(world, MOVERS)
        rows, cubes = _boxes_of(world, movers)
        self._send("/actors", self._movers.update(rows, cubes, time), time)
        poses = boxes.mirrored_locations(world.locations[movers]), cubes[1]
        self._send("/tf", self._transforms.update(rows, poses, time), time)
        indices = self._indices_of(world, boxes.STATIC)
        columns = (world.rows, world.locations, world.rotations, world.box_centers, world.box_extents)
        if self._has_changed("/standing", *(each[indices] for each in columns)):
            self._send("/standing", self._standing.update(*_boxes_of(world, indices), time), time)
        self._write_lights(world, time)
        while self._events and self._events[0][0] == world.frame_index:
            _, kind, text = self._events.popleft()
            level = Log.WARNING if kind is EventType.COLLISION else Log.INFO
            message = Log(timestamp=_timestamp(time), level=level, message=text, name=kind.name.lower())
            self._send("/events", message, time)

    def _write_lights(self, world: World, time: int) -> None:
        """Write the states of all traffic lights if any of them has changed since the last call."""
        indices = self._indices_of(world, _LIGHTS)
        states, ids = world.light_states[indices], world.actor_ids[indices]
        if not self._has_changed("/traffic_lights", states, ids):
            return
        update = SceneUpdate()
        _delete(update, self._lights - set(ids.tolist()), time)
        self._lights = set(ids.tolist())
        locations = boxes.mirrored_locations(world.locations[indices]).tolist()
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

    def _indices_of(self, world: World, categories: tuple[Category, ...]) -> Ints:
        """Return the indices, in the arrays of ``world``, of selected actors that have a pose.

        ``world`` is the state of all actors at one time. Only actors of ``categories`` are included.
        """
        indices = np.flatnonzero(_IS_ONE_OF[categories][world.categories] & world.has_pose)
        return indices[self._selection.chosen(world.actor_ids[indices])]

    def _has_changed(self, topic: str, *columns: NDArray[Any]) -> bool:
        """Return whether ``columns`` differ from those of the last call for this topic; remember them."""
        content, before = b"".join(each.tobytes() for each in columns), self._latest.get(topic)
        self._latest[topic] = content
        return content != before

    def _time(self, frame_index: int) -> int:
        """Return the time of the frame with the index ``frame_index``, in nanoseconds since 1970.

        If the date of the recording is invalid, the elapsed time is returned.
        """
        elapsed = round(float(self._selection.index.elapsed[frame_index]) * _NANOSECONDS)
        start = self._selection.index.header.timestamp * _NANOSECONDS
        return min(elapsed + (start if 0 <= start < _LATEST else 0), _LATEST)

    def _send(self, topic: str, message: object, time: int) -> None:
        self._writer.write_message(topic, message, log_time=time, publish_time=time)


def _placeholders(count: int, each: int) -> list[list[float]]:
    """Return ``count`` rows of ``each`` unique doubles that stand in an MCAP message for the real numbers.

    They are found in the encoded message by their bit patterns, from ``_PLACEHOLDER`` on.
    """
    numbers: list[list[float]] = (
        np.arange(_PLACEHOLDER, _PLACEHOLDER + count * each, dtype=np.uint64)
        .view(np.float64)
        .reshape(count, each)
        .tolist()
    )
    return numbers


def _stamp(time: int) -> bytes:
    """Return ``time`` (nanoseconds) encoded as a protobuf Timestamp, always in 12 bytes.

    They are a tag and five bytes for the seconds, and a tag and five bytes for the nanoseconds.
    """
    return b"".join(
        bytes((tag, *(number >> shift & 0x7F | 0x80 for shift in (0, 7, 14, 21)), number >> 28))
        for tag, number in zip((0x08, 0x10), divmod(time, _NANOSECONDS), strict=True)
    )


def _boxes_of(world: World, indices: Ints) -> tuple[Ints, Sequence[Floats]]:
    """Return the actor-table rows of the N actors at ``indices``, and their boxes in right-handed axes.

    The boxes are three arrays: centres in metres (N, 3), quaternions x, y, z, w (N, 4), and full sizes in
    metres (N, 3).
    """
    rotations = np.nan_to_num(world.rotations[indices])
    within = (rotation_matrices(rotations) @ world.box_centers[indices][..., None])[..., 0]
    centers = boxes.mirrored_locations(world.locations[indices] + within)
    return world.rows[indices], (centers, boxes.quaternions(rotations), 2.0 * world.box_extents[indices])


class _MessageTemplate:
    """Encoded message of one MCAP topic, in which times and some doubles are replaced from frame to frame.

    This is many times faster than encoding a message per frame. The message is first encoded with
    placeholders, which show at which bytes the numbers and times are. It is encoded anew only if its actors
    are not those of the frame before.
    """

    def __init__(
        self, selection: Selection, make: Callable[[Selection, Sequence[int], set[int]], Message]
    ) -> None:
        self._selection = selection
        self._make = make
        self._rows: list[int] = []
        self._message: object = None

    def update(self, actors: NDArray[np.int64], values: Sequence[Floats], time: int) -> object:
        """Return the message of one frame; write it before the next call, which may change its bytes.

        Args:
            actors: rows of the message's N actors in the actor table, shape (N,).
            values: arrays of N rows, such as centres (N, 3) and quaternions (N, 4), in the order of
                the doubles of one actor in the message.
            time: time of the frame in nanoseconds.
        """
        rows, message = actors.tolist(), self._message
        if message is None or rows != self._rows:
            gone = self._ids(self._rows) - self._ids(rows)
            message = self._made(self._make(self._selection, rows, gone), sum(each.size for each in values))
            self._rows, self._message = rows, None if gone else message
        anywhere(self._data, np.dtype("<f8"))[self._offsets] = np.concatenate(values, axis=1).ravel()
        anywhere(self._data, np.dtype("V12"))[self._time_offsets] = np.void(_stamp(time))
        return message

    def _made(self, message: Message, count: int) -> object:
        """Encode ``message``, find the bytes of its replaceable numbers and times, and return a stand-in.

        The stand-in has the encoded bytes, and is passed to ``Writer.write_message`` in place of ``message``.
        ``count`` is the number of placeholder doubles in the message.
        """
        data = message.SerializeToString()
        self._data = np.frombuffer(bytearray(data), np.uint8)
        words = anywhere(self._data, np.dtype("<u8"))
        indices = np.flatnonzero(words - np.uint64(_PLACEHOLDER) < count)
        self._offsets = indices[np.argsort(words[indices])]
        stamp = re.escape(_stamp(_PLACEHOLDER_TIME))
        self._time_offsets = np.array(
            [found.start() for found in re.finditer(stamp, data, re.DOTALL)], np.int64
        )
        members = {"DESCRIPTOR": message.DESCRIPTOR, "SerializeToString": staticmethod(self._data.tobytes)}
        return type(type(message).__name__, (), members)()

    def _ids(self, rows: Sequence[int]) -> set[int]:
        return set(self._selection.index.actors.actor_id[list(rows)].tolist())


def _transforms(selection: Selection, rows: Sequence[int], _gone: set[int]) -> Message:
    """Return a FrameTransforms message for the actors in ``rows``; times and poses are placeholders."""
    made = FrameTransforms()
    for row, numbers in zip(rows, _placeholders(len(rows), 7), strict=True):
        child = f"actor/{selection.index.actors.actor_id[row]}"
        each = made.transforms.add(parent_frame_id=_WORLD, child_frame_id=child)
        each.timestamp.CopyFrom(_timestamp(_PLACEHOLDER_TIME))
        each.translation.x, each.translation.y, each.translation.z = numbers[:3]
        each.rotation.x, each.rotation.y, each.rotation.z, each.rotation.w = numbers[3:]
    return made


def _boxes(selection: Selection, rows: Sequence[int], gone: set[int]) -> Message:
    """Return a SceneUpdate message with the boxes of the actors in ``rows``, which deletes those of ``gone``.

    Times and geometry are placeholders.
    """
    actors, made = selection.index.actors, SceneUpdate()
    _delete(made, gone, _PLACEHOLDER_TIME)
    for row, numbers in zip(rows, _placeholders(len(rows), 10), strict=True):
        description = actors.descriptions[row]
        entity = made.entities.add(id=str(description.actor_id), frame_id=_WORLD)
        entity.timestamp.CopyFrom(_timestamp(_PLACEHOLDER_TIME))
        category = Category(actors.category[row]).label
        facts = {"type_id": description.type_id, "role_name": description.role_name, "category": category}
        for key, value in facts.items():
            entity.metadata.add(key=key, value=value)
        cube = entity.cubes.add()
        position, turn = cube.pose.position, cube.pose.orientation
        position.x, position.y, position.z = numbers[:3]
        turn.x, turn.y, turn.z, turn.w = numbers[3:7]
        cube.size.x, cube.size.y, cube.size.z = numbers[7:]
        _paint(cube.color, boxes.color_of(selection, row))
    return made


def _delete(update: SceneUpdate, ids: set[int], time: int) -> None:
    for actor_id in sorted(ids):
        update.deletions.add(id=str(actor_id), timestamp=_timestamp(time))  # type 0: the entity with this id


def _timestamp(time: int) -> Timestamp:
    return Timestamp(seconds=time // _NANOSECONDS, nanos=time % _NANOSECONDS)


def _paint(target: object, color: boxes.Color) -> None:
    red, green, blue = (each / 255.0 for each in color)
    target.r, target.g, target.b, target.a = red, green, blue, 1.0  # type: ignore[attr-defined]
