"""What is drawn on strips of time, shape by shape: overview, events, lives, pedals, notes, what is lost."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from tests.scenes import HERO, LATE, OTHER
from tests.ui.drawn import drawn, shade
from viewer.replay.events.event_kinds import EventKind
from viewer.replay.events.event_list import EventList
from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.replay.series.signals import OFF_ON
from viewer.ui.theme import load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.event_lane import EventLane
from viewer.ui.timeline.following_lanes import ControlsLane
from viewer.ui.timeline.lane import LaneContext, LaneHeight
from viewer.ui.timeline.lives_lane import LifeLane
from viewer.ui.timeline.note_marks import NoteMark, NoteMarks
from viewer.ui.timeline.overview import Grip, grip_at, paint_overview, paint_window, window_dragged
from viewer.ui.timeline.ruler import paint_frame_edges, paint_ruler
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import content_of

pytestmark = pytest.mark.usefixtures("qapp")

THEME = load_theme("dark")
LEFT, WIDTH, TOP, HEIGHT = 50.0, 1200.0, 30.0, 24.0
RECT = QRectF(LEFT, TOP, WIDTH, HEIGHT)
AXIS = TimeAxis.whole(0.0, 1.0, closest=0.01).placed(LEFT, WIDTH)


@pytest.fixture(scope="module")
def content(index):
    """A light turns green in frame 4, yellow in frame 12."""
    lights = EventList(
        EventKind.LIGHT, np.array([4, 12]), np.full(2, -1), ["green", "yellow"], np.array([2, 1])
    )
    return content_of(index, lists=[lights])


def told(paint, axis=AXIS, rect=RECT):
    return drawn(lambda painter: paint(TimeCanvas(painter, axis, rect, THEME)), 1400, 200)


def x_of(time, axis=AXIS):
    return LEFT + (time - axis.start) / (axis.end - axis.start) * WIDTH


# -- the overview


def test_bars_of_events_grow_with_their_number_from_the_lower_edge(content):
    """Events as bars: 2 px wide, 3 px apart, as high as the root of their share of the most."""
    bars = [each for each in told(lambda canvas: paint_overview(canvas, content)) if each.kind == "rect"]
    times = [*content.event_time.tolist(), *content.index.elapsed[[4, 12]].tolist()]  # of lights, too
    counts = Counter(math.ceil((x_of(time) - LEFT) / 3) - 1 for time in times if time > 0.0)
    assert [round((each.box[0] - LEFT) / 3) for each in bars] == sorted(counts)
    most = max(counts.values())
    for each, (_, count) in zip(bars, sorted(counts.items()), strict=True):
        assert (each.box[0] - LEFT) % 3 == 0
        assert each.box[3] == RECT.bottom() - 1
        assert each.size == pytest.approx((2.0, math.sqrt(count / most) * (HEIGHT - 6)), abs=0.01)
        assert each.fill == shade(THEME.secondary, 0.55)


def test_every_collision_has_a_cross_within_three_pixels_in_the_middle_of_the_strip(content):
    found = told(lambda canvas: paint_overview(canvas, content))
    crosses = [each for each in found if each.kind == "image"]
    times = content.index.elapsed[content.index.contacts.columns["first_frame"]]
    assert len(crosses) == len(times) == 1
    for cross, time in zip(crosses, times, strict=True):
        assert cross.middle[0] == pytest.approx(x_of(time), abs=3.5)
        assert cross.middle[1] == pytest.approx(RECT.center().y(), abs=0.5)


@pytest.mark.parametrize(("start", "end"), [(0.0, 1.0), (0.2, 0.7), (0.0, 0.01), (0.99, 1.0), (0.5, 0.502)])
def test_the_shown_part_is_framed_and_the_rest_dimmed(start, end):
    """The shown part framed in accent, the rest dimmed; it is 8 px wide at least."""
    axis = replace(AXIS, start=start, end=end)
    found = told(lambda canvas: paint_window(canvas, axis))
    left, right = x_of(start), x_of(end)
    missing = max(8.0 - (right - left), 0.0) / 2
    left, right = left - missing, right + missing
    veils = [each.box for each in found if each.fill == shade(THEME.panel, 0.6)]
    (frame,) = (each for each in found if each.ink == shade(THEME.accent, 0.9))
    grips = [each for each in found if each.fill == shade(THEME.accent)]
    assert (frame.box, frame.width) == (
        pytest.approx((left + 0.5, TOP + 0.5, right - 0.5, TOP + HEIGHT - 0.5), abs=0.02), 1.0,
    )  # fmt: skip
    if (start, end) == (0.0, 1.0):
        assert len(found) == 1
        return
    inside = next(each for each in found if each.fill == shade(THEME.accent, 0.14))
    assert inside.box == pytest.approx((left, TOP, right, TOP + HEIGHT), abs=0.02)
    assert veils[0] == pytest.approx((min(LEFT, left), TOP, max(LEFT, left), TOP + HEIGHT), abs=0.02)
    assert veils[-1] == pytest.approx(
        (min(right, LEFT + WIDTH), TOP, max(right, LEFT + WIDTH), TOP + HEIGHT), abs=0.02
    )
    for grip, edge in zip(grips, (left, right - 3), strict=True):
        assert grip.box == pytest.approx((edge, TOP + 7, edge + 3, TOP + 17), abs=0.02)


@pytest.mark.parametrize(("start", "end"), [(0.2, 0.7), (0.5, 0.502), (0.0, 1.0)])
def test_an_end_is_taken_within_six_pixels_and_a_narrow_window_keeps_a_middle(start, end):
    axis = replace(AXIS, start=start, end=end)
    left, right = x_of(start), x_of(end)
    if right - left < 8:
        left, right = (left + right) / 2 - 4, (left + right) / 2 + 4
    inner = min(6.0, (right - left) / 4)
    for x in np.arange(left - 20, right + 20, 0.5).tolist():
        if not left - 6 <= x <= right + 6:
            expected = Grip.NOTHING
        elif x <= left + inner:
            expected = Grip.START
        elif x >= right - inner:
            expected = Grip.END
        else:
            expected = Grip.NOTHING if (start, end) == (0.0, 1.0) else Grip.WINDOW
        assert grip_at(AXIS, axis, RECT, x) is expected, x


@pytest.mark.parametrize(("grip", "seconds", "window"), [
    (Grip.WINDOW, 0.1, (0.4, 0.6)), (Grip.WINDOW, -9, (0.0, 0.2)), (Grip.WINDOW, 9, (0.8, 1.0)),
    (Grip.START, 0.1, (0.4, 0.5)), (Grip.START, -0.1, (0.2, 0.5)), (Grip.START, -9, (0.0, 0.5)),
    (Grip.START, 9, (0.49, 0.5)), (Grip.END, 0.1, (0.3, 0.6)), (Grip.END, -0.1, (0.3, 0.4)),
    (Grip.END, 9, (0.3, 1.0)), (Grip.END, -9, (0.3, 0.31)),
])  # fmt: skip
def test_dragging_moves_the_window_or_one_end_of_it(grip, seconds, window):
    axis = replace(AXIS, start=0.3, end=0.5)
    moved = window_dragged(axis, grip, seconds)
    assert (moved.start, moved.end) == pytest.approx(window)


# -- the axis


@pytest.mark.parametrize(("start", "end"), [(0.0, 1.0), (0.31, 0.52), (0.0, 0.04)])
def test_ticks_of_the_axis_stand_on_its_lower_edge_large_ones_longest(content, start, end):
    """Every large one is returned, too, for the lines through the lanes."""
    axis = replace(AXIS, start=start, end=end)
    returned = []
    found = told(lambda canvas: returned.extend(paint_ruler(canvas, content)), axis)
    bottom = TOP + HEIGHT
    lengths = {shade(THEME.hairline): 4.0, shade(THEME.secondary): 2.0, shade(THEME.faint): HEIGHT - 5}
    for each in found:
        length = lengths[each.ink]
        assert (each.box[1], each.box[3]) == (bottom - length, bottom)
        assert each.size[0] == 0.0
        assert each.box[0] % 1 == 0.5
    large = [each.box[0] for each in found if each.ink == shade(THEME.faint)]
    assert large == returned
    frames = [each.box[0] for each in found if each.ink == shade(THEME.secondary)]
    edges = content.edges[(content.edges >= start) & (content.edges < end)]
    assert frames == [pytest.approx(round(x_of(each, axis)) + 0.5, abs=1.0) for each in edges.tolist()]


def test_edges_of_frames_go_from_a_height_to_the_lower_edge(content):
    found = told(lambda canvas: paint_frame_edges(canvas, content, 7.0, THEME.hero))
    assert [each.box[1::2] for each in found] == [(7.0, TOP + HEIGHT)] * len(found)
    assert {each.ink for each in found} == {shade(THEME.hero)}
    assert len(found) == 20


@pytest.mark.parametrize(
    "stretch", [(0.2, 0.4), (-1.0, 0.1), (0.9, 3.0), (0.5, 0.5), (2.0, 3.0), (-2.0, -1.0)]
)
def test_what_is_unknown_is_hatched_where_it_is_and_two_pixels_wide_at_least(stretch):
    found = told(lambda canvas: canvas.hatch(np.array([stretch])))
    begin, end = stretch
    if end < 0.0 or begin > 1.0:
        assert not found
        return
    left, right = max(x_of(begin), LEFT), min(max(x_of(end), x_of(begin) + 2), LEFT + WIDTH)
    assert [each.box for each in found] == [pytest.approx((left, TOP, right, TOP + HEIGHT), abs=0.02)]


# -- events


def lane_of(content, *kinds):
    lane = EventLane("Events", LaneHeight(18, 24, 24))
    lane.set_content(content, kinds)
    return lane


@pytest.mark.parametrize("height", [18.0, 24.0])
def test_a_light_that_changed_is_a_tick_of_three_by_ten_on_the_base_line(content, height):
    """Light changes are 3×10 px ticks on the base line; in its colour."""
    rect = QRectF(LEFT, TOP, WIDTH, height)
    found = told(lane_of(content, EventKind.LIGHT).paint, rect=rect)
    ticks = [each for each in found if each.kind == "rect"]
    expected = {shade(THEME.light_green): 0.2, shade(THEME.light_yellow): 0.6}
    assert len(ticks) == 2
    for tick in ticks:
        time = expected.pop(tick.fill)
        assert tick.middle[0] == pytest.approx(x_of(time), abs=1.0)
        assert tick.size == (3.0, min(10.0, height - 10.0))
        assert tick.box[3] == TOP + height
        assert tick.ink is None


@pytest.mark.parametrize(("start", "end"), [(0.0, 1.0), (0.2, 0.3), (0.24, 0.26), (0.7, 0.8)])
def test_marks_stand_at_their_times_and_inside_the_strip(content, start, end):
    axis = replace(AXIS, start=start, end=end)
    lane = lane_of(content, EventKind.SPAWN, EventKind.DESTROY)
    icons = [each for each in told(lane.paint, axis) if each.kind == "image"]
    spawned = content.event_time[np.isin(content.event_kind, np.unique(lane._ranks))]  # noqa: SLF001
    shown = sorted({round(float(time), 3) for time in spawned if start <= time <= end})
    assert len(icons) >= len(shown)
    for icon in icons:
        assert icon.box[0] >= LEFT - 3
        assert icon.box[2] <= LEFT + WIDTH + 3
        assert icon.middle[1] == pytest.approx(TOP + 8, abs=1.0)
    for time in shown:
        place = min(max(x_of(time, axis), LEFT + 5.5), LEFT + WIDTH - 5.5)
        assert min(abs(icon.middle[0] - place) for icon in icons) <= 1.0


def test_words_beside_marks_are_beside_them_and_end_before_the_next_one(content):
    lane = lane_of(content, *EventKind)
    found = told(lane.paint)
    icons = sorted(each.middle[0] for each in found if each.kind == "image")
    words = [each for each in found if each.kind == "text"]
    assert words
    for word in words:
        before = max(x for x in icons if x < word.points[0, 0])
        assert word.points[0, 0] - before == pytest.approx(9.5, abs=1.0)
        assert word.ink == shade(THEME.secondary)
        assert TOP + 8 < word.points[0, 1] < TOP + 8 + 6


# -- lives


def life(content, actor_id, axis=AXIS, **who):
    row = int(content.index.actors.rows_of(actor_id)[0])
    return told(LifeLane(content, row, hero=who.get("hero", False)).paint, axis)


@pytest.mark.parametrize(("start", "end"), [(0.0, 1.0), (0.3, 0.6), (0.0, 0.4), (0.6, 0.9)])
def test_a_life_is_a_bar_of_six_pixels_from_spawn_to_destruction(content, start, end):
    """The late vehicle lives from frame 5 to before frame 15 of 0.05 s."""
    axis = replace(AXIS, start=start, end=end)
    (bar,) = life(content, LATE, axis)
    left, right = max(x_of(0.25, axis), LEFT - 4), min(x_of(0.75, axis), LEFT + WIDTH + 4)
    middle = TOP + HEIGHT / 2
    assert bar.box == pytest.approx((left, middle - 3, right, middle + 3), abs=0.05)
    assert bar.fill == shade(THEME.vehicle, 0.72)
    assert bar.ink is None


def test_who_touched_has_an_orange_tick_on_the_bar_of_its_life(content):
    for actor_id, color in ((HERO, THEME.hero), (OTHER, THEME.vehicle)):
        bar, tick = life(content, actor_id, hero=actor_id == HERO)
        assert bar.fill == shade(color, 0.72)
        assert tick.fill == shade(THEME.collision)
        assert tick.size == (3.0, 10.0)
        assert tick.middle == pytest.approx((x_of(0.45), TOP + HEIGHT / 2), abs=1.0)
    assert len(life(content, HERO, replace(AXIS, start=0.5, end=0.9))) == 1  # out of view


# -- pedals and indicators


@pytest.mark.parametrize("height", [36.0, 44.0])
def test_indicators_are_lines_with_arrows_to_their_side(content, height):
    """Indicators ◂ ▸; left above right, or both on the edge of a low lane."""
    times = np.linspace(0.0, 1.0, 101)
    on = ((times >= 0.2) & (times < 0.6)).astype(float)
    lane = ControlsLane()
    hero = int(content.index.actors.rows_of(HERO)[0])
    lane.set_context(LaneContext(THEME, content, hero=hero))
    for name, sign in (("left_indicator", -1), ("right_indicator", 1)):
        lane.take(
            {
                SeriesKey(name, hero): Series(
                    name, name, "", times, on, recorded=True, steps=True, states=OFF_ON
                )
            }
        )
        found = told(lane.paint, rect=QRectF(LEFT, TOP, WIDTH, height))
        (arrow,) = (each for each in found if each.kind == "polygon")
        (line,) = (each for each in found if each.kind == "image")
        tip, first, second = arrow.points
        assert arrow.box[0] == pytest.approx(x_of(0.2), abs=0.1)
        assert arrow.size == pytest.approx((6.0, 6.0), abs=0.01)
        assert np.sign(tip[0] - first[0]) == np.sign(tip[0] - second[0]) == sign
        assert tip[1] == pytest.approx((first[1] + second[1]) / 2)
        top = 1 if height == 36 else 2 if sign < 0 else 8
        assert arrow.box[1] == TOP + top
        assert line.size == (WIDTH, 1.0)
        assert line.box[1] == (TOP if height == 36 else arrow.middle[1] - 0.5)
        assert arrow.fill == shade(THEME.text)


# -- notes


NOTES = NoteMarks([
    NoteMark(0.2, 0.2, "note_sand", ("one",), None), NoteMark(0.4, 0.6, "note_teal", ("two",), 1),
    NoteMark(0.998, 0.998, "note_pink", ("three",), None),
])  # fmt: skip


def test_a_note_is_a_flag_on_the_axis_and_a_line_through_the_lanes():
    found = told(lambda canvas: NOTES.paint_axis(canvas, 150.0))
    lines = [each for each in found if each.kind == "line"]
    flags = [each for each in found if each.kind == "image"]
    for line, flag, time, role in zip(
        lines, flags, (0.2, 0.4, 0.998), ("note_sand", "note_teal", "note_pink"), strict=True
    ):
        x = round(x_of(time))
        assert line.points.tolist() == [[x + 0.5, TOP + HEIGHT], [x + 0.5, 150.0]]
        assert line.ink == shade(getattr(THEME, role), 0.45)
        left = x - 9 if time > 0.99 else x  # at the end it points back
        assert flag.box == pytest.approx((left - 1, TOP + HEIGHT - 10, left + 10, TOP + HEIGHT + 1), abs=1.0)
    (band,) = (each for each in found if each.kind == "rect")
    assert band.box == pytest.approx((x_of(0.4), TOP + HEIGHT - 3, x_of(0.6), TOP + HEIGHT), abs=0.05)
    assert band.fill == shade(THEME.note_teal, 0.8)


def test_in_the_overview_notes_are_triangles_at_the_upper_edge():
    found = told(NOTES.paint_overview)
    ticks = [each for each in found if each.kind == "image"]
    assert [each.middle[0] for each in ticks] == [
        pytest.approx(x_of(time), abs=1.0) for time in (0.2, 0.4, 0.998)
    ]
    assert {each.box[1] for each in ticks} == {TOP - 1}
    (band,) = (each for each in found if each.kind == "rect")
    assert band.box == pytest.approx((x_of(0.4), TOP, x_of(0.6), TOP + 3), abs=0.05)


def test_hands_find_notes_where_they_are_drawn():
    """On the axis in the flag, in the overview around the triangle, else in the band behind."""
    for x in np.arange(LEFT - 5, LEFT + WIDTH + 12, 1.0).tolist():
        point = QPointF(x, TOP + HEIGHT - 4)
        hit = NOTES.hit(AXIS, RECT, point, on_overview=False)
        expected = None
        for time, text, direction in ((0.2, "one", 1), (0.4, "two", 1), (0.998, "three", -1)):
            middle = x_of(time) + 4.5 * direction
            expected = text if abs(x - middle) <= 9 else expected
        if expected is None and x_of(0.4) <= x <= x_of(0.6):
            expected = "two"
        assert (hit and hit.lines[0]) == expected, x
        above = NOTES.hit(AXIS, RECT, QPointF(x, TOP + 3), on_overview=True)
        near = [
            text for time, text in ((0.2, "one"), (0.4, "two"), (0.998, "three")) if abs(x - x_of(time)) <= 9
        ]
        if x_of(0.4) <= x <= x_of(0.6) and not near:
            near = ["two"]
        assert (above and above.lines[0]) == (near[0] if near else None), x
    for y, on_overview, found in (
        (TOP - 0.5, True, False), (TOP, True, True), (TOP + 7, True, True), (TOP + 7.5, True, False),
        (TOP + HEIGHT - 9.5, False, False), (TOP + HEIGHT - 9, False, True), (TOP + HEIGHT, False, True),
        (TOP + HEIGHT + 0.5, False, False),
    ):  # fmt: skip
        hit = NOTES.hit(AXIS, RECT, QPointF(x_of(0.2), y), on_overview=on_overview)
        assert (hit is not None) is found, y
