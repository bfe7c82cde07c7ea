"""Small controls that float on the map."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QWidget

from viewer.ui.format import number
from viewer.ui.map.colors import TOP_SPEED, speed_color
from viewer.ui.map.pill import Lines, Span, draw_ground, draw_text, text_size, wrapped
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_unit
from viewer.ui.theme import current_theme, faded
from viewer.ui.translation import tr
from viewer.ui.widgets.overlay import WIDEST, hugging

_PADDING_X, _PADDING_Y = 12, 6
_HEIGHT = 28
_RADIUS = 6.0
_GLYPH_GAP = 8
_KILOMETRE = 1000.0


class MapChip(QAbstractButton):
    """A rounded piece of ground with a glyph and some lines of text.

    It never takes the keyboard; one that is not to be clicked lets the mouse through to the map.
    """

    def __init__(self, parent: QWidget, *, clickable: bool = False) -> None:
        """Make an empty, hidden chip."""
        super().__init__(parent)
        self._asked: Lines = ()
        self._lines: Lines = ()
        self._text_size = QSize(0, 0)
        self._clickable = clickable
        self._hovered = False
        self._picture: QPixmap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not clickable)
        if clickable:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Draw in other colours, and for text of another size in its size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._text_size = text_size(self._lines)
            self.resize(self.sizeHint())
            self._redraw()

    def set_lines(self, lines: Lines) -> None:
        """Show these lines, or hide the chip if there are none."""
        if lines == self._asked:
            return
        self._asked = lines
        if not lines:
            self.hide()  # while it looks as it did: it fades
        self._lines = wrapped(lines, WIDEST - 2 * _PADDING_X)
        self._text_size = text_size(self._lines)
        self.setAccessibleName(self.text())
        self.resize(self.sizeHint())
        self.setVisible(bool(lines))
        self._redraw()

    def text(self) -> str:
        """Return what is written on the chip."""
        return "\n".join("".join(span.text for span in line) for line in self._lines)

    def sizeHint(self) -> QSize:
        """Return the size at which the text fits."""
        glyph = self.glyph_width()
        text = self._text_size
        gap = _GLYPH_GAP if glyph and text.width() else 0
        width = hugging(text.width() + glyph + gap + 2 * _PADDING_X)
        return QSize(width, max(text.height() + 2 * _PADDING_Y, _HEIGHT))

    def glyph_width(self) -> int:
        """Return the width of what is drawn before the text."""
        return 0

    def draw_glyph(self, painter: QPainter, area: QRectF) -> None:
        """Draw what comes before the text."""

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show that the chip can be clicked."""
        super().enterEvent(event)
        self._hovered = True
        self._redraw()

    def leaveEvent(self, event: QEvent) -> None:
        """Look as before."""
        super().leaveEvent(event)
        self._hovered = False
        self._redraw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw anew."""
        super().resizeEvent(event)
        self._redraw()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Copy the picture of the chip: the map below repaints far more often than the chip changes."""
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = self._drawn(ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.end()

    def _redraw(self) -> None:
        self._picture = None
        self.update()

    def _drawn(self, ratio: float) -> QPixmap:
        """Return ground, glyph and text as a picture."""
        theme = current_theme()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        line = theme.accent if self._clickable and self._hovered else theme.hairline
        draw_ground(painter, QRectF(self.rect()), faded(theme.panel, 0.96), line, _RADIUS)
        left = float(_PADDING_X)
        if glyph := self.glyph_width():
            self.draw_glyph(painter, QRectF(left, 0, glyph, self.height()))
            left += glyph + _GLYPH_GAP
        draw_text(painter, left, (self.height() - self._text_size.height()) / 2, self._lines)
        painter.end()
        return picture


class ScaleBar(MapChip):
    """A bar as long as the round number of metres beside it."""

    _LONGEST = 96

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._bar = 0
        self._scale = 0.0

    def set_scale(self, scale: float) -> None:
        """Show the scale in pixels per metre."""
        if scale == self._scale:
            return
        self._scale = scale
        metres = round_length(self._LONGEST / scale)
        self._bar = max(round(metres * scale), 1)
        text, unit = (metres, self.tr("m")) if metres < _KILOMETRE else (metres / _KILOMETRE, self.tr("km"))
        self.set_lines(((Span(f"{text:g}"), Span(f" {unit}", "secondary")),))
        self.resize(self.sizeHint())
        self._redraw()

    def glyph_width(self) -> int:
        """Return the length of the bar."""
        return self._bar

    def draw_glyph(self, painter: QPainter, area: QRectF) -> None:
        """Draw the bar with its ends."""
        theme = current_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(QPen(theme.secondary, 1))
        left, right, middle = int(area.left()), int(area.right()), int(area.center().y())
        painter.drawLine(left, middle, right, middle)
        painter.drawLine(left, middle - 4, left, middle + 4)
        painter.drawLine(right, middle - 4, right, middle + 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)


class SpeedLegend(MapChip):
    """The colours of speeds, from standing to the end of their scale."""

    @staticmethod
    def words() -> Lines:
        """Return where the scale begins and ends, in the unit in which speeds are shown."""
        top = number(in_shown_unit(TOP_SPEED, MPS), 0)
        return (
            (
                Span(f"{tr('Speed')}  ", "secondary"),
                Span(f"0 – {top}"),
                Span(f" {speed_unit()}", "secondary"),
            ),
        )

    _WIDTH = 96

    def glyph_width(self) -> int:
        """Return the length of the scale."""
        return self._WIDTH

    def draw_glyph(self, painter: QPainter, area: QRectF) -> None:
        """Draw the scale."""
        bar = QRectF(area.left(), area.center().y() - 4, area.width(), 8)
        gradient = QLinearGradient(bar.topLeft(), bar.topRight())
        for stop in (0.0, 0.25, 0.5, 0.75, 1.0):
            gradient.setColorAt(stop, speed_color(stop))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(gradient)
        painter.drawRoundedRect(bar, 2, 2)


class North(MapChip):
    """Says where north is; a click turns the map with the followed actor, or north up again."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, clickable=True)
        self._turn: tuple[float, bool] | None = None
        self._worded = True

    def set_turn(self, turn: float, *, heading_up: bool) -> None:
        """Take how far the ground is turned, clockwise, radians, and whether it follows a heading."""
        if (turn, heading_up) == self._turn:
            return
        self._turn = turn, heading_up
        self._say(heading_up=heading_up)
        self._redraw()

    def set_worded(self, worded: bool) -> None:
        """Say in words, too, what is up, or show the needle alone."""
        if worded != self._worded and self._turn is not None:
            self._worded = worded
            self._say(heading_up=self._turn[1])

    def _say(self, *, heading_up: bool) -> None:
        text = self.tr("Heading up") if heading_up else self.tr("North up")
        self.set_lines(((Span(text, "secondary"),) if self._worded else (),))
        self.setAccessibleName(text)
        self.setToolTip(self.tr("Turn north up") if heading_up else self.tr("Turn with the followed actor"))

    def glyph_width(self) -> int:
        """Return the width of the needle."""
        return 10

    def draw_glyph(self, painter: QPainter, area: QRectF) -> None:
        """Draw a needle that points to the north."""
        theme = current_theme()
        turn = self._turn[0] if self._turn is not None else 0.0
        draw_needle(painter, area.center(), turn - math.pi / 2, theme.secondary)


class EdgeArrow(MapChip):
    """Stands at the edge of the map and points to an actor outside of it."""

    row_clicked = Signal(int)
    """Row of the actor it points to."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, clickable=True)
        self._heading = 0.0
        self._hero = False
        self._row = -1
        self.clicked.connect(lambda: self.row_clicked.emit(self._row))

    def point(self, row: int, heading: float, lines: Lines, *, hero: bool) -> None:
        """Point to an actor, in radians clockwise from the right."""
        self.set_lines(lines)
        if (row, heading, hero) != (self._row, self._heading, self._hero):
            self._row, self._heading, self._hero = row, heading, hero
            self._redraw()

    def glyph_width(self) -> int:
        """Return the width of the needle."""
        return 10

    def draw_glyph(self, painter: QPainter, area: QRectF) -> None:
        """Draw the needle."""
        theme = current_theme()
        draw_needle(painter, area.center(), self._heading, theme.hero if self._hero else theme.accent)


def draw_needle(painter: QPainter, middle: QPointF, heading: float, color: QColor) -> None:
    """Draw a needle of 11 pixels that points somewhere, in radians clockwise from the right."""
    painter.save()
    painter.translate(middle)
    painter.rotate(math.degrees(heading))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in ((6, 0), (-5, -4.5), (-2.5, 0), (-5, 4.5))]))
    painter.restore()


def round_length(longest: float) -> float:
    """Return the longest of …, 1, 2, 5, 10, 20, 50, … that is not longer than ``longest``.

    >>> round_length(19.9), round_length(0.6)
    (10.0, 0.5)
    """
    decade = 10.0 ** math.floor(math.log10(longest))
    return max(step * decade for step in (1, 2, 5) if step * decade <= longest * (1 + 1e-9))
