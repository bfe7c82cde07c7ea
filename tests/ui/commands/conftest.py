"""A workspace, alone or with the street open, for commands without a window around them."""

from functools import partial
from unittest.mock import MagicMock

import pytest
from PySide6.QtWidgets import QWidget

from tests.scenes import street
from tests.ui.person import open_in
from viewer.ui.action_table import ACTIONS
from viewer.ui.map import MapView


@pytest.fixture
def refusals(workspace):
    """What the user was told instead, so far."""
    told = []
    workspace.message.connect(told.append)
    return told


@pytest.fixture
def opened(workspace, qtbot, tmp_path):
    """The workspace with the street open, alone in a folder."""
    (tmp_path / "drives").mkdir()
    return open_in(workspace, qtbot, street().save(tmp_path / "drives" / "b.log"))


@pytest.fixture
def widget(qtbot):
    """What dialogs would stand over."""
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def handlers_of(**parts):
    """Return what actions do with some parts of a window, by the ids of the actions."""
    viewer = MagicMock(**parts)
    return {row.id: partial(row.do, viewer) for row in ACTIONS.values() if row.do}


@pytest.fixture
def map_view(qtbot, workspace):
    view = MapView(workspace)
    qtbot.addWidget(view)
    view.resize(960, 600)
    return view
