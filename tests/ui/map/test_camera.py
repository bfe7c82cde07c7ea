"""The camera: metres to pixels and back, and what it fits, against plain searches."""

import math
import random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from viewer.ui.map.camera import FARTHEST, MAX_SCALE, MIN_SCALE, Camera, valid_mask

metres = st.floats(-1e5, 1e5)
cameras = st.builds(Camera, metres, metres, st.floats(0.01, 100), st.floats(100, 3000), st.floats(100, 3000))
SIZES = [(900, 600), (600, 900), (300, 200), (1900, 500), (100, 1200), (1200, 100)]


def test_x_is_to_the_right_and_y_downwards_as_in_carla_and_turned_by_a_quarter_x_points_down():
    camera = Camera(10, 20, 5, 800, 600)
    assert camera.to_screen((10, 20)).tolist() == [400, 300]
    assert camera.to_screen((11, 22)).tolist() == [405, 310]
    turned = Camera(scale=1.0, width=10.0, height=10.0).turned(np.pi / 2)
    assert turned.to_screen((3.0, 0.0)) == pytest.approx([5.0, 8.0])
    assert turned.fitted(np.array([[0.0, 0.0], [9.0, 9.0]])).turn == 0.0
    assert turned.turned(float("nan")) is turned


@given(cameras, st.floats(-4, 4), metres, metres, st.floats(0.2, 5), st.floats(0, 800), st.floats(0, 600))
def test_screen_and_world_are_inverse_and_zooming_keeps_the_ground(camera, turn, x, y, factor, px, py):
    camera = camera.turned(turn)
    assert camera.to_world(camera.to_screen((x, y))) == pytest.approx([x, y], abs=1e-6)
    after = camera.zoomed(factor, (px, py)).to_world((px, py))
    assert after == pytest.approx(camera.to_world((px, py)), abs=1e-5)
    middle = camera.zoomed(factor)
    assert (middle.x, middle.y) == (camera.x, camera.y)


@pytest.mark.parametrize("turn", [0.0, 0.7, 3.0, -1.0])
def test_panning_takes_the_ground_along_and_bounds_touch_all_corners(turn):
    camera = Camera(10.0, -4.0, 3.0, 640, 200).turned(turn)
    points = np.array([[0.0, 0.0], [7.0, 9.0], [-4.0, 2.0]])
    moved = camera.panned(10.0, -20.0)
    assert moved.to_screen(points) == pytest.approx(camera.to_screen(points) + np.array([10.0, -20.0]))
    low, high = camera.bounds()
    cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
    half = (640 * cos + 200 * sin) / 6, (640 * sin + 200 * cos) / 6
    assert low == pytest.approx((10 - half[0], -4 - half[1]))
    assert high == pytest.approx((10 + half[0], -4 + half[1]))


def test_scale_and_place_stay_within_sense():
    for factor in (1e-9, 1e9, 0.0, -1.0, math.nan):
        assert MIN_SCALE <= Camera().zoomed(factor).scale <= MAX_SCALE
    for x in (math.nan, math.inf, -math.inf, 1e300):
        camera = Camera(1, 2).centred(x, 0)
        assert abs(camera.x) <= FARTHEST
        assert math.isfinite(camera.y)
    points = [[0, 0], [math.nan, 0], [0, math.inf], [1e8, 0], [0, -1e7], [-1e7, 1.0]]
    assert valid_mask(points).tolist() == [True, False, False, False, True, True]


@pytest.mark.parametrize("width", [10.0, 640.0, 1e5])
def test_a_span_is_shown_from_the_left_edge_to_the_right(width):
    camera = Camera(1.0, 2.0, 3.0, 640, 200).spanning(width)
    (left, _), (right, _) = camera.to_world([(0, 0), (640, 0)])
    assert right - left == pytest.approx(width)
    assert camera.spanning(0.0) == camera.spanning(-1.0) == camera


@given(st.lists(st.tuples(metres, metres), min_size=1, max_size=20))
@example([(0.0, 0.0), (1e-306, 0.0)])
def test_fitting_shows_every_point_with_room_around(points):
    pixels = Camera(width=800, height=600).fitted(np.array(points)).to_screen(np.array(points))
    assert (pixels > 0).all()
    assert (pixels < (800, 600)).all()


def margin_of(length):
    """A tenth of the length or 24 pixels, but a quarter of it at most."""
    return min(max(0.1 * length, 24.0), length / 4)


