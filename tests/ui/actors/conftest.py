"""The street in a list of actors, what a person does there, and what is seen."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QTableView

from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at
from viewer.ui.actors import ActorPanel
from viewer.ui.actors.facts import ActorFacts
from viewer.ui.theme import apply_theme, load_theme


@pytest.fixture(scope="session")
def facts(index: RecordingIndex) -> ActorFacts:
    return ActorFacts(index.actors)


@pytest.fixture
def panel(index, qtbot, qapp, alone):
    apply_theme(qapp, load_theme("dark"))
    panel = ActorPanel(alone)
    panel.told = alone
    qtbot.addWidget(panel)
    panel.resize(300, 500)
    panel.told.set_recording(index)
    panel.told.set_hero(index.actors.hero_rows[0])
    panel.told.set_world(world_at(index, 0.0))
    panel.show()
    qtbot.waitExposed(panel)
    return panel


@pytest.fixture
def listing(panel):
    return panel.findChild(QTableView)


@pytest.fixture
def field(panel):
    return panel.findChild(QLineEdit)


_NO_KEY = Qt.KeyboardModifier.NoModifier


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
