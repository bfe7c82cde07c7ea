"""Rules of the lane, on a straight road with a sidewalk: both sides of each threshold."""

from __future__ import annotations

import math

import pytest

from tests.analysis.drives import CAR, car, events, hero, record, standing, straight
from tests.roads.maps import build, geometry, lane, mark, road, section, write
from viewer.analysis.find import find_events
from viewer.analysis.kinds import KINDS
from viewer.roads import open_map

WIDTH = 3.5
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


def judged(folder, scratch, mover, seconds, *kinds, road_map=None, thresholds=None):
    """What one is judged, among others who drive as they should."""
    good = [car(10 + k, straight(10 * k, WIDTH / 2, 8)) for k in range(3)]
    index = record([mover, *good], seconds).index(scratch)
    return events(index, *kinds, rows=[0], road_map=road_map or street(folder), thresholds=thresholds)


@pytest.mark.parametrize(("seconds", "count"), [(1.3, 1), (0.7, 0)])
def test_wrong_way(tmp_path, scratch, seconds, count):
    # It drives in the lane of the others for a while, at 5 m/s.
    def way(t):
        wrong = 1.0 < t < 1.0 + seconds
        return 100 + 5 * t, -WIDTH / 2 if wrong else WIDTH / 2, 0.0, 0.0

    far = {"teleport": 1e3, "teleport.speed": 1e3}
    found = judged(tmp_path, scratch, hero(way), 4, "wrong_way", thresholds=far)
    assert len(found) == count
    if count:
        assert found[0].value == pytest.approx(180, abs=0.1)


@pytest.mark.parametrize("worst", [1.0, 2.0, 3.0])
def test_the_most_against_the_lane_counts_be_it_the_first_or_the_last_moment(tmp_path, scratch, worst):
    """150° against it from the first second on, 180° in one moment."""

    def way(t):
        turned = 0.0 if t < 0.999 else 0.0 if abs(t - worst) < 0.02 else 30.0
        return 100 + 5 * t, WIDTH / 2 if t < 0.999 else -WIDTH / 2, 0.0, turned

    far = {"teleport": 1e3, "teleport.speed": 1e3}
    (event,) = judged(tmp_path, scratch, hero(way), 3, "wrong_way", thresholds=far)
    assert event.value == pytest.approx(180.0, abs=0.1)


@pytest.mark.parametrize("mover", [hero(standing(100, -WIDTH / 2)), hero(straight(200, WIDTH / 2, -4))])
def test_who_stands_or_rolls_backwards_in_its_lane_is_not_on_the_wrong_way(tmp_path, scratch, mover):
    assert not judged(tmp_path, scratch, mover, 4, "wrong_way")


@pytest.mark.parametrize(("y", "count"), [(4.5 - 1 + 0.6, 1), (4.5 - 1 + 0.4, 0)])
def test_sidewalk(tmp_path, scratch, y, count):
    # The side of its box is at y + 1; the sidewalk begins at 4.5.
    found = judged(tmp_path, scratch, hero(straight(50, y, 8)), 3, "sidewalk")
    assert len(found) == count
    if count:
        assert found[0].value == pytest.approx(0.5, abs=0.11)
        assert found[0].scenario_runner is False


def test_with_the_middle_on_the_sidewalk_scenario_runner_counts_it_too(tmp_path, scratch):
    (event,) = judged(tmp_path, scratch, hero(straight(50, 6, 8)), 3, "sidewalk")
    assert event.scenario_runner is True
    assert event.value == pytest.approx(1.0, abs=0.051)  # half of its width: it cannot be farther on it


