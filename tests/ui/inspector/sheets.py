"""What tests of the inspector have in common: reading a sheet, and pointing at it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from viewer.ui.state.actor_ref import PRIMARY, ActorRef


def row_of(index, actor_id):
    return index.actors.rows_of(actor_id)[0]


def cells(sheet):
    """What the sheet says, a tuple of values label by label."""
    model = sheet.model()
    return {
        model.index(line, 0).data(): tuple(
            model.index(line, column).data() for column in range(1, model.columnCount())
        )
        for line in range(model.rowCount())
    }


def line_of(sheet, label):
    return list(cells(sheet)).index(label)


def middle(sheet, label, x):
    line = line_of(sheet, label)
    return QPoint(x, sheet.rowViewportPosition(line) + sheet.rowHeight(line) // 2)


def move_mouse(sheet, position, buttons=Qt.MouseButton.NoButton):
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(position),
        QPointF(sheet.viewport().mapToGlobal(position)),
        Qt.MouseButton.NoButton,
        buttons,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(sheet.viewport(), event)


def heard(signal):
    """Return a list of what a signal tells; actors of the primary recording by their rows."""
    emitted = []
    signal.connect(
        lambda *values: emitted.append(plain(values[0]) if len(values) == 1 else tuple(map(plain, values)))
    )
    return emitted


def plain(value):
    if isinstance(value, ActorRef):
        assert value.recording == PRIMARY
        return value.row
    return tuple(map(plain, value)) if isinstance(value, tuple) else value
