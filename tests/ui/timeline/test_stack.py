"""How lanes share the height there is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize

from viewer.ui.timeline.lane import Lane, LaneHeight
from viewer.ui.timeline.sections import ShownSection
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
