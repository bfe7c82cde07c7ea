"""Many roads in one file: each is as it is alone, and as plain integration of its curves has it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.roads.maps import build, geometry, lane, mark, road, section
from viewer.roads.locate import LANE_POSITION

CLOSE = 0.05
"""Metres that a boundary may be off a curve (README's word for maps)."""
ROWS = {"road_row", "junction_row"}

SPEED = '<speed sOffset="0" max="{}" unit="m/s"/>'
WIDTHS = [(0, 3.0, 0, 0, 0), (12, 3.0, 0.05, 0, 0), (20, 3.4, 0, -0.002, 0)]
LANES = [
    section(
        lane(1, WIDTHS, inside=SPEED.format(8)),
        lane(-1, 3.5, inside=SPEED.format(9)),
        lane(-2, 1.5, "shoulder"),
    ),
    section(lane(2, 2.0, "sidewalk"), lane(1, 3.0), lane(-1, 3.0, inside=SPEED.format(12))),
    section(lane(2, 3.0, "parking"), lane(1, 4.0), center=mark("broken"))
    + section(lane(1, 4.0), lane(-1, 2.5), s=18),
    section(lane(-1, 3.2), lane(-2, 3.2), lane(-3, 2.0, "biking")),
]  # fmt: skip
SHAPES = {
    "line": "<line/>",
    "left": '<arc curvature="0.02"/>',
    "right": '<arc curvature="-0.03"/>',
    "widening": '<spiral curvStart="0.05" curvEnd="0"/>',
    "swaying": '<spiral curvStart="-0.04" curvEnd="0.05"/>',
    "poly3": '<poly3 a="0" b="0" c="0.006" d="-0.0001"/>',
    "by length": '<paramPoly3 aU="0" bU="1" cU="0" dU="0" aV="0" bV="0" cV="0.01" dV="-0.0001" '
    'pRange="arcLength"/>',
    "normalized": '<paramPoly3 aU="0" bU="40" cU="1" dU="-3" aV="0" bV="0" cV="-20" dV="15" '
    'pRange="normalized"/>',
    "again by length": '<paramPoly3 aU="0" bU="1" cU="0" dU="0" aV="0" bV="0" cV="-0.008" dV="0.0001" '
    'pRange="arcLength"/>',
}
LENGTH = 40.0


def roads():
    """Return a road of each shape, 300 m apart, after a straight beginning of 10 m; none is like another."""
    found = []
    for number, shape in enumerate(SHAPES.values()):
        y, hdg = 300.0 * number, 0.3 * number
        plan = geometry(length=10, x=10, y=y, hdg=hdg)
        x, y = 10 + 10 * np.cos(hdg), y + 10 * np.sin(hdg)
        plan += geometry(shape, LENGTH, s=10, x=float(x), y=float(y), hdg=hdg)
        found.append(road(
            plan, length=10 + LENGTH, road_id=str(100 + 7 * number), lanes=LANES[number % len(LANES)],
            offsets=[(0, 0.2 * number, 0, 0, 0), (25, 0.2 * number, 0.02, 0, 0)],
            elevations=[(0, number, 0.01 * number, 0, 0), (30, 1.3 * number, 0, 0.001, 0)],
        ))  # fmt: skip
    return found


@pytest.fixture(scope="module")
def together(tmp_path_factory):
    return build(tmp_path_factory.mktemp("together"), *roads())


def around(number):
    """Return points on and beside a road, in CARLA's frame, with a height and a yaw each."""
    random = np.random.default_rng(number)
    along, beside = random.uniform(-5, 60, 300), random.uniform(-25, 25, 300)
    hdg = 0.3 * number
    x = 10 + along * np.cos(hdg) - beside * np.sin(hdg)
    y = 300.0 * number + along * np.sin(hdg) + beside * np.cos(hdg)
    return np.column_stack((x, -y, np.full(300, 1.2 * number))), random.uniform(-180, 180, 300)


def assert_same(one, other):
    if one.dtype.kind == "f":  # which row a road has decides how sums are grouped
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-9)
    else:
        assert np.array_equal(one, other)


@pytest.mark.parametrize("number", range(len(SHAPES)), ids=SHAPES)
def test_each_road_is_found_as_if_it_were_alone(together, tmp_path, number):
    alone = build(tmp_path, roads()[number])
    points, yaws = around(number)
    one, other = alone.locate(points, yaws), together.locate(points, yaws)
    assert 20 < one["on_lane"].sum() < 290
    for name in set(LANE_POSITION.names) - ROWS:
        assert_same(one[name], other[name])


