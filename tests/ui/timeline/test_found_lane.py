"""The lane of found events: only while there are any, near ones together, and a click goes to one."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF

from tests.scenes import Scene, actor, pose
from tests.ui.timeline.conftest import NAMES_WIDTH, lanes_of, show_in
from tests.ui.timeline.test_drawing import near, picture
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


def placed(view):
    return next((each for each in lanes_of(view) if each.lane.key == "found"), None)


def ink(view):
    """Return where the lane has the colour of touches."""
    rect = placed(view).rect.toRect()
    return near(picture(view), THEME.collision)[rect.top() : rect.bottom() + 1]


@pytest.fixture
def braking():
    return event("harsh_braking", 0.4)


def test_it_is_the_lane_under_the_events():
    keys = list(LANES)
    assert keys.index("found") == keys.index("events") + 1


def test_there_is_a_lane_of_24_pixels_only_while_something_is_found(view, braking):
    assert placed(view) is None
    show_in(view, search=SearchState(events=Events([braking])))
    assert round(placed(view).rect.height()) == 24
    show_in(view, search=SearchState(events=Events()))
    assert placed(view) is None


def test_its_name_is_marked_as_derived(view, braking):
    show_in(view, search=SearchState(events=Events([braking])))
    (row,) = placed(view).lane.legend
    assert (row.text, row.recorded) == ("Findings", False)


def test_an_event_is_told_with_value_threshold_and_rule(view, braking):
    show_in(view, search=SearchState(events=Events([braking])))
    hit = placed(view).lane.hover_info(AXIS, 405.0)
    assert hit.event == braking
    assert " braked hard · " in hit.lines[0]
    assert hit.lines[0].endswith("0.400 s")
    assert "−5.00 m/s²" in hit.lines[1]
    assert "−4.05 m/s²" in hit.lines[1]
    assert hit.lines[2].endswith("; as it was")
    assert placed(view).lane.hover_info(AXIS, 440.0) is None


def test_those_that_would_lie_on_each_other_are_one_and_the_weightiest_is_gone_to(view, braking):
    touch = event("contact", 0.411, (0, 1), Severity.HIGH, 0.1, 0.05)
    show_in(view, search=SearchState(events=Events([touch, braking])))
    hit = placed(view).lane.hover_info(AXIS, 411.0)
    assert hit.event == touch
    assert len(hit.lines) == 2
    assert "+1" in FoundMarks(view.model.content, Events([touch, braking])).texts(1, np.arange(2))
    assert placed(view).lane.hover_info(AXIS, 395.0) is None
    apart = event("contact", 0.43, (0, 1), Severity.HIGH, 0.1, 0.05)
    show_in(view, search=SearchState(events=Events([apart, braking])))
    assert placed(view).lane.hover_info(AXIS, 395.0).event == braking
    assert placed(view).lane.hover_info(AXIS, 440.0).event == apart


def test_an_incident_is_one_mark_and_tells_what_else_was_found(view, braking):
    touch = event("contact", 0.7, (0, 1), Severity.HIGH, 0.1, 0.05)
    found = tuple(each._replace(incident=1) for each in (touch, braking))
    show_in(view, search=SearchState(events=Events(found)))
    lane = placed(view).lane
    assert lane.hover_info(AXIS, 400.0) is None
    assert lane.hover_info(AXIS, 700.0).event == found[0]
    assert lane.hover_info(AXIS, 700.0).lines[-1] == "Also found · Braking"
    below = zip(lane.lanes(folded=False)[1:], (700.0, 400.0), strict=True)
    assert [each.hover_info(AXIS, x).event for each, x in below] == [*found]


def test_a_contact_is_drawn_in_its_colour_over_what_is_near(view, braking):
    show_in(view, search=SearchState(events=Events([braking])))
    assert not ink(view).any()
    show_in(
        view,
        search=SearchState(
            events=Events([event("contact", 0.402, (0, 1), Severity.HIGH, 0.1, 0.05), braking])
        ),
    )
    assert ink(view).any()


def test_a_click_asks_to_go_to_the_event(view, hand, qtbot, braking):
    show_in(view, search=SearchState(events=Events([braking])))
    rect = placed(view).rect
    sought = []
    view.model.scrub = sought.append
    with qtbot.waitSignal(view.model.event_requested) as asked:
        hand.press(hand.x(0.4), rect.center().y())
        hand.release()
    assert asked.args == [braking]
    assert sought == []
    assert rect.left() >= NAMES_WIDTH


def test_unfolded_there_is_a_lane_for_each_kind_that_occurs(view, braking):
    touch = event("contact", 0.2, (0, 1), Severity.HIGH, 0.1, 0.05)
    show_in(view, search=SearchState(events=Events([touch, braking])))
    lane = placed(view).lane
    assert lane.lanes(folded=True) == (lane,)
    below = lane.lanes(folded=False)[1:]
    assert [each.legend[0].text for each in below] == ["Contact (not recorded)", "Braking"]
    assert [each.hover_info(AXIS, 400.0) is not None for each in below] == [False, True]
    show_in(view, search=SearchState(events=Events([touch])))
    assert len(lane.lanes(folded=False)) == 2


@pytest.mark.parametrize("gap", [0.4, 0.2, 0.09, 0.055, 0.03])
@pytest.mark.parametrize("cut", [False, True])
def test_a_mark_says_as_much_as_there_is_room_for_until_the_next_one(view, gap, cut):
    """Or until the end of the window, if the next one lies beyond it."""
    first, second = (event("harsh_braking", start, rows=()) for start in (0.4, 0.4 + gap))
    if cut:  # half a second is shown
        first, second = (event("harsh_braking", start, rows=()) for start in (0.6 - gap / 2, 0.61))
        view.model.move(view.model.axis.windowed(0.1, 0.5))
    show_in(view, search=SearchState(events=Events([first, second])))
    rect, axis, half = placed(view).rect.toRect(), view.model.axis, FoundMarks.half + 1
    left, right = round(axis.x(first.start) + half), round(min(axis.x(second.start) - half, axis.right))
    words = near(picture(view)[rect.top() : rect.bottom(), left:right], THEME.secondary, 60)
    inked = np.flatnonzero(words.any(axis=0))
    width = np.ptp(inked) if len(inked) else 0
    forms = ("Braking · −5.0 m/s²", "−5.0 m/s²", "−5.0", "")
    widths = [QFontMetricsF(font(11)).horizontalAdvance(form) for form in forms]
    said = int(np.argmin(np.abs(np.subtract(widths, width))))
    assert width == pytest.approx(widths[said], abs=6)
    assert said == 0 or right - left < widths[said - 1] + 20


@pytest.mark.parametrize(("ids", "said"), [((7,), "−5.0 m/s²"), ((7, 8), "7")])
def test_a_lone_vehicle_is_not_named(tmp_path, braking, ids, said):
    scene = Scene()
    scene.frame(0.05, add=[actor(each) for each in ids], poses=[pose(each, (0, 0, 0)) for each in ids])
    assert detail_in_lane(scene.index(tmp_path / "few.log"), braking) == said
