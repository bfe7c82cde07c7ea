"""Kinds of events that are stepped through, and pausing where findings start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from tests.scenes import street
from tests.ui.conftest import Clock, turn
from viewer.analysis.event_table import Events, FoundEvent, FoundEvents, Severity
from viewer.recording.problems import Problem
from viewer.replay.events import EventKind
from viewer.ui.app import Viewer
from viewer.ui.background.tasks import Tasks
from viewer.ui.commands.replay import ReplayCommands
from viewer.ui.state.found_events import EventScope
from viewer.ui.state.settings import Settings
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.lane_menu import LaneMenu
from viewer.ui.widgets.toast import Toast

Key = Qt.Key


def frame(viewer: Viewer) -> int:
    assert viewer.moment.world is not None
    return viewer.moment.world.frame_index


def said(viewer: Viewer) -> str:
    toast = viewer.window.findChild(Toast)
    assert toast is not None
    return toast.text if toast.isVisible() else ""


def entry(menu: QMenu, text: str) -> QAction:
    """Return the entry of a menu that says so."""
    (found,) = (each for each in menu.actions() if each.text() == text)
    return found


def choose(viewer: Viewer, qtbot: QtBot, menu: QMenu, text: str) -> None:
    """Click on an entry of a menu."""
    menu.popup(viewer.window.mapToGlobal(viewer.window.rect().center()))
    qtbot.waitUntil(lambda: QGuiApplication.focusWindow() is menu.windowHandle())
    place = menu.actionGeometry(entry(menu, text)).center()
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=place)
    viewer.window.activateWindow()
    qtbot.waitUntil(lambda: QGuiApplication.focusWindow() is viewer.window.windowHandle())


@pytest.fixture
def menu(open_street: Viewer) -> QMenu:
    return open_street.window.menus["events"]


def steps(viewer: Viewer, qtbot: QtBot, key: Qt.Key) -> list[int]:
    """Press a key until it leads no further, and return the frames it led to."""
    qtbot.waitUntil(lambda: viewer.tasks.quiet)
    frames: list[int] = []
    while True:
        qtbot.keyClick(viewer.window, key)
        if frames[-1:] == [frame(viewer)]:
            return frames
        frames.append(frame(viewer))


def test_keys_go_through_all_kinds_at_first(open_street: Viewer, qtbot: QtBot) -> None:
    assert steps(open_street, qtbot, Key.Key_PageDown) == [2, 5, 9, 12, 15]
    assert said(open_street) == "No later event"
    assert steps(open_street, qtbot, Key.Key_PageUp) == [12, 9, 5, 2]
    assert said(open_street) == "No earlier event"


def test_that_there_is_no_event_is_not_said_while_some_may_be_found(
    open_street: Viewer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(open_street.recording), "loading", property(lambda _: True))
    steps(open_street, qtbot, Key.Key_PageDown)
    assert said(open_street) == "No later event is found yet"
    steps(open_street, qtbot, Key.Key_PageUp)
    assert said(open_street) == "No earlier event is found yet"


def test_keys_leave_hidden_kinds_out(open_street: Viewer, qtbot: QtBot, menu: QMenu) -> None:
    choose(open_street, qtbot, menu, "Spawned")
    assert open_street.settings.shown_events == frozenset(EventKind) - {EventKind.SPAWN}
    choose(open_street, qtbot, menu, "Attached")
    assert steps(open_street, qtbot, Key.Key_PageDown) == [9, 12, 15]
    assert steps(open_street, qtbot, Key.Key_PageUp) == [12, 9]
    assert said(open_street) == "No earlier event of the kinds shown"
    choose(open_street, qtbot, menu, "All kinds")
    assert steps(open_street, qtbot, Key.Key_PageUp) == [5, 2]


def test_they_are_still_known_when_the_menu_of_lanes_has_offered_them(
    open_street: Viewer, qtbot: QtBot, menu: QMenu
) -> None:
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


def test_without_a_visible_kind_it_says_where_to_choose(open_street: Viewer, qtbot: QtBot) -> None:
    open_street.settings.shown_events = frozenset(())
    qtbot.keyClick(open_street.window, Key.Key_PageDown)
    assert frame(open_street) == 0
    assert said(open_street) == "No kind of event is shown: see Replay, Events shown"


def test_times_that_are_told_are_stepped_through_until_another_file_is_open(
    open_street: Viewer, qtbot: QtBot, tmp_path: Path
) -> None:
    index = open_street.recording.index
    assert index is not None
    open_street.workspace.recorded_events.set_times(EventKind.NOTE, index.elapsed[[13]])
    assert steps(open_street, qtbot, Key.Key_PageDown) == [2, 5, 9, 12, 13, 15]
    open_street.workspace.open(street().save(tmp_path / "other.log"))
    qtbot.waitUntil(
        lambda: open_street.recording.index not in (None, index) and not open_street.recording.busy
    )
    assert steps(open_street, qtbot, Key.Key_PageDown) == [2, 5, 9, 12, 15]


# -- pausing, with a clock that the test moves


def finding(kind: str, start: float, row: int, incident: int) -> FoundEvent:
    return FoundEvent(kind, start, start, (row, None), 1.0, 0.0, 0, None, Severity.HIGH, incident=incident)


class Deck:
    """A workspace with the street open, three things found in it, and what pauses it at them."""

    def __init__(self, workspace: Workspace, clock: Clock) -> None:
        self.workspace, self.clock = workspace, clock
        self.playback, self.moment = workspace.playback, workspace.moment
        assert workspace.recording.index is not None
        at = workspace.recording.index.elapsed
        events = [
            finding("collision", at[9], 0, 1),
            finding("stall", at[15], 1, 2),
            finding("contact", at[9], 0, 1),
        ]
        self.found_events = workspace.found_events
        self.found_events.set_found(
            FoundEvents(Events(events), (), ("collision",), None, 0, {}, 0, "recorded", "")
        )
        workspace.settings.pauses_at_findings = True
        self.said: list[str] = []
        ReplayCommands(workspace, workspace)
        workspace.flush()
        workspace.message.connect(self.said.append)

    def run(self, seconds: float, tick: float = 0.016) -> None:
        for _ in range(round(seconds / tick)):
            self.clock.now += tick
            self.playback.tick()
            self.workspace.flush()

    @property
    def frame(self) -> int:
        assert self.moment.world is not None
        return self.moment.world.frame_index


@pytest.fixture
def deck(qtbot: QtBot, tasks: Tasks, clock: Clock, tmp_path: Path, settings: Settings) -> Iterator[Deck]:
    workspace = Workspace(tasks, settings)
    workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: workspace.recording.index is not None and not workspace.recording.busy)
    yield Deck(workspace, clock)
    workspace.shut_down()
    workspace.deleteLater()


@pytest.mark.parametrize("speed", [0.1, 1.0, 20.0])
def test_it_pauses_at_the_frame_of_the_finding_and_says_why(deck: Deck, speed: float) -> None:
    deck.playback.set_speed(speed)
    deck.playback.toggle_play()
    deck.run(6.0)
    assert (deck.frame, deck.playback.transport.playing) == (9, False)
    assert deck.said == ["Paused at 0.450 s: Collision"]


def test_going_on_passes_the_finding_and_stops_at_the_next(deck: Deck) -> None:
    deck.playback.toggle_play()
    deck.run(2.0)
    deck.playback.toggle_play()
    deck.run(2.0)
    assert deck.frame == 15
    assert deck.said == ["Paused at 0.450 s: Collision", "Paused at 0.750 s: Stalled"]
    deck.playback.toggle_play()
    deck.run(2.0)
    assert (deck.frame, len(deck.said)) == (19, 2)


def test_it_pauses_only_at_findings_of_those_the_story_is_told_about(deck: Deck) -> None:
    deck.found_events.set_selected((1,))
    deck.found_events.set_scope(EventScope.SELECTED)
    deck.workspace.flush()
    deck.playback.toggle_play()
    deck.run(2.0)
    assert deck.said == ["Paused at 0.750 s: Stalled"]


# -- who finds events


def test_notes_are_events(open_street: Viewer, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not open_street.notes.loading)
    open_street.playback.jump_to_frame(13)
    qtbot.keyClick(open_street.window, Key.Key_B)
    qtbot.keyClick(open_street.window.focusWidget(), Key.Key_Return)
    open_street.playback.jump_to_frame(0)
    assert steps(open_street, qtbot, Key.Key_PageDown) == [2, 5, 9, 12, 13, 15]
    open_street.settings.shown_events = frozenset({EventKind.NOTE})
    assert steps(open_street, qtbot, Key.Key_PageUp) == [13]


def test_damage_is_an_event_where_it_was_found(
    open_street: Viewer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = (
        Problem("Broken", "Left out", damage=True, frame=7),
        Problem("Odd", "Kept", damage=False, frame=3),
        Problem("Short", "Left out", damage=True),
        Problem("Beyond", "Left out", damage=True, frame=99),
    )
    qtbot.waitUntil(lambda: open_street.tasks.quiet)  # the examination tells its own, too
    monkeypatch.setattr(type(open_street.recording), "problems", problems)
    open_street.workspace.touch()
    open_street.settings.shown_events = frozenset({EventKind.PROBLEM})
    assert steps(open_street, qtbot, Key.Key_PageDown) == [7]
