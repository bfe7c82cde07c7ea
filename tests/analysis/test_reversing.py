"""Who goes the same way backwards is judged as who goes it forwards: by its motion, not by its nose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.analysis.drives import car, events, hero, record, standing, straight
from tests.analysis.ways import brakes, braking, circling
from viewer.analysis.event_kinds import KINDS

DRIVEN = tuple(
    name
    for name in KINDS
    if name.startswith(("harsh", "lateral", "jerk", "yaw")) or name in {"ttc", "drac", "headway", "near_miss"}
)

SITUATIONS = {
    "braking": ([braking(6.5)], 7, {"harsh_braking"}),
    "accelerating": ([braking(-5.0, 3.0)], 7, {"harsh_acceleration"}),
    "a tight bend": ([circling(9.0, 9.5)], 4, {"lateral_acceleration"}),
    "up to a car that stands": ([hero(brakes(12.0, 20.0, 4.5)), car(2, standing(42.0, 0.0))], 5, {"ttc"}),
    "close behind another": ([hero(straight(0, 0, 12)), car(2, straight(12.0, 0, 12))], 5, {"headway"}),
    "away from a car": ([hero(straight(0, 0, 12)), car(2, straight(-9.0, 0, 3))], 4, set()),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_backwards_it_is_the_same(scratch, tmp_path, name):
    movers, seconds, kinds = SITUATIONS[name]
    before = events(record(movers, seconds).index(scratch), *DRIVEN)
    turned = [replace(each, way=lambda t, way=each.way: (*way(t)[:3], way(t)[3] + 180.0)) for each in movers]
    after = events(record(turned, seconds).index(tmp_path / "backwards.log"), *DRIVEN)
    assert {each.kind for each in before} >= kinds
    assert [each.kind for each in after] == [each.kind for each in before]
    for one, two in zip(before, after, strict=True):
        assert (two.rows, two.start, two.end) == (one.rows, one.start, one.end)
        assert two.value == pytest.approx(one.value, rel=1e-3, abs=1e-3)
