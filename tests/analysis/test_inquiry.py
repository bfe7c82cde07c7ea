"""Where rules put what they find: who comes first, where, when, and what was not judged."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analysis.drives import car, hero, record, straight, walker
from viewer.analysis.driving import add_driving
from viewer.analysis.event import EventSource, Severity
from viewer.analysis.inquiry import Inquiry, Measurement
from viewer.analysis.kinds import KINDS
from viewer.analysis.occurrences import add_standstills, add_teleports
from viewer.analysis.thresholds import Thresholds
from viewer.analysis.traffic import Traffic


@pytest.fixture
def inquiry(scratch):
    movers = [car(5, straight(0, 0, 10)), hero(straight(0, 5, 10)), walker(9, straight(0, 9, 1))]
    traffic = Traffic(record(movers, 2).index(scratch))
    return Inquiry(
        traffic=traffic,
        thresholds=Thresholds(),
        units={kind.name: kind.unit for kind in KINDS.values()},
        rules={kind.name: kind.rule for kind in KINDS.values()},
        judged=np.array([True, True, True]),
        hero=1,
    )


def test_an_event_is_at_its_first_moment_where_the_first_one_is(inquiry):
    inquiry.add("jerk", (10, 20), (0,), Measurement(9.0, 8.37))
    (event,) = inquiry.events
    assert (event.start, event.end) == pytest.approx((0.5, 1.0))
    assert event.place == pytest.approx((5.0, 0.0, 0.0), abs=1e-3)
    assert (event.frame, event.actors, event.unit) == (10, (0,), "m/s³")
    assert event.rule == KINDS["jerk"].rule
    assert (event.severity, event.source) == (Severity.MEDIUM, EventSource.DERIVED)
    assert event.scenario_runner is None


def test_what_is_special_stands_behind_the_rule_and_a_place_can_be_given(inquiry):
    finding = Measurement(1.0, 0.25, Severity.LOW, "by the clock", scenario_runner=False)
    inquiry.add("stall", (0, 1), (), finding)
    inquiry.add("contact", (0, 1), (0, None), finding, np.array([1.0, 2.0, 3.0]), EventSource.BOTH)
    inquiry.add("contact", (0, 1), (0,), finding, np.array([np.nan, 2.0, 3.0]))
    nowhere, there, unknown = inquiry.events
    assert nowhere.place is None
    assert nowhere.rule.endswith("; by the clock")
    assert nowhere.scenario_runner is False
    assert (there.place, there.actors, there.source) == ((1.0, 2.0, 3.0), (0, None), EventSource.BOTH)
    assert unknown.place is None


def test_what_could_not_be_judged_is_told_once(inquiry):
    for _ in range(3):
        inquiry.skip("red_light", "no lights")
        inquiry.skip("speeding", "no limits", (2,))
    assert [(each.kind, each.actors) for each in inquiry.not_judged] == [
        ("red_light", ()),
        ("speeding", (2,)),
    ]


@pytest.mark.parametrize(
    ("judged", "pair", "expected"),
    [
        ([True, True, True], (0, 1), (1, 0)),  # the hero comes first
        ([True, True, True], (1, 2), (1, 2)),
        ([False, False, True], (0, 2), (0, 2)),  # not who was asked for
        ([True, False, True], (0, 2), (0, 2)),
        ([True, False, False], (0, 1), (1, 0)),
    ],
)
def test_whom_it_is_about_first(inquiry, judged, pair, expected):
    inquiry.judged = np.array(judged)
    assert inquiry.in_order(*pair) == expected


def test_only_vehicles_that_move_are_drivers(inquiry):
    assert inquiry.drivers == [0, 1]
    inquiry.judged = np.array([False, True, True])
    assert inquiry.drivers == [1]


@pytest.mark.parametrize("add", [add_teleports, add_standstills, add_driving])
def test_rules_tell_which_share_of_those_they_look_at_is_done(scratch, add):
    movers = [hero(straight(0, 0, 10)), car(2, straight(0, 9, 10)), car(3, straight(0, 18, 10))]
    told = []
    add(
        Inquiry(
            traffic=Traffic(record(movers, 2).index(scratch)),
            thresholds=Thresholds(),
            units={},
            rules={},
            judged=np.ones(3, np.bool_),
            hero=0,
            proceed=lambda share: told.append(share) or True,
        )
    )
    assert told == pytest.approx([0, 1 / 3, 2 / 3])
