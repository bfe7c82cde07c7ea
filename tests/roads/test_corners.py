"""Corners of junctions: judged by where points lie, on roads whose edges are known."""

from __future__ import annotations

import cmath
import math
import re

import pytest
import shapely
from shapely.affinity import rotate

from tests.roads.maps import build, geometry, ground, lane, road, section
from viewer.roads.lane_types import CARRIAGEWAY, Surface

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
    """The surfaces of three streets that end 12 m before (0, 0), from the west, the east and the south."""
    west = road(geometry(x=-62, length=50), length=50, road_id="west", lanes=STREET)
    east = road(geometry(x=12, length=50), length=50, road_id="east", lanes=STREET)
    south = road(geometry(y=-62, hdg=math.pi / 2, length=50), length=50, road_id="south", lanes=STREET)
    (level,) = build(folder, west, east, south, *ways).merged
    return level


def covers(outlines, x, y):
    return ground(outlines).covers(shapely.Point(x, y))


AHEAD = through("a", ("west", "end"), ("east", "start"), start=(-12, 0, 0), length=24)
BACK = through("b", ("east", "start"), ("west", "end"), start=(12, 0, math.pi), length=24)
# Straight from the mouth in the west to that in the south: which way the lane takes in between is its own.
RIGHT = through(
    "c", ("west", "end"), ("south", "end"), start=(-12, 0, -math.pi / 4), length=12 * math.sqrt(2)
)
LEFT = through(
    "d", ("south", "end"), ("east", "start"), start=(0, -12, math.pi / 4), length=12 * math.sqrt(2)
)


def test_nothing_is_joined_that_no_road_links(tmp_path):
    level = crossing(tmp_path, AHEAD, BACK)
    assert not covers(level.road, -7.5, 7.5)


def test_links_to_roads_that_are_not_there_join_nothing(tmp_path):
    astray = through("a", ("west", "end"), ("north", "start"), start=(-12, 0, 0), length=24)
    level = crossing(tmp_path, astray)
    assert not covers(level.road, 0, -6.8)


NARROW = RIGHT.replace('a="4"', 'a="1"')


def from_the_south(end, theta, lanes=STREET):
    """A street that ends at a place of CARLA's frame, turned to the right as one enters."""
    sin, cos = math.sin(theta), math.cos(theta)
    plan = geometry(x=end[0] - 50 * sin, y=-end[1] - 50 * cos, hdg=math.pi / 2 - theta, length=50)
    return road(plan, length=50, road_id="south", lanes=lanes)


def turned(text, angle):
    """The road of a text, turned to the left about (0, 0)."""

    def place(match):
        x, y, heading = map(float, match.groups())
        there = complex(x, y) * cmath.rect(1.0, angle)
        return f'x="{there.real}" y="{there.imag}" hdg="{heading + angle}"'

    return re.sub(r'x="([^"]+)" y="([^"]+)" hdg="([^"]+)"', place, text)


def from_the_west(lanes=STREET):
    return road(geometry(x=-62, length=50), length=50, road_id="west", lanes=lanes)


@pytest.mark.parametrize("end", [(0.0, 12.0), (4.0, 20.0), (0.0, 30.0)])
@pytest.mark.parametrize("theta", [-0.1, 0.0, 0.25])
@pytest.mark.parametrize("angle", [0.0, 0.7])
def test_any_corner_is_a_circle_as_seen_at_a_slant(tmp_path, end, theta, angle):
    """Of the triangle to where the edges meet, the road covers what a quarter of an ellipse leaves.

    Whichever way all of it lies.
    """
    roads = (from_the_west(), from_the_south(end, theta), NARROW)
    (level,) = build(tmp_path, *(turned(each, angle) for each in roads)).levels
    onward, left = (math.sin(theta), -math.cos(theta)), (-math.cos(theta), -math.sin(theta))
    for edge, kinds in ((7.0, CARRIAGEWAY), (9.0, (*CARRIAGEWAY, Surface.SIDEWALK))):
        begin, far = (-12.0, edge), (end[0] + edge * left[0], end[1] + edge * left[1])
        on = (edge - far[1]) / onward[1]
        meeting = (far[0] + on * onward[0], edge)
        assert on > 0
        assert meeting[0] > begin[0]
        triangle = shapely.Polygon([begin, meeting, far])
        seen = shapely.union_all([ground(level.surfaces[kind]) for kind in kinds if kind in level.surfaces])
        expected = 2 * triangle.area * (1 - math.pi / 4)
        seen = rotate(seen, angle, origin=(0, 0), use_radians=True)
        assert seen.intersection(triangle).area == pytest.approx(expected, rel=0.08)


def test_three_roads_that_are_all_linked_have_two_corners_and_a_straight_edge(tmp_path):
    level = crossing(tmp_path, AHEAD, BACK, NARROW, LEFT)
    for side in (-1, 1):
        assert covers(level.road, side * 7.2, 7.2)
        assert not covers(level.road, side * 11, 11)
        assert covers(level.beside, side * 10.4, 10.4)
    for x in (-8, 0, 8):
        assert covers(level.road, x, -6.8)
        assert covers(level.beside, x, -8.0)
        assert not covers(level.road, x, -7.2)
