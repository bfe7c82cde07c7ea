"""The text of ``show_recorder_file_info`` as one writes it first: f-strings, record by record. A reference.

It shares nothing with the program, knows what ``naive`` knows, and leaves physics out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.benchmarks.naive import Frame

_START, _EVENT_ADD = 0, 2
_LAMPS = (
    (0x1, "Position"), (0x2, "LowBeam"), (0x4, "HighBeam"), (0x8, "Brake"), (0x10, "RightBlinker"),
    (0x20, "LeftBlinker"), (0x40, "Reverse"), (0x100, "Interior"), (0x80, "Fog"), (0x200, "Special1"),
    (0x400, "Special2"),
)  # fmt: skip

Record = tuple[Any, ...]


def text_of(frames: Iterable[Frame]) -> Iterator[str]:
    """Yield the text of each frame, all packets, in the style of 0.9.15."""
    for frame in frames:
        yield "".join(_lines(frame))


def _lines(frame: Frame) -> Iterator[str]:
    ((number, _, elapsed),) = frame[_START]
    yield f"Frame {number} at {elapsed:g} seconds\n"
    for packet_id, records in frame.items():
        if packet_id == _EVENT_ADD:
            yield from _actors(records)
        elif packet_id in _PACKETS:
            heading, line = _PACKETS[packet_id]
            if heading:
                yield f" {heading}: {len(records)}\n"
            for record in records:
                yield line(*record)


def _actors(records: list[Record]) -> Iterator[str]:
    for number, kind, x, y, z, _, _, _, _, type_id, attributes in records:
        yield f" Create {number}: {type_id} ({kind}) at ({x:g}, {y:g}, {z:g})\n"
        for name, value in attributes.items():
            yield f"  {name} = {value}\n"


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


_PACKETS: dict[int, tuple[str, Callable[..., str]]] = {
    3: ("", lambda number: f" Destroy {number}\n"),
    4: ("", lambda child, parent: f" Parenting {child} with {parent} (parent)\n"),
    5: ("", _collision),
    6: ("Positions", _position),
    7: ("State traffic lights", _light),
    8: ("Vehicle animations", _vehicle),
    9: ("Walker animations", lambda number, speed: f"  Id: {number} speed: {speed:g}\n"),
    10: ("Vehicle light animations", _lamps),
    11: ("Scene light changes", _scene_light),
    12: ("Dynamic actors", _motion),
    13: ("Actor bounding boxes", _box),
    14: ("", lambda time: f" Current platform time: {time:g}\n"),
    16: (
        "Traffic Light time events",
        lambda number, green, yellow, red: (
            f"  Id: {number} green_time: {green:g} yellow_time: {yellow:g} red_time: {red:g}\n"
        ),
    ),
}
"""By id: heading, and the line of a record."""
