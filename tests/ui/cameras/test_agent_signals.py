"""The agent's numbers in the window: lanes of the timeline, marked as the agent's."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from tests.ui.cameras.conftest import OFFSET
from tests.ui.timeline.conftest import lanes_of
from viewer.signals import SeriesKey
from viewer.ui.timeline.signals.lane import ChosenLane


def test_a_number_is_a_lane_marked_as_the_agents_and_follows_the_offset(viewer, run, show, settle, qtbot):
    show(run[0])
    settle(60)
    signal = viewer.workspace.signals["agent.speed"]
    assert (signal.unit, signal.mark) == ("m/s", "agent")
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


@pytest.mark.parametrize("name", ["agent.plan_lateral_error", "agent.plan_longitudinal_error"])
def test_errors_of_the_plan_are_offered(viewer, run, show, settle, name):
    show(run[0])
    settle(60)
    assert viewer.workspace.signals[name].unit == "m"


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
