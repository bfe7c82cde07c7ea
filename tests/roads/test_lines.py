"""Lines between lanes, by the places of points on either side."""

from __future__ import annotations

import numpy as np
import pytest

from tests.roads.maps import build, lane, mark, road, section


def past(folder, home_y, away_y, center="", inside="", **more):
    lanes = section(lane(2), lane(1), lane(-1, inside=inside), lane(-2, **more), center=center)
    road_map = build(folder, road(lanes=lanes))
    places = [road_map.locate(np.array([[50.0, y]])) for y in (home_y, away_y)]
    depth, forbidden = road_map.past_solid_lines(*places)
    return float(depth[0]), bool(forbidden[0])


@pytest.mark.parametrize(
    ("kind", "from_the_right", "from_the_left"),
    [
        ("solid", True, True),
        ("solid solid", True, True),
        ("solid broken", False, True),
        ("broken solid", True, False),
    ],
)
def test_the_line_in_the_middle(tmp_path, kind, from_the_right, from_the_left):
    # CARLA's y grows to the right: the right lane is at positive y.
    assert past(tmp_path, 1.75, -0.3, mark(kind)) == (pytest.approx(0.3), from_the_right)
    assert past(tmp_path, -1.75, 0.3, mark(kind)) == (pytest.approx(0.3), from_the_left)


@pytest.mark.parametrize(
    ("kind", "outwards", "inwards"),
    [("solid", True, True), ("solid broken", True, False), ("broken solid", False, True)],
)
def test_a_line_between_two_lanes_of_one_side(tmp_path, kind, outwards, inwards):
    assert past(tmp_path, 1.75, 3.7, inside=mark(kind)) == (pytest.approx(0.2), outwards)
    assert past(tmp_path, 5.25, 3.3, inside=mark(kind)) == (pytest.approx(0.2), inwards)


@pytest.mark.parametrize(
    ("home", "away", "center"),
    [
        (1.75, -0.3, mark("broken")),
        (1.75, -0.3, ""),
        (1.75, 0.3, mark("solid")),
        (5.25, -0.3, mark("solid")),
        (1.75, 50.0, mark("solid")),
        (50.0, 1.75, mark("solid")),
    ],
)
def test_no_line_no_neighbour_no_lane(tmp_path, home, away, center):
    assert past(tmp_path, home, away, center) == (0.0, False)


def test_a_line_at_the_edge_of_the_road_is_no_line_between_lanes(tmp_path):
    assert past(tmp_path, 1.75, 3.7, inside=mark("solid"), kind="shoulder") == (0.0, False)


def test_a_line_holds_from_its_place_on(tmp_path):
    lanes = section(lane(1), lane(-1), center=mark("broken") + mark("solid", s=60))
    road_map = build(tmp_path, road(lanes=lanes))
    homes = road_map.locate(np.array([[50.0, 1.75], [70.0, 1.75]]))
    places = road_map.locate(np.array([[50.0, -0.5], [70.0, -0.5]]))
    depth, forbidden = road_map.past_solid_lines(homes, places)
    assert depth.tolist() == pytest.approx([0.0, 0.5])
    assert forbidden.tolist() == [False, True]
