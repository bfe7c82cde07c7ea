from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import affinity

from tests.scenes import CAMERA, CONE, HERO, LIGHT, OTHER, SIGN
from viewer.recording.actors import Category
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.detail import Detail, ScreenActors, detail_at, fanned, half_boxes, seen_by
from viewer.ui.map.geometry.footprints import footprints


def look(world, scale, **options):
    return seen_by(
        Camera(5, 0, scale, 800, 600), footprints(world, also=options.get("always", ())), **options
    )


def half_of(index, screen, actor_id):
    return screen.halves[screen.find(index.actors.rows_of(actor_id)[0])].tolist()


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


def test_vehicles_are_to_scale_when_near_and_never_vanish(index, world):
    assert half_of(index, look(world, 20), HERO) == pytest.approx([2.45 * 20, 1.06 * 20])
    for scale in (4, 1.5, 0.1, 0.01):
        assert min(half_of(index, look(world, scale), OTHER)) >= 2


def test_heads_keep_their_size_and_stand_upright(index, world):
    for scale in (4, 40):
        screen = look(world, scale)
        assert half_of(index, screen, LIGHT) == [7, 17]
        assert screen.headings[screen.find(index.actors.rows_of(LIGHT)[0])] == 0
    assert half_of(index, look(world, 2), LIGHT) == [3.5, 8]


def test_a_head_or_plate_is_there_where_it_is_whole_on_the_map_and_a_box_wherever_it_reaches(index, world):
    for actor_id, whole, cut in ((LIGHT, -18.0, -16.0), (SIGN, -9.0, -7.0), (OTHER, 2.0, 200.0)):
        row = index.actors.rows_of(actor_id)[0]
        places = footprints(world)
        x, y = places.centers[places.rows == row][0].tolist()
        for off, shown in ((whole, True), (cut, False)):  # pixels of its middle beyond the lower edge
            screen = seen_by(Camera(x, y - (300.0 + off) / 20, 20, 800, 600), places)
            assert (row in screen.rows) == shown


def test_lights_and_props_are_hidden_from_far(index, world):
    rows = set(look(world, 1).rows.tolist())
    hidden = {index.actors.rows_of(actor_id)[0] for actor_id in (LIGHT, SIGN, CONE)}
    assert not rows & hidden
    assert hidden <= set(look(world, 2).rows.tolist())


@pytest.mark.parametrize("actor_id", [LIGHT, CONE, CAMERA])
def test_what_is_asked_for_is_shown_from_far(index, world, actor_id):
    row = index.actors.rows_of(actor_id)[0]
    screen = look(world, 0.5, always=(row,))
    assert screen.find(row) is not None
    assert min(half_of(index, screen, actor_id)) > 0


def test_only_what_touches_the_screen_is_there(world):
    screen = seen_by(Camera(5, 0, 10, 40, 40), footprints(world))
    assert 0 < len(screen) < len(footprints(world))
    reach = np.hypot(*screen.halves.T)[:, None]
    assert ((screen.centers > -reach) & (screen.centers < 40 + reach)).all()


def test_every_category_has_a_size_or_is_hidden_on_purpose(world):
    screen = look(world, 10)
    assert set(screen.categories.tolist()) == {
        Category.VEHICLE,
        Category.BICYCLE,
        Category.WALKER,
        Category.TRAFFIC_LIGHT,
        Category.TRAFFIC_SIGN,
        Category.PROP,
    }


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
        Detail.NEAR,
        place,
        place,
        one,
        np.zeros((1, 2)),
        np.array([heading]),
        np.array([[length, width]]),
        one.astype(np.int8),
    )
    around = affinity.rotate(shapely.box(-length, -width, length, width), heading, (0, 0), use_radians=True)
    assert half_boxes(actors)[0] == pytest.approx(around.bounds[2:], abs=1e-9)
