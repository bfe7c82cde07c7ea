"""From traffic to a recording: frame times, who comes and goes, actor ids, and the packets of every frame.

Numbers are rounded to binary fractions. They survive the narrowing to f32 unchanged, so that the same bytes
come out on every machine, and they compress well.
"""

from __future__ import annotations

import math
import random
from itertools import count
from typing import Any, BinaryIO

import numpy as np

from tests.sample import cast
from tests.sample import streets as town
from tests.sample.cast import Driven, Mounted, Part, Placed, Walking
from tests.sample.geometry import Pose
from tests.sample.streets import MAP_NAME, SIGNS, Arm
from tests.sample.traffic import Vehicle, Walker, crash, light, pedals
from tests.sample.writer import ALWAYS, RecordingWriter
from tests.sample.xodr import SIGN_POST
from viewer.logfile import packets
from viewer.logfile.enums import ActorType, AttributeType, VehicleLightState
from viewer.logfile.fields import PacketKind
from viewer.logfile.header import make_header
from viewer.logfile.packets import ActorRecord, Attribute

Triple = tuple[float, float, float]
Frame = dict[PacketKind, list[Any]]

_STARTED = 1_715_675_400  # 2024-05-14 08:30:00 UTC
_LENGTH = 60.0  # s
_STALLS = 540  # in this frame the simulation hangs for a moment
_GAME_TIME = 318.25  # s that the simulation has run when the recording starts
_NO_BOX: tuple[Triple, Triple] = ((-math.nan,) * 3, (-math.inf,) * 3)
_FULL_LOCK = math.radians(70.0)
_ROWS = (*ALWAYS, packets.VEHICLE_LIGHT, packets.KINEMATICS, packets.BOUNDING_BOX)


def record(stream: BinaryIO) -> None:
    """Write the whole recording: some 20 frames a second, unevenly, each exactly an f32 long."""
    writer = RecordingWriter(stream, make_header(MAP_NAME, _STARTED))
    scene = _Scene()
    writer.add_frame(0.0, scene.first_frame())
    dice = random.Random(20240514)
    for number in count():
        seconds = 0.036 + 0.028 * dice.random() if number != _STALLS else 0.4
        seconds = float(np.float32(round(seconds, 4)))
        scene.advance(seconds)
        writer.add_frame(seconds, scene.frame())
        if scene.elapsed >= _LENGTH:
            break
    writer.finish()


