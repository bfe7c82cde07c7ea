"""Which colour each curve has: the actor's, as far as curves in one plot can then be told apart."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QColor

from viewer.ui.plots.sheet import Sheet
from viewer.ui.theme import Theme

CURVE_COLORS = ("curve_1", "curve_2", "curve_3", "curve_4", "curve_5", "curve_6")
"""Roles of the theme for curves of anybody, told apart by those who are colour-blind too."""


def color_roles(sheet: Sheet, hero: int | None, selected: int | None) -> Mapping[int, str]:
    """Return for each curve, by its number, the role of the theme that has its colour.

    What the user chose stays. Else the hero is amber and the selected actor has the accent; others, and what
    would have the colour of another curve in its plot, take the next one that is free there.
    """
    roles: dict[int, str] = {}
    of_actor: dict[int | None, str] = {hero: "hero"} if hero is not None else {}
    if selected is not None and selected != hero:
        of_actor[selected] = "accent"
    for pane in sheet.panes:
        taken = {curve.color for curve in pane.curves if curve.color}
        for curve in pane.curves:
            role = curve.color or of_actor.get(curve.key.row, "")
            if not role or (not curve.color and role in taken):
                role = _free(taken, set(of_actor.values()))
                if curve.key.row not in of_actor:
                    of_actor[curve.key.row] = role
            roles[curve.number] = role
            taken.add(role)
    return roles


def _free(taken: set[str], of_others: set[str]) -> str:
    """Return the first colour that nobody has, else one that is free in the plot, else the first."""
    for avoided in (taken | of_others, taken):
        for role in CURVE_COLORS:
            if role not in avoided:
                return role
    return CURVE_COLORS[len(taken) % len(CURVE_COLORS)]


def color_of(role: str, theme: Theme) -> QColor:
    """Return the colour of a role; that of the first curve for one that there is not."""
    color = getattr(theme, role, None)
    return color if isinstance(color, QColor) else theme.curve_1


def is_curve_color(role: str) -> bool:
    """Return whether a curve may have the colour of a role."""
    return role in (*CURVE_COLORS, "hero", "accent")
