"""The lane of found events: only while there are any, near ones together, and a click goes to one."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF

from tests.scenes import Scene, actor, pose
from tests.ui.timeline.conftest import in_lane, lane_of, show_in
from viewer.analysis.event_table import Events, FoundEvent, Severity
from viewer.ui.event_text import detail_in_lane
from viewer.ui.state.view_state import SearchState
from viewer.ui.theme import font, load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lanes import LANES
from viewer.ui.timeline.marks import FoundMarks

THEME = load_theme("dark")
AXIS = TimeAxis.whole(0.0, 1.0).placed(0.0, 1000.0)


def event(kind, start, rows=(0,), severity=Severity.MEDIUM, value=-5.0, threshold=-4.05):
    return FoundEvent(kind, start, start + 0.1, rows, value, threshold, 0, None, severity, "as it was")


def contact(start):
    return event("contact", start, (0, 1), Severity.HIGH, 0.1, 0.05)


BRAKING = event("harsh_braking", 0.4)


@pytest.fixture
def find(view):
    """A function that has these events found; it returns a function of what lies at a pixel of the axis."""

    def find(*events):
        show_in(view, search=SearchState(events=Events(events)))
        placed = lane_of(view, "found")
        return placed and (lambda x: placed.lane.hover_info(AXIS, x))

    return find


def test_there_is_a_lane_of_24_pixels_below_the_events_only_while_something_is_found(view, find):
    keys = list(LANES)
    assert keys.index("found") == keys.index("events") + 1
    assert lane_of(view, "found") is None
    find(BRAKING)
    assert round(lane_of(view, "found").rect.height()) == 24
    (row,) = lane_of(view, "found").lane.legend
    assert (row.text, row.recorded) == ("Findings", False)
    assert find() is None


def test_an_event_is_told_with_value_threshold_and_rule_and_a_click_asks_to_go_to_it(
    view, find, hand, qtbot, sought
):
    at = find(BRAKING)
    assert at(440.0) is None
    assert at(405.0).event == BRAKING
    who, values, rule = at(405.0).lines
    assert " braked hard · " in who
    assert who.endswith("0.400 s")
    assert "−5.00 m/s²" in values
    assert "−4.05 m/s²" in values
    assert rule.endswith("; as it was")
    with qtbot.waitSignal(view.model.event_requested) as asked:
        hand.click(hand.x(0.4), lane_of(view, "found").rect.center().y())
    assert (asked.args, sought) == ([BRAKING], [])


def test_those_that_would_lie_on_each_other_are_one_and_the_weightiest_is_gone_to(view, find):
    """It is drawn in its colour."""
    find(BRAKING)
    assert not in_lane(view, "found", THEME.collision).any()
    touch = contact(0.411)
    at = find(touch, BRAKING)
    assert at(395.0) is None
    assert at(411.0).event == touch
    assert len(at(411.0).lines) == 2
    assert in_lane(view, "found", THEME.collision).any()
    assert "+1" in FoundMarks(view.model.content, Events([touch, BRAKING])).texts(1, np.arange(2))
    apart = contact(0.43)
    at = find(apart, BRAKING)
    assert [at(x).event for x in (395.0, 440.0)] == [BRAKING, apart]


def test_an_incident_is_one_mark_and_tells_what_else_was_found(view, find):
    found = tuple(each._replace(incident=1) for each in (contact(0.7), BRAKING))
    at = find(*found)
    assert at(400.0) is None
    assert at(700.0).event == found[0]
    assert at(700.0).lines[-1] == "Also found · Braking"
    below = zip(lane_of(view, "found").lane.lanes(folded=False)[1:], (700.0, 400.0), strict=True)
    assert [each.hover_info(AXIS, x).event for each, x in below] == [*found]


def test_unfolded_there_is_a_lane_for_each_kind_that_occurs(view, find):
    touch = contact(0.2)
    find(touch, BRAKING)
    lane = lane_of(view, "found").lane
    assert lane.lanes(folded=True) == (lane,)
    below = lane.lanes(folded=False)[1:]
    assert [each.legend[0].text for each in below] == ["Contact (not recorded)", "Braking"]
    assert [each.hover_info(AXIS, 400.0) is not None for each in below] == [False, True]
    find(touch)
    assert len(lane.lanes(folded=False)) == 2


@pytest.mark.parametrize("cut", [False, True])
def test_a_mark_says_as_much_as_there_is_room_for_until_the_next_one(view, find, cut):
    """Or until the end of the window, if the next one lies beyond it."""
    forms = ("Braking · −5.0 m/s²", "−5.0 m/s²", "−5.0", "")
    widths = [QFontMetricsF(font(11)).horizontalAdvance(form) for form in forms]
    for gap in (0.4, 0.2, 0.09, 0.055, 0.03):
        first, second = (event("harsh_braking", start, rows=()) for start in (0.4, 0.4 + gap))
        if cut:  # half a second is shown
            first, second = (event("harsh_braking", start, rows=()) for start in (0.6 - gap / 2, 0.61))
            view.model.move(view.model.axis.windowed(0.1, 0.5))
        find(first, second)
        axis, half = view.model.axis, FoundMarks.half + 1
        left, right = round(axis.x(first.start) + half), round(min(axis.x(second.start) - half, axis.right))
        words = in_lane(view, "found", THEME.secondary, 60)[:, left:right]
        inked = np.flatnonzero(words.any(axis=0))
        width = np.ptp(inked) if len(inked) else 0
        written = int(np.argmin(np.abs(np.subtract(widths, width))))
        assert width == pytest.approx(widths[written], abs=6)
        assert written == 0 or right - left < widths[written - 1] + 20


@pytest.mark.parametrize(("ids", "said"), [((7,), "−5.0 m/s²"), ((7, 8), "7")])
def test_a_lone_vehicle_is_not_named(tmp_path, ids, said):
    scene = Scene()
    scene.frame(0.05, add=[actor(each) for each in ids], poses=[pose(each, (0, 0, 0)) for each in ids])
    assert detail_in_lane(scene.index(tmp_path / "few.log"), BRAKING) == said
