"""Where an actor is shown that is not alive now, and when it is next."""

from __future__ import annotations

import math

import pytest

from tests.scenes import HERO, LATE, Scene, actor, pose
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.footprints import nearest_time_alive, pose_on_map

CAMERA = Camera(scale=10.0, width=300.0, height=300.0)


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
    camera = CAMERA.turned(math.radians(turn))
    x, y = 150 + along * cos - across * sin, 150 + along * sin + across * cos
    assert ghost.is_at(camera, x, y) is hit
    assert ghost.halves(0.5) == (4.0, 4.0)  # never smaller than eight pixels
    assert ghost.halves(10.0) == (50.0, 10.0)
