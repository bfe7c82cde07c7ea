"""What the actor list says of an actor, in words."""

from __future__ import annotations

import math

from viewer.recording.actors import Category
from viewer.ui.actors.listing import Column, Listing
from viewer.ui.actors.moment import Life
from viewer.ui.actors.titles import life_title
from viewer.ui.format import number, seconds
from viewer.ui.speed_unit import MPS, in_shown_unit
from viewer.ui.translation import tr

_DECIMALS = {Column.COLLISIONS: 0, Column.SPAWNED: 2, Column.DESTROYED: 2, Column.LIFETIME: 2}
"""Figures after the point, where they are not the usual ones."""
_USUAL_DECIMALS = 1


def cell_text(listing: Listing, row: int, column: Column) -> str:
    """Return what a column says of an actor."""
    values = listing.values(column)
    if values is not None:
        return _number(column, float(values[row]))
    if column is Column.ID:
        return str(listing.actors.actor_id[row])
    if column is Column.CATEGORY:
        return Category(int(listing.actors.category[row])).label
    if column is Column.STATE:
        return _below(listing, row) or life_title(listing.moment.life(row))
    return listing.texts(column)[row] or ""


def cell_tip(listing: Listing, row: int, *, hidden: bool) -> str:
    """Return the whole blueprint, the role, and when the actor lives if that is not now."""
    facts, actors, elapsed = listing.facts, listing.actors, listing.elapsed
    lines = [facts.blueprints[row], facts.roles[row]]
    life = listing.moment.life(row)
    if life is Life.NOT_SPAWNED:
        time = seconds(elapsed[actors.spawn_frame[row]])
        lines.append(tr("Not spawned until {0}").format(time))
    elif life is Life.DESTROYED:
        time = seconds(elapsed[actors.destroy_frame[row]])
        lines.append(tr("Destroyed at {0}").format(time))
    lines.append(_below(listing, row))
    if hidden:
        lines.append(tr("Hidden on the map"))
    return "\n".join(line for line in lines if line)


def said(text: str, pinned: bool, hidden: bool) -> str:
    """Return a text with what is drawn beside it, for those who hear it."""
    marks = {tr("pinned"): pinned, tr("hidden on the map"): hidden}
    return ", ".join([text, *(word for word, holds in marks.items() if holds)])


def _below(listing: Listing, row: int) -> str:
    """Return how far below the road a scenario keeps an actor; empty if it does not."""
    below = float(listing.moment.below[row])
    return tr("{0} m below").format(number(below, 0)) if below > 0.0 else ""


def _number(column: Column, value: float) -> str:
    """Return a number as text; those of the actor one is carried by are names, and not grouped."""
    if column is Column.CARRIER:
        return "" if math.isnan(value) else str(int(value))
    if column is Column.SPEED:
        value = in_shown_unit(value, MPS)
    return number(value, _DECIMALS.get(column, _USUAL_DECIMALS))
