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
    heights = share_height(LANES, room)
    for height, lane in zip(heights, LANES, strict=True):
        assert lane.least <= height <= lane.most
    least, most = sum(lane.least for lane in LANES), sum(lane.most for lane in LANES)
    assert sum(heights) == min(max(room, least), most)


@given(st.integers(60, 400), st.integers(0, 40))
def test_no_lane_is_cut_at_the_end_of_the_room(room, actors):
    """Below the lanes above there are rows of actors; what does not fit is scrolled to."""
    shown = [ShownSection(Lane(), [Lane()], folded=False, heights=[height]) for height in LANES]
    if actors:
        shown.append(ShownSection(Lane(), [Lane()] * actors, folded=False, heights=LaneHeight(18, 18, 24)))
    stack = Stack()
    stack.arrange(shown, QSize(1000, HEAD_HEIGHT + room))
    assert stack.placed[0].rect.top() == stack.lanes.top()
    for placed in stack.placed:
        seen = (placed.rect & stack.lanes).height()
        assert seen == placed.rect.height() or seen >= 18
    if actors and len(stack.placed) > len(LANES):  # the rows end where the room does, or all are there
        assert stack.placed[-1].rect.bottom() <= stack.lanes.bottom()


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
    assert stack.count == 3
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


def test_rows_scroll_below_the_lanes_above_them_by_whole_rows():
    rows = ShownSection(Lane(), [Lane() for _ in range(20)], folded=False, heights=LaneHeight(18, 18, 24))
    stack = arranged(50 + 6 + 24 + 1 + 5 * 19 - 1, section("a", LaneHeight(24, 24, 24)), rows)
    assert [each.number for each in stack.placed] == [0, 0, 1, 2, 3, 4]
    assert stack.reach == 15 * 19
    stack.scroll_to(19 + 7)
    assert [each.number for each in stack.placed] == [0, 1, 2, 3, 4, 5]
    assert [each.rect.top() for each in stack.placed] == [50, 75, 94, 113, 132, 151]
    stack.scroll_to(1000)
    assert [each.number for each in stack.placed] == [0, 15, 16, 17, 18, 19]


def test_heights_of_the_lanes_above_one_that_is_dragged():
    stack = arranged(400, section("a", LaneHeight(30, 30, 30)), section("b", LaneHeight(20, 20, 20)))
    first, second = stack.placed
    assert stack.heights_above(first) == {}
    assert stack.heights_above(second) == {"a": 30}


@pytest.mark.parametrize(("room", "heights"), [(103, [24, 47, 20, 12]), (105, [24, 49, 20, 12])])
def test_what_is_missing_or_left_over_by_one_pixel(room, heights):
    assert share_height(LANES, room) == heights


@pytest.mark.parametrize(
    ("dragged", "height"), [(9.4, 10), (10.0, 10), (10.6, 11), (399.4, 399), (400.0, 400), (401.0, 400)]
)
def test_a_lane_is_dragged_within_sensible_limits(dragged, height):
    choices = LaneChoices().with_height("speed", dragged)
    assert choices.heights == {"speed": height}
    assert LaneChoices.from_text(f'{{"heights": {{"speed": {dragged}}}}}') == choices


@pytest.mark.parametrize(
    ("room", "heights"),
    [
        (183, [24, 48, 20, 12]),  # 104 with four gaps, and four rows of 19 less the last one's gap
        (
            173,
            [23, 41, 19, 11],
        ),  # ten are missing of 2, 22, 6 and 2 to give: 0.6, 7.5, 9.4 and 10 with those above
        (190, [24, 55, 20, 12]),  # seven more are no row: the first lane that can use them has them
        (202, [24, 48, 20, 12]),  # a fifth row
    ],
)
def test_lanes_make_room_for_four_rows_below_them_and_leave_no_part_of_a_row(room, heights):
    rows = ShownSection(Lane(), [Lane() for _ in range(10)], folded=False, heights=LaneHeight(18, 18, 24))
    stack = arranged(HEAD_HEIGHT + 6 + room, *(section(str(n), each) for n, each in enumerate(LANES)), rows)
    assert [each.rect.height() for each in stack.placed[:4]] == heights
    assert len(stack.placed) == 4 + (5 if room == 202 else 4)
    assert stack.placed[-1].rect.bottom() == stack.lanes.bottom()


def test_where_not_all_lanes_fit_those_that_do_fill_the_room():
    """In 60 pixels two of them, and the pixel between them; of 13 that are missing they give 2 : 22."""
    stack = arranged(HEAD_HEIGHT + 6 + 60, *(section(str(n), each) for n, each in enumerate(LANES)))
    assert [each.rect.height() for each in stack.placed] == [23, 36]
    assert stack.placed[-1].rect.bottom() == stack.lanes.bottom()


@given(st.lists(st.integers(1, 60), min_size=1, max_size=12), st.integers(40, 200), st.integers(0, 700))
def test_all_that_lies_in_the_room_is_placed_however_far_one_has_scrolled(heights, room, scroll):
    """But for a last lane of which less than 18 pixels, or not all of a lower one, would be seen."""
    shown = section("a", *(LaneHeight(each, each, each) for each in heights))
    stack = arranged(HEAD_HEIGHT + 6 + room, shown)
    stack.scroll_to(scroll)
    scrolled = min(scroll, max(sum(heights) + len(heights) - 1 - room, 0))
    tops = [sum(heights[:number]) + number - scrolled for number in range(len(heights))]
    seen = [
        (number, HEAD_HEIGHT + top, height)
        for number, (top, height) in enumerate(zip(tops, heights, strict=True))
        if top + height > 0 and top < room and (top <= 0 or room - top >= min(height, 18))
    ]
    assert [(each.number, each.rect.top(), each.rect.height()) for each in stack.placed] == seen


@pytest.mark.parametrize("height", [30, 60, 90])
@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("room", range(40, 220, 6))
def test_lanes_stay_above_rows_that_scroll_only_where_two_rows_find_room_below_them(height, last, room):
    """And only if the rows are the last section; else all lanes scroll, pixel by pixel."""
    above = section("a", LaneHeight(height, height, height))
    rows = ShownSection(Lane(), [Lane() for _ in range(20)], folded=False, heights=LaneHeight(18, 18, 24))
    shown = [above, rows] if last else [above, rows, section("b", LaneHeight(20, 20, 20))]
    stack = arranged(HEAD_HEIGHT + 6 + room, *shown)
    assert stack.lanes.height() == room
    stack.scroll_to(19)
    stays = any(each.section is above.section and each.rect.top() == 50 for each in stack.placed)
    assert stays is (last and height + 1 + 2 * 18 < room)
    tops = [each.rect.top() for each in stack.placed]
    assert tops == sorted(tops)
    stack.scroll_to(10_000)
    ends = [each.rect.bottom() for each in stack.placed]
    assert ends[-1] <= stack.lanes.bottom()
    assert stack.lanes.bottom() - ends[-1] < 19
