"""What the camera fits, against plain searches: margins, the least span, and beside what covers a corner."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from viewer.ui.map.camera import Camera

SIZES = [(900, 600), (600, 900), (300, 200), (1900, 500), (100, 1200), (1200, 100)]


def margins(size):
    """A tenth of the screen or 24 pixels at each edge, but a quarter of it at most."""
    return [min(max(0.1 * each, 24.0), each / 4) for each in size]


def drawn_points(draw):
    spread = draw.choice([1.0, 30.0, 400.0]), draw.choice([1.0, 30.0, 400.0])
    return np.array([[draw.uniform(-1, 1) * each for each in spread] for _ in range(draw.randint(2, 6))])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("least", [5.0, 80.0])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_fitted_reaches_the_margins_of_one_direction_or_shows_the_least_span(size, least, seed):
    points = drawn_points(random.Random(seed))
    camera = Camera(7.0, 3.0, 1.0, *size, turn=1.0).fitted(points, least)
    assert camera.turn == 0.0
    seen = camera.to_screen(points)
    low, high = seen.min(axis=0), seen.max(axis=0)
    free = [
        side for each, margin, start, end in zip(size, margins(size), low, high, strict=True)
        for side in (start - margin, each - margin - end)
    ]  # fmt: skip
    assert min(free) >= -1e-6
    spans = [each / camera.scale for each in size]
    assert min(spans) >= least - 1e-6
    assert min(free) < 1e-6 or min(spans) < least + 1e-6 or camera.scale == 400.0
    assert (low + high) / 2 == pytest.approx((size[0] / 2, size[1] / 2))


@pytest.mark.parametrize("size", SIZES[:4])
@pytest.mark.parametrize("seed", range(6))
def test_of_some_areas_the_one_is_taken_in_which_points_are_largest(size, seed):
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
    middle = (seen.min(axis=0) + seen.max(axis=0)) / 2
    for place, side, low, high, start_of, end_of in zip(
        middle, size, seen.min(axis=0), seen.max(axis=0), areas[best][:2], areas[best][2:], strict=True
    ):  # within the margins of its area, and as near to the middle of the screen as they allow
        margin = min(max(0.1 * (end_of - start_of), 24.0), (end_of - start_of) / 4)
        gaps = low - start_of - margin, end_of - margin - high
        assert min(gaps) >= -1e-6
        assert place == pytest.approx(side / 2) or min(gaps) < 1e-6
    assert start.fitted(np.empty((0, 2)), 20.0, areas) == start


@pytest.mark.parametrize("turn", [0.0, 0.7, 3.0])
def test_bounds_hold_all_corners_of_the_screen_and_touch_them(turn):
    camera = Camera(10.0, -4.0, 3.0, 640, 200).turned(turn)
    low, high = camera.bounds()
    cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
    half = (640 * cos + 200 * sin) / 6, (640 * sin + 200 * cos) / 6
    assert low == pytest.approx((10 - half[0], -4 - half[1]))
    assert high == pytest.approx((10 + half[0], -4 + half[1]))


@pytest.mark.parametrize("metres", [10.0, 640.0, 1e5])
def test_a_span_is_shown_from_the_left_edge_to_the_right(metres):
    camera = Camera(1.0, 2.0, 3.0, 640, 200).spanning(metres)
    (left, _), (right, _) = camera.to_world([(0, 0), (640, 0)])
    assert right - left == pytest.approx(metres)
    assert camera.spanning(0.0) == camera.spanning(-1.0) == camera
