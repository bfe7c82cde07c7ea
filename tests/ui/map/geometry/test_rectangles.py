"""Rectangles and lines over each other, judged by shapely, on a grid where edges are met often."""

from __future__ import annotations

import numpy as np
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from viewer.ui.map.geometry.rectangles import cross, meet, overlap

edges = st.lists(st.integers(-4, 4), min_size=2, max_size=2, unique=True).map(sorted)
rectangles = st.tuples(edges, edges).map(lambda both: [both[0][0], both[1][0], both[0][1], both[1][1]])
points = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
lines = st.tuples(points, points).map(lambda both: [*both[0], *both[1]])
many = st.lists(rectangles, min_size=1, max_size=4)


def inside(rectangle):
    return shapely.box(*rectangle).buffer(-1e-6)


def segment(line):
    return shapely.LineString([line[:2], line[2:]])


@given(many, many)
def test_rectangles_cover_each_other_where_they_have_an_area_in_common(ones, others):
    found = overlap(np.array(ones, float)[:, None], np.array(others, float))
    assert found.tolist() == [[inside(one).intersects(inside(other)) for other in others] for one in ones]


@given(st.lists(lines, min_size=1, max_size=4), many)
def test_a_line_passes_through_where_some_of_it_is_inside(all_lines, boxes):
    found = cross(np.array(all_lines, float)[:, None], np.array(boxes, float))
    for line, row in zip(all_lines, found.tolist(), strict=True):
        if line[:2] != line[2:]:
            assert row == [segment(line).intersects(inside(box)) for box in boxes]


@given(lines, lines)
def test_lines_meet_where_they_have_a_point_in_common(one, other):
    a, b, c, d = (np.array(point) for point in (one[:2], one[2:], other[:2], other[2:]))
    assume((a != b).any() and (c != d).any())
    on_one_line = [np.linalg.det([b - a, point - a]) for point in (c, d)]
    assume(any(abs(area) > 0.5 for area in on_one_line))
    found = meet(np.array(one, float), np.array(other, float))
    assert bool(found) == segment(one).intersects(segment(other))
