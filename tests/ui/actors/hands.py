"""What a person does in the list of actors, and what is seen there."""

from __future__ import annotations

import re

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel


def row_of(index, actor_id):
    return index.actors.rows_of(actor_id)[0]


def lines(listing):
    model = listing.model()
    return [model.index(line, 0).data() for line in range(model.rowCount())]


def line_of(listing, text):
    return lines(listing).index(str(text))


def middle(listing, text, x=100):
    line = line_of(listing, text)
    return QPoint(x, listing.rowViewportPosition(line) + listing.rowHeight(line) // 2)


def click(listing, text):
    QTest.mouseClick(listing.viewport(), Qt.MouseButton.LeftButton, pos=middle(listing, text))


def move_to(listing, position):
    event = QMouseEvent(
        QMouseEvent.Type.MouseMove,
        QPointF(position),
        QPointF(listing.viewport().mapToGlobal(position)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(listing.viewport(), event)


def press(listing, text, *, modifier=Qt.KeyboardModifier.NoModifier, x=100):
    QTest.mouseClick(listing.viewport(), Qt.MouseButton.LeftButton, modifier, middle(listing, text, x))
    QApplication.processEvents()  # a person is not so quick that nothing comes between two of them


def heard(signal):
    """Return a list of what a signal tells."""
    emitted = []
    signal.connect(lambda *values: emitted.append(values[0] if len(values) == 1 else values))
    return emitted


def chosen_by(panel, what):
    """Return a list of whom the panel asks for by a method of the workspace's focus."""
    focus, rows = panel.told.focus, []
    do = getattr(focus, what)

    def note(who):
        rows.append(who)
        do(who)

    setattr(focus, what, note)
    return rows


def colour(listing, position):
    return listing.viewport().grab().toImage().pixelColor(position)


def count_text(panel):
    texts = [label.text() for label in panel.findChildren(QLabel)]
    return next(text for text in texts if re.search(r"\d", text))


def cell(listing, actor_id, column):
    """Return what a column, by its name, says of an actor."""
    model = listing.model()
    return model.index(line_of(listing, actor_id), model.column_index[column]).data()


def header_middle(listing, column):
    header, column = listing.horizontalHeader(), listing.model().column_index[column]
    return QPoint(header.sectionViewportPosition(column) + header.sectionSize(column) // 2, 10)
