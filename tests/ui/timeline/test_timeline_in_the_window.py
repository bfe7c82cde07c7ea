"""The timeline in the whole window: lanes that follow the selection, marks, keys, drags, files that go."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.analysis.drives import car, hero, record, standing, straight
from tests.scenes import HERO, LIGHT, OTHER, actor, hit
from tests.ui.person import row_of
from tests.ui.timeline.conftest import Hand, lane_of, lanes_of
from tests.ui.timeline.test_event_lane import event as found_event
from viewer.analysis.event_table import Events
from viewer.logfile import packets
from viewer.signals.series import SeriesKey
from viewer.ui.state.binding import bind
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.model import NAMES_WIDTH, RIGHT_MARGIN

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
    cast = [actor(n, "traffic.traffic_light", (x, 3, 0), (0, 90, 0)) for n, x in ((11, 40), (12, 400))]
    states = {packets.TRAFFIC_LIGHT_STATE: [(11, False, 0.0, 0), (12, False, 0.0, 2)]}
    scene = record([hero(straight(0, 0, 20))], 0.45, cast=cast, extra=lambda _: states)
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
    movers = [hero(straight(0, 0, 5)), car(2, standing(9, 0)), car(5, standing(300, 0), born=0.49)]
    light = actor(11, "traffic.traffic_light", (400, 3, 0))
    states = lambda t: {packets.TRAFFIC_LIGHT_STATE: [(11, False, 0.0, 2 if t < 0.99 else 0)]}  # noqa: E731
    scene = record(movers, 1.95, cast=[light], collisions={30: [hit(1, 2)]}, extra=states)
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


LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
RULER = 45
FRAMES = [3, 9, 2, 17, 4, 11, 6]


def place(viewer, frame):
    """Return the middle of a frame of the street on the axis, which is 1 s long."""
    width = viewer.window.timeline.width() - NAMES_WIDTH - RIGHT_MARGIN
    return QPoint(round(NAMES_WIDTH + (frame + 0.5) * 0.05 * width), RULER)


@pytest.fixture
def shown(open_street):
    """The frames that were shown, one after the other."""
    frames = []

    def note(world):
        if world is not None:
            frames.append(world.frame_index)

    bind(open_street, open_street.workspace, (lambda now: now.world, note))
    frames.clear()
    return frames


def move_soon(viewer, frame):
    """Let a movement of the mouse wait among the events, as it does while the program is busy."""
    timeline, at = viewer.window.timeline, QPointF(place(viewer, frame))
    move = QEvent.Type.MouseMove
    event = QMouseEvent(move, at, timeline.mapToGlobal(at), Qt.MouseButton.NoButton, LEFT, NO_KEY)
    QApplication.postEvent(timeline.head, event)


def test_every_movement_shows_its_frame(open_street, shown):
    timeline = open_street.window.timeline
    QTest.mousePress(timeline.head, LEFT, NO_KEY, place(open_street, 1))
    for frame in FRAMES:
        QApplication.processEvents()
        QTest.mouseMove(timeline.head, place(open_street, frame))
        assert shown[-1] == frame
    QTest.mouseRelease(timeline.head, LEFT, NO_KEY, place(open_street, FRAMES[-1]))
    assert shown == [1, *FRAMES]


def test_movements_that_came_together_are_one(open_street, qtbot, shown):
    timeline = open_street.window.timeline
    QTest.mousePress(timeline.head, LEFT, NO_KEY, place(open_street, 1))
    for _ in range(3):  # what is told, what is painted, and the timer that waits for both
        QApplication.processEvents()
    for frame in FRAMES:
        move_soon(open_street, frame)
    qtbot.waitUntil(lambda: shown[-1] == FRAMES[-1])
    QTest.mouseRelease(timeline.head, LEFT, NO_KEY, place(open_street, FRAMES[-1]))
    assert shown == [1, FRAMES[0], FRAMES[-1]]
    assert open_street.window.timeline.value() == FRAMES[-1]
