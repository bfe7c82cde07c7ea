"""Events of the file: found in the background, stepped through by kind; and pausing where findings start."""

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication

from tests.scenes import Scene, actor, street
from tests.ui.conftest import turn
from tests.ui.person import frame_of, open_in, press, said
from tests.ui.timeline.conftest import part_of
from viewer.analysis.event_table import Events, FoundEvent, FoundEvents, Severity
from viewer.logfile import packets
from viewer.recording.index import changed, same_opening
from viewer.recording.problems import Problem
from viewer.replay.events import EventKind
from viewer.ui.commands.replay import ReplayCommands
from viewer.ui.state.found_events import EventScope
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.recorded_events import RecordedEvents, find_event_lists
from viewer.ui.timeline.lane_menu import LaneMenu

pytestmark = pytest.mark.usefixtures("one_window")


def entry(menu, text):
    """Return the entry of a menu that says so."""
    (found,) = (each for each in menu.actions() if each.text() == text)
    return found


@pytest.fixture
def menu(open_street):
    return open_street.window.menus["events"]


@pytest.fixture
def steps(open_street, qtbot):
    """A function that presses a key until it leads no further, and returns the frames it led to."""
    qtbot.waitUntil(lambda: not open_street.notes.loading)

    def step(key):
        qtbot.waitUntil(lambda: open_street.tasks.quiet)
        frames = []
        while True:
            press(open_street, key)
            if frames[-1:] == [frame_of(open_street) - 1]:
                return frames
            frames.append(frame_of(open_street) - 1)

    return step


def test_keys_go_through_all_kinds_at_first_and_say_where_they_end(open_street, steps, monkeypatch):
    assert steps("PgDown") == [2, 5, 9, 12, 15]
    assert said(open_street) == "No later event"
    assert steps("PgUp") == [12, 9, 5, 2]
    assert said(open_street) == "No earlier event"
    monkeypatch.setattr(type(open_street.recording), "loading", property(lambda _: True))
    for key, word in (("PgDown", "later"), ("PgUp", "earlier")):
        steps(key)
        assert said(open_street) == f"No {word} event is found yet"


def test_keys_leave_hidden_kinds_out(open_street, steps, menu):
    entry(menu, "Spawned").trigger()
    assert open_street.settings.shown_events == frozenset(EventKind) - {EventKind.SPAWN}
    entry(menu, "Attached").trigger()
    assert steps("PgDown") == [9, 12, 15]
    assert steps("PgUp") == [12, 9]
    assert said(open_street) == "No earlier event of the kinds shown"
    entry(menu, "All kinds").trigger()
    assert steps("PgUp") == [5, 2]
    open_street.settings.shown_events = frozenset(())
    press(open_street, "PgDown")
    assert frame_of(open_street) == 3
    assert said(open_street) == "No kind of event is shown: see Replay, Events shown"


def test_they_are_still_known_when_the_menu_of_lanes_has_offered_them(open_street, qtbot, menu):
    timeline = open_street.window.timeline
    key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(timeline, key)
    (lanes,) = timeline.findChildren(LaneMenu)
    assert menu.menuAction() in lanes.actions()
    with qtbot.waitSignal(lanes.destroyed):
        lanes.close()
    open_street.settings.shown_events = frozenset((EventKind.COLLISION,))
    turn()
    assert entry(menu, "Collisions").isChecked()
    assert not entry(menu, "Spawned").isChecked()


def test_notes_are_events_until_another_file_is_open(open_street, steps, qtbot, tmp_path):
    open_street.playback.jump_to_frame(13)
    press(open_street, "B", "Return")
    open_street.playback.jump_to_frame(0)
    assert steps("PgDown") == [2, 5, 9, 12, 13, 15]
    open_street.settings.shown_events = frozenset({EventKind.NOTE})
    assert steps("PgUp") == [13]
    open_street.settings.shown_events = frozenset(EventKind)
    open_in(open_street, qtbot, street().save(tmp_path / "other.log"))
    assert steps("PgDown") == [2, 5, 9, 12, 15]


def test_damage_is_an_event_where_it_was_found(open_street, steps, qtbot, monkeypatch):
    damage = (("Broken", 7), ("Short", None), ("Beyond", 99))
    problems = (
        *(Problem(what, "Left out", damage=True, frame=frame) for what, frame in damage),
        Problem("Odd", "Kept", damage=False, frame=3),
    )
    qtbot.waitUntil(lambda: open_street.tasks.quiet)  # the examination tells its own, too
    monkeypatch.setattr(type(open_street.recording), "problems", problems)
    open_street.workspace.touch()
    open_street.settings.shown_events = frozenset({EventKind.PROBLEM})
    assert steps("PgDown") == [7]


class Deck:
    """A workspace with the street open, three things found in it, and what pauses it at them."""

    def __init__(self, workspace, clock):
        self.workspace, self.clock, self.said = workspace, clock, []
        at = workspace.recording.index.elapsed
        events = [
            FoundEvent(kind, start, start, (row, None), 1.0, 0.0, 0, None, Severity.HIGH, incident=incident)
            for kind, start, row, incident in (
                ("collision", at[9], 0, 1), ("stall", at[15], 1, 2), ("contact", at[9], 0, 1),
            )
        ]  # fmt: skip
        workspace.found_events.set_found(
            FoundEvents(Events(events), (), ("collision",), None, 0, {}, 0, "recorded", "")
        )
        workspace.settings.pauses_at_findings = True
        ReplayCommands(workspace, workspace)
        workspace.flush()
        workspace.message.connect(self.said.append)

    def play(self):
        """Play for some seconds, tick by tick; return the frame where it has come to."""
        self.workspace.playback.toggle_play()
        for _ in range(375):
            self.clock.now += 0.016
            self.workspace.playback.tick()
            self.workspace.flush()
        assert not self.workspace.playback.transport.playing
        return self.workspace.moment.world.frame_index


