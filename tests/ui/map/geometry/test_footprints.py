"""Where actors stand on the map, how large, who lies on whom; and where who is not alive is shown."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests import scenes
from tests.scenes import CAMERA, HERO, LATE, OTHER, SPECTATOR, Scene, actor, pose
from viewer.replay.world.world import world_at
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.footprints import footprints, nearest_time_alive, pose_on_map
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.view_state import ViewState


def ids(index, actors):
    return index.actors.actor_id[actors.rows].tolist()


def test_props_lie_below_lights_below_parked_below_moving_below_the_hero(index, world, row_of):
    """What has no body is shown when it is asked for."""
    found = ids(index, footprints(world, hero=row_of(HERO)))
    names = ("SIGN", "CONE", "LIGHT", "OTHER", "LATE", "BICYCLE", "WALKER", "HERO")
    assert found == [getattr(scenes, name) for name in names]
    assert {CAMERA, SPECTATOR}.isdisjoint(found)
    assert ids(index, footprints(world, also=(row_of(CAMERA),)))[-1] == CAMERA


def test_higher_ground_lies_above_lower(tmp_path):
    poses = [pose(1, (0, 0, 8)), pose(2, (0, 0, 0)), pose(3, (0, 0, 5))]
    index = Scene().frame(add=[actor(n) for n in (1, 2, 3)], poses=poses).index(tmp_path / "a.log")
    assert ids(index, footprints(world_at(index, 0))) == [2, 3, 1]


def test_a_box_stands_where_its_middle_is(tmp_path):
    scene = Scene().frame(
        add=[actor(1)], poses=[pose(1, (10, 20, 0), (0, 90, 0))], boxes=[(1, (100, 50, 0), (300, 120, 80))]
    )
    shown = footprints(world_at(scene.index(tmp_path / "a.log"), 0))
    assert shown.centers[0] == pytest.approx([9.5, 21])
    assert shown.extents[0] == pytest.approx([3, 1.2])
    assert shown.headings[0] == pytest.approx(np.pi / 2)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e8, 1e300])
@pytest.mark.parametrize("column", ["locations", "rotations"])
def test_what_is_nowhere_is_left_out(index, world, row_of, bad, column):
    values = getattr(world, column).copy()
    values[world.index_of(row_of(OTHER)), :2] = bad
    shown = footprints(replace(world, **{column: values}))
    is_there = column == "rotations" and np.isfinite(bad)
    assert (OTHER in ids(index, shown), HERO in ids(index, shown)) == (is_there, True)
    assert np.isfinite(shown.headings).all()


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e9])
def test_a_box_that_is_no_box_becomes_a_point(tmp_path, bad):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (1, 2, 0))], boxes=[(1, (0, 0, 0), (bad, bad, bad))])
    shown = footprints(world_at(scene.index(tmp_path / "a.log"), 0))
    assert shown.centers.tolist() == [[1, 2]]
    assert np.isfinite(shown.extents).all()
    assert (shown.extents < 10).all()


VIEW = Camera(scale=10.0, width=300.0, height=300.0)


@pytest.mark.parametrize(
    ("frame", "time"), [(0, 0.25), (4, 0.25), (5, None), (14, None), (15, 0.7), (19, 0.7)]
)
def test_the_frame_in_which_who_is_not_alive_is_next(index, row_of, frame, time):
    """The late one is there in the sixth to the fifteenth frame; the others are always there, or nobody."""
    assert nearest_time_alive(index, row_of(LATE), frame) == (None if time is None else pytest.approx(time))
    for row in (-1, row_of(HERO), len(index.actors)):
        assert nearest_time_alive(index, row, frame) is None


def test_the_first_actor_of_a_file_and_one_that_lives_for_no_frame(tmp_path):
    scene = Scene().frame().frame(add=[actor(1)], poses=[pose(1, (0.0, 0.0, 0.0))])
    scene.frame(remove=[1]).frame(add=[actor(2)], remove=[2]).frame()
    index = scene.index(tmp_path / "short.log")
    near = pytest.approx(0.05)
    assert [nearest_time_alive(index, 0, frame) for frame in (0, 1, 2)] == [near, None, near]
    assert nearest_time_alive(index, 1, 4) is None


def test_the_box_of_a_ghost_of_what_is_no_number_none():
    ghost = pose_on_map((3.0, -4.0, 9.0), (10.0, 450.0, 20.0), (2.0, 1.0, 5.0))
    assert (ghost.x, ghost.y, ghost.half_length, ghost.half_width) == (3.0, -4.0, 2.0, 1.0)
    assert ghost.heading == pytest.approx(math.radians(90.0))
    assert pose_on_map((0.0, 0.0), None, (1.0, 1.0)).heading == 0.0
    for place in (None, (math.nan, 0.0, 0.0), (0.0, math.inf, 0.0), (1e9, 0.0, 0.0)):
        assert pose_on_map(place, None, (1.0, 1.0)) is None
    ghost = pose_on_map((0.0, 0.0, 0.0), (0.0, math.nan, 0.0), (math.nan, -3.0, 0.0))
    assert (ghost.heading, ghost.half_length, ghost.half_width) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("along", "across", "hit"),
    [(53, 0, True), (55, 0, False), (0, 13, True), (0, 15, False), (-53, 13, True), (-55, 0, False)],
)
@pytest.mark.parametrize("turn", [0.0, 15.0, 90.0])
@pytest.mark.parametrize("yaw", [0.0, 30.0, 90.0])
def test_a_ghost_is_pointed_at_within_four_pixels_however_it_lies(along, across, hit, turn, yaw):
    """At 10 px a metre its box of 10 × 2 m reaches 50 and 10 pixels from the middle of the screen."""
    ghost = pose_on_map((0.0, 0.0), (0.0, yaw, 0.0), (5.0, 1.0))
    cos, sin = math.cos(math.radians(turn + yaw)), math.sin(math.radians(turn + yaw))
    camera = VIEW.turned(math.radians(turn))
    x, y = 150 + along * cos - across * sin, 150 + along * sin + across * cos
    assert ghost.is_at(camera, x, y) is hit
    assert ghost.halves(0.5) == (4.0, 4.0)  # never smaller than eight pixels
    assert ghost.halves(10.0) == (50.0, 10.0)


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
