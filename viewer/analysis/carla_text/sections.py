"""What ``show_recorder_file_info`` prints of packets whose records have a fixed size, and in which styles."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from string import Formatter
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.enums import VehicleDoor, VehicleLightState
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records
from viewer.recording.columns import read_only

_BYTE = 256
_LAMPS = (
    VehicleLightState.POSITION, VehicleLightState.LOW_BEAM, VehicleLightState.HIGH_BEAM,
    VehicleLightState.BRAKE, VehicleLightState.RIGHT_BLINKER, VehicleLightState.LEFT_BLINKER,
    VehicleLightState.REVERSE, VehicleLightState.INTERIOR, VehicleLightState.FOG,
    VehicleLightState.SPECIAL1, VehicleLightState.SPECIAL2,
)  # fmt: skip
"""In the order in which they are printed."""

_BOX = "  Id: {actor_id} origin: ({origin}) extension: ({extent})\n"


@dataclass(frozen=True)
class PacketSection:
    """A heading, behind which stands how many records follow, if there is one, and the line of each."""

    heading: str
    line: Line


def sections(style: Style) -> Mapping[PacketKind, PacketSection]:
    """Return what is printed of each kind in a style; of other kinds of fixed size nothing is."""
    colon = ":" if style.colons else ""
    found = {
        packets.POSITION: PacketSection(
            " Positions: ",
            Line("  Id: {actor_id} Location: ({location}) Rotation" + colon + " ({rotation})\n"),
        ),
        packets.TRAFFIC_LIGHT_STATE: PacketSection(
            " State traffic lights: ",
            Line("  Id: {actor_id} state: {state} frozen: {frozen} elapsedTime: {time_in_state}\n"),
        ),
        packets.ANIM_VEHICLE: PacketSection(
            " Vehicle animations: ",
            Line(
                "  Id: {actor_id} Steering: {steer} Throttle: {throttle} Brake" + colon + " {brake} "
                "Handbrake: {hand_brake} Gear: {gear}\n"
            ),
        ),
        packets.ANIM_WALKER: PacketSection(" Walker animations: ", Line("  Id: {actor_id} speed: {speed}\n")),
        packets.VEHICLE_LIGHT: PacketSection(
            " Vehicle light animations: ", Line("  Id: {actor_id} {lights}\n", {"lights": _lamps()})
        ),
        packets.SCENE_LIGHT: PacketSection(
            " Scene light changes: ",
            Line(
                "  Id: {light_id} enabled: {on} intensity: {intensity} RGB_color: ({red}, {green}, {blue})\n",
                {"on": np.where(np.arange(_BYTE), b"True", b"False")},
            ),
        ),
        packets.KINEMATICS: PacketSection(
            " Dynamic actors: ",
            Line("  Id: {actor_id} linear_velocity: ({velocity}) angular_velocity: ({angular_velocity})\n"),
        ),
        packets.BOUNDING_BOX: PacketSection(" Actor bounding boxes: ", Line(_BOX)),
        packets.TRIGGER_VOLUME: PacketSection(" Actor trigger volumes: ", Line(_BOX)),
        packets.PLATFORM_TIME: PacketSection("", Line(" Current platform time: {time}\n")),
        packets.TRAFFIC_LIGHT_TIME: PacketSection(
            " Traffic Light time events: ",
            Line("  Id: {actor_id} green_time: {green} yellow_time: {yellow} red_time: {red}\n"),
        ),
    }
    if style.doors:
        line = Line("  Id: {actor_id}\n  Doors opened: {door}", {"door": _doors()})
        found[packets.VEHICLE_DOOR] = PacketSection(" Vehicle door animations: ", line)
    if style.latest:
        found[packets.WEATHER] = PacketSection(" Weathers: ", Line(_weather()))
    return found


@cache
def _lamps() -> NDArray[np.bytes_]:
    """Return the names of the lamps that are on, by the bits."""
    names = [(int(lamp), str(lamp)) for lamp in _LAMPS]
    lit = ([name for bit, name in names if bits & bit] for bits in range(1 << len(names)))
    return read_only(np.array([" ".join(each) or "None" for each in lit], "S"))


def _doors() -> NDArray[np.bytes_]:
    """Return the line's end by the door: without a name, there is not even a line end."""
    words = {
        VehicleDoor.FRONT_LEFT: "Front Left",
        VehicleDoor.FRONT_RIGHT: "Front Right",
        VehicleDoor.REAR_LEFT: "Rear Left",
        VehicleDoor.REAR_RIGHT: "Rear Right",
        VehicleDoor.HOOD: "Hood",
        VehicleDoor.TRUNK: "Trunk",
        VehicleDoor.ALL: "All",
    }
    ends = {int(door): f" {word} \n" for door, word in words.items()}
    return np.array([ends.get(number, "") for number in range(_BYTE)], "S")