@pytest.mark.parametrize("deepest", [1.0, 2.0, 3.0])
def test_the_deepest_on_the_sidewalk_counts_be_it_the_first_or_the_last_moment(tmp_path, scratch, deepest):
    """0.6 m from the first second on, 0.95 m in one moment."""

    def way(t):
        return 50 + 8 * t, 1.75 if t < 0.999 else 4.45 if abs(t - deepest) < 0.02 else 4.1, 0.0, 0.0

    far = {"teleport": 1e3, "teleport.speed": 1e3}
    (event,) = judged(tmp_path, scratch, hero(way), 3, "sidewalk", thresholds=far)
    assert event.value == pytest.approx(0.9, abs=0.051)


@pytest.mark.parametrize(("lasts", "count"), [(0.8, 1), (0.3, 0)])
def test_sidewalk_must_last(tmp_path, scratch, lasts, count):
    def way(t):
        return 50 + 8 * t, 5.0 if 1 < t < 1 + lasts else 1.75, 0.0, 0.0

    far = {"teleport": 1e3, "teleport.speed": 1e3}
    assert len(judged(tmp_path, scratch, hero(way), 3, "sidewalk", thresholds=far)) == count


def test_bicycles_may_ride_on_the_sidewalk(tmp_path, scratch):
    rider = hero(straight(50, 5, 4), type_id="vehicle.bh.crossbike", extent=(0.8, 0.3, 0.8))
    assert not judged(tmp_path, scratch, rider, 3, "sidewalk", "outside_lanes")


@pytest.mark.parametrize(("y", "count"), [(3.5 - 1 + 0.6, 1), (3.5 - 1 + 0.4, 0)])
def test_outside_lanes(tmp_path, scratch, y, count):
    # Onto the shoulder, which begins at 3.5.
    assert len(judged(tmp_path, scratch, hero(straight(50, y, 8)), 3, "outside_lanes")) == count


def crosses(depth):
    """Move aside until the left wheels, 0.8 of the half-width from the middle, are past y = 0."""
    end = 0.8 - depth

    def way(t):
        return 50 + 8 * t, max(WIDTH / 2 - max(t - 1, 0) * 0.8, end), 0.0, 0.0

    return hero(way)


@pytest.mark.parametrize(("depth", "count"), [(0.25, 1), (0.15, 0)])
def test_solid_line(tmp_path, scratch, depth, count):
    line = mark("solid")
    found = judged(tmp_path, scratch, crosses(depth), 4, "solid_line", road_map=street(tmp_path, line))
    assert len(found) == count
    if count:
        assert found[0].value == pytest.approx(depth, abs=0.02)


@pytest.mark.parametrize("deepest", [1.0, 2.0, 3.0])
def test_the_farthest_past_the_line_counts_be_it_the_first_or_the_last_moment(tmp_path, scratch, deepest):
    """0.25 m past it from the first second on, 0.4 m in one moment."""

    def way(t):
        return 50 + 8 * t, 1.75 if t < 0.999 else 0.4 if abs(t - deepest) < 0.02 else 0.55, 0.0, 0.0

    far = {"teleport": 1e3, "teleport.speed": 1e3}
    street_map = street(tmp_path, mark("solid"))
    (event,) = judged(tmp_path, scratch, hero(way), 3, "solid_line", road_map=street_map, thresholds=far)
    assert event.value == pytest.approx(0.4, abs=0.02)


@pytest.mark.parametrize("turned", [0.0, 20.0, 40.0])
def test_a_line_is_crossed_by_the_wheel_that_is_farthest_out(tmp_path, scratch, turned):
    """Wheels stand at 0.6 of the half-length and 0.8 of the half-width; turned, the left front one leads."""
    half_length, half_width, _ = CAR
    turn = math.radians(turned)
    out = 0.6 * half_length * math.sin(turn) + 0.8 * half_width * math.cos(turn)

    def way(t):
        return 50 + 8 * t, max(3.0 - max(t - 1, 0) * 0.8, out - 0.3), 0.0, -turned

    found = judged(tmp_path, scratch, hero(way), 5, "solid_line", road_map=street(tmp_path, mark("solid")))
    assert [event.value for event in found] == pytest.approx([0.3], abs=0.02)


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("solid solid", 1), ("broken", 0), ("none", 0), ("broken broken", 0),
        ("solid broken", 0), ("broken solid", 1),  # from left to right; it comes from the right
    ],
)  # fmt: skip
def test_which_lines_may_be_crossed(tmp_path, scratch, kind, count):
    found = judged(tmp_path, scratch, crosses(0.5), 4, "solid_line", road_map=street(tmp_path, mark(kind)))
    assert len(found) == count


