"""When the window moves by itself, and when it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.scenes import Scene
from tests.ui.timeline.conftest import part_of
from viewer.ui.timeline.axis import Viewport
from viewer.ui.timeline.timeline_content import content_of


@pytest.fixture
def viewport(index):
    viewport = Viewport()
    viewport.set_pixels(0.0, 1000.0)
    viewport.set_content(content_of(index), anew=True)
    return viewport


def window(viewport):
    return pytest.approx((viewport.axis.start, viewport.axis.end))


def zoom_to(viewport, start, span):
    viewport.axis = viewport.axis.windowed(start, span)


def test_the_page_turns_at_95_percent_to_10_percent(viewport):
    zoom_to(viewport, 0.2, 0.2)
    viewport.follow(0.389, 1)
    assert window(viewport) == (0.2, 0.4)
    viewport.follow(0.391, 1)
    assert window(viewport) == (0.371, 0.571)


def test_backwards_the_page_turns_at_the_other_end(viewport):
    zoom_to(viewport, 0.4, 0.2)
    viewport.follow(0.411, -1)
    assert window(viewport) == (0.4, 0.6)
    viewport.follow(0.409, -1)
    assert window(viewport) == (0.229, 0.429)


def test_a_jump_while_standing_brings_the_playhead_to_the_middle(viewport):
    zoom_to(viewport, 0.2, 0.2)
    viewport.follow(0.399, 0)
    assert window(viewport) == (0.2, 0.4)
    viewport.follow(0.7, 0)
    assert window(viewport) == (0.6, 0.8)


def test_the_window_that_shows_all_never_moves(viewport):
    viewport.follow(0.99, 1)
    assert viewport.axis.shows_all


def test_a_window_moved_by_hand_stays_until_it_is_called_back(viewport):
    viewport.move(viewport.axis.windowed(0.2, 0.2))
    viewport.follow(0.9, 1)
    assert window(viewport) == (0.2, 0.4)
    viewport.show(0.7)
    assert window(viewport) == (0.6, 0.8)
    viewport.follow(0.9, 1)
    assert viewport.axis.contains(0.9)


def test_zooming_away_from_the_playhead_leaves_it_behind(viewport):
    viewport.zoom(0.2, 4.0, playhead=0.25)
    assert viewport.following
    viewport.zoom(0.2, 4.0, playhead=0.9)
    assert not viewport.following
    viewport.fit()
    assert viewport.following


def test_while_a_file_is_read_the_scale_stays(viewport, index):
    viewport.set_content(content_of(part_of(index, 5, 2.0)), anew=True)
    extent = viewport.axis.last
    assert extent == pytest.approx(2.0, rel=0.02)
    viewport.set_content(content_of(part_of(index, 10, 3.0)), anew=False)
    assert viewport.axis.last == extent
    viewport.set_content(content_of(index), anew=False)
    assert viewport.axis.last == pytest.approx(1.0)


def test_a_file_longer_than_estimated_stretches_the_scale(viewport, index):
    viewport.set_content(content_of(part_of(index, 5, 0.3)), anew=True)
    viewport.set_content(content_of(part_of(index, 15, 0.9)), anew=False)
    assert viewport.axis.last == pytest.approx(0.9, rel=0.02)


def test_the_scale_never_changes_under_a_drag(viewport, index):
    viewport.set_content(content_of(part_of(index, 5, 2.0)), anew=True)
    viewport.held = True
    viewport.set_content(content_of(index), anew=False)
    assert viewport.axis.last == pytest.approx(2.0, rel=0.02)
    viewport.held = False
    viewport.set_content(content_of(index), anew=False)
    assert viewport.axis.last == pytest.approx(1.0)


def growing(index, count):
    """Return the first frames of a recording that is still being written."""
    return content_of(replace(part_of(index, count, 1.0), complete=True, growing=True))


def test_a_recording_that_grows_out_of_the_axis_gets_room_for_a_quarter_more(index, viewport):
    viewport.set_content(growing(index, 5), anew=True)
    first = viewport.axis.last
    assert first == pytest.approx(5 * 0.05 * 1.25)

    viewport.set_content(growing(index, 6), anew=False)
    assert viewport.axis.last == first
    viewport.set_content(growing(index, 7), anew=False)
    assert viewport.axis.last == pytest.approx(7 * 0.05 * 1.25)


def test_the_axis_is_exact_when_the_recording_has_ended(index, viewport):
    viewport.set_content(growing(index, 18), anew=True)
    viewport.set_content(content_of(index), anew=False)
    assert viewport.axis.last == pytest.approx(20 * 0.05)


def test_a_run_that_begins_anew_does_not_keep_the_axis_of_the_longer_one(index, viewport):
    viewport.set_content(growing(index, 4), anew=False)
    assert viewport.axis.last == pytest.approx(4 * 0.05 * 1.25)


def test_a_zoomed_axis_keeps_its_window_while_the_recording_grows(index, viewport):
    viewport.set_content(growing(index, 10), anew=True)
    zoom_to(viewport, 0.1, 0.2)
    viewport.set_content(growing(index, 19), anew=False)
    assert window(viewport) == (0.1, 0.3)


@pytest.fixture
def minute(tmp_path):
    scene = Scene()
    for _ in range(121):
        scene.frame(0.5)
    viewport = Viewport()
    viewport.set_pixels(0.0, 1000.0)
    viewport.set_content(content_of(scene.index(tmp_path / "minute.log")), anew=True)
    return viewport


def test_a_closer_look_stays_inside_and_goes_back_to_where_it_came_from(minute):
    zoom_to(minute, 20.0, 30.0)
    minute.toggle_close_up(1.0)
    assert window(minute) == (0.0, 10.0)
    minute.toggle_close_up(1.0)
    assert window(minute) == (20.0, 50.0)


def test_after_zooming_by_hand_a_closer_look_begins_anew(minute):
    minute.toggle_close_up(30.0)
    minute.zoom(30.0, 2.0, 30.0)
    minute.toggle_close_up(30.0)
    assert window(minute) == (25.0, 35.0)
    minute.toggle_close_up(30.0)
    assert window(minute) == (27.5, 32.5)


def test_a_closer_look_ends_with_the_page_by_hand_that_was_left(minute):
    zoom_to(minute, 0.0, 20.0)
    minute.following = False
    minute.toggle_close_up(40.0)
    assert minute.following
    minute.toggle_close_up(40.0)
    assert not minute.following


def test_without_a_recording_the_axis_lies_where_it_lay(viewport):
    viewport.set_pixels(240.0, 1000.0)
    viewport.set_content(None, anew=True)
    assert (viewport.axis.left, viewport.axis.width) == (240.0, 1000.0)
    assert window(viewport) == (0.0, 1.0)