def test_the_order_of_the_file_does_not_matter(together, tmp_path):
    shuffled = roads()
    Random(3).shuffle(shuffled)
    other = build(tmp_path, *shuffled)
    assert other.bounds == pytest.approx(together.bounds)
    assert len(other.roads) == len(together.roads)
    for number in range(len(SHAPES)):
        points, yaws = around(number)
        one, two = together.locate(points, yaws), other.locate(points, yaws)
        for name in set(LANE_POSITION.names) - ROWS:
            assert_same(one[name], two[name])


def integrated(bend, s):
    """Return x, y and heading after ``s`` metres, from 0, 0 and along x, by many small steps."""
    steps = np.linspace(0.0, s, 20_001)
    middles = (steps[:-1] + steps[1:]) / 2
    heading = np.append(0.0, np.cumsum(bend(middles) * np.diff(steps)))
    half = (heading[:-1] + heading[1:]) / 2
    return (np.cos(half) * np.diff(steps)).sum(), (np.sin(half) * np.diff(steps)).sum(), heading[-1]


def walked(u, v, s, end, *, whole=False):
    """Return x, y and heading of a curve u(p), v(p) once ``s`` metres of it were walked.

    If it is said to be as long as it is ``whole``, metres are shares of that.
    """
    p = np.linspace(0.0, end, 200_001)
    us, vs = u(p), v(p)
    way = np.append(0.0, np.cumsum(np.hypot(np.diff(us), np.diff(vs))))
    way *= LENGTH / way[-1] if whole else 1.0
    at = np.searchsorted(way, s)
    return us[at], vs[at], np.arctan2(vs[at + 1] - vs[at - 1], us[at + 1] - us[at - 1])


CURVES = {
    "line": lambda s: (s, 0.0, 0.0),
    "left": lambda s: integrated(lambda d: 0.02 + 0 * d, s),
    "right": lambda s: integrated(lambda d: -0.03 + 0 * d, s),
    "widening": lambda s: integrated(lambda d: 0.05 - 0.05 * d / LENGTH, s),
    "swaying": lambda s: integrated(lambda d: -0.04 + 0.09 * d / LENGTH, s),
    "poly3": lambda s: walked(lambda p: p, lambda p: 0.006 * p**2 - 0.0001 * p**3, s, 2 * LENGTH),
    "normalized": lambda s: walked(
        lambda p: 40 * p + p**2 - 3 * p**3, lambda p: -20 * p**2 + 15 * p**3, s, 1.0, whole=True
    ),
}
"""What OpenDRIVE says of each shape, worked out with no regard to how long it takes."""


@pytest.mark.parametrize("shape", CURVES)
@pytest.mark.parametrize("s", [15.0, 31.0, 43.0])
def test_the_middle_of_each_lane_is_where_its_curve_has_it(together, shape, s):
    number = list(SHAPES).index(shape)
    hdg, begin = 0.3 * number, np.array([10.0, 300.0 * number])
    u, v, turn = CURVES[shape](s - 10)
    heading = hdg + turn
    x, y = begin + (10 + u) * np.array([np.cos(hdg), np.sin(hdg)]) + v * np.array([-np.sin(hdg), np.cos(hdg)])
    offset = 0.2 * number + 0.02 * max(s - 25, 0)
    height = 1.3 * number + 0.001 * (s - 30) ** 2 if s >= 30 else number + 0.01 * number * s
    widths = {
        0: {1: float(np.select([s >= 20, s >= 12], [3.4 - 0.002 * (s - 20) ** 2, 3 + 0.05 * (s - 12)], 3.0)),
            -1: 3.5, -2: 1.5},
        1: {1: 3.0, 2: 2.0, -1: 3.0},
        2: {1: 4.0, 2: 3.0} if s < 18 else {1: 4.0, -1: 2.5},
        3: {-1: 3.2, -2: 3.2, -3: 2.0},
    }[number % len(LANES)]  # fmt: skip
    for lane_id, width in widths.items():
        side = 1 if lane_id > 0 else -1
        inner = sum(widths[each] for each in widths if each * side > 0 and abs(each) < abs(lane_id))
        t = offset + side * (inner + width / 2)
        point = together.point(str(100 + 7 * number), lane_id, s)
        expected = x - t * np.sin(heading), -(y + t * np.cos(heading)), height
        assert point.location == pytest.approx(expected, abs=2 * CLOSE)
        assert point.width == pytest.approx(width, abs=CLOSE)
        yaw = np.degrees(-heading) + (180.0 if lane_id > 0 else 0.0)  # on the left traffic comes towards one
        away = (point.yaw - yaw + 180.0) % 360.0 - 180.0
        assert abs(away) < 2.0
    assert together.point(str(100 + 7 * number), 7, s) is None
