"""The text log of a run in the window: its lines follow the playhead, and a click goes to a line's time."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.ui.cameras.conftest import OFFSET, STEPS
from tests.ui.timeline.conftest import lanes_of
from viewer.ui.timeline.view import TimelineView

WARNED, FAILED = 30, 60


@pytest.fixture
def panel(viewer, run, qtbot):
    log, maker = run
    lines = []
    for step in range(1, STEPS):
        level = {WARNED: "WARNING", FAILED: "ERROR"}.get(step, "INFO")
        lines += [f"{level} step {step}: drive", f"  detail {step}"]
    (maker.folder / "agent.log").write_text("\n".join(lines))
    (maker.folder / "other.txt").write_text("2026-11-29 01:00:00 loaded\n")
    viewer.workspace.open(log)
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    viewer.window.actions_by_id["show_log"].trigger()
    qtbot.waitUntil(lambda: viewer.tasks.quiet and len(viewer.workspace.view.run_logs.logs) == 2)
    return viewer.window.panel("log")


def selected(panel):
    """Return the texts of the selected lines."""
    model, column = panel.list.model(), panel.list.model().column_index["text"]
    return [model.data(model.index(line, column)) for line in panel.list.selected_lines]


def click(panel, text):
    """Click on the line with ``text``, scrolled to if needed."""
    model, column = panel.list.model(), panel.list.model().column_index["text"]
    texts = [model.data(model.index(line, column)) for line in range(model.rowCount())]
    index = model.index(texts.index(text), column)
    panel.list.scrollTo(index)
    place = panel.list.visualRect(index).topLeft() + QPoint(20, 8)
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_the_lines_follow_the_playhead_and_a_click_goes_to_one(viewer, panel, settle):
    for step in (1, 50, 117):
        settle(step + OFFSET)
        assert selected(panel) == [f"INFO step {step}: drive", f"  detail {step}"]
        assert all(
            panel.list.visualRect(index).intersects(panel.list.viewport().rect())
            for index in panel.list.selectionModel().selectedRows()
        )
    click(panel, "  detail 7")
    settle()
    assert viewer.workspace.view.playback.frame == 7 + OFFSET
    settle(0)
    assert selected(panel) == []


def test_levels_and_words_choose_lines(viewer, panel, settle, qtbot):
    panel.levels.choose(1)
    panel.levels.chosen.emit(1)
    qtbot.waitUntil(lambda: panel.list.model().rowCount() == 2)
    settle(40 + OFFSET)
    assert selected(panel) == [f"WARNING step {WARNED}: drive"]
    panel.levels.choose(0)
    panel.levels.chosen.emit(0)
    QTest.keyClicks(panel.filter, "DETAIL 11")
    qtbot.waitUntil(lambda: panel.list.model().rowCount() == 11)
    assert panel.count.text() == f"11 of {2 * (STEPS - 1)}"


def test_a_log_that_cannot_be_placed_is_listed_and_that_is_said(viewer, panel, settle):
    panel.logs.actions()[1].trigger()
    settle(50)
    assert panel.list.model().rowCount() == 1
    assert "no place in the recording" in panel.placement.text()
    assert selected(panel) == []


def test_warnings_and_errors_are_marks_in_a_lane_and_a_click_goes_there(viewer, panel, settle):
    view = viewer.window.findChild(TimelineView)
    (lane,) = [each for each in lanes_of(view) if each.lane.key == "log"]
    axis = view.model.axis
    x = axis.x(float(viewer.recording.index.elapsed[FAILED + OFFSET]))
    info = lane.lane.hover_info(axis, x)
    assert any(f"ERROR step {FAILED}" in line for line in info.lines)
    assert info.time == float(viewer.recording.index.elapsed[FAILED + OFFSET])


def test_the_folder_moved_by_hand_moves_its_lines(viewer, panel, settle):
    viewer.workspace.run_folders.set_offset(OFFSET + 5)
    settle(50 + OFFSET)
    assert selected(panel)[0] == "INFO step 45: drive"