class _Scene:
    """The minute as it goes: who is there, who comes and goes, everybody's next move, and their ids."""

    def __init__(self) -> None:
        self.elapsed, self._touching, self._hits = 0.0, False, 0
        numbers = count(24)
        self._spectator = next(numbers)
        self._lights = [(*each, next(numbers)) for each in town.lights()]
        self._signs = [(sign, next(numbers)) for sign in SIGNS]
        self._new_ids = numbers
        self._waiting: list[Part] = [*cast.PROPS, *cast.VEHICLES, *cast.WALKERS, *cast.SENSORS]
        self._uids = sorted({part.type_id for part in self._waiting})
        self._ids: dict[str, int] = {}  # by name, also of those who are gone
        self._here: dict[Part, int] = {}
        self._movers: dict[str, Vehicle | Walker] = {}
        self._went: list[int] = []
        self._came = self._enter()

    def advance(self, seconds: float) -> None:
        """Move on by one frame, in steps that are not too long."""
        self._touching, begin, steps = False, self.elapsed, int(seconds / 0.07) + 1
        for i in range(steps):
            self._move(seconds / steps)
            self.elapsed = begin + seconds * (i + 1) / steps
        gone = {name for name, mover in self._movers.items() if mover.arrived}
        gone |= {cast.CULPRIT, cast.VICTIM} if self.elapsed >= cast.TOWED else set()
        goes = [
            part for part in self._here if (part.parent if isinstance(part, Mounted) else part.name) in gone
        ]
        self._went = [self._here.pop(part) for part in goes]
        self._movers = {name: mover for name, mover in self._movers.items() if name not in gone}
        self._came = self._enter()

    def first_frame(self) -> Frame:
        """Return the first frame, which also adds what belongs to the map."""
        frame = self.frame()
        added = [ActorRecord(self._spectator, ActorType.OTHER, *_SPECTATOR, 0, "spectator", ())]
        for _, arm, pole, light_id in self._lights:
            where, type_id = _transform(pole), "traffic.traffic_light"
            added.append(ActorRecord(light_id, ActorType.TRAFFIC_LIGHT, *where, 0, type_id, ()))
            frame.setdefault(packets.TRIGGER_VOLUME, []).append((light_id, *_trigger(arm)))
        for sign, sign_id in self._signs:
            edge = town.kerb(sign.street, sign.side) + SIGN_POST
            where = _transform(town.beside(sign.street, sign.side, sign.s, edge).turned(math.pi))
            added.append(ActorRecord(sign_id, ActorType.TRAFFIC_SIGN, *where, 0, sign.type_id, ()))
        frame[packets.EVENT_ADD][:0] = added
        frame[packets.BOUNDING_BOX][:0] = [(self._spectator, *_NO_BOX)]
        return frame

    def frame(self) -> Frame:
        """Return the packets of the frame that is now."""
        frame: Frame = {kind: [] for kind in _ROWS}
        frame[packets.EVENT_DEL] = [(actor_id,) for actor_id in self._went]
        for part in self._came:
            actor_id, type_id = self._here[part], part.type_id
            if isinstance(part, Mounted):
                frame[packets.EVENT_PARENT].append((actor_id, self._ids[part.parent]))
            kind, uid = part.kind, 2 + self._uids.index(type_id)
            added = ActorRecord(actor_id, kind, *self._place(part), uid, type_id, _attributes(part))
            frame[packets.EVENT_ADD].append(added)
            frame[packets.BOUNDING_BOX].append((actor_id, *_box(part)))
        frame[packets.POSITION].append((self._spectator, *_SPECTATOR))
        for part, actor_id in self._here.items():
            self._describe(part, actor_id, frame)
        for junction, arm, _, light_id in self._lights:
            shown, since, _ = light(junction, arm, self.elapsed)
            frame[packets.TRAFFIC_LIGHT_STATE].append((light_id, False, _snap(since, 1024), shown))
        if self._touching:
            pair = self._ids[cast.CULPRIT], self._ids[cast.VICTIM]
            for first, second in (pair, pair[::-1]):  # hits that are not written use up numbers
                frame[packets.COLLISION].append((self._hits, first, second, False, False))
                self._hits += 3
        frame[packets.VISUAL_TIME] = [(_GAME_TIME + self.elapsed,)]
        frame[packets.PLATFORM_TIME] = [(0.0046875 + self.elapsed,)]
        return frame

    def _move(self, seconds: float) -> None:
        cars = [mover for mover in self._movers.values() if isinstance(mover, Vehicle)]
        walkers = [mover for mover in self._movers.values() if isinstance(mover, Walker)]
        pushes = [(car, pedals(car, cars, walkers, self.elapsed)) for car in cars if not car.wrecked]
        for walker in walkers:
            walker.advance(self.elapsed, seconds)
        for car, push in pushes:
            car.drive(push, seconds)
        by_name = {car.part.name: car for car in cars}
        if cast.CULPRIT in by_name:
            self._touching |= crash(by_name[cast.CULPRIT], by_name[cast.VICTIM], seconds)

    def _enter(self) -> list[Part]:
        came = [part for part in self._waiting if part.enters <= self.elapsed]
        self._waiting = [part for part in self._waiting if part not in came]
        for part in came:
            self._here[part] = self._ids[part.name] = next(self._new_ids)
            if isinstance(part, Driven | Walking):
                self._movers[part.name] = Vehicle(part) if isinstance(part, Driven) else Walker(part)
        return came

    def _place(self, part: Part) -> tuple[Triple, Triple]:
        """Return location and rotation as the file has them; a sensor's are relative to its parent."""
        if isinstance(part, Mounted):
            return _centimetres(*part.location), (0.0, 0.0, 0.0)
        if isinstance(part, Placed):
            return _transform(Pose(part.x, part.y, math.radians(part.yaw)))
        return _transform(self._movers[part.name].pose, part.half[2] * isinstance(part, Walking))

    def _describe(self, part: Part, actor_id: int, frame: Frame) -> None:
        """Write down what an actor does; sensors have no pose of their own."""
        if not isinstance(part, Mounted):
            frame[packets.POSITION].append((actor_id, *self._place(part)))
        if (mover := self._movers.get(part.name)) is None:
            return
        vx, vy = (_snap(value, 256) for value in mover.velocity)
        turning = _snap(math.degrees(mover.yaw_rate), 64)
        frame[packets.KINEMATICS].append((actor_id, (vx, vy, 0.0), (0.0, 0.0, turning)))
        if isinstance(mover, Walker):
            commanded = mover.part.pace * (mover.speed > 0.0)
            frame[packets.ANIM_WALKER].append((actor_id, _snap(100.0 * commanded, 16)))
        else:
            control = _control(mover)
            frame[packets.ANIM_VEHICLE].append((actor_id, *control))
            frame[packets.VEHICLE_LIGHT].append((actor_id, int(_lamps(mover, braking=control[2] > 0.0))))


