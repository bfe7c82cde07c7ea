"""Ways are read in the background, and only while they are wanted."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from tests.scenes import HERO
from viewer.ui.actors import ActorPanel
from viewer.ui.app import Viewer


def show(panel: ActorPanel, *, shown: bool = True) -> None:
    """Choose whether the way that actors have travelled is a column."""
    listing = panel.findChild(QTableView)
    (action,) = [each for each in listing.horizontalHeader().actions() if each.text() == "Distance travelled"]
    action.setChecked(shown)


def test_the_column_is_filled_once_it_is_shown(open_street: Viewer, qtbot: QtBot) -> None:
    index = open_street.recording.index
    assert index is not None
    panel = open_street.window.actor_panel
    finder = open_street.actor_wiring.travelled
    qtbot.waitUntil(lambda: open_street.tasks.quiet)
    with qtbot.waitSignal(finder.found) as told:
        show(panel)
    assert told.args[0][index.actors.rows_of(HERO)[0]] == pytest.approx(9.5, abs=0.01)
    assert not open_street.tasks.busy
    show(panel, shown=False)
    show(panel)
    assert not open_street.tasks.busy  # it is known


def test_nothing_is_read_any_more_once_the_window_is_closed(open_street: Viewer) -> None:
    show(open_street.window.actor_panel)
    assert open_street.tasks.busy
    open_street.window.close()
    assert not open_street.tasks.busy


def test_it_stops_when_nobody_wants_to_know_any_more(open_street: Viewer, qtbot: QtBot) -> None:
    panel = open_street.window.actor_panel
    qtbot.waitUntil(lambda: open_street.tasks.quiet)
    show(panel)
    assert open_street.tasks.busy
    show(panel, shown=False)
    assert not open_street.tasks.busy
    show(panel)
    assert open_street.tasks.busy
    open_street.workspace.close()
    assert not open_street.tasks.busy
