"""Lanes are folded, shown, hidden, made higher and scrolled."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QScrollArea

from tests.scenes import Scene, actor
from tests.ui.timeline.conftest import EVENTS, RIGHT, lanes_of, rest, said, show_in
from tests.ui.timeline.test_drawing import near, picture
from tests.ui.timeline.test_found_lane import event as found_event
from viewer.analysis.event_table import Events
from viewer.replay.events import EventKind, EventList
from viewer.ui.theme import load_theme
from viewer.ui.timeline.head import HEAD_HEIGHT
from viewer.ui.timeline.lane_menu import LaneMenu
from viewer.ui.timeline.mark_lane import MarkLane
from viewer.ui.timeline.marks import RecordedMarks
from viewer.ui.timeline.model import NAMES_WIDTH
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.timeline_content import content_of

CHEVRON, NAME = 12, 90


def names_of(view):
    """Return the names of the lanes that are to be seen, from above."""
    seen = view.findChild(QScrollArea).geometry()
    return [placed.lane.name for placed in lanes_of(view) if seen.intersects(placed.rect.toRect())]


def middle_of(view, name):
    placed = next(placed for placed in lanes_of(view) if placed.lane.name == name)
    return placed.rect.center().y()


def bottom_of(view, name):
    placed = next(placed for placed in lanes_of(view) if placed.lane.name == name)
    return placed.rect.bottom()


def crowd(tmp_path, count):
    """Return a recording of so many vehicles, each of which comes a frame after the other."""
    scene = Scene()
    for k in range(count):
        scene.frame(0.05, add=[actor(k + 1, role_name="hero" if k == 2 else "")])
    return scene.index(tmp_path / "crowd.log")


def test_the_chevron_of_events_shows_a_lane_for_each_kind_that_occurs(view, hand):
    assert names_of(view) == ["Events in file", "Speed", "Frame time", "Life spans"]
    hand.click(CHEVRON, EVENTS)
    assert names_of(view)[:4] == ["Events in file", "Collisions", "Destroyed", "Spawned"]
    crosses = near(picture(view), load_theme("dark").collision)
    assert crosses[round(middle_of(view, "Collisions"))].any()
    assert not crosses[round(middle_of(view, "Spawned"))].any()
    hand.click(CHEVRON, EVENTS)
    assert "Collisions" not in names_of(view)


def test_a_single_lane_becomes_low_when_it_is_folded(view, hand):
    before = middle_of(view, "Frame time")
    hand.click(CHEVRON, middle_of(view, "Speed"))
    assert middle_of(view, "Frame time") <= before - 30
    assert "Speed" in names_of(view)


def test_life_spans_unfold_by_themselves_where_actors_come_and_go(view, index, tmp_path):
    view.model.set_lane_choices(LaneChoices())
    assert "Life spans" not in names_of(view)
    steady = Scene()
    for k in range(3):
        steady.frame(add=[actor(1), actor(2)] if k == 0 else [])
    show_in(view, index=steady.index(tmp_path / "steady.log"))
    assert "Life spans" in names_of(view)


def test_of_thousands_of_selected_actors_few_have_lanes_and_pinned_ones_do(view, tmp_path):
    scene = Scene()
    for k in range(3):
        scene.frame(add=[actor(each) for each in range(1, 101)] if k == 0 else [])
    view.model.set_lane_choices(LaneChoices())
    view.resize(view.width(), 3000)
    show_in(view, index=scene.index(tmp_path / "many.log"))
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
    show_in(view, index=scene.index(tmp_path / "end.log"))
    assert "Life spans" in names_of(view)


def test_unfolded_everybody_is_listed_those_that_matter_first(view, tmp_path):
    view.resize(view.width(), 500)
    view.model.set_lane_choices(LaneChoices())
    show_in(view, index=crowd(tmp_path, 40))
    show_in(view, hero=2)
    show_in(view, selected=(7,))
    assert names_of(view)[3:7] == ["8 tesla model3", "Hero 3", "2 tesla model3", "4 tesla model3"]


def test_a_click_on_the_name_of_a_life_selects_its_actor(view, hand, tmp_path):
    view.model.set_lane_choices(LaneChoices())
    view.resize(view.width(), 500)
    show_in(view, index=crowd(tmp_path, 5))
    hand.click(NAME, middle_of(view, "4 tesla model3"))
    assert view.workspace.focus.selected == (3,)


def test_thousands_of_lives_scroll_and_only_those_in_view_are_made(view, hand, tmp_path):
    scene = Scene()
    scene.frame()
    scene.frame(add=[actor(k + 1) for k in range(5000)])
    view.model.set_lane_choices(LaneChoices())
    show_in(view, index=scene.index(tmp_path / "many.log"))
    axis_and_overview = picture(view)[:HEAD_HEIGHT]
    bar = view.findChild(QScrollArea).verticalScrollBar()
    bar.setValue(bar.maximum())
    assert names_of(view)[-1] == "5000 tesla model3"
    assert (picture(view)[:HEAD_HEIGHT] == axis_and_overview).all()
    hand.wheel(NAME, 150, -1)
    assert bar.value() == bar.maximum()
    hand.wheel(NAME, 150, 1)
    assert bar.value() < bar.maximum()


def test_the_wheel_over_names_does_not_zoom(view, hand):
    before = picture(view)[:, NAMES_WIDTH:]
    hand.wheel(NAME, EVENTS, 3)
    assert (picture(view)[:, NAMES_WIDTH:] == before).all()


def test_the_lower_edge_of_a_lane_makes_it_higher_and_is_remembered(view, hand, index):
    edge = bottom_of(view, "Speed")
    hand.press(NAME, edge)
    hand.move(NAME, edge + 30)
    hand.release()
    assert bottom_of(view, "Speed") == pytest.approx(edge + 30, abs=1)
    text = view.model.lane_groups.choices.to_text()
    view.model.set_lane_choices(LaneChoices({"lives": True}))
    assert bottom_of(view, "Speed") == pytest.approx(edge, abs=1)
    view.model.set_lane_choices(LaneChoices.from_text(text))
    assert bottom_of(view, "Speed") == pytest.approx(edge + 30, abs=1)


def test_the_mouse_shows_what_can_be_done_beside_the_lanes(view, hand):
    hand.move(NAME, bottom_of(view, "Speed"))
    assert hand.shape() == Qt.CursorShape.SizeVerCursor
    hand.move(CHEVRON, EVENTS)
    assert hand.shape() == Qt.CursorShape.PointingHandCursor
    hand.move(NAME, middle_of(view, "Speed"))
    assert hand.shape() == Qt.CursorShape.ArrowCursor


def menu_of(view):
    menu = view.findChild(LaneMenu)
    return menu, {action.text(): action for action in menu.actions() if action.text()}


def test_the_right_button_on_a_name_hides_lanes_and_shows_them_again(view, hand):
    hand.click(NAME, middle_of(view, "Speed"), RIGHT)
    menu, actions = menu_of(view)
    actions["Hide speed"].trigger()
    menu.close()
    assert "Speed" not in names_of(view)
    QApplication.processEvents()
    hand.click(NAME, EVENTS, RIGHT)
    menu, actions = menu_of(view)
    assert not actions["Speed"].isChecked()
    actions["Speed"].trigger()
    menu.close()
    assert "Speed" in names_of(view)


def test_the_menu_key_folds_lanes_without_the_mouse(view):
    centre = view.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, centre, view.mapToGlobal(centre))
    QApplication.sendEvent(view, event)
    menu, actions = menu_of(view)
    actions["Unfold events in file"].trigger()
    menu.close()
    assert "Collisions" in names_of(view)


def test_alt_and_an_arrow_scroll_the_lanes(view, qtbot, tmp_path):
    view.model.set_lane_choices(LaneChoices())
    show_in(view, index=crowd(tmp_path, 40))
    assert names_of(view)[0] == "Events in file"
    qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert names_of(view)[0] == "Speed"
    qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert names_of(view)[0] == "Events in file"


def test_hidden_kinds_of_events_are_not_drawn(view, hand, index):
    view.workspace.settings.shown_events = frozenset({EventKind.SPAWN})
    view.workspace.flush()
    view.model.fold("events", folded=False)
    assert names_of(view)[:2] == ["Events in file", "Spawned"]
    assert not near(picture(view)[HEAD_HEIGHT:], load_theme("dark").collision).any()


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
    content, axis = content_of(index), view.model.axis
    lane = MarkLane()
    lane.show(RecordedMarks(content, frozenset({EventKind.SPAWN})))
    zoomed = axis.windowed(5.0, 4.0)
    whole = [lane.hover_info(zoomed, x) for x in np.arange(zoomed.left, zoomed.right, 3.0)]
    for start in (4.0, 4.9, 5.3):
        panned = zoomed.windowed(start, 4.0)
        shift = panned.x(5.0) - zoomed.x(5.0)
        for x, expected in zip(np.arange(zoomed.left, zoomed.right, 3.0), whole, strict=True):
            if axis.left <= x + shift <= axis.right:
                assert lane.hover_info(panned, x + shift) == expected


def light_change(frames):
    return EventList(
        EventKind.LIGHT, np.array(frames), np.full(len(frames), -1), texts=["Light 5: Red → Green"]
    )


def test_events_that_were_looked_for_get_a_lane_and_are_told(view, hand):
    show_in(view, event_lists={EventKind.LIGHT: light_change([4])})
    view.model.fold("events", folded=False)
    y = middle_of(view, "Light changes")
    hand.move(hand.x(0.2), y)
    assert "Light 5: Red → Green" in said(view)
    sought = []
    view.model.scrub = sought.append
    hand.click(hand.x(0.2), y)
    assert sought == [pytest.approx(0.2)]
    show_in(view, event_lists={})
    assert "Light changes" not in names_of(view)


def test_the_search_for_events_is_told_and_can_be_stopped(view, hand, monkeypatch):
    stopped = []
    monkeypatch.setattr(view.workspace.recorded_events, "cancel", lambda *_: stopped.append(1))
    show_in(view, event_share=0.4)
    assert names_of(view)[0] == "Events in file · 40 %"
    hand.click(NAME, EVENTS, RIGHT)
    menu, actions = menu_of(view)
    actions["Stop the search for events"].trigger()
    assert stopped == [1]
    menu.close()
    show_in(view, event_share=1.0)
    assert names_of(view)[0] == "Events in file"


def test_keys_fold_the_lanes_of_the_window(open_street, qtbot, monkeypatch):
    timeline = open_street.window.timeline
    assert "Collisions" not in names_of(timeline)
    qtbot.keyClick(open_street.window, Qt.Key.Key_E)
    assert "Collisions" in names_of(timeline)
    monkeypatch.setattr(type(open_street.found_events), "events", Events([found_event("stall", 0.2)]))
    open_street.workspace.touch()
    open_street.workspace.flush()
    assert "Stalled" in names_of(timeline)
    qtbot.keyClick(open_street.window, Qt.Key.Key_E)
    assert "Collisions" not in names_of(timeline)
    assert "Stalled" not in names_of(timeline)


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
