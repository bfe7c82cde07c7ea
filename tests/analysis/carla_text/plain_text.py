"""The text of ``show_recorder_file_info`` as one writes it first: f-strings, record by record.

It shares nothing with the program, knows the packets of CARLA 0.9.13 and no damage, and leaves physics out.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any

from tests.recording.plain_reader import Packet, frames_of, start

_EVENT_ADD, _PLATFORM_TIME = 2, 14
_COUNT, _ACTOR = struct.Struct("<H"), struct.Struct("<IB6fI")
_LAMPS = (
    (0x1, "Position"), (0x2, "LowBeam"), (0x4, "HighBeam"), (0x8, "Brake"), (0x10, "RightBlinker"),
    (0x20, "LeftBlinker"), (0x40, "Reverse"), (0x100, "Interior"), (0x80, "Fog"), (0x200, "Special1"),
    (0x400, "Special2"),
)  # fmt: skip


def text_of(data: bytes) -> str:
    """Return the text of the frames of a recording, all packets, in the style of 0.9.15."""
    return "".join(line for frame in frames_of(data) for line in _lines(frame))


def _lines(frame: list[Packet]) -> Iterator[str]:
    number, _, elapsed = start(frame)
    yield f"Frame {number} at {elapsed:g} seconds\n"
    for packet in frame:
        if packet.id == _EVENT_ADD:
            yield from _actors(packet.payload)
        elif packet.id in _PACKETS:
            layout, heading, line = _PACKETS[packet.id]
            counted = packet.id != _PLATFORM_TIME
            records = list(struct.iter_unpack(layout, packet.payload[_COUNT.size * counted :]))
            if heading:
                yield f" {heading}: {len(records)}\n"
            for record in records:
                yield line(*record)


def _actors(payload: bytes) -> Iterator[str]:
    (count,) = _COUNT.unpack_from(payload)
    at = _COUNT.size
    for _ in range(count):
        number, kind, x, y, z, _, _, _, _ = _ACTOR.unpack_from(payload, at)
        type_id, at = _read_text(payload, at + _ACTOR.size)
        yield f" Create {number}: {type_id} ({kind}) at ({x:g}, {y:g}, {z:g})\n"
        (attributes,) = _COUNT.unpack_from(payload, at)
        at += _COUNT.size
        for _ in range(attributes):
            name, at = _read_text(payload, at + 1)
            value, at = _read_text(payload, at)
            yield f"  {name} = {value}\n"


def _read_text(payload: bytes, at: int) -> tuple[str, int]:
    (length,) = _COUNT.unpack_from(payload, at)
    end = at + _COUNT.size + length
    return payload[at + _COUNT.size : end].decode(), end


def _collision(number: int, first: int, second: int, hero: bool, other_hero: bool) -> str:  # noqa: FBT001
    marks = [" (hero) " if each else "" for each in (hero, other_hero)]
    return f" Collision id {number} between {first}{marks[0]} with {second}{marks[1]}\n"


def _position(number: int, x: float, y: float, z: float, roll: float, pitch: float, yaw: float) -> str:
    return f"  Id: {number} Location: ({x:g}, {y:g}, {z:g}) Rotation: ({roll:g}, {pitch:g}, {yaw:g})\n"


def _light(number: int, frozen: bool, elapsed: float, state: int) -> str:  # noqa: FBT001
    return f"  Id: {number} state: {state} frozen: {frozen:d} elapsedTime: {elapsed:g}\n"


def _vehicle(number: int, steer: float, throttle: float, brake: float, hand: bool, gear: int) -> str:  # noqa: FBT001
    return (
        f"  Id: {number} Steering: {steer:g} Throttle: {throttle:g} Brake: {brake:g} "
        f"Handbrake: {hand:d} Gear: {gear}\n"
    )


def _lamps(number: int, bits: int) -> str:
    return f"  Id: {number} {' '.join(name for bit, name in _LAMPS if bits & bit) or 'None'}\n"


def _scene_light(*values: Any) -> str:
    number, intensity, red, green, blue, _, lit, _ = values
    color = f"({red:g}, {green:g}, {blue:g})"
    return f"  Id: {number} enabled: {lit} intensity: {intensity:g} RGB_color: {color}\n"


def _motion(number: int, x: float, y: float, z: float, roll: float, pitch: float, yaw: float) -> str:
    linear, angular = f"({x:g}, {y:g}, {z:g})", f"({roll:g}, {pitch:g}, {yaw:g})"
    return f"  Id: {number} linear_velocity: {linear} angular_velocity: {angular}\n"


def _box(number: int, *values: float) -> str:
    x, y, z, length, width, height = (f"{each:g}".replace("nan", "-nan") for each in values)
    return f"  Id: {number} origin: ({x}, {y}, {z}) extension: ({length}, {width}, {height})\n"


_PACKETS: dict[int, tuple[str, str, Callable[..., str]]] = {
    3: ("<I", "", lambda number: f" Destroy {number}\n"),
    4: ("<II", "", lambda child, parent: f" Parenting {child} with {parent} (parent)\n"),
    5: ("<III??", "", _collision),
    6: ("<I6f", "Positions", _position),
    7: ("<I?fB", "State traffic lights", _light),
    8: ("<Ifff?i", "Vehicle animations", _vehicle),
    9: ("<If", "Walker animations", lambda number, speed: f"  Id: {number} speed: {speed:g}\n"),
    10: ("<II", "Vehicle light animations", _lamps),
    11: ("<i5f?B", "Scene light changes", _scene_light),
    12: ("<I6f", "Dynamic actors", _motion),
    13: ("<I6f", "Actor bounding boxes", _box),
    14: ("<d", "", lambda time: f" Current platform time: {time:g}\n"),
    16: (
        "<I3f",
        "Traffic Light time events",
        lambda number, green, yellow, red: (
            f"  Id: {number} green_time: {green:g} yellow_time: {yellow:g} red_time: {red:g}\n"
        ),
    ),
}
"""By id: layout, heading, and the line of a record."""
