"""Which actors are under the mouse, and which of them a click means."""

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
        Detail.NEAR, np.arange(10, 10 + count), np.arange(count), np.zeros(count, np.uint8),
        columns[:, :2], np.radians(columns[:, 2]), columns[:, 3:], np.full(count, -1, np.int8),
    )  # fmt: skip


UPRIGHT, TILTED, SMALL = (100, 100, 90, 40, 10), (0, 0, 45, 50, 5), (0, 0, 0, 2, 2)
ONE, ABOVE, FAR = (0, 0, 0, 20, 9), (5, 0, 0, 20, 9), (200, 0, 0, 9, 9)


@pytest.mark.parametrize(
    ("actors", "x", "y", "rows"),
    [
        ((UPRIGHT,), 100, 135, [10]),  # along its heading
        ((UPRIGHT,), 135, 100, []),
        ((TILTED,), 33, 33, [10]),  # at its corner, and not beside it
        ((TILTED,), 33, 0, []),
        ((ONE, ABOVE, FAR), 2, 2, [11, 10]),  # the topmost first
        (((0, 0, 0, 20, 10), (0, 12, 0, 20, 1)), 0, 9, [10, 11]),  # what is hit before what is near
        ((SMALL,), 5, 5, [10]),  # near is enough when nothing is hit
        ((SMALL,), 7, 0, []),
        ((), 0, 0, []),
    ],
)
def test_who_is_under_the_mouse(actors, x, y, rows):
    assert rows_at(screen(*actors), x, y) == rows


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
