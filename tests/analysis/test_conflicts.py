"""Near misses, time to collision, headway and deceleration needed: both sides of each threshold."""

from __future__ import annotations

import pytest

from tests.analysis.drives import car, events, found, hero, ids, record, standing, straight, walker
from tests.scenes import hit
from viewer.analysis.event_table import Severity


def brakes(speed, gap_at, deceleration):
    """Drive at a speed, and brake evenly from a place on."""

    def way(t):
        before = gap_at / speed
        if t < before:
            return speed * t, 0.0, 0.0, 0.0
        since = min(t - before, speed / deceleration)
        return gap_at + speed * since - deceleration * since**2 / 2, 0.0, 0.0, 0.0

    return way


@pytest.mark.parametrize(("stop", "count"), [(1.05, 1), (1.3, 0)])
def test_time_to_collision_must_be_held(scratch, stop, count):
    # Fronts are 36 m apart at first; below 1.5 s for 0.45 s or 0.2 s, less the step in which it stops.
    def way(t):
        end = 3.6 - stop
        return 10 * min(t, end), 0.0, 0.0, 0.0

    index = record([hero(way), car(2, standing(40, 0))], 5).index(scratch)
    found_events = events(index, "ttc")
    assert len(found_events) == count
    if count:
        (event,) = found_events
        assert ids(index, event) == [1, 2]
        assert event.value == pytest.approx(stop, abs=0.11)
        assert event.severity is Severity.MEDIUM


def test_a_very_low_time_to_collision_is_severe(scratch):
    (event,) = found(scratch, [hero(straight(0, 0, 10)), car(2, standing(40, 0))], 5, "ttc")
    assert event.severity is Severity.HIGH
    assert event.start == pytest.approx(2.1, abs=0.06)


def test_nobody_is_in_danger_from_who_is_behind_but_who_drives_up_is(scratch):
    index = record([hero(standing(40, 0)), car(2, straight(0, 0, 10))], 3.4).index(scratch)
    (event,) = events(index, "ttc")
    assert ids(index, event) == [2, 1]


@pytest.mark.parametrize(("side", "count"), [(3.5, 0), (0.0, 1)])
def test_oncoming_traffic_in_its_own_lane_is_no_conflict(scratch, side, count):
    # Both weave a little, so that their headings cross all the time.
    def way(x, y, speed, yaw):
        return lambda t: (x + speed * t, y, 0.0, yaw + 5)

    movers = [hero(way(0, 0, 10, 0)), car(2, way(60, side, -10, 180))]
    assert len(found(scratch, movers, 2.5, "ttc")) == count


def test_crossing_is_one_conflict_of_two(scratch):
    movers = [hero(straight(-30, 0, 10)), car(2, straight(0, -30, 10, yaw=90.0))]
    index = record(movers, 2.6).index(scratch)
    (event,) = events(index, "ttc")
    assert ids(index, event)[0] == 1


@pytest.mark.parametrize(("distance", "count"), [(0.3, 1), (0.7, 0)])
def test_near_miss(scratch, distance, count):
    deceleration = 6.0
    movers = [hero(brakes(10, 20, deceleration)), car(2, standing(20 + 100 / 12 + 4 + distance, 0))]
    found_events = found(scratch, movers, 6, "near_miss")
    assert len(found_events) == count
    if count:
        assert found_events[0].value == pytest.approx(distance, abs=0.01)


@pytest.mark.parametrize("other", [car(2, standing(30, 2.3)), walker(2, standing(30, 1.4))])
def test_passing_who_stands_beside_is_no_near_miss(scratch, other):
    assert not found(scratch, [hero(straight(0, 0, 10)), other], 5, "near_miss", "ttc", "contact")


def test_beside_a_contact_there_is_no_near_miss(scratch):
    movers = [hero(straight(0, 0, 10)), car(2, standing(20, 0))]
    assert [event.kind for event in found(scratch, movers, 3, "near_miss", "contact")] == ["contact"]


def test_two_who_walk_do_not_nearly_miss(scratch):
    movers = [walker(1, straight(0, 0, 1.5)), walker(2, straight(4, 0, -1.5))]
    assert not found(scratch, movers, 1.1, "near_miss", "ttc")


@pytest.mark.parametrize(("gap", "count"), [(9.5, 1), (10.5, 0)])
def test_headway(scratch, gap, count):
    movers = [hero(straight(0, 0, 10)), car(2, straight(4 + gap, 0, 10))]
    index = record(movers, 3).index(scratch)
    found_events = events(index, "headway")
    assert len(found_events) == count
    if count:
        assert found_events[0].value == pytest.approx(gap / 10, abs=0.01)
        assert ids(index, found_events[0]) == [1, 2]


@pytest.mark.parametrize("second", [straight(12, 2.2, 10), lambda t: (12 - 10 * t, 0, 0, 180)])
def test_who_is_not_the_leader_has_no_headway(scratch, second):
    assert not found(scratch, [hero(straight(0, 0, 10)), car(2, second)], 0.6, "headway")
    assert not found(scratch, [hero(straight(0, 0, 10)), car(2, straight(12, 2.2, 10))], 3, "headway")


