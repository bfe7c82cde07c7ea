"""Signals on the timeline of the whole window: whose they are, and when they change."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.scenes import HERO, LIGHT, OTHER, Scene, actor, hit, pose
from tests.ui.timeline.conftest import Hand, lanes_of
from viewer.logfile import packets
from viewer.ui.app import Viewer
from viewer.ui.timeline.axis import TimeAxis


def lane(viewer: Viewer, key: str):
    lanes = lanes_of(viewer.window.timeline)
    return next((each.lane for each in lanes if each.lane.key == key), None)


def text_at(viewer: Viewer, time: float) -> str:
    hit = lane(viewer, "phases").hover_info(TimeAxis.whole(0.0, 1.0).placed(0.0, 1000.0), 1000.0 * time)
    return hit.lines[0] if hit else ""


def settle(viewer: Viewer, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not viewer.recording.busy and viewer.tasks.quiet)


def select(viewer: Viewer, qtbot: QtBot, actor_id: int) -> None:
    assert viewer.recording.index is not None
    viewer.focus.select(viewer.recording.index.actors.rows_of(actor_id)[0])
    settle(viewer, qtbot)


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
    qtbot.waitUntil(lambda: lane(viewer, "phases") is not None)
    settle(viewer, qtbot)
    assert text_at(viewer, 0.2) == "Light 11 ahead · Red"
    select(viewer, qtbot, 12)
    assert text_at(viewer, 0.2) == "Light 12 · Green"
    viewer.focus.select(None)
    qtbot.waitUntil(lambda: lane(viewer, "phases").name == "Hero 1 light ahead")
    select(viewer, qtbot, 1)  # whom the light is ahead of
    assert text_at(viewer, 0.2) == "Light 11 ahead · Red"


def click_mark(viewer: Viewer, key: str, time: float) -> None:
    QTest.qWait(10)  # the one before is done
    model = viewer.window.timeline.model
    rect = next(each.rect for each in lanes_of(viewer.window.timeline) if each.lane.key == key)
    Hand(viewer.window.timeline).click(model.axis.x(time), rect.center().y())


def test_a_click_on_a_mark_goes_to_it_and_selects_whom_it_is_about(viewer, qtbot, tmp_path):
    """Whoever is selected before, the next one selects others; the map shows them."""
    cast = [actor(1, role_name="hero"), actor(2), actor(11, "traffic.traffic_light", (400, 3, 0))]
    scene = Scene()
    for k in range(40):
        scene.frame(
            add=cast if k == 0 else [actor(5, location=(300, 0, 0))] if k == 10 else [],
            poses=[pose(1, (k / 4, 0, 0)), pose(2, (9, 0, 0)), *([pose(5, (300, 0, 0))] if k >= 10 else [])],
            collisions=[hit(1, 2)] if k == 30 else [],
            extra={packets.TRAFFIC_LIGHT_STATE: [(11, False, 0.0, 2 if k < 20 else 0)]},
        )
    viewer.workspace.open(scene.save(tmp_path / "marks.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    settle(viewer, qtbot)
    index, elapsed = viewer.recording.index, viewer.recording.index.elapsed
    row = {each: index.actors.rows_of(each)[0] for each in (1, 2, 5, 11)}
    map_view = viewer.window.map_area.map_view
    map_view.viewpoint.fit([(0.0, 0.0), (10.0, 0.0)])
    marks = ((10, {5}, None), (20, {11}, None), (30, {1, 2}, "collision"))
    for own in ((), (row[1],), (row[11],), (row[2], row[5])):
        viewer.focus.select_all(tuple(own))
        for frame, about, kind in marks:
            viewer.playback.seek(0.0)
            click_mark(viewer, "events", float(elapsed[frame]))
            assert viewer.playback.transport.playhead == pytest.approx(float(elapsed[frame]))
            assert set(viewer.focus.selected) == {row[each] for each in about}
            gone_to = viewer.found_events.current_event
            assert kind is None or gone_to.kind == kind
            left, top, right, bottom = map_view.viewpoint.visible_rect()
            for n in about:
                x, y, _ = viewer.moment.world.locations[viewer.moment.world.index_of(row[n])]
                assert left < x < right
                assert top < y < bottom
    click_mark(viewer, "found", viewer.found_events.events[0].start)
    assert viewer.found_events.current_event is not None
    assert set(viewer.focus.selected) == {
        each for each in viewer.found_events.current_event.rows if each is not None
    }


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
    lanes = open_street.window.timeline.model.lane_groups.all
    controls = next(each for each in lanes if each.key == "controls")
    update = controls.update

    def tell(view, data):
        update(view, data)
        told.append(len(data.series.keys() & {*controls.signals}))

    monkeypatch.setattr(controls, "update", tell)
    for actor_id in (OTHER, HERO, OTHER):  # the last two are kept since
        select(open_street, qtbot, actor_id)
        assert told[-1] == len(controls.signals)
    assert {*told} == {0, 2}
