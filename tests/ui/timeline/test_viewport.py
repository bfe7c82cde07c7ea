"""When the window moves by itself, and when it does not."""

from dataclasses import replace

import pytest

from tests.scenes import Scene
from tests.ui.timeline.conftest import part_of
from viewer.ui.timeline.axis import Viewport
from viewer.ui.timeline.timeline_content import content_of


def viewport_of(index):
    viewport = Viewport()
    viewport.set_pixels(0.0, 1000.0)
    viewport.set_content(content_of(index), anew=True)
    return viewport


@pytest.fixture
def viewport(index):
    return viewport_of(index)


def window(viewport):
    return pytest.approx((viewport.axis.start, viewport.axis.end))


def zoom_to(viewport, start, span):
    viewport.axis = viewport.axis.windowed(start, span)


@pytest.mark.parametrize(
    ("direction", "start", "stays", "turns", "turned"),
    [(1, 0.2, 0.389, 0.391, 0.371), (-1, 0.4, 0.411, 0.409, 0.229), (0, 0.2, 0.399, 0.7, 0.6)],
    ids=["forwards at 95 % to 10 %", "backwards at 5 % to 90 %", "standing to the middle"],
)
def test_the_page_turns(viewport, direction, start, stays, turns, turned):
    viewport.follow(0.99, direction)
    assert viewport.axis.shows_all
    zoom_to(viewport, start, 0.2)
    viewport.follow(stays, direction)
    assert window(viewport) == (start, start + 0.2)
    viewport.follow(turns, direction)
    assert window(viewport) == (turned, turned + 0.2)


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


def test_while_a_file_is_read_the_scale_stays_also_under_a_drag_unless_it_is_longer(viewport, index):
    def read(count, estimated, *, anew=False):
        viewport.set_content(content_of(part_of(index, count, estimated)), anew=anew)
        return viewport.axis.last

    extent = read(5, 2.0, anew=True)
    assert extent == pytest.approx(2.0, rel=0.02)
    assert read(10, 3.0) == extent
    viewport.held = True
    viewport.set_content(content_of(index), anew=False)
    assert viewport.axis.last == extent
    viewport.held = False
    viewport.set_content(content_of(index), anew=False)
    assert viewport.axis.last == pytest.approx(1.0)
    read(5, 0.3, anew=True)
    assert read(15, 0.9) == pytest.approx(0.9, rel=0.02)


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
    zoom_to(viewport, 0.1, 0.2)
    viewport.set_content(growing(index, 18), anew=False)
    assert window(viewport) == (0.1, 0.3)
    viewport.set_content(content_of(index), anew=False)  # it has ended
    assert viewport.axis.last == pytest.approx(20 * 0.05)


def test_a_run_that_begins_anew_does_not_keep_the_axis_of_the_longer_one(index, viewport):
    viewport.set_content(growing(index, 4), anew=False)
    assert viewport.axis.last == pytest.approx(4 * 0.05 * 1.25)


@pytest.fixture
def minute(tmp_path):
    scene = Scene()
    for _ in range(121):
        scene.frame(0.5)
    return viewport_of(scene.index(tmp_path / "minute.log"))


def test_a_closer_look_stays_inside_and_goes_back_to_where_it_came_from(minute):
    zoom_to(minute, 20.0, 30.0)
    minute.following = False
    minute.toggle_close_up(1.0)
    assert window(minute) == (0.0, 10.0)
    assert minute.following
    minute.toggle_close_up(1.0)
    assert window(minute) == (20.0, 50.0)
    assert not minute.following


def test_after_zooming_by_hand_a_closer_look_begins_anew(minute):
    minute.toggle_close_up(30.0)
    minute.zoom(30.0, 2.0, 30.0)
    minute.toggle_close_up(30.0)
    assert window(minute) == (25.0, 35.0)
    minute.toggle_close_up(30.0)
    assert window(minute) == (27.5, 32.5)


def test_without_a_recording_the_axis_lies_where_it_lay(viewport):
    viewport.set_pixels(240.0, 1000.0)
    viewport.set_content(None, anew=True)
    assert (viewport.axis.left, viewport.axis.width) == (240.0, 1000.0)
    assert window(viewport) == (0.0, 1.0)
