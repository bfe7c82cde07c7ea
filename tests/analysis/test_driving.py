"""Accelerations, jerk and turning: both sides of each bound."""

from __future__ import annotations

import math

import pytest

from tests.analysis.drives import car, events, found, hero, record, straight, walker
from viewer.analysis.event_table import Severity
from viewer.analysis.kinds import DRIVING, KINDS

DRIVING_KINDS = tuple(each.name for each in KINDS.values() if each.finder is DRIVING)
UNEVEN = [0.008, 0.05, 0.12, 0.03]


def braking(deceleration, speed=25.0, since=3.0, lasts=2.0):
    def way(t):
        during = min(max(t - since, 0.0), lasts)
        after = max(t - since - lasts, 0.0)
        slower = speed - deceleration * during
        x = speed * min(t, since) + speed * during - deceleration * during**2 / 2 + slower * after
        return x, 0.0, 0.0, 0.0

    return hero(way)


def circling(radius, speed):
    rate = speed / radius

    def way(t):
        return radius * math.sin(rate * t), radius - radius * math.cos(rate * t), 0.0, math.degrees(rate * t)

    return hero(way)


@pytest.mark.parametrize("delta", [0.05, UNEVEN])
@pytest.mark.parametrize(
    ("deceleration", "severity"), [(3.8, None), (4.3, Severity.MEDIUM), (6.5, Severity.HIGH)]
)
def test_braking(scratch, deceleration, severity, delta):
    found_events = found(scratch, [braking(deceleration)], 8, "harsh_braking", delta=delta)
    assert len(found_events) == (severity is not None)
    if severity is not None:
        (event,) = found_events
        assert event.value == pytest.approx(-deceleration, abs=0.05)
        assert event.threshold == -4.05
        assert event.severity is severity
        assert event.start == pytest.approx(3.3, abs=0.35)


@pytest.mark.parametrize("delta", [0.05, UNEVEN])
@pytest.mark.parametrize(("acceleration", "count"), [(2.2, 0), (2.6, 1)])
def test_accelerating(scratch, acceleration, count, delta):
    movers = [braking(-acceleration, speed=3.0)]
    assert len(found(scratch, movers, 8, "harsh_acceleration", "harsh_braking", delta=delta)) == count


@pytest.mark.parametrize(("speed", "count"), [(9.5, 0), (10.3, 1)])
def test_lateral_acceleration(scratch, speed, count):
    # v²/r with r = 20 m: 4.51 and 5.30 m/s².
    found_events = found(scratch, [circling(20, speed)], 6, "lateral_acceleration")
    assert len(found_events) == count
    if count:
        assert found_events[0].value == pytest.approx(speed**2 / 20, rel=0.05)


@pytest.mark.parametrize(("rate", "count"), [(0.9, 0), (1.0, 1)])
def test_yaw_rate(scratch, rate, count):
    index = record([circling(5 / rate, 5)], 6, UNEVEN).index(scratch)
    found_events = events(index, "yaw_rate", "yaw_acceleration", "jerk")
    assert [event.kind for event in found_events] == ["yaw_rate"] * count
    if count:
        assert found_events[0].value == pytest.approx(rate, abs=0.01)


@pytest.mark.parametrize(("most", "count"), [(1.7, 0), (2.4, 1)])
def test_yaw_acceleration(scratch, most, count):
    # Turning to and fro; smoothing over 1 s takes a little of it.
    def way(t):
        return 5 * t, 0.0, 0.0, math.degrees(most * math.sin(t * 2) / 4)

    assert bool(found(scratch, [hero(way)], 8, "yaw_acceleration")) is bool(count)


@pytest.mark.parametrize(("most", "count"), [(7.5, 0), (12.0, 1)])
def test_jerk(scratch, most, count):
    # a = 2 · sin, so that its change is at most as given; smoothing takes some of it.
    rate = 1.5

    def way(t):
        return 30 * t - most / rate**3 * math.sin(rate * t), 0.0, 0.0, 0.0

    assert bool(found(scratch, [hero(way)], 9, "jerk")) is bool(count)


@pytest.mark.parametrize("delta", [0.05, UNEVEN])
def test_driving_gently_is_nothing(scratch, delta):
    def way(t):
        return 12 * t + 2 * math.sin(t), 0.5 * math.sin(t / 2), 0.0, 2 * math.cos(t / 2)

    assert found(scratch, [hero(way)], 10, *DRIVING_KINDS, delta=delta) == ()


def test_turning_past_180_degrees_is_no_turn(scratch):
    def way(t):
        yaw = 170 + 5 * t
        return -8 * t, 0.0, 0.0, (yaw + 180) % 360 - 180

    assert found(scratch, [hero(way)], 8, "yaw_rate", "yaw_acceleration") == ()


def test_the_first_second_of_a_life_is_not_judged(scratch):
    # It falls onto its wheels and lurches forwards, 0.7 s long.
    def way(t):
        return (4 * min(t, 0.7) ** 2 + 5.6 * max(t - 0.7, 0)), 0.0, 0.0, 0.0

    assert found(scratch, [hero(way)], 4, "harsh_acceleration") == ()


def test_who_walks_is_not_judged(scratch):
    def way(t):
        return (10 * math.sin(3 * t), 0.0, 0.0, 200 * t)

    assert found(scratch, [walker(2, way)], 4, *DRIVING_KINDS) == ()


@pytest.mark.parametrize(("steps", "count"), [([0.4], 0), ([0.05] * 8, 1)])
def test_nothing_is_smoothed_across_a_long_frame(scratch, steps, count):
    # For 0.4 s it does not move: in one long frame the physics just did not get that far. Smoothed across,
    # that would be half a second of 1 m/s² and more.
    def way(t):
        return 20 * (t - max(0.0, min(t - 2.95, 0.4))), 0.0, 0.0, 0.0

    index = record([hero(way)], 5, [*[0.05] * 59, *steps, *[0.05] * 60]).index(scratch)
    assert bool(events(index, "harsh_braking", thresholds={"harsh_braking": 1.0})) is bool(count)


def test_smoothing_can_be_set(scratch):
    def twitches(t):
        return 20 * t + 0.15 * math.sin(8 * t), 0.0, 0.0, 0.0

    index = record([hero(twitches)], 6).index(scratch)
    assert not events(index, "harsh_braking")
    assert events(index, "harsh_braking", thresholds={"smoothing": 0.3})


def test_frames_that_are_too_few_are_told(scratch):
    from viewer.analysis.find import find_events  # noqa: PLC0415

    result = find_events(record([hero(straight(0, 0, 5))], 20, 1.0).index(scratch))
    assert {each.kind for each in result.not_judged} >= set(DRIVING_KINDS)


def test_who_lives_for_no_time_is_not_judged(scratch):
    last = 5e-4  # of several frames that begin at once, the first counts
    movers = [hero(straight(0, 0, 5)), car(2, straight(0, 9, 5), born=1.0 + last / 2)]
    index = record(movers, 1.0 + last, [*[0.05] * 20, last]).index(scratch)
    assert index.actors.spawn_frame.tolist() == [0, 21]
    assert events(index, *DRIVING_KINDS) == ()
