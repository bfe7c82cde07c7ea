"""What a person does in the list of actors, and what is seen there."""

from __future__ import annotations

import re

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

_NO_KEY = Qt.KeyboardModifier.NoModifier


def row_of(index, actor_id):
    return index.actors.rows_of(actor_id)[0]


def rows_of(index, *actor_ids):
    return tuple(row_of(index, actor_id) for actor_id in actor_ids)


def lines(listing):
    model = listing.model()
    return [model.index(line, 0).data() for line in range(model.rowCount())]


def line_of(listing, text):
    return lines(listing).index(str(text))


def middle(listing, text, x=100):
    line = line_of(listing, text)
    return QPoint(x, listing.rowViewportPosition(line) + listing.rowHeight(line) // 2)


def click(listing, text, modifier=_NO_KEY):
    QTest.mouseClick(listing.viewport(), Qt.MouseButton.LeftButton, modifier, middle(listing, text))
    QApplication.processEvents()  # a person is not so quick that nothing comes between two of them


def click_title(listing, column):
    header, number = listing.horizontalHeader(), listing.model().column_index[column]
    position = QPoint(header.sectionViewportPosition(number) + header.sectionSize(number) // 2, 10)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=position)


def move_to(listing, position, kind=QMouseEvent.Type.MouseMove):
    places = QPointF(position), QPointF(listing.viewport().mapToGlobal(position))
    event = QMouseEvent(kind, *places, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, _NO_KEY)
    QApplication.sendEvent(listing.viewport() if kind == QMouseEvent.Type.MouseMove else listing, event)


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


def cell(listing, actor_id, column, role=Qt.ItemDataRole.DisplayRole):
    """Return what a column, by its name, says of an actor."""
    model = listing.model()
    return model.index(line_of(listing, actor_id), model.column_index[column]).data(role)


def show_columns(listing, *names):
    """Choose columns in the menu of the titles."""
    for action in listing.horizontalHeader().actions():
        action.setChecked(listing.model().columns[action.data()].name in names)
