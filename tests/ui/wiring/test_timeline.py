"""Signals on the timeline of the whole window: whose they are, and when they change."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.scenes import HERO, LIGHT, OTHER, Scene, actor, pose
from viewer.logfile import packets
from viewer.ui.app import Viewer
from viewer.ui.state.actor_ref import ref_of
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.following_lanes import PhaseLane, SpeedLane
from viewer.ui.timeline.frame_lane import FrameLane


def lane(viewer: Viewer, kind: type):
    lanes = viewer.window.timeline.model.stack.placed
    return next((each.lane for each in lanes if isinstance(each.lane, kind)), None)


def text_at(viewer: Viewer, time: float) -> str:
    hit = lane(viewer, PhaseLane).hit(TimeAxis.whole(0.0, 1.0).placed(0.0, 1000.0), 1000.0 * time)
    return hit.lines[0] if hit else ""


def settle(viewer: Viewer, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not viewer.recording.busy and viewer.tasks.quiet)


def select(viewer: Viewer, qtbot: QtBot, actor_id: int) -> None:
    assert viewer.recording.index is not None
    viewer.focus.select(ref_of(viewer.recording.index.actors.rows_of(actor_id)[0]))
    settle(viewer, qtbot)


def test_the_selected_actor_has_its_speed(open_street, qtbot):
    select(open_street, qtbot, HERO)
    assert lane(open_street, SpeedLane).name == f"Hero {HERO} speed"
    assert lane(open_street, SpeedLane).note == "max 10.00 in view"
    select(open_street, qtbot, OTHER)
    assert lane(open_street, SpeedLane).note == "max 0.00 in view"
    open_street.focus.select(None)  # then it is the hero's
    settle(open_street, qtbot)
    assert lane(open_street, SpeedLane).name == f"Hero {HERO} speed"
    assert lane(open_street, SpeedLane).note == "max 10.00 in view"


def test_the_light_ahead_of_the_hero_gives_way_to_the_selected_one(viewer, qtbot, tmp_path):
    scene = Scene()
    cast = [
        actor(1, role_name="hero"),
        actor(11, "traffic.traffic_light", (40, 3, 0), (0, 90, 0)),
        actor(12, "traffic.traffic_light", (400, 3, 0), (0, 90, 0)),
    ]
    for k in range(10):
        states = [(11, False, 0.0, 0), (12, False, 0.0, 2)]
        scene.frame(
            add=cast if k == 0 else [],
            poses=[pose(1, (k, 0, 0))],
            extra={packets.TRAFFIC_LIGHT_STATE: states},
        )
    viewer.workspace.open(scene.save(tmp_path / "lights.log"))
    qtbot.waitUntil(lambda: lane(viewer, PhaseLane) is not None)
    settle(viewer, qtbot)
    assert text_at(viewer, 0.2) == "Light 11 ahead · Red"
    select(viewer, qtbot, 12)
    assert text_at(viewer, 0.2) == "Light 12 · Green"
    viewer.focus.select(None)
    qtbot.waitUntil(lambda: lane(viewer, PhaseLane).name == "Hero 1 light ahead")
    select(viewer, qtbot, 1)  # whom the light is ahead of
    assert text_at(viewer, 0.2) == "Light 11 ahead · Red"


def test_without_lights_there_is_no_lane(open_street, qtbot):
    settle(open_street, qtbot)
    assert lane(open_street, PhaseLane) is None  # the light of the street shows another way
    select(open_street, qtbot, LIGHT)
    assert lane(open_street, PhaseLane).name == f"Light {LIGHT}"


def test_closing_forgets(open_street, qtbot):
    select(open_street, qtbot, LIGHT)
    assert open_street.recording.series.nbytes > 0
    open_street.workspace.close()
    assert open_street.recording.series.nbytes == 0
    assert not open_street.tasks.busy


@pytest.mark.parametrize("gone", [True, False])
def test_a_file_that_can_no_longer_be_read_is_explained(open_street, qtbot, gone):
    path = open_street.recording.index.path
    data = path.read_bytes()
    path.write_bytes(data[:300] if gone else data)
    failures = []
    open_street.recording.file_changed.connect(failures.append)
    select(open_street, qtbot, LIGHT)
    qtbot.waitUntil(lambda: bool(failures) == gone)


def test_a_lane_is_told_once_all_of_its_signals_are_there(open_street, qtbot, monkeypatch):
    told = []
    settle(open_street, qtbot)
    lanes = open_street.window.timeline.model.sections.all
    controls = next(each for each in lanes if each.key == "controls")
    monkeypatch.setattr(controls, "take", told.append)
    select(open_street, qtbot, OTHER)
    assert [len(series) > 1 for series in told if series] == [True]
    select(open_street, qtbot, HERO)  # kept since
    select(open_street, qtbot, OTHER)  # kept meanwhile
    assert len([series for series in told if series]) == 3


def test_a_recording_read_again_without_the_clock_forgets_the_real_time(viewer, qtbot, tmp_path):
    def factors() -> tuple[str, ...]:
        hit = lane(viewer, FrameLane).hit(TimeAxis.whole(0.0, 1.0).placed(0.0, 1000.0), 100.0)
        return () if hit is None else hit.lines[1:]

    path = clocked_scene(10, with_clock=True).save(tmp_path / "clock.log")
    viewer.workspace.open(path)
    qtbot.waitUntil(lambda: lane(viewer, FrameLane) is not None)
    qtbot.waitUntil(lambda: bool(factors()))
    clocked_scene(8, with_clock=False).save(path)
    viewer.workspace.reload()
    qtbot.waitUntil(lambda: viewer.recording.index is not None and len(viewer.recording.index.heads) == 8)
    settle(viewer, qtbot)
    assert not factors()


def clocked_scene(frames: int, *, with_clock: bool) -> Scene:
    scene = Scene()
    for number in range(frames):
        clock = {packets.PLATFORM_TIME: [(0.2 * number,)]}
        scene.frame(
            add=[actor(1)] if not number else [],
            poses=[pose(1, (number, 0, 0))],
            extra=clock if with_clock else {},
        )
    return scene


@pytest.mark.parametrize(("share", "told"), [(0.0, 0.0), (0.4567, 0.45), (0.9999, 0.99), (1.0, 1.0)])
def test_how_far_events_were_looked_for_is_told_in_whole_percents(open_street, share, told):
    """So that not every step is painted; all of it is done only when all of it is."""
    open_street.events.finder.progress.emit(share)
    assert open_street.window.timeline.model.context.searched == told