def _weather() -> str:
    names = [field.name for field in packets.WEATHER.fields]
    return "  " + " ".join(f"{name.title().replace('_', '')}: {{{name}}}" for name in names) + "\n"


@dataclass(frozen=True, slots=True)
class Style:
    """What differs between builds (``resources/guide/format.md``).

    Attributes:
        name: the first build of the style.
        colons: whether a colon stands behind ``Rotation`` and ``Brake``.
        doors: whether doors are printed; scenario_runner's parser then loses what follows them.
        latest: whether weather is printed, and a blank line at the end of each frame but none after bones.

    """

    name: str
    colons: bool = True
    doors: bool = False
    latest: bool = False


USUAL = Style("0.9.15")
"""The style that existing programs parse."""

STYLES = MappingProxyType(
    {
        each.name: each
        for each in (
            Style("0.9.14", colons=False),
            USUAL,
            Style("0.9.16", doors=True),
            Style("latest", doors=True, latest=True),
        )
    }
)
"""The styles by their names."""


Names = Mapping[str, NDArray[np.bytes_]]


def general_text(value: float) -> str:
    """Return one number as ``%g`` prints it, NaN with its sign.

    >>> general_text(0.1 + 0.2), general_text(1234567.0), general_text(-0.0)
    ('0.3', '1.23457e+06', '-0')
    """
    if math.isnan(value):
        return "-nan" if math.copysign(1.0, value) < 0 else "nan"
    return f"{value:g}"


class Line:
    """How one record is printed.

    The template names fields of the record as ``str.format`` does: a vector's three numbers are joined by
    ``", "``, and a field in ``names`` is printed as the text that stands there at its number, counted round.
    """

    def __init__(self, template: str, names: Names | None = None) -> None:
        """Take the template, with its line end."""
        self._parts = [(literal.encode(), field) for literal, field, _, _ in Formatter().parse(template)]
        self._names = names or {}

    @property
    def fields(self) -> list[str]:
        """The fields that are printed, in their order."""
        return [field for _, field in self._parts if field is not None]

    def parts(self, records: Records, ends: Sequence[int]) -> list[bytes]:
        """Return the text of the records (N,) in parts that end before each of ``ends``, ascending."""
        line, columns = b"", []
        for literal, field in self._parts:
            line += literal.replace(b"%", b"%%")
            if field is not None:
                printed = [*self._columns(field, records[field])]
                line += b", ".join(form for form, _ in printed)
                columns += [values for _, values in printed]
        width = len(columns)
        values: list[Any] = [None] * (width * len(records))
        for number, column in enumerate(columns):
            values[number::width] = column
        return [
            line * (end - start) % tuple(values[width * start : width * end])
            for start, end in pairwise((0, *ends))
        ]

    def _columns(self, field: str, values: NDArray[Any]) -> Iterator[tuple[bytes, list[Any]]]:
        """Yield how the numbers of a field are printed, and those of all records."""
        if field in self._names:
            yield b"%b", self._names[field].take(values, mode="wrap").tolist()
        elif values.dtype.kind == "S":
            yield b"%b", values.tolist()
        elif values.dtype.kind in "ui":
            yield b"%d", values.tolist()
        else:
            for numbers in (values[:, None] if values.ndim == 1 else values).T:
                if np.isnan(numbers).any():
                    yield b"%b", [general_text(each).encode() for each in numbers.tolist()]
                else:
                    yield b"%g", numbers.tolist()
