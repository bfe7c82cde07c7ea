"""Choosing a range with the mouse."""

import pytest
from PySide6.QtCore import Qt

from tests.scenes import Scene
from tests.ui.timeline.conftest import CTRL, EVENTS, NO_KEY, OVERVIEW, RULER, show_in

LANES = 120


class Desk:
    """A timeline with a range that goes where it is asked to."""

    def __init__(self, view, sought, monkeypatch):
        self.view, self.sought = view, sought
        self.asked = []
        self.pointed = []
        monkeypatch.setattr(view.workspace.range, "choose", self._take)
        view.model.hover_time.connect(self.pointed.append)

    def _take(self, chosen):
        self.asked.append(chosen)
        show_in(self.view, range=chosen)

    @property
    def frames(self):
        """The frames at the edges of the range asked for last; each lasts 0.05 s."""
        return self.asked[-1] and tuple(round(time / 0.05) for time in self.asked[-1])


@pytest.fixture
def desk(view, sought, monkeypatch):
    return Desk(view, sought, monkeypatch)


@pytest.fixture
def chosen(desk):
    """The range from frame 6 to 12."""
    show_in(desk.view, range=(0.3, 0.6))
    return desk


@pytest.mark.parametrize("y", [OVERVIEW, RULER, EVENTS, LANES])
def test_ctrl_and_a_drag_choose_a_range_from_frame_to_frame_and_its_edge_can_be_taken(hand, desk, y):
    hand.drag(hand.x(0.262), hand.x(0.488), y, keys=CTRL)
    assert desk.frames == (5, 10)
    assert desk.pointed[:2] == [pytest.approx(0.5), None]  # the time of the edge while it moves
    hand.drag(hand.x(0.5) + 2, hand.x(0.8), y)
    assert desk.frames == (5, 16)
    assert desk.sought == []


def test_it_goes_with_the_mouse_in_both_directions(hand, desk):
    hand.press(hand.x(0.5), RULER, keys=CTRL)
    for time, frames in ((0.6, (10, 12)), (0.4, (8, 10)), (5.0, (10, 19)), (-3.0, (0, 10))):
        hand.move(hand.x(time), keys=CTRL)
        assert desk.frames == frames
    hand.move(hand.x(0.7))  # Ctrl may be let go
    assert desk.frames == (10, 14)
    hand.release()
    hand.move(hand.x(0.9))
    assert desk.frames == (10, 14)


def test_a_click_with_ctrl_and_less_than_a_frame_leave_what_was_there(hand, desk):
    show_in(desk.view, range=(0.1, 0.3))
    hand.click(hand.x(0.7), RULER, keys=CTRL)
    hand.drag(hand.x(0.7), hand.x(0.7) + 3, RULER, keys=CTRL)
    assert (desk.asked, desk.sought) == ([], [])
    hand.drag(hand.x(0.7), hand.x(0.715), RULER, keys=CTRL)
    assert desk.asked == [(0.1, 0.3)]


@pytest.mark.parametrize(
    ("edge", "to", "frames"),
    [(0.3, 0.1, (2, 12)), (0.6, 0.8, (6, 16)), (0.3, 0.8, (12, 16)), (0.6, 0.1, (2, 6)), (0.6, 9.0, (6, 19))],
)
@pytest.mark.parametrize("beside", [0, 2])
def test_an_edge_can_be_dragged_also_past_the_other(hand, chosen, edge, to, frames, beside):
    x = hand.x(edge) + (-beside if edge == 0.3 else beside)
    hand.drag(x, hand.x(to), RULER)
    assert chosen.frames == frames
    assert chosen.sought == []


def test_an_edge_does_not_jump_to_the_mouse(hand, chosen):
    """A frame has 47 px here: taken 6 px beside the edge, 22 px are not yet half of a frame."""
    hand.drag(hand.x(0.6) + 6, hand.x(0.6) + 6 + 22, RULER)
    assert chosen.frames == (6, 12)


def test_beside_the_edges_and_on_the_playhead_one_goes_through_time(hand, chosen, view):
    for time, y in ((0.47, RULER), (0.2, RULER), (0.31, LANES), (0.59, EVENTS)):
        hand.click(hand.x(time), y)
    view.model.set_playhead(0.3)  # on an edge
    hand.click(hand.x(0.3) + 5, RULER)
    assert (chosen.asked, len(chosen.sought)) == ([], 5)


def test_a_mark_on_an_edge_can_still_be_clicked(hand, desk, index):
    """The collision is in frame 9."""
    show_in(desk.view, range=(0.45, 0.6))
    hand.click(hand.x(0.45), EVENTS)
    assert (desk.asked, desk.sought) == ([], [float(index.elapsed[9])])


