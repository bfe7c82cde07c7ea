"""How large actors are on the screen, which of them are there, and which one the mouse means."""

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import affinity

from tests.scenes import CAMERA, CONE, HERO, LIGHT, OTHER, SIGN
from viewer.recording.actors import Category
from viewer.ui.map.camera import Camera
from viewer.ui.map.canvas import next_below, rows_at
from viewer.ui.map.geometry.detail import Detail, ScreenActors, detail_at, fanned, half_boxes, seen_by
from viewer.ui.map.geometry.footprints import footprints


@pytest.fixture
def look(world):
    return lambda scale, always=(): seen_by(
        Camera(5, 0, scale, 800, 600), footprints(world, also=always), always=always
    )


@pytest.fixture
def half_of(row_of):
    return lambda screen, actor_id: screen.halves[screen.find(row_of(actor_id))].tolist()


@pytest.mark.parametrize(
    ("scale", "movers", "detail"),
    [
        (4.0, 10, Detail.NEAR),
        (3.9, 10, Detail.MIDDLE),
        (1.5, 10, Detail.MIDDLE),
        (1.4, 2000, Detail.FAR),
        (1.4, 2001, Detail.SQUARES),
        (6.0, 5000, Detail.NEAR),
    ],
)
def test_the_table_of_scales(scale, movers, detail):
    assert detail_at(scale, movers) == detail


def test_vehicles_are_to_scale_when_near_and_never_vanish(look, half_of):
    assert half_of(look(20), HERO) == pytest.approx([2.45 * 20, 1.06 * 20])
    for scale in (4, 1.5, 0.1, 0.01):
        assert min(half_of(look(scale), OTHER)) >= 2


def test_heads_keep_their_size_and_stand_upright(look, half_of, row_of):
    for scale in (4, 40):
        screen = look(scale)
        assert half_of(screen, LIGHT) == [7, 17]
        assert screen.headings[screen.find(row_of(LIGHT))] == 0
    assert half_of(look(2), LIGHT) == [3.5, 8]


def test_a_head_or_plate_is_there_where_it_is_whole_on_the_map_and_a_box_wherever_it_reaches(world, row_of):
    places = footprints(world)
    for actor_id, whole, cut in ((LIGHT, -18.0, -16.0), (SIGN, -9.0, -7.0), (OTHER, 2.0, 200.0)):
        x, y = places.centers[places.rows == row_of(actor_id)][0].tolist()
        for off, shown in ((whole, True), (cut, False)):  # pixels of its middle beyond the lower edge
            screen = seen_by(Camera(x, y - (300.0 + off) / 20, 20, 800, 600), places)
            assert (row_of(actor_id) in screen.rows) == shown
    screen = seen_by(Camera(5, 0, 10, 40, 40), places)
    assert 0 < len(screen) < len(places)
    reach = np.hypot(*screen.halves.T)[:, None]
    assert ((screen.centers > -reach) & (screen.centers < 40 + reach)).all()


def test_lights_and_props_are_hidden_from_far_unless_they_are_asked_for(look, half_of, row_of):
    hidden = {row_of(actor_id) for actor_id in (LIGHT, SIGN, CONE)}
    assert not {*look(1).rows.tolist()} & hidden
    assert hidden <= {*look(2).rows.tolist()}
    for actor_id in (LIGHT, CONE, CAMERA):
        assert min(half_of(look(0.5, always=(row_of(actor_id),)), actor_id)) > 0


def test_every_category_has_a_size_or_is_hidden_on_purpose(look):
    hidden = Category.SENSOR, Category.SPECTATOR, Category.CONTROLLER, Category.OTHER
    assert {*look(10).categories.tolist()} == {*Category} - {*hidden}


def test_sensors_in_one_place_are_put_around_it():
    alone, shared = [50.0, 50.0], [10.0, 10.0]
    found = fanned(np.array([shared, alone, shared, shared]))
    assert found[1].tolist() == alone
    around = found[[0, 2, 3]] - shared
    assert np.hypot(*around.T) == pytest.approx(8.0)
    apart = np.hypot(*(around - np.roll(around, 1, axis=0)).T)
    assert apart == pytest.approx(apart[0])
    assert len(fanned(np.empty((0, 2)))) == 0


@given(st.floats(0, 40), st.floats(0, 20), st.floats(-7, 7))
def test_what_an_actor_covers_is_the_box_around_it(length, width, heading):
    place, one = np.zeros(1, np.intp), np.zeros(1, np.uint8)
    actors = ScreenActors(
        Detail.NEAR, place, place, one, np.zeros((1, 2)), np.array([heading]), np.array([[length, width]]),
        one.astype(np.int8),
    )  # fmt: skip
    around = affinity.rotate(shapely.box(-length, -width, length, width), heading, (0, 0), use_radians=True)
    assert half_boxes(actors)[0] == pytest.approx(around.bounds[2:], abs=1e-9)


def screen(*actors):
    """Return actors given as x, y, heading in degrees, half length, half width; rows count from 10."""
    columns = np.array(actors, np.float64).reshape(-1, 5)
    count = len(columns)
    return ScreenActors(
        Detail.NEAR, np.arange(10, 10 + count), np.arange(count), np.zeros(count, np.uint8),
        columns[:, :2], np.radians(columns[:, 2]), columns[:, 3:], np.full(count, -1, np.int8),
    )  # fmt: skip


UPRIGHT, TILTED, SMALL = (100, 100, 90, 40, 10), (0, 0, 45, 50, 5), (0, 0, 0, 2, 2)
ONE, ABOVE, FAR = (0, 0, 0, 20, 9), (5, 0, 0, 20, 9), (200, 0, 0, 9, 9)


@pytest.mark.parametrize(
    ("actors", "x", "y", "rows"),
    [
        ((UPRIGHT,), 100, 135, [10]),  # along its heading
        ((UPRIGHT,), 135, 100, []),
        ((TILTED,), 33, 33, [10]),  # at its corner, and not beside it
        ((TILTED,), 33, 0, []),
        ((ONE, ABOVE, FAR), 2, 2, [11, 10]),  # the topmost first
        (((0, 0, 0, 20, 10), (0, 12, 0, 20, 1)), 0, 9, [10, 11]),  # what is hit before what is near
        ((SMALL,), 5, 5, [10]),  # near is enough when nothing is hit
        ((SMALL,), 7, 0, []),
        ((), 0, 0, []),
    ],
)
def test_who_is_under_the_mouse(actors, x, y, rows):
    assert rows_at(screen(*actors), x, y) == rows


@pytest.mark.parametrize(
    ("pile", "selected", "expected"),
    [
        ([], None, None),
        ([], 5, None),
        ([3, 2, 1], None, 3),
        ([3, 2, 1], 9, 3),
        ([3, 2, 1], 3, 2),
        ([3, 2, 1], 1, 3),
        ([3], 3, 3),
    ],
)
def test_a_click_goes_down_the_pile_and_begins_again(pile, selected, expected):
    assert next_below(pile, selected) == expected
