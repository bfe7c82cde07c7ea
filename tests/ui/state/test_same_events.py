"""When two findings are one event: the same kind and actors, and times that touch."""

from __future__ import annotations

from itertools import product

import pytest

from viewer.analysis.event_table import FoundEvent, Severity
from viewer.ui.state.story import is_same

BRAKING = FoundEvent("harsh_braking", 4.0, 6.0, (1,), -5.0, -4.05, 40, None, Severity.MEDIUM)
TOUCHES = ("collision", "contact")


@pytest.mark.parametrize(
    ("start", "end", "same"),
    [
        (4.0, 6.0, True), (5.0, 5.5, True), (3.0, 7.0, True), (6.0, 8.0, True), (1.0, 4.0, True),
        (6.001, 8.0, False), (1.0, 3.999, False),
    ],
)  # fmt: skip
def test_times_must_touch(start, end, same):
    other = BRAKING._replace(start=start, end=end)
    assert is_same(BRAKING, other) is is_same(other, BRAKING) is same


@pytest.mark.parametrize(("one", "other"), list(product(["harsh_braking", "ttc", *TOUCHES], repeat=2)))
def test_kinds_are_the_same_or_both_touches(one, other):
    same = one == other or {one, other} <= set(TOUCHES)
    assert is_same(BRAKING._replace(kind=one), BRAKING._replace(kind=other)) is same


@pytest.mark.parametrize(
    ("actors", "same"), [((1, 2), False), ((1,), True), ((2,), False), ((), False), ((1, 1), True)]
)
def test_the_same_actors_in_any_order(actors, same):
    assert is_same(BRAKING, BRAKING._replace(actors=actors)) is same
    assert is_same(BRAKING._replace(actors=(1, 2)), BRAKING._replace(actors=(2, 1)))
