"""The range in the whole window: keys, loop, figures."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton

from tests.scenes import HERO, OTHER
from tests.ui.conftest import turn
from tests.ui.person import press, row_of, said
from viewer.replay.time.transport import Loop
from viewer.ui.shell.range_card import RangeCard

pytestmark = pytest.mark.usefixtures("one_window")

Key, Modifier = Qt.Key, Qt.KeyboardModifier
LEFT = Qt.MouseButton.LeftButton


def edges(viewer):
    """Return the frames at the edges of the range; each lasts 0.05 s."""
    chosen = viewer.playback.transport.range
    return chosen and tuple(round(time / 0.05) for time in chosen)


def card(viewer):
    found = viewer.window.findChild(RangeCard)
    assert found is not None
    return found


def told(viewer):
    """Return what the card says, line by line, or nothing while it is hidden."""
    if not card(viewer).isVisible():
        return []
    return [label.text() for label in card(viewer).findChildren(QLabel)]


def x_of(viewer, time):
    """Return the pixel of a time while everything is shown."""
    return round(viewer.window.timeline.model.axis.fitted().x(time))


@pytest.fixture
def ranged(open_street):
    """The street with a range from frame 6 to 12, chosen by keys."""
    open_street.playback.jump_to_frame(6)
    press(open_street, "I")
    open_street.playback.jump_to_frame(12)
    press(open_street, "O")
    assert edges(open_street) == (6, 12)
    return open_street


def test_in_and_out_stand_at_the_frame_that_is_shown(open_street):
    steps = []
    for time, key in ((0.32, "I"), (0.63, "O"), (0.11, "I"), (0.91, "I"), (0.21, "O")):
        open_street.playback.seek(time)
        press(open_street, key)
        steps.append(edges(open_street))
    assert steps == [(6, 19), (6, 12), (2, 12), (18, 19), (0, 4)]


def test_escape_gives_up_the_drag_then_clears_selection_then_range(ranged):
    timeline = ranged.window.timeline
    ranged.focus.select(row_of(ranged, HERO))
    QTest.mousePress(timeline.head, LEFT, Modifier.NoModifier, QPoint(x_of(ranged, 0.6), 40))
    QTest.mouseMove(timeline.head, QPoint(x_of(ranged, 0.9), 40))
    assert edges(ranged) == (6, 18)
    press(ranged, "Escape")
    QTest.mouseRelease(timeline.head, LEFT, Modifier.NoModifier, QPoint(x_of(ranged, 0.9), 40))
    assert (edges(ranged), ranged.focus.primary is None) == ((6, 12), False)
    press(ranged, "Escape")
    assert (edges(ranged), ranged.focus.primary is None) == ((6, 12), True)
    press(ranged, "Escape")
    assert edges(ranged) is None
    assert told(ranged) == []


def test_the_card_tells_frames_events_and_how_the_selected_actor_moved(ranged, qtbot):
    qtbot.waitUntil(lambda: ranged.tasks.quiet)
    nobody = "Select an actor for its distance and speed"
    assert told(ranged) == ["0.300 s", "7 frames · 1 collision · 1 light change", nobody]
    for actor_id, text in (
        (HERO, f"{HERO} · 3.0 m · mean 10.00 m/s · 10.00 – 10.00 m/s"),
        (OTHER, f"{OTHER} · 0.0 m · mean 0.00 m/s · 0.00 – 0.00 m/s"),
    ):
        ranged.focus.select(row_of(ranged, actor_id))
        turn()
        qtbot.waitUntil(lambda: not ranged.recording.busy)
        assert told(ranged)[2] == text
    ranged.focus.select(None)
    turn()
    assert told(ranged)[2] == nobody


def test_copied_figures_have_their_units(ranged, qtbot):
    """The hero drives 0.5 m in each frame of 0.05 s: 10 in no other unit of speed."""
    ranged.focus.select(row_of(ranged, HERO))
    qtbot.waitUntil(lambda: not ranged.recording.busy)
    press(ranged, "Alt+C")
    lines = QGuiApplication.clipboard().text().splitlines()
    assert [line for line in lines if not line.startswith("events: ")] == [
        "start\t0.300000\ts",
        "end\t0.600000\ts",
        "length\t0.300000\ts",
        "frames\t7",
        "first frame\t7",
        "last frame\t13",
        f"actor\t{HERO}",
        "distance\t3.000\tm",
        "mean speed\t10.000\tm/s",
        "lowest speed\t10.000\tm/s",
        "highest speed\t10.000\tm/s",
    ]


def test_the_loop_has_a_third_state_if_there_is_a_range(ranged):
    loops = []
    for _ in range(3):
        press(ranged, "Ctrl+L")
        loops.append(ranged.playback.transport.loop)
    assert loops == [Loop.ALL, Loop.RANGE, Loop.OFF]
    press(ranged, "Ctrl+Shift+X")
    loops = []
    for _ in range(2):
        press(ranged, "Ctrl+L")
        loops.append(ranged.playback.transport.loop)
    assert loops == [Loop.ALL, Loop.OFF]


def test_the_button_plays_the_range_and_at_the_end_space_starts_it_again(ranged, qtbot):
    name = ranged.window.actions_by_id["range_play"].text()
    buttons = card(ranged).findChildren(QToolButton)
    play = next(each for each in buttons if each.accessibleName() == name)
    for key, start in (
        ("Home", lambda: qtbot.mouseClick(play, LEFT)),
        ("End", lambda: press(ranged, "Space")),
    ):
        if ranged.playback.transport.playing:
            ranged.playback.toggle_play()
        press(ranged, key)
        start()
        assert 0.29 < ranged.playback.transport.playhead < 0.61


def test_without_a_range_it_says_how_to_choose_one(open_street):
    for name in ("range_play", "range_loop", "range_zoom", "range_copy"):
        action = open_street.window.actions_by_id[name]
        open_street.toast.hide()
        action.trigger()
        turn()
        assert said(open_street) == "No range: Ctrl+drag on the timeline, or I and O at the playhead"
        assert not action.isChecked()
        assert not open_street.playback.transport.playing
