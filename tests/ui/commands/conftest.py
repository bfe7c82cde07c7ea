"""A workspace, alone or with the street open, for commands without a window around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from unittest.mock import MagicMock

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.scenes import street
from viewer.ui.action_table import ACTIONS
from viewer.ui.actions import build_actions, connect_actions
from viewer.ui.shell.focus_rules import FocusRules
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import ThemeFollower, apply_theme
from viewer.ui.window import MainWindow


@pytest.fixture
def workspace(qtbot, tasks, settings) -> Iterator[Workspace]:
    """A workspace in which nothing is open; its clock stands."""
    workspace = Workspace(tasks, settings)
    yield workspace
    workspace.shut_down()
    workspace.deleteLater()


@pytest.fixture
def refusals(workspace) -> list[str]:
    """What the user was told instead, so far."""
    told: list[str] = []
    workspace.message.connect(told.append)
    return told


@pytest.fixture
def opened(workspace, qtbot, tmp_path) -> Workspace:
    """The workspace with the street open, alone in a folder."""
    (tmp_path / "drives").mkdir()
    open_in(workspace, qtbot, street().save(tmp_path / "drives" / "b.log"))
    return workspace


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


@pytest.fixture
def actions(qtbot, widget) -> dict[str, QAction]:
    """The actions of the table in a window that has the keyboard, doing nothing yet."""
    actions = build_actions(widget)
    FocusRules(widget)
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()
    return actions


@pytest.fixture
def press(widget, actions) -> Callable[..., None]:
    """Press a key in that window."""

    def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(widget.focusWidget() or widget, key, modifier)

    return press


def do(actions, **parts) -> None:
    """Let actions do what they say with some parts of a window, by the names of the parts."""
    connect_actions(MagicMock(**{"window.actions_by_id": actions, **parts}))


def handlers_of(**parts):
    """Return what actions do with some parts of a window, by the ids of the actions."""
    viewer = MagicMock(**parts)
    return {row.id: partial(row.do, viewer) for row in ACTIONS.values() if row.do}


@pytest.fixture
def window(qtbot, qapp, workspace) -> Iterator[MainWindow]:
    """The main window alone: nothing is wired, its actions do nothing yet."""
    themes = ThemeFollower("dark")
    apply_theme(qapp, themes.theme)
    window = MainWindow(workspace)
    qtbot.addWidget(window)
    window.resize(1600, 1000)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    yield window
    qapp.setStyleSheet("")
