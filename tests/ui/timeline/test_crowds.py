"""What is said and drawn of more than can be named: events at one time, actors that live at once."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from tests.scenes import Scene, actor, pose
from tests.ui.timeline.conftest import view_of
from viewer.ui.theme import load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import LaneData
from viewer.ui.timeline.lifespan_lane import LifespanLane
from viewer.ui.timeline.marks import event_lines
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import content_of

HEIGHT = 100


@pytest.fixture
def content(tmp_path):
    """Ten actors for a second, then twenty, a frame each 0.1 s."""
    scene = Scene()
    for k in range(20):
        ids = range(1, 11) if k == 0 else range(11, 21) if k == 10 else ()
        there = range(1, 11 if k < 10 else 21)
        scene.frame(
            0.1, add=[actor(each) for each in ids], poses=[pose(each, (each, 0, 0)) for each in there]
        )
    return content_of(scene.index(tmp_path / "crowd.log"))


def test_eight_events_are_named_and_the_rest_counted(content):
    second = np.flatnonzero(content.event_time > 0.5)
    lines = event_lines(content, second)
    assert len(second) == 10
    assert list(lines[:8]) == [f"Spawned {number} tesla model3" for number in range(11, 19)]
    assert lines[8:] == ("and 2 spawned more",)
    assert len(event_lines(content, second[:8])) == 8


def test_the_number_of_actors_is_drawn_as_a_share_of_the_most(content, settings):
    lane, theme = LifespanLane(), load_theme("dark")
    lane.update(view_of(settings, content.index), LaneData(content))
    axis = TimeAxis(0.0, 2.0, 0.0, 2.0, 0.0, 200.0, 0.1)
    image = QImage(200, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(theme.raised)
    with QPainter(image) as painter:
        lane.paint(TimeCanvas(painter, axis, QRectF(0, 0, 200, HEIGHT), theme))

    def filled(x: int) -> int:
        ground = image.pixelColor(x, 0)
        return sum(image.pixelColor(x, y) != ground for y in range(HEIGHT))

    assert filled(150) > 0.85 * HEIGHT
    assert filled(50) == pytest.approx(filled(150) / 2, abs=2)
    assert lane.hover_info(axis, 50.0).lines == ("10 actors",)
    assert lane.hover_info(axis, 150.0).lines == ("20 actors",)