@pytest.mark.parametrize(("gap", "count"), [(12.0, 1), (18.0, 0)])
def test_deceleration_needed(scratch, gap, count):
    # 10 m/s faster: 100 / (2 · gap) is beyond 3.4 below 14.7 m.
    def way(t):
        return (20 * t if t < 1 else 20 + 10 * (t - 1)), 0.0, 0.0, 0.0

    movers = [hero(way), car(2, straight(4 + gap + 10, 0, 10))]
    found_events = found(scratch, movers, 2, "drac")
    assert len(found_events) == count
    if count:
        assert found_events[0].value >= 100 / (2 * 14.7)


@pytest.mark.parametrize("least", [3.0, 1e-6])
def test_no_more_deceleration_is_told_than_brakes_can_do(scratch, least):
    # 10 m/s faster until they all but touch. On a dry road cars reach 12.7 m/s²: too little from 3.94 m on.
    movers = [hero(lambda t: (min(10 * t, 36 - least), 0.0, 0.0, 0.0)), car(2, standing(40, 0))]
    (event,) = found(scratch, movers, 5, "drac")
    assert event.value == pytest.approx(12.7, abs=0.05)
    assert event.rule.endswith("; closing at 10.0 m/s, 3.5 m apart, more than brakes can do")


def test_thresholds_can_be_set(scratch):
    movers = [hero(straight(0, 0, 10)), car(2, straight(14.5, 0, 10))]
    index = record(movers, 3).index(scratch)
    assert not events(index, "headway")
    assert len(events(index, "headway", thresholds={"headway": 1.2})) == 1


@pytest.mark.parametrize(("gap", "near", "count"), [(2.1, 0.05, 0), (2.1, 0.2, 1)])
def test_beside_a_recorded_collision_there_is_no_near_miss_either(scratch, gap, near, count):
    # The boxes never overlap; the collision is of this pair, or of another one.
    end = 40 - 4 - near

    def way(t):
        return min(10 * t, end), 0.0, 0.0, 0.0

    other = 2 if not count else 3
    movers = [hero(way), car(2, standing(40, 0)), car(3, standing(40, 20))]
    index = record(movers, 5, collisions={72: [hit(1, other)]}).index(scratch)
    assert len(events(index, "near_miss")) == count


def comes_near(speed, gap):
    """Drive up to somebody whose tail is at x = 38, evenly, until so near, then stand."""
    return lambda t: (min(26 + speed * t, 36 - gap), 0.0, 0.0, 0.0)


@pytest.mark.parametrize(("speed", "count"), [(0.45, 0), (0.55, 1)])
def test_who_comes_near_slowly_does_not_nearly_miss(scratch, speed, count):
    movers = [hero(comes_near(speed, 0.2)), car(2, standing(40, 0))]
    assert len(found(scratch, movers, 30, "near_miss", delta=0.1)) == count


@pytest.mark.parametrize(("limit", "count"), [(0.7, 1), (0.3, 0)])
def test_who_was_not_about_to_collide_does_not_nearly_miss(scratch, limit, count):
    # At 0.6 m/s and 0.3 m, at least 0.5 s are left.
    movers = [hero(comes_near(0.6, 0.3)), car(2, standing(40, 0))]
    near = found(scratch, movers, 25, "near_miss", delta=0.1, thresholds={"ttc": limit})
    assert len(near) == count


@pytest.mark.parametrize(("side", "count"), [(1.9, 1), (2.1, 0)])
def test_only_who_is_in_the_way_is_a_danger(scratch, side, count):
    movers = [hero(straight(0, 0, 10)), car(2, standing(40, side))]
    assert len(found(scratch, movers, 3.3, "ttc")) == count


@pytest.mark.parametrize(("limit", "count"), [(1.7, 0), (2.1, 1)])
def test_the_time_to_collision_that_counts_can_be_set(scratch, limit, count):
    # It stops when 1.5 s are left, so it is below the limit for 0.2 or 0.6 s.
    movers = [hero(lambda t: (10 * min(t, 2.1), 0.0, 0.0, 0.0)), car(2, standing(40, 0))]
    assert len(found(scratch, movers, 3, "ttc", thresholds={"ttc": limit})) == count


@pytest.mark.parametrize(("horizon", "count"), [(1.2, 0), (3.0, 1)])
def test_motion_is_continued_no_farther_than_the_horizon(scratch, horizon, count):
    movers = [hero(lambda t: (10 * min(t, 2.6), 0.0, 0.0, 0.0)), car(2, standing(40, 0))]
    assert len(found(scratch, movers, 3, "ttc", thresholds={"ttc.horizon": horizon})) == count


@pytest.mark.parametrize(("speed", "count"), [(1.9, 0), (2.1, 1)])
def test_in_a_queue_that_creeps_there_is_no_headway(scratch, speed, count):
    movers = [hero(straight(0, 0, speed)), car(2, straight(5.0, 0, speed))]
    assert len(found(scratch, movers, 3, "headway")) == count
