"""Where a place is on a road that runs along x: by plain sums."""

from __future__ import annotations

import math

import pytest

from tests.roads.maps import build, road
from viewer.ui.road_place import height_at, road_place, signal_at

TYPE = '<type s="0" type="town"><speed max="36" unit="km/h"/></type>'
SIGNAL = (
    '<signals><signal s="{s}" t="-5" id="{s}" name="light" dynamic="{dynamic}" orientation="+" '
    'zOffset="3" type="1000001" subtype="-1" value="-1"/></signals>'
)


@pytest.fixture(scope="module")
def road_map(tmp_path_factory):
    """100 m along x, a lane of 3.5 m on each side, climbing 1 in 10; a light at 50 m."""
    more = TYPE + SIGNAL.format(s=50, dynamic="yes")
    return build(tmp_path_factory.mktemp("map"), road(elevations=[(0, 2.0, 0.1, 0, 0)], more=more))


@pytest.mark.parametrize(
    ("y", "lane", "ahead"), [(1.75, "−1", 0.0), (0.5, "−1", 0.0), (-1.75, "1", 180.0), (-3.0, "1", 180.0)]
)
@pytest.mark.parametrize("yaw", [-179.0, -90.0, -10.0, 0.0, 10.0, 90.0, 170.0])
def test_lane_offset_and_turn(road_map, y, lane, ahead, yaw):
    """In CARLA y points to the right of x: lanes with negative ids, whose traffic goes along the road."""
    place = road_place(road_map, (40.0, y), yaw)
    assert place.text == f"road 1 · lane {lane} driving"
    assert place.offset == pytest.approx(abs(y) - 1.75, abs=0.01)  # to the right of its traffic
    assert math.cos(math.radians(place.turn)) == pytest.approx(math.cos(math.radians(yaw - ahead)), abs=1e-6)
    assert math.sin(math.radians(place.turn)) == pytest.approx(math.sin(math.radians(yaw - ahead)), abs=1e-6)
    assert -180.0 <= place.turn <= 180.0


def test_what_is_not_asked_or_not_there_is_not_told(road_map):
    assert math.isnan(road_place(road_map, (40.0, 1.0)).turn)
    assert road_place(road_map, (40.0, 9.0)) is None
    assert road_place(road_map, (-20.0, 0.0)) is None
    assert height_at(road_map, 40.0, 1.0) == pytest.approx(6.0, abs=0.01)
    assert math.isnan(height_at(road_map, 40.0, 60.0))


@pytest.mark.parametrize(
    ("x", "y", "there"), [(50.0, 5.0, True), (51.9, 5.0, True), (52.1, 5.0, False), (50.0, 2.9, False)]
)
def test_a_light_is_the_maps_within_two_metres(road_map, x, y, there):
    assert (signal_at(road_map, x, y) is not None) is there


def test_signs_are_no_lights(tmp_path):
    signs = build(tmp_path, road(more=SIGNAL.format(s=50, dynamic="no")))
    assert signal_at(signs, 50.0, 5.0) is None
