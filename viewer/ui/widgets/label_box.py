"""Text in rounded boxes on the map: measured, broken into lines, drawn."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import Literal, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter, QPen

from viewer.ui.theme import current_theme, faded, font, text_scale

Role = Literal["text", "secondary", "accent", "hero", "collision", "light_red", "light_yellow", "light_green"]
"""Name of a colour of the theme in which text on the map is drawn."""

_PADDING, _RADIUS, _OPACITY = 8, 6.0, 0.94
_LEAST_HEIGHT, _EXTRA_HEIGHT = 24, 6
_WORD = re.compile(r"\s*\S+\s*$|\s*\S+|\s+")


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


def text_lines(text: str) -> TextLines:
    """Return ``text`` as one line in the colour of text; no line if it is empty."""
    return ((TextRun(text),),) if text else ()


def line_height() -> float:
    """Return the height in pixels of a line of text written on the map."""
    return QFontMetricsF(_face()).height()


def text_size(lines: TextLines) -> QSize:
    """Return the size of the text ``lines`` in whole pixels."""
    width = max((sum(_advance(run) for run in line) for line in lines), default=0.0)
    return QSize(int(width + 0.999), int(len(lines) * line_height() + 0.999))


def label_size(lines: TextLines) -> QSize:
    """Return the size in pixels of a label box around ``lines``: even numbers, so its middle is a pixel."""
    text = text_size(lines)
    width, height = text.width() + 2 * _PADDING, max(text.height() + _EXTRA_HEIGHT, _LEAST_HEIGHT)
    return QSize(width + width % 2, height + height % 2)


def draw_label(painter: QPainter, middle: QPointF, lines: TextLines) -> None:
    """Draw ``lines`` in a label box around ``middle`` (pixels), at whole pixels."""
    theme, size = current_theme(), label_size(lines)
    left, top = round(middle.x() - size.width() / 2), round(middle.y() - size.height() / 2)
    draw_box(
        painter, QRectF(left, top, *size.toTuple()), faded(theme.raised, _OPACITY), theme.hairline, _RADIUS
    )
    draw_text(painter, left + _PADDING, top + (size.height() - text_size(lines).height()) / 2, lines)


def wrapped(lines: TextLines, width: int) -> TextLines:
    """Return ``lines``; those wider than ``width`` pixels are broken between runs and between words."""
    found: list[list[TextRun]] = []
    for line in lines:
        found.append([])
        if sum(map(_advance, line)) <= width:
            found[-1] += line
            continue
        used = 0.0
        for run in line:
            for text in [run.text] if run.reserved else _WORD.findall(run.text):
                word = run._replace(text=text)
                if found[-1] and used + _advance(word) > width:
                    found.append([])
                    used = 0.0
                found[-1].append(word if found[-1] else word._replace(text=text.lstrip()))
                used += _advance(word)
    return tuple(map(tuple, found))


def html_of(lines: TextLines) -> str:
    """Return ``lines`` as HTML for a tooltip; empty if there are no lines."""

    def piece(run: TextRun) -> str:
        style = f"color:{role_color(run.role).name()};font-weight:{600 if run.bold else 400}"
        return f"<span style='{style}'>{escape(run.text)}</span>"

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
            right = x + _advance(run)
            begin = right - _advance(run._replace(reserved="")) if run.reserved else x
            painter.drawText(QPointF(begin, baseline), run.text)
            x = right


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
    """Return the width in pixels that ``run`` takes in its line."""
    metrics = QFontMetricsF(_face(bold=run.bold))
    width = metrics.horizontalAdvance(run.text)
    return max(width, metrics.horizontalAdvance(run.reserved)) if run.reserved else width


def _face(*, bold: bool = False) -> QFont:
    """Return the font of text on the map, whose text is equally wide at every scale factor of the screen."""
    return _cached_face(QGuiApplication.font(), text_scale(), bold)


@lru_cache(maxsize=8)
def _cached_face(_system: QFont, _scale: float, bold: bool) -> QFont:
    """Return the font of text on the map; ``_system`` and ``_scale`` are those that ``font()`` depends on."""
    face = font(13, bold=bold)
    face.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
    return face
