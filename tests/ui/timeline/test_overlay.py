"""What others lay over the timeline."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt

from tests.ui.timeline.conftest import CTRL, EVENTS, OVERVIEW, RULER
from tests.ui.timeline.test_drawing import near, picture
from viewer.ui.theme import load_theme
from viewer.ui.timeline.lane import Hit
from viewer.ui.timeline.spot import Grasp, Held, TimelineOverlay


class Flag(TimelineOverlay):
    """An overlay that stands at a time, and is dragged with Ctrl."""

    def __init__(self, time):
        self.time = time
        self.dragged = []
        self.released = 0

    def _x(self, axis):
        return axis.x(self.time)

    def paint_overview(self, canvas):
        self.paint_axis(canvas, canvas.rect.bottom())

    def paint_axis(self, canvas, bottom):
        top = canvas.rect.top()
        pole = QRectF(self._x(canvas.axis) - 2, top, 4, bottom - top)
        canvas.painter.fillRect(pole, canvas.theme.walker)

    def hit(self, spot):
        on = spot.strip.contains(spot.position) and abs(spot.x - self._x(spot.axis)) < 5
        return Hit(("A flag",), self.time, 1) if on else None

    def grasp(self, spot):
        def move(to):
            self.dragged.append(spot.axis.time(to.x))

        near = abs(spot.x - self._x(spot.axis)) < 5
        cursor = Qt.CursorShape.SplitHCursor
        return Grasp(lambda: Held(move, end=self.release), cursor) if near or spot.keys == CTRL else None

    def release(self):
        self.released += 1


@pytest.fixture
def flag(view):
    flag = Flag(0.6)
    view.add_overlay(flag)
    return flag


@pytest.mark.parametrize("y", [OVERVIEW, RULER, EVENTS])
def test_an_overlay_is_drawn_on_overview_axis_and_lanes(view, hand, flag, y):
    pixels = picture(view)[round(y)]
    columns = near(pixels[None], load_theme("dark").walker)[0].nonzero()[0]
    assert columns.mean() == pytest.approx(hand.x(0.6), abs=2)


@pytest.mark.parametrize("y", [OVERVIEW, RULER])
def test_a_click_on_it_goes_to_its_time_and_selects_its_actor(view, hand, flag, y):
    sought, selected = [], []
    view.model.seek_requested.connect(sought.append)
    view.model.select_requested.connect(selected.append)
    hand.click(hand.x(0.6) + 2, y)
    assert (sought, selected) == ([0.6], [1])


def test_what_it_takes_is_dragged_in_place_of_the_time(view, hand, flag):
    sought = []
    view.model.seek_requested.connect(sought.append)
    hand.drag(hand.x(0.2), hand.x(0.4), RULER, keys=CTRL)
    assert flag.dragged == [pytest.approx(0.4, abs=0.002)]
    assert flag.released == 1
    assert not sought


def test_a_recording_that_goes_away_ends_its_drag(view, hand, flag):
    hand.press(hand.x(0.2), RULER, keys=CTRL)
    view.set_recording(None)
    assert flag.released == 1


def test_the_mouse_shows_what_it_can_take_of_it(view, hand, flag):
    """On its mark a press goes there, below it what is drawn can be taken."""
    hand.move(hand.x(0.6), RULER)
    assert view.cursor().shape() == Qt.CursorShape.PointingHandCursor
    hand.move(hand.x(0.6), EVENTS + 60)
    assert view.cursor().shape() == Qt.CursorShape.SplitHCursor
    hand.move(hand.x(0.3), RULER)
    assert view.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_the_line_of_another_view_is_shown_until_it_goes_away(view, hand):
    before = picture(view)
    view.model.set_hover_time(0.7)
    changed = (picture(view) != before).any(axis=2)[EVENTS : EVENTS + 40].any(axis=0).nonzero()[0]
    assert changed == pytest.approx([hand.x(0.7)], abs=1)
    view.model.set_hover_time(None)
    assert (picture(view) == before).all()
    view.model.set_hover_time(float("nan"))
    assert (picture(view) == before).all()
