"""Who matters to a few actors: poses of everybody in all frames would be most of what a question costs."""

from __future__ import annotations

import numpy as np

from viewer.analysis.neighbours import find_encounters
from viewer.analysis.traffic import Traffic
from viewer.arrays import Ints
from viewer.cancellation import Proceed, always

_SPARE = 5.0
"""Metres around all boxes, so that the queue in which somebody stands is among them."""


def rows_nearby(everybody: Traffic, asked: Ints, reach: float, proceed: Proceed = always) -> Ints:
    """Return the rows of some actors, of those who come near them, and of those whom they collide with.

    Args:
        everybody: in those frames at least that ``neighbours.frames_looked_at`` names.
        asked: rows of the actor table.
        reach: seconds, as for ``find_encounters``.
        proceed: answers whether to go on.

    """
    near = find_encounters(everybody, np.isin(everybody.rows, asked), reach, proceed, spare=_SPARE)
    contacts = everybody.index.contacts.columns
    hit = [
        contacts[there][np.isin(contacts[here], asked)]
        for here, there in (("actor", "other"), ("other", "actor"))
    ]
    lives = everybody.rows[np.concatenate((near.first, near.second))]
    return np.unique(np.concatenate((asked, lives, *hit)))
