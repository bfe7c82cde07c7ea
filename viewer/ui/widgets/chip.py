"""Small boxes that float on the map, with a symbol and lines of text: "No map for Town12 · Choose…"."""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QWidget

from viewer.ui.icons import icon_pixmap
from viewer.ui.theme import current_theme, faded
from viewer.ui.widgets.label_box import (
    Role,
    TextLines,
    draw_box,
    draw_text,
    role_color,
    text_size,
    wrapped,
)
from viewer.ui.widgets.overlay import WIDEST, rounded_width

_PADDING_X, _PADDING_Y, _HEIGHT, _RADIUS = 12, 6, 28, 6.0
_GLYPH_GAP = 8


class Glyph(NamedTuple):
    """Symbol that is drawn before the text of a chip.

    Attributes:
        kind: "bar" (a scale bar), "scale" (a colour scale), "needle" (a pointer), or the name of an icon.
        width: width in pixels.
        heading: direction of a needle, radians clockwise from the right.
        role: name of the theme colour in which the symbol is drawn.
        colors: colours of a colour scale, from left to right.
    """

    kind: str
    width: int = 12
    heading: float = 0.0
    role: Role = "secondary"
    colors: tuple[str, ...] = ()


class Chip(QAbstractButton):
    """Rounded box on the map with a symbol and lines of text; hidden while it has neither.

    Unless it is clickable, mouse events pass through to the map.
    """

    def __init__(self, parent: QWidget, *, clickable: bool = False) -> None:
        super().__init__(parent)
        self._content: tuple[TextLines, Glyph | None] = (), None
        self._lines: TextLines = ()
        self._size = QSize()
        self._picture: tuple[object, QPixmap] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if clickable else Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not clickable)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover, clickable)
        if clickable:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Redraw after a change of colours or text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._update_size()

    def set_content(self, lines: TextLines, glyph: Glyph | None = None) -> None:
        """Show ``glyph`` (a symbol, or None) and then ``lines``; hide the chip if there are no lines."""
        if (lines, glyph) == self._content:
            return
        self._content = lines, glyph
        self._update_size()
        self.setAccessibleName(self.text())
        self.setVisible(bool(lines))

    def text(self) -> str:
        """Return the text of the chip, with line breaks."""
        return "\n".join("".join(run.text for run in line) for line in self._lines)

    def sizeHint(self) -> QSize:
        """Return the size at which the text fits."""
        return self._size

    def _update_size(self) -> None:
        lines, glyph = self._content
        before = 0 if glyph is None else glyph.width
        self._lines = wrapped(lines, WIDEST - 2 * _PADDING_X - before)
        text = text_size(self._lines)
        before += _GLYPH_GAP if before and text.width() else 0
        width = rounded_width(text.width() + before + 2 * _PADDING_X)
        self._size = QSize(width, max(text.height() + 2 * _PADDING_Y, _HEIGHT))
        self._picture = None
        self.resize(self._size)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the cached picture of the chip: the map repaints far more often than the chip changes."""
        ratio = self.devicePixelRatioF()
        looks = ratio, self.hasFocus(), self.underMouse(), self.width(), self.height()
        if self._picture is None or self._picture[0] != looks:
            self._picture = looks, self._drawn(ratio)
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._picture[1])

    def _drawn(self, ratio: float) -> QPixmap:
        """Return background, symbol and text drawn into a pixmap; ``ratio`` is device pixels per pixel."""
        theme, glyph = current_theme(), self._content[1]
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        ground = theme.raised if self.underMouse() else theme.panel
        with QPainter(picture) as painter:
            line = theme.accent if self.hasFocus() else theme.hairline
            draw_box(painter, QRectF(self.rect()), faded(ground, 0.96), line, _RADIUS)
            left = float(_PADDING_X)
            if glyph is not None:
                _draw_glyph(painter, QRectF(left, 0, glyph.width, self.height()), glyph)
                left += glyph.width + _GLYPH_GAP
            top = (self.height() - text_size(self._lines).height()) / 2
            draw_text(painter, left, top, self._lines)
        return picture


def _draw_glyph(painter: QPainter, area: QRectF, glyph: Glyph) -> None:
    """Draw the symbol ``glyph`` in ``area``: a scale bar, a colour scale, a pointer, or an icon."""
    color, middle = role_color(glyph.role), area.center()
    if glyph.kind == "bar":
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(QPen(color, 1))
        left, right, y = int(area.left()), int(area.right()), int(middle.y())
        painter.drawLine(left, y, right, y)
        for x in (left, right):
            painter.drawLine(x, y - 4, x, y + 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)
        return
    if glyph.kind not in ("scale", "needle"):
        side, ratio = glyph.width, painter.device().devicePixelRatioF()
        place = QPointF(area.left(), middle.y() - side / 2)
        painter.drawPixmap(place, icon_pixmap(glyph.kind, color, side, ratio))
        return
    painter.setPen(Qt.PenStyle.NoPen)
    if glyph.kind == "scale":
        gradient = QLinearGradient(area.topLeft(), area.topRight())
        for number, each in enumerate(glyph.colors):
            gradient.setColorAt(number / (len(glyph.colors) - 1), QColor(each))
        painter.setBrush(gradient)
        painter.drawRoundedRect(QRectF(area.left(), middle.y() - 4, area.width(), 8), 2, 2)
        return
    painter.save()
    painter.translate(middle)
    painter.rotate(math.degrees(glyph.heading))
    painter.setBrush(color)
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in ((6, 0), (-5, -4.5), (-2.5, 0), (-5, 4.5))]))
    painter.restore()
