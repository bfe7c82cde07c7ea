"""Corners of junctions: judged by where points lie, on roads whose edges are known."""

from __future__ import annotations

import math

import pytest
import shapely

from tests.roads.maps import build, geometry, lane, road, section
from viewer.roads import open_map

STREET = section(
    lane(3, 2, "sidewalk"), lane(2, 3, "parking"), lane(1, 4),
    lane(-1, 4), lane(-2, 3, "parking"), lane(-3, 2, "sidewalk"),
)  # fmt: skip


def link(before, after):
    """Links to roads, each with the end one comes to."""
    ends = (("predecessor", before), ("successor", after))
    return "".join(
        f'<{tag} elementType="road" elementId="{other}" contactPoint="{end}"/>' for tag, (other, end) in ends
    )


def through(road_id, before, after, *, start, length):
    """A lane through the junction; ``start`` is where, x, y and heading of the file."""
    x, y, heading = start
    plan = geometry(x=x, y=y, hdg=heading, length=length)
    more = f"<link>{link(before, after)}</link>"
    return road(plan, length=length, road_id=road_id, junction="9", lanes=section(lane(-1, 4)), more=more)


def crossing(folder, *ways):
    """Three streets that end 12 m before (0, 0): from the west, the east and the south; in CARLA's frame."""
    west = road(geometry(x=-62, length=50), length=50, road_id="west", lanes=STREET)
    east = road(geometry(x=12, length=50), length=50, road_id="east", lanes=STREET)
    south = road(geometry(y=-62, hdg=math.pi / 2, length=50), length=50, road_id="south", lanes=STREET)
    (level,) = build(folder, west, east, south, *ways).united.levels
    return level


def covers(outlines, x, y):
    here = [shapely.Polygon(outlines.path(row)).covers(shapely.Point(x, y)) for row in range(len(outlines))]
    return any(here)


AHEAD = through("a", ("west", "end"), ("east", "start"), start=(-12, 0, 0), length=24)
BACK = through("b", ("east", "start"), ("west", "end"), start=(12, 0, math.pi), length=24)
# Straight from the mouth in the west to that in the south: which way the lane takes in between is its own.
RIGHT = through(
    "c", ("west", "end"), ("south", "end"), start=(-12, 0, -math.pi / 4), length=12 * math.sqrt(2)
)


def test_parking_lanes_and_sidewalks_run_on_past_the_mouth_of_another_road(tmp_path):
    level = crossing(tmp_path, AHEAD, BACK)
    for x in (-8, 0, 8):
        assert covers(level.road, x, -6.8)
        assert not covers(level.road, x, -7.2)
        assert covers(level.sidewalk, x, -7.3)
        assert covers(level.sidewalk, x, -8.8)


def test_the_corner_between_linked_roads_is_a_curve_from_edge_to_edge(tmp_path):
    level = crossing(tmp_path, RIGHT)
    assert covers(level.road, -11.5, 6.8)  # the edges of the parking lanes would meet at (−7, 7)
    assert covers(level.road, -6.8, 11.5)
    assert covers(level.road, -7.5, 7.5)
    assert not covers(level.road, -11, 11)
    assert covers(level.sidewalk, -10.4, 10.4)


def test_nothing_is_joined_that_no_road_links(tmp_path):
    level = crossing(tmp_path, AHEAD, BACK)
    assert not covers(level.road, -7.5, 7.5)


def test_the_shoulder_of_a_median_narrows_to_a_point(tmp_path):
    lanes = section(lane(3, 4), lane(2, 1, "shoulder"), lane(1, 2, "median"), lane(-1, 4))
    west = road(geometry(x=-62, length=50), length=50, road_id="west", lanes=lanes)
    east = road(geometry(x=12, length=50), length=50, road_id="east", lanes=lanes)
    (level,) = build(tmp_path, west, east, AHEAD).united.levels
    assert covers(level.road, -11.5, -2.2)
    assert covers(level.road, -8.5, -2.8)
    assert not covers(level.road, -8.5, -2.2)
    assert not covers(level.road, 0, -2.8)


def test_links_to_roads_that_are_not_there_join_nothing(tmp_path):
    astray = through("a", ("west", "end"), ("north", "start"), start=(-12, 0, 0), length=24)
    level = crossing(tmp_path, astray)
    assert not covers(level.road, 0, -6.8)


def test_a_street_of_town03_does_not_end_square_before_its_junction(map_file):
    if map_file.stem != "Town03":
        pytest.skip("a place in Town03")
    roads = open_map(map_file).united.levels[0].road
    assert covers(roads, -15.2, 125.6)
    assert not covers(roads, -18.0, 124.0)
