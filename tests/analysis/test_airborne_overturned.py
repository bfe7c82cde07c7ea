"""Vehicles in the air, and those that are overturned: what is one, and what only looks like it.

Each situation is judged on its road and without one. Heights follow from the ways by hand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest

from tests.analysis.drives import Mover, Way, car, events, hero, record, straight, walker
from tests.roads.maps import build, geometry, lane, road, section

G = 9.81
LANE = 1.75
FLAT: tuple[str, ...] = (road(geometry(length=400), length=400),)
HILL = (road(geometry(length=400), length=400, elevations=[(0, 0, 0, 0, 0), (100, 0, 0.2, 0, 0)]),)
BRIDGE = (
    road(geometry(length=200), length=200, elevations=[(0, 8, 0, 0, 0)]),
    road(geometry(length=400, y=-30), length=400, road_id="2"),
    road(geometry(length=400, x=150, y=-100, hdg=math.pi / 2), length=400, road_id="3"),
)
"""A road at 8 m that ends at x = 200, and others on the ground: one passes below it at x = 150."""


def drop(height: float, since: float) -> float:
    """How far something has fallen that was let go, at most the height."""
    return min(G * max(since, 0.0) ** 2 / 2, height)


def jump(rise: float, at: float = 3.0, nose: float = 0.0) -> Way:
    """Along the lane at 10 m/s, and up from ``at`` on with a speed, until it is down again."""

    def way(t: float) -> tuple[float, ...]:
        since = min(max(t - at, 0.0), 2 * rise / G)
        pitch = math.degrees(math.atan2(rise - G * since, 10)) if nose and 0 < since < 2 * rise / G else 0
        return 10 + 10 * t, LANE, rise * since - G * since**2 / 2, 0.0, pitch, 0.0

    return way


def at_height(z: Callable[[float], float], speed: float = 8.0, x: float = 20.0) -> Way:
    return lambda t: (x + speed * t, LANE, z(t), 0.0)


def rolled(roll: Callable[[float], float], z: float = 0.0, pitch: float = 0.0) -> Way:
    return lambda t: (50.0, LANE, z, 30.0, pitch, roll(t))


def ramp(t: float) -> tuple[float, ...]:
    """Up a ramp of 15° that no map has, along a level top, and down again."""
    x = 8 * t
    slope = math.tan(math.radians(15))
    z = min(max(x - 24, 0) * slope, 2.5, max(70 - x, 0) * slope)
    pitch = 15 if 24 < x < 24 + 2.5 / slope else -15 if 70 - 2.5 / slope < x < 70 else 0
    return x, LANE, z, 0.0, pitch, 0.0


def uphill(t: float) -> tuple[float, ...]:
    x = 60 + 12 * t
    return x, LANE, max(x - 100, 0) * 0.2, 0.0, math.degrees(math.atan(0.2)) if x > 100 else 0.0, 0.0


def off_the_bridge(t: float) -> tuple[float, ...]:
    """Over the railing at 3 s, and down."""
    return 150.0, LANE + 6 * max(t - 3, 0), 8 - drop(8, t - 3.4), 90.0


def tumbling(t: float) -> tuple[float, ...]:
    """Over three times within 1.5 s, thrown up by a hit."""
    since = min(max(t - 3, 0), 1.5)
    z = max(6 * since - G * since**2 / 2, 0)
    return 30 + 8 * t, LANE, z + 0.75 - 0.75 * math.cos(12 * since), 0.0, 0.0, math.degrees(12 * since)


def teleports(t: float) -> tuple[float, ...]:
    return (50 + 8 * t, LANE, 0.0, 0.0) if t < 3 else (200.0, LANE, 3 - drop(3, t - 3), 0.0)


NOTHING: list[tuple[float, float, str]] = []
IN_THE_AIR = {
    # way, road, on the road: value, how long, and how it ended; and without one
    "a jump": (jump(6.0), FLAT, [(1.83, 1.0, "down")], [(1.83, 1.2, "down")]),
    "a jump along its nose": (jump(6.0, nose=1), FLAT, [(1.83, 0.7, "down")], [(1.83, 1.2, "down")]),
    "a hop": (jump(2.5), FLAT, NOTHING, NOTHING),
    "off a bridge": (off_the_bridge, BRIDGE, [(7.7, 0.95, "down")], [(7.7, 1.25, "down")]),
    "under a bridge": (lambda t: (150.0, LANE - 40 + 10 * t, 0.0, 90.0), BRIDGE, NOTHING, NOTHING),
    "over a bridge": (straight(90, LANE, 10, z=8.0), BRIDGE, NOTHING, NOTHING),
    "high under a bridge": (lambda t: (150.0, LANE - 2 + t, 5.0, 90.0), BRIDGE, [(5, 5, "not")], NOTHING),
    "born in the air": (
        at_height(lambda t: 15 - drop(15, t)), FLAT, [(9.9, 0.7, "down")], [(9.1, 0.7, "down")],
    ),
    "born a little high": (at_height(lambda t: 1 - drop(1, t)), FLAT, NOTHING, NOTHING),
    "hovering": (at_height(lambda t: 3.0, 0.0), FLAT, [(3.0, 5.0, "not")], NOTHING),
    "lifted and held": (
        at_height(lambda t: min(max(t - 2, 0) * 2, 3), 8), FLAT, [(3.0, 3.7, "not")], [(3.0, 3, "not")],
    ),
    "lifted and let down": (
        at_height(lambda t: max(min(t - 2, 1.5, 5 - t), 0) * 2, 0), FLAT,
        [(3.0, 2.5, "down")], [(3.0, 0.95, "down")],
    ),
    "uphill": (uphill, HILL, NOTHING, NOTHING),
    "uphill, where the map is flat": (uphill, FLAT, NOTHING, NOTHING),
    "up a ramp": (ramp, FLAT, NOTHING, NOTHING),
    "over kerbs": (at_height(lambda t: 0.15 * (int(t / 0.7) % 2)), FLAT, NOTHING, NOTHING),
    "put elsewhere": (teleports, FLAT, NOTHING, NOTHING),
    "tumbling": (tumbling, FLAT, [(1.45, 0.75, "down")], [(1.9, 1.2, "down")]),
    "parked far below": (at_height(lambda t: -500.0, 0), FLAT, NOTHING, NOTHING),
}  # fmt: skip


def on_the_ground(roads: tuple[str, ...]) -> list[Mover]:
    """Those who drive on the road, so that the map's heights are theirs."""
    y = 30 + LANE if roads is BRIDGE else LANE
    return [car(10 + n, straight(2 * n, y, 7)) for n in range(2)]


