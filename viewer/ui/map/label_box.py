"""Text on a rounded ground: how labels and what else is written on the map look, and where it has room."""

from __future__ import annotations

from html import escape
from typing import Literal, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from viewer.arrays import Flags, Floats
from viewer.ui.theme import current_theme, font

Role = Literal["text", "secondary", "accent", "hero", "collision", "light_red", "light_yellow", "light_green"]
"""The name of a colour of the theme."""

PILL_PADDING = 8
_LEAST_PILL, _PILL_ROOM = 24, 6
_BESIDE = 4.0
"""Pixels between a box and what is beside it."""
_SIDES = np.array(((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1)), np.float64)
"""The places beside a box, the best first: to the right and below is 1."""


class Span(NamedTuple):
    """A piece of a line in one colour and weight; on the right of the ``room`` that is kept for it."""

    text: str
    role: Role = "text"
    bold: bool = False
    room: str = ""


Lines = tuple[tuple[Span, ...], ...]


def line_height() -> float:
    """Return the height of a line of text in pixels."""
    return QFontMetricsF(_face()).height()


def text_size(lines: Lines) -> QSize:
    """Return the size of some lines of text in whole pixels."""
    width = max((sum(_advance(span) for span in line) for line in lines), default=0.0)
    return QSize(int(width + 0.999), int(len(lines) * line_height() + 0.999))


def pill_size(lines: Lines) -> QSize:
    """Return the size of a label in pixels."""
    text = text_size(lines)
    return QSize(text.width() + 2 * PILL_PADDING, max(text.height() + _PILL_ROOM, _LEAST_PILL))


def wrapped(lines: Lines, room: int) -> Lines:
    """Return lines that go on below, between two spans, where they are wider than there is room for."""
    found: list[list[Span]] = []
    for line in lines:
        found.append([])
        width = 0.0
        for span in line:
            if found[-1] and width + _advance(span) > room:
                found.append([])
                width = 0.0
            found[-1].append(span if found[-1] else span._replace(text=span.text.lstrip()))
            width += _advance(span)
    return tuple(map(tuple, found))


def html_of(lines: Lines) -> str:
    """Return lines as a tip shows them, empty for none."""

    def piece(span: Span) -> str:
        style = f"color:{role_color(span.role).name()};font-weight:{600 if span.bold else 400}"
        return f"<span style='{style}'>{escape(span.text)}</span>"

    text = "<br>".join("".join(map(piece, line)) for line in lines)
    return f"<p style='white-space:pre'>{text}</p>" if lines else ""


def draw_text(painter: QPainter, left: float, top: float, lines: Lines) -> None:
    """Draw lines of text below and to the right of a point."""
    height, ascent = line_height(), QFontMetricsF(_face()).ascent()
    for number, line in enumerate(lines):
        x, baseline = left, top + number * height + ascent
        for span in line:
            painter.setFont(_face(bold=span.bold))
            painter.setPen(role_color(span.role))
            x += _advance(span)
            painter.drawText(QPointF(x - _width(span, span.text), baseline), span.text)


def draw_ground(painter: QPainter, area: QRectF, color: QColor, line: QColor, radius: float) -> None:
    """Draw the rounded ground with a hairline around it, within an area of whole pixels."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(line, 1) if line.alpha() else Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


def role_color(role: Role) -> QColor:
    """Return the colour of a role in a theme."""
    return current_theme().color(role)


def _advance(span: Span) -> float:
    return max(_width(span, span.text), _width(span, span.room))


def _width(span: Span, text: str) -> float:
    return QFontMetricsF(_face(bold=span.bold)).horizontalAdvance(text)


def _face(*, bold: bool = False) -> QFont:
    """Return the font, as wide at every scale of the screen as it is measured here."""
    face = font(13, bold=bold)
    face.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
    return face


def overlap(boxes: Floats, others: Floats) -> Flags:
    """Return which rectangles cover which others; those that only touch do not.

    Both are left, top, right, bottom along the last axis.
    """
    covers: Flags = (boxes[..., 0] < others[..., 2]) & (boxes[..., 2] > others[..., 0])
    covers &= (boxes[..., 1] < others[..., 3]) & (boxes[..., 3] > others[..., 1])
    return covers


def boxes_beside(middle: Floats, half: Floats, size: tuple[float, float]) -> Floats:
    """Return where a rectangle of some size can be beside a box, the best place first.

    Args:
        middle: of the box, pixels, shape (2,).
        half: half its width and height, shape (2,).
        size: width and height of the rectangle.

    Returns:
        left, top, right, bottom in whole pixels, shape (8, 4).

    """
    corners = np.round(middle + _SIDES * (half + _BESIDE) - np.array(size) * (1 - _SIDES) / 2)
    return np.concatenate([corners, corners + size], axis=1)


def away(boxes: Floats, others: Floats) -> Floats:
    """Return how far each of ``boxes`` (K, 4) is from each of ``others`` (N, 4), pixels, shape (K, N)."""
    one, other = boxes[:, None], others[None]
    apart = np.maximum(one[..., :2] - other[..., 2:], other[..., :2] - one[..., 2:])
    return np.asarray(np.hypot(*np.moveaxis(np.maximum(apart, 0.0), -1, 0)))


def free_side(
    boxes: Floats,
    taken: Floats,
    screen: tuple[float, float],
    last: int | None,
    allowed: Flags | None = None,
) -> int | None:
    """Return which of the rectangles ``boxes`` (K, 4) is on the screen and covers none of ``taken`` (N, 4).

    That is ``last`` as long as it is free, else the first that is; None if none is. Those that are not
    ``allowed``, shape (K,), are none.
    """
    around = np.concatenate([boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)])
    near = taken[overlap(taken, around)]
    free: Flags = np.all((boxes[:, :2] >= 0) & (boxes[:, 2:] <= screen), axis=1)
    free &= ~overlap(boxes[:, None], near).any(axis=1)
    if allowed is not None:
        free &= allowed
    if last is not None and free[last]:
        return last
    return int(free.argmax()) if free.any() else None
