"""Which lane a point is on, and where on it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extras import need
from tests.roads.maps import build, document, geometry, lane, road, section, write
from viewer.roads import open_map
from viewer.roads.lane_types import LaneType

LANES = section(lane(2, 2, "sidewalk"), lane(1, 4), lane(-1, 4), lane(-2, 1, "biking"))
FLOATS = ("s", "t", "offset", "width", "heading", "z", "speed_limit")


def one(road_map, *point, heading=None):
    (place,) = road_map.locate([point], None if heading is None else [heading])
    return place


def test_a_point_on_a_lane(tmp_path):
    road_map = build(tmp_path, road(lanes=LANES, junction="7"))
    place = one(road_map, 30.0, 1.5)
    assert place["on_lane"]
    assert place["road"] == "1"
    assert place["junction"] == "7"
    assert (place["lane"], LaneType(place["lane_type"])) == (-1, LaneType.DRIVING)
    assert (place["s"], place["t"], place["width"]) == pytest.approx((30, -1.5, 4))
    assert place["offset"] == pytest.approx(-0.5)  # left of the middle
    assert (place["heading"], place["z"]) == (0, 0)
    assert math.isnan(place["speed_limit"])


def test_left_hand_traffic_runs_the_other_way(tmp_path):
    road_map = build(tmp_path, road(lanes=section(lane(1), lane(-1)), attributes='rule="LHT"'))
    assert one(road_map, 30.0, 1.5)["heading"] == 180
    assert one(road_map, 30.0, -1.5)["heading"] == 0
    assert road_map.roads[0].left_hand


@pytest.mark.parametrize("rule", ["RHT", "lht", "Lht", " LHT", "left", ""])
def test_other_rules_are_read_as_carla_reads_them(tmp_path, rule):
    """Only LHT, written like that, is driving on the left."""
    content = road(lanes=section(lane(1), lane(-1)), attributes=f'rule="{rule}"')
    road_map = open_map(write(tmp_path, content))
    assert one(road_map, 30.0, 1.5)["heading"] == 0
    assert [each.where for each in road_map.problems if f'"{rule}"' in each.what] == ["road 1"] * (
        rule != "RHT"
    )
    carla = need("carla", "carla.libcarla", "carla")
    theirs = carla.Map("test", document(content)).get_waypoint(carla.Location(30.0, 1.5, 0.0))
    assert theirs.transform.rotation.yaw == pytest.approx(0.0)


@pytest.mark.parametrize(
    "point", [(-0.1, 1), (100.1, 1), (50, 5.1), (50, -6.1), (1e9, 0), (np.nan, 1), (np.inf, 0)]
)
def test_beside_every_lane_and_nowhere(tmp_path, point):
    place = one(build(tmp_path, road(lanes=LANES)), *point)
    assert not place["on_lane"]
    assert place[["road", "junction", "road_row", "junction_row", "lane", "lane_type"]].item() == (
        "",
        "",
        -1,
        -1,
        0,
        0,
    )
    assert all(math.isnan(place[name]) for name in FLOATS)


def test_many_points_at_once_and_none(tmp_path):
    road_map = build(tmp_path, road(lanes=LANES))
    points = np.array([[10.0, 1], [np.nan, 1], [10, 99], [10, -5]])
    assert road_map.locate(points)["lane"].tolist() == [-1, 0, 0, 2]
    assert road_map.locate(np.tile(points, (3000, 1)))["lane"].tolist() == [-1, 0, 0, 2] * 3000
    assert len(road_map.locate([])) == 0
    assert len(road_map.locate(np.empty((0, 3)))) == 0


@pytest.mark.parametrize("point", [(30.0, 1.5), (30.0, 1.5, 0.0)])
def test_one_point_needs_no_list_around_it(tmp_path, point):
    found = build(tmp_path, road(lanes=LANES)).locate(point, 0.0)
    assert found["lane"].tolist() == [-1]


def test_a_lane_that_is_none_is_no_lane(tmp_path):
    beside = road(road_id="beside", lanes=section(lane(-1, 4, "none"), lane(-2, 4)))
    under = road(road_id="under", lanes=section(lane(-1, 4, "shoulder")))
    assert not one(build(tmp_path, beside), 50.0, 1.0)["on_lane"]
    place = one(build(tmp_path, beside, under), 50.0, 1.0)
    assert (place["road"], place["lane_type"]) == ("under", LaneType.SHOULDER)


def test_ids_of_any_length_are_told_in_full(tmp_path):
    long = "a road that has a very long name for an id"
    assert one(build(tmp_path, road(road_id=long, junction="the junction")), 50.0, 1.0)["road"] == long


@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_a_lane_that_widens_heads_outwards(tmp_path, y):
    wider = [(0, 3.0, 0.1, 0, 0)]
    place = one(build(tmp_path, road(lanes=section(lane(1, wider), lane(-1, wider)))), 20.0, y)
    away = math.degrees(math.atan(0.05))  # the middle moves by half of what the lane grows
    assert place["heading"] == pytest.approx(away if y > 0 else 180 - away, abs=1e-9)


def test_a_lane_beside_one_that_widens_is_pushed_aside(tmp_path):
    lanes = section(lane(-1, [(0, 3.0, 0.2, 0, 0)]), lane(-2, 3.0))
    road_map = build(tmp_path, road(lanes=lanes, offsets=[(0, 1.0, 0.05, 0, 0)]))
    assert one(road_map, 10.0, 4.0)["lane"] == -2
    assert one(road_map, 10.0, 4.0)["heading"] == pytest.approx(math.degrees(math.atan(0.15)), abs=1e-9)


def test_a_lane_heads_on_in_a_bend_as_its_middle_does(tmp_path):
    plan = geometry('<arc curvature="0.02"/>', 60)
    taper = [(0, 3.0, 0, 0.002, 0.00005)]
    road_map = build(tmp_path, road(plan, length=60, lanes=section(lane(1, taper), lane(-1, taper))))
    for lane_id in (1, -1):
        for s in (5.0, 31.0, 55.0):
            before, here, after = (road_map.point("1", lane_id, at) for at in (s - 0.5, s, s + 0.5))
            way = np.subtract(after.location, before.location)
            yaw = math.degrees(math.atan2(way[1], way[0])) + (180 if lane_id > 0 else 0)
            assert (here.yaw - yaw + 180) % 360 - 180 == pytest.approx(0, abs=0.3)


def test_a_point_between_two_lanes_is_on_one(tmp_path):
    assert one(build(tmp_path, road(lanes=LANES)), 50.0, 0.0)["lane"] in (1, -1)


def test_a_point_where_sections_meet_is_on_one(tmp_path):
    road_map = build(tmp_path, road(lanes=LANES + LANES.replace('s="0"', 's="40"', 1)))
    assert road_map.locate([[40.0, 1.0], [0.0, 1.0], [100.0, 1.0]])["lane"].tolist() == [-1, -1, -1]


@given(
    curvature=st.floats(-0.04, 0.04),
    heading=st.floats(-3, 3),
    s=st.floats(0.01, 59.99),
    t=st.floats(-4.9, -0.1) | st.floats(0.1, 5.9),
)
@settings(max_examples=60)
def test_a_place_on_the_road_is_found_again(bends, curvature, heading, s, t):
    road_map = bends(round(curvature, 2), round(heading, 0))
    turn = heading_at = round(heading, 0) + round(curvature, 2) * s
    bend = round(curvature, 2)
    if bend:
        start = round(heading, 0)
        x, y = (math.sin(turn) - math.sin(start)) / bend, -(math.cos(turn) - math.cos(start)) / bend
    else:
        x, y = s * math.cos(turn), s * math.sin(turn)
    point = x - t * math.sin(heading_at), -(y + t * math.cos(heading_at))
    place = one(road_map, *point)
    assert (place["s"], place["t"]) == pytest.approx((s, t), abs=2e-3)
    yaw = -math.degrees(heading_at) + (180 if t > 0 else 0)
    assert (place["heading"] - yaw + 180) % 360 - 180 == pytest.approx(0, abs=0.05)
    assert -180 < place["heading"] <= 180


@pytest.fixture(scope="module")
def bends(tmp_path_factory):
    """Maps of one bent road each, by curvature and heading."""
    made = {}

    def bent(curvature, heading):
        if (curvature, heading) not in made:
            path = tmp_path_factory.mktemp("bend") / "map.xodr"
            plan = geometry(f'<arc curvature="{curvature}"/>', 60, hdg=heading)
            path.write_text(document(road(plan, length=60, lanes=LANES)))
            made[curvature, heading] = open_map(path)
        return made[curvature, heading]

    return bent


def crossing(tmp_path, height=6.0):
    over = road(
        geometry(x=50, y=-50, hdg=math.pi / 2), road_id="over", elevations=[(0, height, 0, 0, 0)], lanes=LANES
    )
    return build(tmp_path, road(road_id="under", lanes=LANES), over)


def test_the_height_decides_on_a_bridge(tmp_path):
    road_map = crossing(tmp_path)
    found = road_map.locate([[50.5, 1.0, 0.2], [50.5, 1.0, 6.3], [50.5, 1.0, 5.0]])
    assert found["road"].tolist() == ["under", "over", "over"]
    assert found["z"].tolist() == [0, 6, 6]


def test_a_height_that_is_not_known_decides_nothing(tmp_path):
    assert one(crossing(tmp_path), 50.5, 1.0, np.nan)["on_lane"]


@pytest.mark.parametrize(
    ("heading", "name"), [(0.0, "under"), (90.0, "over"), (-85.0, "over"), (175.0, "under")]
)
def test_the_heading_decides_where_roads_cross_on_the_level(tmp_path, heading, name):
    road_map = crossing(tmp_path, height=0.0)
    # On the left of one road and the right of the other, as close to either middle.
    at = {0.0: (48, 2), 90.0: (48, 2), -85.0: (52, 2), 175.0: (52, -2)}[heading]
    assert one(road_map, *at, heading=heading)["road"] == name


def test_lanes_with_traffic_come_first_where_lanes_overlap(tmp_path):
    walk = road(
        geometry(x=50, y=-50, hdg=math.pi / 2), road_id="walk", lanes=section(lane(-1, 4, "sidewalk"))
    )
    road_map = build(tmp_path, walk, road(lanes=LANES))
    assert one(road_map, 52.0, 0.1)["lane_type"] == LaneType.DRIVING
    assert one(road_map, 52.0, -9.0)["lane_type"] == LaneType.SIDEWALK


def test_speed_limits_are_those_of_the_lane_or_else_of_the_road(tmp_path):
    limits = (
        '<type s="0" type="town"><speed max="36" unit="km/h"/></type>'
        '<type s="50" type="town"><speed max="20" unit="mph"/></type>'
    )
    lanes = section(lane(1), lane(-1, inside='<speed sOffset="20" max="5"/>'))
    road_map = build(tmp_path, road(lanes=lanes, more=limits))
    found = road_map.locate([[10, -1], [60, -1], [10, 1], [60, 1]])["speed_limit"]
    assert found == pytest.approx([10, 8.9408, 10, 5])


@pytest.mark.parametrize("speed", ['max="no limit"', 'max="undefined"', 'max="30" unit="knots"', ""])
def test_a_limit_without_a_number_is_none(tmp_path, speed):
    lanes = section(lane(-1, inside=f"<speed {speed}/>"))
    road_map = build(tmp_path, road(lanes=lanes, more=f'<type s="0" type="town"><speed {speed}/></type>'))
    assert math.isnan(one(road_map, 10, 1)["speed_limit"])


def test_very_long_roads_are_found_along_all_of_their_length(tmp_path):
    road_map = build(tmp_path, road(geometry(length=60_000, hdg=0.3), length=60_000))
    s = np.linspace(1, 59_999, 50)
    points = np.column_stack([s * math.cos(0.3), -s * math.sin(0.3)])
    assert road_map.locate(points)["s"] == pytest.approx(s, abs=1e-3)


def test_rectangles_reach_a_junction_where_a_point_in_them_is_in_one(tmp_path):
    road_map = build(tmp_path, road(lanes=LANES, junction="7"))
    far, inside, around = (200, 200, 210, 210), (30, 1, 31, 2), (-50, -50, 50, 50)
    assert road_map.reach_junctions(np.array([far, inside, around], float)).tolist() == [False, True, True]
    open_road = build(tmp_path, road(lanes=LANES))
    assert not open_road.reach_junctions(np.array([inside], float)).any()
