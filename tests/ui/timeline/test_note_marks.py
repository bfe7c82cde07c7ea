"""Notes on the timeline: flags and bands, drawn and clicked."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt

from tests.ui.timeline.conftest import EVENTS, said
from tests.ui.timeline.test_drawing import near, picture
from viewer.ui.theme import load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit
from viewer.ui.timeline.note_marks import NoteMark, NoteMarks
from viewer.ui.timeline.stack import HEAD_HEIGHT

DARK = load_theme("dark")


@pytest.fixture
def marks(view):
    one = NoteMark(0.2, 0.2, "note_pink", ("0.200 s", "one"), None)
    view.model.set_notes(NoteMarks([one, NoteMark(0.5, 0.7, "note_teal", ("0.500 s", "two"), 1)]))


@pytest.fixture
def foot():
    """Y just above the foot of the ruler."""
    return HEAD_HEIGHT - 4


def columns(view, role, top, bottom):
    """Return the columns in which a colour is seen in rows of the picture."""
    return np.flatnonzero(near(picture(view)[top:bottom], getattr(DARK, role)).any(axis=0))


def test_a_note_is_a_flag_at_its_time_on_ruler_and_overview(view, hand, marks, foot):
    for top, bottom in ((foot - 4, foot + 2), (6, 12)):
        assert columns(view, "note_pink", top, bottom).mean() == pytest.approx(hand.x(0.2) + 2, abs=4)


def test_a_range_is_a_band_in_its_colour(view, hand, marks, foot):
    seen = near(picture(view)[foot + 2 : foot + 3], DARK.note_teal, 50)[0]
    assert seen[round(hand.x(0.55)) : round(hand.x(0.69))].mean() > 0.8  # but for ticks
    assert not seen[round(hand.x(0.71)) :].any()


def test_a_click_on_a_flag_goes_to_the_note_and_tells_of_its_actor(view, hand, marks, foot):
    sought, selected = [], []
    view.model.seek_requested.connect(sought.append)
    view.model.offered.connect(selected.append)
    hand.click(hand.x(0.5) + 3, foot)
    hand.click(hand.x(0.2), 8)  # in the overview
    assert sought == [0.5, 0.2]
    assert selected == [1]


def test_where_the_recording_ends_a_flag_is_where_it_is_drawn(view, hand, foot):
    end = view.model.axis.end
    view.model.set_notes(NoteMarks([NoteMark(end, end, "note_pink", ("at the end",), None)]))
    drawn = columns(view, "note_pink", foot - 4, foot + 2)
    assert drawn.max() <= hand.x(end) + 1  # it points back
    hand.move(drawn.min() + 1, foot)
    assert "at the end" in said(view)
    hand.move(drawn.min() - 9, foot)
    assert "at the end" not in said(view)


def test_a_click_on_a_band_goes_to_where_it_begins(view, hand, marks, foot):
    sought = []
    view.model.seek_requested.connect(sought.append)
    hand.click(hand.x(0.65), foot + 2)
    assert sought == [0.5]


def test_beside_notes_a_click_goes_where_it_is(view, hand, marks, foot):
    sought = []
    view.model.seek_requested.connect(sought.append)
    hand.click(hand.x(0.2), EVENTS)
    hand.click(hand.x(0.3), foot)
    assert sought == [pytest.approx(0.2, abs=0.002), pytest.approx(0.3, abs=0.002)]


def test_what_a_note_says_is_shown_under_the_mouse(view, hand, marks, foot):
    hand.move(hand.x(0.5) + 3, foot)
    assert "two" in said(view)
    assert view.cursor().shape() == Qt.CursorShape.PointingHandCursor


def test_without_notes_nothing_is_drawn(view, marks):
    with_notes = picture(view)
    view.model.set_notes(NoteMarks())
    without = picture(view)
    assert (with_notes != without).any()
    assert not near(without, DARK.note_pink).any()


def test_a_flag_at_the_end_lies_inside(view, hand, marks, foot):
    view.model.set_notes(NoteMarks([NoteMark(1.0, 1.0, "note_pink", ("",), None)]))
    assert len(columns(view, "note_pink", foot - 4, foot + 2)) >= 5


def test_absurd_times_are_no_trouble(view, marks):
    begins = -1e300, 1e300
    view.model.set_notes(NoteMarks([NoteMark(each, 1e300, "note_pink", ("",), None) for each in begins]))
    picture(view)


def test_of_thousands_of_notes_as_many_flags_are_drawn_as_fit():
    times = np.linspace(0.0, 1.0, 5000).tolist()
    marks = NoteMarks([NoteMark(time, time, "note_pink", ("",), None) for time in times])
    axis = TimeAxis.whole(0.0, 1.0).placed(100.0, 800.0)
    xs = axis.xs(np.array(times)[marks.shown(axis)])
    assert 150 <= len(xs) <= 201
    assert np.diff(xs).min() >= 3.5
    assert len(marks.shown(axis.windowed(0.5, 0.1))) <= 201


def test_a_note_is_found_where_its_flag_or_band_is_and_nowhere_far_from_it(view, foot):
    """Flags at both ends and in the middle, and two ranges; each in a colour of its own."""
    notes = [
        NoteMark(start, end, f"note_{color}", (color,), None)
        for start, end, color in (
            (0.0, 0.0, "pink"),
            (0.2, 0.3, "teal"),
            (0.5, 0.5, "violet"),
            (0.7, 0.85, "sand"),
            (1.0, 1.0, "slate"),
        )
    ]
    view.model.set_notes(NoteMarks(notes))
    image, model = picture(view), view.model
    for rect, on_overview in ((model.stack.ruler, False), (model.stack.overview, True)):
        axis = model.axis
        rows = (7, 10) if on_overview else (round(rect.bottom()) - each for each in (8, 5, 2))
        for y in rows:
            painted = {note: near(image[y : y + 1], getattr(DARK, note.role), 12)[0] for note in notes}
            for x in range(280, image.shape[1]):
                hit = model.notes.hit(axis, rect, QPointF(x + 0.5, y + 0.5), on_overview=on_overview)
                around = [n for n in notes if axis.x(n.start) - 15 <= x <= axis.x(n.end) + 15]
                assert hit is None or hit.time in [note.start for note in around], (x, y)
                for note in around:  # ticks of the axis are grey, too
                    assert not painted[note][x] or hit == Hit(note.lines, note.start, None), (x, y)
