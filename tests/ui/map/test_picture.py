"""What follows from what the map was told: names, places and headings."""

from __future__ import annotations

import math

import pytest

from tests.scenes import CAMERA, HERO, LATE, OTHER
from viewer.replay.world.world import world_at
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.view_state import ViewState


@pytest.fixture
def picture(index, row_of):
    """A function that returns a picture of the street at a time, None for no moment."""

    def picture(time, **fields):
        world = None if time is None else world_at(index, time)
        return MapPicture(ViewState(index=index, world=world, hero=row_of(HERO), **fields))

    return picture


def test_only_rows_of_the_recording_have_a_name(picture, index, row_of):
    state, count = picture(0.42), len(index.actors)
    assert state.name(row_of(OTHER)) == "102"
    assert [state.name(row) for row in (None, -1, -count, count, count + 1)] == [""] * 5
    assert all(state.name(row) for row in range(count))
    assert MapPicture().name(0) == ""


@pytest.mark.parametrize(
    ("time", "actor_id", "place", "heading"),
    [
        (0.42, HERO, (4.0, 0.0), 0.0),  # it looks along x
        (0.42, OTHER, (5.0, 2.0), math.pi / 2),  # stands across
        (0.0, LATE, None, None),
        (0.0, CAMERA, None, None),
        (0.42, None, None, None),
        (None, HERO, None, None),
    ],
)
def test_who_is_there_has_a_place_and_a_heading(picture, row_of, time, actor_id, place, heading):
    state, row = picture(time), None if actor_id is None else row_of(actor_id)
    assert state.position_of(row) == (place and pytest.approx(place, abs=0.3))
    assert state.heading(row) == (heading if heading is None else pytest.approx(heading))


def test_of_a_selected_actor_that_is_not_there_it_is_known_when_it_was(picture, row_of):
    """The late vehicle lives from frame 5 to before frame 15, of 0.05 s each."""
    late = (row_of(LATE),)
    for time, selected, moment in (
        (0.0, late, 0.25), (0.3, late, None), (0.9, late, 0.7), (0.0, (), None), (None, late, None),
    ):  # fmt: skip
        found = picture(time, selected=selected).nearest_time_alive()
        assert found == (None if moment is None else pytest.approx(moment, abs=1e-6))
    assert MapPicture(ViewState(selected=late)).nearest_time_alive() is None