def _lamps(car: Vehicle, *, braking: bool) -> VehicleLightState:
    """Return the lamps that are lit; bicycles have none."""
    left, right = VehicleLightState.LEFT_BLINKER, VehicleLightState.RIGHT_BLINKER
    if car.part.bicycle or car.part.kerbside:
        return VehicleLightState.NONE
    lit = car.part.lamps | (VehicleLightState.BRAKE if braking else VehicleLightState.NONE)
    if car.wrecked:
        return lit | left | right
    turns = (gate.turn for gate in car.gates if gate.begin - 28.0 < car.s and car.rear < gate.end)
    return lit | {-1: left, 0: VehicleLightState.NONE, 1: right}[next(turns, 0)]


def _control(car: Vehicle) -> tuple[float, float, float, bool, int]:
    """Return steering, throttle, brake, hand brake and gear that go with the motion."""
    if car.part.kerbside:
        return 0.0, 0.0, 0.0, True, 0
    if car.wrecked:
        return 0.0, 0.0, 1.0, False, 1
    steer = _snap(car.steering / _FULL_LOCK, 1024)
    gear = 1 if car.part.bicycle else 1 + (car.speed > 4.5) + (car.speed > 8.5)
    push = car.acceleration + 0.15 + 0.02 * car.speed  # m/s² against the drag
    if car.speed == 0.0:
        return steer, 0.0, 0.5, False, gear
    brake = min(-push / 8.0, 1.0) if push < -0.35 else 0.0
    return steer, _snap(min(max(push, 0.0) / 4.5, 1.0), 1024), _snap(brake, 1024), False, gear


def _trigger(arm: Arm) -> tuple[Triple, Triple]:
    """Return where those who mind a light are: a box across their lanes, before the stop line."""
    width = town.kerb(*arm.inward)
    at = town.beside(*arm.inward, town.along(arm, arm.stop_line + 1.5), width / 2)
    return _centimetres(at.x, at.y, 1.0), _centimetres(width / 2, 1.5, 1.0)


def _snap(value: float, steps: int) -> float:
    """Return the nearest multiple of 1 / steps; never a negative zero."""
    return round(value * steps) / steps + 0.0


def _centimetres(x: float, y: float, z: float) -> Triple:
    return _snap(x * 100.0, 16), _snap(y * 100.0, 16), _snap(z * 100.0, 16)


def _transform(pose: Pose, height: float = 0.0, pitch: float = 0.0) -> tuple[Triple, Triple]:
    """Return location and rotation (roll, pitch, yaw); yaw above -180 and up to 180 degrees."""
    yaw = _snap(math.degrees(pose.heading), 64)
    yaw -= 360.0 * math.ceil((yaw - 180.0) / 360.0)
    return _centimetres(pose.x, pose.y, height), (0.0, pitch, yaw)


_SPECTATOR = _transform(Pose(-20.0, 62.0, math.radians(-60.0)), 48.0, -50.0)


def _box(part: Part) -> tuple[Triple, Triple]:
    """Return origin and half extents in centimetres. Walkers are placed by their middle, all others stand."""
    if isinstance(part, Mounted):
        return _NO_BOX
    foot = 0.0 if isinstance(part, Walking) else part.half[2]
    return _centimetres(0.0, 0.0, foot), _centimetres(*part.half)


def _attributes(part: Part) -> tuple[Attribute, ...]:
    if isinstance(part, Driven):
        model = part.model
        rows: tuple[tuple[str, str, str], ...] = (
            ("int", "number_of_wheels", str(model.wheels)), ("bool", "sticky_control", "true"),
            ("string", "base_type", model.base_type), ("string", "special_type", model.special_type),
            ("bool", "has_lights", "false" if part.bicycle else "true"),
            ("color", "color", part.color), ("string", "role_name", part.role_name),
        )  # fmt: skip
    else:
        rows = (("string", "role_name", "pedestrian" if isinstance(part, Walking) else "default"),)
    types = {"color": AttributeType.RGB_COLOR, **{kind.name.lower(): kind for kind in AttributeType}}
    return tuple(Attribute(types[kind], name, value) for kind, name, value in rows)
