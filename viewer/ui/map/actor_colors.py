"""The colours actors are drawn in."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor

from viewer.recording.actors import Category
from viewer.ui.theme import current_theme, mixed


@dataclass(frozen=True, eq=False)
class ActorColors:
    """The colours of one kind of actor.

    Attributes:
        body: what it is known by.
        glass: of windscreens.
        edge: around what is large enough to have one.
        halo: around what is small, to keep it from its neighbours.

    """

    body: QColor
    glass: QColor
    edge: QColor
    halo: QColor


HERO = len(Category)
"""The number of the hero's ink; the other inks are numbered as their categories."""


def actor_colors() -> tuple[ActorColors, ...]:
    """Return the inks by category, and last the hero's."""
    theme = current_theme()
    colors = [*(theme.category_color(category) for category in Category), theme.hero]
    return tuple(colors_of(color) for color in colors)


def colors_of(color: QColor, *, outlined: bool = False) -> ActorColors:
    """Return the ink of a colour; ``outlined`` keeps any colour, black too, apart from the road."""
    theme = current_theme()
    edge = mixed(color, theme.text, 0.6) if outlined else mixed(color, QColor("black"), 0.45)
    halo = edge if outlined else theme.ground
    return ActorColors(color, mixed(color, theme.road, 0.62), edge, halo)
