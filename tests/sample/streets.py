"""The town as a table: streets, junctions, crossings, signal plans. then their geometry.

Metres, degrees and km/h in CARLA's frame: x to the east, y to the south, headings clockwise from east.
Everyone drives on the right. A street is a reference line of lines and arcs with lanes on both sides, listed
from the reference line outwards; right lanes run along the line, left lanes against it.

        ╭──────────┬──────────╮   North Street
        │   plaza  │          │
    ────┼──────────┴──────────┼────   Main Street
        │                     │
        ╰─────────┬───────────╯   South Street
                  │   Mill Lane
"""

from __future__ import annotations

import math
from functools import cache
from typing import Literal, NamedTuple

from tests.sample.geometry import Path, Piece, Pose

MAP_NAME = "Sampletown"
MAIN, SIDE, PRIORITY, YIELD = "main signal", "side signal", "priority", "yield"
CROSSING_WIDTH = 3.0

End = Literal["start", "end"]
Side = Literal["left", "right"]


class Lane(NamedTuple):
    """One lane of a cross section, by OpenDRIVE's word for what it is for."""

    kind: str
    width: float


class Street(NamedTuple):
    """One stretch of road with the same lanes all along.

    ``line`` are the parts of its reference line: a length, or the radius and degrees of a bend, positive to
    the right.
    """

    name: str
    label: str
    start: tuple[float, float, float]  # x, y, heading
    line: tuple[float | tuple[float, float], ...]
    left: tuple[Lane, ...]
    right: tuple[Lane, ...]
    speed_limit: float


class Arm(NamedTuple):
    """The end of a street at a junction, who goes first there, and how far before it vehicles stop."""

    street: str
    end: End
    control: str
    stop_line: float = 0.0

    @property
    def inward(self) -> tuple[str, Side]:
        """The side of the street that leads into the junction."""
        return self.street, "right" if self.end == "end" else "left"

    @property
    def outward(self) -> tuple[str, Side]:
        """The side of the street that leads out of the junction."""
        return self.street, "left" if self.end == "end" else "right"


class Junction(NamedTuple):
    """Where streets meet. With lights, the green of its main arms begins so many seconds before the file."""

    name: str
    arms: tuple[Arm, ...]
    offset: float | None = None


class Crossing(NamedTuple):
    """A zebra across the whole street, its middle ``distance`` away from one end of the street."""

    name: str
    street: str
    end: End
    distance: float


class Sign(NamedTuple):
    """A traffic sign beside a street, for the traffic of that side."""

    type_id: str
    street: str
    s: float
    side: Side


_WALK = Lane("sidewalk", 2.5)
_MAIN = (Lane("driving", 3.5), Lane("biking", 1.75), _WALK)
_NARROW = (Lane("driving", 3.25), _WALK)
_PARKING = (Lane("driving", 3.25), Lane("parking", 2.25), _WALK)

_CORNER = (12.0, 90.0)
_BEND = 36.86989764584402  # degrees: the angle of a 3-4-5 triangle, so that the ends below are round numbers

STREETS = (
    Street("main_1", "Main Street", (-100.0, 0.0, 0.0), (36.0,), _MAIN, _MAIN, 40.0),
    Street("main_2", "Main Street", (-46.0, 0.0, 0.0), (37.0,), _MAIN, _MAIN, 40.0),
    Street("main_3", "Main Street", (9.0, 0.0, 0.0), (37.0,), _MAIN, _MAIN, 40.0),
    Street("main_4", "Main Street", (64.0, 0.0, 0.0), (36.0,), _MAIN, _MAIN, 40.0),
    Street("west", "West Street", (-55.0, -10.5, -90.0), (25.5, _CORNER), _NARROW, _NARROW, 30.0),
    Street("north_1", "North Street", (-43.0, -48.0, 0.0), (34.0,), _PARKING, _NARROW, 30.0),
    Street("north_2", "North Street", (9.0, -48.0, 0.0), (34.0,), _NARROW, _NARROW, 30.0),
    Street("east", "East Street", (43.0, -48.0, 0.0), (_CORNER, 25.5), _NARROW, _NARROW, 30.0),
    Street("mid", "Mid Street", (0.0, -39.0, 90.0), (28.5,), _NARROW, _NARROW, 30.0),
    Street(
        "south_1", "South Street", (-55.0, 10.5, 90.0),
        (8.0, (24.0, -90.0), 22.0), _NARROW, _NARROW, 30.0,
    ),
    Street(
        "south_2", "South Street", (9.0, 42.5, 0.0),
        ((30.0, _BEND), (17.5, -90.0 - _BEND), 24.0), _NARROW, _NARROW, 30.0,
    ),
    Street("mill", "Mill Lane", (0.0, 51.5, 90.0), (22.0,), _NARROW, _NARROW, 30.0),
)  # fmt: skip

