"""Who falls, from the first moment on, on the road and beside it, with a map and without."""

from __future__ import annotations

import pytest

from tests.analysis.drives import car, events, hero, record, straight, walker
from tests.analysis.test_lanes import WIDTH, street
from tests.scenes import hit
from viewer.analysis.find_events import find_events
from viewer.analysis.incidents import by_weight

DRIVES = car(2, straight(20.0, WIDTH / 2, 8.0))


def falling(x, y, z=0.0, since=0.0, deepest=1e9):
    """Fall freely from a place, at most so deep."""
    return lambda t: (x, y, z - min(4.905 * max(t - since, 0.0) ** 2, deepest), 0.0)


@pytest.fixture(params=["with a map", "without"])
def road_map(request, tmp_path):
    if request.param == "without":
        return None
    return street(tmp_path)


@pytest.mark.parametrize("place", [(60.0, WIDTH / 2), (60.0, 300.0)])
def test_a_walker_that_falls_from_its_spawn_on(scratch, road_map, place):
    index = record([walker(3, falling(*place, 0.9)), DRIVES], 6.95).index(scratch)
    (event,) = events(index, "below_road", road_map=road_map)
    assert event.rows == (index.actors.rows_of(3)[0],)
    assert event.value == pytest.approx(236.9, abs=1.0)
    assert (event.start, event.end) == pytest.approx((0.65, 6.95), abs=0.06)
    assert not events(index, "teleport", road_map=road_map)


@pytest.mark.parametrize("place", [(60.0, WIDTH / 2), (60.0, 300.0)])
def test_a_hero_without_ground_comes_before_all_else(scratch, road_map, place):
    way = hero(lambda t: (*place, -40.0 * min(t, 1.0), 0.0))
    ride = car(4, straight(50.0, WIDTH / 2, 8.0))
    index = record([way, DRIVES, ride], 4, collisions={30: [hit(2, 4)]}).index(scratch)
    first_row = index.actors.rows_of(1)[0]
    found = find_events(index, hero=first_row, road_map=road_map)
    first = by_weight(found.events, found.heroes)[0]
    assert (first.kind, first.rows) == ("below_road", (first_row,))
    assert first.value == pytest.approx(40.0, abs=0.1)
    assert any(each.kind == "collision" for each in found.events)


def test_who_lands_was_in_the_air(scratch):
    movers = [walker(3, falling(60.0, 0.0, 9.9, 1.0, 9.0)), walker(5, falling(60.0, 9.0, 0.9)), DRIVES]
    index = record(movers, 4).index(scratch)
    below, air = events(index, "below_road", "in_the_air")[::-1]
    if below.kind != "below_road":
        below, air = air, below
    assert [below.rows, air.rows] == [(index.actors.rows_of(each)[0],) for each in (5, 3)]
    assert air.value == pytest.approx(9.0, abs=0.1)


@pytest.mark.parametrize(
    "way",
    [
        lambda t: (60.0, WIDTH / 2, -500.0, 0.0),
        lambda t: (60.0, WIDTH / 2, -500.0 if t < 2 else 0.0, 0.0),
        lambda t: (60.0, WIDTH / 2, 0.0 if t < 2 else -500.0, 0.0),
        falling(60.0, WIDTH / 2, -500.0),
        falling(60.0, WIDTH / 2, 1.5, 0.0, 1.5),
        lambda t: (60.0, WIDTH / 2, 1000.0 if t < 0.04 else 0.0, 0.0),
    ],
    ids=["parked", "comes up", "is put away", "parked and falling", "spawned above", "spawned for a replay"],
)
def test_who_does_not_fall(scratch, road_map, way):
    index = record([hero(way), DRIVES], 4).index(scratch)
    assert not events(index, "below_road", "in_the_air", road_map=road_map)
