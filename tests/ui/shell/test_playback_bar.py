"""The row of buttons and what it says about the time."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QToolButton, QWidget

from tests.scenes import Scene, actor, street
from viewer.replay.time.transport import Loop, Transport
from viewer.ui.actions import build_actions
from viewer.ui.icons import set_action_icons
from viewer.ui.shell.playback_bar import PlaybackBar
from viewer.ui.theme import load_theme, stylesheet

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


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    """20 frames of 0.05 s, recorded on 2021-11-23 at 14:08:48 UTC."""
    return street().index(tmp_path_factory.mktemp("bar") / "street.log")


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet(stylesheet(load_theme("dark")))
    window.resize(1600, 60)
    return window


@pytest.fixture
def actions(window):
    actions = build_actions(window)
    set_action_icons(actions)
    return actions


@pytest.fixture
def bar(window, actions, index):
    bar = PlaybackBar(actions, QMenu(window), window)
    bar.resize(1600, bar.height())
    bar.set_recording(index)
    bar.set_playback(at(index, 0.31))
    window.show()
    return bar


def at(index, playhead, *, speed=1.0, playing=False, loop=Loop.OFF):
    transport = Transport()
    transport.set_elapsed(index.elapsed, 0.0)
    transport.set_speed(speed, 0.0)
    transport.loop = loop
    transport.seek(playhead, 0.0)
    if playing:
        transport.play(0.0)
    return transport


def button(bar, name):
    return next(b for b in bar.findChildren(QToolButton) if b.accessibleName() == BUTTONS[name])


def speed_button(bar):
    return next(b for b in bar.findChildren(QToolButton) if b.text().endswith("×"))


def is_icon(part):
    alone = Qt.ToolButtonStyle.ToolButtonIconOnly
    return isinstance(part, QToolButton) and part.toolButtonStyle() == alone and not part.icon().isNull()


def words(bar):
    """Return all that is to be read, from left to right."""
    bar.layout().activate()
    QApplication.processEvents()
    shown = [part for part in (*bar.findChildren(QLabel), *bar.findChildren(QToolButton)) if part.isVisible()]
    shown.sort(key=lambda part: part.mapTo(bar, part.rect().topLeft()).x())
    texts = (part.text().strip() for part in shown if not is_icon(part))
    return " ".join(text for text in texts if text)


def place(bar, part):
    return part.rect().translated(part.mapTo(bar, part.rect().topLeft()))


def resized(bar, width):
    bar.resize(width, bar.height())
    return words(bar)


# -- what it says


def test_it_tells_time_length_frame_duration_and_time_of_day(bar):
    told = "0.310 / 0.950 s · frame 7 of 20 · 14:08:48 UTC · 0.050 s 1× Loop Interpolate"
    assert words(bar) == told


def test_no_recording_is_a_dash_and_nothing_to_play(bar):
    bar.set_recording(None)
    assert words(bar).startswith("– 1×")
    assert not button(bar, "play_pause").isEnabled()


def test_one_frame_cannot_be_played_and_says_so(bar, actions, tmp_path, qtbot):
    index = Scene().frame(add=[actor(1)]).index(tmp_path / "one.log")
    played = []
    actions["play_pause"].triggered.connect(lambda: played.append(1))
    bar.set_recording(index)
    play = button(bar, "play_pause")
    assert play.text().strip() == "One frame"
    assert not play.isEnabled()
    qtbot.mouseClick(play, Qt.MouseButton.LeftButton)
    assert not played
    bar.set_recording(street().index(tmp_path / "more.log"))
    assert is_icon(play)
    assert play.isEnabled()


# -- what it does


@pytest.mark.parametrize("name", BUTTONS)
def test_a_button_does_what_its_action_does(bar, actions, qtbot, name):
    with qtbot.waitSignal(actions[name].triggered):
        qtbot.mouseClick(button(bar, name), Qt.MouseButton.LeftButton)


def test_buttons_leave_the_keyboard_where_it_is(bar, actions, qtbot, window):
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    triggered = []
    actions["go_end"].triggered.connect(lambda: triggered.append(1))
    for part in bar.findChildren(QToolButton):
        assert part.focusPolicy() == Qt.FocusPolicy.NoFocus
    qtbot.mouseClick(button(bar, "go_end"), Qt.MouseButton.LeftButton)
    assert window.focusWidget() is field
    qtbot.keyClick(field, Qt.Key.Key_Space)
    assert field.text() == " "
    assert len(triggered) == 1


# -- speed and loop


@pytest.mark.parametrize(("speed", "text"), [(1.0, "1×"), (0.25, "0.25×"), (-2.0, "−2×"), (1.7, "1.7×")])
def test_the_speed_is_shown(bar, index, speed, text):
    bar.set_playback(at(index, 0.1, speed=speed))
    part = speed_button(bar)
    assert part.text() == text
    assert part.fontMetrics().horizontalAdvance(text) < part.width()


def test_a_speed_is_chosen_from_the_menu(bar, index, qtbot):
    menu = speed_button(bar).menu()
    choices = {action.text(): action for action in menu.actions() if action.isCheckable()}
    assert list(choices) == ["0.1×", "0.25×", "0.5×", "1×", "2×", "4×", "8×", "16×", "20×"]
    with qtbot.waitSignal(bar.speed_requested) as requested:
        choices["4×"].trigger()
    assert requested.args == [4.0]
    assert choices["1×"].isChecked()  # until it is told otherwise
    bar.set_playback(at(index, 0.1, speed=4.0))
    assert choices["4×"].isChecked()


# The platform without a screen cannot bring a menu to the front.
popup = pytest.mark.qt_log_ignore(r"does not support (raise\(\)|grabbing the keyboard)", extend=True)


@popup
@pytest.mark.parametrize(("typed", "speed"), [("3", 3.0), ("1,5x", 1.5), ("100", 20.0), ("0.01", 0.1)])
def test_a_speed_is_typed(bar, qtbot, typed, speed):
    menu = speed_button(bar).menu()
    menu.popup(bar.mapToGlobal(bar.rect().topLeft()))
    field = menu.findChild(QLineEdit)
    qtbot.keyClicks(field, typed)
    with qtbot.waitSignal(bar.speed_requested) as requested:
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert requested.args == [speed]
    assert not menu.isVisible()


@popup
@pytest.mark.parametrize("typed", ["fast", "", "-2", "nan"])
def test_what_is_no_speed_is_not_taken(bar, qtbot, typed):
    menu = speed_button(bar).menu()
    menu.popup(bar.mapToGlobal(bar.rect().topLeft()))
    field = menu.findChild(QLineEdit)
    qtbot.keyClicks(field, typed)
    with qtbot.assertNotEmitted(bar.speed_requested):
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert menu.isVisible()
    menu.close()


# -- room


@pytest.mark.parametrize("more", [0, 20, 60, 120, 240, 480, 960])
def test_nothing_is_cut_off_or_overlaps(bar, index, more):
    bar.set_playback(at(index, 0.9, speed=-0.25, loop=Loop.ALL))
    width = bar.minimumSizeHint().width() + more
    resized(bar, width)
    parts = [part for part in (*bar.findChildren(QLabel), *bar.findChildren(QToolButton)) if part.isVisible()]
    places = sorted((place(bar, part) for part in parts), key=lambda rect: rect.left())
    assert places[0].left() >= 0
    assert places[-1].right() < width
    for left, right in pairwise(places):
        assert left.right() < right.left()
    for part in (part for part in parts if isinstance(part, QToolButton)):
        text = "" if is_icon(part) else part.text()
        assert part.width() >= part.fontMetrics().horizontalAdvance(text)
