"""Where the map shows a selected actor that is not there now."""

from __future__ import annotations

import math
from random import Random

import pytest

from tests.scenes import HERO, LATE
from tests.ui.conftest import turn

BORN, LAST, GONE = 5, 14, 15
"""Indices of the frames in which the late vehicle comes, is seen last, and is there no more."""


def place(frame):
    """Return where the late vehicle was in a frame."""
    return pytest.approx((20.0, 20.0 - 0.3 * frame), abs=1e-4)


def test_who_is_selected_and_not_there_is_shown_where_it_was_last_or_will_be_first(open_street, qtbot):
    viewer, recording, random = open_street, open_street.recording, Random(0)
    scene, table = viewer.window.map_area.map_view.scene, recording.index.actors
    selected, frame = None, 0
    for _ in range(25):
        if random.random() < 0.4:
            selected = random.choice([None, HERO, LATE, LATE])
            rows = [] if selected is None else [table.rows_of(selected)[0]]
            viewer.focus.select_all(tuple(rows))
            qtbot.waitUntil(lambda rows=rows: not rows or getattr(recording.path, "row", None) == rows[0])
        else:
            frame = random.randrange(20)
            viewer.playback.jump_to_frame(frame)
        turn()
        if selected == LATE and not BORN <= frame < GONE:
            last_known_pose = scene.picture.last_known_pose
            assert (last_known_pose.x, last_known_pose.y) == place(BORN if frame < BORN else LAST)
            assert math.degrees(last_known_pose.heading) == pytest.approx(-90.0)
        else:
            assert scene.picture.last_known_pose is None
