"""MCAP with Foxglove's schemas: boxes, transforms, lights, events and roads, for Foxglove and Lichtblick."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from viewer.cancellation import Proceed, check
from viewer.export.boxes import (
    LIGHT_COLORS,
    OTHER_COLOR,
    STANDING,
    Boxes,
    Color,
    boxes_of,
    color_of,
    places_of,
    road_lines,
)
from viewer.export.errors import ExportError
from viewer.export.part import Part
from viewer.export.request import ExportRequest
from viewer.export.right_handed import mirrored_locations
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import MOVERS, Category
from viewer.recording.events import EventType
from viewer.replay.world.world import World, world_at

if TYPE_CHECKING:
    from foxglove_schemas_protobuf.SceneUpdate_pb2 import SceneUpdate
    from google.protobuf.timestamp_pb2 import Timestamp
    from mcap_protobuf.writer import Writer

_WORLD = "map"
_NANOSECONDS = 1_000_000_000
_LATEST = (1 << 63) - 1
"""The last time that every reader of a file can hold, nanoseconds: in the year 2262."""
_LAMP = 0.6
"""Metres: the diameter of a light's ball."""


def write_mcap(request: ExportRequest, path: Path, proceed: Proceed) -> None:
    """Write what is seen in each frame, at the time of day of the recording's header.

    Topics: ``/actors`` (boxes of what moves) and ``/tf`` in every frame; ``/standing`` (signs and props) and
    ``/traffic_lights`` whenever one changes; ``/events``; ``/roads`` at the start, if there is a map. The
    frame of reference is right-handed: y and yaw are mirrored.

    Raises:
        ExportError: tables or signals are asked for.
        OSError: the file cannot be written.
        RecordingError: the recording can no longer be read.
        ReadingCancelledError: ``proceed`` said no.

    """
    from mcap_protobuf.writer import Writer

    if request.tables or request.signals:
        raise ExportError("mcap shows the scene: tables and signals go to csv or parquet")
    part = request.part
    with path.open("wb") as stream, Writer(stream) as writer:
        log = _SceneLog(writer, part)
        log.write_roads(request)
        for place, number in enumerate(part.frames):
            check(proceed, place / len(part.frames))
            log.write(world_at(part.index, float(part.index.elapsed[number]), frame_index=number))


class _SceneLog:
    """Writes one moment after the other."""

    def __init__(self, writer: Writer, part: Part) -> None:
        from foxglove_schemas_protobuf.FrameTransforms_pb2 import FrameTransforms

        self._writer = writer
        self._part = part
        self._movers = _Scene(part)
        self._standing = _Scene(part)
        self._transforms = FrameTransforms()
        self._stood: bytes = b""
        self._lit: bytes = b""
        self._lights: set[int] = set()
        events = part.index.events
        self._events = np.split(events, np.searchsorted(events["frame"], part.frames))[1:]

    def write_roads(self, request: ExportRequest) -> None:
        """Write the lines of the map, if there is one."""
        from foxglove_schemas_protobuf.LinePrimitive_pb2 import LinePrimitive
        from foxglove_schemas_protobuf.SceneUpdate_pb2 import SceneUpdate

        if request.roads is None:
            return
        update = SceneUpdate()
        time = self._time(self._part.frames.start)
        for name, color, pieces in road_lines(request.roads):
            entity = update.entities.add(id=name, frame_id=_WORLD, timestamp=_timestamp(time))
            line = entity.lines.add(type=LinePrimitive.LINE_LIST, thickness=1.0, scale_invariant=True)
            line.pose.orientation.w = 1.0
            _paint(line.color, color)
            for x, y, z in pieces.reshape(-1, 3).tolist():
                line.points.add(x=x, y=y, z=z)
        self._send("/roads", update, time)

    def write(self, world: World) -> None:
        """Write what a frame shows."""
        time = self._time(world.frame_index)
        movers = places_of(world, self._part, MOVERS)
        boxes = boxes_of(world, movers)
        self._send("/actors", self._movers.update(boxes, time), time)
        self._write_transforms(world, movers, boxes, time)
        standing = boxes_of(world, places_of(world, self._part, STANDING))
        stood = b"".join(each.tobytes() for each in standing)
        if stood != self._stood or world.frame_index == self._part.frames.start:
            self._stood = stood
            self._send("/standing", self._standing.update(standing, time), time)
        self._write_lights(world, time)
        self._write_events(world.frame_index, time)

    def _write_transforms(self, world: World, movers: NDArray[np.int64], boxes: Boxes, time: int) -> None:
        transforms = self._transforms.transforms
        ids = world.actor_ids[movers].tolist()
        if [each.child_frame_id for each in transforms] != [_frame_of(each) for each in ids]:
            del transforms[:]
            for actor_id in ids:
                transforms.add(parent_frame_id=_WORLD, child_frame_id=_frame_of(actor_id))
        places = mirrored_locations(world.locations[movers]).tolist()
        stamp = _timestamp(time)
        for each, place, turn in zip(transforms, places, boxes.quaternions.tolist(), strict=True):
            each.timestamp.CopyFrom(stamp)
            each.translation.x, each.translation.y, each.translation.z = place
            each.rotation.x, each.rotation.y, each.rotation.z, each.rotation.w = turn
        self._send("/tf", self._transforms, time)

    def _write_lights(self, world: World, time: int) -> None:
        from foxglove_schemas_protobuf.SceneUpdate_pb2 import SceneUpdate

        places = places_of(world, self._part, (Category.TRAFFIC_LIGHT,))
        states, ids = world.light_states[places], world.actor_ids[places]
        lit = states.tobytes() + ids.tobytes()
        if lit == self._lit and world.frame_index > self._part.frames.start:
            return
        self._lit = lit
        update = SceneUpdate()
        _delete(update, self._lights - set(ids.tolist()), time)
        self._lights = set(ids.tolist())
        locations = mirrored_locations(world.locations[places]).tolist()
        for actor_id, state, (x, y, z) in zip(ids.tolist(), states.tolist(), locations, strict=True):
            entity = update.entities.add(id=str(actor_id), frame_id=_WORLD, timestamp=_timestamp(time))
            known = TrafficLightState(state) if state >= 0 else TrafficLightState.UNKNOWN
            entity.metadata.add(key="state", value=str(known))
            ball = entity.spheres.add()
            ball.pose.position.x, ball.pose.position.y, ball.pose.position.z = x, y, z
            ball.pose.orientation.w = 1.0
            ball.size.x = ball.size.y = ball.size.z = _LAMP
            _paint(ball.color, LIGHT_COLORS.get(known, OTHER_COLOR))
        self._send("/traffic_lights", update, time)

    def _write_events(self, number: int, time: int) -> None:
        from foxglove_schemas_protobuf.Log_pb2 import Log

        actors = self._part.index.actors
        ids = np.append(actors.actor_id, -1)
        for event in self._events[number - self._part.frames.start]:
            pair = ids[[event["actor"], event["other"]]]
            if event["frame"] != number or not self._part.chosen(pair).any():
                continue
            kind = EventType(int(event["kind"]))
            names = [
                f"{each} ({actors.descriptions[row].type_id})" if row >= 0 else "something else"
                for each, row in zip(pair.tolist(), (event["actor"], event["other"]), strict=True)
            ]
            alone = kind in (EventType.SPAWN, EventType.DESTROY)
            text = f"{kind.name.lower()}: {names[0]}" + ("" if alone else f" – {names[1]}")
            level = Log.WARNING if kind is EventType.COLLISION else Log.INFO
            message = Log(timestamp=_timestamp(time), level=level, message=text, name=kind.name.lower())
            self._send("/events", message, time)

    def _time(self, number: int) -> int:
        """Return the time of a frame in nanoseconds since 1970; from 1970 on if it was not recorded since."""
        elapsed = round(float(self._part.index.elapsed[number]) * _NANOSECONDS)
        start = self._part.index.header.timestamp * _NANOSECONDS
        return min(elapsed + (start if 0 <= start < _LATEST else 0), _LATEST)

    def _send(self, topic: str, message: object, time: int) -> None:
        self._writer.write_message(topic, message, log_time=time, publish_time=time)


