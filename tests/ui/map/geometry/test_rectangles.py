"""Rectangles over and beside each other, judged by shapely, on a grid where edges are met often."""

from __future__ import annotations

import numpy as np
import shapely
from hypothesis import given
from hypothesis import strategies as st

from viewer.ui.map.geometry.rectangles import boxes_beside, free_side, overlap

SCREEN = (300.0, 200.0)
SIZE = (60.0, 24.0)

edges = st.lists(st.integers(-4, 4), min_size=2, max_size=2, unique=True).map(sorted)
rectangles = st.tuples(edges, edges).map(lambda both: [both[0][0], both[1][0], both[0][1], both[1][1]])
many = st.lists(rectangles, min_size=1, max_size=4)
points = st.tuples(st.integers(0, 300), st.integers(0, 200))
halves = st.tuples(st.integers(0, 40), st.integers(0, 40))


def inside(rectangle):
    return shapely.box(*rectangle).buffer(-1e-6)


@given(many, many)
def test_rectangles_cover_each_other_where_they_have_an_area_in_common(ones, others):
    found = overlap(np.array(ones, float)[:, None], np.array(others, float))
    assert found.tolist() == [[inside(one).intersects(inside(other)) for other in others] for one in ones]


@given(points, halves)
def test_places_beside_a_box_touch_it_nowhere_and_are_near(middle, half):
    """They are in whole pixels, of the size that was asked for."""
    box = shapely.box(*np.subtract(middle, half), *np.add(middle, half))
    boxes = boxes_beside(np.array(middle, float), np.array(half, float), SIZE)
    assert len({tuple(each) for each in boxes.tolist()}) == 8
    assert np.array_equal(boxes, np.round(boxes))
    assert np.array_equal(boxes[:, 2:] - boxes[:, :2], np.tile(SIZE, (8, 1)))
    for each in boxes.tolist():
        assert 3.0 <= shapely.box(*each).distance(box) <= 8.0


@given(points, halves, st.lists(st.tuples(points, halves), max_size=8), st.none() | st.integers(0, 7))
def test_the_last_place_stays_while_it_is_free_and_then_the_first_free_one_is_taken(
    middle, half, others, last
):
    boxes = boxes_beside(np.array(middle, float), np.array(half, float), SIZE)
    taken = [[*np.subtract(at, size), *np.add(at, size)] for at, size in others if all(size)]
    screen = shapely.box(0, 0, *SCREEN)
    free = [
        number
        for number, each in enumerate(boxes.tolist())
        if screen.covers(shapely.box(*each))
        and not any(inside(each).intersects(inside(other)) for other in taken)
    ]
    found = free_side(boxes, np.array(taken, float).reshape(-1, 4), SCREEN, last)
    assert found == (last if last in free else next(iter(free), None))
