"""Rules of the lane, on a straight road with a sidewalk: both sides of each threshold."""

from __future__ import annotations

import math

import pytest

from tests.analysis.drives import CAR, car, events, hero, record, standing, straight
from tests.roads.maps import build, geometry, lane, mark, road, section, write
from viewer.analysis.event_kinds import KINDS
from viewer.analysis.find_events import find_events
from viewer.roads import open_map

WIDTH = 3.5
ROAD_KINDS = [kind.name for kind in KINDS.values() if kind.finder.needs_roads]
SPEED = '<speed sOffset="0" max="10" unit="m/s"/>'


def street(folder, center="", inside=""):
    """Two lanes of 3.5 m from x = 0 to 400, a shoulder of 1 m, and a sidewalk of 3 m on either side."""
    lanes = section(
        lane(3, 3.0, "sidewalk"), lane(2, 1.0, "shoulder"), lane(1, WIDTH, inside=inside),
        lane(-1, WIDTH, inside=inside), lane(-2, 1.0, "shoulder"), lane(-3, 3.0, "sidewalk"),
        center=center,
    )  # fmt: skip
    write(folder, road(geometry(length=400), length=400, lanes=lanes), name="Town01.xodr")
    return open_map(folder / "Town01.xodr")


def judged(folder, scratch, mover, seconds, *kinds, road_map=None):
    """What one is judged, among others who drive as they should."""
    good = [car(10 + k, straight(10 * k, WIDTH / 2, 8)) for k in range(3)]
    index = record([mover, *good], seconds).index(scratch)
    return events(index, *kinds, rows=[0], road_map=road_map or street(folder), thresholds=FAR)


FAR = {"teleport": 1e3, "teleport.speed": 1e3}
"""Here somebody is put aside within a frame."""


def aside(y, since=1.0, lasts=99.0, speed=8.0):
    """Drive in the right lane, and at a side for a while."""
    return hero(lambda t: (50 + speed * t, y if since < t < since + lasts else WIDTH / 2, 0.0, 0.0))


def deepest(y, worst, moment):
    """The same from the first second on, and farther in one moment."""

    def way(t):
        farther = worst if abs(t - moment) < 0.02 else y
        return 50 + 8 * t, WIDTH / 2 if t < 0.999 else farther, 0.0, 0.0

    return hero(way)


def crosses(depth):
    """Move aside until the left wheels, 0.8 of the half-width from the middle, are past y = 0."""
    return hero(lambda t: (50 + 8 * t, max(WIDTH / 2 - max(t - 1, 0) * 0.8, 0.8 - depth), 0.0, 0.0))


def sinks(speed, depth=99.0, since=0.0):
    return hero(lambda t: (50 + 8 * t, WIDTH / 2, -min(max(t - since, 0) * speed, depth), 0.0))


FAST_FOR_1_6_S = hero(lambda t: (50 + 10 * t + min(max(5 * t - 5, 0), 8), WIDTH / 2, 0.0, 0.0))
BICYCLE = {"type_id": "vehicle.bh.crossbike", "extent": (0.8, 0.3, 0.8)}
# Kinds, who drives, for how long, how often it counts, and the line in the middle.
ROWS = [
    ("wrong_way", aside(-WIDTH / 2, 1.0, 1.3, 5.0), 4, 1, "solid"),
    ("wrong_way", aside(-WIDTH / 2, 1.0, 0.7, 5.0), 4, 0, "solid"),
    ("wrong_way", hero(standing(100, -WIDTH / 2)), 4, 0, "solid"),
    ("wrong_way", hero(straight(200, WIDTH / 2, -4)), 4, 0, "solid"),  # it rolls backwards
    # In its own lane, sliding sideways: only the heading is beyond the lane's direction.
    ("wrong_way", hero(lambda t: (300 - 2 * t, WIDTH / 2, 0.0, 115.0)), 4, 0, "solid"),
    ("wrong_way", hero(lambda t: (300 - 2 * t, WIDTH / 2, 0.0, 125.0)), 4, 1, "solid"),
    # About two metres in two seconds.
    ("wrong_way", hero(lambda t: (100 + 0.9 * min(t, 2.0), -WIDTH / 2, 0.0, 0.0)), 3, 0, "solid"),
    ("wrong_way", hero(lambda t: (100 + 1.1 * min(t, 2.0), -WIDTH / 2, 0.0, 0.0)), 3, 1, "solid"),
    # The side of its box is at y + 1; the sidewalk begins at 4.5, the shoulder at 3.5.
    ("sidewalk", hero(straight(50, 4.1, 8)), 3, 1, "solid"),
    ("sidewalk", hero(straight(50, 3.9, 8)), 3, 0, "solid"),
    ("sidewalk", aside(5.0, 1.0, 0.8), 3, 1, "solid"),
    ("sidewalk", aside(5.0, 1.0, 0.3), 3, 0, "solid"),
    ("sidewalk outside_lanes", hero(straight(50, 5, 4), **BICYCLE), 3, 0, "solid"),
    ("outside_lanes", hero(straight(50, 3.1, 8)), 3, 1, "solid"),
    ("outside_lanes", hero(straight(50, 2.9, 8)), 3, 0, "solid"),
    ("outside_lanes", aside(3.2, 1.0, 0.8), 3, 1, "solid"),
    ("outside_lanes", aside(3.2, 1.0, 0.3), 3, 0, "solid"),
    ("solid_line", crosses(0.25), 4, 1, "solid"),
    ("solid_line", crosses(0.15), 4, 0, "solid"),
    # From left to right; it comes from the right.
    *(("solid_line", crosses(0.5), 4, 1, line) for line in ("solid solid", "broken solid")),
    *(("solid_line", crosses(0.5), 4, 0, line)
      for line in ("broken", "none", "broken broken", "solid broken")),
    ("solid_line", crosses(WIDTH), 6, 1, "solid"),
    ("solid_line", crosses(WIDTH), 6, 0, "solid broken"),  # it may go on
    ("speeding", hero(straight(50, WIDTH / 2, 11.8)), 4, 0, "solid"),
    ("speeding", hero(straight(50, WIDTH / 2, 12.2)), 4, 1, "solid"),
    ("speeding", FAST_FOR_1_6_S, 5, 0, "solid"),
    ("below_road", sinks(4, 4.0, 1.0), 4, 1, "solid"),
    ("below_road", sinks(4, 1.5, 1.0), 4, 0, "solid"),
    ("below_road", hero(straight(50, WIDTH / 2, 8, z=-4.0)), 4, 0, "solid"),
    ("below_road", sinks(0.8), 5, 0, "solid"),
    ("below_road", sinks(1.5), 5, 1, "solid"),
    (" ".join(ROAD_KINDS), hero(straight(50, WIDTH / 2, 9)), 5, 0, "solid"),
]  # fmt: skip


