"""The town as a table: streets, junctions, crossings, signal plans. Nothing here is computed.

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

from dataclasses import dataclass
from enum import Enum
from typing import Literal

MAP_NAME = "Sampletown"

End = Literal["start", "end"]
Side = Literal["left", "right"]


class LaneKind(Enum):
    """What a lane is for, by the words of OpenDRIVE."""

    DRIVING = "driving"
    BIKING = "biking"
    PARKING = "parking"
    SIDEWALK = "sidewalk"


class Control(Enum):
    """Who goes first where a street meets a junction."""

    PRIORITY = "priority"
    YIELD = "yield"
    MAIN_SIGNAL = "main signal"
    SIDE_SIGNAL = "side signal"


@dataclass(frozen=True)
class Line:
    """A straight part of a reference line."""

    length: float


@dataclass(frozen=True)
class Arc:
    """A bend of a reference line by ``angle`` degrees, positive to the right."""

    radius: float
    angle: float


@dataclass(frozen=True)
class Lane:
    """One lane of a cross section."""

    kind: LaneKind
    width: float


@dataclass(frozen=True)
class Street:
    """One stretch of road with the same lanes all along."""

    name: str
    label: str
    start: tuple[float, float, float]  # x, y, heading
    line: tuple[Line | Arc, ...]
    left: tuple[Lane, ...]
    right: tuple[Lane, ...]
    speed_limit: float


@dataclass(frozen=True)
class Arm:
    """The end of a street at a junction, and how far before it vehicles stop."""

    street: str
    end: End
    control: Control
    stop_line: float = 0.0


@dataclass(frozen=True)
class SignalPlan:
    """Seconds of a two-phase fixed-time plan; main green begins at ``offset`` before the recording does."""

    main_green: float
    side_green: float
    yellow: float
    all_red: float
    offset: float

    @property
    def cycle(self) -> float:
        """Seconds until everything repeats."""
        return self.main_green + self.side_green + 2 * (self.yellow + self.all_red)


@dataclass(frozen=True)
class Junction:
    """Where streets meet; every arm connects to every other one."""

    name: str
    arms: tuple[Arm, ...]
    plan: SignalPlan | None = None


@dataclass(frozen=True)
class Crossing:
    """A zebra across the whole street, its middle ``distance`` away from one end of the street."""

    name: str
    street: str
    end: End
    distance: float
    width: float = 3.0


@dataclass(frozen=True)
class Sign:
    """A traffic sign beside a street, for the traffic of that side."""

    type_id: str
    street: str
    s: float
    side: Side


_WALK = Lane(LaneKind.SIDEWALK, 2.5)
_MAIN = (Lane(LaneKind.DRIVING, 3.5), Lane(LaneKind.BIKING, 1.75), _WALK)
_NARROW = (Lane(LaneKind.DRIVING, 3.25), _WALK)
_PARKING = (Lane(LaneKind.DRIVING, 3.25), Lane(LaneKind.PARKING, 2.25), _WALK)

_CORNER = Arc(12.0, 90.0)
_BEND = 36.86989764584402  # degrees: the angle of a 3-4-5 triangle, so that the ends below are round numbers

STREETS = (
    Street("main_1", "Main Street", (-100.0, 0.0, 0.0), (Line(36.0),), _MAIN, _MAIN, 40.0),
    Street("main_2", "Main Street", (-46.0, 0.0, 0.0), (Line(37.0),), _MAIN, _MAIN, 40.0),
    Street("main_3", "Main Street", (9.0, 0.0, 0.0), (Line(37.0),), _MAIN, _MAIN, 40.0),
    Street("main_4", "Main Street", (64.0, 0.0, 0.0), (Line(36.0),), _MAIN, _MAIN, 40.0),
    Street("west", "West Street", (-55.0, -10.5, -90.0), (Line(25.5), _CORNER), _NARROW, _NARROW, 30.0),
    Street("north_1", "North Street", (-43.0, -48.0, 0.0), (Line(34.0),), _PARKING, _NARROW, 30.0),
    Street("north_2", "North Street", (9.0, -48.0, 0.0), (Line(34.0),), _NARROW, _NARROW, 30.0),
    Street("east", "East Street", (43.0, -48.0, 0.0), (_CORNER, Line(25.5)), _NARROW, _NARROW, 30.0),
    Street("mid", "Mid Street", (0.0, -39.0, 90.0), (Line(28.5),), _NARROW, _NARROW, 30.0),
    Street(
        "south_1", "South Street", (-55.0, 10.5, 90.0),
        (Line(8.0), Arc(24.0, -90.0), Line(22.0)), _NARROW, _NARROW, 30.0,
    ),
    Street(
        "south_2", "South Street", (9.0, 42.5, 0.0),
        (Arc(30.0, _BEND), Arc(17.5, -90.0 - _BEND), Line(24.0)), _NARROW, _NARROW, 30.0,
    ),
    Street("mill", "Mill Lane", (0.0, 51.5, 90.0), (Line(22.0),), _NARROW, _NARROW, 30.0),
)  # fmt: skip

JUNCTIONS = (
    Junction(
        "west_cross",
        (
            Arm("main_1", "end", Control.MAIN_SIGNAL, 4.5), Arm("main_2", "start", Control.MAIN_SIGNAL, 4.5),
            Arm("west", "start", Control.SIDE_SIGNAL, 4.5), Arm("south_1", "start", Control.SIDE_SIGNAL, 4.5),
        ),
        SignalPlan(15.0, 11.0, 3.0, 2.0, 8.0),
    ),
    Junction(
        "mid_cross",
        (
            Arm("main_2", "end", Control.MAIN_SIGNAL, 4.5), Arm("main_3", "start", Control.MAIN_SIGNAL, 4.5),
            Arm("mid", "end", Control.SIDE_SIGNAL, 4.5),
        ),
        SignalPlan(15.0, 11.0, 3.0, 2.0, 5.0),
    ),
    Junction(
        "east_cross",
        (
            Arm("main_3", "end", Control.MAIN_SIGNAL, 4.5), Arm("main_4", "start", Control.MAIN_SIGNAL, 4.5),
            Arm("east", "end", Control.SIDE_SIGNAL, 4.5), Arm("south_2", "end", Control.SIDE_SIGNAL, 4.5),
        ),
        SignalPlan(15.0, 11.0, 3.0, 2.0, 3.0),
    ),
    Junction(
        "north_tee",
        (
            Arm("north_1", "end", Control.PRIORITY), Arm("north_2", "start", Control.PRIORITY),
            Arm("mid", "start", Control.YIELD, 0.75),
        ),
    ),
    Junction(
        "south_tee",
        (
            Arm("south_1", "end", Control.PRIORITY), Arm("south_2", "start", Control.PRIORITY),
            Arm("mill", "start", Control.YIELD, 0.75),
        ),
    ),
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
