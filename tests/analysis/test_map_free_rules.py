"""What is said of braking, standing, teleports and stalls, and when they are not judged."""

from __future__ import annotations

import math

import pytest

from tests.analysis.drives import events, found, hero, record, standing, straight
from tests.analysis.ways import braking, stops
from viewer.analysis.event_kinds import DRIVING, KINDS
from viewer.analysis.find_events import find_events
from viewer.logfile import packets

DRIVING_KINDS = tuple(each.name for each in KINDS.values() if each.finder is DRIVING)


@pytest.mark.parametrize(("deceleration", "severity"), [(4.3, "medium"), (6.5, "high")])
def test_how_grave_braking_is(scratch, deceleration, severity):
    (event,) = found(scratch, [braking(deceleration)], 8, "harsh_braking")
    assert event.severity.value == severity


@pytest.mark.parametrize(("seconds", "theirs"), [(63, False), (185, True)])
def test_scenario_runner_waits_three_minutes(scratch, seconds, theirs):
    (event,) = found(scratch, [hero(stops(2))], 2 + seconds, "standing", delta=0.25)
    assert event.scenario_runner is theirs


def test_smoothing_can_be_set(scratch):
    def twitches(t):
        return 20 * t + 0.15 * math.sin(8 * t), 0.0, 0.0, 0.0

    index = record([hero(twitches)], 6).index(scratch)
    assert not events(index, "harsh_braking")
    assert events(index, "harsh_braking", thresholds={"smoothing": 0.3})


def test_frames_that_are_too_few_are_told(scratch):
    result = find_events(record([hero(straight(0, 0, 5))], 20, 1.0).index(scratch))
    assert {each.kind for each in result.not_judged} >= set(DRIVING_KINDS)


@pytest.mark.parametrize("longs", [(0.5, 0.3, 0.4), (0.3, 0.5, 0.4), (0.3, 0.4, 0.5), (0.4, 0.5), (0.5,)])
def test_the_longest_of_frames_in_a_row_counts_wherever_it_is(scratch, longs):
    index = record([hero(standing(0, 0))], 4, [0.05, 0.06, 0.04, *longs, *[0.05] * 60]).index(scratch)
    (event,) = events(index, "stall")
    assert event.value == pytest.approx(0.5)
    assert event.end - event.start == pytest.approx(sum(longs))


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


def test_the_speed_of_a_teleport_is_that_of_its_step(scratch):
    """100 m from 0.8 s to 1 s; the frames before and after it are 50 ms long."""
    jumps = hero(lambda t: (100.0 if t > 0.9 else 0.0, 0.0, 0.0, 0.0))
    index = record([jumps], 3, [0.05, 0.2]).index(scratch)
    (event,) = events(index, "teleport")
    assert (event.start, event.value) == pytest.approx((0.8, 500.0))
    assert "100.0 m in one step" in event.rule


@pytest.mark.parametrize(
    ("begins", "ends", "expected"), [(3, 9, (False, True)), (0, 6, (True, False)), (2, 7, (False, False))]
)
def test_who_stands_at_either_end_of_the_recording_does_so_for_longer(scratch, begins, ends, expected):
    def way(t):
        return 8.0 * (min(t - begins, 0.0) + max(t - ends, 0.0)), 0.0, 0.0, 0.0

    index = record([hero(way)], 9, 0.1).index(scratch)
    (event,) = events(index, "standing", thresholds={"standing.hero": 2.0})
    assert (event.began_before, event.goes_on) == expected
    assert event.at_least is any(expected)
