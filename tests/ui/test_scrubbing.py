"""Dragging on the timeline: every movement is shown, and what is slow does not pile up."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.ui.state.binding import bind
from viewer.ui.timeline.model import NAMES_WIDTH, RIGHT_MARGIN

pytestmark = pytest.mark.usefixtures("one_window")

LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
RULER = 45
FRAMES = [3, 9, 2, 17, 4, 11, 6]


def place(viewer, frame):
    """Return the middle of a frame of the street on the axis, which is 1 s long."""
    width = viewer.window.timeline.width() - NAMES_WIDTH - RIGHT_MARGIN
    return QPoint(round(NAMES_WIDTH + (frame + 0.5) * 0.05 * width), RULER)


@pytest.fixture
def shown(open_street):
    """The frames that were shown, one after the other."""
    frames = []

    def note(world):
        if world is not None:
            frames.append(world.frame_index)

    bind(open_street, open_street.workspace, (lambda now: now.world, note))
    frames.clear()
    return frames


def move_soon(viewer, frame):
    """Let a movement of the mouse wait among the events, as it does while the program is busy."""
    timeline, at = viewer.window.timeline, QPointF(place(viewer, frame))
    move = QEvent.Type.MouseMove
    event = QMouseEvent(move, at, timeline.mapToGlobal(at), Qt.MouseButton.NoButton, LEFT, NO_KEY)
    QApplication.postEvent(timeline.head, event)


def test_every_movement_shows_its_frame(open_street, qtbot, shown):
    timeline = open_street.window.timeline
    QTest.mousePress(timeline.head, LEFT, NO_KEY, place(open_street, 1))
    for frame in FRAMES:
        QApplication.processEvents()
        QTest.mouseMove(timeline.head, place(open_street, frame))
        assert shown[-1] == frame
    QTest.mouseRelease(timeline.head, LEFT, NO_KEY, place(open_street, FRAMES[-1]))
    assert shown == [1, *FRAMES]


def test_movements_that_came_together_are_one(open_street, qtbot, shown):
    timeline = open_street.window.timeline
    QTest.mousePress(timeline.head, LEFT, NO_KEY, place(open_street, 1))
    for _ in range(3):  # what is told, what is painted, and the timer that waits for both
        QApplication.processEvents()
    for frame in FRAMES:
        move_soon(open_street, frame)
    qtbot.waitUntil(lambda: shown[-1] == FRAMES[-1])
    QTest.mouseRelease(timeline.head, LEFT, NO_KEY, place(open_street, FRAMES[-1]))
    assert shown == [1, FRAMES[0], FRAMES[-1]]
    assert open_street.window.timeline.value() == FRAMES[-1]