class _Scene:
    """Boxes of one topic; messages are changed rather than made anew, which takes most of the time."""

    def __init__(self, part: Part) -> None:
        from foxglove_schemas_protobuf.SceneUpdate_pb2 import SceneUpdate

        self._part = part
        self._rows: list[int] = []
        self._update: SceneUpdate = SceneUpdate()

    def update(self, boxes: Boxes, time: int) -> SceneUpdate:
        """Return the message that shows these boxes, and no others any more."""
        del self._update.deletions[:]
        rows = boxes.rows.tolist()
        if rows != self._rows:
            _delete(self._update, set(self._ids(self._rows)) - set(self._ids(rows)), time)
            del self._update.entities[:]
            for row in rows:
                self._add(row)
            self._rows = rows
        values = zip(
            self._update.entities,
            boxes.centers.tolist(),
            boxes.quaternions.tolist(),
            boxes.sizes.tolist(),
            strict=True,
        )
        stamp = _timestamp(time)
        for entity, center, turn, size in values:
            entity.timestamp.CopyFrom(stamp)
            cube = entity.cubes[0]
            position, orientation = cube.pose.position, cube.pose.orientation
            position.x, position.y, position.z = center
            orientation.x, orientation.y, orientation.z, orientation.w = turn
            cube.size.x, cube.size.y, cube.size.z = size
        return self._update

    def _add(self, row: int) -> None:
        actors = self._part.index.actors
        description = actors.descriptions[row]
        entity = self._update.entities.add(id=str(description.actor_id), frame_id=_WORLD)
        category = Category(int(actors.category[row])).label
        for key, value in (
            ("type_id", description.type_id), ("role_name", description.role_name), ("category", category),
        ):  # fmt: skip
            entity.metadata.add(key=key, value=value)
        _paint(entity.cubes.add().color, color_of(self._part, row))

    def _ids(self, rows: Sequence[int]) -> list[int]:
        ids: list[int] = self._part.index.actors.actor_id[list(rows)].tolist()
        return ids


def _delete(update: SceneUpdate, ids: set[int], time: int) -> None:
    for actor_id in sorted(ids):
        update.deletions.add(id=str(actor_id), timestamp=_timestamp(time))  # type 0: what has this id


def _frame_of(actor_id: int) -> str:
    return f"actor/{actor_id}"


def _timestamp(time: int) -> Timestamp:
    from google.protobuf.timestamp_pb2 import Timestamp

    return Timestamp(seconds=time // _NANOSECONDS, nanos=time % _NANOSECONDS)


def _paint(target: object, color: Color) -> None:
    red, green, blue = (each / 255.0 for each in color)
    target.r, target.g, target.b, target.a = red, green, blue, 1.0  # type: ignore[attr-defined]
