"""Text on a rounded ground: how labels and what else is written on the map look."""

from __future__ import annotations

from typing import Literal, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from viewer.ui.theme import current_theme, font

Role = Literal["text", "secondary", "accent", "hero", "collision", "light_red", "light_yellow", "light_green"]
"""The name of a colour of the theme."""


PILL_PADDING = 8
_LEAST_PILL, _PILL_ROOM = 24, 6


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
    theme = current_theme()
    color: QColor = getattr(theme, role)
    return color


def _advance(span: Span) -> float:
    return max(_width(span, span.text), _width(span, span.room))


def _width(span: Span, text: str) -> float:
    return QFontMetricsF(_face(bold=span.bold)).horizontalAdvance(text)


def _face(*, bold: bool = False) -> QFont:
    """Return the font, as wide at every scale of the screen as it is measured here."""
    face = font(13, bold=bold)
    face.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
    return face
