"""Oriented rectangles, against shapely."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from viewer.analysis.boxes import Rectangles, corners, depths, distances, times_to_touch

near = st.floats(-6, 6)
size = st.floats(0.1, 4)
angle = st.floats(-180, 180)
rectangle = st.tuples(near, near, angle, size, size)


def rectangles(*each):
    x, y, yaw, length, width = np.array(each, np.float64).T
    turn = np.radians(yaw)
    return Rectangles(
        np.column_stack((x, y)),
        np.column_stack((np.cos(turn), np.sin(turn))),
        np.column_stack((length, width)),
    )


def polygon(one):
    return shapely.Polygon(corners(rectangles(one))[0])


@given(rectangle, rectangle)
def test_gap_and_overlap_are_those_of_polygons(one, other):
    a, b = polygon(one), polygon(other)
    gap = distances(rectangles(one), rectangles(other))[0]
    assert max(gap, 0.0) == pytest.approx(a.distance(b), abs=1e-9)
    depth = depths(rectangles(one), rectangles(other))[0]
    if abs(depth) > 1e-9:
        assert (depth > 0) == a.intersects(b)


@pytest.mark.filterwarnings("ignore:.* encountered in:RuntimeWarning")  # by the oldest shapely
@given(rectangle, rectangle)
def test_whoever_moves_by_the_depth_is_out(one, other):
    depth = depths(rectangles(one), rectangles(other))[0]
    if depth <= 1e-6:
        return
    a, b = polygon(one), polygon(other)
    turns = np.radians([yaw + quarter for _, _, yaw, _, _ in (one, other) for quarter in (0, 90, 180, 270)])
    ways = np.column_stack((np.cos(turns), np.sin(turns))) * depth
    left = [shapely.affinity.translate(b, x, y).intersection(a).area for x, y in ways * 1.0001]
    assert min(left) < 1e-6
    stays = [shapely.affinity.translate(b, x * 0.9, y * 0.9).intersects(a) for x, y in ways]
    assert all(stays)


@given(rectangle, rectangle, st.floats(-10, 10), st.floats(-10, 10))
def test_the_time_to_touch_is_when_moved_polygons_meet(one, other, vx, vy):
    time = times_to_touch(rectangles(one), rectangles(other), np.array([[vx, vy]]))[0]
    a, b = polygon(one), polygon(other)

    def gap(t):
        return a.distance(shapely.affinity.translate(b, vx * t, vy * t))

    if not np.isfinite(time):
        # Grazing within rounding is either.
        assert min(gap(t) for t in np.linspace(0, 5, 101)) >= 0.0
    elif time == 0.0:
        assert gap(0.0) == pytest.approx(0.0, abs=1e-9)
    else:
        assert gap(time) == pytest.approx(0.0, abs=1e-6)
        assert gap(time * 0.999) > 0.0


def test_boxes_that_pass_beside_each_other_never_touch():
    one, other = rectangles((0, 0, 0, 2, 1)), rectangles((20, 2.1, 180, 2, 1))
    assert times_to_touch(one, other, np.array([[-10.0, 0.0]]))[0] == np.inf
    closer = rectangles((20, 1.9, 180, 2, 1))
    assert times_to_touch(one, closer, np.array([[-10.0, 0.0]]))[0] == pytest.approx(1.6)