@pytest.mark.parametrize(("kinds", "mover", "seconds", "count", "line"), ROWS)
def test_it_counts_from_its_threshold_on(tmp_path, scratch, kinds, mover, seconds, count, line):
    road_map = street(tmp_path, mark(line), SPEED)
    assert len(judged(tmp_path, scratch, mover, seconds, *kinds.split(), road_map=road_map)) == count


FASTER, SLOWER = (
    hero(lambda t, a=a, b=b: (50 + b * t + a * t * t / 2, WIDTH / 2, 0.0, 0.0))
    for a, b in ((1.0, 16.0), (-1.0, 20.0))
)


def turned(moment):
    """150° against the lane from the first second on, 180° in one moment."""

    def way(t):
        right = t < 0.999
        return (
            100 + 5 * t,
            (1 if right else -1) * WIDTH / 2,
            0.0,
            0.0 if right or abs(t - moment) < 0.02 else 30.0,
        )

    return hero(way)


@pytest.mark.parametrize(
    ("kind", "mover", "value"),
    [
        *(("wrong_way", turned(moment), 180.0) for moment in (1.0, 2.0, 3.0)),
        *(("sidewalk", deepest(4.1, 4.45, moment), 0.9) for moment in (1.0, 2.0, 3.0)),
        *(("solid_line", deepest(0.55, 0.4, moment), 0.4) for moment in (1.0, 2.0, 3.0)),
        ("speeding", FASTER, 20.0),
        ("speeding", SLOWER, 20.0),
        ("sidewalk", hero(straight(50, 6, 8)), 1.0),  # half of its width: it cannot be farther on it
    ],
)
def test_the_worst_moment_counts_be_it_the_first_or_the_last(tmp_path, scratch, kind, mover, value):
    road_map = street(tmp_path, mark("solid"), SPEED)
    (event,) = judged(tmp_path, scratch, mover, 3 + (kind == "speeding"), kind, road_map=road_map)
    assert event.value == pytest.approx(value, abs=0.11)


@pytest.mark.parametrize(
    ("kind", "mover", "theirs"),
    [
        ("sidewalk", hero(straight(50, 6, 8)), True),  # with its middle on it
        ("sidewalk", hero(straight(50, 4.1, 8)), False),
        ("outside_lanes", hero(straight(50, 3.9, 8)), False),  # the lane ends at 3.5, theirs leaves 0.5 m
        ("outside_lanes", hero(straight(50, 4.1, 8)), True),
        ("wrong_way", hero(straight(100, -WIDTH / 2, 5)), False),  # it was spawned there
        ("wrong_way", aside(-WIDTH / 2), True),
    ],
)
def test_what_scenario_runner_counts(tmp_path, scratch, kind, mover, theirs):
    (event,) = judged(tmp_path, scratch, mover, 4, kind)
    assert event.scenario_runner is theirs


@pytest.mark.parametrize("degrees", [0.0, 20.0, 40.0])
def test_a_line_is_crossed_by_the_wheel_that_is_farthest_out(tmp_path, scratch, degrees):
    """Wheels stand at 0.6 of the half-length and 0.8 of the half-width; turned, the left front one leads."""
    half_length, half_width, _ = CAR
    turn = math.radians(degrees)
    out = 0.6 * half_length * math.sin(turn) + 0.8 * half_width * math.cos(turn)
    mover = hero(lambda t: (50 + 8 * t, max(3.0 - max(t - 1, 0) * 0.8, out - 0.3), 0.0, -degrees))
    found = judged(tmp_path, scratch, mover, 5, "solid_line", road_map=street(tmp_path, mark("solid")))
    assert [event.value for event in found] == pytest.approx([0.3], abs=0.02)


def test_without_limits_speeding_is_not_judged(tmp_path, scratch):
    index = record([hero(straight(50, WIDTH / 2, 30))], 3).index(scratch)
    result = find_events(index, kinds=["speeding"], road_map=street(tmp_path))
    assert result.events == ()
    assert "no limits" in result.not_judged[0].reason


def test_without_a_map_or_with_another_rules_of_the_road_are_not_judged(tmp_path, scratch):
    index = record([hero(straight(50, 5, 12))], 5).index(scratch)
    elsewhere = build(tmp_path, road(geometry(y=500), length=100))
    for road_map, words in ((elsewhere, "does not fit"), (None, "there is no road map")):
        result = find_events(index, road_map=road_map)
        assert not [event for event in result.events if KINDS[event.kind].finder.needs_roads]
        assert {each.kind for each in result.not_judged if words in each.reason} == set(ROAD_KINDS)
