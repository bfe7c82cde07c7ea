"""A small picture of a value over time, beside the value the mouse is on."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui.format import UNKNOWN, count, join, number
from viewer.ui.inspector.stretch import SPAN, SignalStretch, stretch_at
from viewer.ui.theme import Theme, font, load_theme

_SIZE = QSize(264, 116)
_MARGIN = 12
_LINE = 20
_CURVE_GAP = 6
_GAP = 8
_DELAY = 200
_RADIUS = 6.0
_FLAT = 1e-9
_MOST_STATES = 4
"""States that there is room to name."""


class OverTimePopup(QWidget):
    """Shows a signal around the playhead, which is in the middle, with its least and largest value."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = ""
        self._series: Series | None = None
        self._now = 0.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(_SIZE)
        self.hide()

    @property
    def text(self) -> str:
        """What is written: of what, its value now, least and largest value."""
        return join(self._name, self._value_text(), self._range_text())

    def set_theme(self, theme: Theme) -> None:
        """Show other colours."""
        self._theme = theme
        self.update()

    def set_content(self, name: str, series: Series, now: float) -> None:
        """Show a signal around a moment."""
        self._name, self._series, self._now = name, series, now
        self.setAccessibleName(self.text)
        self.update()

    def set_time(self, now: float) -> None:
        """Show it around another moment."""
        if now != self._now:
            self._now = now
            self.update()

    def place(self, beside: QRect, area: QRect) -> None:
        """Stand to the left of a row, or under it if there is no room in the area; in the parent's pixels."""
        x, y = beside.left() - self.width() - _GAP, beside.center().y() - self.height() // 2
        if x < 0:
            x, y = beside.left() + _GAP, beside.bottom() + _GAP
            if y + self.height() > area.height():
                y = beside.top() - self.height() - _GAP
        self.move(x, min(max(y, 0), max(area.height() - self.height(), 0)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the card."""
        series = self._series
        if series is None:
            return
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.hairline)
        painter.setBrush(theme.raised)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        area = self.rect().adjusted(_MARGIN, _GAP, -_MARGIN, -_GAP)
        self._paint_line(
            painter, QRect(area.x(), area.y(), area.width(), _LINE), self._name, self._value_text()
        )
        foot = QRect(area.x(), area.bottom() - _LINE + 1, area.width(), _LINE)
        self._paint_foot(painter, foot)
        curve = area.adjusted(0, _LINE + _CURVE_GAP, 0, -_LINE - _CURVE_GAP)
        self._paint_curve(painter, QRectF(curve), stretch_at(series, self._now))
        painter.end()

    def _paint_line(self, painter: QPainter, area: QRect, left: str, right: str) -> None:
        alignment = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(font(13, bold=True))
        painter.setPen(self._theme.text)
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | alignment, right)
        room = area.width() - painter.fontMetrics().horizontalAdvance(right) - _GAP
        painter.setFont(font(11))
        painter.setPen(self._theme.secondary)
        left = painter.fontMetrics().elidedText(left, Qt.TextElideMode.ElideRight, room)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | alignment, left)

    def _paint_foot(self, painter: QPainter, area: QRect) -> None:
        alignment = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(font(11))
        painter.setPen(self._theme.secondary)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | alignment, self._range_text())
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | alignment, f"±{SPAN:.0f} s")

    def _paint_curve(self, painter: QPainter, area: QRectF, stretch: SignalStretch) -> None:
        theme = self._theme
        middle = area.center().x()
        painter.setPen(QPen(theme.hairline, 1.0))
        for y in (area.top(), area.bottom()):
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        painter.save()
        painter.setClipRect(area.adjusted(0, -1.5, 0, 1.5))
        painter.setPen(QPen(theme.accent, 1.5))
        for line in _lines(stretch, area):
            painter.drawPolyline(line)
        painter.restore()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillRect(QRectF(middle - 1.0, area.top() - 3.0, 2.0, area.height() + 6.0), theme.text)

    def _value_text(self) -> str:
        return "" if self._series is None else _text(self._series, self._series.at(self._now))

    def _range_text(self) -> str:
        if self._series is None:
            return ""
        stretch = stretch_at(self._series, self._now)
        if not math.isfinite(stretch.least):
            return self.tr("Not known around here")
        if self._series.states is not None:
            return self._states_text(self._series, stretch)
        least, most = _text(self._series, stretch.least), _text(self._series, stretch.most)
        if least == most:
            return self.tr("Always {0}").format(least)
        return self.tr("Min {0} · max {1}").format(least, most)

    def _states_text(self, series: Series, stretch: SignalStretch) -> str:
        """Return the states one after the other, or how many changes there are if those are many."""
        values = stretch.values[np.isfinite(stretch.values)]
        turns = values[np.append(True, np.diff(values) != 0)]
        if len(turns) == 1:
            return self.tr("Always {0}").format(_text(series, float(turns[0])))
        if len(turns) > _MOST_STATES:
            return self.tr("{0} changes").format(count(len(turns) - 1))
        return " → ".join(_text(series, value) for value in turns.tolist())


class OverTimeHint(QObject):
    """Decides of which value the picture is shown: the one the mouse has been on for a moment."""

    key_changed = Signal()
    """Another signal is wanted, or none."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self._theme = load_theme("dark")
        self._popup: OverTimePopup | None = None
        self._key: SeriesKey | None = None
        self._next: SeriesKey | None = None
        self._beside = QRect()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DELAY)
        self._timer.timeout.connect(self._begin)

    @property
    def key(self) -> SeriesKey | None:
        """The signal that is shown, or is to be as soon as it is read."""
        return self._key

    def set_theme(self, theme: Theme) -> None:
        """Show other colours."""
        self._theme = theme
        if self._popup is not None:
            self._popup.set_theme(theme)

    @Slot(object, QRect)
    def point_at(self, key: SeriesKey | None, beside: QRect) -> None:
        """Take what the mouse is on, and where that is in the host; None for nothing."""
        self._next, self._beside = key, beside
        if key is None:
            self._timer.stop()
            self._begin()
        else:
            self._timer.start()

    def show_series(self, name: str, series: Series, now: float) -> None:
        """Show the signal that was wanted."""
        window = self._host.window()
        if self._popup is None:
            self._popup = OverTimePopup(self._theme, window)
        elif self._popup.parentWidget() is not window:
            self._popup.setParent(window)
        self._popup.set_content(name, series, now)
        corner = self._host.mapTo(window, QPoint(0, self._beside.y()))
        self._popup.place(QRect(corner, self._beside.size()), window.rect())
        self._popup.show()
        self._popup.raise_()

    def set_time(self, now: float) -> None:
        """Show it around another moment."""
        if self._popup is not None:
            self._popup.set_time(now)

    @Slot()
    def _begin(self) -> None:
        if self._next == self._key:
            return
        self._key = self._next
        if self._popup is not None:
            self._popup.hide()
        self.key_changed.emit()


def _text(series: Series, value: float) -> str:
    if not math.isfinite(value):
        return UNKNOWN
    if series.states is not None:
        return series.states[int(value)] if 0 <= value < len(series.states) else UNKNOWN
    whole = series.steps and value == round(value)
    text = number(value, 0 if whole else 2)
    return f"{text} {series.unit}" if series.unit else text


def _lines(stretch: SignalStretch, area: QRectF) -> list[QPolygonF]:
    """Return the curve in pixels, one line between any two gaps."""
    known = np.isfinite(stretch.values)
    if not known.any():
        return []
    height = stretch.most - stretch.least
    flat = height < _FLAT
    share = np.full(len(known), 0.5) if flat else (stretch.values - stretch.least) / height
    x = area.center().x() + stretch.times * (area.width() / (2.0 * SPAN))
    y = area.bottom() - np.clip(share, -1.0, 2.0) * area.height()
    edges = np.flatnonzero(np.diff(known.astype(np.int8))) + 1
    lines = []
    for part in np.split(np.arange(len(known)), edges):
        if known[part[0]]:
            points = [QPointF(*point) for point in zip(x[part].tolist(), y[part].tolist(), strict=True)]
            lines.append(QPolygonF(points if len(points) > 1 else points * 2))
    return lines
