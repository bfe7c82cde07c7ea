"""What follows from what the map was told: names, places and headings."""

from __future__ import annotations

import itertools
import math

import pytest

from tests.scenes import CAMERA, HERO, LATE, OTHER
from viewer.replay.world.world import world_at
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.view_state import ViewState


def picture(index, world, **fields):
    return MapPicture(ViewState(index=index, world=world, **fields))


@pytest.fixture
def state(index, world, row_of):
    return picture(index, world, selected=(row_of(OTHER),), hero=row_of(HERO))


def test_only_rows_of_the_recording_have_a_name(state, row_of):
    count = len(state.view.index.actors)
    assert state.name(row_of(OTHER)) == "102"
    assert [state.name(row) for row in (None, -1, -count, count, count + 1)] == [""] * 5
    assert all(state.name(row) for row in range(count))
    assert MapPicture().name(0) == ""


def test_who_is_there_has_a_place_and_a_heading(state, row_of):
    """After 0.42 s the hero is at x = 4 m and looks along x; the other one stands across."""
    assert state.position_of(row_of(HERO)) == pytest.approx((4.0, 0.0), abs=0.3)
    assert state.heading(row_of(HERO)) == pytest.approx(0.0)
    assert state.position_of(row_of(OTHER)) == pytest.approx((5.0, 2.0))
    assert state.heading(row_of(OTHER)) == pytest.approx(math.pi / 2)
    assert -math.pi < state.heading(row_of(LATE)) <= math.pi
    assert (state.position_of(None), state.heading(None)) == (None, None)
    blind = picture(state.view.index, None)
    assert (blind.position_of(0), blind.heading(0)) == (None, None)


def test_who_is_not_there_has_neither(index, row_of):
    before = picture(index, world_at(index, 0.0))
    assert before.position_of(row_of(LATE)) is None
    assert before.heading(row_of(LATE)) is None
    assert before.position_of(row_of(CAMERA)) is None


def test_of_a_selected_actor_that_is_not_there_it_is_known_when_it_was(index, row_of):
    """The late vehicle lives from frame 5 to before frame 15, of 0.05 s each."""
    late = row_of(LATE)
    for time, moment in ((0.0, 0.25), (0.3, None), (0.9, 0.7)):
        found = picture(index, world_at(index, time), selected=(late,)).nearest_time_alive()
        assert found == (None if moment is None else pytest.approx(moment, abs=1e-6))
    world = world_at(index, 0.0)
    for parts in itertools.product((None, index), (None, world), (None, late)):
        if None in parts:
            assert (
                picture(*parts[:2], selected=() if parts[2] is None else (parts[2],)).nearest_time_alive()
                is None
            )
