from __future__ import annotations

import pytest

from tests.analysis.drives import car, events, found, hero, ids, record, straight


@pytest.mark.parametrize(("pause", "count"), [(1.2, 1), (1.8, 0)])
def test_encroachment(scratch, pause, count):
    # The hero's tail leaves x = 1 at 10 t − 30 − 2 = 1: 3.3 s. The other's front enters y = −1 then + pause.
    start = -1 - 2 - 10 * (3.3 + pause)
    index = record([hero(straight(-30, 0, 10)), car(2, straight(0, start, 10, yaw=90.0))], 8).index(scratch)
    found_events = events(index, "pet")
    assert len(found_events) == count
    if count:
        (event,) = found_events
        assert event.value == pytest.approx(pause, abs=0.11)
        assert ids(index, event) == [1, 2]
        assert "1 left, then 2 came" in event.rule


def test_following_is_no_encroachment(scratch):
    assert not found(scratch, [hero(straight(0, 0, 10)), car(2, straight(14, 0, 10))], 5, "pet")


def test_colliding_is_no_encroachment(scratch):
    movers = [hero(straight(-30, 0, 10)), car(2, straight(0, -30, 10, yaw=90.0))]
    assert not found(scratch, movers, 6, "pet")
