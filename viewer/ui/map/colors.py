"""Colours of actors on the map: by category, by the colour recorded in CARLA, or by speed."""

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
    """Colours with which an actor is drawn.

    Attributes:
        body: fill of the body.
        glass: fill of windscreens.
        edge: outline of bodies that are large enough to have one.
        halo: ring around small marks that separates them from their neighbours.
    """

    body: QColor
    glass: QColor
    edge: QColor
    halo: QColor


HERO = len(Category)
"""Index of the hero's colour in the list of actor colours; indices below it are the values of Category."""


def actor_colors() -> tuple[ActorColors, ...]:
    """Return the colours in which actors are drawn: one entry for each Category, and at last the hero's."""
    theme = current_theme()
    colors = [*(theme.category_color(category) for category in Category), theme.hero]
    return tuple(colors_of(color) for color in colors)


def colors_of(color: QColor, *, outlined: bool = False) -> ActorColors:
    """Return the colours for drawing an actor with the body colour ``color``.

    With ``outlined``, its edge stands out from the road whatever the body colour, even black.
    """
    theme = current_theme()
    edge = mixed(color, theme.text, 0.6) if outlined else mixed(color, QColor("black"), 0.45)
    halo = edge if outlined else theme.ground
    return ActorColors(color, mixed(color, theme.road, 0.62), edge, halo)


TOP_SPEED = 20.0
"""Speed in m/s from which on an actor has the last colour of the colour scale of speeds."""

_SPEED_STEPS = 12
_MOST_COLORS = 64  # distinct recorded colours; of more, each is rounded
_ROUNDED = 85  # to four steps of red, green and blue: 64 colours
_FIRST = HERO + 1


class ColorScale:
    """Choice of each actor's colour, by category, recorded colour or speed, as an index in a list of colours.

    The list begins with the colours of the categories and the hero; ``extra_colors`` are those after them.
    """

    def __init__(self) -> None:
        """Colour actors by category at first."""
        self._by: ColorBy = "category"
        self._table: ActorTable | None = None
        self._recorded: tuple[QColor, ...] = ()
        self._of_row = np.empty(0, np.int64)

    @property
    def needs_speeds(self) -> bool:
        """Whether the chosen colours depend on the actors' speeds."""
        return self._by == "speed"

    def set_color_by(self, by: ColorBy) -> bool:
        """Choose colours by category, recorded colour or speed; return whether the choice changed.

        After True, ``extra_colors`` returns other colours, and what was drawn in the previous colours must be
        drawn anew.
        """
        changed, self._by = by != self._by, by
        if changed and by == "recorded":
            self._read_colors()
        return changed

    def set_actors(self, table: ActorTable | None) -> bool:
        """Set the ``table`` of actors, None without a recording; return whether ``extra_colors`` has changed.

        ``extra_colors`` are the colours beyond those of the categories and the hero. If they have changed,
        all that was drawn in the previous colours must be drawn anew.
        """
        if table is self._table:
            return False
        self._table = table
        before = self._recorded
        if self._by == "recorded":
            self._read_colors()
        return self._recorded != before

    def _read_colors(self) -> None:
        """Store the recorded colour of each actor, from its attribute ``color``.

        Colours are rounded if there are very many different ones.
        """
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

    def extra_colors(self) -> tuple[ActorColors, ...]:
        """Return the colours that follow those of the categories and the hero in the list of colours.

        They are the recorded colours or those of speeds; empty if actors are coloured by category.
        """
        if self._by == "recorded":
            return tuple(colors_of(color, outlined=True) for color in self._recorded)
        if self._by == "speed":
            return tuple(colors_of(speed_color(k / (_SPEED_STEPS - 1))) for k in range(_SPEED_STEPS))
        return ()

    def color_indices(
        self, actors: ScreenActors, speeds: NDArray[np.float64] | None, hero: int | None
    ) -> NDArray[np.int64]:
        """Return the colour index of each actor, shape (M,).

        Args:
            actors: M actors on the screen.
            speeds: speeds in m/s, shape (M,); only used when colouring by speed.
            hero: row of the hero, which has a colour of its own unless its recorded colour or speed is shown.
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
    """Return the colour for ``share`` (0 to 1) of the top speed: from grey over blue to pink.

    It is never the colour of a traffic light.
    """
    theme = current_theme()
    stops: Sequence[QColor] = (theme.faint, theme.vehicle, theme.walker)
    position = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    number = min(int(position), len(stops) - 2)
    return mixed(stops[number], stops[number + 1], position - number)


def _parsed(text: str) -> tuple[int, int, int] | None:
    """Return red, green and blue (0 to 255) of CARLA's ``"r,g,b"``, None if ``text`` is not of that form."""
    parts = text.split(",")
    if len(parts) != 3 or not all(part.strip().isdigit() for part in parts):  # noqa: PLR2004
        return None
    red, green, blue = (min(int(part), 255) for part in parts)
    return red, green, blue


def _rounded(color: tuple[int, int, int]) -> tuple[int, int, int]:
    red, green, blue = (round(each / _ROUNDED) * _ROUNDED for each in color)
    return red, green, blue
