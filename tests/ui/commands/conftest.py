"""A workspace, alone or with the street open, for commands without a window around them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from tests.scenes import street
from viewer.ui.state.settings import Settings
from viewer.ui.state.workspace import Workspace


@pytest.fixture
def workspace(qtbot, tasks) -> Iterator[Workspace]:
    """A workspace in which nothing is open; its clock stands."""
    workspace = Workspace(tasks)
    yield workspace
    workspace.shut_down()
    workspace.deleteLater()


@pytest.fixture
def refusals(workspace) -> list[str]:
    """What the user was told instead, so far."""
    told: list[str] = []
    workspace.messages.told.connect(told.append)
    return told


@pytest.fixture
def opened(workspace, qtbot, tmp_path) -> Workspace:
    """The workspace with the street open, alone in a folder."""
    (tmp_path / "drives").mkdir()
    open_in(workspace, qtbot, street().save(tmp_path / "drives" / "b.log"))
    return workspace


@pytest.fixture
def settings(tmp_path) -> Settings:
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def widget(qtbot) -> QWidget:
    """What dialogs would stand over."""
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def open_in(workspace, qtbot, path) -> None:
    recording = workspace.recording
    workspace.open(path)
    qtbot.waitUntil(
        lambda: recording.index is not None and recording.index.path == path and not recording.busy
    )