@pytest.fixture
def deck(workspace, qtbot, clock, tmp_path):
    return Deck(open_in(workspace, qtbot, street().save(tmp_path / "street.log")), clock)


FIRST, SECOND = "Paused at 0.450 s: Collision", "Paused at 0.750 s: Stalled"


@pytest.mark.parametrize("speed", [0.1, 1.0, 20.0])
def test_it_pauses_at_the_frame_of_each_finding_and_says_why(deck, speed):
    deck.workspace.playback.set_speed(speed)
    assert (deck.play(), deck.said) == (9, [FIRST])
    assert (deck.play(), deck.said) == (15, [FIRST, SECOND])
    assert (deck.play(), deck.said) == (19, [FIRST, SECOND])


def test_it_pauses_only_at_findings_of_those_the_list_is_about(deck):
    deck.workspace.found_events.set_selected((1,))
    deck.workspace.found_events.set_scope(EventScope.SELECTED)
    deck.workspace.flush()
    assert (deck.play(), deck.said) == (15, [SECOND])


class Searched(RecordedEvents):
    """Searches the recordings that it is given."""

    def __init__(self, tasks, changes):
        self.recording = OpenRecording(tasks, changes)
        super().__init__(tasks, self.recording, changes)

    def search(self, index):
        more = same_opening(self.recording.index, index)
        self.recording.index = index
        if not more:
            self.forget()
        self.update()


@pytest.fixture
def finder(tasks, changes):
    return Searched(tasks, changes)


def found_by(finder, tasks, qtbot, index):
    finder.search(index)
    qtbot.waitUntil(lambda: tasks.quiet)
    times = {kind: finder.times[kind].tolist() for kind in finder.lists}
    assert times == {kind: index.elapsed[each.frames].tolist() for kind, each in finder.lists.items()}
    return finder.lists


def weather(cloudiness):
    return {packets.WEATHER: [(cloudiness, *[0.0] * 13)]}


def test_it_finds_lights_doors_and_weather_and_says_what_happened(finder, qtbot, tmp_path, tasks):
    """Neither the first weather is a change nor the same one again; a door has the row of its vehicle."""
    lights, doors = packets.TRAFFIC_LIGHT_STATE, packets.VEHICLE_DOOR
    scene = Scene()
    scene.frame(add=[actor(5), actor(6), actor(9, "traffic.traffic_light")], extra=weather(10.0))
    scene.frame(extra={lights: [(9, False, 0.0, 0)]})
    scene.frame(extra={lights: [(9, False, 0.0, 2)], doors: [(6, 0, True)]})
    scene.frame(extra=weather(10.0) | {doors: [(6, 0, False), (5, 4, True)]})
    scene.frame(extra=weather(60.0))
    lists = found_by(finder, tasks, qtbot, scene.index(tmp_path / "all.log"))
    found = {
        kind: list(zip(each.frames.tolist(), each.rows.tolist(), each.texts[:], strict=True))
        for kind, each in lists.items()
        if len(each)
    }
    assert found[EventKind.LIGHT] == [(2, 2, "Light 9: Red → Green")]
    assert found[EventKind.DOOR] == [
        (2, 1, "Door FrontLeft of 6 opened"), (3, 1, "Door FrontLeft of 6 closed"),
        (3, 0, "Door Hood of 5 opened"),
    ]  # fmt: skip
    assert [(frame, text) for frame, _, text in found[EventKind.WEATHER]] == [
        (4, "Weather: cloudiness 10.0 → 60.0")
    ]
    plain = Scene().frame(add=[actor(1)]).index(tmp_path / "plain.log")
    assert not any(map(len, find_event_lists(plain, lambda *_: True)))


def test_nothing_is_told_after_it_was_cancelled(finder, tasks, tmp_path, monkeypatch):
    returned = []

    def find(index, should_continue):
        returned.append(found := find_event_lists(index, should_continue))
        return found

    monkeypatch.setattr("viewer.ui.state.recorded_events.find_event_lists", find)
    finder.search(street().index(tmp_path / "street.log"))
    tasks.begin()
    while not returned:  # no event of this thread is handled meanwhile
        time.sleep(0.001)
    finder.cancel()
    tasks.shut_down()
    QCoreApplication.sendPostedEvents()
    assert not finder.lists
    assert tasks.quiet


def test_a_longer_view_is_searched_after_one_that_failed(tasks, finder, qtbot, tmp_path, monkeypatch):
    whole = street().index(tmp_path / "street.log")
    first = replace(part_of(whole, 9, 1.0), complete=True)

    def find(index, should_continue):
        if index is first:
            raise changed(index.path)
        return find_event_lists(index, should_continue)

    monkeypatch.setattr("viewer.ui.state.recorded_events.find_event_lists", find)
    finder.search(first)
    assert EventKind.LIGHT in found_by(finder, tasks, qtbot, whole)
    assert tasks.quiet