def check(found, expected: Sequence[tuple[float, float, str]]) -> None:
    assert len(found) == len(expected), found
    for event, (value, lasts, ends) in zip(found, expected, strict=True):
        assert event.value == pytest.approx(value, abs=0.1 + 0.04 * value)
        assert event.end - event.start == pytest.approx(lasts, abs=0.16)
        assert ("not seen to come down" in event.rule) == (ends == "not"), event.rule


@pytest.mark.parametrize("frames", [0.05, (0.02, 0.07, 0.05, 0.1)], ids=["even", "uneven"])
@pytest.mark.parametrize("name", IN_THE_AIR)
def test_in_the_air(tmp_path, scratch, name, frames):
    way, roads, with_map, without = IN_THE_AIR[name]
    index = record([hero(way), *on_the_ground(roads)], 6, frames).index(scratch)
    check(events(index, "in_the_air", rows=[0], road_map=build(tmp_path, *roads)), with_map)
    check(events(index, "in_the_air", rows=[0]), without)


def test_who_drives_is_not_in_the_air_where_the_heights_of_the_map_are_others(tmp_path, scratch):
    index = record([hero(straight(10, LANE, 8, z=4.0)), car(2, straight(40, LANE, 8, z=4.0))], 5).index(
        scratch
    )
    assert not events(index, "in_the_air", road_map=build(tmp_path, *FLAT))


