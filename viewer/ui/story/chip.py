"""One event on the strip: its icon, its name, and the one thing to know beside it."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from viewer.analysis.event_table import FoundEvent
from viewer.analysis.kinds import KINDS
from viewer.ui.found_icons import SIDE, found_pixmap
from viewer.ui.theme import current_theme, font

HEIGHT = 28
_LEFT, _RIGHT = 10, 12
_ICON_GAP, _GAP = 6, 6


class ChipContent(NamedTuple):
    """What a chip says.

    Attributes:
        event: what it is about.
        name: of its kind.
        detail: what stands behind the name.
        tip: more about it.

    """

    event: FoundEvent
    name: str
    detail: str
    tip: str


class StoryChip(QAbstractButton):
    """A chip of the strip; with Enter or a click it asks for its event."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.content: ChipContent | None = None
        self._current = self._first = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_content(self, content: ChipContent, *, first: bool, current: bool) -> None:
        """Show an event; the first one is bold, that at the playhead is selected."""
        shown = (content, first, current)
        if shown == (self.content, self._first, self._current):
            return
        self.content, self._first, self._current = shown
        self.setAccessibleName(f"{content.name} {content.detail}")
        self.setToolTip(content.tip)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of what is said."""
        return QSize(0 if self.content is None else chip_width(self.content, first=self._first), HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint ground, icon and text."""
        content, theme = self.content, current_theme()
        if content is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = theme.hairline
        if self._current:
            line = theme.collision if KINDS[content.event.kind].touches else theme.accent
        if self.hasFocus() or (self.underMouse() and not self._current):
            line = theme.accent
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(line, 1))
        painter.setBrush(theme.selected if self._current else theme.raised)
        painter.drawRoundedRect(area, HEIGHT / 2, HEIGHT / 2)
        top = (self.height() - SIDE) / 2
        pixmap = found_pixmap(content.event.kind, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(_LEFT, top), pixmap)
        x = float(_LEFT + SIDE + _ICON_GAP)
        for text, face, color in (
            (content.name, name_font(first=self._first), theme.text),
            (content.detail, font(13), theme.text if self._current else theme.secondary),
        ):
            metrics = QFontMetricsF(face)
            painter.setFont(face)
            painter.setPen(color)
            baseline = (self.height() + metrics.ascent() - metrics.descent()) / 2
            painter.drawText(QPointF(x, baseline), text)
            x += metrics.horizontalAdvance(text) + _GAP


def chip_width(content: ChipContent, *, first: bool) -> int:
    """Return how wide a chip is, pixels."""
    text = QFontMetricsF(name_font(first=first)).horizontalAdvance(content.name)
    if content.detail:
        text += _GAP + QFontMetricsF(font(13)).horizontalAdvance(content.detail)
    return int(_LEFT + SIDE + _ICON_GAP + text + _RIGHT + 0.999)


def name_font(*, first: bool) -> QFont:
    """Return the font of names: that of the first chip is bolder."""
    face = font(13, bold=first)
    if not first:
        face.setWeight(QFont.Weight.Medium)
    return face
