"""Which colour each curve has: the actor's, as far as curves in one plot can then be told apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtGui import QColor

from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.ui.theme import current_theme
from viewer.ui.timeline.signals.sheet import Curve, Sheet

CURVE_COLORS = ("curve_1", "curve_2", "curve_3", "curve_4")
"""Roles of the theme for curves of anybody, told apart by those who are colour-blind too."""
_OWN: Mapping[Category, str] = MappingProxyType(
    {Category.VEHICLE: "vehicle", Category.BICYCLE: "bicycle", Category.WALKER: "walker"}
)


def with_colors(sheet: Sheet, own: Callable[[int | None], str]) -> Sheet:
    """Return a sheet in which every curve has a colour; those that have one keep it for life.

    It is that of the actor's other curves, else the actor's own (``own`` returns its role by the row, empty
    for none), unless others have it; else the next one that is free. What is between two actors is neither's:
    it has a colour that nobody else has.
    """
    for pane in sheet.panes:
        for curve in pane.curves:
            if not curve.color:
                sheet = sheet.with_color(curve.number, _role(sheet, curve, own(curve.key.row)))
    return sheet


def _role(sheet: Sheet, curve: Curve, own: str) -> str:
    taken = {each.color for each in sheet.panes[sheet.pane_of(curve.number)].curves}
    same = [each for each in sheet.curves if each.key.row == curve.key.row and each.key.other is None]
    others = {each.color for each in sheet.curves if each not in same}
    mine = [each.color for each in same if each.color]
    if curve.key.other is not None:
        return _free(taken, others | set(mine) | {own})
    wanted = next(iter(mine), "" if own in others else own)
    return wanted if wanted and wanted not in taken else _free(taken, others)


def own_role(index: RecordingIndex | None, row: int | None, hero: int | None) -> str:
    """Return the role of an actor's own colour, empty if it has none to be told apart by."""
    if row is None or index is None or row >= len(index.actors):
        return ""
    return "hero" if row == hero else _OWN.get(Category(int(index.actors.category[row])), "")


def _free(taken: set[str], of_others: set[str]) -> str:
    """Return the first colour that nobody has, else one that is free in the plot, else the first."""
    for avoided in (taken | of_others, taken):
        for role in CURVE_COLORS:
            if role not in avoided:
                return role
    return CURVE_COLORS[len(taken) % len(CURVE_COLORS)]


def color_of(role: str) -> QColor:
    """Return the colour of a role; that of the first curve for one that there is not."""
    theme = current_theme()
    color = getattr(theme, role, None)
    return color if isinstance(color, QColor) else theme.curve_1


def is_curve_color(role: str) -> bool:
    """Return whether a curve may have the colour of a role."""
    return role in (*CURVE_COLORS, *_OWN.values(), "hero", "accent")
