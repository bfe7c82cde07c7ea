"""The sample at ten times: file, lane of the light ahead, inspector and picture tell the same."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication

from tests.ui.map.pixels import around, close_to, picture
from tests.ui.timeline.conftest import lane_of, row_of
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.program import resource
from viewer.ui.theme import load_theme
from viewer.ui.timeline.axis import TimeAxis

HERO = 50
TIMES = {
    1.0: 25, 6.0: 29, 8.0: 29, 12.0: 32, 13.0: 32, 16.5: 32, 20.0: 32, 30.0: 32, 36.0: 32, 57.0: 31,
}  # fmt: skip
"""Seconds, and the light of the junction that the hero drives towards then, as its route has it."""
STANDS = (20.0, 30.0)
AXIS = TimeAxis.whole(0.0, 60.0).placed(0.0, 6000.0)


def state_in_file(viewer, light):
    index, world = viewer.recording.index, viewer.moment.world
    records = index.read_frame(world.frame_index).records(packets.TRAFFIC_LIGHT_STATE)
    (state,) = records["state"][records["actor_id"] == light]
    return TrafficLightState(int(state))


def lamp_on_the_map(viewer, light):
    """The states whose lamp is lit where the light stands."""
    index, view = viewer.recording.index, viewer.window.map_area.map_view
    x, y, _ = index.actors.location[row_of(index, light)].tolist()
    view.viewpoint.set_span(40)
    view.viewpoint.center_on(x, y)
    view.scene.finish_ground()
    px, py = view.camera.to_screen((x, y)).tolist()
    there, theme = around(picture(view), QPoint(round(px), round(py)), 9), load_theme("dark")
    lamps = {each: getattr(theme, f"lamp_{each.name.lower()}") for each in TrafficLightState if each < 3}
    return {state for state, color in lamps.items() if close_to(there, color).sum() >= 4}


def inspected(viewer):
    """Return what the inspector says, as it is copied."""
    viewer.window.inspector.copy_all()
    return QGuiApplication.clipboard().text()


def test_file_lane_inspector_and_picture_agree_at_ten_times(viewer, qtbot):
    viewer.workspace.open(resource("sample.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    qtbot.waitUntil(lambda: viewer.tasks.quiet and lane_of(viewer.timeline, "phases") is not None)
    seen = set()
    for time, light in TIMES.items():
        viewer.playback.seek(time)
        state = state_in_file(viewer, light)
        hit = lane_of(viewer.timeline, "phases").lane.hover_info(AXIS, 100.0 * time)
        assert hit.lines[0] == f"Light {light} ahead · {state}", time
        seen.add(state)
        if time in STANDS:
            assert viewer.moment.world.find(HERO).speed.value == pytest.approx(0.0, abs=0.01)
            assert state is TrafficLightState.RED
    assert seen == {TrafficLightState.RED, TrafficLightState.YELLOW, TrafficLightState.GREEN}
    for time, light in TIMES.items():
        viewer.playback.seek(time)
        state = state_in_file(viewer, light)
        viewer.focus.select(row_of(viewer.recording.index, light))
        qtbot.waitUntil(lambda state=state: f"State: {str(state).lower()}\n" in inspected(viewer))
        assert lamp_on_the_map(viewer, light) == {state}, time
