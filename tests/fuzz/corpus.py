"""Recordings to damage: small ones with every packet as each build writes it, and pieces of real ones."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from tests.recording import plain_reader
from tests.recording.plain_reader import Packet
from tests.sample.writer import RecordingWriter
from tests.scenes import actor, box, hit, physics, pose, street
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import Engine, PacketKind
from viewer.logfile.header import make_header
from viewer.logfile.nested import Record

CAR, BIKE, WALKER, LIGHT, SPECTATOR, CAMERA, LATE = range(1, 8)
_MOVERS = (CAR, BIKE, WALKER, SPECTATOR)
_UE4 = Dialect()
_NAN, _INF = float("nan"), float("inf")

_LARGEST_PIECE = 20_000
"""Bytes of a piece of a real recording, unless its first frame alone has more."""


@dataclass(frozen=True)
class Original:
    """A recording without damage.

    Attributes:
        name: what it is.
        data: its bytes.
        dialect: whose sizes its packets have.

    """

    name: str
    data: bytes
    dialect: Dialect = _UE4

    @property
    def header_size(self) -> int:
        """Bytes before the first frame."""
        return plain_reader.header_size(self.data)

    @lazy
    def frames(self) -> list[list[Packet]]:
        """The packets of each frame."""
        frames: list[list[Packet]] = [[]]
        at = self.header_size
        while at < len(self.data):
            packet_id, said = struct.unpack_from("<BI", self.data, at)
            end = at + 5 + self.dialect.payload_size(packet_id, said)
            frames[-1].append(Packet(packet_id, at, self.data[at + 5 : end]))
            if packet_id == packets.FRAME_END.id:
                frames.append([])
            at = end
        return frames[:-1]

    def bytes_of(self, frame: list[Packet]) -> tuple[int, int]:
        """Return where a frame begins and ends."""
        return frame[0].offset, frame[-1].offset + 5


def small_recordings() -> tuple[Original, ...]:
    """Return recordings of 5 to 11 kB in all dialects."""
    ue5, early = Dialect(Engine.UE5), Dialect(Engine.UE5, early_ue5=True)
    of_others = [(18, b"\x01\x00" + bytes(52)), (139, b"eyes" * 9), (150, b"\x02\x00radar"), (255, b"")]
    but_doors = frozenset(packets.PACKETS) - {packets.VEHICLE_DOOR}
    return (
        Original("UE4 street", street(12).bytes()),
        Original("UE5 street", street(8, Engine.UE5).bytes(), ue5),
        Original("UE4 all packets", _rich(Dialect())),
        Original("UE4 0.9.15", _rich(Dialect(), kinds=but_doors)),
        Original("UE4 doors first", _rich(Dialect(doors_first=True))),
        Original("UE4 header version 2", _rich(Dialect(header_version=2), version=2)),
        Original("UE4 packets of others", _rich(Dialect(), raw=of_others)),
        Original("UE4 coming and going", _rich(Dialect(), frames=14, churns=True)),
        Original("UE5 all packets", _rich(ue5), ue5),
        Original("UE5 doors first", _rich(Dialect(Engine.UE5, doors_first=True)), ue5),
        Original("early UE5", _rich(early), early),
    )


def pieces(path: Path) -> tuple[Original, ...]:
    """Return the beginning of a real recording, and some of its middle behind its header."""
    whole = Original(path.name, path.read_bytes())
    middle = len(whole.frames) // 2
    header = whole.data[: whole.header_size]
    return tuple(
        Original(f"{path.stem} {where}", header + whole.data[start : _end_of_piece(whole, first)])
        for where, first in (("beginning", 0), ("middle", middle))
        for start in [whole.frames[first][0].offset]
    )


def _end_of_piece(whole: Original, first: int) -> int:
    start = whole.frames[first][0].offset
    ends = (whole.bytes_of(frame)[1] for frame in whole.frames[first + 3 :])  # a few frames at least
    return next(end for end in ends if end - start > _LARGEST_PIECE)


def _rich(
    dialect: Dialect,
    *,
    frames: int = 7,
    version: int = 1,
    raw: Sequence[tuple[int, bytes]] = (),
    kinds: frozenset[PacketKind] = frozenset(packets.PACKETS),
    churns: bool = False,
) -> bytes:
    """Return a recording with packets of all these kinds; who churns, adds and destroys in every frame."""
    stream = BytesIO()
    writer = RecordingWriter(stream, make_header("Town03", 1_637_676_528, version), dialect=dialect)
    for k in range(frames):
        content = dict(_content(dialect, k))
        if churns:
            content[packets.EVENT_ADD] = [
                *content[packets.EVENT_ADD],
                actor(100 + k, role_name="x" * (k % 3)),
            ]
            content[packets.EVENT_DEL] = [(99 + k,)] if k else []
        writer.add_frame(0.05, {kind: rows for kind, rows in content.items() if kind in kinds}, raw)
    writer.finish()
    return stream.getvalue()


def _content(dialect: Dialect, k: int) -> Iterator[tuple[PacketKind, Any]]:
    """Yield the records of each kind in the frame with this index; later ones replace earlier ones."""
    yield from _events(k).items()
    yield from _states(k).items()
    if k == 0:
        yield from _arrivals(dialect).items()
    if k in {0, 3}:
        yield packets.SCENE_LIGHT, [(-1, 500.0, 1.0, 0.9, 0.8, 1.0, True, 2), (7, 1.0, 0, 0, 0, 1, False, 3)]
        yield packets.WEATHER, [tuple(float(10 * k + i) for i in range(14))]


def _events(k: int) -> Mapping[PacketKind, Any]:
    added = {
        0: [
            actor(CAR, "vehicle.lincoln.mkz2017", (0, 0, 0), role_name="hero", color="10,20,30"),
            actor(BIKE, "vehicle.bh.crossbike", (3, 4, 0), number_of_wheels="2"),
            actor(WALKER, "walker.pedestrian.0001", (3, -4, 1)),
            actor(LIGHT, "traffic.traffic_light", (12, -5, 0), (0, 180, 0)),
            actor(SPECTATOR, "spectator", (-10, 0, 20), (-45, 0, 0)),
        ],
        2: [actor(CAMERA, "sensor.camera.rgb", (1.5, 0, 2.4), (-8, 0, 0), role_name="front")],
        4: [actor(LATE, "vehicle.audi.tt", (20, 18, 0), role_name="autopilot")],
    }
    return {
        packets.EVENT_ADD: added.get(k, []),
        packets.EVENT_DEL: [(LATE,)] if k == 6 else [],
        packets.EVENT_PARENT: [(CAMERA, CAR)] if k == 2 else [],
        packets.COLLISION: [hit(CAR, BIKE, k), hit(BIKE, sequence=k)] if k in {3, 4} else [],
        packets.VEHICLE_DOOR: [(CAR, 0, k == 1)] if k in {1, 5} else [],
    }


def _states(k: int) -> Mapping[PacketKind, Any]:
    movers = [*_MOVERS, *([LATE] if k in {4, 5} else [])]
    bone = ((0.0, 1.0, 95.0 + k), (0.0, 5.0 * k, 0.0))
    return {
        packets.VISUAL_TIME: [(300.0 + 0.05 * k,)],
        packets.POSITION: [pose(each, (each + 0.5 * k, each, 0.1), (0, 10 * k, 0)) for each in movers],
        packets.TRAFFIC_LIGHT_STATE: [(LIGHT, False, 0.05 * k, 2)],
        packets.ANIM_VEHICLE: [(CAR, 0.1, 0.5, 0.0, False, 3), (BIKE, 0.0, 0.0, 1.0, True, 0)],
        packets.ANIM_WALKER: [(WALKER, 140.0)],
        packets.VEHICLE_LIGHT: [(CAR, 0x3), (BIKE, 0xFFFFFFFF)],
        packets.ANIM_VEHICLE_WHEELS: [
            (each, [(place, 0.5, -30.0 * k) for place in range(2)]) for each in (CAR, BIKE)
        ],
        packets.ANIM_BIKER: [(BIKE, 500.0, 0.5)],
        packets.KINEMATICS: [(each, (10.0, 0.0, 0.0), (0.0, 0.0, 2.0)) for each in (CAR, BIKE, WALKER)],
        packets.BOUNDING_BOX: [],
        packets.PLATFORM_TIME: [(0.06 * k,)],
        packets.WALKER_BONES: [(WALKER, [("crl_hips__C", *bone), ("crl_foot__L", *bone)])],
    }


def _arrivals(dialect: Dialect) -> Mapping[PacketKind, Any]:
    bare = box(SPECTATOR, (_NAN,) * 3, (-_INF,) * 3)
    return {
        packets.BOUNDING_BOX: [
            box(CAR, (0, 0, 0.7), (2.4, 1.0, 0.7)), box(WALKER, (0, 0, 0), (0.2, 0.2, 0.9)), bare,
        ],
        packets.TRIGGER_VOLUME: [box(LIGHT, (10, -5, 1), (2, 2, 1))],
        packets.TRAFFIC_LIGHT_TIME: [(LIGHT, 10.0, 3.0, 2.0)],
        packets.PHYSICS_CONTROL: [_physics(dialect)],
    }  # fmt: skip


def _physics(dialect: Dialect) -> Record:
    layout = packets.PHYSICS_CONTROL.layouts[2 if dialect.engine is Engine.UE5 else 0]
    return physics(layout, 2, actor_id=CAR, mass=1500.0)
