"""Lane marks: what is painted where."""

from __future__ import annotations

import numpy as np
import pytest

from tests.roads.maps import build, geometry, lane, mark, road, section
from viewer.roads.lane_types import MarkColor


def painted(road_map, *, kerbs=False):
    """Each line as (color, width, broken, points), of all levels."""
    groups = [group for level in road_map.levels for group in (level.kerbs if kerbs else level.marks)]
    return [
        (group.color, group.width, group.broken, group.lines.path(row))
        for group in groups
        for row in range(len(group.lines))
    ]


def one_lane(*marks, lane_id=-1):
    return road(lanes=section(lane(lane_id, inside="".join(marks))))


def test_a_solid_line_runs_along_the_outer_boundary(tmp_path):
    ((color, width, broken, points),) = painted(build(tmp_path, one_lane(mark(width="0.2"))))
    assert (color, width, broken) == (MarkColor.WHITE, 0.2, False)
    assert points.tolist() == [[0, 3.5], [100, 3.5]]


@pytest.mark.parametrize(("lane_id", "outside"), [(1, -1), (0, 1), (-1, 1)])
def test_pairs_go_from_inside_to_outside_and_in_the_middle_from_left_to_right(tmp_path, lane_id, outside):
    pair = mark("solid broken", color="yellow", width="0.1")
    lanes = section(lane(lane_id, inside=pair)) if lane_id else section(lane(-1), center=pair)
    lines = painted(build(tmp_path, road(lanes=lanes)))
    assert {color for color, *_ in lines} == {MarkColor.YELLOW}
    edge = {1: -3.5, 0: 0.0, -1: 3.5}[lane_id]
    solid = {y for _, _, broken, points in lines for _, y in points.round(6).tolist() if not broken}
    broken = {y for _, _, broken, points in lines for _, y in points.round(6).tolist() if broken}
    # On the screen's y, what is left of the road's direction is smaller.
    assert solid == {round(edge - outside * 0.1, 6)}
    assert broken == {round(edge + outside * 0.1, 6)}


def test_broken_lines_are_dashes_that_go_on_over_sections(tmp_path):
    broken = lane(-1, inside=mark("broken"))
    lanes = section(broken) + section(broken, s=40)
    dashes = sorted(points[[0, -1], 0].tolist() for *_, points in painted(build(tmp_path, road(lanes=lanes))))
    assert dashes[:5] == [pytest.approx(ends) for ends in ([0, 3], [9, 12], [18, 21], [27, 30], [36, 39])]
    assert dashes[5] == pytest.approx([45, 48])


def test_lines_that_the_file_lists_for_a_mark_are_those_of_its_type(tmp_path):
    lines = (
        '<type name="x" width="0.3"><line length="2" space="8" tOffset="0.5" sOffset="1" width="0.3"/></type>'
    )
    found = painted(build(tmp_path, one_lane(mark("solid", width="0.1", inside=lines))))
    assert [(width, points.tolist()) for _, width, _, points in found] == [(0.1, [[0, 3.5], [100, 3.5]])]


def test_marks_change_where_the_file_says(tmp_path):
    marks = mark("solid"), mark("none", 20), mark("solid", 30.5, "red"), mark("solid", 60, "red")
    found = sorted(painted(build(tmp_path, one_lane(*marks))), key=lambda one: one[3][0, 0])
    assert [(color, points.tolist()) for color, _, _, points in found] == [
        (MarkColor.WHITE, [[0, 3.5], [20, 3.5]]),
        (MarkColor.RED, [[30.5, 3.5], [100, 3.5]]),
    ]


def test_marks_follow_bends(tmp_path):
    bend = geometry('<arc curvature="0.02"/>', 60)
    lanes = section(lane(-1, inside=mark("broken")), center=mark())
    for _, _, _, points in painted(build(tmp_path, road(bend, length=60, lanes=lanes))):
        radius = np.hypot(points[:, 0], points[:, 1] + 50)
        assert np.abs(radius - radius.round(1)).max() < 0.02
        assert radius[0] == pytest.approx(50 if radius[0] < 51 else 53.5, abs=0.02)


def test_kerbs_are_apart_from_paint(tmp_path):
    road_map = build(tmp_path, one_lane(mark("curb")))
    assert painted(road_map) == []
    assert [points.tolist() for *_, points in painted(road_map, kerbs=True)] == [[[0, 3.5], [100, 3.5]]]


@pytest.mark.parametrize("kind", ["none", "edge", "grass"])
def test_some_marks_are_not_painted(tmp_path, kind):
    assert painted(build(tmp_path, one_lane(mark(kind)))) == []


def test_bold_lines_are_wider_and_widths_may_be_missing(tmp_path):
    bold = painted(build(tmp_path, one_lane(mark(weight="bold"))))
    usual = painted(build(tmp_path, one_lane(mark())))
    assert (bold[0][1], usual[0][1]) == (0.25, 0.12)  # broad and narrow lines of German roads
