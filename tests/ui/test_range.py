"""The range in the whole window: keys, loop, figures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from tests.scenes import HERO, OTHER, street
from tests.ui.conftest import turn
from viewer.replay.time.transport import Loop
from viewer.ui.app import Viewer
from viewer.ui.shell.range_card import RangeCard
from viewer.ui.widgets.toast import Toast

Key, Modifier = Qt.Key, Qt.KeyboardModifier
LEFT = Qt.MouseButton.LeftButton


def press(viewer: Viewer, qtbot: QtBot, key: Key, keys: Modifier = Modifier.NoModifier) -> None:
    qtbot.keyClick(viewer.window, key, keys)


def go(viewer: Viewer, frame: int) -> None:
    viewer.playback.jump_to_frame(frame)


def edges(viewer: Viewer) -> tuple[int, ...] | None:
    """Return the frames at the edges of the range; each lasts 0.05 s."""
    chosen = viewer.playback.transport.range
    return chosen and tuple(round(time / 0.05) for time in chosen)


def card(viewer: Viewer) -> RangeCard:
    found = viewer.window.findChild(RangeCard)
    assert found is not None
    return found


def told(viewer: Viewer) -> list[str]:
    """Return what the card says, line by line, or nothing while it is hidden."""
    if not card(viewer).isVisible():
        return []
    return [label.text() for label in card(viewer).findChildren(QLabel)]


def said(viewer: Viewer) -> str:
    toast = viewer.window.findChild(Toast)
    assert toast is not None
    return toast.text if toast.isVisible() else ""


def row_of(viewer: Viewer, actor_id: int) -> int:
    index = viewer.recording.index
    assert index is not None
    return int(index.actors.rows_of(actor_id)[0])


def x_of(viewer: Viewer, time: float) -> int:
    """Return the pixel of a time while everything is shown."""
    return round(viewer.window.timeline.model.axis.fitted().x(time))


@pytest.fixture
def ranged(open_street: Viewer, qtbot: QtBot) -> Viewer:
    """The street with a range from frame 6 to 12, chosen by keys."""
    go(open_street, 6)
    press(open_street, qtbot, Key.Key_I)
    go(open_street, 12)
    press(open_street, qtbot, Key.Key_O)
    assert edges(open_street) == (6, 12)
    return open_street


# -- choosing


def test_in_and_out_stand_at_the_frame_that_is_shown(open_street: Viewer, qtbot: QtBot) -> None:
    steps = []
    for time, key in (
        (0.32, Key.Key_I),
        (0.63, Key.Key_O),
        (0.11, Key.Key_I),
        (0.91, Key.Key_I),
        (0.21, Key.Key_O),
    ):
        open_street.playback.seek(time)
        press(open_street, qtbot, key)
        steps.append(edges(open_street))
    assert steps == [(6, 19), (6, 12), (2, 12), (18, 19), (0, 4)]


def test_a_drag_with_ctrl_chooses_it_and_the_card_shows_it(open_street: Viewer, qtbot: QtBot) -> None:
    timeline = open_street.window.timeline
    y = 40
    QTest.mousePress(timeline.head, LEFT, Modifier.ControlModifier, QPoint(x_of(open_street, 0.25), y))
    QTest.mouseMove(timeline.head, QPoint(x_of(open_street, 0.4), y))
    assert edges(open_street) == (5, 8)
    assert told(open_street)[0] == "0.150 s"
    QTest.mouseMove(timeline.head, QPoint(x_of(open_street, 0.75), y))
    QTest.mouseRelease(timeline.head, LEFT, Modifier.ControlModifier, QPoint(x_of(open_street, 0.75), y))
    assert edges(open_street) == (5, 15)
    assert open_street.playback.transport.playhead == 0.0


def test_escape_gives_up_the_drag_then_clears_selection_then_range(ranged: Viewer, qtbot: QtBot) -> None:
    timeline = ranged.window.timeline
    ranged.focus.select(row_of(ranged, HERO))
    QTest.mousePress(timeline.head, LEFT, Modifier.NoModifier, QPoint(x_of(ranged, 0.6), 40))
    QTest.mouseMove(timeline.head, QPoint(x_of(ranged, 0.9), 40))
    assert edges(ranged) == (6, 18)
    press(ranged, qtbot, Key.Key_Escape)
    QTest.mouseRelease(timeline.head, LEFT, Modifier.NoModifier, QPoint(x_of(ranged, 0.9), 40))
    assert (edges(ranged), ranged.focus.primary is None) == ((6, 12), False)
    press(ranged, qtbot, Key.Key_Escape)
    assert (edges(ranged), ranged.focus.primary is None) == ((6, 12), True)
    press(ranged, qtbot, Key.Key_Escape)
    assert edges(ranged) is None
    assert told(ranged) == []


def test_another_recording_has_no_range_but_the_same_one_read_again_has(
    ranged: Viewer, qtbot: QtBot, tmp_path: Path
) -> None:
    def read_again(act: Callable[[], None]) -> None:
        before = ranged.recording.index
        act()
        qtbot.waitUntil(lambda: ranged.recording.index is not before and not ranged.recording.busy)

    read_again(ranged.workspace.reload)
    assert edges(ranged) == (6, 12)
    street(frames=9).save(tmp_path / "street.log")
    read_again(ranged.workspace.reload)
    assert edges(ranged) == (6, 8)
    street().save(tmp_path / "other.log")
    read_again(lambda: ranged.workspace.open(tmp_path / "other.log"))
    assert edges(ranged) is None


# -- figures


def test_the_card_tells_frames_and_events(ranged: Viewer, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: ranged.tasks.quiet)
    assert told(ranged) == [
        "0.300 s",
        "7 frames · 1 collision · 1 light change",
        "Select an actor for its distance and speed",
    ]


def test_the_card_tells_how_the_selected_actor_moved(ranged: Viewer, qtbot: QtBot) -> None:
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
    assert told(ranged)[2] == "Select an actor for its distance and speed"


def test_copied_figures_have_their_units(ranged: Viewer, qtbot: QtBot) -> None:
    """The hero drives 0.5 m in each frame of 0.05 s: 10 in no other unit of speed."""
    ranged.focus.select(row_of(ranged, HERO))
    qtbot.waitUntil(lambda: not ranged.recording.busy)
    press(ranged, qtbot, Key.Key_C, Modifier.AltModifier)
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


# -- what one can do with it


def button(viewer: Viewer, action_id: str) -> QToolButton:
    name = viewer.window.actions_by_id[action_id].text()
    return next(each for each in card(viewer).findChildren(QToolButton) if each.accessibleName() == name)


def test_the_loop_has_a_third_state_if_there_is_a_range(ranged: Viewer, qtbot: QtBot) -> None:
    loops = []
    for _ in range(3):
        press(ranged, qtbot, Key.Key_L, Modifier.ControlModifier)
        loops.append(ranged.playback.transport.loop)
    assert loops == [Loop.ALL, Loop.RANGE, Loop.OFF]
    press(ranged, qtbot, Key.Key_X, Modifier.ControlModifier | Modifier.ShiftModifier)
    loops = []
    for _ in range(2):
        press(ranged, qtbot, Key.Key_L, Modifier.ControlModifier)
        loops.append(ranged.playback.transport.loop)
    assert loops == [Loop.ALL, Loop.OFF]


def test_the_button_plays_the_range_to_its_end(ranged: Viewer, qtbot: QtBot) -> None:
    qtbot.mouseClick(button(ranged, "range_play"), LEFT)
    assert ranged.playback.transport.playing
    assert ranged.playback.transport.playhead == pytest.approx(0.3)
    qtbot.waitUntil(lambda: not ranged.playback.transport.playing)
    assert ranged.playback.transport.playhead == pytest.approx(0.6)


def test_at_the_end_space_starts_again_at_the_start_of_the_range(ranged: Viewer, qtbot: QtBot) -> None:
    press(ranged, qtbot, Key.Key_End)
    press(ranged, qtbot, Key.Key_Space)
    assert ranged.playback.transport.playhead == pytest.approx(0.3, abs=0.04)
    ranged.playback.toggle_play()


def test_zooming_shows_the_range_with_a_margin(ranged: Viewer, qtbot: QtBot) -> None:
    press(ranged, qtbot, Key.Key_Z, Modifier.ShiftModifier)
    sought: list[float] = []
    timeline = ranged.window.timeline
    timeline.model.scrub = sought.append
    for share in (0.0, 1.0):
        QTest.mouseClick(timeline.head, LEFT, Modifier.NoModifier, QPoint(x_of(ranged, share), 45))
    assert sought == pytest.approx([0.288, 0.612], abs=0.002)


def test_without_a_range_it_says_how_to_choose_one(open_street: Viewer) -> None:
    for name in ("range_play", "range_loop", "range_zoom", "range_copy"):
        action = open_street.window.actions_by_id[name]
        open_street.toast.hide()
        action.trigger()
        turn()
        assert said(open_street) == "No range: Ctrl+drag on the timeline, or I and O at the playhead"
        assert not action.isChecked()
        assert not open_street.playback.transport.playing
