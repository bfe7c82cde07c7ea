"""What is written in the column of names."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QSize

from tests.scenes import OTHER
from tests.ui.timeline.conftest import give
from tests.ui.timeline.test_drawing import near, picture, row_of, speed
from viewer.ui.theme import load_theme
from viewer.ui.timeline.following_lanes import SpeedLane
from viewer.ui.timeline.name_painter import NameColumn
from viewer.ui.timeline.stack import Stack


@pytest.mark.parametrize(("height", "noted"), [(200, True), (100, False)])
def test_where_there_is_room_a_lane_of_one_row_says_more_in_a_second_line(view, index, height, noted):
    """The lane of the speed is 48 or 30 px high: its name is above its middle, or in it."""
    view.resize(view.width(), height)
    view.model.tell(selection=row_of(index, OTHER))
    give(view, speed(index.elapsed, np.full(len(index.elapsed), 8.8)))
    (lane,) = [each for each in view.model.stack.placed if isinstance(each.lane, SpeedLane)]
    assert lane.lane.note == "max 8.80 in view"
    middle = round(lane.rect.center().y())
    pixels = picture(view)[:, 32:140]

    name = np.flatnonzero(near(pixels, load_theme("dark").text, 60)[middle - 15 : middle + 15].any(axis=1))
    assert bool(name.max() < 15) is noted
    below = near(pixels, load_theme("dark").secondary, 60)[middle + 7 : middle + 15]
    assert bool(below.sum() > 50) is noted


@pytest.mark.parametrize(("has_cursor", "right"), [(False, 240), (True, 204)])
def test_values_make_room_for_those_at_the_cursor(has_cursor, right):
    """Right at 204 with the column of the cursor, at 240 without it."""
    stack = Stack()
    stack.arrange((), QSize(1600, 200))
    assert NameColumn(stack, has_cursor=has_cursor).values.right() == right
