"""Lanes are folded, shown, hidden, made higher and scrolled; a lane is a class and a row in a table."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from tests.scenes import Scene, actor
from tests.ui.drawn import near, picture
from tests.ui.timeline.conftest import (
    EVENTS,
    lanes_of,
    part_of,
    rest,
    said,
    show_in,
)
from viewer.replay.events import EventKind, EventList
from viewer.ui.theme import load_theme
from viewer.ui.timeline.head import HEAD_HEIGHT
from viewer.ui.timeline.mark_lane import MarkLane
from viewer.ui.timeline.marks import RecordedMarks
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.timeline_content import content_of

THEME = load_theme("dark")
CHEVRON, NAME = 12, 90


def names_of(view):
    """Return the names of the lanes that are to be seen, from above."""
    seen = view.findChild(QScrollArea).geometry()
    return [placed.lane.name for placed in lanes_of(view) if seen.intersects(placed.rect.toRect())]


def rect_of(view, name):
    return next(placed for placed in lanes_of(view) if placed.lane.name == name).rect


def middle_of(view, name):
    return rect_of(view, name).center().y()


@pytest.fixture
def crowd(view, tmp_path):
    """A function that shows a recording of so many vehicles, each of which comes a frame after the other."""

    def crowd(count, together=1):
        scene = Scene()
        for first in range(1, count + 1, together):
            scene.frame(
                add=[actor(k, role_name="hero" if k == 3 else "") for k in range(first, first + together)]
            )
        view.model.set_lane_choices(LaneChoices())
        show_in(view, index=scene.index(tmp_path / "crowd.log"))

    return crowd


def test_the_chevron_of_events_shows_a_lane_for_each_kind_that_occurs(view, hand):
    assert names_of(view) == ["Events in file", "Speed", "Frame time", "Life spans"]
    hand.click(CHEVRON, EVENTS)
    assert names_of(view)[:4] == ["Events in file", "Collisions", "Destroyed", "Spawned"]
    crosses = near(picture(view), THEME.collision)
    drawn = [crosses[round(middle_of(view, name))].any() for name in ("Collisions", "Spawned")]
    assert drawn == [True, False]
    view.workspace.settings.shown_events = frozenset({EventKind.SPAWN})
    view.workspace.flush()
    assert names_of(view)[:2] == ["Events in file", "Spawned"]
    assert not near(picture(view)[HEAD_HEIGHT:], THEME.collision).any()
    hand.click(CHEVRON, EVENTS)
    assert "Spawned" not in names_of(view)


def test_of_thousands_of_selected_actors_few_have_lanes_and_pinned_ones_do(view, crowd):
    view.resize(view.width(), 3000)
    crowd(100, together=50)
    view.model.choose_lanes(LaneChoices(folded={"lives": True}))
    show_in(view, pinned=(4,))
    assert [name for name in names_of(view) if "tesla" in name] == ["5 tesla model3"]
    show_in(view, selected=tuple(range(50, 100)))
    names = [name for name in names_of(view) if "tesla" in name]
    assert names == [*(f"{each} tesla model3" for each in range(100, 76, -1)), "5 tesla model3"]


def test_who_goes_at_the_very_end_does_not_unfold_the_life_spans(view, tmp_path):
    scene = Scene()
    for k in range(100):
        scene.frame(add=[actor(1)] if k == 0 else [], remove=[1] if k == 99 else [])
    view.model.set_lane_choices(LaneChoices())
    assert "Life spans" not in names_of(view)
    show_in(view, index=scene.index(tmp_path / "end.log"))
    assert "Life spans" in names_of(view)


def test_unfolded_all_are_listed_by_weight_and_a_click_on_a_name_selects(view, hand, crowd):
    view.resize(view.width(), 500)
    crowd(40)
    show_in(view, hero=2)
    show_in(view, selected=(7,))
    assert names_of(view)[3:7] == ["8 tesla model3", "Hero 3", "2 tesla model3", "4 tesla model3"]
    hand.click(NAME, middle_of(view, "4 tesla model3"))
    assert view.workspace.focus.selected == (3,)


def test_thousands_of_lives_scroll(view, hand, qtbot, crowd):
    crowd(5000, together=2500)
    axis_and_overview = picture(view)[:HEAD_HEIGHT]
    for key, first in ((Qt.Key.Key_Down, "Speed"), (Qt.Key.Key_Up, "Events in file")):
        qtbot.keyClick(view, key, Qt.KeyboardModifier.AltModifier)
        assert names_of(view)[0] == first
    bar = view.findChild(QScrollArea).verticalScrollBar()
    bar.setValue(bar.maximum())
    assert names_of(view)[-1] == "2500 tesla model3"  # who come later come first
    assert (picture(view)[:HEAD_HEIGHT] == axis_and_overview).all()
    hand.wheel(NAME, 150, -1)
    assert bar.value() == bar.maximum()
    hand.wheel(NAME, 150, 1)
    assert bar.value() < bar.maximum()


def test_the_lower_edge_of_a_lane_makes_it_higher_and_is_remembered(view, hand):
    edge = rect_of(view, "Speed").bottom()
    hand.press(NAME, edge)
    hand.move(NAME, edge + 30)
    hand.release()
    assert rect_of(view, "Speed").bottom() == pytest.approx(edge + 30, abs=1)
    text = view.model.lane_groups.choices.to_text()
    view.model.set_lane_choices(LaneChoices({"lives": True}))
    assert rect_of(view, "Speed").bottom() == pytest.approx(edge, abs=1)
    view.model.set_lane_choices(LaneChoices.from_text(text))
    assert rect_of(view, "Speed").bottom() == pytest.approx(edge + 30, abs=1)


def test_lanes_of_curves_share_free_height_up_to_a_limit_and_lanes_of_marks_do_not(view):
    def heights():
        return {each.lane.key: each.rect.height() for each in lanes_of(view)}

    usual = heights()
    view.resize(view.width(), 2000)
    tall = heights()
    assert tall["events"] == usual["events"]
    assert usual["speed"] < tall["speed"] < 3 * usual["speed"]
    view.model.choose_lanes(LaneChoices(heights={"speed": 300}))
    assert heights()["speed"] == 300  # by hand it can be higher


def test_the_mouse_shows_what_can_be_done_beside_the_lanes(view, hand):
    shape, speed = Qt.CursorShape, rect_of(view, "Speed")
    for x, y, expected in (
        (NAME, speed.bottom(), shape.SizeVerCursor),
        (CHEVRON, EVENTS, shape.PointingHandCursor),
        (NAME, speed.center().y(), shape.ArrowCursor),
    ):
        hand.move(x, y)
        assert hand.shape() == expected


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{", '{"heights": {"a": "x"}}', '{"folded": 3, "hidden": {}, "heights": []}']
)
def test_of_choices_that_cannot_be_understood_those_of_the_first_time_remain(text):
    assert LaneChoices.from_text(text) == LaneChoices(hidden=frozenset({"frames", "lives"}))


def test_choices_are_remembered_within_limits():
    choices = LaneChoices().with_folded("a", folded=True).with_height("b", 1e9).with_shown("c", shown=False)
    assert LaneChoices.from_text(choices.to_text()) == choices
    assert 0 < choices.heights["b"] < 1000


def test_marks_are_the_same_wherever_the_window_begins(view, tmp_path):
    scene = Scene()
    for k in range(400):
        scene.frame(0.05, add=[actor(k + 1)] if k % 3 == 0 or k % 50 < 20 else [])
    index = scene.index(tmp_path / "chains.log")
    show_in(view, index=index)
    axis, lane = view.model.axis, MarkLane()
    lane.show(RecordedMarks(content_of(index), frozenset({EventKind.SPAWN})))
    zoomed = axis.windowed(5.0, 4.0)
    whole = [lane.hover_info(zoomed, x) for x in np.arange(zoomed.left, zoomed.right, 3.0)]
    for start in (4.0, 4.9, 5.3):
        panned = zoomed.windowed(start, 4.0)
        shift = panned.x(5.0) - zoomed.x(5.0)
        for x, expected in zip(np.arange(zoomed.left, zoomed.right, 3.0), whole, strict=True):
            if axis.left <= x + shift <= axis.right:
                assert lane.hover_info(panned, x + shift) == expected


def test_events_that_were_looked_for_get_a_lane_and_are_told(view, hand, sought):
    change = EventList(EventKind.LIGHT, np.array([4]), np.array([-1]), texts=["Light 5: Red → Green"])
    show_in(view, event_share=0.4)
    assert names_of(view)[0] == "Events in file · 40 %"
    show_in(view, event_share=1.0, event_lists={EventKind.LIGHT: change})
    assert names_of(view)[0] == "Events in file"
    view.model.toggle_fold("events")
    y = middle_of(view, "Light changes")
    hand.move(hand.x(0.2), y)
    assert "Light 5: Red → Green" in said(view)
    hand.click(hand.x(0.2), y)
    assert sought == [pytest.approx(0.2)]
    show_in(view, event_lists={})
    assert "Light changes" not in names_of(view)


@pytest.mark.parametrize("count", [1, 12])
def test_the_tip_names_frames_that_cannot_be_read(view, hand, index, count):
    heads = index.frame_starts.copy()
    heads["frame"][10:] += count
    show_in(view, index=replace(index, frame_starts=heads))
    first = int(index.frames["frame"][9]) + 1
    named = f"Frame {first} unreadable" if count == 1 else f"Frames {first}–{first + 11} unreadable"
    for time, is_named in ((0.46, True), (0.49, True), (0.44, False), (0.51, False)):
        rest(view, hand.x(time), EVENTS)
        assert (named in said(view).splitlines()) is is_named


def test_what_is_not_read_yet_is_told_by_no_lane(view, index):
    show_in(view, index=part_of(index, 8, 0.95))
    axis, lanes = view.model.axis, [each.lane for each in lanes_of(view)]
    assert "Life spans" in {lane.name for lane in lanes if lane.hover_info(axis, axis.x(0.2)) is not None}
    assert all(lane.hover_info(axis, axis.x(time)) is None for lane in lanes for time in (0.5, 0.7, 0.9))
