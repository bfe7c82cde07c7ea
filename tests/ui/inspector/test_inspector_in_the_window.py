"""The inspector with all that is around it: selection, pins, signals, the form of time, reading again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeView

from tests.scenes import HERO, OTHER
from tests.ui.conftest import turn
from tests.ui.inspector.conftest import cell, cells
from tests.ui.person import row_of
from viewer.replay.time.time_forms import TimeForm
from viewer.ui.app import Viewer

pytestmark = pytest.mark.usefixtures("one_window")


@pytest.fixture
def sheet(open_street: Viewer) -> QTreeView:
    return open_street.window.inspector.findChild(QTreeView)


@pytest.fixture
def rows(open_street: Viewer):
    return lambda *ids: tuple(row_of(open_street.recording.index, actor_id) for actor_id in ids)


def settled(viewer: Viewer, qtbot) -> None:
    turn()
    qtbot.waitUntil(lambda: not viewer.recording.busy and viewer.tasks.quiet)


def test_pins_and_the_place_are_kept_when_the_file_is_read_again(open_street, sheet, rows, qtbot):
    open_street.workspace.pins.toggle(rows(HERO)[0])
    open_street.focus.select_all(tuple(rows(OTHER)))
    open_street.window.resize(1600, 640)
    settled(open_street, qtbot)
    assert cells(sheet)["Role"] == ("hero", "autopilot")
    assert all(text.endswith("m/s²") for text in cells(sheet)["Acceleration"])
    sheet.scrollTo(cell(sheet, "Brake"), QTreeView.ScrollHint.PositionAtTop)
    place = sheet.verticalScrollBar().value()
    assert place > 0
    index = open_street.recording.index
    qtbot.keyClick(open_street.window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: open_street.recording.index not in (None, index))
    settled(open_street, qtbot)
    qtbot.waitUntil(lambda: cells(sheet).get("Role") == ("hero", "autopilot"))
    assert sheet.verticalScrollBar().value() == place


def test_times_are_written_in_the_chosen_form(open_street, sheet, rows):
    open_street.focus.select_all(tuple(rows(HERO)))
    assert cells(sheet)["In the scene"] == ("0.000 s – end",)
    open_street.settings.time_form = TimeForm.FRAME
    assert cells(sheet)["In the scene"] == ("#1 – end",)
    assert cells(sheet)[f"Collision with {OTHER}"] == ("#10",)
    open_street.settings.time_form = TimeForm.ELAPSED
    assert cells(sheet)[f"Collision with {OTHER}"] == ("0.450 s",)
