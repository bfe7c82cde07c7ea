"""What ``show_recorder_file_info`` prints of each packet whose records have a fixed size, one row each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.carla_text.lines import Line
from viewer.logfile import packets
from viewer.logfile.enums import VehicleDoor, VehicleLightState
from viewer.logfile.fields import PacketKind
from viewer.quick_dataclass import dataclass
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
