"""The range by its keys, with a timeline and no window around it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from tests.scenes import HERO
from tests.ui.commands.conftest import do
from viewer.replay.time.transport import Loop
from viewer.ui.commands.range import RangeCommands
from viewer.ui.state.actor_ref import ref_of
from viewer.ui.state.range_figures import RangeFigures
from viewer.ui.state.time_range import TimeRange
from viewer.ui.timeline.view import TimelineView

Key, Modifier = Qt.Key, Qt.KeyboardModifier
HOW = "No range: Ctrl+drag on the timeline, or I and O at the playhead"


@pytest.fixture
def timeline(widget) -> TimelineView:
    view = TimelineView(widget)
    view.resize(1600, 300)
    return view


@pytest.fixture
def connected(workspace, timeline, actions) -> None:
    recording, playback = workspace.recording, workspace.playback
    chosen = TimeRange(recording, playback, workspace)
    figures = RangeFigures(recording, workspace.focus, chosen, workspace.events, workspace)
    commands = RangeCommands(workspace, chosen, figures, timeline, workspace)
    do(actions, **{"range_wiring.commands": commands})


@pytest.fixture
def ranged(connected, opened, timeline, press):
    """The street with a range from frame 4 to frame 14, of 0.05 s each, and the playhead at its end."""
    timeline.set_recording(opened.recording.index)
    for time, key in ((0.22, Key.Key_I), (0.72, Key.Key_O)):
        opened.playback.seek(time)
        press(key)
    return opened.playback


def test_it_plays_from_its_start_and_ends_where_it_ends(ranged, clock, press):
    press(Key.Key_Space, Modifier.ShiftModifier)
    assert (ranged.transport.playing, ranged.transport.playhead) == (True, pytest.approx(0.2))
    for _ in range(20):
        clock.now += 0.05
        ranged.tick()
    assert (ranged.transport.playing, ranged.transport.playhead) == (False, pytest.approx(0.7))


def test_looping_it_is_switched_on_and_off(ranged, actions):
    loops = []
    for _ in range(2):
        actions["range_loop"].trigger()
        loops.append(ranged.transport.loop)
    assert loops == [Loop.RANGE, Loop.OFF]


def test_zooming_shows_all_of_it_and_not_much_more(ranged, timeline, press):
    press(Key.Key_Z, Modifier.ShiftModifier)
    first, last = timeline.model.axis.start, timeline.model.axis.end
    assert first <= 0.2
    assert last >= 0.7
    assert last - first < 0.65


def test_its_figures_are_copied_with_their_units(ranged, opened, qtbot, press):
    """The hero drives at 10 m/s: in half a second five metres."""
    hero = opened.recording.index.actors.rows_of(HERO)[0]
    opened.focus.select(ref_of(hero))
    qtbot.waitUntil(lambda: opened.recording.path is not None and opened.recording.path.row == hero)
    press(Key.Key_C, Modifier.AltModifier)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    figures = {name: (value, *unit) for name, value, *unit in lines}
    assert figures["start"] == ("0.200000", "s")
    assert figures["length"] == ("0.500000", "s")
    assert figures["frames"] == ("11",)
    assert figures["distance"] == ("5.000", "m")
    assert figures["mean speed"] == ("10.000", "m/s")


def test_a_key_clears_it(ranged, refusals, press):
    press(Key.Key_X, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert (ranged.transport.range, refusals) == (None, [])


@pytest.mark.parametrize("action", ["range_play", "range_loop", "range_zoom", "range_copy"])
def test_without_one_it_is_said_how_to_choose_it(connected, opened, actions, refusals, action):
    QGuiApplication.clipboard().setText("before")
    actions[action].trigger()
    assert refusals == [HOW]
    assert (opened.playback.transport.playing, opened.playback.transport.loop) == (False, Loop.OFF)
    assert QGuiApplication.clipboard().text() == "before"


def test_without_a_recording_nothing_is_said(connected, actions, refusals):
    for action_id in ("range_in", "range_out", "range_play", "range_loop", "range_zoom", "range_copy"):
        actions[action_id].trigger()
    assert refusals == []
