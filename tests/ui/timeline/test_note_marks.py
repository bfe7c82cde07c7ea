"""Notes on the timeline: marks and bands in a lane of their own, drawn and clicked."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.ui.timeline.conftest import EVENTS, lanes_of, said, show_notes
from tests.ui.timeline.test_drawing import near, picture
from viewer.ui.theme import load_theme
from viewer.ui.timeline.marks import NoteMark

DARK = load_theme("dark")


def rect(view):
    return next(each.rect.toRect() for each in lanes_of(view) if each.lane.key == "notes")


@pytest.fixture
def middle(view):
    """Height of the middle of the lane of two notes."""
    one = NoteMark(0.2, 0.2, "note_pink", ("0.200 s", "one"), None)
    show_notes(view, one, NoteMark(0.5, 0.7, "note_teal", ("0.500 s", "two"), 1))
    return rect(view).center().y()


def columns(view, role, tolerance=12):
    """Return the columns in which a colour is seen in the lane."""
    lane = rect(view)
    pixels = picture(view)[lane.top() : lane.bottom() + 1]
    return np.flatnonzero(near(pixels, getattr(DARK, role), tolerance).any(axis=0))


def test_a_note_is_a_mark_at_its_time(view, hand, middle):
    assert columns(view, "note_pink").mean() == pytest.approx(hand.x(0.2), abs=1)


def test_a_range_is_a_band_in_its_colour(view, hand, middle):
    seen = columns(view, "note_teal", 60)
    assert (seen[0], seen[-1]) == pytest.approx((hand.x(0.5), hand.x(0.7)), abs=6)
    assert len(seen) > 0.8 * (hand.x(0.7) - hand.x(0.5))


def test_a_click_on_a_mark_or_its_band_goes_to_the_note_and_tells_of_its_actor(view, hand, middle):
    sought, selected = [], []
    view.model.scrub = sought.append
    view.model.actor_requested.connect(selected.append)
    hand.click(hand.x(0.5) + 3, middle)
    hand.click(hand.x(0.65), middle)
    hand.click(hand.x(0.2), middle)
    assert sought == [0.5, 0.5, 0.2]
    assert selected == [1, 1]


def test_beside_notes_a_click_goes_where_it_is(view, hand, middle):
    sought = []
    view.model.scrub = sought.append
    hand.click(hand.x(0.2), EVENTS)
    hand.click(hand.x(0.3), middle)
    assert sought == [pytest.approx(0.2, abs=0.002), pytest.approx(0.3, abs=0.002)]


def test_what_a_note_says_is_shown_under_the_mouse(view, hand, middle):
    hand.move(hand.x(0.5) + 3, middle)
    assert "two" in said(view)
    assert hand.shape() == Qt.CursorShape.PointingHandCursor


def test_of_notes_that_lie_on_each_other_eight_are_told_and_the_rest_is_counted(view, hand):
    show_notes(view, *(NoteMark(0.4, 0.4, "note_pink", (f"note {n}",), None) for n in range(12)))
    hand.move(hand.x(0.4), rect(view).center().y())
    assert said(view).count("note ") == 8
    assert "and 4 more" in said(view)


def test_without_notes_there_is_no_lane(view, middle):
    show_notes(view)
    assert not any(each.lane.key == "notes" for each in lanes_of(view))
    assert not near(picture(view), DARK.note_pink).any()


def test_absurd_times_are_no_trouble(view):
    show_notes(view, *(NoteMark(each, 1e300, "note_pink", ("",), None) for each in (-1e300, 1e300)))
    picture(view)
