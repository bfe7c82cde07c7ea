"""The sample at ten times: file, lane of the light ahead, inspector and picture tell the same."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.ui.map.pixels import around, close_to, picture
from tests.ui.timeline.test_signals_in_window import lane
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.program import resource
from viewer.ui.app import Viewer
from viewer.ui.theme import load_theme
from viewer.ui.timeline.axis import TimeAxis

HERO = 50
TIMES = {
    1.0: 25, 6.0: 29, 8.0: 29, 12.0: 32, 13.0: 32, 16.5: 32, 20.0: 32, 30.0: 32, 36.0: 32, 57.0: 31,
}  # fmt: skip
"""Seconds, and the light of the junction that the hero drives towards then, as its route has it."""
STANDS = (20.0, 30.0)


@pytest.fixture
def sample(viewer: Viewer, qtbot: QtBot) -> Viewer:
    viewer.workspace.open(resource("sample.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    qtbot.waitUntil(lambda: viewer.tasks.quiet)
    qtbot.waitUntil(lambda: viewer.tasks.quiet)
    qtbot.waitUntil(lambda: lane(viewer, "phases") is not None)
    return viewer


def state_in_file(viewer: Viewer, light: int) -> TrafficLightState:
    index, world = viewer.recording.index, viewer.moment.world
    records = index.read_frame(world.frame_index).records(packets.TRAFFIC_LIGHT_STATE)
    (state,) = records["state"][records["actor_id"] == light]
    return TrafficLightState(int(state))


def lane_text(viewer: Viewer, time: float) -> str:
    axis = TimeAxis.whole(0.0, 60.0).placed(0.0, 6000.0)
    hit = lane(viewer, "phases").hover_info(axis, 100.0 * time)
    return hit.lines[0] if hit else ""


def lamp_on_the_map(viewer: Viewer, light: int) -> set[TrafficLightState]:
    """The states whose lamp is lit where the light stands."""
    index, view = viewer.recording.index, viewer.window.map_area.map_view
    x, y, _ = index.actors.location[index.actors.rows_of(light)[0]].tolist()
    view.viewpoint.set_span(40)
    view.viewpoint.center_on(x, y)
    view.scene.finish_ground()
    px, py = view.camera.to_screen((x, y)).tolist()
    there, theme = around(picture(view), QPoint(round(px), round(py)), 9), load_theme("dark")
    lamps = {
        TrafficLightState.RED: theme.lamp_red,
        TrafficLightState.YELLOW: theme.lamp_yellow,
        TrafficLightState.GREEN: theme.lamp_green,
    }
    return {state for state, color in lamps.items() if close_to(there, color).sum() >= 4}


def inspected(viewer: Viewer) -> str:
    """Return what the inspector says, as it is copied."""
    viewer.window.inspector.copy_all()
    return QGuiApplication.clipboard().text()


def test_file_lane_inspector_and_picture_agree_at_ten_times(sample: Viewer, qtbot: QtBot) -> None:
    index = sample.recording.index
    seen = set()
    for time, light in TIMES.items():
        sample.playback.seek(time)
        state = state_in_file(sample, light)
        assert lane_text(sample, time) == f"Light {light} ahead · {state}", time
        seen.add(state)
    for time, light in TIMES.items():
        sample.playback.seek(time)
        state = state_in_file(sample, light)
        sample.focus.select(index.actors.rows_of(light)[0])
        qtbot.waitUntil(lambda state=state: f"State: {str(state).lower()}\n" in inspected(sample))
        assert lamp_on_the_map(sample, light) == {state}, time
    assert seen == {TrafficLightState.RED, TrafficLightState.YELLOW, TrafficLightState.GREEN}


def test_the_hero_stands_where_its_light_is_red(sample: Viewer) -> None:
    for time in STANDS:
        sample.playback.seek(time)
        hero = sample.moment.world.find(HERO)
        assert hero.speed.value == pytest.approx(0.0, abs=0.01)
        assert state_in_file(sample, TIMES[time]) is TrafficLightState.RED
        assert lane_text(sample, time).endswith("Red")
