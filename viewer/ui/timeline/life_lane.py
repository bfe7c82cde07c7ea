"""A lane with the life span of one actor, and its contacts on it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viewer.ui import format as fmt
from viewer.ui.theme import Theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.content import Content
from viewer.ui.timeline.lane import Hit, LaneHeight, faded, paint_track, tr

_BAR = 6.0
_REACH = 4.0


class LifeLane:
    """A bar from spawn to destruction."""

    height = LaneHeight(14, 20, 20)
    note = ""

    def __init__(self) -> None:
        self._name = ""
        self._content: Content | None = None
        self._row: int | None = None
        self._color: QColor | None = None
        self._life = (0.0, 0.0)
        self._contacts = np.empty(0)

    @property
    def name(self) -> str:
        """What is written at the left."""
        return self._name or tr("Life span")

    def set_actor(self, content: Content | None, row: int | None, color: QColor | None, name: str) -> None:
        """Show an actor of the recording's table, or none."""
        known = content is not None and row is not None and row < len(content.index.actors)
        self._content = content if known else None
        self._row = row if known else None
        self._color = color
        self._name = name
        if content is not None and row is not None and known:
            self._life = content.life(row)
            self._contacts = content.contact_times(row)

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw the bar, and a tick for each contact."""
        paint_track(painter, rect, theme)
        if self._row is None:
            return
        left, right = axis.x(self._life[0]), axis.x(self._life[1])
        bar = QRectF(left, rect.center().y() - _BAR / 2, max(right - left, 2.0), _BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self._color or theme.accent, 0.72))
        painter.drawRoundedRect(bar, 2, 2)
        xs = axis.xs(self._contacts).round()
        xs = xs[(np.diff(xs, prepend=-np.inf) > 0) & (xs >= rect.left() - 2) & (xs <= rect.right() + 2)]
        painter.setBrush(theme.collision)
        painter.drawRects([QRectF(x - 1.5, bar.top() - 2, 3, _BAR + 4) for x in xs.tolist()])

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the contact or the life at a pixel."""
        if self._row is None or self._content is None:
            return None
        distances = np.abs(axis.xs(self._contacts) - x)
        if len(distances) and distances.min() <= _REACH:
            time = float(self._contacts[int(distances.argmin())])
            return Hit((tr("Collision of {} at {}").format(self.name, fmt.seconds(time)),), time, self._row)
        if not self._life[0] <= axis.time(x) <= self._life[1]:
            return None
        description = self._content.index.actors.descriptions[self._row]
        alive = fmt.range_(fmt.seconds(self._life[0]), self._end_text())
        return Hit((f"{description.actor_id} {fmt.short_blueprint(description.type_id)}", alive))

    def _end_text(self) -> str:
        outlives = self._content is not None and self._life[1] >= self._content.read
        return tr("end") if outlives else fmt.seconds(self._life[1])
