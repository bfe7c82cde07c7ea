"""The timeline in the whole window: lanes that follow the selection, marks, keys, files that go away."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.scenes import HERO, LIGHT, OTHER, Scene, actor, hit, pose
from tests.ui.timeline.conftest import Hand, lane_of, lanes_of, row_of
from tests.ui.timeline.test_found_lane import event as found_event
from viewer.analysis.event_table import Events
from viewer.logfile import packets
from viewer.signals.series import SeriesKey
from viewer.ui.timeline.axis import TimeAxis

pytestmark = pytest.mark.usefixtures("one_window")


def text_at(viewer, time):
    axis = TimeAxis.whole(0.0, 1.0).placed(0.0, 1000.0)
    info = lane_of(viewer.timeline, "phases").lane.hover_info(axis, 1000.0 * time)
    return info.lines[0] if info else ""


def settle(viewer, qtbot):
    qtbot.waitUntil(
        lambda: viewer.recording.index is not None and not viewer.recording.busy and viewer.tasks.quiet
    )


def select(viewer, qtbot, actor_id):
    viewer.focus.select(row_of(viewer.recording.index, actor_id))
    settle(viewer, qtbot)


def test_the_light_ahead_of_the_hero_gives_way_to_the_selected_one(viewer, qtbot, tmp_path):
    scene = Scene()
    cast = [
        actor(1, role_name="hero"),
        actor(11, "traffic.traffic_light", (40, 3, 0), (0, 90, 0)),
        actor(12, "traffic.traffic_light", (400, 3, 0), (0, 90, 0)),
    ]
    for k in range(10):
        scene.frame(
            add=cast if k == 0 else [],
            poses=[pose(1, (k, 0, 0))],
            extra={packets.TRAFFIC_LIGHT_STATE: [(11, False, 0.0, 0), (12, False, 0.0, 2)]},
        )
    viewer.workspace.open(scene.save(tmp_path / "lights.log"))
    qtbot.waitUntil(lambda: lane_of(viewer.timeline, "phases") is not None)
    settle(viewer, qtbot)
    assert text_at(viewer, 0.2) == "Light 11 ahead · Red"
    select(viewer, qtbot, 12)
    assert text_at(viewer, 0.2) == "Light 12 · Green"
    viewer.focus.select(None)
    qtbot.waitUntil(lambda: lane_of(viewer.timeline, "phases").lane.name == "Hero 1 light ahead")
    select(viewer, qtbot, 1)  # whom the light is ahead of
    assert text_at(viewer, 0.2) == "Light 11 ahead · Red"


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
    settle(viewer, qtbot)
    qtbot.waitUntil(lambda: lane_of(viewer.timeline, "found") is not None)
    index, timeline, map_view = viewer.recording.index, viewer.timeline, viewer.map_view
    map_view.viewpoint.fit([(0.0, 0.0), (10.0, 0.0)])

    def click_mark(key, time):
        y = lane_of(timeline, key).rect.center().y()
        Hand(timeline).click(timeline.model.axis.x(time), y)

    marks = ((10, {5}, None), (20, {11}, None), (30, {1, 2}, "collision"))
    for own in ((), (2, 5)):
        viewer.focus.select_all(tuple(row_of(index, each) for each in own))
        for frame, about, kind in marks:
            viewer.playback.seek(0.0)
            click_mark("events", float(index.elapsed[frame]))
            assert viewer.playback.transport.playhead == pytest.approx(float(index.elapsed[frame]))
            assert set(viewer.focus.selected) == {row_of(index, each) for each in about}
            assert kind is None or viewer.found_events.current_event.kind == kind
            left, top, right, bottom = map_view.viewpoint.visible_rect()
            for each in about:
                x, y, _ = viewer.moment.world.locations[viewer.moment.world.index_of(row_of(index, each))]
                assert left < x < right
                assert top < y < bottom
    click_mark("found", viewer.found_events.events[0].start)
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
    controls = next(each for each in open_street.timeline.model.lane_groups.all if each.key == "controls")
    update = controls.update

    def tell(view, data):
        update(view, data)
        told.append(len(data.series.keys() & {*controls.signals}))

    monkeypatch.setattr(controls, "update", tell)
    for actor_id in (OTHER, HERO, OTHER):  # the last two are kept since
        select(open_street, qtbot, actor_id)
        assert told[-1] == len(controls.signals)
    assert {*told} == {0, 2}


def test_a_lane_that_is_added_below_the_others_is_scrolled_to_and_lit_for_a_moment(open_street, qtbot):
    timeline, hero = open_street.timeline, open_street.focus.hero
    open_street.settings.panel_size["bottom/height"] = 170
    open_street.window.docks.fit()
    names = ("speed", "acceleration", "yaw_rate", "x", "steer", "jerk")
    for name in names:
        open_street.plots.plot(SeriesKey(name, hero))
    key = SeriesKey(names[-1], hero)
    panes = {row: getattr(row.shown.owner, "plot", None) for row in timeline.rows.values()}
    (row,) = (row for row, pane in panes.items() if pane and any(curve.key == key for curve in pane.curves))
    assert row.lit
    qtbot.waitUntil(lambda: row.visibleRegion().boundingRect().height() == row.height())
    qtbot.waitUntil(lambda: not row.lit)
    open_street.plots.plot(SeriesKey(names[0], hero))  # it is there already
    assert sum(each.lit for each in timeline.rows.values()) == 1


def test_keys_fold_the_lanes(open_street, qtbot, monkeypatch):
    def unfolded():
        names = {each.lane.name for each in lanes_of(open_street.timeline)}
        return names & {"Collisions", "Stalled"}

    monkeypatch.setattr(type(open_street.found_events), "events", Events([found_event("stall", 0.2)]))
    for expected in (set(), {"Collisions", "Stalled"}, set()):
        open_street.workspace.touch()
        open_street.workspace.flush()
        assert unfolded() == expected
        qtbot.keyClick(open_street.window, Qt.Key.Key_E)
