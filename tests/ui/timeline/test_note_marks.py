"""Notes on the timeline: marks and bands in a lane of their own, drawn and clicked."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.ui.timeline.conftest import EVENTS, lane_of, picture, said, show_notes
from viewer.ui.theme import load_theme
from viewer.ui.timeline.marks import NoteMark

DARK = load_theme("dark")


@pytest.fixture
def middle(view):
    """Height of the middle of the lane of two notes."""
    one = NoteMark(0.2, 0.2, "note_pink", ("0.200 s", "one"), None)
    show_notes(view, one, NoteMark(0.5, 0.7, "note_teal", ("0.500 s", "two"), 1))
    return lane_of(view, "notes").rect.center().y()


def test_a_click_on_a_mark_or_its_band_goes_to_the_note_and_tells_of_its_actor(
    view, hand, middle, sought, selected
):
    """Beside notes it goes where it is."""
    for x, y in ((hand.x(0.5) + 3, middle), (hand.x(0.65), middle), (hand.x(0.2), middle)):
        hand.click(x, y)
    assert sought == [0.5, 0.5, 0.2]
    assert selected == [1, 1]
    hand.click(hand.x(0.2), EVENTS)
    hand.click(hand.x(0.3), middle)
    assert sought[3:] == pytest.approx([0.2, 0.3], abs=0.002)


def test_what_notes_say_is_shown_under_the_mouse(view, hand, middle):
    """Of many that lie on each other eight."""
    hand.move(hand.x(0.5) + 3, middle)
    assert "two" in said(view)
    assert hand.shape() == Qt.CursorShape.PointingHandCursor
    show_notes(view, *(NoteMark(0.4, 0.4, "note_pink", (f"note {n}",), None) for n in range(12)))
    hand.move(hand.x(0.4), lane_of(view, "notes").rect.center().y())
    assert said(view).count("note ") == 8
    assert "and 4 more" in said(view)
    show_notes(view)
    assert lane_of(view, "notes") is None


def test_absurd_times_are_no_trouble(view):
    show_notes(view, *(NoteMark(each, 1e300, "note_pink", ("",), None) for each in (-1e300, 1e300)))
    picture(view)
