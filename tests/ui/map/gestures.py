"""What a hand does with the mouse where QTest has no word for it; and a map that is told what there is."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.ui.map import MapView

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
    how = QPoint(), QPoint(x, y), NO_BUTTON, modifiers, phase, False
    QApplication.sendEvent(widget, QWheelEvent(QPointF(at), there, *how))


def only(asked, kind):
    """Return what was asked for of a kind, in order."""
    return [entry[1:] for entry in asked if entry[0] == kind]


def map_of(alone):
    """Return a map that shows what is told to a workspace, its ``told``."""
    view = MapView(alone)
    view.told = alone
    return view


def view_of(view):
    """World x and y of the middle in metres, and pixels per metre."""
    camera = view.camera
    return camera.x, camera.y, camera.scale


def look_at(view, place):
    """Look at a place at a scale; nobody is followed any more."""
    x, y, scale = place
    view.viewpoint.center_on(x, y)
    view.viewpoint.set_span(view.camera.width / scale)
