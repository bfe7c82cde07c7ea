"""The row of buttons and what it says about the time."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QToolButton, QWidget

from tests.scenes import Scene, actor, street
from viewer.replay.time.transport import Transport
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


def at(index, playhead, speed=1.0):
    transport = Transport()
    transport.set_elapsed(index.elapsed, 0.0)
    transport.set_speed(speed, 0.0)
    transport.seek(playhead, 0.0)
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


def test_it_tells_time_length_frame_duration_and_time_of_day_and_nothing_without_a_recording(bar):
    told = "0.310 / 0.950 s · frame 7 of 20 · 14:08:48 UTC · 0.050 s 1× Loop Interpolate"
    assert words(bar) == told
    bar.set_recording(None)
    assert words(bar).startswith("– 1×")
    assert not button(bar, "play_pause").isEnabled()


def test_one_frame_cannot_be_played_and_says_so(bar, actions, index, tmp_path, qtbot):
    played, play = [], button(bar, "play_pause")
    actions["play_pause"].triggered.connect(lambda: played.append(1))
    bar.set_recording(Scene().frame(add=[actor(1)]).index(tmp_path / "one.log"))
    assert (play.text().strip(), play.isEnabled()) == ("One frame", False)
    qtbot.mouseClick(play, Qt.MouseButton.LeftButton)
    assert not played
    bar.set_recording(index)
    assert (is_icon(play), play.isEnabled()) == (True, True)


def test_a_button_does_what_its_action_does_and_leaves_the_keyboard_where_it_is(bar, actions, qtbot, window):
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    for name in BUTTONS:
        with qtbot.waitSignal(actions[name].triggered):
            qtbot.mouseClick(button(bar, name), Qt.MouseButton.LeftButton)
        assert window.focusWidget() is field
    for part in bar.findChildren(QToolButton):
        assert part.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_the_speed_is_shown_and_chosen_from_the_menu(bar, index, qtbot):
    part = speed_button(bar)
    choices = {action.text(): action for action in part.menu().actions() if action.isCheckable()}
    assert list(choices) == ["0.1×", "0.25×", "0.5×", "1×", "2×", "4×", "8×", "16×", "20×"]
    with qtbot.waitSignal(bar.speed_requested) as requested:
        choices["4×"].trigger()
    assert requested.args == [4.0]
    assert choices["1×"].isChecked()  # until it is told otherwise
    for speed, text in ((0.25, "0.25×"), (-2.0, "−2×"), (1.7, "1.7×"), (4.0, "4×")):
        bar.set_playback(at(index, 0.1, speed))
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
def test_a_speed_is_typed_and_what_is_none_is_not_taken(bar, qtbot, typed, asked):
    menu, told = speed_button(bar).menu(), []
    bar.speed_requested.connect(told.append)
    menu.popup(bar.mapToGlobal(bar.rect().topLeft()))
    field = menu.findChild(QLineEdit)
    qtbot.keyClicks(field, typed)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert told == asked
    assert menu.isVisible() == (not asked)
    menu.close()