@pytest.mark.parametrize("lean", [-12.0, 12.0])
def test_a_banked_road_is_no_flight(tmp_path, scratch, lean):
    """The outer lane is higher than the line that the map tells of."""
    wide = road(geometry(length=400), length=400, lanes=section(*(lane(-n) for n in (1, 2, 3, 4))))
    outer = 12.25
    z = outer * math.tan(math.radians(abs(lean)))
    banked = hero(lambda t: (20 + 10 * t, outer, z, 0.0, 0.0, lean))
    index = record([banked, *on_the_ground(FLAT)], 5).index(scratch)
    assert not events(index, "in_the_air", rows=[0], road_map=build(tmp_path, wide))


CARRIER = {"type_id": "vehicle.carlamotors.carlacola", "extent": (2.6, 1.3, 0.5)}


@pytest.mark.parametrize(("climbs", "count"), [(0.0, 0), (3.0, 1)])
def test_who_is_carried_does_not_fly_but_who_came_onto_another_does(tmp_path, scratch, climbs, count):
    def load(t: float) -> tuple[float, ...]:
        up = 1.0 if t >= climbs else 0.0
        return 40 + 8 * t - 9 * (1 - up), LANE, up, 0.0

    carrier = car(2, straight(40, LANE, 8), **CARRIER)
    index = record([hero(load), carrier, *on_the_ground(FLAT)], 6).index(scratch)
    far = {"teleport": 1e3, "teleport.speed": 1e3}
    found = events(index, "in_the_air", rows=[0], road_map=build(tmp_path, *FLAT), thresholds=far)
    assert len(found) == count


OVERTURNED = {
    "on its roof": (rolled(lambda t: 180.0 if t > 2 else 0.0, 1.5), [(180, 4.0, "not")]),
    "head over heels": (rolled(lambda t: 180.0, 1.5, 180.0), NOTHING),
    "on its nose": (rolled(lambda t: 0.0, 1.0, -85.0), [(85, 5.0, "not")]),
    "on its side for 0.4 s": (rolled(lambda t: 90.0 if 2 < t < 2.44 else 0.0, 0.3), NOTHING),
    "on its side for 0.6 s": (rolled(lambda t: -90.0 if 2 < t < 2.64 else 0.0, 0.3), [(90, 0.6, "again")]),
    "leaning": (rolled(lambda t: 59.0), NOTHING),
    "leaning too far": (rolled(lambda t: 61.0 if t < 4 else 0.0), [(61, 3.0, "again")]),
    "upright for a moment": (rolled(lambda t: 0.0 if 3 < t < 3.3 else 120.0), [(120, 5.0, "not")]),
}


@pytest.mark.parametrize("frames", [0.04, (0.02, 0.06)], ids=["even", "uneven"])
@pytest.mark.parametrize("name", OVERTURNED)
def test_overturned(scratch, name, frames):
    way, expected = OVERTURNED[name]
    found = events(record([hero(way)], 6, frames).index(scratch), "overturned")
    assert len(found) == len(expected)
    for event, (value, lasts, ends) in zip(found, expected, strict=True):
        assert event.value == pytest.approx(value, abs=0.1)
        assert event.end - event.start == pytest.approx(lasts, abs=0.12)
        assert ("not upright again" in event.rule) == (ends == "not"), event.rule


def test_walkers_are_not_judged_and_bicycles_lean(tmp_path, scratch):
    lying = walker(2, lambda t: (60.0, LANE, 3.0, 0.0, 90.0, 0.0))
    rider = car(
        3, lambda t: (30 + 6 * t, LANE, 0.0, 0.0, 0.0, 50.0), type_id="vehicle.yamaha.yzf", extent=None
    )
    index = record([lying, rider, *on_the_ground(FLAT)], 5).index(scratch)
    assert not events(index, "in_the_air", "overturned", road_map=build(tmp_path, *FLAT))
