"""Results of ScenarioRunner and the Leaderboard in the window: found beside the recording, or chosen."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from tests.analysis.drives import car, hero, record, standing, straight
from tests.scenes import hit
from tests.ui.conftest import turn
from tests.ui.person import open_judged
from tests.ui.timeline.conftest import lanes_of
from viewer.analysis.event_table import EventSource
from viewer.ui.findings.panel import FindingsPanel

pytestmark = pytest.mark.usefixtures("one_window")


COLLIDED = "Agent collided against object with type=vehicle.tesla.model3 and id=2 at (x={:.3f}, y=0.0, z=0.0)"
LATE = "Route timeout."


def leaderboard(path, stem):
    infractions = {"collisions_vehicle": [COLLIDED.format(8.0)], "route_timeout": [LATE]}
    run = {"route_id": stem, "scores": {"score_penalty": 0.6}, "infractions": infractions}
    path.write_text(json.dumps({"_checkpoint": {"records": [run]}}), encoding="utf-8")


@pytest.fixture
def drive(tmp_path):
    movers = [hero(straight(0, 0, 10)), car(2, standing(12, 0))]
    scene = record(movers, 3, collisions={16: [hit(1, 2)]})
    path = tmp_path / "drive.log"
    scene.save(path)
    return path


@pytest.mark.parametrize("chosen", [True, False])
def test_results_of_bench2drive_make_a_minute_severe(viewer, qtbot, tmp_path, chosen):
    folder = tmp_path / "elsewhere" if chosen else tmp_path
    folder.mkdir(exist_ok=True)
    run = {"route_id": "drive", "save_name": "drive", "weather_id": 1, "scenario_name": "ParkedObstacle_1"}
    (folder / "all.json").write_text(json.dumps({"_checkpoint": {"records": [run]}}), encoding="utf-8")
    way = lambda t: (10 * min(t, 3.0) + 5 * max(t - 73.0, 0.0), 0.0, 0.0, 0.0)  # noqa: E731 - a formula
    record([hero(way), car(2, standing(36, 0), dies=74.0)], 80.0, 0.1).save(tmp_path / "drive.log")
    open_judged(viewer, qtbot, tmp_path / "drive.log")

    def severities():
        return [each.severity.value for each in viewer.found_events.events if each.kind == "standing"]

    if chosen:
        assert severities() == ["medium"]
        found = viewer.found_events.found
        viewer.found_events.add_result_files([folder / "all.json"])
        qtbot.waitUntil(lambda: viewer.found_events.found is not found)
    qtbot.waitUntil(lambda: severities() == ["high"])


def told(viewer, qtbot):
    viewer.window.open_panel("story")
    panel = viewer.window.findChild(FindingsPanel)
    qtbot.mouseClick(panel.criteria, Qt.MouseButton.LeftButton)
    return {row.label: (row.here, row.theirs) for row in panel.criteria_dialog.rows}


def lane_of(viewer):
    lanes = (each for each in lanes_of(viewer.window.timeline) if each.lane.key == "results")
    return next(lanes, None)


def test_without_results_there_is_no_lane_but_our_counts_in_the_chosen_form_of_time(viewer, qtbot, drive):
    open_judged(viewer, qtbot, drive)
    assert lane_of(viewer) is None
    rows = told(viewer, qtbot)
    assert rows["Collisions with vehicles"] == ("1 · × 0.600", "")
    assert rows["Red lights"] == ("not judged", "")

    def when():
        rows = viewer.window.findChild(FindingsPanel).criteria_dialog.rows
        return next(each.tip for each in rows if each.label == "Collisions with vehicles")

    assert when() == "0.800 s"  # of frame 17, after 16 steps of 0.05 s
    viewer.window.actions_by_id["time_frame"].trigger()
    turn()
    assert when() == "#17"


def test_results_beside_the_recording_are_a_lane_and_counts_beside_ours(viewer, qtbot, drive):
    leaderboard(drive.with_name("results.json"), "drive")
    open_judged(viewer, qtbot, drive)
    (event,) = viewer.found_events.results_events
    assert (event.kind, event.source) == ("collision", EventSource.RESULTS)
    assert event.start == pytest.approx(0.8, abs=0.06)
    assert viewer.found_events.events.count(event) == 0
    rows = told(viewer, qtbot)
    assert rows["Collisions with vehicles"] == ("1 · × 0.600", "1")
    assert rows["Collisions with walkers"] == ("0", "0")
    assert rows["Penalty (Leaderboard 2.0 / 2.1)"] == ("≤ 0.600 / ≤ 0.588", "× 0.600")
    assert rows[LATE] == ("", "time unknown")
    lane = lane_of(viewer).lane
    assert [row.text for row in lane.legend] == ["Results"]
    viewer.window.timeline.model.event_requested.emit(event)
    assert viewer.found_events.current_event == event
    turn()
    card = viewer.window.map_area.event_card.content
    assert card.rule == COLLIDED.format(8.0)
    panel = viewer.window.findChild(FindingsPanel)
    qtbot.mouseClick(panel.criteria_dialog.copy, Qt.MouseButton.LeftButton)
    lines = [line.split("\t") for line in QApplication.clipboard().text().splitlines()]
    assert lines[0] == ["Criterion", "Viewer ƒ", "Results"]
    assert {label: (here, theirs) for label, here, theirs in lines[1:]} == rows


def test_chosen_results_are_forgotten_with_the_recording(viewer, qtbot, drive, tmp_path, monkeypatch):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    results = elsewhere / "results.json"
    leaderboard(results, "drive")
    open_judged(viewer, qtbot, drive)
    told(viewer, qtbot)
    panel = viewer.window.findChild(FindingsPanel)
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(results)], ""))
    qtbot.mouseClick(panel.criteria_dialog.choose, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: lane_of(viewer) is not None)
    other = elsewhere / "other.txt"
    other.write_text("no results", encoding="utf-8")
    viewer.found_events.add_result_files([other])
    qtbot.waitUntil(lambda: bool(viewer.found_events.view.troubles))
    assert any("this is no JSON" in label for label in told(viewer, qtbot))
    viewer.workspace.close()
    assert viewer.found_events.results_events == ()
    assert viewer.found_events.result_files == ()
    assert lane_of(viewer) is None
