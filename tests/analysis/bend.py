"""A street that bends to the right by 90° before a junction: a light behind the bend, and others beside."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from tests.roads.maps import geometry, lane, road, section, write
from tests.scenes import actor
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.fields import PacketKind
from viewer.roads import RoadMap, open_map

LIGHT, DECOY = 50, 51
"""The light of the street, and one that faces it before the bend but is for others."""
STRAIGHT, ARC, REST = 40.0, 10.0 * math.pi / 2, 20.0
"""Metres of street before the bend, in it (10 m from its centre), and behind it up to the junction."""
LENGTH = STRAIGHT + ARC + REST
ASIDE = 1.75
"""Metres from the street's middle to that of its right lane."""
_JUNCTION = 9


def link(before: int | None = None, after: int | None = None) -> str:
    ends = (("predecessor", before), ("successor", after))
    inside = "".join(f'<{tag} id="{each}"/>' for tag, each in ends if each is not None)
    return f"<link>{inside}</link>"


def joined(before: str = "", after: str = "") -> str:
    return f"<link>{before}{after}</link>"


def at_road(tag: str, road_id: int, contact: str) -> str:
    return f'<{tag} elementType="road" elementId="{road_id}" contactPoint="{contact}"/>'


def bend(folder: Path, *, signals: bool = True, z: float = 0.0) -> RoadMap:
    """The map: road 1 with the bend, road 2 through the junction, road 3 beyond; at a height."""
    plan = (
        geometry(length=STRAIGHT)
        + geometry('<arc curvature="-0.1"/>', length=ARC, s=STRAIGHT, x=40)
        + geometry(length=REST, s=STRAIGHT + ARC, x=50, y=-10, hdg=-math.pi / 2)
    )
    signal = (
        f'<signals><signal id="7" s="{LENGTH - 1}" t="-5" zOffset="0" dynamic="yes" type="1000001" '
        'country="OpenDRIVE"><validity fromLane="0" toLane="0"/></signal></signals>'
    )
    named = (
        '<signals><signalReference id="7" s="0" t="0" orientation="+">'
        '<validity fromLane="-1" toLane="-1"/></signalReference></signals>'
    )
    to_junction = f'<successor elementType="junction" elementId="{_JUNCTION}"/>'
    level = {"elevations": [(0, z, 0, 0, 0)]}
    path = write(
        folder,
        road(
            plan, length=LENGTH, road_id="1", lanes=section(lane(-1)),
            more=joined(after=to_junction) + (signal if signals else ""), **level,
        ),
        road(
            geometry(length=20, x=50, y=-30, hdg=-math.pi / 2), length=20, road_id="2", junction=_JUNCTION,
            lanes=section(lane(-1, inside=link(-1, -1))),
            more=joined(at_road("predecessor", 1, "end"), at_road("successor", 3, "start"))
            + (named if signals else ""),
            **level,
        ),
        road(
            geometry(length=60, x=50, y=-50, hdg=-math.pi / 2), length=60, road_id="3",
            lanes=section(lane(-1)), **level,
        ),
        f'<junction id="{_JUNCTION}" name="nine"><connection id="0" incomingRoad="1" connectingRoad="2" '
        'contactPoint="start"><laneLink from="-1" to="-1"/></connection></junction>',
        name="Town01.xodr",
    )  # fmt: skip
    return open_map(path)


def along(way: float, z: float = 0.0) -> tuple[float, float, float, float]:
    """The pose in the right lane after so many metres of the street's middle."""
    if way < STRAIGHT:
        return way, ASIDE, z, 0.0
    if way < STRAIGHT + ARC:
        turn = (way - STRAIGHT) / 10.0
        radius = 10.0 - ASIDE
        return 40 + radius * math.sin(turn), 10 - radius * math.cos(turn), z, math.degrees(turn)
    return 50 - ASIDE, 10 + way - STRAIGHT - ARC, z, 90.0


def lights(z: float = 0.0) -> list[Any]:
    """Where the map has its signal, turned 90° from those it stops; and the decoy straight ahead."""
    return [
        actor(LIGHT, "traffic.traffic_light", (45.0, 29.0, z), (0.0, 180.0, 0.0)),
        actor(DECOY, "traffic.traffic_light", (70.0, 4.0, z), (0.0, 90.0, 0.0)),
    ]


def red(_time: float) -> dict[PacketKind, Any]:
    states = [(each, False, 0.0, TrafficLightState.RED) for each in (LIGHT, DECOY)]
    return {packets.TRAFFIC_LIGHT_STATE: states}


def with_volume(time: float) -> dict[PacketKind, Any]:
    """The same, with the trigger volume of the light: across its lane, just before the junction."""
    volume = (LIGHT, (4825.0, 2850.0, 0.0), (175.0, 150.0, 100.0))
    return red(time) | ({packets.TRIGGER_VOLUME: [volume]} if time == 0 else {})
