"""The list as a tree: actors that are attached to others stand below them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.ui.actors.lines import NO_GROUP, Group, ListLines, groups_of, put_together

_DEEPEST = 16
"""Levels of carriers; files that are damaged may have actors carry each other in a circle."""


def arrange_tree(
    order: Ints,
    passed: Flags,
    categories: NDArray[np.uint8],
    parents: NDArray[np.int32],
    open_groups: Collection[Group],
    open_rows: Flags,
    pinned: Flags,
) -> ListLines:
    """Put the rows that pass the filter, and those that carry them, into lines.

    Args:
        order: all rows; actors with the same carrier keep this order, shape (N,).
        passed: whether each row passes, shape (N,).
        categories: of each row, shape (N,).
        parents: row of the carrier of each row, or −1, shape (N,).
        open_groups: whose members are shown. An actor is in the group of the outermost that carries it.
        open_rows: whether those below each row are shown, shape (N,).
        pinned: whether each row stands at the top with all it carries, shape (N,).

    """
    carrier = np.where(pinned, -1, parents).astype(np.int64)
    carrier[in_circles(carrier)] = -1
    listed = with_carriers(passed, carrier)
    rows = order[listed[order]]
    path = _paths(rows, carrier)
    depths = (path >= 0).sum(axis=0) - 1
    roots = path[depths, np.arange(len(rows))]
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    levels = [
        np.where(depths >= level, rank[path[np.maximum(depths - level, 0), np.arange(len(rows))]], -1)
        for level in range(len(path))
    ]
    sequence = np.lexsort(levels[::-1])
    rows, roots, depths, path = rows[sequence], roots[sequence], depths[sequence], path[:, sequence]
    above = path[1:]
    carries = np.zeros(len(order), np.bool_)
    carries[above[0][above[0] >= 0]] = True
    groups = groups_of(categories)[roots]
    return put_together(
        rows,
        np.where(pinned[roots], NO_GROUP, groups),
        pinned[roots],
        open_groups,
        counted=passed[rows],
        depths=depths,
        carries=carries[rows],
        visible=np.logical_and.reduce((above < 0) | open_rows[above]),
    )


def carriers_of(row: int, parents: NDArray[np.int32]) -> list[int]:
    """Return the rows of those that carry an actor, the innermost first."""
    found: list[int] = []
    above = int(parents[row])
    while above >= 0 and above != row and above not in found:
        found.append(above)
        above = int(parents[above])
    return found


def with_carriers(passed: Flags, carrier: Ints) -> Flags:
    """Return who passes or carries somebody who does, shape (N,)."""
    listed = passed.copy()
    rows = np.flatnonzero(passed)
    while len(rows):
        above = carrier[rows]
        above = np.unique(above[above >= 0])
        rows = above[~listed[above]]
        listed[rows] = True
    return listed


def in_circles(carrier: Ints) -> Flags:
    """Return who has no outermost carrier within reason, shape (N,)."""
    above = carrier
    for _ in range(_DEEPEST):
        if not (above >= 0).any():
            break
        above = np.where(above >= 0, carrier[above], -1)
    return above >= 0


def _paths(rows: Ints, carrier: Ints) -> Ints:
    """Return the rows themselves, who carries them, who carries those…, −1 above; shape (D ≥ 2, K)."""
    path = [rows, carrier[rows]]
    while (path[-1] >= 0).any():
        path.append(np.where(path[-1] >= 0, carrier[path[-1]], -1))
    return np.stack(path)
