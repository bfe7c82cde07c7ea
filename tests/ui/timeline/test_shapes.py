"""Shapes on the timeline: each in the middle of its picture, whole, and the same on both sides."""

from __future__ import annotations

import numpy as np
import pytest

from viewer.replay.events import EventKind
from viewer.ui.timeline.note_marks import _flag, _tick
from viewer.ui.timeline.shapes import event_pixmap

pytestmark = pytest.mark.usefixtures("qapp")


def ink(pixmap) -> np.ndarray:
    """How much of each pixel is painted, 0 to 255."""
    image = pixmap.toImage()
    return np.array(
        [[image.pixelColor(x, y).alpha() for x in range(image.width())] for y in range(image.height())]
    )


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("kind", EventKind, ids=str)
def test_the_shape_of_an_event_is_whole_and_in_the_middle(kind, ratio):
    painted = ink(event_pixmap(kind, ratio))
    rows, columns = np.flatnonzero(painted.any(axis=1)), np.flatnonzero(painted.any(axis=0))
    height, width = painted.shape
    assert len(rows) >= 5 * ratio
    assert len(columns) >= 2 * ratio
    if kind is not EventKind.COLLISION:  # whose halo has the colour of the lane
        assert rows[0] > 0
        assert rows[-1] < height - 1
    assert (columns[0] + columns[-1]) / 2 == pytest.approx((width - 1) / 2, abs=1.5 * ratio)
    assert (rows[0] + rows[-1]) / 2 == pytest.approx((height - 1) / 2, abs=2 * ratio)


@pytest.mark.parametrize("direction", [1, -1])
def test_a_flag_is_the_same_above_and_below_its_middle(direction):
    points = {(point.x(), point.y()) for point in _flag(direction)}
    height = max(y for _, y in points)
    assert points == {(x, height - y) for x, y in points}
    assert len({x for x, _ in points}) == 3  # pole, notch, free ends


def test_a_tick_points_down_in_its_middle():
    left, right, tip = sorted(((point.x(), point.y()) for point in _tick()), key=lambda point: point[1])
    assert left[1] == right[1] < tip[1]
    assert tip[0] == (left[0] + right[0]) / 2
