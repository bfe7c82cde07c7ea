"""A recording of any length and crowd, as CARLA 0.9.13 writes it, made in seconds."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sized
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.crowd import Floats, Riders, actor, standing_places
from tests.benchmarks.frames import ENGINE, KINDS, blank_frame
from viewer.logfile import packets
from viewer.logfile.enums import ActorType, TrafficLightState, VehicleLightState
from viewer.logfile.event_add import ActorRecord
from viewer.logfile.fields import PacketKind, Shape
from viewer.logfile.header import make_header
from viewer.logfile.writer import encode_payload

_DELTA = float(np.float32(0.05))
_BLOCK = 256  # frames prepared and written at once
_DATE = 1_700_000_000

# Frame numbers modulo _PERIOD at which something happens.
_PERIOD = 450
_LEAVES, _JOINS, _HITS = 200, 220, (300, 301, 302)

_LIGHT_CYCLE = 30.0
_GREEN, _YELLOW = 15.0, 3.0

_COLORS = 255
_SPECTATOR, _SENSORS, _FIRST_ID = 1, (2, 3), 10
_HERO = 0  # its place among the vehicles; it stays
_EXTENTS = {"vehicle": (240.0, 100.0, 80.0), "walker": (19.0, 19.0, 90.0), "static": (60.0, 40.0, 50.0)}  # cm


@dataclass(frozen=True, slots=True)
class Plan:
    """What to write.

    ``churn`` lets an actor die and another be born in every frame, so that no two frames in a row have the
    same layout; ``turnover`` lets so many vehicles do so, in 255 colours; ``collisions`` is how many records
    of a collision each frame has; ``flicker`` lets every light change in every frame. ``scales`` says whether
    a longer one shows anything more.
    """

    frames: int = 36_000
    vehicles: int = 150
    walkers: int = 80
    lights: int = 60
    props: int = 350
    churn: bool = False
    turnover: int = 0
    collisions: int = 0
    flicker: bool = False
    scales: bool = True


@dataclass(slots=True)
class _Events:
    added: list[ActorRecord] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)
    parents: list[tuple[int, int]] = field(default_factory=list)
    collisions: list[tuple[int, int, int, bool, bool]] = field(default_factory=list)


def write_recording(path: Path, plan: Plan) -> None:
    """Write a recording; return when it is on the disk, so that writing does not disturb the measures."""
    with path.open("wb") as stream:
        stream.write(make_header("Town10HD_Opt", _DATE).raw)
        for block in _Town(plan).blocks():
            stream.write(block.data)
        stream.flush()
        os.fsync(stream.fileno())


class _Town:
    """The state of the town, from the first frame to the last."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._rng = rng = np.random.default_rng(0)
        ids = iter(np.cumsum([_FIRST_ID, plan.lights, plan.props, plan.vehicles, plan.walkers]).tolist())
        start = next(ids)
        self._lights, self._props, vehicles, walkers = (range(start, start := stop) for stop in ids)
        self._light_places = standing_places(rng, plan.lights)
        self._prop_places = standing_places(rng, plan.props)
        self._vehicles = Riders(rng, vehicles, (15.0, 60.0), 9.0)
        self._walkers = Riders(rng, walkers, (3.0, 12.0), 1.4)
        self._next_id = start
        # Sequential addition, as CARLA adds: each elapsed is the one before plus its duration, exactly.
        self._elapsed = np.cumsum(np.append(0.0, np.full(plan.frames - 1, _DELTA)))

    def blocks(self) -> Iterator[NDArray[np.void]]:
        """Yield the frames in order, in blocks of one layout."""
        frame = 0
        while frame < self._plan.frames:
            events = self._events_at(frame)
            stop = frame + 1
            if events is None:
                while stop < min(frame + _BLOCK, self._plan.frames) and not self._eventful(stop):
                    stop += 1
            yield self._block(slice(frame, stop), events or _Events())
            frame = stop

    def _eventful(self, frame: int) -> bool:
        plan = self._plan
        busy = plan.churn or plan.turnover or plan.collisions
        return bool(busy) or frame == 0 or frame % _PERIOD in (_LEAVES, _JOINS, *_HITS)

    def _events_at(self, frame: int) -> _Events | None:
        if not self._eventful(frame):
            return None
        events = _Events()
        moment = frame % _PERIOD
        if frame == 0:
            self._open(events)
        elif self._plan.churn and len(self._walkers):
            events.removed.append(self._walkers.leave(0))
            # Names of changing length make the layout differ from that of the frame before.
            self._join(self._walkers, events, ActorType.WALKER, "walker.pedestrian.0001", "w" * (frame % 7))
        if frame > 0 and self._plan.turnover:
            self._turn_over(events)
        self._crash(frame, events)
        if moment == _LEAVES and not self._plan.turnover and len(self._vehicles) > 1:
            events.removed.append(self._vehicles.leave(len(self._vehicles) // 2))
        elif moment == _JOINS and len(self._vehicles) < self._plan.vehicles:
            self._join(self._vehicles, events, ActorType.VEHICLE, "vehicle.tesla.model3", "autopilot")
        elif moment in _HITS and len(self._vehicles) > 1:
            hero, other = self._vehicles.ids[:2].tolist()
            events.collisions.append((frame, hero, other, True, False))
        return events

    def _turn_over(self, events: _Events) -> None:
        """Replace the vehicles behind the hero by others, in all colours."""
        count = self._plan.turnover
        new = range(self._next_id, self._next_id + count)
        self._next_id += count
        events.removed += self._vehicles.replace(_HERO + 1, new)
        for number in new:
            color = f"{number % _COLORS},{number // 7 % _COLORS},{number % 3}"
            events.added.append(actor(number, ActorType.VEHICLE, "vehicle.audi.tt", color=color))

    def _crash(self, frame: int, events: _Events) -> None:
        """Let vehicles touch the next one, for three frames each."""
        ids = self._vehicles.ids.tolist()
        first = frame // 3 * self._plan.collisions
        for number in range(first, first + self._plan.collisions):
            one, other = ids[number % len(ids)], ids[(number + 1 + number // len(ids) % 7) % len(ids)]
            events.collisions.append((frame, one, other, False, False))

    def _open(self, events: _Events) -> None:
        """Add everybody who is there when recording starts; the hero carries two sensors."""
        add = events.added.append
        add(actor(_SPECTATOR, ActorType.OTHER, "spectator"))
        for light, place in zip(self._lights, self._light_places, strict=True):
            add(actor(light, ActorType.TRAFFIC_LIGHT, "traffic.traffic_light", place))
        for prop, place in zip(self._props, self._prop_places, strict=True):
            add(actor(prop, ActorType.OTHER, "static.prop.streetbarrier", place))
        for place, vehicle in enumerate(self._vehicles.ids.tolist()):
            role = "hero" if place == _HERO else "autopilot"
            add(actor(vehicle, ActorType.VEHICLE, "vehicle.lincoln.mkz_2017", role_name=role))
        for walker in self._walkers.ids.tolist():
            add(actor(walker, ActorType.WALKER, "walker.pedestrian.0012", role_name="pedestrian"))
        if len(self._vehicles):
            for sensor, type_id in zip(
                _SENSORS, ("sensor.other.collision", "sensor.camera.rgb"), strict=True
            ):
                add(actor(sensor, ActorType.SENSOR, type_id, role_name="front"))
                events.parents.append((sensor, int(self._vehicles.ids[_HERO])))

    def _join(self, riders: Riders, events: _Events, kind: ActorType, type_id: str, role_name: str) -> None:
        events.added.append(actor(self._next_id, kind, type_id, role_name=role_name))
        riders.join(self._next_id)
        self._next_id += 1

    def _block(self, frames: slice, events: _Events) -> NDArray[np.void]:
        elapsed = self._elapsed[frames]
        block = np.repeat(self._first_of(events), len(elapsed))
        start = block[packets.FRAME_START.name]["records"][:, 0]
        start["frame"] = np.arange(frames.start + 1, frames.stop + 1)
        start["duration"] = np.where(
            np.arange(frames.start, frames.stop) < self._plan.frames - 1, _DELTA, -1.0
        )
        start["elapsed"] = elapsed
        block[packets.PLATFORM_TIME.name]["records"][:, 0]["time"] = elapsed * 1.1
        self._move(block, elapsed)
        self._switch_lights(block[packets.TRAFFIC_LIGHT_STATE.name]["records"], elapsed)
        return block

    def _first_of(self, events: _Events) -> NDArray[np.void]:
        """Return one frame with all that does not change while nobody comes or goes."""
        movers = np.concatenate([self._vehicles.ids, self._walkers.ids])
        in_position = np.concatenate([[_SPECTATOR], self._props, movers])
        boxes = [record for record in events.added if record.type != ActorType.TRAFFIC_LIGHT]
        added = np.frombuffer(encode_payload(packets.EVENT_ADD, events.added, ENGINE), np.uint8)
        content: dict[PacketKind, Sized] = {
            packets.FRAME_START: [0],
            packets.EVENT_ADD: added,
            packets.EVENT_DEL: events.removed,
            packets.EVENT_PARENT: events.parents,
            packets.COLLISION: events.collisions,
            packets.POSITION: in_position,
            packets.TRAFFIC_LIGHT_STATE: self._lights,
            packets.ANIM_VEHICLE: self._vehicles.ids,
            packets.ANIM_WALKER: self._walkers.ids,
            packets.VEHICLE_LIGHT: self._vehicles.ids,
            packets.KINEMATICS: movers,
            packets.BOUNDING_BOX: [record.actor_id for record in boxes],
            packets.PLATFORM_TIME: [0],
            packets.FRAME_END: [],
        }
        frame = blank_frame(tuple(len(content[kind]) for kind in KINDS))
        for kind, rows in content.items():
            if kind.keyed and kind.shape is Shape.RECORDS and kind is not packets.EVENT_PARENT:
                frame[kind.name]["records"]["actor_id"] = rows
        frame[packets.EVENT_ADD.name]["records"] = added
        for kind, records in ((packets.EVENT_PARENT, events.parents), (packets.COLLISION, events.collisions)):
            frame[kind.name]["records"] = np.array(records, kind.dtype(ENGINE))
        self._furnish(frame, boxes)
        return frame

    def _furnish(self, frame: NDArray[np.void], boxes: list[ActorRecord]) -> None:
        """Fill in what stands still and what stays the same."""
        props = frame[packets.POSITION.name]["records"][:, 1 : 1 + len(self._props)]
        props["location"][..., :2] = self._prop_places * 100.0
        controls = frame[packets.ANIM_VEHICLE.name]["records"]
        controls["throttle"], controls["gear"] = 0.4, 2
        frame[packets.ANIM_WALKER.name]["records"]["speed"] = 140.0
        frame[packets.VEHICLE_LIGHT.name]["records"]["lights"] = VehicleLightState.LOW_BEAM
        box = frame[packets.BOUNDING_BOX.name]["records"]
        # As CARLA writes it: what has no mesh has no box.
        no_box = ((np.nan,) * 3, (-np.inf,) * 3)
        for i, record in enumerate(boxes):
            extent = _EXTENTS.get(record.type_id.partition(".")[0])
            box["origin"][:, i], box["extent"][:, i] = no_box if extent is None else ((0.0, 0.0, 0.0), extent)

    def _move(self, block: NDArray[np.void], elapsed: Floats) -> None:
        poses = block[packets.POSITION.name]["records"]
        motions = block[packets.KINEMATICS.name]["records"]
        place = 0
        first = poses.shape[1] - motions.shape[1]  # after the spectator and the props
        for riders in (self._vehicles, self._walkers):
            ride = riders.ride(elapsed)
            here = slice(place, place + len(riders))
            in_position = slice(first + here.start, first + here.stop)
            poses["location"][:, in_position, :2] = ride.locations * 100.0
            poses["rotation"][:, in_position, 2] = ride.yaws
            motions["velocity"][:, here, :2] = ride.velocities
            place = here.stop

    def _switch_lights(self, records: NDArray[np.void], elapsed: Floats) -> None:
        offsets = np.arange(len(self._lights)) % 2 * (_LIGHT_CYCLE / 2)
        speed = _GREEN / _DELTA if self._plan.flicker else 1.0  # half a cycle in each frame
        time = (elapsed[:, None] * speed + offsets) % _LIGHT_CYCLE
        yellow_from, red_from = _GREEN - _YELLOW, _GREEN
        records["state"] = np.select(
            [time < yellow_from, time < red_from],
            [TrafficLightState.GREEN, TrafficLightState.YELLOW],
            TrafficLightState.RED,
        )
        records["time_in_state"] = np.select(
            [time < yellow_from, time < red_from], [time, time - yellow_from], time - red_from
        )
