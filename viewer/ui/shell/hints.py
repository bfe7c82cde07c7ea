"""Hints for a first run: one after the other beside a control, each gone for good once that was used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from viewer.ui.theme import current_theme, font

_HEIGHT = 60
_ARROW = 8
_GAP = 4
_MARGIN = 12
_RADIUS = 8.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, eq=False)
class Hint:
    """What is said of a control.

    Attributes:
        title: what it is.
        key: the key that does the same, empty for none.
        text: what it does.
        control: what the hint points at.
        inset: pixels below its upper edge.
        across: where on its width, from 0 at the left to 1.
        used: emitted once somebody has used it.

    """

    title: str
    key: str
    text: str
    control: QWidget
    used: SignalInstance
    inset: int = 0
    across: float = 0.5


class HintCallout(QWidget):
    """Stands above one control after the other until all were used, or until it is ended."""

    ended = Signal()
    """Nothing is hinted at any more."""

    def __init__(self, hints: Sequence[Hint], above: QWidget, window: QWidget) -> None:
        """Take the hints, and what they stand above without covering it."""
        super().__init__(window)
        self._above = above
        self._hints = tuple(hints)
        self._number = -1
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        window.installEventFilter(self)
        self._next()

    @property
    def text(self) -> str:
        """What is said now."""
        hint = self._hints[self._number]
        return f"{hint.title} · {hint.text}"

    def end(self) -> bool:
        """Go away for good; return whether there was anything to see."""
        seen = self.isVisible()
        if self._number < len(self._hints):
            self._hints[self._number].used.disconnect(self._next)
            self._number = len(self._hints)
            self.hide()
            self.ended.emit()
        return seen

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay above the control when the window is laid out anew."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._place()
        return super().eventFilter(watched, event)

    @Slot()
    def _next(self) -> None:
        if self._number >= 0:
            self._hints[self._number].used.disconnect(self._next)
        self._number += 1
        if self._number == len(self._hints):
            self.hide()
            self.ended.emit()
            return
        self._hints[self._number].used.connect(self._next)
        self.setAccessibleName(self.text)
        self._place()
        self.show()
        self.raise_()

    def _place(self) -> None:
        if not 0 <= self._number < len(self._hints):
            return
        hint, window = self._hints[self._number], self.window()
        metrics = self.fontMetrics()
        count = self._count()
        title = metrics.horizontalAdvance(f"{hint.title}  {hint.key}  {count}") + 2 * _MARGIN
        width = max(title, metrics.horizontalAdvance(hint.text)) + 2 * _MARGIN
        middle = self._pointed(hint)
        top = self._above.mapTo(window, QPoint()).y() - _HEIGHT - _ARROW - _GAP
        end = hint.control.mapTo(window, QPoint()).y() + hint.inset
        left = min(max(middle - width // 3, _GAP), max(window.width() - width - _GAP, 0))
        self.setGeometry(left, top, width, max(end - top, _HEIGHT + _ARROW))
        self.update()

    def _pointed(self, hint: Hint) -> int:
        """Return where in the window the point is, from the left."""
        place = QPoint(round(hint.control.width() * hint.across), 0)
        return hint.control.mapTo(self.window(), place).x()

    def _count(self) -> str:
        return self.tr("{0} of {1}").format(self._number + 1, len(self._hints))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the callout with its point, title and key, and what the control does."""
        if not 0 <= self._number < len(self._hints):
            return
        hint, theme = self._hints[self._number], current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QPainterPath()
        body.addRoundedRect(0.5, 0.5, self.width() - 1.0, _HEIGHT - 1.0, _RADIUS, _RADIUS)
        middle = self._pointed(hint) - self.x()
        point = QPainterPath()
        point.moveTo(middle - _ARROW, _HEIGHT - 1.5)
        point.lineTo(middle, _HEIGHT + _ARROW - 1.0)
        point.lineTo(middle + _ARROW, _HEIGHT - 1.5)
        painter.setPen(QPen(theme.accent, 1.0))
        painter.setBrush(theme.selected)
        painter.fillRect(QRectF(middle, _HEIGHT, 1.0, self.height() - _HEIGHT), theme.accent)
        painter.drawPath(body.united(point))
        line = QRect(_MARGIN, 8, self.width() - 2 * _MARGIN, 22)
        painter.setFont(font(13, bold=True))
        painter.setPen(theme.text)
        painter.drawText(line, _LEFT, hint.title)
        beside = painter.fontMetrics().horizontalAdvance(hint.title) + _MARGIN
        painter.setFont(font(11))
        painter.setPen(theme.secondary)
        painter.drawText(line.adjusted(beside, 0, 0, 0), _LEFT, hint.key)
        painter.drawText(line, _RIGHT, self._count())
        painter.setFont(font(13))
        painter.drawText(line.translated(0, 22), _LEFT, hint.text)
