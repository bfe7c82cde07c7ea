"""The list of actors: every kind, every state."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QTableView

from tests.pictures.conftest import both
from tests.pictures.recordings import BICYCLE, CROSSING, HERO, LATE, WALKER, row_of, town
from viewer.replay.world.world import world_at
from viewer.ui.actors import ActorPanel


@pytest.fixture
def panel(put, theme, alone):
    panel = put(ActorPanel(alone), 300, 340)
    panel.told = alone
    alone.set_recording(town())
    alone.set_hero(ref(HERO))
    return panel


@pytest.fixture
def at_5(panel, qtbot):
    panel.told.set_world(world_at(town(), 5.0))
    told = panel.findChildren(QLabel)
    qtbot.waitUntil(
        lambda: any(each.text().startswith("9 of 9") for each in told)
    )  # values wait for their turn
    return panel


def ref(actor_id):
    return row_of(town(), actor_id)


def refs(*ids):
    return tuple(row_of(town(), each) for each in ids)


@both
def test_selected_pinned_and_hidden(at_5, looks):
    at_5.told.set_selected(refs(WALKER, CROSSING))
    at_5.told.set_pinned(refs(BICYCLE))
    hidden = np.zeros(len(town().actors), bool)
    hidden[row_of(town(), LATE)] = True
    at_5.told.set_hidden(hidden)
    looks(at_5)


def test_more_columns(at_5, looks):
    at_5.resize(640, 260)
    header, model = at_5.findChild(QTableView).horizontalHeader(), at_5.findChild(QTableView).model()
    for action in header.actions():
        more = ("category", "travelled", "collisions", "lifetime", "state")
        action.setChecked(action.isChecked() or model.columns[action.data()].name in more)
    at_5.findChild(QTableView).model().set_travelled(np.linspace(0.0, 1234.5, len(town().actors)))
    looks(at_5)


def test_filtered(at_5, looks, qtbot):
    qtbot.keyClicks(at_5.findChild(QLineEdit), "traffic")
    looks(at_5)
