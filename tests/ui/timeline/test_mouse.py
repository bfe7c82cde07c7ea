"""Mouse and keys on the timeline, as a person uses them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton

from tests.scenes import CAMERA, HERO
from tests.ui.person import row_of
from tests.ui.timeline.conftest import (
    EVENTS,
    MIDDLE,
    NO_KEY,
    OVERVIEW,
    RIGHT,
    RULER,
    SHIFT,
    part_of,
    said,
    show_in,
)
from viewer.replay.time.transport import Transport

PIXEL = 1 / 1140
"""Seconds of a pixel while everything is shown."""


def time_at(hand, sought, x, y=RULER):
    """Return the time at a pixel of the axis, by a click on it."""
    hand.click(x, y)
    return sought[-1]


def window(hand, view, sought):
    """Return start and end of what the axis shows, by clicks on its ends."""
    return time_at(hand, sought, hand.x(0.0)), time_at(hand, sought, hand.x(1.0))


def playing(index, playhead, speed=1.0):
    transport = Transport()
    transport.set_elapsed(index.elapsed, 0.0)
    transport.set_speed(speed, 0.0)
    transport.seek(playhead, 0.0)
    transport.play(0.0)
    return transport


def test_dragging_asks_for_the_time_of_every_move_within_the_recording_until_it_ends(hand, sought, index):
    hand.press(hand.x(0.1), RULER)
    for time in (0.2, 0.21, 0.7, 0.3):
        hand.move(hand.x(time), 90)
    assert sought == pytest.approx([0.1, 0.2, 0.21, 0.7, 0.3], abs=PIXEL)
    hand.move(5000)
    hand.move(-5000)
    hand.release()
    hand.move(hand.x(0.6))
    assert sought[5:] == [index.duration, 0.0]


def test_shift_can_be_taken_in_the_middle_of_a_drag(hand, sought):
    hand.press(hand.x(0.2), RULER)
    hand.move(hand.x(0.5))
    for time in (0.6, 0.8, 0.5):
        hand.move(hand.x(time), keys=SHIFT)
    assert sought[1:] == pytest.approx([0.5, 0.5, 0.52, 0.49], abs=PIXEL)


@pytest.mark.parametrize(
    ("y", "keys", "jumps"), [(RULER, SHIFT, 0), (RULER, NO_KEY, 3), (OVERVIEW, SHIFT, 3)]
)
def test_with_shift_the_playhead_can_be_taken_without_a_jump(hand, sought, view, y, keys, jumps):
    view.model.set_playhead(0.4321)
    hand.press(hand.x(0.4321) + 3, y, keys=keys)
    assert sought == pytest.approx([0.4321 + jumps * PIXEL], abs=PIXEL / 100)


@pytest.mark.parametrize(
    ("time", "beside", "frame", "about"), [(0.45, 3, 9, HERO), (0.1, -2, 2, CAMERA), (0.0, 2, 0, None)]
)
def test_a_click_on_a_mark_selects_whom_it_is_about(
    hand, sought, selected, index, time, beside, frame, about
):
    """A collision, a spawn, and the spawns of the first frame. A drag from it scrubs once it moves."""
    hand.press(hand.x(time) + beside, EVENTS)
    hand.move(hand.x(time) + beside - 1)
    assert sought == [float(index.elapsed[frame])]
    hand.move(hand.x(0.6))
    assert sought[1:] == [pytest.approx(0.6, abs=PIXEL)]
    assert selected == ([] if about is None else [row_of(index, about)])


def test_one_can_zoom_down_to_two_frames_and_out_to_everything(hand, view, sought, index):
    hand.wheel(hand.x(0.4), RULER, 100)
    start, end = window(hand, view, sought)
    assert end - start == pytest.approx(0.1, abs=PIXEL)
    hand.wheel(hand.x(0.9), RULER, -50)
    assert window(hand, view, sought) == (0.0, index.duration)


def test_the_right_button_pans_only_after_a_few_pixels(hand, view, sought):
    hand.wheel(hand.x(0.5), RULER, 1, SHIFT)
    hand.drag(hand.x(0.5), hand.x(0.5) + 3, RULER, RIGHT)
    assert window(hand, view, sought) == pytest.approx((0.25, 0.75), abs=PIXEL / 2)


def test_a_horizontal_wheel_pans_but_one_that_the_system_turned_for_shift_zooms(hand, view, sought):
    hand.wheel(hand.x(0.5), RULER, 1, SHIFT, across=True)
    assert window(hand, view, sought) == pytest.approx((0.25, 0.75), abs=PIXEL)
    hand.wheel(hand.x(0.5), RULER, -1, across=True)
    assert window(hand, view, sought) == pytest.approx((0.3, 0.8), abs=2 * PIXEL)


def test_scrubbing_beyond_an_end_scrolls_the_window(hand, view, sought, index, qtbot):
    hand.wheel(hand.x(0.4), RULER, 2, SHIFT)
    hand.press(hand.x(0.5), RULER)
    hand.move(hand.x(1.0) + 1000)
    qtbot.waitUntil(lambda: sought[-1] == index.duration)
    hand.move(hand.x(0.5))
    count = len(sought)
    hand.release()
    start, end = window(hand, view, sought)
    assert end == index.duration
    assert 0.69 < start < 0.76
    assert len(sought) == count + 2


def test_the_window_is_resized_on_the_overview(hand, view, sought):
    hand.drag(hand.x(0.0) + 1, hand.x(0.2) + 1, OVERVIEW)
    hand.drag(hand.x(1.0) - 1, hand.x(0.7) - 1, OVERVIEW)
    assert sought == []
    assert window(hand, view, sought) == pytest.approx((0.2, 0.7), abs=2 * PIXEL)


def test_panning_by_hand_stops_that_until_back_to_playhead(hand, view, sought, index, qtbot):
    chip = view.findChild(QPushButton)
    hand.wheel(hand.x(0.0), RULER, 1, SHIFT)
    view.model.set_playback(playing(index, 0.1))
    hand.drag(hand.x(0.5), hand.x(0.4), 90, MIDDLE)
    for playhead in (0.1, 0.7, 0.0, 0.95):
        view.model.set_playback(playing(index, playhead))
        assert chip.isVisible()
        assert chip.text() == "Back to playhead"
        assert view.rect().contains(chip.geometry())
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert not chip.isVisible()
    view.model.set_playback(playing(index, 0.9))
    start, end = window(hand, view, sought)
    assert start < 0.9 < end


def test_pointing_tells_the_time_and_who_is_there(hand, view):
    times = []
    view.model.hover_time.connect(times.append)
    hand.move(hand.x(0.25), RULER)
    hand.move(hand.x(0.45), EVENTS)
    assert "0.450 s · frame 10 · 0.050 s" in said(view)
    assert "Collision 101 lincoln mkz2017 and 102 tesla model3, reported by 101" in said(view)
    hand.leave()
    assert times == [pytest.approx(0.25, abs=PIXEL), pytest.approx(0.45, abs=PIXEL), None]


def test_the_cursor_shows_what_can_be_taken(hand, view):
    shapes = []
    hand.wheel(hand.x(0.5), RULER, 1, SHIFT)
    for x, y in ((0.5, RULER), (0.5, OVERVIEW), (0.25, OVERVIEW), (0.75, OVERVIEW), (0.05, OVERVIEW)):
        hand.move(hand.x(x), y)
        shapes.append(hand.shape())
    arrow, grab, sideways = (
        Qt.CursorShape.ArrowCursor, Qt.CursorShape.OpenHandCursor, Qt.CursorShape.SizeHorCursor,
    )  # fmt: skip
    assert shapes == [arrow, grab, sideways, sideways, arrow]


def test_keys_are_left_to_the_window(view, sought):
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_PageUp, Qt.Key.Key_Space):
        event = QKeyEvent(QKeyEvent.Type.KeyPress, key, NO_KEY)
        view.keyPressEvent(event)
        assert not event.isAccepted()
    assert sought == []


def test_while_a_file_is_read_its_scale_stays_under_a_drag(hand, view, sought, index):
    show_in(view, index=None)
    show_in(view, index=part_of(index, 10, 2.0))
    assert time_at(hand, sought, hand.x(0.9)) == float(index.elapsed[9])
    hand.press(hand.x(0.1), RULER)
    show_in(view, index=index)
    hand.move(hand.x(0.2))
    assert sought[-1] == pytest.approx(0.4, rel=0.05)
    hand.release()
    assert time_at(hand, sought, hand.x(0.2)) == pytest.approx(0.2, abs=PIXEL)


def test_a_recording_that_goes_away_under_a_drag_ends_it(hand, view, sought, index):
    hand.press(hand.x(0.5), RULER)
    show_in(view, index=None)
    hand.drag(hand.x(0.1), hand.x(0.9), RULER)
    hand.wheel(hand.x(0.5), RULER)
    hand.double_click(hand.x(0.5), OVERVIEW)
    show_in(view, index=index)
    hand.move(hand.x(0.6))
    assert len(sought) == 1
