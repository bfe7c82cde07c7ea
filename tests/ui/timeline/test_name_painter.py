"""What is written in the column of names."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize

from viewer.ui.timeline.name_painter import NameColumn
from viewer.ui.timeline.stack import Stack


@pytest.mark.parametrize(("has_cursor", "right"), [(False, 240), (True, 204)])
def test_values_make_room_for_those_at_the_cursor(has_cursor, right):
    """Right at 204 with the column of the cursor, at 240 without it."""
    stack = Stack()
    stack.arrange((), QSize(1600, 200))
    assert NameColumn(stack, has_cursor=has_cursor).values.right() == right
