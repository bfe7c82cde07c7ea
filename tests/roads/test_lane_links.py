"""Which lane leads into which; the ends of linked lanes meet in CARLA's towns."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.roads.maps import build, geometry, lane, road, section
from viewer.roads import open_map
from viewer.roads.lane_types import LaneType


def link(before=None, after=None):
    ends = (("predecessor", before), ("successor", after))
    inside = "".join(f'<{tag} id="{lane_id}"/>' for tag, lane_id in ends if lane_id is not None)
    return f"<link>{inside}</link>"


def at_road(tag, road_id, contact):
    return f'<{tag} elementType="road" elementId="{road_id}" contactPoint="{contact}"/>'


def ids(stretches):
    return [(one.road, one.lane, one.begin, one.end) for one in stretches]


def leads_to(road_map, *lane_and_place):
    return road_map.next_lanes(road_map.stretch(*lane_and_place))


def test_sections_of_a_road_lead_into_each_other(tmp_path):
    first = section(lane(1, inside=link(after=1)), lane(-1, inside=link(after=-2)))
    second = section(lane(1, inside=link(1)), lane(-1), lane(-2, inside=link(-1)), s=40)
    road_map = build(tmp_path, road(lanes=first + second))
    assert ids(leads_to(road_map, "1", -1, 10)) == [("1", -2, 40, 100)]
    # Traffic of the left lane runs the other way.
    assert ids(leads_to(road_map, "1", 1, 70)) == [("1", 1, 40, 0)]
    assert leads_to(road_map, "1", -2, 70) == ()
    assert road_map.stretch("1", 7, 70) is road_map.stretch("x", -1, 0) is None


def test_roads_may_meet_at_either_end(tmp_path):
    left = section(lane(-1, inside=link(after=1)))
    other = section(lane(1, inside=link(after=-1)))
    roads = (
        road(lanes=left, more=f"<link>{at_road('successor', 2, 'end')}</link>"),
        road(
            geometry(x=200, hdg=math.pi),
            road_id="2",
            lanes=other,
            more=f"<link>{at_road('successor', 1, 'end')}</link>",
        ),
    )
    road_map = build(tmp_path, *roads)
    assert ids(leads_to(road_map, "1", -1, 50)) == [("2", 1, 100, 0)]


def test_a_section_that_is_too_short_to_be_seen_still_links(tmp_path):
    lanes = (
        section(lane(-1, inside=link(after=-2)))
        + section(lane(-1), lane(-2, inside=link(-1, -3)), s=50)
        + section(lane(-1), lane(-2), lane(-3, inside=link(-2)), s=50.001)
    )
    road_map = build(tmp_path, road(lanes=lanes))
    assert ids(leads_to(road_map, "1", -1, 10)) == [("1", -3, 50.001, 100)]


@pytest.mark.parametrize(
    "asked",
    [
        ("1", 0, 10),
        ("1", 7, 10),
        ("x", -1, 10),
        ("1", -1, -1),
        ("1", -1, 101),
        ("1", -2, 50.0005),
        ("1", -3, 10),
    ],
)
def test_where_there_is_no_lane_it_neither_begins_nor_leads_anywhere(tmp_path, asked):
    """Beside the road, before and behind it, in a section without it, or in one too short to be seen."""
    lanes = (
        section(lane(-1, inside=link(after=-2)))
        + section(lane(-1), lane(-2, inside=link(-1, -3)), s=50)
        + section(lane(-1), lane(-2), lane(-3, inside=link(-2)), s=50.001)
    )
    road_map = build(tmp_path, road(lanes=lanes))
    assert road_map.stretch(*asked) is None


def test_a_junction_offers_every_way_through_it(tmp_path):
    junction = '<link><successor elementType="junction" elementId="9"/></link>'
    ways = "".join(
        f'<connection id="{n}" incomingRoad="1" connectingRoad="{n + 2}" contactPoint="start">'
        f'<laneLink from="-1" to="-1"/></connection>'
        for n in range(2)
    )
    inside = [
        road(
            geometry(x=100, hdg=turn),
            road_id=str(n + 2),
            junction="9",
            lanes=section(lane(-1, inside=link(-1))),
            more=f"<link>{at_road('predecessor', 1, 'end')}</link>",
        )
        for n, turn in enumerate((0.0, 0.5))
    ]
    road_map = build(
        tmp_path,
        road(lanes=section(lane(1), lane(-1)), more=junction),
        *inside,
        f'<junction id="9">{ways}</junction>',
    )
    assert [one.road for one in leads_to(road_map, "1", -1, 50)] == ["2", "3"]
    assert leads_to(road_map, "1", 1, 50) == ()


def test_links_to_nowhere_are_none(tmp_path):
    lanes = section(lane(-1, inside=link(after=-4)))
    road_map = build(tmp_path, road(lanes=lanes, more=f"<link>{at_road('successor', 77, 'start')}</link>"))
    assert leads_to(road_map, "1", -1, 50) == ()


def test_a_lane_and_s_give_a_point(tmp_path):
    lanes = section(lane(1, 3), lane(-1, 4), lane(-2, 2, "sidewalk"))
    road_map = build(tmp_path, road(lanes=lanes, elevations=[(0, 1, 0.1, 0, 0)]))
    point = road_map.point("1", -2, 30)
    assert point.location == pytest.approx((30, 5, 4))
    assert (point.yaw, point.width, point.lane_type) == (0, 2, LaneType.SIDEWALK)
    assert road_map.point("1", 1, 30).yaw == 180
    assert road_map.point("1", 5, 30) is road_map.point("1", 0, 30) is road_map.point("2", -1, 30) is None
    assert road_map.point("1", -1, 101) is None


def test_the_point_of_a_lane_is_where_it_is_located_in_the_towns(map_file):
    """Lane and s to a point, and the point to lane and s."""
    road_map = open_map(map_file)
    rng = np.random.default_rng(3)
    lanes = road_map.lanes_into_junctions()
    asked = [(each.road, each.lane, rng.uniform(*sorted(each[2:4]))) for each in lanes for _ in range(5)]
    points = [road_map.point(*each) for each in asked]
    found = road_map.locate([each.location for each in points], [each.yaw for each in points])
    same = [
        (road, lane) == (one["road"], one["lane"]) for (road, lane, _), one in zip(asked, found, strict=True)
    ]
    assert np.mean(same) > 0.97  # narrow lanes that begin, and lanes that lie over each other
    for (_, _, s), point, place, is_same in zip(asked, points, found, same, strict=True):
        if is_same:
            assert place["on_lane"]
            assert place["s"] == pytest.approx(s, abs=0.1)
            assert place["width"] == pytest.approx(point.width, abs=0.1)
            assert place["z"] == pytest.approx(point.location[2], abs=0.05)
            assert abs(place["offset"]) < 0.1
            assert place["lane_type"] == point.lane_type
            assert abs((place["heading"] - point.yaw + 180) % 360 - 180) < 2


def test_a_signal_knows_the_lanes_it_is_for(tmp_path):
    signals = (
        '<signal id="7" s="90" t="-4" type="1000001" orientation="+">'
        '<validity fromLane="0" toLane="0"/></signal>'
        '<signalReference id="7" s="80" t="0" orientation="-"/>'
        '<signalReference id="8" s="20" t="0"><validity fromLane="-1" toLane="1"/></signalReference>'
    )
    lanes = section(lane(1), lane(-1), lane(-2), lane(-3, 2, "sidewalk"))
    road_map = build(tmp_path, road(lanes=lanes, more=f"<signals>{signals}</signals>"))
    assert road_map.lanes_of("7") == (("1", -1, 80), ("1", -2, 80))
    assert set(road_map.lanes_of("8")) == {("1", 1, 20), ("1", -1, 20)}
    assert road_map.lanes_of("9") == ()


def test_every_light_of_town01_is_for_lanes_at_a_junction(maps):
    road_map = open_map(maps / "Town01.xodr")
    junctions = {road.id: road.junction for road in road_map.roads}
    lights = [signal for signal in road_map.signals if signal.dynamic]
    assert len(lights) == 36
    for light in lights:
        lanes = road_map.lanes_of(light.id)
        assert lanes
        assert all(junctions[one[0]] for one in lanes)
        for one in lanes:
            where = road_map.point(*one).location
            assert math.dist(where[:2], light.location[:2]) < 40
