"""How lanes share the height there is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QSize

from viewer.ui.timeline.lane import Lane, LaneHeight
from viewer.ui.timeline.sections import LaneChoices, ShownSection
from viewer.ui.timeline.stack import HEAD_HEIGHT, Stack, share_height

LANES = [LaneHeight(22, 24, 24), LaneHeight(26, 48, 120), LaneHeight(14, 20, 20), LaneHeight(10, 12, 28)]


def test_lanes_get_what_they_like_if_that_fits():
    assert share_height(LANES, 104) == [24, 48, 20, 12]


@given(st.integers(0, 400))
def test_lanes_fill_the_room_within_their_limits(room):
    """But for a pixel of each lane."""
    heights = share_height(LANES, room)
    for height, lane in zip(heights, LANES, strict=True):
        assert lane.least <= height <= lane.most
    least, most = sum(lane.least for lane in LANES), sum(lane.most for lane in LANES)
    assert 0 <= min(max(room, least), most) - sum(heights) < len(LANES)


def section(key, *heights):
    lane = Lane()
    lane.key = key
    return ShownSection(lane, [Lane() for _ in heights], folded=False, heights=list(heights))


def arranged(height, *shown, width=1600, stats=False):
    stack = Stack()
    stack.arrange(shown, QSize(width, height), has_stats=stats)
    return stack


@pytest.mark.parametrize(("width", "names"), [(1399, 240), (1400, 300)])
@pytest.mark.parametrize(("stats", "right"), [(False, 16), (True, 216)])
def test_names_stand_at_the_left_and_statistics_at_the_right(width, names, stats, right):
    """300 wide, 240 in narrow windows; time ends 16 px from the edge or at the column of 216."""
    stack = arranged(400, section("a", LaneHeight(24, 24, 24)), width=width, stats=stats)
    for part in (stack.overview, stack.ruler, stack.lanes, stack.placed[0].rect):
        assert (part.left(), part.right()) == (names, width - right)
    assert stack.stats.width() == (216 if stats else 0)
    assert stack.stats.left() == width - right


def test_what_lies_below_what():
    """6 pixels, the overview of 20, the axis of 24, then lanes with a pixel between them."""
    stack = arranged(400, section("a", *[LaneHeight(30, 30, 30)] * 2), section("b", LaneHeight(20, 20, 20)))
    assert (stack.overview.top(), stack.overview.bottom()) == (6, 26)
    assert (stack.ruler.top(), stack.ruler.bottom()) == (26, 50)
    assert (stack.lanes.top(), stack.lanes.bottom()) == (50, 394)
    assert [(each.rect.top(), each.rect.bottom()) for each in stack.placed] == [
        (50, 80),
        (81, 111),
        (112, 132),
    ]
    assert stack.bottom == stack.room.bottom() == 132
    assert [stack.lane_at(QPointF(700, y)) for y in (49, 133, 393)] == [None, None, None]
    assert [stack.lane_at(QPointF(700, y)).rect.top() for y in (50, 80.4, 80.6, 111, 131)] == [
        50,
        50,
        81,
        81,
        112,
    ]


def test_lanes_scroll_as_far_as_there_are_lanes():
    stack = arranged(50 + 6 + 100, *(section(str(n), LaneHeight(40, 40, 40)) for n in range(4)))
    assert stack.reach == 4 * 41 - 1 - 100
    stack.scroll_to(10)
    assert [each.rect.top() for each in stack.placed] == [40, 81, 122]
    stack.scroll_to(-5)
    assert (stack.scroll, stack.placed[0].rect.top()) == (0, 50)
    stack.scroll_to(1000)
    assert stack.scroll == stack.reach
    assert stack.placed[-1].rect.bottom() == stack.lanes.bottom() == 150


def test_rows_scroll_with_the_lanes_above_them_and_those_in_view_are_placed():
    rows = ShownSection(Lane(), [Lane() for _ in range(20)], folded=False, heights=LaneHeight(18, 18, 24))
    stack = arranged(50 + 6 + 24 + 1 + 5 * 19 - 1, section("a", LaneHeight(24, 24, 24)), rows)
    assert [each.number for each in stack.placed] == [0, 0, 1, 2, 3, 4]
    assert stack.reach == 15 * 19
    stack.scroll_to(26)
    assert [each.number for each in stack.placed] == [0, 1, 2, 3, 4, 5, 6]
    assert [each.rect.top() for each in stack.placed] == [49, 68, 87, 106, 125, 144, 163]
    stack.scroll_to(1000)
    assert [each.number for each in stack.placed] == [13, 14, 15, 16, 17, 18, 19]


def test_heights_of_the_lanes_above_one_that_is_dragged():
    stack = arranged(400, section("a", LaneHeight(30, 30, 30)), section("b", LaneHeight(20, 20, 20)))
    first, second = stack.placed
    assert stack.heights_above(first) == {}
    assert stack.heights_above(second) == {"a": 30}


@pytest.mark.parametrize(
    ("dragged", "height"), [(9.4, 10), (10.0, 10), (10.6, 11), (399.4, 399), (400.0, 400), (401.0, 400)]
)
def test_a_lane_is_dragged_within_sensible_limits(dragged, height):
    choices = LaneChoices().with_height("speed", dragged)
    assert choices.heights == {"speed": height}
    assert LaneChoices.from_text(f'{{"heights": {{"speed": {dragged}}}}}') == choices


def test_lanes_make_room_for_four_rows_below_them():
    rows = ShownSection(Lane(), [Lane() for _ in range(10)], folded=False, heights=LaneHeight(18, 18, 24))
    shown = [*(section(str(n), each) for n, each in enumerate(LANES)), rows]
    usual = arranged(HEAD_HEIGHT + 6 + 104 + 3 + 4 * 19, *shown)
    assert [each.rect.height() for each in usual.placed[:4]] == [24, 48, 20, 12]
    low = arranged(HEAD_HEIGHT + 6 + 94 + 3 + 4 * 19, *shown)
    assert [each.rect.height() for each in low.placed[:4]] == [23, 41, 18, 11]


@given(st.lists(st.integers(1, 60), min_size=1, max_size=12), st.integers(40, 200), st.integers(0, 700))
def test_all_that_lies_in_the_room_is_placed_however_far_one_has_scrolled(heights, room, scroll):
    shown = section("a", *(LaneHeight(each, each, each) for each in heights))
    stack = arranged(HEAD_HEIGHT + 6 + room, shown)
    stack.scroll_to(scroll)
    scrolled = min(scroll, max(sum(heights) + len(heights) - 1 - room, 0))
    tops = [sum(heights[:number]) + number - scrolled for number in range(len(heights))]
    seen = [
        (number, HEAD_HEIGHT + top, height)
        for number, (top, height) in enumerate(zip(tops, heights, strict=True))
        if top + height > 0 and top < room
    ]
    assert [(each.number, each.rect.top(), each.rect.height()) for each in stack.placed] == seen
