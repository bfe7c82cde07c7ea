"""Where a place is on a straight road: by plain sums."""

import math

import pytest

from tests.roads.maps import build, geometry, road
from viewer.ui.road_position import height_at, road_position, signal_at

SIGNAL = (
    '<signals><signal s="50" t="-5" id="1" name="light" dynamic="{dynamic}" orientation="+" '
    'zOffset="3" type="1000001" subtype="-1" value="-1"/></signals>'
)
YAW = -30.0
"""Degrees of the road in CARLA, whose y points to the other side than OpenDRIVE's."""


def place_at(s, right):
    """Return x and y in CARLA of a place so many metres along the road and to the right of it."""
    cos, sin = math.cos(math.radians(YAW)), math.sin(math.radians(YAW))
    return s * cos - right * sin, s * sin + right * cos


@pytest.fixture(scope="module")
def road_map(tmp_path_factory):
    """100 m, a lane of 3.5 m on each side, climbing 1 in 10; a light at 50 m."""
    plan = geometry(hdg=math.radians(-YAW))
    content = road(plan, elevations=[(0, 2.0, 0.1, 0, 0)], more=SIGNAL.format(dynamic="yes"))
    return build(tmp_path_factory.mktemp("map"), content)


@pytest.mark.parametrize(
    ("right", "lane", "ahead"),
    [(1.75, "−1", YAW), (0.5, "−1", YAW), (-1.75, "1", YAW + 180.0), (-3.0, "1", YAW + 180.0)],
)
@pytest.mark.parametrize("yaw", [-179.0, -90.0, -10.0, 0.0, 10.0, 90.0, 170.0])
def test_lane_offset_and_turn(road_map, right, lane, ahead, yaw):
    """Lanes with negative ids are right of the road's line, and their traffic goes along it."""
    place = road_position(road_map, place_at(40.0, right), yaw)
    assert place.text == f"road 1 · lane {lane} driving"
    assert place.offset == pytest.approx(abs(right) - 1.75, abs=0.01)  # to the right of its traffic
    turn, expected = math.radians(place.turn), math.radians(yaw - ahead)
    assert (math.cos(turn), math.sin(turn)) == pytest.approx((math.cos(expected), math.sin(expected)))
    assert -180.0 <= place.turn <= 180.0


def test_what_is_not_asked_or_not_there_is_not_told(road_map):
    assert math.isnan(road_position(road_map, place_at(40.0, 1.0)).turn)
    assert road_position(road_map, place_at(40.0, 9.0)) is None
    assert road_position(road_map, place_at(-20.0, 0.0)) is None
    assert height_at(road_map, *place_at(40.0, 1.0)) == pytest.approx(6.0, abs=0.01)
    assert math.isnan(height_at(road_map, *place_at(40.0, 60.0)))


@pytest.mark.parametrize(
    ("s", "right", "there"), [(50, 5, True), (51.9, 5, True), (52.1, 5, False), (50, 2.9, False)]
)
def test_a_light_is_the_maps_within_two_metres(road_map, s, right, there):
    assert (signal_at(road_map, *place_at(s, right)) is not None) is there


def test_signs_are_no_lights(tmp_path):
    signs = build(tmp_path, road(more=SIGNAL.format(dynamic="no")))
    assert signal_at(signs, 50.0, 5.0) is None
