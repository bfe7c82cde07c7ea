"""Reference lines against closed forms and integrals: arcs, spirals, cubics."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.roads.curves import ReferenceLines
from viewer.roads.map_content import CurveShape, Rows

START = (12.0, -7.0, 0.6)


def line_of(*geometries):
    rows = Rows(16)
    for values in geometries:
        rows.add(0, (*values, *(0.0,) * (16 - len(values))))
    return ReferenceLines(rows)


def clothoid(length, first, last, start=START):
    return line_of((0.0, *start, length, CurveShape.CLOTHOID, first, last))


def polynomials(length, coefficients, end, *, fitted, start=START):
    return line_of((0.0, *start, length, CurveShape.POLYNOMIALS, *coefficients, end, fitted))


def points(line, s):
    """Points in the frame of the file, as the formulas have them; headings and curvatures likewise."""
    s = np.asarray(s, float)
    at = line.at(line.find(np.zeros(len(s), np.int64), s), s)
    return np.column_stack([at.x, -at.y]), -at.heading, -at.curvature


def placed(u, v, start=START):
    x, y, heading = start
    cos, sin = math.cos(heading), math.sin(heading)
    return np.column_stack(
        [x + np.multiply(u, cos) - np.multiply(v, sin), y + np.multiply(u, sin) + np.multiply(v, cos)]
    )


@pytest.mark.parametrize("radius", [8.0, -8.0, 350.0, -1e5])
def test_an_arc_is_a_circle(radius):
    s = np.linspace(0, 20, 9)
    xy, heading, curvature = points(clothoid(20.0, 1 / radius, 1 / radius), s)
    turn = s / radius
    assert xy == pytest.approx(placed(radius * np.sin(turn), radius * (1 - np.cos(turn))), abs=1e-9)
    assert heading == pytest.approx(START[2] + turn)
    assert curvature == pytest.approx(np.full(9, 1 / radius))


@given(
    length=st.floats(0.5, 300.0),
    first=st.floats(-0.5, 0.5),
    last=st.floats(-0.5, 0.5),
    share=st.floats(0.0, 1.0),
)
def test_spirals_are_the_integral_of_their_heading(length, first, last, share):
    s = np.linspace(0.0, length * share, 20_001)
    heading = START[2] + first * s + (last - first) * s * s / length / 2
    steps = np.diff(s) / 6
    middle = (
        START[2] + first * (s[:-1] + s[1:]) / 2 + (last - first) * ((s[:-1] + s[1:]) / 2) ** 2 / length / 2
    )
    xy = [
        (steps * (wave(heading[:-1]) + 4 * wave(middle) + wave(heading[1:]))).sum()
        for wave in (np.cos, np.sin)
    ]
    assert points(clothoid(length, first, last), [s[-1]])[0][0] == pytest.approx(
        np.add(START[:2], xy), abs=1e-6
    )


def test_a_cubic_is_run_through_by_arc_length():
    coefficients = (0.0, 1.0, 0.0, 0.0, 0.0, 0.05, 0.01, -0.0003)
    u = np.linspace(0.0, 32.0, 40_001)
    v = 0.05 * u + 0.01 * u**2 - 0.0003 * u**3
    arc = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(u), np.diff(v)))])
    s = np.linspace(0.0, 30.0, 16)
    expected = np.interp(s, arc, u)
    xy, heading, curvature = points(polynomials(30.0, coefficients, 30.0, fitted=0.0), s)
    assert xy == pytest.approx(placed(expected, np.interp(s, arc, v)), abs=1e-5)
    slope = 0.05 + 0.02 * expected - 0.0009 * expected**2
    assert heading == pytest.approx(START[2] + np.arctan(slope), abs=1e-6)
    assert curvature == pytest.approx((0.02 - 0.0018 * expected) / (1 + slope**2) ** 1.5, abs=1e-6)


@pytest.mark.parametrize("end", [1.0, 40.0])
def test_parametric_cubics_are_run_through_by_arc_length_in_either_range(end):
    # u = 40 (p / end)²: a line whose parameter does not run evenly.
    line = polynomials(40.0, (0.0, 0.0, 40.0 / end**2, 0.0, 0.0, 0.0, 0.0, 0.0), end, fitted=1.0)
    s = np.linspace(0.0, 40.0, 11)
    assert points(line, s)[0] == pytest.approx(placed(s, 0 * s), abs=1e-6)


def test_a_parametric_cubic_ends_where_its_range_does_whatever_its_length_is_said_to_be():
    coefficients = (0.0, 30.0, 0.0, 0.0, 0.0, 0.0, 9.0, -6.0)
    line = polynomials(29.0, coefficients, 1.0, fitted=1.0)
    assert points(line, [0.0, 29.0])[0] == pytest.approx(placed([0.0, 30.0], [0.0, 3.0]), abs=1e-6)


def test_curvatures_are_bounded_by_the_sharpest():
    lines = (
        clothoid(50.0, -0.1, 0.02),
        polynomials(30.0, (0.0, 1.0, 0.0, 0.0, 0.0, 0.05, 0.01, -0.0003), 30.0, fitted=0.0),
    )
    for line in lines:
        rows = np.zeros(1, np.int64)
        sharpest = line.sharpest(rows, np.array([0.0]), np.array([30.0]))
        _, _, curvature = points(line, np.linspace(0.0, 30.0, 301))
        assert sharpest == pytest.approx(np.abs(curvature).max(), rel=0.02)


def test_each_place_is_on_the_geometry_that_holds_there():
    line = line_of(
        (0.0, 0.0, 0.0, 0.0, 10.0, CurveShape.CLOTHOID),
        (10.0, 10.0, 0.0, math.pi / 2, 5.0, CurveShape.CLOTHOID),
    )
    roads = np.zeros(4, np.int64)
    assert line.find(roads, np.array([-1.0, 0.0, 9.99, 10.0])).tolist() == [0, 0, 0, 1]
    xy, _, _ = points(line, [4.0, 12.0])
    assert xy == pytest.approx(np.array([[4.0, 0.0], [10.0, 2.0]]), abs=1e-9)


def test_y_is_turned_to_the_right():
    line = clothoid(10.0, 0.1, 0.1, (1.0, 2.0, 0.5))
    at = line.at(np.zeros(1, np.int64), np.array([0.0]))
    assert (at.x[0], at.y[0], at.heading[0], at.curvature[0]) == pytest.approx((1.0, -2.0, -0.5, -0.1))
