"""From the scene to a recording: frame times, actor ids, and the packets of every frame."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np

from sample import cast
from sample.actors import NO_BOX, box, from_map, introduce, place
from sample.controls import control, lamps
from sample.geometry import Pose
from sample.lights import all_lights, state, trigger_volume
from sample.network import beside, kerb
from sample.parts import Driven, Mounted, Part, Placed, Walking
from sample.scene import Scene
from sample.streets import MAP_NAME, SIGNS
from sample.units import CENTIMETRES, LENGTHS, SHARES, centimetres, motion, snap, transform
from viewer.logfile import packets
from viewer.logfile.enums import ActorType
from viewer.logfile.event_add import ActorRecord
from viewer.logfile.fields import PacketKind
from viewer.logfile.header import make_header
from viewer.logfile.writer import RecordingWriter

STARTED = 1_715_675_400  # 2024-05-14 08:30:00 UTC
LENGTH = 60.0  # s

_SEED = 20240514
_SHORTEST, _LONGEST = 0.036, 0.064  # s, of an ordinary frame
_STALL_AT, _STALL = 27.0, 0.4  # s; the simulation hangs for a moment
_DIGITS = 4
_FIRST_ID = 24
_GAME_TIME = 318.25  # s that the simulation has run when the recording starts
_CLOCK_AHEAD = 0.0046875  # s that the wall clock is ahead
_HITS = 3  # that a pair has in a frame, of which one is written
_SIGN_POST = 0.6  # m from the kerb
_VOLUME_HEIGHT = 1.0  # m, half of a trigger volume
_SPECTATOR = transform(Pose(-20.0, 62.0, math.radians(-60.0)), 48.0, -50.0)

_ROWS: tuple[PacketKind, ...] = (
    *packets.ALWAYS, packets.VEHICLE_LIGHT, packets.KINEMATICS, packets.BOUNDING_BOX,
)  # fmt: skip

Frame = dict[PacketKind, list[Any]]


def record(stream: BinaryIO) -> None:
    """Write the whole recording."""
    writer = RecordingWriter(stream, make_header(MAP_NAME, STARTED))
    scene = Scene()
    clerk = _Clerk(scene)
    writer.add_frame(0.0, clerk.first_frame())
    for seconds in durations():
        scene.advance(seconds)
        writer.add_frame(seconds, clerk.frame())
    writer.finish()


def durations() -> Iterator[float]:
    """Yield the time from each frame to the next: some 20 frames a second, unevenly, each exactly an f32."""
    dice = random.Random(_SEED)  # noqa: S311 - chance, not secrecy
    elapsed = 0.0
    stalled = False
    while elapsed < LENGTH:
        seconds = _SHORTEST + (_LONGEST - _SHORTEST) * dice.random()
        if elapsed > _STALL_AT and not stalled:
            seconds, stalled = _STALL, True
        narrow = float(np.float32(round(seconds, _DIGITS)))
        elapsed += narrow
        yield narrow


class _Clerk:
    """Gives ids to the actors and writes down what they do."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._next_id = _FIRST_ID
        self._ids: dict[Part, int] = {}
        self._ids_of_all: dict[str, int] = {}  # by name, also of those who are gone
        self._hits = 0
        self._spectator = self._new_id()
        self._lights = {light: self._new_id() for light in all_lights()}
        self._signs = {sign: self._new_id() for sign in SIGNS}

    def first_frame(self) -> Frame:
        """Return the first frame, which also adds what belongs to the map."""
        frame = self.frame()
        frame[packets.EVENT_ADD][:0] = self._map_actors()
        frame[packets.BOUNDING_BOX][:0] = [(self._spectator, *NO_BOX)]
        frame[packets.TRIGGER_VOLUME] = list(self._trigger_volumes())
        return frame

    def frame(self) -> Frame:
        """Return the packets of the frame that is now."""
        frame: Frame = {kind: [] for kind in _ROWS}
        scene = self._scene
        frame[packets.EVENT_DEL] = [(self._ids.pop(part),) for part in scene.went]
        for part in scene.came:
            self._add(part, frame)
        frame[packets.POSITION].append((self._spectator, *_SPECTATOR))
        for part in scene.parts():
            self._describe(part, frame)
        for light, light_id in self._lights.items():
            shown, since = state(light.junction, light.arm, scene.elapsed)
            frame[packets.TRAFFIC_LIGHT_STATE].append((light_id, False, snap(since, SHARES), shown))
        if scene.touching:
            frame[packets.COLLISION] = list(self._contact())
        frame[packets.VISUAL_TIME] = [(_GAME_TIME + scene.elapsed,)]
        frame[packets.PLATFORM_TIME] = [(_CLOCK_AHEAD + scene.elapsed,)]
        return frame

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def _map_actors(self) -> Iterator[ActorRecord]:
        yield from_map(self._spectator, ActorType.OTHER, "spectator", _SPECTATOR)
        for light, light_id in self._lights.items():
            yield from_map(light_id, ActorType.TRAFFIC_LIGHT, "traffic.traffic_light", transform(light.pose))
        for sign, sign_id in self._signs.items():
            post = beside(sign.street, sign.s, sign.side, kerb(sign.street, sign.side) + _SIGN_POST)
            facing = transform(post.turned(math.pi))
            yield from_map(sign_id, ActorType.TRAFFIC_SIGN, sign.type_id, facing)

    def _trigger_volumes(self) -> Iterator[tuple[int, Any, Any]]:
        for light, light_id in self._lights.items():
            middle, along, across = trigger_volume(light)
            volume = (
                centimetres(middle.x, middle.y, _VOLUME_HEIGHT),
                centimetres(along, across, _VOLUME_HEIGHT),
            )
            yield light_id, *volume

    def _add(self, part: Part, frame: Frame) -> None:
        inherits = isinstance(part, Driven) and part.id_of
        actor_id = self._ids_of_all[inherits] if inherits else self._new_id()
        self._ids[part] = actor_id
        if not isinstance(part, Placed):
            self._ids_of_all[part.name] = actor_id
        if isinstance(part, Mounted):
            frame[packets.EVENT_PARENT].append((actor_id, self._ids_of_all[part.parent]))
        frame[packets.EVENT_ADD].append(introduce(part, actor_id, self._scene))
        frame[packets.BOUNDING_BOX].append((actor_id, *box(part)))

    def _describe(self, part: Part, frame: Frame) -> None:
        """Write down what an actor does; sensors have no pose of their own."""
        actor_id, scene = self._ids[part], self._scene
        if not isinstance(part, Mounted):
            frame[packets.POSITION].append((actor_id, *place(part, scene)))
        if isinstance(part, Driven):
            car = scene.vehicles[part.name]
            steer, throttle, brake, hand_brake, gear = control(part, car, scene.elapsed)
            shares = (snap(share, SHARES) for share in (steer, throttle, brake))
            frame[packets.ANIM_VEHICLE].append((actor_id, *shares, hand_brake, gear))
            frame[packets.VEHICLE_LIGHT].append((actor_id, int(lamps(part, scene))))
            frame[packets.KINEMATICS].append((actor_id, *motion(car.velocity, car.yaw_rate)))
        elif isinstance(part, Walking):
            walker = scene.walkers[part.name]
            frame[packets.ANIM_WALKER].append((actor_id, snap(walker.commanded * CENTIMETRES, LENGTHS)))
            frame[packets.KINEMATICS].append((actor_id, *motion(walker.velocity, 0.0)))

    def _contact(self) -> Iterator[tuple[int, int, int, bool, bool]]:
        """Yield what the sensors of both report; hits that are not written use up numbers."""
        pair = self._ids_of_all[cast.CULPRIT], self._ids_of_all[cast.VICTIM]
        for first, second in (pair, pair[::-1]):
            yield self._hits, first, second, False, False
            self._hits += _HITS
