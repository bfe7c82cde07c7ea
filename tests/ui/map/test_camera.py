from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from viewer.ui.map.camera import FARTHEST, MAX_SCALE, MIN_SCALE, Camera, valid_mask

metres = st.floats(-1e5, 1e5)
cameras = st.builds(Camera, metres, metres, st.floats(0.01, 100), st.floats(100, 3000), st.floats(100, 3000))


def test_x_is_to_the_right_and_y_downwards_as_in_carla():
    camera = Camera(10, 20, 5, 800, 600)
    assert camera.to_screen((10, 20)).tolist() == [400, 300]
    assert camera.to_screen((11, 22)).tolist() == [405, 310]


@given(cameras, metres, metres)
def test_screen_and_world_are_inverse(camera, x, y):
    there = camera.to_screen((x, y))
    assert camera.to_world(there) == pytest.approx([x, y], abs=1e-6)


@given(cameras, st.floats(0.2, 5), st.floats(0, 800), st.floats(0, 600))
def test_zooming_keeps_the_ground_under_the_mouse(camera, factor, px, py):
    before = camera.to_world((px, py))
    after = camera.zoomed(factor, (px, py)).to_world((px, py))
    assert after == pytest.approx(before, abs=1e-5)


def test_zooming_without_a_point_keeps_the_middle():
    camera = Camera(3, 4, 2, 800, 600).zoomed(10)
    assert (camera.x, camera.y, camera.scale) == (3, 4, 20)


def test_panning_drags_the_ground_along():
    camera = Camera(0, 0, 2, 800, 600)
    point = camera.to_world((100, 100))
    assert camera.panned(30, -10).to_screen(point).tolist() == [130, 90]


@pytest.mark.parametrize("factor", [1e-9, 1e9, 0.0, -1.0, math.nan])
def test_the_scale_stays_within_sense(factor):
    assert MIN_SCALE <= Camera().zoomed(factor).scale <= MAX_SCALE


@pytest.mark.parametrize("x", [math.nan, math.inf, -math.inf, 1e300])
def test_the_camera_never_leaves_the_world(x):
    camera = Camera(1, 2).centred(x, 0)
    assert abs(camera.x) <= FARTHEST
    assert math.isfinite(camera.y)


@given(st.lists(st.tuples(metres, metres), min_size=1, max_size=20))
@example([(0.0, 0.0), (1e-306, 0.0)])
def test_fitting_shows_every_point_with_room_around(points):
    array = np.array(points)
    camera = Camera(width=800, height=600).fitted(array)
    pixels = camera.to_screen(array)
    assert (pixels > 0).all()
    assert (pixels < (800, 600)).all()


def test_fitting_one_point_does_not_go_through_the_roof():
    camera = Camera(width=800, height=600).fitted(np.array([[5.0, 6.0]]))
    assert (camera.x, camera.y) == (5, 6)
    assert camera.scale == pytest.approx(7.5)  # 80 m from top to bottom


def test_fitting_nothing_changes_nothing():
    camera = Camera(1, 2, 3, 4, 5)
    assert camera.fitted(np.empty((0, 2))) == camera


def test_what_is_no_place():
    points = [[0, 0], [math.nan, 0], [0, math.inf], [1e8, 0], [0, -1e7], [-1e7, 1.0]]
    assert valid_mask(points).tolist() == [True, False, False, False, True, True]


@pytest.mark.parametrize("turn", [0.0, 0.7, 3.0, -1.0])
def test_a_turned_camera_finds_its_way_back_and_zooms_and_pans_as_it_should(turn):
    camera = Camera(x=3.0, y=-2.0, scale=5.0, width=400.0, height=300.0).turned(turn)
    points = np.array([[0.0, 0.0], [7.0, 9.0], [-4.0, 2.0]])
    assert camera.to_world(camera.to_screen(points)) == pytest.approx(points)
    at = (50.0, 70.0)
    assert camera.zoomed(2.0, at).to_world(at) == pytest.approx(camera.to_world(at))
    moved = camera.panned(10.0, -20.0)
    assert moved.to_screen(points) == pytest.approx(camera.to_screen(points) + np.array([10.0, -20.0]))
    low, high = camera.bounds()
    corners = camera.to_world([(0, 0), (400, 0), (0, 300), (400, 300)])
    assert (corners >= low - 1e-9).all()
    assert (corners <= high + 1e-9).all()


def test_turned_by_a_quarter_x_points_down():
    camera = Camera(scale=1.0, width=10.0, height=10.0).turned(np.pi / 2)
    assert camera.to_screen((3.0, 0.0)) == pytest.approx([5.0, 8.0])
    assert camera.fitted(np.array([[0.0, 0.0], [9.0, 9.0]])).turn == 0.0
    assert camera.turned(float("nan")) is camera


def test_room_that_is_left_shows_the_town_and_not_the_land_around_it():
    drive = np.array([[390.0, 100.0], [390.0, 170.0]])  # along the eastern edge
    screen = Camera(width=960, height=600)
    plain, beside = screen.fitted(drive), screen.fitted(drive, town=(0.0, 0.0, 400.0, 330.0))
    assert beside.scale == plain.scale
    assert beside.bounds()[1][0] < plain.bounds()[1][0] - 20
    assert beside.bounds()[1][0] > 400  # up to its edge
    assert (beside.to_screen(drive) <= (960 * 3 / 4 + 1, 600 - 24)).all()  # in the middle half
    small = screen.fitted(drive, town=(360.0, 120.0, 400.0, 160.0))  # all of it can be seen: in the middle
    assert (small.x, small.y) == pytest.approx((380.0, 140.0), abs=5)


@pytest.mark.parametrize(("size", "moved"), [(40.0, 12.0), (0.0, 20.0)])
def test_what_is_fitted_goes_aside_for_the_town_as_far_as_its_margin_and_the_middle_half(size, moved):
    """80 m on 1,000 pixels: 8 m are margin, and of 40 m to each side the points need half their size."""
    points = np.array([(0.0, 0.0), (size, size)])
    screen = Camera(width=1000.0, height=1000.0)
    right = screen.fitted(points, least=80.0, town=(20.0, 20.0, 1000.0, 1000.0))
    assert right.scale == pytest.approx(12.5)
    assert (right.x, right.y) == pytest.approx((size / 2 + moved, size / 2 + moved))
    left = screen.fitted(points, least=80.0, town=(-1000.0, -1000.0, size - 20.0, size - 20.0))
    assert (left.x, left.y) == pytest.approx((size / 2 - moved, size / 2 - moved))


def test_a_town_smaller_than_the_screen_is_in_its_middle():
    points = np.array([(0.0, 0.0), (1.0, 1.0)])
    camera = Camera(width=1000.0, height=1000.0).fitted(points, least=80.0, town=(-9.5, -4.5, 10.5, 25.5))
    assert (camera.x, camera.y) == pytest.approx((0.5, 10.5))
