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


def test_it_is_found_wherever_on_the_map_paths_cross(scratch):
    # The same 1.2 s, around (300, −200).
    start = -200 - 1 - 2 - 10 * (3.3 + 1.2)
    movers = [hero(straight(270, -200, 10)), car(2, straight(300, start, 10, yaw=90.0))]
    (event,) = found(scratch, movers, 8, "pet")
    assert event.value == pytest.approx(1.2, abs=0.11)
    assert event.place == pytest.approx((300, -200, 0), abs=0.1)


def test_following_is_no_encroachment(scratch):
    assert not found(scratch, [hero(straight(0, 0, 10)), car(2, straight(14, 0, 10))], 5, "pet")


def test_colliding_is_no_encroachment(scratch):
    movers = [hero(straight(-30, 0, 10)), car(2, straight(0, -30, 10, yaw=90.0))]
    assert not found(scratch, movers, 6, "pet")


@pytest.mark.parametrize(("begins", "leaves"), [(2.95, 0.0), (2.5, 0.0), (2.45, 0.05), (1.95, 0.1)])
def test_who_is_over_the_crossing_in_the_first_frame_was_there(scratch, begins, leaves):
    """Its tail leaves x = 1 in that frame or soon after; the front of the other is at y = −1 after 1.05 s."""
    movers = [hero(straight(begins, 0, 10)), car(2, straight(0, -13.45, 10, yaw=90.0))]
    (event,) = found(scratch, movers, 4, "pet")
    assert (event.start, event.end) == pytest.approx((leaves, 1.05), abs=1e-6)
    assert event.value == pytest.approx(1.05 - leaves, abs=1e-6)
