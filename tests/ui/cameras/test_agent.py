"""What the agent told in its run: numbers, its plan on the map, and the lines of its log."""

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.run_folder.folders import FUTURE
from tests.ui.cameras.conftest import OFFSET, STEPS, way
from tests.ui.drawn import drawn
from tests.ui.person import open_in
from tests.ui.timeline.conftest import lanes_of
from viewer.signals import SeriesKey
from viewer.ui.theme import current_theme
from viewer.ui.timeline.signals.lane import ChosenLane
from viewer.ui.timeline.view import TimelineView

pytestmark = pytest.mark.usefixtures("one_window")


def test_a_number_is_a_lane_marked_as_the_agents_and_follows_the_offset(viewer, run, show, settle, qtbot):
    show(run[0])
    settle(60)
    signal = viewer.workspace.signals["agent.speed"]
    assert (signal.unit, signal.mark) == ("m/s", "agent")
    for direction in ("lateral", "longitudinal"):
        assert viewer.workspace.signals[f"agent.plan_{direction}_error"].unit == "m"
    viewer.plots.plot(SeriesKey("agent.speed", viewer.focus.hero))
    settle()
    timeline = viewer.window.timeline
    timeline.grab()
    (lane,) = [each.lane for each in lanes_of(timeline) if isinstance(each.lane, ChosenLane)]
    (entry,) = lane.legend
    elapsed = viewer.recording.index.elapsed
    assert (entry.mark, entry.value(float(elapsed[60]))) == ("agent", "8.00")
    assert entry.value(float(elapsed[OFFSET])) == "–"
    viewer.workspace.run_folders.set_offset(0)

    def value():
        timeline.grab()
        (now,) = lane.legend
        return now.value(float(elapsed[OFFSET]))

    qtbot.waitUntil(lambda: value() == "8.00")


def test_the_inspector_of_the_hero_has_the_values_of_the_step(viewer, make_run, show, settle, qtbot):
    log, maker = make_run("vad")
    (maker.folder / "meta" / "0003.json").write_text("[")
    show(log)
    viewer.focus.select(viewer.focus.hero)

    def lines():
        viewer.window.inspector.copy_all()
        return QGuiApplication.clipboard().text().splitlines()

    settle(OFFSET + 29)
    qtbot.waitUntil(lambda: "Step: 29" in lines())
    assert {"speed: 8.00 m/s", "steer: 0.25", "agent: only_traj"} <= {*lines()}
    settle(OFFSET + 39)
    qtbot.waitUntil(lambda: any("0003.json: this is no whole JSON" in line for line in lines()))


@pytest.fixture
def dots(viewer):
    """Return a function that returns the positions, in metres, of the dots in the colour of the plan."""

    def read():
        scene = viewer.window.map_area.map_view.scene
        camera = scene.picture.camera
        color = current_theme().curve_3.name()
        shapes = drawn(scene.draw_exactly, int(camera.width), int(camera.height))
        found = [
            each.middle for each in shapes if each.kind == "ellipse" and (each.fill or ("",))[0] == color
        ]
        return camera.to_world(np.array(found).reshape(-1, 2))

    return read


def behind(time, back):
    x, y, _, yaw = way(time)
    return x - back * math.cos(math.radians(yaw)), y - back * math.sin(math.radians(yaw))


@pytest.mark.parametrize(("layout", "count", "back"), [("vad", 6, 0.39), ("tcp", 4, 0.0)])
def test_each_point_lies_where_the_vehicle_was_then(make_run, show, settle, dots, layout, count, back):
    log, _ = make_run(layout)
    show(log)
    for frame in (OFFSET + 30, OFFSET + 52, OFFSET + 79):
        settle(frame)
        last = (frame - OFFSET - 9) // 10 * 10 + 9 if layout == "vad" else frame - OFFSET
        planned_at = (last + OFFSET) / 20
        expected = [behind(planned_at + FUTURE * number, back) for number in range(1, count + 1)]
        assert np.abs(dots() - expected).max() < 0.1


def test_no_plan_before_the_first_step_after_the_last_or_without_its_layer(viewer, run, show, settle, dots):
    log, _ = run
    show(log)
    for frame in (0, OFFSET + STEPS + 25):
        settle(frame)
        assert not len(dots())
    settle(OFFSET + 30)
    assert len(dots())
    viewer.window.actions_by_id["layer_plan"].trigger()
    settle()
    assert not len(dots())


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
    open_in(viewer, qtbot, log)
    viewer.window.actions_by_id["show_log"].trigger()
    qtbot.waitUntil(lambda: viewer.tasks.quiet and len(viewer.workspace.view.run_logs.logs) == 2)
    panel = viewer.window.panel("log")
    yield panel
    panel.filter.clear()
    choose_level(panel, 0)


def choose_level(panel, level):
    panel.levels.choose(level)
    panel.levels.chosen.emit(level)


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
    choose_level(panel, 1)
    qtbot.waitUntil(lambda: panel.list.model().rowCount() == 2)
    settle(40 + OFFSET)
    assert selected(panel) == [f"WARNING step {WARNED}: drive"]
    choose_level(panel, 0)
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
