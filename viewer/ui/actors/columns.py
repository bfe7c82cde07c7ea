"""How wide the columns of the actor list are, and which of them a given width has room for."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QFontMetrics

from viewer.ui.actors.listing import Column
from viewer.ui.actors.model import NUMERIC, ActorTableModel
from viewer.ui.actors.moment import Life

MARGIN = 12
"""Free space at the edges."""

GAPS = {column: MARGIN if column in NUMERIC or column is Column.STATE else 8 for column in Column}
"""Free space at the end of each column; numbers and what stands last need more."""

SQUARE = 8
SQUARE_GAP = 8
SORT_MARK = 12

_ALWAYS = (Column.ID, Column.BLUEPRINT, Column.ROLE, Column.SPEED)
_IF_THERE_IS_ROOM = (Column.DISTANCE, Column.CATEGORY, Column.STATE)
_WIDEST = {Column.BLUEPRINT: 170, Column.ROLE: 96}
_GIVE_WAY = ((Column.BLUEPRINT, 108), (Column.ROLE, 68), (Column.BLUEPRINT, 72))
"""Which columns shrink where there is too little room, in this order, and how far."""

_LOOKED_AT = 40
_ROUNDING = 2


def fitting_widths(
    model: ActorTableModel, width: int, texts: QFontMetrics, titles: QFontMetrics
) -> dict[Column, int]:
    """Return the widths of the columns to show, in pixels: what each needs, and the rest to the blueprint."""
    needs = _needs(model, texts, titles)
    shown = {column: needs[column] for column in _ALWAYS}
    room = width - sum(shown.values())
    for column in _IF_THERE_IS_ROOM:
        if column is Column.DISTANCE and model.hero is None:
            continue
        if needs[column] > room:
            break
        shown[column] = needs[column]
        room -= needs[column]
    for column, narrowest in _GIVE_WAY:
        change = max(room, min(narrowest - shown[column], 0))
        shown[column] += change
        room -= change
    return shown


def _needs(model: ActorTableModel, texts: QFontMetrics, titles: QFontMetrics) -> dict[Column, int]:
    facts = model.facts
    needs = {
        Column.ID: MARGIN + SQUARE + SQUARE_GAP + _widest(texts, facts.ids.distinct or ("0000",)),
        Column.CATEGORY: _widest(texts, facts.categories.distinct),
        Column.BLUEPRINT: min(_widest(texts, facts.short_blueprints.distinct), _WIDEST[Column.BLUEPRINT]),
        Column.ROLE: min(_widest(texts, facts.roles.distinct), _WIDEST[Column.ROLE]),
        Column.SPEED: _widest(texts, ("00.0",)),
        Column.DISTANCE: _widest(texts, ("0,000.0",)),
        Column.STATE: _widest(texts, map(model.life_title, Life)),
    }
    for column in Column:
        title = titles.horizontalAdvance(model.title(column)) + SORT_MARK
        needs[column] = max(needs[column], title + (MARGIN if column is Column.ID else 0)) + GAPS[column]
    return needs


def _widest(metrics: QFontMetrics, texts: Iterable[str | None]) -> int:
    """Return the width of the widest text; the longest few are measured, the rest cannot be much wider."""
    longest = sorted((text or "" for text in texts), key=len, reverse=True)[:_LOOKED_AT]
    return max((metrics.horizontalAdvance(text) for text in longest), default=0) + _ROUNDING
