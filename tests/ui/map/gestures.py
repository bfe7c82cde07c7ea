"""What a hand does with the mouse, where QTest has no word for it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NO_BUTTON, NO_KEY = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier


def drag(widget, start, end, button=LEFT):
    """Press, move in a few steps, release."""
    QTest.mousePress(widget, button, pos=start)
    for step in range(1, 6):
        move(widget, start + (end - start) * step / 5, button)
    QTest.mouseRelease(widget, button, pos=end)


def move(widget, to, button=NO_BUTTON):
    """Move the mouse; QTest's own moves forget which button is down."""
    there = QPointF(widget.mapToGlobal(to))
    QApplication.sendEvent(
        widget, QMouseEvent(QEvent.Type.MouseMove, QPointF(to), there, NO_BUTTON, button, NO_KEY)
    )


def leave(widget):
    """Take the mouse away."""
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))


def wheel(widget, at, *, y=0, x=0, modifiers=NO_KEY):
    """Turn the wheel by eighths of a degree, to and fro or sideways."""
    there = QPointF(widget.mapToGlobal(at))
    phase = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(
        QPointF(at),
        there,
        QPoint(),
        QPoint(x, y),
        NO_BUTTON,
        modifiers,
        phase,
        False,  # noqa: FBT003 - Qt's
    )
    QApplication.sendEvent(widget, event)


def only(asked, kind):
    """Return what was asked for of a kind, in order."""
    return [entry[1:] for entry in asked if entry[0] == kind]
