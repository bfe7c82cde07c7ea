"""Lanes of life spans: that of one actor with its contacts, and how many are alive."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viewer.arrays import Floats
from viewer.lazy import lazy
from viewer.ui import format as fmt
from viewer.ui.theme import Theme, faded
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit, Lane, LaneHeight, NameRow
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr

_BAR = 6.0
_REACH = 4.0
_TICK = 7.0
"""Pixels in which there is one tick at most."""
_MARGIN = 3.0


class LifeLane(Lane):
    """A bar from spawn to destruction, and a tick for each contact."""

    def __init__(
        self, content: TimelineContent, row: int, name: str, height: LaneHeight, *, hero: bool
    ) -> None:
        self.name = name
        self.height = height
        self.row = self._actor = row
        self._content = content
        self._hero = hero

    @lazy
    def _life(self) -> tuple[float, float]:
        return self._content.life(self._actor)

    @lazy
    def _contacts(self) -> Floats:
        return self._content.contact_times(self._actor)

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw the bar, and a tick for each contact."""
        left, right = axis.x(self._life[0]), axis.x(self._life[1])
        bar = QRectF(left, rect.center().y() - _BAR / 2, max(right - left, 2.0), _BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self._color(theme), 0.72))
        painter.drawRoundedRect(bar & rect.adjusted(-4, 0, 4, 0), 2, 2)
        xs = axis.xs(self._contacts).round()
        xs = xs[(xs >= rect.left() - 2) & (xs <= rect.right() + 2)]
        xs = xs[np.diff(xs // _TICK, prepend=-np.inf) > 0]  # of a crowd one, so that the bar stays to be seen
        painter.setBrush(theme.collision)
        painter.drawRects([QRectF(x - 1.5, bar.top() - 2, 3, _BAR + 4) for x in xs.tolist()])

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the contact or the life at a pixel."""
        distances = np.abs(axis.xs(self._contacts) - x)
        if len(distances) and distances.min() <= _REACH:
            time = float(self._contacts[int(distances.argmin())])
            return Hit(
                (tr("Collision of {} at {}").format(self.name, self._content.scale.label(time)),),
                time,
                self.row,
            )
        if not self._life[0] <= axis.time(x) <= self._life[1]:
            return None
        description = self._content.index.actors.descriptions[self._actor]
        label = self._content.scale.label
        end = tr("end") if self._life[1] >= self._content.read else label(self._life[1])
        alive = fmt.range_(label(self._life[0]), end)
        return Hit((f"{description.actor_id} {fmt.short_blueprint(description.type_id)}", alive))

    def _color(self, theme: Theme) -> QColor:
        return theme.category_color(int(self._content.index.actors.category[self._actor]), hero=self._hero)


class MoreLane(Lane):
    """Stands for the life spans that are not listed."""

    def __init__(self, count: int, height: LaneHeight, list_all: Callable[[], None]) -> None:
        self.name = tr("{} more lives").format(fmt.count(count))
        self.height = height
        self._list_all = list_all

    @property
    def rows(self) -> tuple[NameRow, ...]:
        """How many they are."""
        return (NameRow(self.name, link=True),)

    def press(self) -> None:
        """List them all."""
        self._list_all()

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw nothing: what is not listed has no bar."""
