"""The lanes of events and of findings: marks that stand for many, what they say and go to."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from tests.scenes import Scene, actor, pose
from tests.ui.timeline.conftest import EVENTS, in_lane, lane_of, lanes_of, said, show_in
from viewer.analysis.event_table import Events, FoundEvent, Severity
from viewer.cancellation import always
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.replay.events import EventKind
from viewer.ui.event_text import detail_in_lane
from viewer.ui.state.recorded_events import light_events
from viewer.ui.state.view_state import SearchState
from viewer.ui.theme import font, load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lanes import LANES
from viewer.ui.timeline.mark_lane import LONGEST, merge
from viewer.ui.timeline.marks import FoundMarks, event_lines
from viewer.ui.timeline.timeline_content import content_of

LIGHT = 7
CHANGES = (*range(100, 114), 200, 250)
"""Frames, 0.05 s each, in which the light, which is in row 0, changes; most follow each other closely."""


@pytest.fixture
def lit(view, tmp_path):
    scene = Scene()
    for k in range(300):
        state = TrafficLightState(sum(k >= change for change in CHANGES) % 3)
        light = [actor(LIGHT, "traffic.traffic_light")] if k == 0 else []
        scene.frame(0.05, add=light, extra={packets.TRAFFIC_LIGHT_STATE: [(LIGHT, False, 0.0, state)]})
    index = scene.index(tmp_path / "lit.log")
    show_in(view, index=index)
    show_in(view, event_lists={EventKind.LIGHT: light_events(index, always)})
    return view


def test_a_change_of_a_light_is_told_and_a_click_goes_to_it(lit, hand, sought, selected):
    """Of many at one place eight are told."""
    elapsed = lit.model.content.index.elapsed
    for change in (200, 250):
        x = lit.model.axis.x(float(elapsed[change]))
        hand.move(x, EVENTS)
        assert "Light 7" in said(lit)
        hand.click(x, EVENTS)
        assert sought[-1] == elapsed[change]
    assert selected == [0, 0]
    lit.resize(360, 200)
    hand.move(lit.model.axis.x(float(elapsed[100])), EVENTS)
    assert said(lit).count("Light 7") == 8
    assert "light changes more" in said(lit)


@pytest.mark.parametrize("is_low", [False, True])
def test_the_tip_lies_beside_the_lane_whose_marks_it_explains(lit, hand, is_low):
    """Also where the screen ends below."""
    screen = lit.screen().geometry()
    lit.move(0, screen.bottom() - lit.height() if is_low else 0)
    lane = lanes_of(lit)[0].rect.translated(QPointF(lit.mapToGlobal(QPoint())))
    x = lit.model.axis.x(float(lit.model.content.index.elapsed[200]))
    for y in (2.0, lane.height() - 2.0):
        hand.move(x, lane.top() - lit.mapToGlobal(QPoint()).y() + y)
        (tip,) = (each for each in QApplication.topLevelWidgets() if each.inherits("QTipLabel"))
        assert said(lit)
        assert not lane.adjusted(0, 1, 0, -1).intersects(tip.geometry().toRectF())
        hand.move(x + 40.0, y)


def spawning(tmp_path, *actors):
    """Return a recording of 20 frames of 0.05 s in the eleventh of which these actors are spawned."""
    scene = Scene()
    for k in range(20):
        scene.frame(0.05, add=actors if k == 10 else [])
    return scene.index(tmp_path / "spawning.log")


@pytest.mark.parametrize("count", [1, 2])
def test_a_click_on_spawns_tells_of_one_actor_not_several(view, hand, tmp_path, count, sought, selected):
    """The first actor of a recording is in row 0."""
    show_in(view, index=spawning(tmp_path, *(actor(1 + n) for n in range(count))))
    hand.click(hand.x(0.5), EVENTS)
    assert sought == [pytest.approx(0.5)]
    assert selected == ([0] if count == 1 else [])


@pytest.mark.parametrize("length", [47, 48, 49, 90])
def test_a_name_of_48_letters_is_written_whole_and_a_longer_one_as_many_letters_long(tmp_path, length):
    name = "x" * (length - len("7 "))
    content = content_of(spawning(tmp_path, actor(7, f"vehicle.{name}")))
    (line,) = event_lines(content, np.arange(len(content.event_kind)))
    told = line.removeprefix("Spawned ")
    assert len(told) == min(length, 48)
    assert told == f"7 {name}" or (told.endswith("x…") and length > 48)


def test_eight_events_are_named_and_the_rest_counted(tmp_path):
    content = content_of(spawning(tmp_path, *(actor(each) for each in range(11, 21))))
    named = tuple(f"Spawned {number} tesla model3" for number in range(11, 19))
    assert event_lines(content, np.arange(10)) == (*named, "and 2 spawned more")
    assert event_lines(content, np.arange(8)) == named


COLLISION, SPAWN = 0, 8


@pytest.mark.parametrize(
    ("xs", "ranks", "marks"),
    [
        ([10.0, 14.0, 100.0], [SPAWN] * 3, [(10.0, 0, 2), (100.0, 2, 1)]),
        ([10.0, 12.0, 15.0, 17.0], [SPAWN, SPAWN, COLLISION, SPAWN], [(15.0, 2, 4)]),
        ([10.0, 12.0, 15.0], [SPAWN, COLLISION, COLLISION], [(12.0, 1, 3)]),
        ([], [], []),
    ],
    ids=["near and far", "a collision among spawns", "the first of several collisions", "none"],
)
def test_where_a_mark_stands_and_for_whom(xs, ranks, marks):
    found = merge(np.array(xs), np.array(ranks, np.uint8), 11.0)
    assert list(zip(found.x, found.event, found.count, strict=True)) == marks


def test_a_dense_stretch_is_cut_into_several_marks():
    marks = merge(np.arange(0.0, 1000.0), np.full(1000, SPAWN, np.uint8), 11.0)
    assert 1000 / LONGEST - 1 <= len(marks) <= 1000 / LONGEST + 1
    assert marks.count.max() <= LONGEST + 1


@pytest.mark.parametrize("seed", range(30))
def test_marks_lie_beside_each_other_each_event_counts_and_the_worst_stands_where_it_is(seed):
    chance = np.random.default_rng(seed)
    x = np.sort(chance.uniform(0, chance.choice([50, 400, 4000]), chance.integers(1, 200)))
    rank = chance.permutation(len(x)) if seed % 2 else chance.integers(0, 4, len(x))
    marks = merge(x, rank, 24.0)
    assert (np.diff(marks.x) >= 24.0).all()
    assert marks.begin.tolist() == [0, *np.cumsum(marks.count)[:-1].tolist()]
    assert marks.count.sum() == len(x)
    for place, worst, begin, count in zip(marks.x, marks.event, marks.begin, marks.count, strict=True):
        assert place == x[worst]
        assert rank[worst] == rank[begin : begin + count].min()
    assert np.argmin(rank) in marks.event
    moved = merge(x + 1024.0, rank, 24.0)
    assert moved.event.tolist() == marks.event.tolist()


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


def test_an_event_is_told_with_value_and_rule_and_a_click_goes_to_it(view, find, hand, qtbot, sought):
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
