"""What is wrong with single records is found after reading, while the window is used."""

from __future__ import annotations

import struct

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMessageBox, QPushButton, QTableView

from tests.recording import plain_reader
from tests.scenes import HERO, street
from viewer.ui.file.problems_view import ProblemsView

pytestmark = pytest.mark.usefixtures("one_window")

FRAME = 7
"""Index of the frame in which the hero is nowhere."""


@pytest.fixture
def lost_hero(tmp_path):
    """A recording in which everything can be read, but the hero is nowhere for a frame."""
    path = street().save(tmp_path / "nowhere.log")
    data = bytearray(path.read_bytes())
    position = next(each for each in plain_reader.frames_of(bytes(data))[FRAME] if each.id == 6)
    data[position.offset + 11 : position.offset + 15] = struct.pack("<f", float("nan"))
    path.write_bytes(data)
    return path


def problems_button(viewer):
    buttons = viewer.window.status_bar.findChildren(QPushButton)
    return next((each for each in buttons if "problem" in each.text()), None)


def status(viewer):
    found = problems_button(viewer)
    return "" if found is None else found.text()


def test_what_is_found_is_shown_and_leads_to_its_time(viewer, qtbot, lost_hero):
    viewer.workspace.open(lost_hero)
    qtbot.waitUntil(lambda: status(viewer) == "1 problem")
    (problem,) = viewer.recording.problems
    assert problem.what == f"Position: location of actor {HERO} is NaN, infinite or absurd"
    assert viewer.recording.index is not None
    assert viewer.recording.index.problems == ()
    QTest.mouseClick(problems_button(viewer), Qt.MouseButton.LeftButton)
    assert viewer.window.actions_by_id["show_file"].isChecked()
    lines = viewer.window.panel("file").findChild(ProblemsView).findChild(QTableView)
    assert lines.model().rowCount() == 1
    middle = lines.visualRect(lines.model().index(0, 0)).center()
    QTest.mouseClick(lines.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert viewer.moment.world is not None
    assert viewer.moment.world.frame_index == FRAME
    viewer.workspace.close()
    assert viewer.recording.problems == ()


def told(viewer):
    """What the window says of the recording that is open."""
    labels = [each.text() for each in viewer.window.status_bar.findChildren(QLabel) if each.isVisible()]
    lines = viewer.window.panel("file").findChild(ProblemsView).findChild(QTableView).model()
    return (
        viewer.window.windowTitle(),
        labels,
        status(viewer),
        [lines.index(row, 0).data() for row in range(lines.rowCount())],
        [each.text() for each in viewer.window.menus["recent"].actions()],
        viewer.focus.selected,
        viewer.playback.transport.playhead,
        len(viewer.found_events.all_events),
        viewer.window.map_area.bar.isVisible(),
        viewer.window.map_area.road_bar.isVisible(),
    )


def test_an_open_that_fails_or_is_stopped_changes_nothing_of_what_is_open(viewer, qtbot, tmp_path, lost_hero):
    other = tmp_path / "elsewhere"
    other.mkdir()
    text = other / "notes.log"
    text.write_text("no recording")
    whole = street(400).save(other / "whole.log")
    viewer.workspace.open(lost_hero)
    qtbot.waitUntil(lambda: status(viewer) == "1 problem")
    qtbot.waitUntil(lambda: viewer.found_events.found is not None and not viewer.found_events.searching)
    viewer.window.actions_by_id["show_file"].trigger()
    viewer.playback.seek(0.3)
    viewer.focus.select(viewer.focus.hero)
    before = told(viewer)
    assert "nowhere" in viewer.window.windowTitle()
    for path in (text, other / "missing.log", other):
        with qtbot.waitSignal(viewer.recording.failed):
            viewer.workspace.open(path)
        assert told(viewer) == before, path
        assert any(each.isVisible() for each in viewer.window.findChildren(QMessageBox))
    viewer.workspace.open(whole)
    viewer.recording.cancel()
    qtbot.wait(50)
    assert told(viewer) == before


def test_closing_the_window_ends_the_examination(make_viewer, qtbot, lost_hero):
    viewer = make_viewer()
    viewer.workspace.open(lost_hero)
    qtbot.waitUntil(lambda: viewer.recording.index is not None)
    viewer.window.close()
    assert viewer.tasks.quiet
