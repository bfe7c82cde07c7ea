"""Everything that is told of one event of each kind: when, who, where, how much, and how grave.

The figures follow from the situations by hand. Each is judged later, after others who came and went; turned
and moved; and mirrored: nothing else may change by that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import cos, degrees, radians, sin
from typing import Any

import pytest

from tests.analysis.drives import Mover, car, hero, record, standing, straight
from tests.analysis.test_junctions import LIGHT, RED, reference, shows, signal
from tests.analysis.test_lanes import SPEED, WIDTH
from tests.analysis.ways import brakes, braking, circling
from tests.roads.maps import geometry, lane, mark, road, section, write
from tests.scenes import actor, hit
from viewer.analysis.event_kinds import JUNCTIONS, KINDS
from viewer.analysis.event_table import Events
from viewer.analysis.find_events import find_events
from viewer.analysis.incidents import excess
from viewer.analysis.route_files import Route
from viewer.analysis.route_line import plan_route
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.roads import RoadMap, open_map

DELTA = 0.05
SIGN, CAMERA, GONE = 60, 61, 62
ANGLE = 128.0
SHOWS = [(0.0, TrafficLightState.GREEN), (3.0 - DELTA / 2, RED)]


@dataclass(frozen=True)
class Situation:
    """Who moves, and what is told of what happens."""

    movers: list[Mover]
    seconds: float
    span: tuple[float, float]
    place: tuple[float, float, float] | None
    value: float
    threshold: float
    severity: str
    note: str = ""
    actors: tuple[int | None, ...] = (1,)
    theirs: bool | None = None
    """Whether ScenarioRunner would count it."""
    source: str = "derived"
    hits: Mapping[int, Any] = field(default_factory=dict)
    town: Callable[..., RoadMap] | None = None
    route: tuple[tuple[float, float, float], ...] = ()
    lengths: tuple[float, ...] = (DELTA,)
    """Of the frames, in turn."""
    clock: Callable[[float], float] | None = None
    """Seconds by the clock of the computer; None if not recorded."""


def roads(folder, angle, *parts):
    """Write roads in a row from x = 0, turned: each its length, lanes, and what belongs to it."""
    begin, content = 0.0, []
    for number, (length, lanes, more) in enumerate(parts, 1):
        x, y = placed((begin, 0.0), angle)
        plan = geometry(length=length, x=x, y=-y, hdg=-radians(angle))
        content.append(road(plan, length=length, road_id=str(number), lanes=lanes, **more))
        begin += length
    return open_map(write(folder, *content, '<junction id="5" name="five"/>', name="Town01.xodr"))


def street(center="", inside=""):
    """The street of the rules of the lane, in any direction."""

    def town(folder, angle):
        lanes = section(
            lane(3, 3.0, "sidewalk"), lane(2, 1.0, "shoulder"), lane(1, WIDTH, inside=inside),
            lane(-1, WIDTH, inside=inside), lane(-2, 1.0, "shoulder"), lane(-3, 3.0, "sidewalk"),
            center=center,
        )  # fmt: skip
        return roads(folder, angle, (400, lanes, {}))

    return town


def crossing(kind):
    """A junction from x = 100 to 120, with a signal of a kind for the lane on the right."""

    def town(folder, angle):
        lanes = section(lane(1), lane(-1))
        named = {"more": f"<signals>{signal('7', kind)}</signals>"}
        inside = {"more": f"<signals>{reference('7')}</signals>", "junction": 5}
        return roads(folder, angle, (100, lanes, named), (20, lanes, inside), (100, lanes, {}))

    return town


def placed(place, angle):
    """Turn a place about the origin, and move it if it is turned at all."""
    c, s = cos(radians(angle)), sin(radians(angle))
    x, y = c * place[0] - s * place[1], s * place[0] + c * place[1]
    return (x + 300.0, y - 150.0, *place[2:]) if angle else (x, y, *place[2:])


def swerves(side, since, until, speed=1.0):
    """Drive in the right lane at 8 m/s, go to a side from a time on, and back from another."""

    def way(t):
        gone = min(max(t - since, 0.0) * speed, abs(side)) - min(max(t - until, 0.0) * speed, abs(side))
        return 20 + 8 * t, WIDTH / 2 + (gone if side > 0 else -gone), 0.0, 0.0

    return hero(way)


def speeds(*phases):
    """Drive in the right lane: pairs of a time and the speed from then on."""

    def way(t):
        ends = [*(since for since, _ in phases[1:]), 1e9]
        return (
            20 + sum(v * max(min(t, end) - since, 0.0) for (since, v), end in zip(phases, ends, strict=True)),
            WIDTH / 2, 0.0, 0.0,
        )  # fmt: skip

    return hero(way)


AHEAD = [hero(straight(0, 0, 10)), car(2, standing(20.25, 0))]
"""Fronts at 2 + 10 t meet at 18.25 after 1.625 s; the tail at 10 t − 2 leaves 22.25 after 2.425 s."""
LENGTHS = (*[DELTA] * 22, 0.3, 0.4, *[DELTA] * 100)
SITUATIONS = {
    "contact": Situation(
        AHEAD, 4, (1.65, 2.4), (18.375, 0, 0), 2.0, 0.05, "high",
        "recorded boxes overlap by 2.00 m, closing at 10.0 m/s", (1, 2),
    ),
    "collision": Situation(
        AHEAD, 4, (1.7, 2.6), (18.375, 0, 0), 2.0, 0.05, "high",
        "reported by 1 and 2; recorded boxes overlap by 2.00 m, closing at 10.0 m/s", (1, 2), theirs=True,
        source="both", hits={34: [hit(1, 2)], 52: [hit(2, 1)]},
    ),
    "near_miss": Situation(  # it stops 0.3 m behind after 3.69 s; 0.26 s before, 0.5 m are left
        [hero(brakes(10, 20.2, 6.0)), car(2, standing(24.5 + 100 / 12, 0))], 5, (3.45, 5.0),
        (22.35 + 100 / 12, 0, 0), 0.3, 0.5, "medium", "closing at 1.6 m/s", (1, 2),
    ),
    "ttc": Situation(  # 8 m/s faster: 12 m are left after 2.91 s, 8.08 m at the end
        [hero(straight(0, 0, 10)), car(2, straight(39.28, 0, 2))], 3.4, (2.95, 3.4),
        ((34.0 + 46.08) / 2, 0, 0), 1.01, 1.5, "medium", "8.1 m apart then", (1, 2),
    ),
    "headway": Situation(  # 9 m at 10 m/s; from 3 s on the leader drives away at 4 m/s, 10 m are 1 s
        [hero(straight(0, 0, 10)), car(2, lambda t: (13 + 10 * t + max(t - 3, 0) * 4, 0.5, 0, 0))], 6,
        (0.0, 3.2), (0, 0, 0), 0.9, 1.0, "low", "9.0 m behind at 10.0 m/s", (1, 2),
    ),
    "drac": Situation(  # 100 / (2 gap) > 3.4 from a gap of 14.7 m on, at 1.53 s; the leader is off at 2 s
        [hero(straight(0, 0, 10)), car(2, lambda t: (34.02 + max(t - 2, 0) * 15, 0, 0, 0))], 3,
        (1.55, 1.95), (15.5, 0, 0), 100 / (2 * 10.52), 3.4, "medium",
        "closing at 10.0 m/s, 10.5 m apart", (1, 2),
    ),
    "pet": Situation(  # the tail leaves x = 1.1 after 3.31 s, the front comes to y = −1 after 4.502 s
        [hero(straight(-30, 0, 10)), car(2, straight(0.1, -48.02, 10, yaw=90.0))], 8, (3.3, 4.55),
        (0.1, 0, 0), 1.25, 1.5, "medium", "1 left, then 2 came", (1, 2),
    ),
    # A line fitted over ±0.5 s around a bend of the speed, d inside, rises by (1/2 + 3d/2 − 2d³) of it: by
    # 0.81 with d = 0.22 s, by 0.8 with d = 0.21 s.
    "harsh_braking": Situation(
        [braking(5.0)], 8, (3.25, 4.75), (75 + 25 * 0.25 - 5 * 0.25**2 / 2, 0, 0), -5.0, -4.05, "medium",
    ),
    "harsh_acceleration": Situation(
        [braking(-3.0, speed=5.0)], 8, (3.25, 4.75), (15 + 5 * 0.25 + 3 * 0.25**2 / 2, 0, 0), 3.0, 2.4, "low",
    ),
    "lateral_acceleration": Situation(  # for as long as motion is smoothed, from the second second on
        [circling(20, 10.3)], 4, (1.0, 3.65), (20 * sin(0.515), 20 - 20 * cos(0.515), 0), 10.3**2 / 20, 4.89,
        "low",
    ),
    "yaw_rate": Situation(
        [circling(5, 5)], 4, (1.0, 3.65), (5 * sin(1), 5 - 5 * cos(1), 0), 1.0, 0.95, "low",
    ),
    # Over ±h, f(w h) of the slope of a sine of w rad/s is left, with f(a) = 3 (sin a − a cos a) / a³.
    "yaw_acceleration": Situation(  # f(1) = 0.90 of 2.4 at 2.36 s, beyond the bound 0.24 s before and after
        [hero(lambda t: (5 * t, 0, 0, degrees(0.6 * sin(2 * t))))], 3.4, (2.15, 2.55), (10.75, 0, 0),
        0.9 * 2.4, 1.93, "low",
    ),
    "jerk": Situation(  # f(0.75) f(1.125) = 0.83 of 12 at 2.09 s, beyond the bound 0.38 s before and after
        [hero(lambda t: (30 * t - 12 / 1.5**3 * sin(1.5 * t), 0, 0, 0))], 4.4, (1.75, 2.45),
        (52.5 - 12 / 1.5**3 * sin(2.625), 0, 0), 0.83 * 12, 8.37, "low",
    ),
    "teleport": Situation(
        [hero(lambda t: (100.0 if t > 0.92 else 3 * t, 0, 0, 0))], 2, (0.9, 0.95), (2.7, 0, 0),
        97.3 / DELTA, 30.0, "low", "97.3 m in one step",
    ),
    "standing": Situation(
        [hero(lambda t: (10 * min(t, 2.0), 0, 0, 0))], 24, (2.25, 24.0), (20, 0, 0), 21.75, 20.0, "medium",
        "", theirs=False, lengths=(0.25,),
    ),
    "slow_down": Situation(  # a frame takes 0.4 s by the clock, the last 10 s of 30 take three times as long
        [hero(standing(0, 0))], 30, (20.0, 30.0), None, 1 / 3, 0.5, "low",
        "simulated seconds per second: usually 0.50; 0.25, 0.17, 0.17 at begin, worst, end", (),
        lengths=(0.2,), clock=lambda t: 2 * t + 4 * max(t - 20.0, 0.0),
    ),
    "stall": Situation(  # two frames in a row are too long, and count together
        [hero(standing(0, 0))], 4, (22 * DELTA, 22 * DELTA + 0.7), None, 0.4, 0.25, "low",
        "by simulated time", (), lengths=LENGTHS,
    ),
    "wrong_way": Situation(  # its middle is past the line after 1.875 s and until 4.875 s
        [swerves(-WIDTH, 1.0, 4.0, 2.0)], 7, (1.9, 4.8), (35.2, -0.05, 0), 180.0, 120.0, "high",
        "23.2 m that way", theirs=True, town=street(),
    ),
    "sidewalk": Situation(  # its side is at y + 1, 0.5 m on it at y = 4, 0.95 m at most
        [swerves(2.7, 1.0, 5.0)], 8, (3.3, 5.4), (46.4, 4.05, 0), 0.9, 0.5, "medium", theirs=False,
        town=street(),
    ),
    "outside_lanes": Situation(  # from y = 3 on
        [swerves(1.7, 1.0, 5.0)], 8, (2.3, 5.4), (38.4, 3.05, 0), 0.9, 0.5, "medium", theirs=False,
        town=street(),
    ),
    "solid_line": Situation(  # its wheels are at y − 0.8, 0.2 m past at y = 0.6
        [swerves(-1.45, 0.97, 5.03, 0.5)], 9, (3.3, 5.6), (46.4, 0.585, 0), 0.5, 0.2, "medium", "and back",
        town=street(mark("solid")),
    ),
    "speeding": Situation(
        [speeds((0, 8), (2, 13), (4, 14), (5, 13), (6, 8))], 8, (2.1, 5.9), (37.3, WIDTH / 2, 0), 14.0, 12.0,
        "low", "the limit is 36 km/h", town=street(inside=SPEED),
    ),
    "below_road": Situation(  # 2 m deep after 2.47 s, 4 m after 2.97 s, where it stays
        [hero(lambda t: (20 + 8 * t, WIDTH / 2, -min(max(t - 1.97, 0) * 4, 4), 0))], 4, (2.5, 3.0),
        (40, WIDTH / 2, -2.12), 4.0, 2.0, "high", town=street(),
    ),
    "in_the_air": Situation(  # lifted at 4 m/s, held 3 m high, and let down again
        [hero(lambda t: (20 + 8 * t, WIDTH / 2, max(min(4 * (t - 1.97), 3, 4 * (5.03 - t)), 0), 0))], 7,
        (2.1, 4.9), (36.8, WIDTH / 2, 0.52), 3.0, 0.5, "high", "over the road; down after 2.80 s",
        town=street(),
    ),
    "overturned": Situation(
        [hero(lambda t: (20, WIDTH / 2, 0.8, 0, 0, 90 if 1.97 < t < 3.97 else 0))], 7, (2.0, 3.95),
        (20, WIDTH / 2, 0.8), 90.0, 60.0, "high", "upright again after 1.95 s",
    ),
    "off_route": Situation(  # 30 m beside it after 4.97 s, 35.3 m at most, 15 m again after 7.53 s
        [hero(lambda t: (10 * t, max(min(10 * (t - 1.97), 10 * (9.03 - t)), 0), 0, 0))], 10, (5.0, 7.5),
        (50, 30.3, 0), 35.3, 30.0, "high", "route 4; way points are joined straight, not along lanes",
        theirs=True, route=((0.0, 0.0, 0.0), (200.0, 0.0, 0.0)),
    ),
    "red_light": Situation(  # the front at 51.2 + 10 t is over the line after 4.88 s
        [hero(straight(49.2, WIDTH / 2, 10))], 7, (4.9, 4.9), (100.2, WIDTH / 2, 0), 1.9, math.nan, "high",
        f"light {LIGHT}, by the map's signals, at 10.0 m/s", theirs=True, town=crossing("1000001"),
    ),
    "stop_sign": Situation(  # it slows down to 1 m/s where its front is 1.8 m before the line
        [speeds((0, 10), (7.62, 1), (9.62, 10))], 12, (9.45, 9.45), (100.03, WIDTH / 2, 0), 1.0, 0.1, "high",
        "stop sign by the map's signals", theirs=True, town=crossing("206"),
    ),
}  # fmt: skip


def moved(mover, place, turn, since):
    """Return the mover somewhere else, and later."""

    def way(t):
        x, y, z, yaw, *leaning = mover.way(max(t - since, 0.0))
        return *place((x, y, z)), turn(yaw), *leaning

    return replace(mover, way=way, born=since - DELTA / 2)


def happens(
    path, kind, *, place=lambda each: each, turn=lambda yaw: yaw, later=0, angle=0.0, center=(0.0, 0.0)
):
    """Judge a situation, and see that everything is told as it is."""
    each = SITUATIONS[kind]
    since = later * DELTA
    movers = [replace(moved(mover, place, turn, since), center=center) for mover in each.movers]
    town = each.town and each.town(path.parent, angle)
    lights = kind == "red_light"
    stands = place((98.0, 5.0, 0.0)), (0.0, turn(90.0), 0.0)
    cast = [actor(LIGHT, "traffic.traffic_light", *stands)] if lights else []
    cast += [actor(SIGN, "traffic.stop", *stands)] if kind == "stop_sign" else []
    if later:
        cast.append(actor(CAMERA, "sensor.camera.rgb"))
        movers.insert(0, car(GONE, standing(20, WIDTH / 2), dies=0.5))
    lengths = [*[DELTA] * later, *each.lengths] if len(each.lengths) > 1 else each.lengths
    extra = shows(*((when + since * (when > 0), state) for when, state in SHOWS)) if lights else None
    if clock := each.clock:
        extra = lambda t: {packets.PLATFORM_TIME: [(clock(t - since),)]}  # noqa: E731
    index = record(
        movers, each.seconds + since, lengths, cast=cast, extra=extra,
        collisions={frame + later: hits for frame, hits in each.hits.items()},
    ).index(path)  # fmt: skip
    more: dict[str, Any] = {"kinds": [kind], "road_map": town}
    if each.route:
        more["route"] = plan_route(Route(path, "4", "Town01", tuple(map(place, each.route)), ()))
    (event,) = find_events(index, **more).events
    assert find_events(index, **more, rows=index.actors.rows_of(1)).events == (event,)
    ids = index.actors.actor_id
    assert tuple(None if row is None else int(ids[row]) for row in event.rows) == each.actors
    assert (event.start - since, event.end - since) == pytest.approx(each.span, abs=1e-3)
    assert index.elapsed[event.frame] == event.start
    assert event.value == pytest.approx(each.value, rel=0.02, abs=2e-3)
    assert event.threshold == pytest.approx(each.threshold, nan_ok=True)
    assert excess(Events([event])) >= 1.0  # it is beyond its threshold, above or below
    assert (event.place is None) is (each.place is None)
    if each.place is not None and (kind in OF_BOXES or not any(center)):
        assert event.place == pytest.approx(place(each.place), abs=0.02)
    assert event.rule == (f"{KINDS[kind].rule}; {each.note}" if each.note else KINDS[kind].rule)
    assert (event.severity.value, event.source.value) == (each.severity, each.source)
    assert event.scenario_runner is each.theirs
    assert (event.light is not None and int(ids[event.light])) == (lights and LIGHT)


def test_there_is_a_situation_for_each_kind():
    assert set(SITUATIONS) == set(KINDS)


@pytest.mark.parametrize("kind", [kind for kind, each in SITUATIONS.items() if each.town is None])
def test_in_a_mirror_it_is_the_same(scratch, kind):
    happens(scratch, kind, place=lambda each: (each[0], -each[1], each[2]), turn=lambda yaw: -yaw)


@pytest.mark.parametrize("kind", SITUATIONS)
def test_in_another_direction_it_is_the_same(scratch, kind):
    happens(scratch, kind, place=lambda each: placed(each, ANGLE), turn=lambda yaw: yaw + ANGLE, angle=ANGLE)


@pytest.mark.parametrize("kind", SITUATIONS)
def test_later_and_after_others_it_is_the_same(scratch, kind):
    happens(scratch, kind, later=20)


OF_BOXES = ("contact", "collision", "near_miss", "ttc", "pet", "red_light", "stop_sign")
"""Kinds that tell where the boxes were; others tell where the origin of the actor was."""
OF_ORIGINS = (
    "harsh_braking", "harsh_acceleration", "lateral_acceleration", "jerk", "yaw_rate", "yaw_acceleration",
    "standing", "teleport", "stall", "slow_down", "off_route",
)  # fmt: skip


@pytest.mark.parametrize("kind", [kind for kind in SITUATIONS if kind not in OF_ORIGINS])
def test_it_is_the_boxes_that_count_wherever_their_origin_is(scratch, kind):
    aside = 0.0 if KINDS[kind].finder is JUNCTIONS else -0.3  # there it is the middle of the front
    happens(
        scratch, kind, place=lambda each: placed(each, ANGLE), turn=lambda yaw: yaw + ANGLE, angle=ANGLE,
        center=(0.7, aside),
    )  # fmt: skip
