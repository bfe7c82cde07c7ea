"""The search as a whole: what is asked for, order, cancelling, and what must never be invented."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.drives import car, events, hero, ids, record, standing, straight
from viewer.analysis.find_events import find_events
from viewer.analysis.thresholds import ThresholdError


@pytest.fixture
def crash(scratch):
    movers = [hero(straight(0, 0, 10)), car(2, standing(20, 0)), car(3, straight(-15, 0, 12))]
    return record(movers, 3).index(scratch)


def test_only_the_kinds_that_are_asked_for(crash):
    found = find_events(crash, kinds=["ttc", "drac"])
    assert {event.kind for event in found.events} <= {"ttc", "drac"}
    assert found.kinds == ("ttc", "drac")
    assert found.not_judged == ()
    with pytest.raises(KeyError):
        find_events(crash, kinds=["ttd"])
    with pytest.raises(ThresholdError):
        find_events(crash, thresholds={"ttd": 1})


def test_the_hero_comes_first_unless_somebody_else_is_named(crash):
    for hero_row, expected in ((None, [1, 2]), (1, [2, 1])):
        pairs = [ids(crash, event) for event in events(crash, "contact", hero=hero_row)]
        assert [pair for pair in pairs if set(pair) == {1, 2}] == [expected]


@settings(max_examples=40)
@given(st.integers(0, 10_000))
def test_absurd_recordings_raise_nothing_and_tell_only_numbers(scratch, seed):
    rng = np.random.default_rng(seed)

    def absurd(t):
        kind = rng.integers(0, 8)
        if kind == 0:
            return None
        values = rng.choice([0.0, 1.0, np.nan, np.inf, -1e30, 5.0, 20.0], 4)
        return tuple(values) if kind == 1 else (10 * t, float(rng.normal()), 0.0, float(rng.normal()))

    extents = [(0, 0, 0), (np.nan, 1, 1), (-np.inf,) * 3, (1, 1, 1), None]
    kinds = ["vehicle.audi.tt", "walker.pedestrian.0001", "static.prop.box", "sensor.camera.rgb", ""]
    movers = []
    for k in range(5):
        kind, extent = str(rng.choice(kinds)), extents[rng.integers(0, 5)]
        movers.append(car(k + 1, absurd, type_id=kind, extent=extent, born=rng.uniform(0, 1)))
    deltas = [float(each) for each in rng.choice([0.0, 0.05, 1e-5, 0.4], 7)] + [0.05]
    index = record(movers, 2, deltas).index(scratch)
    for event in find_events(index).events:
        assert np.isfinite([event.start, event.end]).all()
        assert event.place is None or np.isfinite(event.place).all()
        assert 0 <= event.frame < len(index.frame_starts)
