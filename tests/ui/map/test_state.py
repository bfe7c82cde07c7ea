"""What follows from what the map was told: names, places, headings, and whom arrows point to."""

from __future__ import annotations

import itertools
import math

import pytest

from tests.scenes import CAMERA, HERO, LATE, OTHER, WALKER
from viewer.replay.world.world import world_at
from viewer.ui.map.state import State


@pytest.fixture
def state(index, world, row_of):
    return State(index, world, row_of(OTHER), row_of(HERO), row_of(HERO), row_of(WALKER))


def test_only_rows_of_the_recording_have_a_name(state, row_of):
    count = len(state.index.actors)
    assert state.name(row_of(OTHER)) == "102"
    assert [state.name(row) for row in (None, -1, -count, count, count + 1)] == [""] * 5
    assert all(state.name(row) for row in range(count))
    assert State().name(0) == ""


def test_who_is_there_has_a_place_and_a_heading(state, row_of):
    """After 0.42 s the hero is at x = 4 m and looks along x; the other one stands across."""
    assert state.where(row_of(HERO)) == pytest.approx((4.0, 0.0), abs=0.3)
    assert state.heading(row_of(HERO)) == pytest.approx(0.0)
    assert state.where(row_of(OTHER)) == pytest.approx((5.0, 2.0))
    assert state.heading(row_of(OTHER)) == pytest.approx(math.pi / 2)
    assert 0.0 <= state.heading(row_of(LATE)) < 2 * math.pi
    assert (state.where(None), state.heading(None)) == (None, None)
    blind = State(state.index, None)
    assert (blind.where(0), blind.heading(0)) == (None, None)


def test_who_is_not_there_has_neither(index, row_of):
    before = State(index, world_at(index, 0.0))
    assert before.where(row_of(LATE)) is None
    assert before.heading(row_of(LATE)) is None
    assert before.where(row_of(CAMERA)) is None


def test_arrows_point_to_the_hero_and_to_who_is_or_was_followed_each_once(index, world, row_of):
    rows = (None, row_of(HERO), row_of(WALKER), row_of(LATE))
    for hero, followed, resumable in itertools.product(rows, repeat=3):
        state = State(index, world, None, hero, followed, resumable)
        expected = list(dict.fromkeys(row for row in (hero, followed, resumable) if row is not None))
        found = state.targets()
        assert [target.row for target in found] == expected
        assert [target.is_hero for target in found] == [row == hero for row in expected]
        assert [(target.x, target.y) for target in found] == [state.where(row) for row in expected]
        assert [target.name for target in found] == [state.name(row) for row in expected]
    assert State(index, world_at(index, 0.0), None, row_of(LATE)).targets() == []


def test_of_a_selected_actor_that_is_not_there_it_is_known_when_it_was(index, row_of):
    """The late vehicle lives from frame 5 to before frame 15, of 0.05 s each."""
    late = row_of(LATE)
    for time, moment in ((0.0, 0.25), (0.3, None), (0.9, 0.7)):
        found = State(index, world_at(index, time), late).ghost_moment()
        assert found == (None if moment is None else pytest.approx(moment, abs=1e-6))
    world = world_at(index, 0.0)
    for parts in itertools.product((None, index), (None, world), (None, late)):
        if None in parts:
            assert State(*parts).ghost_moment() is None


def test_what_is_pointed_at_is_told_where_there_is_something(state, row_of):
    assert State().tooltip(0, on_ghost=True) == ()
    said = state.tooltip(row_of(HERO), on_ghost=False)
    assert any("hero" in span.text.lower() or "101" in span.text for span in said[0])
    assert state.tooltip(None, on_ghost=True) == ()  # the selected one is there
    gone = State(state.index, world_at(state.index, 0.9), row_of(LATE))
    assert gone.tooltip(None, on_ghost=False) == ()
    assert gone.tooltip(None, on_ghost=True) != ()
