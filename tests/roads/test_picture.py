"""What is drawn: surfaces, levels, crossings, stop lines, parking spaces, numbers of lanes."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from tests.roads.maps import build, geometry, lane, road, section
from viewer.roads.lane_types import LaneType, Surface

CORNERS = (
    '<outline><cornerLocal u="-1" v="-3"/><cornerLocal u="1" v="-3"/><cornerLocal u="1" v="3"/></outline>'
)


def area(outline):
    x, y = outline.T
    return abs(np.dot(x[:-1], y[1:]) - np.dot(x[1:], y[:-1])) / 2


def closed(outlines):
    return all((outlines.path(row)[0] == outlines.path(row)[-1]).all() for row in range(len(outlines)))


def objects(*content):
    return road(more=f"<objects>{''.join(content)}</objects>")


def test_neighbours_that_look_alike_are_one_outline(tmp_path):
    lanes = section(
        lane(3, 2, "sidewalk"), lane(2, 3, "driving"), lane(1, 3, "bus"),
        lane(-1, 3, "driving"), lane(-2, 1, "shoulder"), lane(-3, 2, "border"), lane(-4, 2, "none"),
    )  # fmt: skip
    (level,) = build(tmp_path, road(lanes=lanes)).levels
    assert {kind: len(outlines) for kind, outlines in level.surfaces.items()} == {
        Surface.SIDEWALK: 1, Surface.SHOULDER: 1, Surface.ROAD: 1,
    }  # fmt: skip
    assert list(level.surfaces) == sorted(level.surfaces)
    areas = {kind: area(outlines.path(0)) for kind, outlines in level.surfaces.items()}
    assert areas == {Surface.SIDEWALK: 200, Surface.SHOULDER: 300, Surface.ROAD: 900}
    assert all(closed(outlines) for outlines in level.surfaces.values())


def test_a_lane_in_the_middle_divides_a_road(tmp_path):
    lanes = section(lane(2), lane(1, 2, "median"), lane(-1))
    (level,) = build(tmp_path, road(lanes=lanes)).levels
    assert len(level.surfaces[Surface.ROAD]) == 2


def test_lanes_without_width_are_not_drawn(tmp_path):
    lanes = section(lane(-1), lane(-2, 0, "sidewalk"))
    (level,) = build(tmp_path, road(lanes=lanes)).levels
    assert list(level.surfaces) == [Surface.ROAD]


def test_every_type_looks_like_something():
    assert {kind.surface for kind in LaneType} == set(Surface)
    assert all(kind.label and kind.label == kind.label.strip() for kind in LaneType)
    assert LaneType.DRIVING.has_traffic
    assert LaneType.BIKING.has_traffic
    assert not LaneType.SIDEWALK.has_traffic


def test_bridges_are_drawn_after_what_is_under_them(tmp_path):
    under = road(road_id="under")
    over = road(geometry(x=50, y=-50, hdg=math.pi / 2), road_id="over", elevations=[(0, 6, 0, 0, 0)])
    beside = road(geometry(y=300), road_id="beside", elevations=[(0, 9, 0, 0, 0)])
    low, high = build(tmp_path, over, under, beside).levels
    assert len(low.surfaces[Surface.ROAD]) == 2
    (outline,) = (high.surfaces[Surface.ROAD].path(row) for row in range(len(high.surfaces[Surface.ROAD])))
    assert outline[:, 0].min() == pytest.approx(46.5)


def test_a_junction_is_all_on_one_level(tmp_path):
    under = road()
    over = road(
        geometry(x=50, y=-50, hdg=math.pi / 2), road_id="2", junction="9", elevations=[(0, 6, 0, 0, 0)]
    )
    turn = road(
        geometry(x=50, y=60, length=10), length=10, road_id="3", junction="9", elevations=[(0, 6, 0, 0, 0)]
    )
    low, high = build(tmp_path, under, over, turn).levels
    assert len(low.surfaces[Surface.ROAD]) == 1
    assert len(high.surfaces[Surface.ROAD]) == 2


def test_slopes_alone_are_one_level(tmp_path):
    assert len(build(tmp_path, road(elevations=[(0, 0, 0.15, 0, 0)])).levels) == 1


def test_corners_are_measured_from_the_object(tmp_path):
    crossing = f'<object id="1" type="crosswalk" s="40" t="1" hdg="{math.pi / 2}">{CORNERS}</object>'
    (level,) = build(tmp_path, objects(crossing)).levels
    expected = [[43, 0], [43, -2], [37, -2], [43, 0]]
    assert level.crosswalks.path(0) == pytest.approx(np.array(expected, float), abs=1e-9)


def test_corners_are_measured_along_the_road(tmp_path):
    corners = "".join(f'<cornerRoad s="{s}" t="{t}" dz="0"/>' for s, t in ((10, 1), (20, 1), (20, -2)))
    outline = f"<outlines><outline>{corners}</outline></outlines>"
    area_ = f'<object id="1" type="crosswalk" s="15" t="0">{outline}</object>'
    bend = geometry('<arc curvature="0.02"/>', 60)
    road_map = build(tmp_path, road(bend, length=60, more=f"<objects>{area_}</objects>"))
    (level,) = road_map.levels
    radius = np.hypot(level.crosswalks.points[:, 0], level.crosswalks.points[:, 1] + 50)
    assert radius == pytest.approx([49, 49, 52, 49])


def test_an_object_without_corners_is_a_rectangle(tmp_path):
    space = '<object id="1" type="parkingSpace" s="10" t="-5" hdg="0" length="5" width="2"/>'
    (level,) = build(tmp_path, objects(space)).levels
    assert area(level.parking_spaces.path(0)) == pytest.approx(10)
    assert level.parking_spaces.boxes.tolist() == [[7.5, 4.0, 12.5, 6.0]]


def test_crossings_are_known_by_their_name_when_their_type_was_forgotten(tmp_path):
    copied = f'<object id="1" type="-1" name="LadderCrosswalk (2)" s="40" t="0">{CORNERS}</object>'
    other = f'<object id="2" type="-1" name="StreetLamp" s="40" t="0">{CORNERS}</object>'
    (level,) = build(tmp_path, objects(copied, other)).levels
    assert len(level.crosswalks) == 1


def test_stripes_lie_across_the_way_one_walks(tmp_path):
    crossing = '<object id="1" type="crosswalk" s="40" t="0" length="3" width="8"/>'
    (level,) = build(tmp_path, objects(crossing)).levels
    assert len(level.stripes) == 8
    assert closed(level.stripes)
    for row in range(8):
        low_x, low_y, high_x, high_y = level.stripes.boxes[row]
        assert (low_x, high_x) == pytest.approx((38.5, 41.5), abs=1e-5)
        assert high_y - low_y == pytest.approx(0.5, abs=1e-5)
    assert level.stripes.boxes[:, 1].min() >= -4
    assert level.stripes.boxes[:, 3].max() <= 4


def test_stripes_of_a_slanted_crossing_end_where_it_does(tmp_path):
    slanted = "".join(f'<cornerLocal u="{u}" v="{v}"/>' for u, v in ((0, -4), (3, -4), (5, 4), (2, 4)))
    crossing = f'<object id="1" type="crosswalk" s="40" t="0"><outline>{slanted}</outline></object>'
    (level,) = build(tmp_path, objects(crossing)).levels
    whole = area(level.crosswalks.path(0))
    stripes = sum(area(level.stripes.path(row)) for row in range(len(level.stripes)))
    assert 0.4 * whole < stripes < 0.6 * whole


@pytest.mark.parametrize("seed", range(8))
def test_stripes_lie_within_any_convex_crossing_and_cover_half_of_it(tmp_path, seed):
    """Half a metre wide and half a metre apart, across its longest side."""
    rng = np.random.default_rng(seed)
    angles = np.sort(rng.uniform(0, 2 * math.pi, 30))
    points = np.column_stack([rng.uniform(4, 12) * np.cos(angles), rng.uniform(3, 6) * np.sin(angles)])
    hull = shapely.get_coordinates(shapely.convex_hull(shapely.MultiPoint(points)))[:-1]
    hull = hull[np.sort(rng.choice(len(hull), 5, replace=False))]
    corners = "".join(f'<cornerLocal u="{u}" v="{v}"/>' for u, v in hull.tolist())
    text = f'<object id="1" type="crosswalk" s="50" t="0"><outline>{corners}</outline></object>'
    (level,) = build(tmp_path, objects(text)).levels
    whole = shapely.Polygon(level.crosswalks.path(0))
    stripes = [shapely.Polygon(level.stripes.path(row)) for row in range(len(level.stripes))]
    ring = np.diff(level.crosswalks.path(0), axis=0)
    along = ring[np.hypot(*ring.T).argmax()] / np.hypot(*ring.T).max()
    begins = []
    for stripe in stripes:
        assert whole.buffer(1e-3).covers(stripe)
        at = shapely.get_coordinates(stripe) @ along
        assert np.ptp(at) <= 0.5 + 1e-6
        begins.append(at.min())
        middle = (at.min() + at.max()) / 2
        line = shapely.LineString([middle * along + k * np.array([-along[1], along[0]]) for k in (-99, 99)])
        assert stripe.intersection(line).length > 0.85 * whole.intersection(line).length
    assert np.abs(np.diff(np.sort(begins))) == pytest.approx(1.0, abs=1e-3)
    assert len(stripes) == max(int((np.ptp(level.crosswalks.path(0) @ along) + 0.5) // 1.0), 1)


@pytest.mark.parametrize(("length", "width"), [(0.0, 0.0), (500.0, 300.0)])
def test_a_crossing_that_is_a_point_or_an_area_has_no_stripes(tmp_path, length, width):
    corners = "".join(
        f'<cornerLocal u="{u * length}" v="{v * width}"/>' for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))
    )
    crossing = f'<object id="1" type="crosswalk" s="40" t="0"><outline>{corners}</outline></object>'
    (level,) = build(tmp_path, objects(crossing)).levels
    assert len(level.crosswalks) == 1
    assert len(level.stripes) == 0


def test_what_an_outline_holds_besides_corners_is_passed_over(tmp_path):
    corners = CORNERS.replace("<outline>", "<outline><userData/>")
    (level,) = build(
        tmp_path, objects(f'<object id="1" type="crosswalk" s="40" t="1">{corners}</object>')
    ).levels
    assert len(level.crosswalks.path(0)) == 4


@pytest.mark.parametrize("radius", [8.0, 30.0, 200.0, -15.0, -90.0])
def test_bends_are_drawn_within_two_centimetres_and_with_no_more_points_than_that_needs(tmp_path, radius):
    """The outer edge has the longest chords: nowhere farther from its circle, somewhere nearly as far."""
    length = min(abs(radius) * 2.0, 150.0)
    bend = geometry(f'<arc curvature="{1 / radius}"/>', length)
    (level,) = build(tmp_path, road(bend, length=length)).levels
    outline = level.surfaces[Surface.ROAD].path(0)
    places = np.hypot(outline[:, 0], outline[:, 1] + radius)  # to the left is up, where y is less
    middles = np.hypot(*((outline[1:] + outline[:-1]) / 2 + (0, radius)).T)
    for edge in (abs(radius) - 3.5, abs(radius) + 3.5):
        on = np.abs(places - edge) < 0.5
        assert places[on] == pytest.approx(edge, abs=2e-3)
        sagittas = (edge - middles)[on[1:] & on[:-1]]
        assert sagittas.max() <= 0.021
    assert sagittas.max() > 0.01


def test_numbers_stand_in_the_middle_of_lanes(tmp_path):
    road_map = build(tmp_path, road(lanes=section(lane(1, 4), lane(-1, 4), lane(-2, 1))))
    labels = road_map.labels
    assert labels.lanes.tolist() == [1, -1]
    assert labels.points.tolist() == [[50, -2], [50, 2]]
    assert [road_map.roads[row].id for row in labels.roads] == ["1", "1"]


def test_there_are_no_numbers_in_junctions_where_lanes_overlap(tmp_path):
    assert len(build(tmp_path, road(junction="5")).labels.lanes) == 0


def test_bounds_are_those_of_the_lanes(tmp_path):
    assert build(tmp_path, road()).bounds == (0, -3.5, 100, 3.5)
