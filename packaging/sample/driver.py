"""What a driver does: keeps distance, obeys the lights, yields, and keeps junctions clear.

Everything that a driver minds becomes an obstacle on the path: a gap to it, and how fast it moves away. The
Intelligent Driver Model (Treiber, Hennecke, Helbing 2000) turns each into an acceleration; the least counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sample import lights
from sample.routes import Gate, Zebra, conflict
from sample.streets import Control
from sample.vehicle import Vehicle
from viewer.logfile.enums import TrafficLightState

_ACCELERATION = 1.9  # m/s²
_BRAKING = 2.2  # m/s², comfortable
_COASTING = 1.5  # m/s², ahead of a bend
_FIRM = 3.2  # m/s², what a driver is willing to brake for yellow or for somebody who may go first
_EMERGENCY = 8.0  # m/s²
_FOOT = 0.2  # of the way from what the foot does to what the mind wants, in one step

_HEADWAY = 1.1  # s behind a vehicle
_LINE_HEADWAY = 0.3  # s before a line
_STANDOFF = 1.8  # m behind a standing vehicle
_LINE_STANDOFF = 0.4  # m before a line
_TIGHTEST = 0.05  # m, no gap counts as less

_LOOKAHEAD = 30.0  # m, and
_LOOKAHEAD_TIME = 3.0  # s more
_FORESIGHT = 0.3  # s before a lower limit at which it is kept
_SIDE_ROOM = 0.25  # m on either side of the body
_OUTLINE_STEPS = 3
_APPROACH = 45.0  # m before a junction from which others are minded
_MARGIN = 1.2  # s between two that use the same place, and half of it behind one that has passed
_ROOM_BEYOND = 2.0  # m, and the own length, that must be free beyond a junction
_ZEBRA_ROOM = 0.6  # m before the stripes
_ZONE_ROOM = 0.5  # m before another's way
_WALKER_ROOM = 1.8  # m that a walker must have passed before one drives on
_CREEP = 0.25  # m/s, slower than this in front of an obstacle is standing
_CREEP_ROOM = 1.0  # m that one does not creep up
_SLOW = 1.0  # m/s, slower than this is a queue


class Obstacle(NamedTuple):
    """Something ahead: metres to it, its speed along the path, and what to keep standing and driving."""

    gap: float
    speed: float = 0.0
    standoff: float = _LINE_STANDOFF
    headway: float = _LINE_HEADWAY


class Pedestrian(NamedTuple):
    """A walker at a crossing: where across the street (right of its line), and which way (-1, 1; 0 waits)."""

    crossing: str
    offset: float
    direction: int


@dataclass(frozen=True)
class Situation:
    """What drivers see."""

    elapsed: float
    vehicles: Sequence[Vehicle]
    pedestrians: Sequence[Pedestrian]


def acceleration(me: Vehicle, situation: Situation, wanted: float, halt: float) -> float:
    """Return what the driver makes of it, m/s².

    ``wanted`` is a speed the driver does not exceed, ``halt`` a place on the route to stop at for good.
    """
    bodies = list(_bodies_ahead(me, situation.vehicles))
    obstacles = [*bodies, *_at_zebras(me, situation)]
    me.held = halt < math.inf
    for gate in me.route.gates:
        if gate.end > me.rear and gate.stop - me.bumper < _APPROACH:
            obstacles += _at_gate(me, gate, situation, bodies)
    if me.held:
        obstacles.append(Obstacle(halt - me.bumper))
    mind = min([_free(me, wanted), *(_follow(me, obstacle) for obstacle in obstacles)])
    if mind > -_FIRM:
        mind = me.acceleration + (mind - me.acceleration) * _FOOT
    return max(mind, -_EMERGENCY)


def ignorant(me: Vehicle, wanted: float) -> float:
    """Return the acceleration of somebody who minds nothing but the speed."""
    return max(min(_ACCELERATION * (wanted - me.speed), _ACCELERATION), -_BRAKING)


def _arrival(distance: float, speed: float) -> float:
    """Return the seconds it takes to get somewhere, accelerating."""
    if distance <= 0.0:
        return 0.0
    return (math.sqrt(speed * speed + 2 * _ACCELERATION * distance) - speed) / _ACCELERATION


def _can_stop(me: Vehicle, gap: float) -> bool:
    """Tell whether one would brake for something that far ahead."""
    return gap > 0.0 and (me.speed < _SLOW or me.speed**2 <= 2 * _FIRM * gap)


def _free(me: Vehicle, wanted: float) -> float:
    """Return the acceleration on an empty road, with the limits here and those that come."""
    top = min(wanted, me.model.top_speed)
    wish = _ACCELERATION
    begin = 0.0
    for until, legal in me.route.limits:
        limit = min(legal, top)
        room = begin - me.s - me.speed * _FORESIGHT
        if room > 0.0:
            if me.speed**2 > limit**2 + 2 * _COASTING * room:
                wish = min(wish, -_COASTING)
        elif until > me.s - me.model.wheelbase:
            if me.speed > limit:
                wish = min(wish, max(limit - me.speed, -_BRAKING))
            else:
                wish = min(wish, _ACCELERATION * (1.0 - (me.speed / limit) ** 4))
        begin = until
    return wish


def _follow(me: Vehicle, obstacle: Obstacle) -> float:
    gap = max(obstacle.gap, _TIGHTEST)
    if max(me.speed, obstacle.speed) < _CREEP and gap < obstacle.standoff + _CREEP_ROOM:
        return -_BRAKING
    closing = me.speed * (me.speed - obstacle.speed) / (2 * math.sqrt(_ACCELERATION * _BRAKING))
    desired = obstacle.standoff + max(0.0, me.speed * obstacle.headway + closing)
    return _ACCELERATION * (1.0 - (desired / gap) ** 2)


def _bodies_ahead(me: Vehicle, vehicles: Sequence[Vehicle]) -> Iterator[Obstacle]:
    """Yield the vehicles that reach into the strip that mine will sweep."""
    path = me.route.path
    half = me.model.width / 2 + _SIDE_ROOM
    begin, end = me.bumper - _SIDE_ROOM, me.bumper + _LOOKAHEAD + _LOOKAHEAD_TIME * me.speed
    for other in vehicles:
        if other is me:
            continue
        x, y, _ = other.pose
        size = other.model.length
        if math.hypot(x - me.pose.x, y - me.pose.y) > end - me.s + size or not any(
            abs(offset) < half + size for _, offset in path.locate(x, y, begin - size, end + size)
        ):
            continue
        inside = [
            s
            for corner in other.box.outline(_OUTLINE_STEPS)
            for s, offset in path.locate(*corner, begin, end)
            if abs(offset) < half and begin < s < end
        ]
        if inside:
            s = min(inside)
            heading = path.at(s).heading
            away = other.velocity[0] * math.cos(heading) + other.velocity[1] * math.sin(heading)
            yield Obstacle(s - me.bumper, max(away, 0.0), _STANDOFF, _HEADWAY)


def _at_gate(me: Vehicle, gate: Gate, situation: Situation, bodies: list[Obstacle]) -> Iterator[Obstacle]:
    """Yield the stop line if it is not to be crossed, else the ways of those who go first."""
    line = gate.stop - me.bumper
    way = gate.way
    if line > 0.0 and way.junction.plan:
        shown, _ = lights.state(way.junction, way.arm, situation.elapsed)
        may_stop = _can_stop(me, line)
        beyond = gate.end - me.bumper + me.model.length + _ROOM_BEYOND
        full = any(body.speed < _SLOW and line < body.gap < beyond for body in bodies)
        if shown is TrafficLightState.RED or (may_stop and (full or shown is TrafficLightState.YELLOW)):
            me.held = True
            yield Obstacle(line)
            return
    for other in situation.vehicles:
        if other is not me and not other.wrecked and not other.held:
            for theirs in other.route.gates:
                place = _place_to_yield(me, gate, other, theirs)
                if place is not None and _can_stop(me, place):
                    yield Obstacle(place)


def _place_to_yield(me: Vehicle, gate: Gate, other: Vehicle, theirs: Gate) -> float | None:
    """Return how far ahead I have to wait for the other, or None if I need not."""
    zone = conflict(gate.way, theirs.way) if theirs.way.rank < gate.way.rank else None
    if zone is None:
        return None
    mine_in, mine_out = gate.begin + zone[0] - me.bumper, gate.begin + zone[1] - me.rear
    their_in, their_out = theirs.begin + zone[2] - other.bumper, theirs.begin + zone[3] - other.rear
    if their_out < 0.0 or their_in > _APPROACH or mine_in < 0.0:
        return None
    passed = _arrival(their_out, other.speed) + _MARGIN / 2 < _arrival(mine_in, me.speed)
    before = _arrival(mine_out, me.speed) + _MARGIN < _arrival(their_in, other.speed)
    if passed or before:
        return None
    line = gate.stop - me.bumper
    return line if gate.way.arm.control is Control.YIELD and line > 0.0 else mine_in - _ZONE_ROOM


def _at_zebras(me: Vehicle, situation: Situation) -> Iterator[Obstacle]:
    for zebra in me.route.zebras:
        gap = zebra.begin - _ZEBRA_ROOM - me.bumper
        if (
            gap < _APPROACH
            and _can_stop(me, gap)
            and any(_minds(zebra, one) for one in situation.pedestrians)
        ):
            yield Obstacle(gap)


def _minds(zebra: Zebra, one: Pedestrian) -> bool:
    """Tell whether a walker has still to pass here, or waits to begin."""
    if one.crossing != zebra.crossing.name:
        return False
    return one.direction == 0 or (zebra.offset - one.offset) * one.direction > -_WALKER_ROOM
