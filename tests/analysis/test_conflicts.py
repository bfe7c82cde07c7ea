"""Conflicts: who is in danger from whom, how grave it is, and what is said of it."""

from __future__ import annotations

import pytest

from tests.analysis.drives import car, events, found, hero, ids, record, standing, straight
from viewer.analysis.event_table import Severity


def test_who_follows_closely_is_told_with_its_own_speed(tmp_path):
    movers = [hero(straight(0, 0, 10)), car(2, straight(10, 0, 9.5))]
    (event,) = events(record(movers, 2).index(tmp_path / "close.log"), "headway")
    assert event.rows == (0, 1)
    assert event.rule.endswith(" m behind at 10.0 m/s")


def test_a_very_low_time_to_collision_is_severe(scratch):
    (event,) = found(scratch, [hero(straight(0, 0, 10)), car(2, standing(40, 0))], 5, "ttc")
    assert event.severity is Severity.HIGH
    assert event.start == pytest.approx(2.1, abs=0.06)


@pytest.mark.parametrize(
    ("movers", "seconds", "first"),
    [
        ([hero(standing(40, 0)), car(2, straight(0, 0, 10))], 3.4, 2),  # nobody is by who is behind
        ([hero(straight(-30, 0, 10)), car(2, straight(0, -30, 10, yaw=90.0))], 2.6, 1),  # once for two
    ],
)
def test_who_is_in_danger(scratch, movers, seconds, first):
    index = record(movers, seconds).index(scratch)
    (event,) = events(index, "ttc")
    assert ids(index, event)[0] == first


@pytest.mark.parametrize("least", [3.0, 1e-6])
def test_no_more_deceleration_is_told_than_brakes_can_do(scratch, least):
    # 10 m/s faster until they all but touch. On a dry road cars reach 12.7 m/s²: too little from 3.94 m on.
    movers = [hero(lambda t: (min(10 * t, 36 - least), 0.0, 0.0, 0.0)), car(2, standing(40, 0))]
    (event,) = found(scratch, movers, 5, "drac")
    assert event.value == pytest.approx(12.7, abs=0.05)
    assert event.rule.endswith("; closing at 10.0 m/s, 3.5 m apart, more than brakes can do")


@pytest.mark.parametrize(("begins", "leaves"), [(2.95, 0.0), (2.5, 0.0), (2.45, 0.05), (1.95, 0.1)])
def test_who_is_over_the_crossing_in_the_first_frame_was_there(scratch, begins, leaves):
    """Its tail leaves x = 1 in that frame or soon after; the front of the other is at y = −1 after 1.05 s."""
    movers = [hero(straight(begins, 0, 10)), car(2, straight(0, -13.45, 10, yaw=90.0))]
    (event,) = found(scratch, movers, 4, "pet")
    assert (event.start, event.end) == pytest.approx((leaves, 1.05), abs=1e-6)
    assert event.value == pytest.approx(1.05 - leaves, abs=1e-6)
