"""Text in rounded boxes on the map: measuring, drawing, and finding a free position beside an actor."""

from __future__ import annotations

from html import escape
from typing import Literal, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from viewer.arrays import Flags, Floats
from viewer.ui.theme import current_theme, font

Role = Literal["text", "secondary", "accent", "hero", "collision", "light_red", "light_yellow", "light_green"]
"""Name of a colour of the theme in which text on the map is drawn."""

LABEL_PADDING = 8
_LEAST_HEIGHT, _EXTRA_HEIGHT = 24, 6
_BESIDE = 4.0
"""Pixels between a rectangle on the map, such as an actor's, and the label beside it."""
_SIDES = np.array(((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1)), np.float64)
"""Directions from a rectangle on the screen in which its label may lie, best first.

(1, 0) is right of the rectangle, (0, 1) is below it.
"""


class TextRun(NamedTuple):
    """Part of a line of text, in one colour and weight.

    If ``text`` is narrower than the text ``reserved`` would be, it is aligned right in a space as wide as
    ``reserved``, so that changing digits do not move the rest of the line.
    """

    text: str
    role: Role = "text"
    bold: bool = False
    reserved: str = ""


TextLines = tuple[tuple[TextRun, ...], ...]


def line_height() -> float:
    """Return the height in pixels of a line of text written on the map."""
    return QFontMetricsF(_face()).height()


def text_size(lines: TextLines) -> QSize:
    """Return the size of the text ``lines`` in whole pixels."""
    width = max((sum(_advance(run) for run in line) for line in lines), default=0.0)
    return QSize(int(width + 0.999), int(len(lines) * line_height() + 0.999))


def label_size(lines: TextLines) -> QSize:
    """Return the size in pixels of a label box around ``lines``."""
    text = text_size(lines)
    return QSize(text.width() + 2 * LABEL_PADDING, max(text.height() + _EXTRA_HEIGHT, _LEAST_HEIGHT))


def wrapped(lines: TextLines, width: int) -> TextLines:
    """Return ``lines`` (each has runs of text); those wider than ``width`` pixels are broken between runs."""
    found: list[list[TextRun]] = []
    for line in lines:
        found.append([])
        used = 0.0
        for run in line:
            if found[-1] and used + _advance(run) > width:
                found.append([])
                used = 0.0
            found[-1].append(run if found[-1] else run._replace(text=run.text.lstrip()))
            used += _advance(run)
    return tuple(map(tuple, found))


def html_of(lines: TextLines) -> str:
    """Return ``lines`` as HTML for a tooltip; empty if there are no lines."""

    def piece(run: TextRun) -> str:
        style = f"color:{role_color(run.role).name()};font-weight:{600 if run.bold else 400}"
        return f"<run style='{style}'>{escape(run.text)}</run>"

    text = "<br>".join("".join(map(piece, line)) for line in lines)
    return f"<p style='white-space:pre'>{text}</p>" if lines else ""


def draw_text(painter: QPainter, left: float, top: float, lines: TextLines) -> None:
    """Draw ``lines`` with their top left corner at ``left``, ``top`` (pixels)."""
    height, ascent = line_height(), QFontMetricsF(_face()).ascent()
    for number, line in enumerate(lines):
        x, baseline = left, top + number * height + ascent
        for run in line:
            painter.setFont(_face(bold=run.bold))
            painter.setPen(role_color(run.role))
            x += _advance(run)
            painter.drawText(QPointF(x - _width(run, run.text), baseline), run.text)


def draw_box(painter: QPainter, area: QRectF, color: QColor, line: QColor, radius: float) -> None:
    """Draw a rounded rectangle filled with ``color`` and outlined in ``line`` in ``area`` (whole pixels)."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(line, 1) if line.alpha() else Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


def role_color(role: Role) -> QColor:
    """Return the colour that has the name ``role`` in the current theme."""
    return current_theme().color(role)


def _advance(run: TextRun) -> float:
    return max(_width(run, run.text), _width(run, run.reserved))


def _width(run: TextRun, text: str) -> float:
    return QFontMetricsF(_face(bold=run.bold)).horizontalAdvance(text)


def _face(*, bold: bool = False) -> QFont:
    """Return the font of text on the map, whose text is equally wide at every scale factor of the screen."""
    face = font(13, bold=bold)
    face.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
    return face


def overlap(boxes: Floats, others: Floats) -> Flags:
    """Return a mask of which rectangles ``boxes`` overlap which of ``others``; touching is no overlap.

    Both have left, top, right, bottom along the last axis and are broadcast against each other.
    """
    covers: Flags = (boxes[..., 0] < others[..., 2]) & (boxes[..., 2] > others[..., 0])
    covers &= (boxes[..., 1] < others[..., 3]) & (boxes[..., 3] > others[..., 1])
    return covers


def boxes_beside(middle: Floats, half: Floats, size: tuple[float, float]) -> Floats:
    """Return the eight rectangles of one size that lie around a given rectangle on the map, best place first.

    Args:
        middle: middle of the given rectangle in pixels, shape (2,).
        half: half its width and height in pixels, shape (2,).
        size: width and height in pixels of the eight rectangles.

    Returns:
        left, top, right, bottom in whole pixels, shape (8, 4).
    """
    corners = np.round(middle + _SIDES * (half + _BESIDE) - np.array(size) * (1 - _SIDES) / 2)
    return np.concatenate([corners, corners + size], axis=1)


def distances(boxes: Floats, others: Floats) -> Floats:
    """Return the distance of each of ``boxes`` (K, 4) from each of ``others`` (N, 4) in pixels, shape (K, N).

    All are rectangles: left, top, right, bottom in pixels. The distance is 0 if they overlap.
    """
    one, other = boxes[:, None], others[None]
    apart = np.maximum(one[..., :2] - other[..., 2:], other[..., :2] - one[..., 2:])
    return np.asarray(np.hypot(*np.moveaxis(np.maximum(apart, 0.0), -1, 0)))


def free_side(
    boxes: Floats,
    occupied: Floats,
    screen: tuple[float, float],
    last: int | None,
    allowed: Flags | None = None,
) -> int | None:
    """Return the index of a rectangle in ``boxes`` (K, 4) that is on the screen and free, None if none is.

    Args:
        boxes: possible rectangles of a label, best first: left, top, right, bottom in pixels.
        occupied: rectangles that the label must not overlap, shape (N, 4).
        screen: width and height of the screen in pixels.
        last: index of the rectangle where the label was, taken if it is free; otherwise, or for None, the
            first free rectangle is taken.
        allowed: mask of the rectangles that may be taken, shape (K,); None allows all.
    """
    around = np.concatenate([boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)])
    near = occupied[overlap(occupied, around)]
    free: Flags = np.all((boxes[:, :2] >= 0) & (boxes[:, 2:] <= screen), axis=1)
    free &= ~overlap(boxes[:, None], near).any(axis=1)
    if allowed is not None:
        free &= allowed
    if last is not None and free[last]:
        return last
    return int(free.argmax()) if free.any() else None
