"""The small curves of the inspector."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPolygonF

from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.inspector.curve_painter import (
    CurveLook,
    CurvePictures,
    curve_heights,
    curve_lines,
    paint_lines,
)
from viewer.ui.inspector.stretch import SignalStretch
from viewer.ui.theme import load_theme


@pytest.mark.parametrize(("derived", "steps"), [(True, {5, 3}), (False, set())])
def test_what_is_derived_is_dashed_5_on_and_3_off(qapp, derived, steps):
    """LOOK: "a derived curve is dashed, 5 on 3 off"."""
    image = QImage(100, 9, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    line = QPolygonF([QPointF(2.0, 4.5), QPointF(98.0, 4.5)])
    paint_lines(painter, QRectF(0, 0, 100, 9), [line], QColor("white"), filled=False, dashed=derived)
    painter.end()
    on = np.array([QColor(image.pixel(x, 4)).lightness() > 127 for x in range(10, 90)])
    edges = np.flatnonzero(on[1:] != on[:-1])
    assert {abs(int(each)) for each in np.diff(edges)} == steps


AREA = QRectF(10.0, 20.0, 100.0, 50.0)


def stretch(times, values):
    values = np.array(values, float)
    return SignalStretch(np.array(times, float), values, float(np.nanmin(values)), float(np.nanmax(values)))


def test_a_curve_fills_its_area_from_nothing_to_its_most():
    (line,) = curve_lines(stretch([1.0, 2.0, 3.0], [0.0, 5.0, 10.0]), AREA, 1.0, 3.0)
    assert [(point.x(), point.y()) for point in line.toList()] == [(10.0, 70.0), (60.0, 45.0), (110.0, 20.0)]


def test_a_curve_that_never_comes_near_nothing_stands_above_it():
    (line,) = curve_lines(stretch([0.0, 4.0], [2.0, 4.0]), AREA, 0.0, 4.0)
    assert [point.y() for point in line.toList()] == [45.0, 20.0]


def test_a_curve_below_nothing_fills_it_too():
    (line,) = curve_lines(stretch([0.0, 4.0], [-5.0, 5.0]), AREA, 0.0, 4.0)
    assert [(point.x(), point.y()) for point in line.toList()] == [(10.0, 70.0), (110.0, 20.0)]


def test_between_gaps_there_are_lines_and_points():
    lines = curve_lines(stretch([0, 1, 2, 3, 4], [1, 1, np.nan, 1, np.nan]), AREA, 0.0, 4.0)
    assert [[point.x() for point in line.toList()] for line in lines] == [[10.0, 35.0], [85.0, 85.0]]


def test_what_is_flat_stands_on_the_lower_edge_and_what_is_unknown_is_no_curve():
    (line,) = curve_lines(stretch([0.0, 1.0], [0.0, 0.0]), AREA, 0.0, 1.0)
    assert [point.y() for point in line.toList()] == [70.0, 70.0]
    nothing = SignalStretch(np.array([0.0, 1.0]), np.full(2, np.nan), np.nan, np.nan)
    assert curve_lines(nothing, AREA, 0.0, 1.0) == []


@pytest.mark.parametrize("stop", [1.0, 0.5])
def test_no_time_no_curve(stop):
    assert curve_lines(stretch([0.0, 1.0], [1.0, 2.0]), AREA, 1.0, stop) == []


def test_values_far_beyond_the_scale_stay_near_the_area():
    """One area below it and one above."""
    known = stretch([0.0, 1.0], [0.0, 10.0])
    heights = curve_heights(known, np.array([-1000.0, -10.0, 20.0, 1000.0]), AREA)
    assert heights.tolist() == [120.0, 120.0, -30.0, -30.0]


def test_a_curve_is_drawn_once_and_only_the_latest_sixteen_are_kept(qapp, monkeypatch):
    drawn = []
    pictures, draw = CurvePictures(load_theme("dark")), CurvePictures._draw  # noqa: SLF001
    monkeypatch.setattr(CurvePictures, "_draw", lambda own, *told: (drawn.append(told), draw(own, *told))[1])
    times = np.linspace(0.0, 1.0, 5)
    series = Series("x", "x", "m", times, times, recorded=True)
    look = CurveLook(0.0, 1.0, (40, 20), 1, 1, 80, "text", 1.0)
    keys = [SeriesKey("x", row) for row in range(17)]
    kept = [weakref.ref(pictures.of(key, series, look)) for key in keys[:16]]
    for key in keys[:16]:
        pictures.of(key, series, look)
    assert len(drawn) == 16
    pictures.of(keys[16], series, look)
    gc.collect()
    assert sum(each() is not None for each in kept) < 16
    pictures.of(keys[16], series, look._replace(end=2.0))
    assert len(drawn) == 18
