"""Many requests become a few, and the last one is never lost."""

from __future__ import annotations

from PySide6.QtCore import QTimer

from viewer.ui.widgets.throttle import Throttle


def test_the_first_is_due_at_once_and_the_rest_together(qtbot, qapp):
    throttle = Throttle(20, qapp)
    due = []
    throttle.due.connect(lambda: due.append(len(due)))
    throttle.request()
    assert due == [0]
    for _ in range(5):
        throttle.request()
    assert due == [0]
    qtbot.waitUntil(lambda: len(due) == 2)
    qtbot.waitUntil(lambda: not throttle.findChild(QTimer).isActive())
    assert due == [0, 1]
    throttle.request()
    assert due == [0, 1, 2]
    throttle.deleteLater()
