"""Shapes on the timeline: each in the middle of its picture, whole, and the same on both sides."""

from __future__ import annotations

import numpy as np
import pytest

from viewer.replay.events import EventKind
from viewer.ui.timeline.marks import event_pixmap

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
