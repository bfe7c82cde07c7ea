"""The row of buttons and what it says about the time."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QToolButton, QToolTip, QWidget

from tests.scenes import Scene, actor, street
from viewer.replay.time.transport import SPEEDS, Loop, Transport
from viewer.ui.actions import build_actions
from viewer.ui.icons import set_action_icons
from viewer.ui.shell.event_control import EventControl
from viewer.ui.shell.playback_bar import PlaybackBar
from viewer.ui.theme import apply_theme, load_theme, stylesheet

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
    bar = PlaybackBar(actions, window)
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
    return next(b for b in bar.findChildren(QToolButton) if b.menu() is not None)


def words(bar):
    """Return all that is to be read, from left to right."""
    bar.layout().activate()
    QApplication.processEvents()
    shown = [part for part in (*bar.findChildren(QLabel), *bar.findChildren(QToolButton)) if part.isVisible()]
    shown.sort(key=lambda part: part.mapTo(bar, part.rect().topLeft()).x())
    texts = (part.text().strip() for part in shown)
    return " ".join(text for text in texts if text)


def place(bar, part):
    return part.rect().translated(part.mapTo(bar, part.rect().topLeft()))


def resized(bar, width):
    bar.resize(width, bar.height())
    return words(bar)


# -- what it says


def test_it_tells_time_length_frame_duration_and_time_of_day(bar):
    told = "0.310 / 0.950 s frame 7 of 20 · 14:08:48 UTC · 0.050 s 1× Loop Interpolate"
    assert words(bar) == told


def test_the_last_frame_has_no_duration(bar, index):
    bar.set_playback(at(index, index.duration))
    assert "frame 20 of 20 · 14:08:48 UTC 1×" in words(bar)


def test_without_a_date_there_is_no_time_of_day(bar, index):
    bar.set_recording(replace(index, header=replace(index.header, timestamp=2**62)))
    assert "UTC" not in words(bar)


def test_nothing_moves_while_time_runs(bar, index):
    places = set()
    for playhead in (0.0, 0.111, 0.5, 0.9, index.duration):
        bar.set_playback(at(index, playhead))
        words(bar)
        parts = (*bar.findChildren(QLabel), *bar.findChildren(QToolButton))
        places.add(tuple(place(bar, part).getRect() for part in parts))
    assert len(places) == 1


@pytest.mark.parametrize("duration", [0.05, 12.5, 3600.0])
def test_every_text_fits_its_field(bar, tmp_path, duration):
    scene = Scene()
    for k in range(1100):
        scene.frame(duration / 1099 if k else 0.0, add=[actor(1)] if not k else [])
    index = scene.index(tmp_path / "long.log")
    bar.set_recording(index)
    for playhead in (0.0, index.duration * 0.4444, index.duration):
        bar.set_playback(at(index, playhead))
        words(bar)
        for label in bar.findChildren(QLabel):
            assert label.fontMetrics().horizontalAdvance(label.text()) <= label.width()


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
    assert play.text().strip() == ""
    assert play.isEnabled()


def test_a_growing_recording_is_told_anew(bar, index):
    part = replace(index, heads=index.heads[:10])
    bar.set_recording(part)
    bar.set_playback(at(part, 0.21))
    assert words(bar).startswith("0.210 / 0.450 s frame 5 of 10")
    bar.set_recording(index)
    assert words(bar).startswith("0.210 / 0.950 s frame 5 of 20")


# -- what it does


@pytest.mark.parametrize("name", BUTTONS)
def test_a_button_does_what_its_action_does(bar, actions, qtbot, name):
    with qtbot.waitSignal(actions[name].triggered):
        qtbot.mouseClick(button(bar, name), Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("name", BUTTONS)
def test_a_button_shows_what_its_action_shows(bar, actions, name):
    part = button(bar, name)
    assert part.toolTip() == actions[name].toolTip()
    actions[name].setEnabled(False)
    assert not part.isEnabled()
    actions[name].setEnabled(True)
    assert part.isEnabled()


@pytest.mark.parametrize("name", ["loop", "interpolate"])
def test_a_toggle_shows_the_state_of_its_action(bar, actions, qtbot, name):
    part = button(bar, name)
    qtbot.mouseClick(part, Qt.MouseButton.LeftButton)
    assert part.isChecked()
    assert actions[name].isChecked()
    actions[name].setChecked(False)
    assert not part.isChecked()


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


def test_the_play_button_is_of_the_accent_colour_and_changes_its_picture(bar, index):
    play = button(bar, "play_pause")
    theme = load_theme("dark")
    assert play.grab().toImage().pixelColor(6, 6) == theme.accent
    standing = play.grab().toImage()
    bar.set_playback(at(index, 0.2, playing=True))
    running = play.grab().toImage()
    assert running != standing
    bar.set_playback(at(index, 0.2))
    assert play.grab().toImage() == standing


def test_another_theme_changes_the_ground(plain_app, bar):
    for name in ("light", "dark"):
        theme = load_theme(name)
        apply_theme(plain_app, theme)
        image = bar.grab().toImage()
        assert image.pixelColor(2, 2) == theme.panel
        assert image.pixelColor(2, bar.height() - 1) == theme.hairline


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


def test_the_direction_stays_when_a_speed_is_chosen(bar, index, qtbot):
    bar.set_playback(at(index, 0.1, speed=-1.0))
    with qtbot.waitSignal(bar.speed_requested) as requested:
        speed_button(bar).menu().actions()[len(SPEEDS) - 1].trigger()
    assert requested.args == [-20.0]


def test_the_menu_leads_back_to_normal_speed(bar, actions):
    assert actions["speed_reset"] in speed_button(bar).menu().actions()


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


@popup
def test_a_speed_that_is_none_is_told(bar, qtbot):
    menu = speed_button(bar).menu()
    menu.popup(bar.mapToGlobal(bar.rect().topLeft()))
    field = menu.findChild(QLineEdit)
    qtbot.keyClicks(field, "fast")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert QToolTip.text() == "Type a number from 0.1 to 20"
    QToolTip.showText(QPoint(), "")  # hides it at once
    menu.close()


@popup
def test_a_key_leads_to_the_field_for_speeds(bar, actions, qtbot):
    bar.ask_speed()
    field = speed_button(bar).menu().findChild(QLineEdit)
    assert speed_button(bar).menu().isVisible()
    assert field.hasFocus()
    qtbot.keyClicks(field, "2.5")
    with qtbot.waitSignal(bar.speed_requested) as requested:
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert requested.args == [2.5]


def test_what_is_on_is_told_by_colour_and_not_by_words(bar, index, actions):
    theme = load_theme("dark")
    for name, text in (("loop", "Loop"), ("interpolate", "Interpolate")):
        part, before = button(bar, name), words(bar)
        assert part.text().strip() == text
        actions[name].setChecked(True)
        QApplication.processEvents()
        assert words(bar) == before
        assert part.grab().toImage().pixelColor(5, 5) == theme.selected
        actions[name].setChecked(False)
        assert part.grab().toImage().pixelColor(5, 5) != theme.selected


def test_the_kinds_of_events_are_chosen_between_the_arrows(bar):
    menu = QMenu(bar)
    bar.set_event_menu(menu)
    parts = sorted(bar.findChild(EventControl).findChildren(QToolButton), key=lambda part: part.x())
    assert [part.accessibleName() for part in parts] == ["Previous event", "Kinds of events", "Next event"]
    assert parts[1].menu() is menu


def test_without_words_the_loops_have_other_pictures(bar, index, actions):
    resized(bar, bar.minimumSizeHint().width())
    pictures = []
    for loop in Loop:
        bar.set_playback(at(index, 0.1, loop=loop))
        actions["loop"].setChecked(loop is not Loop.OFF)  # the window does so
        pictures.append(button(bar, "loop").grab().toImage())
    assert not [text for text in words(bar) if "Loop" in text]
    assert all(one != other for one, other in pairwise([*pictures, pictures[0]]))


# -- room


def test_what_is_needed_least_goes_first(bar):
    wanted = ["UTC", "0.050 s", "Loop", "frame", "/ 0.950 s"]
    gone = []
    for width in range(1200, bar.minimumSizeHint().width() - 1, -4):
        told = resized(bar, width)
        gone += [text for text in wanted if text not in told and text not in gone]
    assert gone == wanted
    assert "Loop" in resized(bar, 1600)


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
        text = part.text() if part.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly else ""
        assert part.width() >= part.fontMetrics().horizontalAdvance(text)


def test_the_palette_of_the_system_does_not_show_through(bar):
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Window, QColor("magenta"))
    bar.setPalette(palette)
    image = bar.grab().toImage()
    assert all(image.pixelColor(x, 1) == load_theme("dark").panel for x in range(0, bar.width(), 7))
