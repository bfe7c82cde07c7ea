"""Contacts and recorded collisions: what must count, and what must not."""

from __future__ import annotations

import math

import pytest

from tests.analysis.drives import CAR, car, events, found, hero, ids, record, standing, straight, walker
from tests.scenes import hit
from viewer.analysis.event_table import EventSource

BLUEPRINT = (2.395, 1.08)  # half length and width of the model3 without a recorded box


@pytest.mark.parametrize("yaw", range(0, 360, 30))
def test_who_is_swept_over_by_a_long_one_that_turns_is_found(scratch, yaw):
    # Its end is 6 m from its middle and goes through 60° from the third frame to the next.
    def turning(t):
        return 0.2 * t, 0.0, 0.0, yaw + (60.0 if t > 0.25 else 0.0)

    def beside(degrees):
        return standing(5 * math.cos(math.radians(yaw + degrees)), 5 * math.sin(math.radians(yaw + degrees)))

    long = hero(turning, extent=(6.0, 0.2, 0.75))
    assert len(found(scratch, [long, walker(2, beside(30))], 1, "contact", delta=0.1)) == 1
    assert not found(scratch, [long, walker(2, beside(-30))], 1, "contact", delta=0.1)
    assert not found(scratch, [long, walker(2, beside(90))], 1, "contact", delta=0.1)


def test_who_drives_off_from_an_overlap_touches_while_it_moves(scratch):
    def leaves(t):
        return (max(t - 2, 0) * 2.0, 0.0, 0.0, 0.0)

    (event,) = found(scratch, [hero(leaves), car(2, standing(-3, 0))], 5, "contact")
    assert event.start == pytest.approx(2.0, abs=0.11)
    assert event.end == pytest.approx(2.5, abs=0.11)


def test_what_is_attached_is_no_pair(scratch):
    scene = record([hero(straight(0, 0, 10)), car(2, standing(20, 0))], 3)
    index = scene.index(scratch)
    assert len(events(index, "contact")) == 1
    index.actors.parent.flags.writeable = True
    index.actors.parent[1] = 0
    assert not events(index, "contact")


def test_a_collision_that_is_recorded_too_is_one_event_with_both_sources(scratch):
    movers = [hero(straight(0, 0, 10)), car(2, standing(20, 0))]
    index = record(movers, 3, collisions={33: [hit(1, 2)], 34: [hit(1, 2), hit(2, 1)]}).index(scratch)
    (event,) = events(index, "contact", "collision")
    assert (event.kind, event.source) == ("collision", EventSource.BOTH)
    assert ids(index, event) == [1, 2]
    assert "reported by 1 and 2" in event.rule


def test_records_of_a_pair_within_a_second_are_one_collision(scratch):
    movers = [hero(standing(0, 0)), car(2, standing(30, 0))]
    hits = {frame: [hit(1, 2)] for frame in (5, 10, 25, 60)}
    index = record(movers, 4, collisions=hits).index(scratch)
    first, second = events(index, "collision")
    assert (first.start, first.end) == pytest.approx((0.25, 1.25))
    assert second.start == pytest.approx(3.0)
    assert first.source is EventSource.RECORDED
    assert first.value == pytest.approx(-26.0, abs=1e-3)
    assert "26.00 m apart" in first.rule


@pytest.mark.parametrize("recorded", [21, 60, 98])
def test_a_record_anywhere_in_a_long_contact_is_part_of_it(scratch, recorded):
    """Fronts at 17 + t meet at x = 18 after a second, and stay together to the end of 5 s."""
    movers = [hero(straight(15, 0, 1)), car(2, standing(20, 0))]
    index = record(movers, 5, collisions={recorded: [hit(1, 2)]}).index(scratch)
    (event,) = events(index, "contact", "collision")
    assert (event.kind, event.source) == ("collision", EventSource.BOTH)
    assert event.start == pytest.approx(float(index.elapsed[recorded]))
    assert event.end == pytest.approx(4.95, abs=0.051)


@pytest.mark.parametrize(
    ("way", "counts"),
    [
        (lambda t: (5.0 * min(t, 1.5), 0.0, 0.0, 0.0), True),  # it stands before the last record
        (lambda t: (5.0 * max(t - 1.5, 0.0), 0.0, 0.0, 0.0), True),  # it has set off before the last
        (lambda t: (5.0 * max(t - 2.5, 0.0), 0.0, 0.0, 0.0), False),
    ],
)
def test_scenario_runner_looks_at_the_speed_at_each_record(scratch, way, counts):
    index = record(
        [hero(way), car(2, standing(9, 20))], 3, collisions={frame: [hit(1, 2)] for frame in (20, 30, 40)}
    ).index(scratch)
    (event,) = events(index, "collision")
    assert event.scenario_runner is counts


def test_scenario_runner_counts_again_only_later_and_elsewhere(scratch):
    drives = hero(lambda t: (5 * min(t, 3.9), 0.0, 0.0, 0.0))
    movers = [drives, car(2, standing(9, 20)), car(3, standing(19, 20))]
    hits = {
        20: [hit(1, 2)],
        32: [hit(1, 3)],  # 3 m farther
        60: [hit(1, 2)],  # the same one, 2 s later
        75: [hit(1, 3)],  # another one, 14 m farther
        110: [hit(1)],  # while it stands
    }
    found_events = events(record(movers, 6, collisions=hits).index(scratch), "collision")
    assert [event.scenario_runner for event in found_events] == [True, False, False, True, False]


def test_hitting_scenery_has_nobody_on_the_other_side(scratch):
    index = record([hero(straight(0, 0, 10))], 2, collisions={20: [hit(1)]}).index(scratch)
    (event,) = events(index, "collision")
    assert ids(index, event) == [1, None]
    assert math.isnan(event.value)


def test_only_what_is_about_those_who_are_asked_for(scratch):
    movers = [hero(standing(0, 50)), car(2, straight(0, 0, 10)), car(3, standing(20, 0))]
    index = record(movers, 3, collisions={33: [hit(2)]}).index(scratch)
    assert not events(index, "contact", "collision", rows=[0])
    for row in (1, 2):
        (event,) = events(index, "contact", rows=[row])
        assert ids(index, event) == [2, 3]


@pytest.mark.parametrize("wrong", [(0.0, 0.0, 0.0), (2.0, 0.0, 0.7), (1e4, 1.0, 1.0)])
def test_a_box_that_cannot_be_is_that_of_the_blueprint(scratch, wrong):
    movers = [hero(straight(0, 0, 10), extent=wrong), car(2, standing(20, 0))]
    (event,) = found(scratch, movers, 3, "contact")
    assert "by blueprint" in event.rule
    assert event.start == pytest.approx((20 - CAR[0] - BLUEPRINT[0]) / 10, abs=0.051)