def test_crossing_a_line_to_the_other_lane_is_one_event(tmp_path, scratch):
    found = judged(
        tmp_path, scratch, crosses(WIDTH), 6, "solid_line", road_map=street(tmp_path, mark("solid"))
    )
    assert len(found) == 1
    assert "crossed" in found[0].rule


def test_who_crosses_from_the_broken_side_may_go_on(tmp_path, scratch):
    found = judged(
        tmp_path, scratch, crosses(WIDTH), 6, "solid_line", road_map=street(tmp_path, mark("solid broken"))
    )
    assert not found


@pytest.mark.parametrize(("speed", "count"), [(11.8, 0), (12.2, 1)])
def test_speeding(tmp_path, scratch, speed, count):
    road_map = street(tmp_path, inside=SPEED)
    found = judged(tmp_path, scratch, hero(straight(50, WIDTH / 2, speed)), 4, "speeding", road_map=road_map)
    assert len(found) == count
    if count:
        assert found[0].threshold == pytest.approx(12)
        assert "36 km/h" in found[0].rule


@pytest.mark.parametrize("fastest", ["first", "last"])
def test_the_fastest_moment_counts_be_it_the_first_or_the_last(tmp_path, scratch, fastest):
    """It becomes faster all the time, or slower."""
    gains = 1.0 if fastest == "last" else -1.0
    begin = 20.0 - 4.0 * (fastest == "last")

    def way(t):
        return 50 + begin * t + gains * t * t / 2, WIDTH / 2, 0.0, 0.0

    road_map = street(tmp_path, inside=SPEED)
    (event,) = judged(tmp_path, scratch, hero(way), 4, "speeding", road_map=road_map)
    assert event.value == pytest.approx(20.0, abs=0.06)


def test_speeding_must_last(tmp_path, scratch):
    road_map = street(tmp_path, inside=SPEED)

    def way(t):
        return 50 + 10 * t + 5 * min(max(t - 1, 0), 1.6), WIDTH / 2, 0.0, 0.0

    assert not judged(tmp_path, scratch, hero(way), 5, "speeding", road_map=road_map)


def test_without_limits_speeding_is_not_judged(tmp_path, scratch):
    index = record([hero(straight(50, WIDTH / 2, 30))], 3).index(scratch)
    result = find_events(index, kinds=["speeding"], road_map=street(tmp_path))
    assert result.events == ()
    assert "no limits" in result.not_judged[0].reason


@pytest.mark.parametrize(("depth", "count"), [(4.0, 1), (1.5, 0)])
def test_falling_below_the_road(tmp_path, scratch, depth, count):
    def way(t):
        return 50 + 8 * t, WIDTH / 2, -min(max(t - 1, 0) * 4, depth), 0.0

    falls = judged(tmp_path, scratch, hero(way), 4, "below_road")
    assert len(falls) == count
    for event in falls:  # it is told of the fall: at 4 m/s the last frame of it is up to 0.2 m higher
        assert event.value == pytest.approx(depth, abs=0.25)
        assert event.threshold == 2.0


def test_who_stays_below_does_not_fall(tmp_path, scratch):
    mover = hero(lambda t: (50 + 8 * t, WIDTH / 2, -4.0, 0.0))
    assert not judged(tmp_path, scratch, mover, 4, "below_road")


def test_driving_as_one_should_is_nothing(tmp_path, scratch):
    road_map = street(tmp_path, mark("solid"), SPEED)
    lanes = [kind.name for kind in KINDS.values() if kind.needs_roads]
    assert not judged(tmp_path, scratch, hero(straight(50, WIDTH / 2, 9)), 5, *lanes, road_map=road_map)


