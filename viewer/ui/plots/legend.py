"""The legend beside the plots: whose signal, whether derived, and its value at playhead and cursor."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from viewer.ui.plots.curve_painter import curve_pen
from viewer.ui.plots.layout import ROW, VALUE
from viewer.ui.plots.names import tr
from viewer.ui.theme import Theme, font

_LEFT = 12.0
_SWATCH = 16.0
_GAP = 8.0
_BADGE_HEIGHT = 17.0
_CROSS = 3.5


@dataclass(frozen=True)
class LegendRow:
    """What stands in a row besides its values.

    Attributes:
        actor: id of whom it is about, empty for the recording.
        signal: what it is.
        recorded: whether its values stand in the file.
        states: whether it is a ribbon.
        stats: what it amounts to over the range, empty for nothing.

    """

    actor: str
    signal: str
    recorded: bool
    states: bool
    stats: str


def paint_row(painter: QPainter, rect: QRectF, row: LegendRow, color: QColor, theme: Theme) -> None:
    """Write a row without its values; ``rect`` is the whole row."""
    line = QRectF(rect.left(), rect.top(), rect.width(), ROW)
    middle = line.center().y()
    if row.states:
        painter.fillRect(QRectF(_LEFT, middle - 5, _SWATCH, 10), color)
    else:
        painter.setPen(_swatch_pen(color, recorded=row.recorded))
        painter.drawLine(QLineF(_LEFT, middle, _LEFT + _SWATCH, middle))
    painter.setFont(font(12))
    metrics = QFontMetricsF(painter.font())
    x, right = _LEFT + _SWATCH + _GAP, line.right() - 2 * VALUE - _GAP
    badge = tr("derived")
    badge_width = 0.0 if row.recorded else metrics.horizontalAdvance(badge) + 8
    room = right - x - (badge_width + _GAP if badge_width else 0.0)
    if row.actor:
        actor = metrics.elidedText(row.actor, Qt.TextElideMode.ElideMiddle, room)
        painter.setPen(theme.text)
        painter.drawText(QRectF(x, line.top(), room, ROW), Qt.AlignmentFlag.AlignVCenter, actor)
        x += metrics.horizontalAdvance(actor) + 6
        room = max(room - metrics.horizontalAdvance(actor) - 6, 0.0)
    painter.setPen(theme.secondary if row.actor else theme.text)
    signal = metrics.elidedText(row.signal, Qt.TextElideMode.ElideRight, room)
    painter.drawText(QRectF(x, line.top(), room, ROW), Qt.AlignmentFlag.AlignVCenter, signal)
    if badge_width:
        box = QRectF(x + metrics.horizontalAdvance(signal) + _GAP, 0, badge_width, _BADGE_HEIGHT)
        box.moveTop(round(middle - _BADGE_HEIGHT / 2) + 0.5)
        painter.setPen(QPen(theme.hairline, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(theme.secondary)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, badge)
    if row.stats:
        below = QRectF(_LEFT + _SWATCH + _GAP, line.bottom() - 5, rect.width(), rect.height() - ROW)
        below.setRight(rect.right() - _GAP)
        painter.setPen(theme.secondary)
        text = metrics.elidedText(row.stats, Qt.TextElideMode.ElideRight, below.width())
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, text)


def paint_values(painter: QPainter, rect: QRectF, here: str, cursor: str, theme: Theme) -> None:
    """Write the values of a row: at the playhead, and behind it at the cursor."""
    painter.setFont(font(12))
    metrics = QFontMetricsF(painter.font())
    side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    for text, left, color in (
        (here, rect.right() - 2 * VALUE, theme.text),
        (cursor, rect.right() - VALUE, theme.accent),
    ):
        painter.setPen(color)
        box = QRectF(left, rect.top(), VALUE - 4, ROW)
        painter.drawText(box, side, metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width()))


def paint_titles(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Write over the values what they are; ``rect`` is the strip above the legend."""
    painter.setFont(font(12))
    painter.setPen(theme.secondary)
    side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    for text, left in ((tr("Playhead"), rect.right() - 2 * VALUE), (tr("Cursor"), rect.right() - VALUE)):
        painter.drawText(QRectF(left, rect.top(), VALUE - 4, rect.height()), side, text)


def paint_cross(painter: QPainter, rect: QRectF, theme: Theme, *, hot: bool) -> None:
    """Draw the sign that removes a curve in place of its line; ``rect`` is the sign's."""
    painter.fillRect(rect.adjusted(2, 2, -1, -2), theme.raised)
    center = QRectF(_LEFT, rect.top(), _SWATCH, rect.height()).center()
    painter.setPen(QPen(theme.text if hot else theme.secondary, 1.5))
    x, y = center.x(), center.y()
    painter.drawLine(QLineF(x - _CROSS, y - _CROSS, x + _CROSS, y + _CROSS))
    painter.drawLine(QLineF(x - _CROSS, y + _CROSS, x + _CROSS, y - _CROSS))


def _swatch_pen(color: QColor, *, recorded: bool) -> QPen:
    pen = curve_pen(color, recorded=recorded)
    pen.setWidthF(2.0)
    return pen
