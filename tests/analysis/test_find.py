"""The search as a whole: what is asked for, order, cancelling, and what must never be invented."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.drives import car, events, hero, ids, record, standing, straight, walker
from tests.roads.maps import build, geometry, road
from viewer.analysis.find import find_events
from viewer.analysis.inquiry import VEHICLES
from viewer.analysis.kinds import KINDS
from viewer.analysis.thresholds import TABLE, ThresholdError
from viewer.cancellation import ReadingCancelledError


@pytest.fixture
def crash(scratch):
    movers = [hero(straight(0, 0, 10)), car(2, standing(20, 0)), car(3, straight(-15, 0, 12))]
    return record(movers, 3).index(scratch)


def test_events_come_in_the_order_of_time(crash):
    found = events(crash)
    assert [event.start for event in found] == sorted(event.start for event in found)
    assert {event.kind for event in found} >= {"contact", "ttc"}
    assert all(event.end >= event.start and event.kind in KINDS for event in found)
    assert all(KINDS[event.kind].unit == event.unit for event in found)


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


def test_it_can_be_cancelled_at_any_time(crash):
    asked = []

    def count(share):
        asked.append(share)
        return True

    find_events(crash, proceed=count)
    assert asked == sorted(asked)
    assert 0.0 <= asked[0] <= asked[-1] == 1.0
    for limit in range(len(asked)):
        left = [limit]

        def stop(_share, left=left):
            left[0] -= 1
            return left[0] >= 0

        with pytest.raises(ReadingCancelledError):
            find_events(crash, proceed=stop)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", [None, [0]])
def test_whatever_is_looked_for_the_share_grows_up_to_all(crash, tmp_path, kind, rows):
    told = []
    find_events(
        crash,
        kinds=[kind],
        rows=rows,
        road_map=build(tmp_path, road(length=100)),
        proceed=lambda share: told.append(share) or True,
    )
    assert told == sorted(told)
    assert 0.0 <= told[0] < told[-1] == 1.0


def test_each_threshold_belongs_to_a_kind_or_to_all():
    used = {name for kind in KINDS.values() for name in kind.thresholds}
    assert used == {row.name for row in TABLE} - {"incident.gap"}


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
        assert 0 <= event.frame < len(index.heads)


def test_who_is_no_driver_breaks_no_rules(scratch):
    index = record([walker(1, straight(0, 0, 9)), walker(2, standing(10, 0))], 3).index(scratch)
    assert not {event.kind for event in events(index)} - {"contact", "collision", "teleport"}
    assert len(VEHICLES) == 2


def test_bad_input_invents_nothing_and_is_told_once(scratch, tmp_path):
    """Poses that are no numbers, boxes without size, frames without length, no blueprint, a wrong map."""
    movers = [
        hero(lambda t: (np.nan if 1.0 < t < 1.4 else 8 * t, 0.0, np.inf if t > 4 else 0.0, 0.0)),
        car(2, lambda t: (8 * t, 4.0, 0.0, np.nan if t < 0.5 else 0.0), extent=(0.0, 0.0, 0.0)),
        car(3, straight(0, 8, 8), type_id="", extent=(np.nan, 1.0, 1.0)),
        car(4, lambda t: None),
        walker(5, lambda t: (1e30 if t > 3 else 0.0, 30.0, 0.0, 0.0)),
    ]
    elsewhere = build(tmp_path, road(geometry(y=5000), length=100))
    deltas = [0.05, 0.05, 0.0, 0.05, 1e-7]
    index = record(movers, 6, deltas).index(scratch)
    result = find_events(index, road_map=elsewhere)
    assert {event.kind for event in result.events} <= {"teleport"}
    assert result.boxes in ("mixed", "blueprint")
    told = [(each.kind, each.reason) for each in result.not_judged]
    assert len(told) == len(set(told))
    assert {kind for kind, reason in told if "does not fit" in reason} == {
        kind.name for kind in KINDS.values() if kind.needs_roads
    }
