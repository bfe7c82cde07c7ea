from __future__ import annotations

import pytest

from tests.analysis.drives import car, events, found, hero, ids, record, standing
from tests.scenes import actor
from viewer.analysis.find import find_events
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState


def stops(after, x=0.0):
    """Drive 20 m, then stand for ever."""
    return lambda t: (x + min(t, after) * 10, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(("seconds", "count", "theirs"), [(63, 1, False), (58, 0, None), (185, 1, True)])
def test_standing(scratch, seconds, count, theirs):
    index = record([hero(stops(2))], 2 + seconds, 0.25).index(scratch)
    found_events = events(index, "standing")
    assert len(found_events) == count
    if count:
        (event,) = found_events
        assert event.value == pytest.approx(seconds, abs=1)
        assert event.scenario_runner is theirs


def control(throttle):
    return lambda t: {packets.ANIM_VEHICLE: [(1, 0.0, throttle, 0.0, False, 1)]}


@pytest.mark.parametrize(("throttle", "count"), [(0.0, 0), (0.5, 1)])
def test_who_is_parked_does_not_stand_but_who_steps_on_it_does(scratch, throttle, count):
    index = record([hero(standing(0, 0))], 65, 0.25, extra=control(throttle)).index(scratch)
    assert len(events(index, "standing")) == count


@pytest.mark.parametrize("moment", [0.0, 65.0])
def test_who_steps_on_it_in_the_first_or_last_frame_has_a_driver(scratch, moment):
    index = record(
        [hero(standing(0, 0))], 65, 0.25, extra=lambda t: control(0.5 * (abs(t - moment) < 0.1))(t)
    ).index(scratch)
    pressed = [index.read_frame(frame).records(packets.ANIM_VEHICLE)["throttle"][0] for frame in (0, -1)]
    assert sorted(pressed) == [0.0, 0.5]
    assert len(events(index, "standing")) == 1


@pytest.mark.parametrize(
    ("state", "count"),
    [(TrafficLightState.RED, 0), (TrafficLightState.YELLOW, 0), (TrafficLightState.GREEN, 1)],
)
def test_who_waits_at_a_light_does_not_stand(scratch, state, count):
    light = actor(50, "traffic.traffic_light", (30.0, 4.0, 0.0), (0.0, 90.0, 0.0))
    index = record(
        [hero(stops(2))], 70, 0.25, cast=[light],
        extra=lambda t: {packets.TRAFFIC_LIGHT_STATE: [(50, False, t, state)]},
    ).index(scratch)  # fmt: skip
    assert len(events(index, "standing")) == count


@pytest.mark.parametrize(("gap", "count"), [(5, 0), (12, 1)])
def test_who_waits_in_a_queue_does_not_stand(scratch, gap, count):
    movers = [hero(stops(2)), car(2, stops(2, x=4 + gap))]
    index = record(movers, 70, 0.25).index(scratch)
    assert [ids(index, event) for event in events(index, "standing", rows=[0])] == [[1]] * count


@pytest.mark.parametrize(("longest", "count"), [(0.24, 0), (0.26, 1)])
def test_a_stall(scratch, longest, count):
    deltas = [0.05, 0.06, 0.04, longest]
    index = record([hero(standing(0, 0))], 2, [*deltas * 1, *[0.05] * 60]).index(scratch)
    found_events = events(index, "stall")
    assert len(found_events) == count
    if count:
        (event,) = found_events
        assert event.value == pytest.approx(longest)
        assert event.end - event.start == pytest.approx(longest)
        assert event.actors == ()
        assert event.place is None


@pytest.mark.parametrize("longs", [(0.5, 0.3, 0.4), (0.3, 0.5, 0.4), (0.3, 0.4, 0.5), (0.4, 0.5), (0.5,)])
def test_the_longest_of_frames_in_a_row_counts_wherever_it_is(scratch, longs):
    index = record([hero(standing(0, 0))], 4, [0.05, 0.06, 0.04, *longs, *[0.05] * 60]).index(scratch)
    (event,) = events(index, "stall")
    assert event.value == pytest.approx(0.5)
    assert event.end - event.start == pytest.approx(sum(longs))


def test_slow_frames_are_no_stalls_if_they_all_are_slow(scratch):
    assert not found(scratch, [hero(standing(0, 0))], 20, "stall", delta=[0.3, 0.35, 0.4])


def test_with_a_fixed_step_the_clock_tells(scratch):
    def clock(t):
        return {packets.PLATFORM_TIME: [(2 * t + (t > 1.01) * 0.7,)]}

    index = record([hero(standing(0, 0))], 3, extra=clock).index(scratch)
    (event,) = events(index, "stall")
    assert event.value == pytest.approx(0.8, abs=0.01)
    assert event.start == pytest.approx(1.0, abs=0.06)


def test_with_a_fixed_step_and_no_clock_it_is_not_judged(scratch):
    result = find_events(record([hero(standing(0, 0))], 3).index(scratch), kinds=["stall"])
    assert result.events == ()
    assert [each.kind for each in result.not_judged] == ["stall"]
    assert "PlatformTime" in result.not_judged[0].reason


@pytest.mark.parametrize(("speed", "count"), [(0.08, 1), (0.12, 0)])
def test_who_creeps_does_not_stand(scratch, speed, count):
    def creeps(t):
        return (10 * t if t < 2 else 20 + speed * (t - 2)), 0.0, 0.0, 0.0

    assert len(found(scratch, [hero(creeps)], 65, "standing", delta=0.25)) == count


@pytest.mark.parametrize(("longest", "count"), [(0.29, 0), (0.31, 1)])
def test_a_stall_is_three_times_the_median_too(scratch, longest, count):
    deltas = [*[0.09, 0.1, 0.11] * 10, longest, *[0.1, 0.09, 0.11] * 10]
    assert len(found(scratch, [hero(standing(0, 0))], 6, "stall", delta=deltas)) == count


def test_the_speed_of_a_teleport_is_that_of_its_step(scratch):
    """100 m from 0.8 s to 1 s; the frames before and after it are 50 ms long."""
    jumps = hero(lambda t: (100.0 if t > 0.9 else 0.0, 0.0, 0.0, 0.0))
    index = record([jumps], 3, [0.05, 0.2]).index(scratch)
    (event,) = events(index, "teleport")
    assert (event.start, event.value) == pytest.approx((0.8, 500.0))
    assert "100.0 m in one step" in event.rule


@pytest.mark.parametrize(
    ("begins", "ends", "expected"),
    [(3, 9, (False, True)), (0, 6, (True, False)), (2, 7, (False, False))],
)
def test_who_stands_at_either_end_of_the_recording_does_so_for_longer(scratch, begins, ends, expected):
    def way(t):
        return 8.0 * (min(t - begins, 0.0) + max(t - ends, 0.0)), 0.0, 0.0, 0.0

    index = record([hero(way)], 9, 0.1).index(scratch)
    (event,) = events(index, "standing", thresholds={"standing": 2.0})
    assert (event.began_before, event.goes_on) == expected
    assert event.at_least is any(expected)
