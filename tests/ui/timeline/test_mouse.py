"""Mouse and keys on the timeline, as a person uses them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton

from tests.scenes import CAMERA, HERO
from tests.ui.timeline.conftest import (
    EVENTS,
    MIDDLE,
    OVERVIEW,
    RIGHT,
    RULER,
    SHIFT,
    part_of,
    rest,
    said,
    show_in,
)
from viewer.replay.time.transport import Transport

PIXEL = 1 / 1140
"""Seconds of a pixel while everything is shown."""


@pytest.fixture
def sought(view):
    times = []
    view.model.scrub = times.append
    return times


@pytest.fixture
def selected(view, monkeypatch):
    rows = []
    monkeypatch.setattr(view.workspace.focus, "click", lambda row, **_: rows.append(row))
    view.model.actor_requested.connect(rows.append)
    return rows


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


# -- scrubbing


@pytest.mark.parametrize("y", [RULER, OVERVIEW, EVENTS, 90, 190])
def test_a_click_goes_to_the_time_under_the_mouse(hand, sought, y):
    hand.click(hand.x(0.333), y)
    assert sought == [pytest.approx(0.333, abs=PIXEL)]


def test_dragging_asks_for_the_time_of_every_move(hand, sought):
    hand.press(hand.x(0.1), RULER)
    for time in (0.2, 0.21, 0.7, 0.3):
        hand.move(hand.x(time), 90)
    hand.release()
    assert sought == pytest.approx([0.1, 0.2, 0.21, 0.7, 0.3], abs=PIXEL)


def test_dragging_beyond_the_ends_stays_within_the_recording(hand, sought, index):
    hand.press(hand.x(0.5), RULER)
    hand.move(5000)
    hand.move(-5000)
    assert sought[1:] == [index.duration, 0.0]


def test_nothing_is_asked_for_after_the_button_is_released(hand, sought):
    hand.drag(hand.x(0.1), hand.x(0.2), RULER)
    hand.move(hand.x(0.6))
    assert len(sought) == 2


def test_with_shift_dragging_is_ten_times_finer(hand, sought):
    hand.press(hand.x(0.5), RULER, keys=SHIFT)
    hand.move(hand.x(0.6), keys=SHIFT)
    hand.move(hand.x(0.4), keys=SHIFT)
    assert sought == pytest.approx([0.5, 0.51, 0.49], abs=PIXEL)


def test_shift_can_be_taken_in_the_middle_of_a_drag(hand, sought):
    hand.press(hand.x(0.2), RULER)
    hand.move(hand.x(0.5))
    hand.move(hand.x(0.5), keys=SHIFT)
    hand.move(hand.x(0.7), keys=SHIFT)
    assert sought[1:] == pytest.approx([0.5, 0.5, 0.52], abs=PIXEL)


def test_with_shift_the_playhead_can_be_taken_without_a_jump(hand, sought, view):
    view.model.set_playhead(0.4321)
    hand.press(hand.x(0.4321) + 3, RULER, keys=SHIFT)
    assert sought == [0.4321]


@pytest.mark.parametrize(("y", "keys"), [(RULER, Qt.KeyboardModifier.NoModifier), (OVERVIEW, SHIFT)])
def test_else_a_press_beside_the_playhead_goes_there(hand, sought, view, y, keys):
    view.model.set_playhead(0.4321)
    beside = hand.x(0.4321) + 3
    hand.press(beside, y, keys=keys)
    assert sought == pytest.approx([view.model.axis.time(beside)], abs=1e-9)
    assert sought[0] - 0.4321 == pytest.approx(3 / view.model.axis.width, rel=0.01)


# -- marks


def test_a_click_on_a_collision_goes_there_and_selects_its_actor(hand, sought, selected, index):
    hand.click(hand.x(0.45) + 3, EVENTS)
    assert sought == [float(index.elapsed[9])]
    assert selected == [index.actors.rows_of(HERO)[0]]


def test_a_click_on_a_spawn_goes_there_and_selects_who_was_spawned(hand, sought, selected, index):
    hand.click(hand.x(0.1) - 2, EVENTS)
    assert sought == [float(index.elapsed[2])]
    assert selected == [index.actors.rows_of(CAMERA)[0]]


def test_the_spawns_of_the_first_frame_select_nobody(hand, sought, selected):
    hand.click(hand.x(0.0) + 2, EVENTS)
    assert sought == [0.0]
    assert selected == []


def test_a_drag_that_begins_on_a_mark_scrubs_once_it_moves(hand, sought, selected):
    hand.press(hand.x(0.45), EVENTS)
    hand.move(hand.x(0.45) + 2)
    assert len(sought) == 1
    hand.move(hand.x(0.6))
    assert sought[-1] == pytest.approx(0.6, abs=PIXEL)
    assert len(selected) == 1


# -- zooming and panning


def test_the_wheel_zooms_at_the_mouse(hand, view, sought):
    hand.wheel(hand.x(0.4), RULER, 4)
    start, end = window(hand, view, sought)
    assert end - start == pytest.approx(1.25**-4, abs=2 * PIXEL)
    assert time_at(hand, sought, hand.x(0.4)) == pytest.approx(0.4, abs=PIXEL)


def test_one_can_zoom_down_to_single_frames_and_no_further(hand, view, sought):
    hand.wheel(hand.x(0.4), RULER, 100)
    start, end = window(hand, view, sought)
    assert end - start == pytest.approx(0.1, abs=PIXEL)


def test_zooming_out_shows_everything_again(hand, view, sought, index):
    hand.wheel(hand.x(0.4), RULER, 5)
    hand.wheel(hand.x(0.9), RULER, -50)
    assert window(hand, view, sought) == (0.0, index.duration)


def test_the_right_button_pans_only_after_a_few_pixels(hand, view, sought):
    hand.wheel(hand.x(0.5), RULER, 1, SHIFT)
    hand.drag(hand.x(0.5), hand.x(0.5) + 3, RULER, RIGHT)
    assert window(hand, view, sought) == pytest.approx((0.25, 0.75), abs=PIXEL / 2)


def test_a_horizontal_wheel_pans(hand, view, sought):
    hand.wheel(hand.x(0.5), RULER, 1, SHIFT)
    hand.wheel(hand.x(0.5), RULER, -1, across=True)
    assert window(hand, view, sought) == pytest.approx((0.3, 0.8), abs=2 * PIXEL)


def test_shift_with_a_wheel_that_the_system_turned_zooms(hand, view, sought):
    hand.wheel(hand.x(0.5), RULER, 1, SHIFT, across=True)
    assert window(hand, view, sought) == pytest.approx((0.25, 0.75), abs=PIXEL)


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


# -- overview


def test_the_window_is_resized_on_the_overview(hand, view, sought):
    hand.drag(hand.x(0.0) + 1, hand.x(0.2) + 1, OVERVIEW)
    hand.drag(hand.x(1.0) - 1, hand.x(0.7) - 1, OVERVIEW)
    assert sought == []
    assert window(hand, view, sought) == pytest.approx((0.2, 0.7), abs=2 * PIXEL)


def test_scrubbing_beside_the_window_of_the_overview_takes_it_along(hand, view, sought):
    hand.wheel(hand.x(0.5), RULER, 1, SHIFT)
    hand.click(hand.x(0.1), OVERVIEW)
    assert sought == [pytest.approx(0.1, abs=PIXEL)]
    assert window(hand, view, sought) == pytest.approx((0.0, 0.5), abs=2 * PIXEL)


# -- following


def test_while_playing_the_page_turns(hand, view, sought, index):
    hand.wheel(hand.x(0.0), RULER, 1, SHIFT)
    view.model.set_playback(playing(index, 0.47))
    assert window(hand, view, sought)[0] == 0.0
    view.model.set_playback(playing(index, 0.48))
    assert window(hand, view, sought) == pytest.approx((0.43, 0.93), abs=2 * PIXEL)


def test_panning_by_hand_stops_that_until_back_to_playhead(hand, view, sought, index, qtbot):
    chip = view.findChild(QPushButton)
    hand.wheel(hand.x(0.0), RULER, 1, SHIFT)
    view.model.set_playback(playing(index, 0.1))
    hand.drag(hand.x(0.5), hand.x(0.4), 90, MIDDLE)
    assert chip.isVisible()
    assert chip.text() == "Back to playhead"
    view.model.set_playback(playing(index, 0.7))
    assert chip.isVisible()
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert not chip.isVisible()
    view.model.set_playback(playing(index, 0.9))
    start, end = window(hand, view, sought)
    assert start < 0.9 < end


def test_the_chip_lies_within_the_widget(hand, view, index):
    hand.wheel(hand.x(0.5), RULER, 2, SHIFT)
    for playhead in (0.0, 0.95):
        view.model.set_playhead(playhead)
        chip = view.findChild(QPushButton)
        assert chip.isVisible()
        assert view.rect().contains(chip.geometry())


# -- pointing


def test_pointing_tells_the_time(hand, view):
    times = []
    view.model.hover_time.connect(times.append)
    hand.move(hand.x(0.25), RULER)
    hand.move(hand.x(0.5), EVENTS)
    hand.leave()
    assert times == [pytest.approx(0.25, abs=PIXEL), pytest.approx(0.5, abs=PIXEL), None]


def test_pointing_at_a_collision_says_who_and_when(hand, view):
    hand.move(hand.x(0.45), EVENTS)
    text = said(view)
    assert "0.450 s · frame 10 · 0.050 s" in text
    assert "Collision 101 lincoln mkz2017 and 102 tesla model3, reported by 101" in text


def test_pointing_at_the_first_mark_names_some_and_counts_the_rest(hand, view):
    hand.move(hand.x(0.0) + 3, EVENTS)
    assert "Spawned 101 lincoln mkz2017" in said(view)
    hand.leave()


def test_resting_tells_frame_and_duration_anywhere(hand, view):
    hand.move(hand.x(0.62), RULER)
    rest(view, hand.x(0.62), RULER)
    assert "frame 13 · 0.050 s" in said(view)


def test_the_cursor_shows_what_can_be_taken(hand, view):
    shapes = []
    hand.wheel(hand.x(0.5), RULER, 1, SHIFT)
    for x, y in ((0.5, RULER), (0.5, OVERVIEW), (0.25, OVERVIEW), (0.75, OVERVIEW), (0.05, OVERVIEW)):
        hand.move(hand.x(x), y)
        shapes.append(hand.shape())
    cursor = Qt.CursorShape
    assert shapes == [
        cursor.ArrowCursor,
        cursor.OpenHandCursor,
        cursor.SizeHorCursor,
        cursor.SizeHorCursor,
        cursor.ArrowCursor,
    ]


# -- keys, loading, nothing


@pytest.mark.parametrize("key", [Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_PageUp, Qt.Key.Key_Space])
def test_keys_are_left_to_the_window(view, sought, key):
    event = QKeyEvent(QKeyEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
    view.keyPressEvent(event)
    assert not event.isAccepted()
    assert sought == []


def test_the_scale_stays_under_a_drag_while_the_file_is_read(hand, view, sought, index):
    show_in(view, index=None)
    show_in(view, index=part_of(index, 10, 2.0))
    hand.press(hand.x(0.1), RULER)
    show_in(view, index=index)
    hand.move(hand.x(0.2))
    assert sought[-1] == pytest.approx(0.4, rel=0.05)
    hand.release()
    assert time_at(hand, sought, hand.x(0.2)) == pytest.approx(0.2, abs=PIXEL)


def test_what_is_not_read_yet_cannot_be_sought(hand, view, sought, index):
    show_in(view, index=None)
    show_in(view, index=part_of(index, 10, 2.0))
    hand.click(hand.x(0.9), RULER)
    assert sought == [float(index.elapsed[9])]


def test_without_a_recording_nothing_happens(hand, view, sought):
    show_in(view, index=None)
    hand.drag(hand.x(0.1), hand.x(0.9), RULER)
    hand.wheel(hand.x(0.5), RULER)
    hand.double_click(hand.x(0.5), OVERVIEW)
    assert sought == []


def test_a_recording_that_goes_away_under_a_drag_ends_it(hand, view, sought, index):
    hand.press(hand.x(0.5), RULER)
    show_in(view, index=None)
    show_in(view, index=index)
    hand.move(hand.x(0.6))
    assert len(sought) == 1