JUNCTIONS = (
    Junction("west_cross", (
        Arm("main_1", "end", MAIN, 4.5), Arm("main_2", "start", MAIN, 4.5),
        Arm("west", "start", SIDE, 4.5), Arm("south_1", "start", SIDE, 4.5),
    ), 8.0),
    Junction("mid_cross", (
        Arm("main_2", "end", MAIN, 4.5), Arm("main_3", "start", MAIN, 4.5), Arm("mid", "end", SIDE, 4.5),
    ), 5.0),
    Junction("east_cross", (
        Arm("main_3", "end", MAIN, 4.5), Arm("main_4", "start", MAIN, 4.5),
        Arm("east", "end", SIDE, 4.5), Arm("south_2", "end", SIDE, 4.5),
    ), 3.0),
    Junction("north_tee", (
        Arm("north_1", "end", PRIORITY), Arm("north_2", "start", PRIORITY), Arm("mid", "start", YIELD, 0.75),
    )),
    Junction("south_tee", (
        Arm("south_1", "end", PRIORITY), Arm("south_2", "start", PRIORITY), Arm("mill", "start", YIELD, 0.75),
    )),
)  # fmt: skip

LINKS: tuple[tuple[tuple[str, End], tuple[str, End]], ...] = (
    (("west", "end"), ("north_1", "start")),
    (("north_2", "end"), ("east", "start")),
)
"""Ends that continue each other without a junction. Ends that stand in no table lead out of town."""

CROSSINGS = (
    Crossing("west_cross_w", "main_1", "end", 2.0),
    Crossing("west_cross_e", "main_2", "start", 2.0),
    Crossing("west_cross_n", "west", "start", 2.0),
    Crossing("west_cross_s", "south_1", "start", 2.0),
    Crossing("mid_cross_w", "main_2", "end", 2.0),
    Crossing("mid_cross_e", "main_3", "start", 2.0),
    Crossing("mid_cross_n", "mid", "end", 2.0),
    Crossing("east_cross_w", "main_3", "end", 2.0),
    Crossing("east_cross_e", "main_4", "start", 2.0),
    Crossing("east_cross_n", "east", "end", 2.0),
    Crossing("east_cross_s", "south_2", "end", 2.0),
    Crossing("plaza", "mid", "start", 12.0),
)

SIGNS = (
    Sign("traffic.speed_limit.40", "main_1", 8.0, "right"),
    Sign("traffic.speed_limit.40", "main_4", 28.0, "left"),
    Sign("traffic.speed_limit.30", "west", 6.0, "right"),
    Sign("traffic.speed_limit.30", "south_1", 6.0, "right"),
    Sign("traffic.speed_limit.30", "mill", 16.0, "left"),
    Sign("traffic.yield", "mid", 1.0, "left"),
    Sign("traffic.yield", "mill", 1.0, "left"),
)


def street(name: str) -> Street:
    """Return a street of the table."""
    return next(one for one in STREETS if one.name == name)


@cache
def reference(name: str) -> Path:
    """Return the reference line of a street."""
    x, y, heading = street(name).start
    end, pieces = Pose(x, y, math.radians(heading)), []
    for part in street(name).line:
        radius, angle = part if isinstance(part, tuple) else (0.0, 0.0)
        length = math.radians(abs(angle)) * radius if isinstance(part, tuple) else part
        pieces.append(Piece(end, length, math.copysign(1.0 / radius, angle) if radius else 0.0))
        end = pieces[-1].at(length)
    return Path(pieces)


def along(place: Arm | Crossing, distance: float) -> float:
    """Return the arc length on a street's reference line of what is so far from the end with an arm."""
    return distance if place.end == "start" else reference(place.street).length - distance


def lanes(name: str, side: Side) -> tuple[Lane, ...]:
    """Return the lanes of one side of a street, from the reference line outwards."""
    return street(name).right if side == "right" else street(name).left


def middle(name: str, side: Side, kind: str) -> float:
    """Return how far from the reference line the middle of a lane lies; 0 if there is no such lane."""
    edge = 0.0
    for lane in lanes(name, side):
        if lane.kind == kind:
            return edge + lane.width / 2
        edge += lane.width
    return 0.0


def kerb(name: str, side: Side) -> float:
    """Return how far from the reference line the carriageway ends."""
    return sum(lane.width for lane in lanes(name, side) if lane.kind != "sidewalk")


def beside(name: str, side: Side, s: float, offset: float) -> Pose:
    """Return the pose ``offset`` away from the reference line, headed as that side's traffic."""
    pose = reference(name).at(s)
    return pose.beside(offset) if side == "right" else pose.beside(-offset).turned(math.pi)


@cache
def lights() -> tuple[tuple[Junction, Arm, Pose], ...]:
    """Return the lamp heads: junction, arm and pole. They are turned 90° from those they stop, as CARLA's."""
    arms = ((junction, arm) for junction in JUNCTIONS if junction.offset is not None for arm in junction.arms)
    pole = 0.8  # m behind the kerb
    return tuple(
        (
            each,
            arm,
            beside(*arm.inward, along(arm, arm.stop_line), kerb(*arm.inward) + pole).turned(math.pi / 2),
        )
        for each, arm in arms
    )
