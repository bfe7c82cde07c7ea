"""How wide the columns of the actor list are, and which of them a given width has room for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from PySide6.QtGui import QFontMetrics

from viewer.ui.actors.listing import Column
from viewer.ui.actors.model import ActorTableModel
from viewer.ui.actors.moment import Life
from viewer.ui.actors.titles import life_title

MARGIN = 12
"""Free space at the edges."""

SQUARE = 10
SQUARE_GAP = 8
SORT_MARK = 12

_GAP = 8
"""Free space between columns."""

_FIRST = (Column.ID, Column.BLUEPRINT, Column.SPEED)
_IF_THERE_IS_ROOM = (Column.DISTANCE, Column.CATEGORY, Column.STATE)
_BY_NEED = (*_FIRST, Column.ROLE, *_IF_THERE_IS_ROOM)
"""All columns, the one that is left out first at the end."""
_BY_CHOICE = (
    *_FIRST,
    *_IF_THERE_IS_ROOM,
    Column.TO_SELECTED,
    Column.TRAVELLED,
    Column.COLLISIONS,
    Column.LIFETIME,
    Column.SPAWNED,
    Column.DESTROYED,
    Column.CARRIER,
    Column.ROLE,
)
"""The same for a user who chose: the role, which is there by itself, gives way to what was asked for."""

_WIDEST = {Column.BLUEPRINT: 132, Column.ROLE: 96}
_ENOUGH = {Column.BLUEPRINT: 132, Column.ROLE: 60}
"""How wide columns are to be before others are shown beside them."""
_GIVE_WAY = ((Column.ROLE, 60), (Column.BLUEPRINT, 104), (Column.ROLE, 36), (Column.BLUEPRINT, 56))
"""Which columns shrink where there is too little room, in this order, and how far.

Most roles can be read in 60 px, and in 104 px all blueprints but the longest.
"""

_TAKE_REST = (Column.BLUEPRINT, Column.ROLE, Column.CATEGORY, Column.ID)
"""Who gets the room that is left over: the first of these that is shown."""

LEAST_WIDTH = 24
"""How narrow the user can make a column."""

_SAMPLES = {
    Column.SPEED: "00.0",
    Column.DISTANCE: "0,000.0",
    Column.TO_SELECTED: "0,000.0",
    Column.TRAVELLED: "00,000.0",
    Column.COLLISIONS: "000",
    Column.SPAWNED: "0,000.00",
    Column.DESTROYED: "0,000.00",
    Column.LIFETIME: "0,000.00",
}
"""The widest numbers there usually are."""

_LOOKED_AT = 40
_ROUNDING = 2


class Room(NamedTuple):
    """What a column is given, in pixels."""

    width: int
    gap: int
    """Free space at its end, part of the width."""


def fitting_columns(
    needs: Mapping[Column, int],
    width: int,
    edge: int,
    chosen: Collection[Column] | None = None,
    given: Mapping[Column, int] | None = None,
) -> dict[Column, Room]:
    """Return the columns to show: what each needs, and the rest to the blueprint.

    Args:
        needs: the columns there can be, with the width of what is in them.
        width: of all columns together, in pixels.
        edge: free space that the last column needs at its end.
        chosen: the columns that the user wants; None for those that there is room for.
        given: widths that the user gave columns, without the space between them.

    """
    given = {} if given is None else given
    needs = {column: given.get(column, need) for column, need in needs.items()}
    columns = [column for column in _BY_NEED if column in needs]
    if chosen is not None:
        columns = [column for column in _BY_CHOICE if column in needs and column in chosen]
    enough, least = dict(needs), dict(needs)
    enough.update((column, min(wide, needs[column])) for column, wide in _ENOUGH.items())
    least.update((column, min(narrowest, needs[column])) for column, narrowest in _GIVE_WAY)
    enough.update(given)
    least.update(given)

    def room(sizes: Mapping[Column, int]) -> int:
        return width - edge - (len(columns) - 1) * _GAP - sum(sizes[column] for column in columns)

    while chosen is None and columns[-1] in _IF_THERE_IS_ROOM and room(enough) < 0:
        columns.pop()
    while len(columns) > 1 and room(least) < 0:
        columns.pop()
    sizes = {column: needs[column] for column in columns}
    for column, narrowest in _GIVE_WAY:
        if column in sizes and column not in given and room(sizes) < 0:
            sizes[column] = max(sizes[column] + room(sizes), min(narrowest, sizes[column]))
    takers = [column for column in _TAKE_REST if column in sizes]
    free = [column for column in takers if column not in given]
    sizes[(free or takers)[0]] += max(room(sizes), 0)
    gaps = dict.fromkeys(columns, _GAP) | {max(columns): edge}
    return {column: Room(sizes[column] + gaps[column], gaps[column]) for column in columns}


def needed_widths(
    model: ActorTableModel, texts: QFontMetrics, names: QFontMetrics, titles: QFontMetrics
) -> dict[Column, int]:
    """Return the columns there can be, and how wide what is in them is, in pixels.

    Args:
        model: whose actors they are; blueprints of those in groups have to do with what room there is.
        texts: measures what is listed.
        names: measures ids.
        titles: measures the names of columns.

    """
    facts = model.facts
    begin = MARGIN + model.deepest_indent
    longest_id = (facts.longest_id,)
    needs = {
        Column.ID: begin + SQUARE + SQUARE_GAP + _widest(names, longest_id if len(facts) else ("0000",)),
        Column.CATEGORY: _widest(texts, facts.categories.distinct),
        Column.BLUEPRINT: min(
            _widest(texts, facts.short_blueprints.among(model.ungrouped)), _WIDEST[Column.BLUEPRINT]
        ),
        Column.ROLE: min(_widest(texts, facts.roles.distinct), _WIDEST[Column.ROLE]),
        Column.CARRIER: _widest(texts, longest_id),
        **{column: _widest(texts, (sample,)) for column, sample in _SAMPLES.items()},
        Column.STATE: _widest(texts, map(life_title, Life)),
    }
    for column in Column:
        title = titles.horizontalAdvance(model.title(column)) + SORT_MARK
        needs[column] = max(needs[column], title + (MARGIN if column is Column.ID else 0))
    if model.hero is None:
        del needs[Column.DISTANCE]
    return needs


def _widest(metrics: QFontMetrics, texts: Iterable[str | None]) -> int:
    """Return the width of the widest text; the longest few are measured, the rest cannot be much wider."""
    longest = sorted((text or "" for text in texts), key=len, reverse=True)[:_LOOKED_AT]
    return max((metrics.horizontalAdvance(text) for text in longest), default=0) + _ROUNDING
