"""Which found event a count of ScenarioRunner is like: of the same kind and actors, within a second."""

from __future__ import annotations

import math

import pytest

from viewer.analysis.event_table import Events, FoundEvent, RunnerCount, Severity
from viewer.analysis.scenario_runner import join_counts


def event(start, end, rows=(0, 1), kind="collision", light=None):
    return FoundEvent(kind, start, end, rows, math.nan, math.nan, 0, None, Severity.HIGH, light=light)


def count(start, end=None, other=1, kind="collision", **more):
    return RunnerCount(kind, 0, other, start, start if end is None else end, **more)


def joined(events, *counts):
    """Return what the column says of each event, and when those count that no event is like."""
    filled, found = join_counts(Events(events), counts, [0])
    return [each.scenario_runner for each in filled], [each.counted_at for each in found if each.alone]


@pytest.mark.parametrize(
    ("events", "counts", "expected"),
    [
        ([event(5, 6)], [], ([False], [])),
        ([event(5, 6, kind="jerk")], [], ([None], [])),
        ([event(5, 6)], [count(7.0)], ([True], [])),
        ([event(5, 6)], [count(7.1)], ([False], [7.1])),
        ([event(5, 6, rows=(0, 2))], [count(5.5)], ([False], [5.5])),
        ([event(5, 6, rows=(0, None))], [count(5.5, other=None)], ([True], [])),
        ([event(5, 6), event(6.5, 7)], [count(6.6)], ([False, True], [])),
        ([event(5, 6), event(6.5, 7)], [count(5.9, 6.6)], ([True, True], [])),
        ([event(5, 6)], [count(5.8), count(5.2)], ([True], [5.8])),
        ([event(5, 6)], [count(5.5, known=False)], ([None], [])),
        ([], [count(5.5, known=False)], ([], [])),
        ([], [count(5.5, known=False, time=5.7)], ([], [5.7])),
        ([event(5, 5, (0,), "red_light", 3)], [count(5, 7, 3, "red_light", time=7.0)], ([True], [])),
        ([event(5, 5, (0,), "red_light", 3)], [count(5, 7, 4, "red_light", time=7.0)], ([False], [7.0])),
    ],
)
def test_a_count_is_like_the_nearest_event_of_its_kind_and_actors(events, counts, expected):
    assert joined(events, *counts) == expected


def test_the_time_of_the_count_stands_in_the_event_and_counts_of_others_than_the_hero_are_left_out():
    counts = [count(5.5, time=5.7), RunnerCount("collision", 1, 2, 5.0, 5.0)]
    (filled,), found = join_counts(Events([event(5, 6)]), counts, [0])
    assert filled.scenario_runner_time == 5.7
    assert found == (counts[0]._replace(alone=False),)
