"""Strokes of very many lines, painted with numpy: QPainter would keep Python's interpreter while it draws."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from viewer.arrays import Floats
from viewer.cancellation import ShouldContinue, check

_BAND = 256
"""Least height in device pixels of the bands in which strokes are painted: they fit a processor's cache."""
_FINE = 2
"""Dots to each device pixel in x and in y, which make the edges of strokes smooth."""
_POINTS = 1 << 16
"""Most points on lines that are computed at once."""
_APART = 3.0
"""Most dots between two points on a wide stroke."""
_ROUND = 6
"""Radius in dots up to which a point grows to an exact disc; beyond, nearly to a polygon with 16 sides."""
_SIDES = ((1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (2, -1), (1, 2), (1, -2))
"""Directions of the sides of that polygon."""

Dots = NDArray[np.uint8]


def paint_strokes(
    painter: QPainter,
    lines: Floats,
    width: float,
    color: QColor,
    size: tuple[float, float],
    should_continue: ShouldContinue,
) -> None:
    """Draw ``lines`` with round ends; where they cross, the color is no stronger.

    Args:
        painter: painter, not transformed.
        lines: x and y of the first end and of the other end of each line in pixels, shape (4, N).
        width: width of the lines in pixels.
        color: opaque color of the lines.
        size: width and height in pixels of the visible area.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    ratio = painter.device().devicePixelRatioF()
    radius = max(round(width * ratio * _FINE / 2 - 0.5), 0)
    lines, columns, rows = lines * (ratio * _FINE), math.ceil(size[0] * ratio), math.ceil(size[1] * ratio)
    lines += radius
    low, high = np.minimum(lines[1], lines[3]), np.maximum(lines[1], lines[3])
    shades, band, inner = _shades(color), max(_BAND, radius), slice(radius, -radius or None)
    for top in range(0, rows, band):
        height = min(band, rows - top)
        dots = np.zeros((height * _FINE + 2 * radius, columns * _FINE + 2 * radius), np.uint8)
        here = lines[:, (high >= top * _FINE) & (low < top * _FINE + len(dots))] - [[0], [top * _FINE]] * 2
        for x, y in _points_on(here, dots.shape, radius):
            check(should_continue, top / rows)
            dots[y, x] = 1
        if dots.any():
            grown = _grown(dots, radius)[inner, inner]
            pixels = shades[sum(grown[y::_FINE, x::_FINE] for y in range(_FINE) for x in range(_FINE))]
            image = QImage(pixels.data, columns, height, QImage.Format.Format_ARGB32_Premultiplied)
            image.setDevicePixelRatio(ratio)
            painter.drawImage(QPointF(0.0, top / ratio), image)


def _shades(color: QColor) -> NDArray[np.uint32]:
    """Return ``color`` as premultiplied ARGB by the number of dots of a pixel that are in it, shape (K,)."""
    parts = np.outer(np.linspace(0, 1, _FINE**2 + 1), (255, color.red(), color.green(), color.blue()))
    return np.round(parts).astype(np.uint32) @ np.array([1 << 24, 1 << 16, 1 << 8, 1], np.uint32)


def _points_on(lines: Floats, shape: tuple[int, ...], radius: int) -> Iterator[NDArray[np.int64]]:
    """Yield x and y of points on ``lines`` (dots, shape (4, N)) that lie on a grid of ``shape``, (2, K) each.

    They are so dense that discs of ``radius`` around them make a stroke.
    """
    start, way, size = lines[:2], lines[2:] - lines[:2], np.array(shape[::-1])[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        edges = -start / way, (size - start) / way
    begin = np.fmax(np.fmax(*np.fmin(*edges)), 0.0)
    end = np.fmin(np.fmin(*np.fmax(*edges)), 1.0)
    kept = begin <= end
    start, way, begin, end = start[:, kept], way[:, kept], begin[kept], (end - begin)[kept]
    apart = min(max(math.sqrt(2.0 * radius), 1.0), _APART)
    counts = np.ceil(np.maximum(*np.abs(way)) * end / apart).astype(np.int64) + 1
    ends = np.cumsum(counts)
    first = 0
    while first < len(counts):
        before = ends[first] - counts[first]
        last = max(int(np.searchsorted(ends, before + _POINTS)), first + 1)
        of = np.repeat(np.arange(first, last), counts[first:last])
        share = begin[of] + end[of] * (np.arange(len(of)) - (ends - counts)[of] + before) / np.maximum(
            counts[of] - 1, 1
        )
        points = np.floor(start[:, of] + way[:, of] * share).astype(np.int64)
        yield points[:, ((points >= 0) & (points < size)).all(axis=0)]
        first = last


def _grown(dots: Dots, radius: int) -> Dots:
    """Return ``dots`` with each dot that is 1 grown to a disc of ``radius``; a wide one has 16 sides."""
    beyond = max(radius - _ROUND, 0) * math.pi / len(_SIDES) / 2
    halves = [int(beyond / math.hypot(*side)) for side in _SIDES]
    disc = radius - sum(half * abs(dx) for half, (dx, _) in zip(halves, _SIDES, strict=True))
    grown, wide, reach = np.zeros_like(dots), dots.copy(), 0
    for dy in range(disc, -1, -1):
        half = int(math.sqrt((disc + 0.3) ** 2 - dy * dy))
        for dx in range(reach + 1, half + 1):
            _add(wide, dots, dx, 0)
        _add(grown, wide, 0, dy)
        reach = half
    for half, (dx, dy) in zip(halves, _SIDES, strict=True):
        done = 0
        while done < half:
            step = min(2 * done + 1, half - done)
            _add(grown, grown.copy(), step * dx, step * dy)
            done += step
    return grown


def _add(dots: Dots, others: Dots, dx: int, dy: int) -> None:
    """Set ``dots`` to 1 where ``others`` are 1 after a shift by ``dx``, ``dy`` or the opposite one."""
    for x, y in ((dx, dy), (-dx, -dy)):
        to = dots[max(y, 0) : dots.shape[0] + min(y, 0), max(x, 0) : dots.shape[1] + min(x, 0)]
        to |= others[max(-y, 0) : dots.shape[0] + min(-y, 0), max(-x, 0) : dots.shape[1] + min(-x, 0)]
