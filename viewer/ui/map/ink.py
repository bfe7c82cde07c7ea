"""The colours actors are drawn in."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor

from viewer.recording.actors import Category
from viewer.ui.theme import Theme


@dataclass(frozen=True, eq=False)
class Ink:
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


def inks(theme: Theme) -> tuple[Ink, ...]:
    """Return the inks by category, and last the hero's."""
    colors = [*(theme.category_color(category) for category in Category), theme.hero]
    black = QColor("black")
    return tuple(
        Ink(color, mixed(color, theme.road, 0.62), mixed(color, black, 0.45), theme.ground)
        for color in colors
    )


def mixed(color: QColor, other: QColor, share: float) -> QColor:
    """Return a colour with a share of another one in it."""
    return QColor.fromRgbF(
        color.redF() + (other.redF() - color.redF()) * share,
        color.greenF() + (other.greenF() - color.greenF()) * share,
        color.blueF() + (other.blueF() - color.blueF()) * share,
    )


def faded(color: QColor, opacity: float) -> QColor:
    """Return a colour with an opacity from 0 to 1."""
    result = QColor(color)
    result.setAlphaF(min(max(opacity, 0.0), 1.0))
    return result
