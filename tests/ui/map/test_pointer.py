from __future__ import annotations

import numpy as np
import pytest

from viewer.ui.map.canvas import next_below, rows_at
from viewer.ui.map.geometry.detail import Detail, ScreenActors


def screen(*actors):
    """Return actors given as x, y, heading in degrees, half length, half width; rows count from 10."""
    columns = np.array(actors, np.float64).reshape(-1, 5)
    count = len(columns)
    return ScreenActors(
        Detail.NEAR,
        np.arange(10, 10 + count),
        np.arange(count),
        np.zeros(count, np.uint8),
        columns[:, :2],
        np.radians(columns[:, 2]),
        columns[:, 3:],
        np.full(count, -1, np.int8),
    )


def test_a_box_is_hit_along_its_heading():
    actors = screen((100, 100, 90, 40, 10))
    assert rows_at(actors, 100, 135) == [10]
    assert rows_at(actors, 135, 100) == []


def test_a_tilted_box_is_hit_at_its_corner_and_not_beside_it():
    actors = screen((0, 0, 45, 50, 5))
    assert rows_at(actors, 33, 33) == [10]
    assert rows_at(actors, 33, 0) == []


def test_the_topmost_comes_first():
    assert rows_at(screen((0, 0, 0, 20, 9), (5, 0, 0, 20, 9), (200, 0, 0, 9, 9)), 2, 2) == [11, 10]


def test_what_is_hit_comes_before_what_is_near():
    assert rows_at(screen((0, 0, 0, 20, 10), (0, 12, 0, 20, 1)), 0, 9) == [10, 11]


def test_near_is_enough_when_nothing_is_hit():
    assert rows_at(screen((0, 0, 0, 2, 2)), 5, 5) == [10]
    assert rows_at(screen((0, 0, 0, 2, 2)), 7, 0) == []


def test_nobody_is_there():
    assert rows_at(screen(), 0, 0) == []


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
