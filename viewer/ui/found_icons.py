"""Icons of found events, 16 px: a touch in its own colour, a red light with its lamp, others as text."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPixmap

from viewer.analysis.weight import TOUCHES
from viewer.ui.found_text import found_words
from viewer.ui.icons import icon_pixmap
from viewer.ui.theme import Theme

SIDE = 16
_LAMP = "found-light-lamp"


def found_pixmap(kind: str, theme: Theme, ratio: float = 1.0) -> QPixmap:
    """Return the icon of a kind of found event for a screen of a device pixel ratio."""
    color = theme.collision if kind in TOUCHES else theme.text
    pixmap = icon_pixmap(found_words()[kind].icon, color, SIDE, ratio)
    if kind == "red_light":
        with QPainter(pixmap) as painter:
            painter.drawPixmap(QPointF(), icon_pixmap(_LAMP, theme.light_red, SIDE, ratio))
    return pixmap
