"""Which events are told first."""

from __future__ import annotations

import math

import pytest

from viewer.analysis.event import FoundEvent, Severity
from viewer.analysis.weight import by_weight, excess

HIGH, MEDIUM, LOW = Severity.HIGH, Severity.MEDIUM, Severity.LOW


def event(kind, severity, rows=(1,), value=1.0, threshold=1.0, start=0.0):
    return FoundEvent(kind, start, start, rows, value, threshold, "", "", 0, None, severity)


def test_touches_come_first_then_what_is_severe_then_the_heros():
    touch = event("contact", MEDIUM, (3, 4))
    severe = event("harsh_braking", HIGH, (3,), -7.0, -4.05)
    heros = event("stop_sign", MEDIUM, (0,))
    others = event("red_light", MEDIUM, (3,))
    low = event("stall", LOW, ())
    given = [low, others, heros, severe, touch]
    assert by_weight(given, hero=0) == (touch, severe, heros, others, low)
    assert by_weight(given) == (touch, severe, others, heros, low)


def test_of_what_happens_often_the_worst_stands_for_all():
    worst = event("harsh_acceleration", LOW, (1,), 5.0, 2.4, start=9.0)
    lesser = [event("harsh_acceleration", LOW, (1,), 3.0, 2.4, start=float(n)) for n in range(3)]
    standing = event("standing", MEDIUM, (2,))
    stall = event("stall", LOW, ())
    assert by_weight([*lesser, worst, stall, standing]) == (standing, worst, stall, *lesser)


def test_every_red_light_counts_for_itself():
    lights = [event("red_light", HIGH, (n,), start=float(n)) for n in range(3)]
    stall = event("stall", LOW, ())
    assert by_weight([stall, *lights]) == (*lights, stall)


@pytest.mark.parametrize(
    ("kind", "value", "threshold", "expected"),
    [
        ("harsh_braking", -8.1, -4.05, 2.0),
        ("ttc", 0.5, 1.5, 3.0),
        ("red_light", 12.0, 0.0, 12.0),
        ("collision", math.nan, 0.05, 0.0),
    ],
)
def test_how_far_beyond_its_threshold_an_event_is(kind, value, threshold, expected):
    assert excess(event(kind, HIGH, value=value, threshold=threshold)) == pytest.approx(expected)