def test_a_map_that_does_not_fit_judges_nothing(tmp_path, scratch):
    elsewhere = build(tmp_path, road(geometry(y=500), length=100))
    index = record([hero(straight(50, 5, 12))], 5).index(scratch)
    result = find_events(index, road_map=elsewhere)
    assert not [event for event in result.events if KINDS[event.kind].needs_roads]
    told = {each.kind: each.reason for each in result.not_judged}
    assert set(told) >= {kind.name for kind in KINDS.values() if kind.needs_roads}
    assert "does not fit" in told["sidewalk"]


def test_without_a_map_rules_of_the_road_are_not_judged(scratch):
    result = find_events(record([hero(straight(50, 5, 12))], 3).index(scratch))
    told = {each.kind for each in result.not_judged if each.reason == "there is no road map"}
    assert told == {kind.name for kind in KINDS.values() if kind.needs_roads}


@pytest.mark.parametrize(("angle", "count"), [(115.0, 0), (125.0, 1)])
def test_how_far_the_heading_must_be_from_the_lane(tmp_path, scratch, angle, count):
    # In its own lane, sliding sideways: only the heading is beyond the lane's direction.
    mover = hero(lambda t: (300 - 2 * t, WIDTH / 2, 0.0, angle))
    assert (
        len(judged(tmp_path, scratch, mover, 4, "wrong_way", thresholds={"wrong_way.distance": 0.5})) == count
    )


@pytest.mark.parametrize(("speed", "count"), [(0.9, 0), (1.1, 1)])
def test_how_far_it_must_go_the_wrong_way(tmp_path, scratch, speed, count):
    # About two metres in two seconds.
    mover = hero(lambda t: (100 + speed * min(t, 2.0), -WIDTH / 2, 0.0, 0.0))
    assert len(judged(tmp_path, scratch, mover, 3, "wrong_way")) == count


@pytest.mark.parametrize(("spawned", "theirs"), [(True, False), (False, True)])
def test_scenario_runner_sees_only_who_comes_onto_the_wrong_lane(tmp_path, scratch, spawned, theirs):
    def way(t):
        return 100 + 5 * t, -WIDTH / 2 if spawned or t > 1 else WIDTH / 2, 0.0, 0.0

    far = {"teleport": 1e3, "teleport.speed": 1e3}
    (event,) = judged(tmp_path, scratch, hero(way), 4, "wrong_way", thresholds=far)
    assert event.scenario_runner is theirs


@pytest.mark.parametrize(("lasts", "count"), [(0.8, 1), (0.3, 0)])
def test_outside_lanes_must_last(tmp_path, scratch, lasts, count):
    def way(t):
        return 50 + 8 * t, 3.2 if 1 < t < 1 + lasts else 1.75, 0.0, 0.0

    far = {"teleport": 1e3, "teleport.speed": 1e3}
    assert len(judged(tmp_path, scratch, hero(way), 3, "outside_lanes", thresholds=far)) == count


@pytest.mark.parametrize(("y", "theirs"), [(3.9, False), (4.1, True)])
def test_scenario_runner_looks_where_the_middle_is(tmp_path, scratch, y, theirs):
    # The lane ends at 3.5; its criterion leaves 0.5 m beyond.
    found = judged(tmp_path, scratch, hero(straight(50, y, 8)), 3, "outside_lanes")
    assert [event.scenario_runner for event in found] == [theirs]


@pytest.mark.parametrize(("speed", "count"), [(0.8, 0), (1.5, 1)])
def test_sinking_slowly_is_no_fall(tmp_path, scratch, speed, count):
    mover = hero(lambda t: (50 + 8 * t, WIDTH / 2, -speed * t, 0.0))
    assert len(judged(tmp_path, scratch, mover, 5, "below_road")) == count
