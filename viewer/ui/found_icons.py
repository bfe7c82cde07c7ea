"""Icons of found events, 16 px: a touch in its own colour, a red light with its lamp, others as text."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPixmap

from viewer.analysis.kinds import KINDS
from viewer.ui.icons import icon_pixmap
from viewer.ui.theme import current_theme

SIDE = 16
_HEAD, _LAMP = "found-light-head", "found-light-lamp"


def found_pixmap(kind: str, ratio: float = 1.0) -> QPixmap:
    """Return the icon of a kind of found event for a screen of a device pixel ratio."""
    theme = current_theme()
    told = KINDS[kind]
    color = theme.collision if told.touches else theme.text
    pixmap = icon_pixmap(told.icon, color, SIDE, ratio)
    if told.icon == _HEAD:
        with QPainter(pixmap) as painter:
            painter.drawPixmap(QPointF(), icon_pixmap(_LAMP, theme.light_red, SIDE, ratio))
    return pixmap