def drawn_points(draw):
    spread = draw.choice([1.0, 30.0, 400.0]), draw.choice([1.0, 30.0, 400.0])
    return np.array([[draw.uniform(-1, 1) * each for each in spread] for _ in range(draw.randint(2, 6))])


@pytest.mark.parametrize("size", SIZES)
def test_what_is_fitted_reaches_the_margins_of_one_direction_or_shows_the_least_span(size):
    for seed, least in ((seed, least) for seed in range(4) for least in (5.0, 80.0)):
        points = drawn_points(random.Random(seed))
        camera = Camera(7.0, 3.0, 1.0, *size, turn=1.0).fitted(points, least)
        assert camera.turn == 0.0
        seen = camera.to_screen(points)
        low, high = seen.min(axis=0), seen.max(axis=0)
        free = [
            side for each, start, end in zip(size, low, high, strict=True)
            for side in (start - margin_of(each), each - margin_of(each) - end)
        ]  # fmt: skip
        assert min(free) >= -1e-6
        spans = [each / camera.scale for each in size]
        assert min(spans) >= least - 1e-6
        assert min(free) < 1e-6 or min(spans) < least + 1e-6 or camera.scale == 400.0
        assert (low + high) / 2 == pytest.approx((size[0] / 2, size[1] / 2))


@pytest.mark.parametrize("size", SIZES[:4])
def test_of_some_areas_the_one_is_taken_in_which_points_are_largest(size):
    for seed in range(6):
        draw = random.Random(seed)
        points = drawn_points(draw)
        areas = []
        for _ in range(3):
            left, top = (draw.uniform(0.0, 0.4) * each for each in size)
            areas.append((left, top, *(draw.uniform(0.6, 1.0) * each for each in size)))
        start = Camera(0.0, 0.0, 1.0, *size)
        camera = start.fitted(points, 0.001, areas)
        seen = camera.to_screen(points)
        alone = [
            Camera(0.0, 0.0, 1.0, right - left, bottom - top).fitted(points, 0.001)
            for left, top, right, bottom in areas
        ]
        best = max(range(3), key=lambda number: alone[number].scale)
        assert camera.scale == pytest.approx(alone[best].scale)
        for side, low, high, begin, end in zip(
            size, seen.min(axis=0), seen.max(axis=0), areas[best][:2], areas[best][2:], strict=True
        ):  # within the margins of its area, and as near to the middle of the screen as they allow
            gaps = low - begin - margin_of(end - begin), end - margin_of(end - begin) - high
            assert min(gaps) >= -1e-6
            assert (low + high) / 2 == pytest.approx(side / 2) or min(gaps) < 1e-6
        assert start.fitted(np.empty((0, 2)), 20.0, areas) == start


def test_room_that_is_left_shows_the_town_and_not_the_land_around_it():
    drive = np.array([[390.0, 100.0], [390.0, 170.0]])  # along the eastern edge
    screen = Camera(width=960, height=600)
    plain, beside = screen.fitted(drive), screen.fitted(drive, town=(0.0, 0.0, 400.0, 330.0))
    assert beside.scale == plain.scale
    assert 400 < beside.bounds()[1][0] < plain.bounds()[1][0] - 20  # up to its edge
    assert (beside.to_screen(drive) <= (960 * 2 / 3 + 1, 600 - 24)).all()  # in the middle third
    small = screen.fitted(drive, town=(360.0, 120.0, 400.0, 160.0))  # all of it can be seen: in the middle
    assert (small.x, small.y) == pytest.approx((380.0, 140.0), abs=5)


@pytest.mark.parametrize(("size", "moved"), [(56.0, 4.0), (0.0, 40.0 / 3)])
def test_what_is_fitted_goes_aside_for_the_town_as_far_as_its_margin_and_the_middle_third(size, moved):
    """80 m on 1,000 pixels: 8 m are margin, and of 40 m to each side the points need half their size."""
    points = np.array([(0.0, 0.0), (size, size)])
    screen = Camera(width=1000.0, height=1000.0)
    right = screen.fitted(points, least=80.0, town=(20.0, 20.0, 1000.0, 1000.0))
    assert right.scale == pytest.approx(12.5)
    assert (right.x, right.y) == pytest.approx((size / 2 + moved, size / 2 + moved))
    left = screen.fitted(points, least=80.0, town=(-1000.0, -1000.0, size - 20.0, size - 20.0))
    assert (left.x, left.y) == pytest.approx((size / 2 - moved, size / 2 - moved))
