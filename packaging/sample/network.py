"""The table of streets as geometry: reference lines, lanes, kerbs, and places beside them."""

from __future__ import annotations

import math
from functools import cache
from typing import Literal

from sample.geometry import Path, Pose, chain
from sample.streets import (
    JUNCTIONS,
    STREETS,
    Arm,
    Crossing,
    End,
    Junction,
    Lane,
    LaneKind,
    Line,
    Side,
    Street,
)

Track = Literal["driving", "biking"]

_EDGE = 0.65  # m, how far from the edge of the road cyclists keep where they have no lane


@cache
def street(name: str) -> Street:
    """Return a street of the table."""
    return next(one for one in STREETS if one.name == name)


@cache
def reference(name: str) -> Path:
    """Return the reference line of a street."""
    x, y, heading = street(name).start
    return chain(
        Pose(x, y, math.radians(heading)),
        (
            (part.length, 0.0)
            if isinstance(part, Line)
            else (math.radians(abs(part.angle)) * part.radius, math.copysign(1.0 / part.radius, part.angle))
            for part in street(name).line
        ),
    )


def distance_from_start(name: str, end: End, distance: float) -> float:
    """Return the arc length on a street's reference line of a place given from either end."""
    return distance if end == "start" else reference(name).length - distance


def lanes(name: str, side: Side) -> tuple[Lane, ...]:
    """Return the lanes of one side of a street, from the reference line outwards."""
    return street(name).right if side == "right" else street(name).left


def middle(name: str, side: Side, kind: LaneKind) -> float | None:
    """Return how far from the reference line the middle of a lane lies; None if there is no such lane."""
    edge = 0.0
    for lane in lanes(name, side):
        if lane.kind is kind:
            return edge + lane.width / 2
        edge += lane.width
    return None


def kerb(name: str, side: Side) -> float:
    """Return how far from the reference line the carriageway ends."""
    return sum(lane.width for lane in lanes(name, side) if lane.kind is not LaneKind.SIDEWALK)


def beside(name: str, s: float, side: Side, offset: float) -> Pose:
    """Return the pose ``offset`` away from the reference line, headed as that side's traffic."""
    pose = reference(name).at(s)
    return pose.beside(offset) if side == "right" else pose.beside(-offset).turned(math.pi)


def on_sidewalk(name: str, s: float, side: Side) -> Pose:
    """Return the middle of the sidewalk."""
    offset = middle(name, side, LaneKind.SIDEWALK)
    return beside(name, s, side, offset if offset is not None else kerb(name, side))


def track_offset(name: str, side: Side, track: Track) -> float:
    """Return where cars or cyclists drive, in metres from the reference line."""
    lane = middle(name, side, LaneKind.BIKING) if track == "biking" else None
    driving = middle(name, side, LaneKind.DRIVING)
    if lane is not None:
        return lane
    if driving is None:
        raise ValueError(f"{name} has no lane to drive on its {side} side")
    return driving if track == "driving" else 2 * driving - _EDGE


def crossing_s(crossing: Crossing) -> float:
    """Return where the middle of a crossing lies along its street."""
    return distance_from_start(crossing.street, crossing.end, crossing.distance)


def arm_of(crossing: Crossing) -> tuple[Junction, Arm] | None:
    """Return the signalised arm that a crossing belongs to, or None."""
    for junction in JUNCTIONS:
        for arm in junction.arms:
            if (arm.street, arm.end) == (crossing.street, crossing.end) and crossing.distance < arm.stop_line:
                return junction, arm
    return None
