"""The bars of the window: what they say, and what their buttons do."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QToolButton,
    QWidget,
)

from tests.scenes import Scene, actor
from viewer.recording.indexing.detect import carla_version
from viewer.recording.problems import Problem
from viewer.replay.time.transport import Transport
from viewer.ui.actions import build_actions, build_menus
from viewer.ui.shell.playback_bar import PlaybackBar
from viewer.ui.shell.status_bar import StatusBar
from viewer.ui.shell.top_bar import TopBar
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.theme import load_theme, stylesheet

LEFT = Qt.MouseButton.LeftButton
ONCE = Problem("Collision: actor 7 is unknown", "kept", damage=True)
THRICE = Problem("Position: location of actor 101 is NaN", "left out", damage=True, count=3)
NOTES = Problem("Two records of actor 101", "the first counts", damage=False, count=1200)


def shown(widget):
    QApplication.processEvents()  # a bar shows its widgets when it lays them out
    labels = sorted(widget.findChildren(QLabel), key=lambda label: label.mapTo(widget, QPoint()).x())
    return [label.text() for label in labels if label.isVisible() and label.text()]


def test_the_top_bar_names_the_recording(qtbot, index):
    widget = QWidget()
    qtbot.addWidget(widget)
    actions = build_actions(widget)
    bar = TopBar(actions, build_menus(actions, widget), widget)
    bar.resize(1200, bar.height())
    widget.resize(1200, 400)
    widget.show()
    others = ["Find anything", "Ctrl+K"]
    for recording, texts in (
        (None, ["No recording open"]),
        (index, ["street.log", "Town03 · 23 Nov 2021 14:08 UTC"]),
        (None, ["No recording open"]),
    ):
        bar.set_recording(recording)
        assert shown(bar) == texts + others


@pytest.fixture
def bar(qtbot, alone):
    widget = StatusBar(alone)
    qtbot.addWidget(widget)
    widget.resize(1200, widget.height())
    widget.show()
    return widget


@pytest.fixture
def problems(bar):
    return bar.findChild(QPushButton)


def test_the_status_bar_tells_of_the_recording_and_counts_problems(bar, alone, index, problems, qtbot):
    assert shown(bar) == []
    alone.set_recording(index)
    about = ["20 frames", "0.950 s", "3 vehicles · 1 bicycle · 1 walker", carla_version(index)]
    assert shown(bar) == about
    for found, said in (
        ([], "No problems in this file"),
        ([THRICE, ONCE, NOTES], "4 problems"),
        ([NOTES], "1,200 remarks"),
        ([replace(NOTES, count=1)], "1 remark"),
        ([NOTES, ONCE], "1 problem"),
    ):
        alone.set_problems(found)
        assert (problems.text(), problems.isEnabled()) == (said, bool(found))
    with qtbot.waitSignal(bar.problems_requested):
        qtbot.mouseClick(problems, LEFT)
    alone.set_recording(None)
    assert shown(bar) == []
    assert not problems.isVisible()


def test_there_is_no_verdict_before_a_file_is_examined(bar, alone, index, problems, monkeypatch):
    monkeypatch.setattr(OpenRecording, "checking", True)
    alone.set_recording(index)
    assert problems.text() == "Checking…"
    alone.set_problems([ONCE])
    assert problems.text() == "1 problem"


def test_progress_is_there_while_reading_and_can_be_stopped(qtbot, bar, alone, index, monkeypatch):
    progress, stopped = bar.findChild(QProgressBar), []
    assert not progress.isVisible()
    monkeypatch.setattr(OpenRecording, "loading", True)
    alone.set_recording(replace(index, bytes_read=index.size // 4))
    assert progress.isVisible()
    assert progress.value() == pytest.approx(progress.maximum() / 4, abs=1)
    monkeypatch.setattr(OpenRecording, "cancel", lambda _: stopped.append(True))
    qtbot.mouseClick(bar.findChild(QToolButton), LEFT)
    assert stopped
    monkeypatch.setattr(OpenRecording, "loading", False)
    alone.set_recording(index)
    assert not progress.isVisible()


BUTTONS = {
    "go_start": "Go to start",
    "step_back": "One frame back",
    "play_pause": "Play or pause",
    "step_forward": "One frame forward",
    "go_end": "Go to end",
    "loop": "Loop",
    "interpolate": "Interpolate",
    "previous_event": "Previous event",
    "next_event": "Next event",
}


@pytest.fixture
def row(qtbot):
    row = QWidget()
    qtbot.addWidget(row)
    row.setStyleSheet(stylesheet(load_theme("dark")))
    row.resize(1600, 60)
    return row


@pytest.fixture
def actions(row):
    return build_actions(row)


@pytest.fixture
def playback(row, actions, index):
    playback = PlaybackBar(actions, QMenu(row), row)
    playback.resize(1600, playback.height())
    playback.set_recording(index)
    playback.set_playback(at(index, 0.31))
    row.show()
    return playback


def at(index, playhead, speed=1.0):
    transport = Transport()
    transport.set_elapsed(index.elapsed, 0.0)
    transport.set_speed(speed, 0.0)
    transport.seek(playhead, 0.0)
    return transport


def button(playback, name):
    return next(b for b in playback.findChildren(QToolButton) if b.accessibleName() == BUTTONS[name])


def speed_button(playback):
    return next(b for b in playback.findChildren(QToolButton) if b.text().endswith("×"))


def is_icon(part):
    alone = Qt.ToolButtonStyle.ToolButtonIconOnly
    return isinstance(part, QToolButton) and part.toolButtonStyle() == alone and not part.icon().isNull()


def words(playback):
    """Return all that is to be read, from left to right."""
    playback.layout().activate()
    QApplication.processEvents()
    shown = [
        part
        for part in (*playback.findChildren(QLabel), *playback.findChildren(QToolButton))
        if part.isVisible()
    ]
    shown.sort(key=lambda part: part.mapTo(playback, part.rect().topLeft()).x())
    texts = (part.text().strip() for part in shown if not is_icon(part))
    return " ".join(text for text in texts if text)


def test_it_tells_time_length_frame_duration_and_time_of_day_and_nothing_without_a_recording(playback):
    told = "0.310 / 0.950 s · frame 7 of 20 · 14:08:48 UTC · 0.050 s 1× Loop Interpolate"
    assert words(playback) == told
    playback.set_recording(None)
    assert words(playback).startswith("– 1×")
    assert not button(playback, "play_pause").isEnabled()


def test_one_frame_cannot_be_played_and_says_so(playback, actions, index, tmp_path, qtbot):
    played, play = [], button(playback, "play_pause")
    actions["play_pause"].triggered.connect(lambda: played.append(1))
    playback.set_recording(Scene().frame(add=[actor(1)]).index(tmp_path / "one.log"))
    assert (play.text().strip(), play.isEnabled()) == ("One frame", False)
    qtbot.mouseClick(play, Qt.MouseButton.LeftButton)
    assert not played
    playback.set_recording(index)
    assert (is_icon(play), play.isEnabled()) == (True, True)


def test_a_button_does_its_action_and_leaves_the_keyboard_where_it_is(playback, actions, qtbot, row):
    field = QLineEdit(row)
    field.show()
    field.setFocus()
    for name in BUTTONS:
        with qtbot.waitSignal(actions[name].triggered):
            qtbot.mouseClick(button(playback, name), Qt.MouseButton.LeftButton)
        assert row.focusWidget() is field
    for part in playback.findChildren(QToolButton):
        assert part.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_the_speed_is_shown_and_chosen_from_the_menu(playback, index, qtbot):
    part = speed_button(playback)
    choices = {action.text(): action for action in part.menu().actions() if action.isCheckable()}
    assert list(choices) == ["0.1×", "0.25×", "0.5×", "1×", "2×", "4×", "8×", "16×", "20×"]
    with qtbot.waitSignal(playback.speed.speed_requested) as requested:
        choices["4×"].trigger()
    assert requested.args == [4.0]
    assert choices["1×"].isChecked()  # until it is told otherwise
    for speed, text in ((0.25, "0.25×"), (-2.0, "−2×"), (1.7, "1.7×"), (4.0, "4×")):
        playback.set_playback(at(index, 0.1, speed))
        assert part.text() == text
        assert part.fontMetrics().horizontalAdvance(text) < part.width()
    assert choices["4×"].isChecked()


# The platform without a screen cannot bring a menu to the front.
popup = pytest.mark.qt_log_ignore(r"does not support (raise\(\)|grabbing the keyboard)", extend=True)


@popup
@pytest.mark.parametrize(
    ("typed", "asked"),
    [*{"3": [3.0], "1,5x": [1.5], "100": [20.0], "0.01": [0.1]}.items(),
     *((typed, []) for typed in ("fast", "", "-2", "nan"))],
)  # fmt: skip
def test_a_speed_is_typed_and_what_is_none_is_not_taken(playback, qtbot, typed, asked):
    menu, told = speed_button(playback).menu(), []
    playback.speed.speed_requested.connect(told.append)
    menu.popup(playback.mapToGlobal(playback.rect().topLeft()))
    field = menu.findChild(QLineEdit)
    qtbot.keyClicks(field, typed)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert told == asked
    assert menu.isVisible() == (not asked)
    menu.close()
