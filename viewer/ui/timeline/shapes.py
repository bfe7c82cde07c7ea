"""The signs that stand for kinds of events in the file."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from viewer.replay.events import EventKind
from viewer.ui.icons import icon_pixmap
from viewer.ui.theme import current_theme
from viewer.ui.timeline.time_canvas import stamp

_HALO = 6.0
_ICONS: Mapping[EventKind, str] = {
    EventKind.PROBLEM: "problem",
    EventKind.NOTE: "note",
    EventKind.LIGHT: "event-light",
    EventKind.WEATHER: "event-weather",
    EventKind.DOOR: "event-door",
    EventKind.CUSTOM: "event-custom",
    EventKind.DESTROY: "event-destroy",
    EventKind.SPAWN: "event-spawn",
}
"""The icons of kinds, but of a collision and of what has none of its own."""


def event_pixmap(kind: EventKind, ratio: float) -> QPixmap:
    """Return the sign of a kind of event, for a screen of a device pixel ratio."""
    theme = current_theme()
    if kind is EventKind.COLLISION:
        return cross_pixmap(ratio)
    color = theme.text if kind is EventKind.PROBLEM else theme.secondary
    return icon_pixmap(_ICONS.get(kind, "event-other"), color, ratio=ratio)


def cross_pixmap(ratio: float, half: float = 4.5) -> QPixmap:
    """Return the cross of a collision on a halo, so that it stands out from what is beside it."""
    theme = current_theme()
    side = math.ceil(2 * half + _HALO)

    def paint(painter: QPainter) -> None:
        painter.translate(side / 2, side / 2)
        for color, width in ((theme.lane, _HALO), (theme.collision, 2.4)):
            painter.setPen(QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLines([QLineF(-half, -half, half, half), QLineF(-half, half, half, -half)])

    return stamp(side, side, ratio, paint)
