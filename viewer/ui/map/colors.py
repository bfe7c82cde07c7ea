"""What the colour of an actor says: its category, the colour it was given in CARLA, or its speed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from viewer.recording.actors import ActorTable, Category
from viewer.ui.map.geometry.detail import ScreenActors
from viewer.ui.map.geometry.footprints import MOVING
from viewer.ui.map_layers import ColorBy
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


TOP_SPEED = 20.0
"""m/s at which the scale of speeds ends; what is faster has the colour of its end."""

_SPEED_STEPS = 12
_MOST_COLORS = 64  # different ones; a recording with more has them rounded
_ROUNDED = 85  # to four steps of red, green and blue: 64 colours
_FIRST = HERO + 1


class ColorScale:
    """Turns actors on the screen into numbers of inks, and knows those inks."""

    def __init__(self) -> None:
        """Colour by category."""
        self._by: ColorBy = "category"
        self._table: ActorTable | None = None
        self._recorded: tuple[QColor, ...] = ()
        self._of_row = np.empty(0, np.int64)

    @property
    def needs_speeds(self) -> bool:
        """Whether speeds decide."""
        return self._by == "speed"

    def set_color_by(self, by: ColorBy) -> bool:
        """Choose what colours say; return whether that gives other inks."""
        changed, self._by = by != self._by, by
        if changed and by == "recorded":
            self._read_colors()
        return changed

    def set_actors(self, table: ActorTable | None) -> bool:
        """Take the actors of a recording; return whether they give other inks."""
        if table is self._table:
            return False
        self._table = table
        before = self._recorded
        if self._by == "recorded":
            self._read_colors()
        return self._recorded != before

    def _read_colors(self) -> None:
        """Read the colours in the attributes of the actors."""
        table = self._table
        texts: list[str] = []
        if table is not None:
            texts = table.descriptions.of_each(lambda each: each.attributes.get("color", ""), object).tolist()
        colors = [_parsed(text) for text in texts]
        if len(set(colors)) > _MOST_COLORS:
            colors = [None if each is None else _rounded(each) for each in colors]
        different = sorted({each for each in colors if each is not None})
        numbers = {each: number for number, each in enumerate(different)}
        self._recorded = tuple(QColor(*each) for each in different)
        self._of_row = np.array([-1 if each is None else numbers[each] for each in colors], np.int64)

    def inks(self) -> tuple[ActorColors, ...]:
        """Return the inks beyond those of categories and hero, in the order of their numbers."""
        if self._by == "recorded":
            return tuple(colors_of(color, outlined=True) for color in self._recorded)
        if self._by == "speed":
            return tuple(colors_of(speed_color(k / (_SPEED_STEPS - 1))) for k in range(_SPEED_STEPS))
        return ()

    def numbers(
        self, actors: ScreenActors, speeds: NDArray[np.float64] | None, hero: int | None
    ) -> NDArray[np.int64]:
        """Return the number of the ink of each actor, shape (M,).

        Args:
            actors: M actors on the screen.
            speeds: m/s, shape (M,), if they are needed.
            hero: row of the hero, which is amber unless colours say something about each actor.

        """
        numbers = actors.categories.astype(np.int64)
        if hero is not None:
            numbers[actors.rows == hero] = HERO
        if self._by == "recorded" and len(self._of_row):
            recorded = self._of_row[np.minimum(actors.rows, len(self._of_row) - 1)]
            numbers = np.where(recorded >= 0, _FIRST + recorded, numbers)
        elif self._by == "speed" and speeds is not None:
            known = MOVING[actors.categories] & np.isfinite(speeds)
            share = np.clip(np.where(known, speeds, 0.0) / TOP_SPEED, 0.0, 1.0)
            steps = np.round(share * (_SPEED_STEPS - 1)).astype(np.int64)
            numbers = np.where(known, _FIRST + steps, numbers)
        return numbers


def speed_color(share: float) -> QColor:
    """Return the colour of a share of the top speed: from grey over blue to pink, never that of a light."""
    theme = current_theme()
    stops: Sequence[QColor] = (theme.faint, theme.vehicle, theme.walker)
    place = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    number = min(int(place), len(stops) - 2)
    return mixed(stops[number], stops[number + 1], place - number)


def _parsed(text: str) -> tuple[int, int, int] | None:
    """Return red, green and blue of CARLA's ``"r,g,b"``, None if it is no colour."""
    parts = text.split(",")
    if len(parts) != 3 or not all(part.strip().isdigit() for part in parts):  # noqa: PLR2004
        return None
    red, green, blue = (min(int(part), 255) for part in parts)
    return red, green, blue


def _rounded(color: tuple[int, int, int]) -> tuple[int, int, int]:
    red, green, blue = (round(each / _ROUNDED) * _ROUNDED for each in color)
    return red, green, blue
