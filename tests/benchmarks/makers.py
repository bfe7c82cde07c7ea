"""Recordings of real size, as CARLA 0.9.13 writes them: traffic that drives in circles, made in seconds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain, cycle, groupby, islice, repeat
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.sample.writer import encode_packet
from tests.scenes import DATE, actor
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleLightState
from viewer.logfile.fields import Engine, PacketKind
from viewer.logfile.header import make_header
from viewer.logfile.nested import encode_payload
from viewer.logfile.packets import ActorRecord

_ENGINE = Engine.UE4
_DELTA = float(np.float32(0.05))
_TOGETHER = 256  # frames in which nothing happens, made at once
_CITY = 300.0  # m, half the side of the square in which everybody is
_MODELS = ("vehicle.tesla.model3", "vehicle.audi.tt", "vehicle.lincoln.mkz_2017", "vehicle.mini.cooper_s")
_EXTENTS = {"vehicle": (240.0, 100.0, 80.0), "walker": (19.0, 19.0, 90.0), "static": (60.0, 40.0, 50.0)}  # cm
_PHASES = np.array([0.0, 12.0, 15.0, 30.0])  # s, begins of green, yellow and red, and the end
_STATES = np.array([TrafficLightState.GREEN, TrafficLightState.YELLOW, TrafficLightState.RED])
_SPECTATOR, _SENSOR, _FIRST_LIGHT = 1, 2, 3


class Turn(NamedTuple):
    """What happens in a frame.

    ``go`` is how many vehicles and walkers go, those who have been there longest but for the hero; ``come``
    how many vehicles come; ``name`` how long their role names are; ``hits`` how many collisions are recorded.
    """

    go: int = 0
    come: int = 0
    name: int = 9
    hits: int = 0


_NOTHING = Turn()
Turns = Callable[[], Iterator[Turn]]


def _usual() -> Iterator[Turn]:
    """Somebody leaves and somebody comes now and then, and the hero hits somebody for three frames."""
    hits = [Turn(hits=1)] * 3
    once = (
        *repeat(_NOTHING, 199),
        Turn(go=1),
        *repeat(_NOTHING, 19),
        Turn(come=1),
        *repeat(_NOTHING, 79),
        *hits,
    )
    return cycle((*once, *repeat(_NOTHING, 147)))


def _always(*turns: Turn) -> Turns:
    return lambda: cycle(turns)


def _at_random() -> Iterator[Turn]:
    rng = np.random.default_rng(0)
    while True:
        yield from (Turn(*pair) for pair in rng.poisson(0.8, (1_000, 2)).tolist())


def _with_names() -> Iterator[Turn]:
    lengths = np.random.default_rng(0).integers(0, 400, 10_000).tolist()
    return (Turn(1, 1, name) for name in cycle(lengths))


class Plan(NamedTuple):
    """What to write; who is there in the first frame, and what happens in those after it."""

    frames: int
    vehicles: int = 150
    walkers: int = 80
    lights: int = 60
    props: int = 350
    turns: Turns = _usual
    colors: int = 5

    def scaled(self, scale: float) -> Plan:
        """Return a plan of as many frames more or less, a dozen at least."""
        return self._replace(frames=max(round(self.frames * scale), 12))


_TENS = (*[Turn(come=10)] * 500, *[Turn(go=10)] * 500)
_WAVES = (Turn(come=5_000), *[_NOTHING] * 9, Turn(go=5_000), *[_NOTHING] * 9)
SHAPES = {
    "one comes or goes in turn": Plan(10_000, 390, 0, 60, 0, _always(Turn(come=1), Turn(go=1))),
    "comings and goings at random": Plan(13_000, 300, 0, 60, 0, _at_random),
    "ten come in each frame, then ten go": Plan(2_000, 1, 0, 60, 0, _always(*_TENS)),
    "one more in each frame": Plan(3_000, 1, 0, 60, 0, _always(Turn(come=1))),
    "waves of 5,000": Plan(1_600, 1, 0, 60, 0, _always(*_WAVES)),
    "names of changing length": Plan(10_000, 390, 0, 60, 0, _with_names),
}
"""How actors come and go; some 400 MB each."""

LARGE = {
    "1 GB of traffic": Plan(36_000),
    "400 MB of traffic": Plan(14_400),
    "500,000 small frames": Plan(500_000, 10, 5, 6, 0),
    "800,000 adds and deletes": Plan(4_000, turns=_always(Turn(100, 100)), colors=255),
    "100,000 collisions": Plan(4_000, turns=_always(Turn(hits=25))),
}
RECORDINGS: Mapping[str, Plan] = {
    **LARGE,
    **SHAPES,
    "100 MB of traffic": Plan(3_600),
    "300 actors": Plan(4_000, 300, 0, 20, 0),
    "5,000 actors": Plan(300, 3_000, 1_750, 250, 0),
}


def drawn(seed: int, scale: float = 1.0) -> Plan:
    """Return a plan of some 40 MB that a seed decides: a crowd, and phases in which some come or go."""
    rng = np.random.default_rng(seed)
    there = first = int(10 ** rng.uniform(0.5, 3.5))
    turns: list[Turn] = []
    left = 40e6 * scale
    while left > 0:
        come, go = (int(10 ** rng.uniform(-1.0, 2.0)) for _ in range(2))
        every, longest = (int(10 ** rng.uniform(0.0, 1.5)) for _ in range(2))
        for number in range(int(rng.integers(1, 400))):
            moves = number % every == 0
            turns.append(Turn(min(go, there) * moves, come * moves, int(rng.integers(longest + 1))))
            there += turns[-1].come - turns[-1].go
            left -= 1_200 + 85 * there + turns[-1].come * (100 + turns[-1].name)
    return Plan(len(turns) + 1, first + 1, 0, 60, 0, partial(iter, turns))


def write_recording(path: Path, plan: Plan) -> None:
    """Write a recording; when this returns it is on the disk, so that writing does not disturb measures."""
    kept = path.with_suffix(".part")
    with kept.open("wb") as stream:
        stream.write(make_header("Carla/Maps/Town10HD_Opt", DATE).raw)
        stream.writelines(_Town(plan).blocks())
        stream.flush()
        os.fsync(stream.fileno())
    kept.replace(path)


class _Town:
    """Who is there, while one frame after the other is made."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._rng = np.random.default_rng(0)
        self._lights = np.arange(_FIRST_LIGHT, _FIRST_LIGHT + plan.lights)
        self._props = np.arange(plan.props) + _FIRST_LIGHT + plan.lights
        self._prop_places = self._rng.uniform(-_CITY, _CITY, (plan.props, 2))
        self._new_id = _FIRST_LIGHT + plan.lights + plan.props
        # Of those who move: id, whether it drives, and x, y, radius, angular speed and phase of its circle.
        self._ids, self._drives, self._circles = np.empty(0, int), np.empty(0, bool), np.empty((0, 5))

    def blocks(self) -> Iterator[bytes]:
        """Yield the frames; those of one block differ only in numbers."""
        done = 0
        for turn, same in groupby(chain([None], islice(self._plan.turns(), self._plan.frames - 1))):
            left = len(list(same))
            while left:
                count = min(left, _TOGETHER) if turn == _NOTHING else 1
                yield self._block(turn, done, count)
                done, left = done + count, left - count

    def _block(self, turn: Turn | None, first: int, count: int) -> bytes:
        added, gone, parents = [], np.empty(0, int), []
        if turn is None:
            added = self._beginning()
            parents = [(_SENSOR, int(self._ids[0]))]
        elif turn != _NOTHING:
            gone = self._leave(turn.go)
            added = self._come(turn.come, ("autopilot" * (turn.name // 9 + 1))[: turn.name])
        drivers = self._ids[self._drives]
        content: dict[PacketKind, Any] = {
            packets.FRAME_START: [(0, _DELTA, 0.0)],
            packets.EVENT_ADD: added,
            packets.EVENT_DEL: [(each,) for each in gone.tolist()],
            packets.EVENT_PARENT: parents,
            packets.COLLISION: self._hits(first, turn.hits if turn else 0),
            packets.POSITION: _by_actor(packets.POSITION, [_SPECTATOR], self._props, self._ids),
            packets.TRAFFIC_LIGHT_STATE: _by_actor(packets.TRAFFIC_LIGHT_STATE, self._lights),
            packets.ANIM_VEHICLE: _by_actor(packets.ANIM_VEHICLE, drivers, throttle=0.4, gear=2),
            packets.ANIM_WALKER: _by_actor(packets.ANIM_WALKER, self._ids[~self._drives], speed=140.0),
            packets.VEHICLE_LIGHT: _by_actor(
                packets.VEHICLE_LIGHT, drivers, lights=VehicleLightState.LOW_BEAM
            ),
            packets.KINEMATICS: _by_actor(packets.KINEMATICS, self._ids),
            packets.BOUNDING_BOX: [_box(each) for each in added if each.type_id != "traffic.traffic_light"],
            packets.PLATFORM_TIME: [(0.0,)],
            packets.FRAME_END: (),
        }
        block = _Block(content, count)
        self._fill(block, np.arange(first, first + count))
        return block.data.tobytes()

    def _fill(self, block: _Block, frames: NDArray[np.int64]) -> None:
        """Write what differs from frame to frame."""
        elapsed = frames * _DELTA
        start = block.records(packets.FRAME_START)[:, 0]
        start["frame"], start["elapsed"] = frames + 1, elapsed
        start["duration"][frames == self._plan.frames - 1] = packets.LAST_DURATION
        block.records(packets.PLATFORM_TIME)["time"] = elapsed[:, None] * 1.1
        poses = block.records(packets.POSITION)[:, 1:]
        poses["location"][:, : len(self._props), :2] = self._prop_places * 100.0
        moving, motions = poses[:, len(self._props) :], block.records(packets.KINEMATICS)
        x, y, radius, rate, phase = self._circles.T
        angle = phase + rate * elapsed[:, None]
        cos, sin = np.cos(angle), np.sin(angle)
        moving["location"][..., :2] = np.stack([x + radius * cos, y + radius * sin], axis=-1) * 100.0
        moving["rotation"][..., 2] = (np.degrees(angle) + np.copysign(90.0, rate) + 180.0) % 360.0 - 180.0
        motions["velocity"][..., :2] = np.stack([-radius * rate * sin, radius * rate * cos], axis=-1)
        lights = block.records(packets.TRAFFIC_LIGHT_STATE)
        time = (elapsed[:, None] + self._lights % 2 * _PHASES[-1] / 2) % _PHASES[-1]
        phases = np.searchsorted(_PHASES, time, side="right") - 1
        lights["state"], lights["time_in_state"] = _STATES[phases], time - _PHASES[phases]

    def _beginning(self) -> list[ActorRecord]:
        """Return all who are there when recording begins; the hero has a sensor of collisions."""
        plan, light_places = self._plan, self._rng.uniform(-_CITY, _CITY, (self._plan.lights, 2))
        return [
            actor(_SPECTATOR, "spectator"),
            actor(_SENSOR, "sensor.other.collision", role_name="front"),
            *(
                actor(each, kind, (*place, 0.0))
                for kind, ids, places in (
                    ("traffic.traffic_light", self._lights, light_places),
                    ("static.prop.streetbarrier", self._props, self._prop_places),
                )
                for each, place in zip(ids.tolist(), places, strict=True)
            ),
            *self._come(1, "hero"),
            *self._come(plan.vehicles - 1, "autopilot"),
            *self._come(plan.walkers, "pedestrian", "walker.pedestrian.0012"),
        ]

    def _come(self, count: int, role_name: str, walker: str = "") -> list[ActorRecord]:
        if not count:
            return []
        new = range(self._new_id, self._new_id + count)
        self._new_id += count
        self._ids = np.append(self._ids, new)
        self._drives = np.append(self._drives, np.full(count, not walker))
        radii, speed = ((3.0, 12.0), 1.4) if walker else ((15.0, 60.0), 9.0)
        radius = (rng := self._rng).uniform(*radii, count)
        rate = speed * rng.uniform(0.5, 1.5, count) * rng.choice((-1.0, 1.0), count) / radius
        centers = rng.uniform(-_CITY, _CITY, (count, 2))
        circles = np.column_stack([centers, radius, rate, rng.uniform(0.0, 2 * np.pi, count)])
        self._circles = np.concatenate([self._circles, circles])
        if walker:
            return [actor(each, walker, role_name=role_name) for each in new]
        colors = self._plan.colors
        return [
            actor(
                each, _MODELS[each % 4], role_name=role_name, number_of_wheels="4",
                color=f"{each % colors},37,103", base_type="car",
            )
            for each in new
        ]  # fmt: skip

    def _leave(self, count: int) -> NDArray[np.int64]:
        """Take out those behind the hero; return their ids."""
        out = slice(1, 1 + count)
        gone = self._ids[out]
        self._ids, self._drives = np.delete(self._ids, out), np.delete(self._drives, out)
        self._circles = np.delete(self._circles, out, axis=0)
        return gone

    def _hits(self, frame: int, count: int) -> list[tuple[int, int, int, bool, bool]]:
        """Let movers touch one another, for three frames each; alone, it is the hero and the next one."""
        ids, first = self._ids.tolist(), frame // 3 * count if count > 1 else 0
        return [
            (frame, ids[n % len(ids)], ids[(n + 1 + n // len(ids) % 7) % len(ids)], n % len(ids) == 0, False)
            for n in range(first, first + count)
        ]


class _Block:
    """Copies of one frame, as bytes (``data``) in which the records of a packet can be reached."""

    def __init__(self, content: Mapping[PacketKind, Any], count: int) -> None:
        frame = bytearray()
        self._records: dict[PacketKind, slice] = {}
        for kind in packets.PACKETS:
            if kind in content:
                frame += encode_packet(kind.id, encode_payload(kind, content[kind], _ENGINE))
                if kind is not packets.EVENT_ADD:  # its records differ in size
                    size = len(content[kind]) * kind.dtype(_ENGINE).itemsize
                    self._records[kind] = slice(len(frame) - size, len(frame))
        self.data = np.tile(np.frombuffer(frame, np.uint8), (count, 1))

    def records(self, kind: PacketKind) -> NDArray[np.void]:
        """Return the records of a packet, shape (frames, records)."""
        found = self.data[:, self._records[kind]]
        dtype = kind.dtype(_ENGINE)
        return found.view(dtype) if found.size else np.empty((len(found), 0), dtype)


def _by_actor(kind: PacketKind, *ids: Any, **values: float) -> NDArray[np.void]:
    """Return records of a packet, one for each actor, alike but for their ids."""
    whose = np.concatenate(ids)
    records = np.zeros(len(whose), kind.dtype(_ENGINE))
    records["actor_id"] = whose
    for name, value in values.items():
        records[name] = value
    return records


def _box(record: ActorRecord) -> tuple[Any, ...]:
    """Return a record of BoundingBox; as CARLA has it, what has no mesh has no box."""
    extent = _EXTENTS.get(record.type_id.partition(".")[0])
    return (record.actor_id, *(((np.nan,) * 3, (-np.inf,) * 3) if extent is None else ((0.0,) * 3, extent)))
