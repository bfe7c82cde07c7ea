"""Where lanes lie: boundaries within 5 cm of their curves, widths at the borders of sections, few points."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.roads.maps import document, geometry, lane, road, section
from viewer.roads import open_map

CLOSE = 0.05


@pytest.fixture
def lay(tmp_path):
    """Lay the lanes of some roads; a function of lane, section and s gives points of the boundaries."""

    def lay(*roads):
        path = tmp_path / "map.xodr"
        path.write_text(document(*roads))
        road_map = open_map(path)
        return road_map.network, road_map.boundaries

    return lay


def boundary(network, strips, lane_id, section_row=0):
    (row,) = np.flatnonzero((network.lane_id == lane_id) & (network.lane_section == section_row))
    return strips.points[strips.first_point[row] : strips.first_point[row + 1]]


def lateral(network, strips, lane_id, section_row=0):
    (row,) = np.flatnonzero((network.lane_id == lane_id) & (network.lane_section == section_row))
    return strips.t[strips.first_point[row] : strips.first_point[row + 1]]


def distance(points, polyline):
    """The distance of each point (K, 2) from a polyline."""
    begin, way = polyline[:-1], np.diff(polyline, axis=0)
    off = points[:, None] - begin
    share = np.clip((off * way).sum(-1) / np.maximum((way * way).sum(-1), 1e-12), 0, 1)
    return np.hypot(*(off - share[..., None] * way).transpose(2, 0, 1)).min(axis=1)


def test_a_straight_road_is_its_two_ends(lay):
    network, strips = lay(road(length=400))
    assert len(strips.s) == 2
    assert boundary(network, strips, 1).tolist() == [[0, -3.5], [400, -3.5]]
    assert boundary(network, strips, -1).tolist() == [[0, 3.5], [400, 3.5]]


@pytest.mark.parametrize("radius", [15.0, -15.0, 120.0, 2000.0])
def test_boundaries_of_a_bend_are_circles(lay, radius):
    lanes = section(lane(1), lane(-1), lane(-2))
    network, strips = lay(road(geometry(f'<arc curvature="{1 / radius}"/>', 60), length=60, lanes=lanes))
    for lane_id, t in ((1, 3.5), (0, 0.0), (-2, -7.0)):
        turn = np.linspace(0, 60 / radius, 1000)
        own = radius - t
        true = np.column_stack([own * np.sin(turn), -(radius - own * np.cos(turn))])
        points = boundary(network, strips, lane_id)
        assert distance(true, points).max() < CLOSE
        assert np.abs(np.hypot(points[:, 0], points[:, 1] + radius) - abs(own)).max() < 1e-6
    assert len(strips.s) < 60


SHAPES = (
    '<spiral curvStart="0" curvEnd="0.05"/>',
    '<spiral curvStart="-0.1" curvEnd="0.08"/>',
    '<poly3 a="0" b="0" c="0.006" d="-0.0001"/>',
    '<paramPoly3 aU="0" bU="50" cU="2" dU="-5" aV="0" bV="0" cV="-30" dV="25" pRange="normalized"/>',
    '<paramPoly3 aU="0" bU="1" cU="0" dU="0" aV="0" bV="0" cV="0.01" dV="-0.0001" pRange="arcLength"/>',
)


@pytest.mark.parametrize("shape", SHAPES)
def test_boundaries_stay_within_five_centimetres_of_the_true_curve(lay, shape):
    widths = [(0, 3.5, 0, 0, 0), (20, 3.5, 0, 0.02, -0.0006)]
    network, strips = lay(
        road(geometry(shape, 50), length=50, lanes=section(lane(1, widths), lane(-1, widths)))
    )
    s = np.linspace(0, 50, 2001)
    at = network.reference.at(np.zeros(len(s), np.int64), s)
    d = np.maximum(s - 20, 0)
    width = 3.5 + 0.02 * d**2 - 0.0006 * d**3
    for lane_id in (1, -1):
        t = lane_id * width
        true = np.column_stack([at.x + t * np.sin(at.heading), at.y - t * np.cos(at.heading)])
        assert distance(true, boundary(network, strips, lane_id)).max() < CLOSE
    assert len(strips.s) < 80


@given(
    curvature=st.floats(-0.1, 0.1),
    change=st.floats(-0.1, 0.1),
    offset=st.floats(-4, 4),
    swerve=st.floats(-0.01, 0.01),
    width=st.floats(2, 8),
)
@settings(max_examples=40)
def test_whatever_bends_stays_close(curvature, change, offset, swerve, width, tmp_path_factory):
    shape = f'<spiral curvStart="{curvature}" curvEnd="{curvature + change}"/>'
    offsets = [(0, offset, 0, swerve, -swerve / 60)]
    path = tmp_path_factory.mktemp("map") / "map.xodr"
    path.write_text(
        document(road(geometry(shape, 40), length=40, offsets=offsets, lanes=section(lane(1, width))))
    )
    road_map = open_map(path)
    network, strips = road_map.network, road_map.boundaries
    s = np.linspace(0, 40, 1001)
    at = network.reference.at(np.zeros(len(s), np.int64), s)
    t = offset + swerve * s**2 - swerve / 60 * s**3 + width
    true = np.column_stack([at.x + t * np.sin(at.heading), at.y - t * np.cos(at.heading)])
    assert distance(true, boundary(network, strips, 1)).max() < CLOSE


def test_sections_meet_exactly_and_have_their_own_widths(lay):
    first = section(lane(1), lane(-1, [(0, 3.0, 0.01, 0, 0)]))
    second = section(lane(1), lane(-1, 3.4), lane(-2, [(0, 0.0, 0.1, 0, 0)]), s=40)
    network, strips = lay(road(geometry('<arc curvature="0.01"/>'), lanes=first + second))
    assert lateral(network, strips, -1)[[0, -1]] == pytest.approx([-3.0, -3.4])
    assert lateral(network, strips, -1, 1)[[0, -1]] == pytest.approx([-3.4, -3.4])
    assert lateral(network, strips, -2, 1)[[0, -1]] == pytest.approx([-3.4, -9.4])
    for lane_id in (1, 0, -1):
        end, begin = boundary(network, strips, lane_id)[-1], boundary(network, strips, lane_id, 1)[0]
        assert end == pytest.approx(begin, abs=1e-6)
    assert strips.s[strips.first_station[:-1]].tolist() == [0, 40]


def test_a_width_that_changes_at_once_is_a_step_and_not_a_ramp(lay):
    lanes = section(lane(-1, [(0, 3.0, 0, 0, 0), (50, 5.0, 0, 0, 0)]))
    network, strips = lay(road(lanes=lanes))
    assert strips.s == pytest.approx([0, 49.99, 50, 100])
    assert lateral(network, strips, -1) == pytest.approx([-3, -3, -5, -5])


def test_widths_below_nothing_are_nothing(lay):
    network, strips = lay(road(lanes=section(lane(-1, [(0, 3.0, -0.1, 0, 0)]))))
    assert (lateral(network, strips, -1) <= 0).all()


def test_hills_have_points_between(lay):
    _, strips = lay(road(elevations=[(0, 0, 0.2, -0.002, 0)]))
    between = np.interp(np.linspace(0, 100, 101), strips.s, strips.z)
    s = np.linspace(0, 100, 101)
    assert np.abs(between - (0.2 * s - 0.002 * s * s)).max() < CLOSE
    assert 3 < len(strips.s) < 20


def test_a_whole_turn_between_two_geometries_is_none(lay):
    plan = geometry(length=50, hdg=math.pi) + geometry(length=50, s=50, x=-50, hdg=-math.pi)
    _, strips = lay(road(plan))
    assert np.abs(np.diff(strips.heading)).max() < 1e-9