def test_the_mouse_shows_what_it_would_take(hand, chosen):
    sideways, arrow = Qt.CursorShape.SizeHorCursor, Qt.CursorShape.ArrowCursor
    for time, y in ((0.3, RULER), (0.45, RULER), (0.6, RULER), (0.3, LANES), (0.3, OVERVIEW)):
        hand.move(hand.x(time), y)
        assert hand.shape() == (arrow if time == 0.45 else sideways)


def test_in_the_overview_the_edge_of_the_window_comes_first(hand, chosen, view):
    view.model.zoom_to(0.3, 0.6)
    start = view.model.axis.start
    assert (start, view.model.axis.end) == pytest.approx((0.288, 0.612))  # with a margin
    show_in(chosen.view, range=(start, 0.9))
    hand.drag(hand.x(start), hand.x(0.1), OVERVIEW)
    assert chosen.asked == []
    assert view.model.axis.start == pytest.approx(0.1, abs=0.01)
    hand.drag(hand.x(0.9), hand.x(0.8), OVERVIEW)
    assert chosen.asked[-1][1] == pytest.approx(0.8)


@pytest.mark.parametrize("keys", [CTRL, NO_KEY])
def test_beyond_an_end_of_a_zoomed_axis_the_window_scrolls(hand, chosen, view, index, qtbot, keys):
    view.model.zoom_to(0.3, 0.7)
    axis = view.model.axis
    hand.press(axis.x(0.6), RULER, keys=keys)  # at the end of the range
    hand.move(axis.right + 300, keys=keys)
    qtbot.waitUntil(lambda: chosen.asked and chosen.asked[-1][1] == index.duration)
    hand.release()
    assert view.model.axis.end > axis.end
    assert chosen.frames == ((12, 19) if keys == CTRL else (6, 19))


def test_from_the_overview_nothing_scrolls(hand, chosen, view, qtbot):
    view.model.zoom_to(0.3, 0.7)
    before = view.model.axis
    hand.press(hand.x(0.8), OVERVIEW, keys=CTRL)
    hand.move(before.right + 300, keys=CTRL)
    qtbot.wait(60)
    assert view.model.axis == before
    assert chosen.frames == (16, 19)


def test_giving_up_brings_back_what_was_there(hand, chosen):
    hand.press(hand.x(0.6), RULER)
    hand.move(hand.x(0.9))
    assert chosen.frames == (6, 18)
    assert chosen.view.revert_drag()
    assert chosen.frames == (6, 12)
    assert chosen.pointed[-1] is None
    hand.move(hand.x(0.8))
    hand.release()
    assert chosen.frames == (6, 12)
    assert not chosen.view.revert_drag()
    hand.press(hand.x(0.45), RULER)  # what goes through time cannot be given up
    assert not chosen.view.revert_drag()
    hand.move(hand.x(0.5))
    assert len(chosen.sought) == 2


def test_a_recording_that_goes_away_ends_the_drag_and_without_one_nothing_is_chosen(hand, chosen):
    hand.press(hand.x(0.6), RULER)
    hand.move(hand.x(0.9))
    show_in(chosen.view, index=None)
    assert chosen.pointed[-1] is None
    assert not chosen.view.revert_drag()
    count = len(chosen.asked)
    hand.drag(300, 600, RULER, keys=CTRL)
    assert len(chosen.asked) == count


@pytest.mark.parametrize(
    ("deltas", "drag", "given"),
    [
        ((0.0,), (0.1, 0.9), None),
        ((0.0, 0.5), (0.1, 0.9), (0.0, 0.5)),
        ((0.0, 0.0, 0.0), (0.1, 0.9), None),
        ((0.0, 0.05, 1000.0, 0.05), (0.3, 0.7), (0.05, 1000.05)),
        ((0.0, 0.05, 1000.0, 0.05), (0.1, 0.3), None),
        ((0.0, *(360.0,) * 100), (0.2, 0.8), (7200.0, 28800.0)),
    ],
    ids=["one frame", "two frames", "equal times", "over a pause", "in a pause", "ten hours"],
)
def test_odd_recordings(desk, hand, tmp_path, deltas, drag, given):
    scene = Scene()
    for delta in deltas:
        scene.frame(delta)
    index = scene.index(tmp_path / "odd.log")
    show_in(desk.view, index=index)
    hand.drag(hand.x(drag[0]), hand.x(drag[1]), RULER, keys=CTRL)
    last = desk.asked[-1]
    assert last == (given and pytest.approx(given, rel=0.02))
    assert last is None or set(last) <= set(index.elapsed.tolist())
    desk.view.grab()
