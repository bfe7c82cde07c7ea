"""The street of ``tests.scenes``, in a list of actors."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit, QTableView

from tests.scenes import street
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at
from viewer.ui.actors import ActorPanel
from viewer.ui.actors.facts import ActorFacts
from viewer.ui.theme import apply_theme, load_theme


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> RecordingIndex:
    return street().index(tmp_path_factory.mktemp("actors") / "street.log")


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
