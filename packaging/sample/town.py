"""The town as roads of a map: its streets, and the ways through its junctions that lead from lane to lane."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sample.geometry import Path, join, wrap
from sample.network import beside, distance_from_start, kerb, lanes, middle
from sample.streets import JUNCTIONS, LINKS, STREETS, Arm, End, Junction, Lane, LaneKind, Side, Street

_FIRST_CONNECTION, _FIRST_JUNCTION = 100, 200  # the ids below are those of streets
_STRAIGHT = 1e-6  # radians


class Strip(NamedTuple):
    """A lane whose width changes steadily from one end of the road to the other."""

    kind: LaneKind
    begin: float
    end: float


@dataclass(frozen=True)
class Connection:
    """A way through a junction.

    Its lanes lie to the right of a line beside the path, ``left`` metres to the left of it at begin and end.
    """

    id: int
    junction: Junction
    come: Arm
    leave: Arm
    path: Path
    left: tuple[float, float]
    strips: tuple[Strip, ...]


def street_id(name: str) -> int:
    """Return the id of a street's road."""
    return next(number for number, street in enumerate(STREETS) if street.name == name)


def junction_id(junction: Junction) -> int:
    """Return the id of a junction."""
    return _FIRST_JUNCTION + JUNCTIONS.index(junction)


def lane_id(street: Street, side: Side, kind: LaneKind) -> int:
    """Return the id of a street's lane: counted from the middle, to the right downwards."""
    place = 1 + [lane.kind for lane in lanes(street.name, side)].index(kind)
    return -place if side == "right" else place


def arm_at(street: Street, end: End) -> Arm | None:
    """Return the arm of a junction that an end of a street is."""
    arms = (arm for junction in JUNCTIONS for arm in junction.arms)
    return next((arm for arm in arms if (arm.street, arm.end) == (street.name, end)), None)


def joint(street: Street, end: End) -> dict[str, str]:
    """Return what an end of a street meets, as attributes of its link; nothing where it leads out of town."""
    for junction in JUNCTIONS:
        if arm_at(street, end) in junction.arms:
            return {"elementType": "junction", "elementId": str(junction_id(junction))}
    for one, (name, contact) in (*LINKS, *(link[::-1] for link in LINKS)):
        if one == (street.name, end):
            return {"elementType": "road", "elementId": str(street_id(name)), "contactPoint": contact}
    return {}


def side_into(arm: Arm) -> Side:
    """Return the side of an arm's street that leads into the junction."""
    return "right" if arm.end == "end" else "left"


def side_out_of(arm: Arm) -> Side:
    """Return the side of an arm's street that leads out of the junction."""
    return "left" if arm.end == "end" else "right"


def connections() -> Iterator[Connection]:
    """Yield the ways through all junctions; those that lead furthest to the right also have a sidewalk."""
    number = _FIRST_CONNECTION
    for junction in JUNCTIONS:
        for come in junction.arms:
            leaves = [arm for arm in junction.arms if arm != come]
            furthest = max(leaves, key=lambda leave: _turn(come, leave))
            for leave in leaves:
                strips = _strips(come, leave)
                if leave != furthest:
                    yield _along_lane(number, junction, come, leave, strips[:1])
                elif math.isclose(_turn(come, leave), 0.0, abs_tol=_STRAIGHT):
                    yield _along_lane(number, junction, come, leave, strips)
                else:
                    yield _along_kerb(number, junction, come, leave, strips)
                number += 1


def _along_lane(
    number: int, junction: Junction, come: Arm, leave: Arm, strips: tuple[Strip, ...]
) -> Connection:
    """Return the way whose path is the middle of its first lane."""
    ends = [middle(arm.street, side, LaneKind.DRIVING) or 0.0 for arm, side in _sides(come, leave)]
    left = strips[0].begin / 2, strips[0].end / 2
    return Connection(number, junction, come, leave, _path(come, leave, ends), left, strips)


def _along_kerb(
    number: int, junction: Junction, come: Arm, leave: Arm, strips: tuple[Strip, ...]
) -> Connection:
    """Return the way whose path is the kerb, so that the corner is round."""
    ends = [kerb(arm.street, side) for arm, side in _sides(come, leave)]
    return Connection(number, junction, come, leave, _path(come, leave, ends), (ends[0], ends[1]), strips)


def _path(come: Arm, leave: Arm, offsets: list[float]) -> Path:
    """Return the path between two arms, so many metres from the middle of either street."""
    begin, end = (
        beside(arm.street, distance_from_start(arm.street, arm.end, 0.0), side, offset)
        for (arm, side), offset in zip(_sides(come, leave), offsets, strict=True)
    )
    return Path(join(begin, end))


def _turn(come: Arm, leave: Arm) -> float:
    """Return by how much a way through a junction turns to the right, in radians."""
    begin, end = (
        beside(arm.street, distance_from_start(arm.street, arm.end, 0.0), side, 0.0)
        for arm, side in _sides(come, leave)
    )
    return wrap(end.heading - begin.heading)


def _sides(come: Arm, leave: Arm) -> tuple[tuple[Arm, Side], tuple[Arm, Side]]:
    return (come, side_into(come)), (leave, side_out_of(leave))


def _strips(come: Arm, leave: Arm) -> tuple[Strip, ...]:
    """Return the lanes from one side of a street to that of another; what one of them lacks tapers off."""
    begin, end = lanes(come.street, side_into(come)), lanes(leave.street, side_out_of(leave))
    kinds = sorted({lane.kind for lane in (*begin, *end)}, key=list(LaneKind).index)
    return tuple(Strip(kind, _width(begin, kind), _width(end, kind)) for kind in kinds)


def _width(side: tuple[Lane, ...], kind: LaneKind) -> float:
    return sum(lane.width for lane in side if lane.kind is kind)
