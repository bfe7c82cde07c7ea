"""How lanes share the height there is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from viewer.ui.timeline.lane import LaneHeight
from viewer.ui.timeline.stack import share_height

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
