"""Which actors are under the pointer. Pure numpy."""

from __future__ import annotations

import numpy as np

from viewer.ui.map.geometry.detail import ScreenActors

TOLERANCE = 4.0
"""Pixels around an actor that count as the actor when nothing is hit exactly."""


def rows_at(actors: ScreenActors, x: float, y: float) -> list[int]:
    """Return the rows of the actors at a screen point, topmost first.

    Those that are hit exactly come before those that are only near.
    """
    dx, dy = x - actors.centers[:, 0], y - actors.centers[:, 1]
    cos, sin = np.cos(actors.headings), np.sin(actors.headings)
    beyond = np.maximum(
        np.abs(dx * cos + dy * sin) - actors.halves[:, 0],
        np.abs(dy * cos - dx * sin) - actors.halves[:, 1],
    )
    hit = np.flatnonzero(beyond <= TOLERANCE)[::-1]
    exactly = beyond[hit] <= 0
    rows: list[int] = actors.rows[np.concatenate([hit[exactly], hit[~exactly]])].tolist()
    return rows


def next_below(pile: list[int], selected: int | None) -> int | None:
    """Return which actor of a pile a click takes: the topmost, or the one below the selected one.

    After the lowest comes the topmost again.
    """
    if not pile:
        return None
    return pile[(pile.index(selected) + 1) % len(pile)] if selected in pile else pile[0]
