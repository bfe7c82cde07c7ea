"""Surfaces as wholes: judged by where points lie, and by areas that are known."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from tests.roads.maps import build, geometry, ground, lane, road, section
from viewer.roads import open_map
from viewer.roads.lane_types import Surface

STREET = section(
    lane(2, 2, "sidewalk"), lane(1, 4), lane(-1, 4), lane(-2, 0.5, "shoulder"), lane(-3, 2, "sidewalk")
)


def area(outlines):
    """What outlines cover, each of which is closed and does not cross itself."""
    assert all(shapely.Polygon(outlines.path(row)).is_valid for row in range(len(outlines)))
    return ground(outlines)


def lines(found):
    """Lines, put together again of their pieces."""
    merged = shapely.line_merge(shapely.MultiLineString([found.path(row) for row in range(len(found))]))
    return shapely.MultiLineString(list(shapely.get_parts(merged)))


def merged(folder, *roads):
    (level,) = build(folder, *roads).merged
    return level


def test_a_street_is_a_road_between_two_sidewalks(tmp_path):
    level = merged(tmp_path, road(lanes=STREET))
    assert area(level.road).symmetric_difference(shapely.box(0, -4, 100, 4.5)).area < 1
    walk = shapely.union(shapely.box(0, -6, 100, -4), shapely.box(0, 4.5, 100, 6.5))
    assert area(level.beside).symmetric_difference(walk).area < 1


def test_the_kerb_is_one_line_where_road_and_sidewalk_meet(tmp_path):
    cut = STREET + STREET.replace('s="0"', 's="40"', 1) + STREET.replace('s="0"', 's="70"', 1)
    level = merged(tmp_path, road(lanes=cut))
    kerbs = lines(level.kerbs)
    assert len(kerbs.geoms) == 2
    assert kerbs.length == pytest.approx(200, abs=1.5)
    assert {round(float(np.median(shapely.get_coordinates(line)[:, 1])), 1) for line in kerbs.geoms} == {
        -4,
        4.5,
    }
    edges = lines(level.edges)
    assert edges.length == pytest.approx(200 + 2 * 4, abs=2)


def test_no_kerb_where_lanes_of_a_junction_overlap_or_road_meets_ground(tmp_path):
    bare = section(lane(1), lane(-1))
    across = road(geometry(x=50, y=-50, hdg=math.pi / 2), road_id="2", lanes=bare)
    kerbs = lines(merged(tmp_path, road(lanes=bare), across).kerbs)
    assert not kerbs.intersects(shapely.box(46.6, -3.4, 53.4, 3.4))
    assert not kerbs.intersects(shapely.box(0, -9, 38, 9))


def ring(size, lanes):
    """Four streets around a square; their inner edges are where the square's are."""
    half = size / 2
    corners = ((-half, half), (half, half), (half, -half), (-half, -half))
    return [
        road(
            geometry(x=x, y=y, hdg=-turn * math.pi / 2, length=size),
            length=size,
            road_id=str(turn),
            lanes=lanes,
        )
        for turn, (x, y) in enumerate(corners)
    ]


@pytest.mark.parametrize(("size", "filled"), [(19.0, True), (40.0, False)])
@pytest.mark.parametrize("kind", ["sidewalk", "median"])
def test_gaps_below_400_square_metres_are_filled_as_what_is_around_them(tmp_path, size, filled, kind):
    lanes = section(lane(1, 4), lane(-1, 0.5, kind))  # the other lane is outside of the square
    level = merged(tmp_path, *ring(size, lanes))
    assert area(level.beside).contains(shapely.Point(0, 0)) == filled
    assert not area(level.road).contains(shapely.Point(0, 0))


def test_ends_of_sidewalks_are_joined_and_corners_rounded(tmp_path):
    side = section(lane(-1, 4), lane(-2, 2, "sidewalk"))
    beyond = road(geometry(x=106), road_id="2", lanes=side)
    level = merged(tmp_path, road(lanes=side), beyond)
    assert area(level.beside).contains(shapely.Point(103, 5))
    far = road(geometry(x=120), road_id="2", lanes=side)
    assert not area(merged(tmp_path, road(lanes=side), far).beside).contains(shapely.Point(110, 5))


def test_the_road_wins(tmp_path):
    walk = road(geometry(x=50, y=-50, hdg=math.pi / 2), road_id="2", lanes=section(lane(-1, 4, "sidewalk")))
    level = merged(tmp_path, road(lanes=section(lane(1), lane(-1))), walk)
    assert area(level.road).contains(shapely.Point(52, 0))
    assert area(level.road).intersection(area(level.beside)).area < 0.5


def test_levels_are_united_apart(tmp_path):
    over = road(geometry(x=50, y=-50, hdg=math.pi / 2), road_id="2", elevations=[(0, 8, 0, 0, 0)])
    low, high = build(tmp_path, road(), over).merged
    assert area(low.road).contains(shapely.Point(52, 0))
    assert area(high.road).contains(shapely.Point(52, 0))
    assert not area(high.road).contains(shapely.Point(20, 0))


def test_towns(map_file):
    """No road of a lane is lost, and there is no hole below 400 m² in what is paved."""
    road_map = open_map(map_file)
    for level, found in zip(road_map.levels, road_map.merged, strict=True):
        surfaces = [area(each) for each in (found.road, found.beside)]
        assert ground(level.surfaces[Surface.ROAD]).difference(surfaces[0].buffer(0.05)).area < 1
        assert surfaces[0].intersection(surfaces[1]).area < 5
        paved = shapely.union_all([each.buffer(0.05) for each in surfaces])
        holes = [shapely.Polygon(hole) for part in shapely.get_parts(paved) for hole in part.interiors]
        assert all(hole.area > 380 or hole.area < 0.01 for hole in holes)  # or a seam of the test
        for paths in (found.road, found.beside, found.kerbs):
            assert np.isfinite(paths.points).all()
        assert max(np.diff(found.road.first), default=0) <= 260
