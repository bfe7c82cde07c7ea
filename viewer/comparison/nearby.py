"""Search for actors of two recordings that are first seen at about the same place and time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, multi_arange

CROWD = 64
"""Largest number of actors in one neighbourhood that are compared one by one."""


class Sights(NamedTuple):
    """First sight of N actors within the time that two recordings share.

    Attributes:
        rows: rows in the actor table, shape (N,).
        times: seconds on the shared clock, shape (N,).
        places: x, y, z in metres, shape (N, 3); NaN where unknown.
    """

    rows: Ints
    times: Floats
    places: Floats

    def take(self, which: Ints | Flags) -> Sights:
        """Return the entries at the indices ``which``, or where that mask is True."""
        return Sights(self.rows[which], self.times[which], self.places[which])


class Edges(NamedTuple):
    """Possible partners: indices into the actors of A and of B, and the cost of each choice, shape (E,) each.

    The cost is the distance of the places in metres plus the seconds between the times.
    """

    a: Ints
    b: Ints
    costs: Floats

    def take(self, which: Ints | Flags) -> Edges:
        """Return the edges at the indices ``which``, or where that mask is True."""
        return Edges(self.a[which], self.b[which], self.costs[which])


def measured(a: Sights, b: Sights, in_a: Ints, in_b: Ints) -> tuple[Floats, Floats]:
    """Return distances in metres and seconds between the sights ``in_a`` of A and ``in_b`` of B, (K,) each.

    Where both places are unknown, their distance is 0.
    """
    apart = np.linalg.norm(a.places[in_a] - b.places[in_b], axis=1)
    unknown = np.isnan(a.places[in_a, 0]) & np.isnan(b.places[in_b, 0])
    return np.where(unknown, 0.0, apart), np.abs(a.times[in_a] - b.times[in_b])


def near_edges(
    a: Sights, b: Sights, keys_a: Ints, keys_b: Ints, *, metres: float, seconds: float
) -> tuple[Edges, Flags]:
    """Return the pairs with equal keys that are first seen within ``metres`` and ``seconds`` of each other.

    They are found by a grid of places and times. In neighbourhoods of more than ``CROWD`` actors, no pairs
    are returned; the mask, shape (N,), is True for the actors of A in them.
    """
    crowded = np.zeros(len(a.rows), np.bool_)
    sizes = np.array([2.0 * metres, 2.0 * metres, 2.0 * seconds])
    known_a = np.flatnonzero(np.isfinite(a.places).all(axis=1))
    known_b = np.flatnonzero(np.isfinite(b.places).all(axis=1))
    if not (len(known_a) and len(known_b)):
        none = np.empty(0, np.int64)
        return Edges(none, none, np.empty(0)), crowded
    points_a = np.column_stack((a.places[known_a, :2], a.times[known_a])) / sizes
    points_b = np.column_stack((b.places[known_b, :2], b.times[known_b])) / sizes
    hashes = _hashes(np.floor(points_b).astype(np.int64), keys_b[known_b])
    order = np.argsort(hashes, kind="stable")
    hashes = hashes[order]
    cells = np.floor(points_a).astype(np.int64)
    # Cells are twice as wide as the reach: at most one neighbour along each axis is within it.
    beside = np.where(points_a - cells < 0.5, -1, 1)  # noqa: PLR2004 - the middle of a cell
    looked: list[tuple[Ints, Ints]] = []
    counts_of_all = np.zeros(len(known_a), np.int64)
    for corner in np.ndindex(2, 2, 2):
        wanted = _hashes(cells + beside * np.array(corner), keys_a[known_a])
        begins = np.searchsorted(hashes, wanted)
        counts = np.searchsorted(hashes, wanted, side="right") - begins
        counts_of_all += counts
        looked.append((begins, counts))
    crowd = counts_of_all > CROWD
    crowded[known_a[crowd]] = True
    found_a, found_b = [], []
    for begins, counts in looked:
        counts[crowd] = 0
        found_a.append(np.repeat(known_a, counts))
        found_b.append(known_b[order[multi_arange(begins, counts)]])
    in_a, in_b = np.concatenate(found_a), np.concatenate(found_b)
    apart, between = measured(a, b, in_a, in_b)
    near = (apart <= metres) & (between <= seconds) & (keys_a[in_a] == keys_b[in_b])
    return Edges(in_a[near], in_b[near], (apart + between)[near]), crowded


def _hashes(cells: Ints, keys: Ints) -> NDArray[np.uint64]:
    """Return a number for each cell, (K, 3) integers, and key; equal ones are later told apart by values."""
    numbers = keys.astype(np.uint64)
    for axis in range(cells.shape[1]):
        numbers = (numbers ^ cells[:, axis].astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        numbers ^= numbers >> np.uint64(29)
    return numbers


def equal_edges(a: Sights, b: Sights, keys_a: Ints, keys_b: Ints) -> Edges:
    """Return all pairs of actors with equal keys, such as an id and a blueprint."""
    order = np.argsort(keys_b, kind="stable")
    sorted_keys = keys_b[order]
    begins = np.searchsorted(sorted_keys, keys_a)
    counts = np.minimum(np.searchsorted(sorted_keys, keys_a, side="right") - begins, CROWD)
    in_a, in_b = np.repeat(np.arange(len(keys_a)), counts), order[multi_arange(begins, counts)]
    apart, between = measured(a, b, in_a, in_b)
    return Edges(in_a, in_b, apart + between)


def assign(edges: Edges) -> tuple[Ints, Ints]:
    """Return a one-to-one choice of ``edges`` with small cost: indices of the actors of A and B, (M,) each.

    The cheapest edge of both of its actors is chosen, until no edge is left; then two pairs change partners
    wherever that is cheaper.
    """
    order = np.argsort(edges.costs, kind="stable")
    left = edges.take(order)
    chosen_a, chosen_b = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    while len(left.a):
        ranks = np.arange(len(left.a))
        first_a = np.full(int(left.a.max()) + 1, len(ranks))
        first_b = np.full(int(left.b.max()) + 1, len(ranks))
        np.minimum.at(first_a, left.a, ranks)
        np.minimum.at(first_b, left.b, ranks)
        best = (first_a[left.a] == ranks) & (first_b[left.b] == ranks)
        chosen_a.append(left.a[best])
        chosen_b.append(left.b[best])
        used_a, used_b = np.zeros(len(first_a), np.bool_), np.zeros(len(first_b), np.bool_)
        used_a[left.a[best]], used_b[left.b[best]] = True, True
        left = left.take(~used_a[left.a] & ~used_b[left.b])
    matched_a, matched_b = np.concatenate(chosen_a), np.concatenate(chosen_b)
    for _ in range(len(matched_a)):
        swaps = exchanges(edges, matched_a, matched_b)
        cheaper = np.flatnonzero(swaps.gains < -1e-9)  # noqa: PLR2004 - rounding
        if not len(cheaper):
            break
        best_swap = cheaper[int(np.argmin(swaps.gains[cheaper]))]
        one, other = swaps.ones[best_swap], swaps.others[best_swap]
        if other >= 0:
            matched_b[[one, other]] = matched_b[[other, one]]
        else:
            matched_a[one], matched_b[one] = swaps.a[best_swap], swaps.b[best_swap]
    return matched_a, matched_b


class Exchanges(NamedTuple):
    """Ways to change a choice of partners: two pairs change partners, or one takes an actor that is left.

    Attributes:
        ones: index of a pair, shape (X,).
        others: index of the other pair; −1 if the first one takes an actor without a partner, shape (X,).
        a: actor of A of the first pair afterwards, shape (X,).
        b: actor of B of the first pair afterwards, shape (X,).
        gains: by how much the sum of costs grows, shape (X,).
    """

    ones: Ints
    others: Ints
    a: Ints
    b: Ints
    gains: Floats


def exchanges(edges: Edges, matched_a: Ints, matched_b: Ints) -> Exchanges:
    """Return all ways to exchange partners along ``edges`` in the pairs ``matched_a``, ``matched_b``."""
    if not len(edges.a):
        none = np.empty(0, np.int64)
        return Exchanges(none, none, none, none, np.empty(0))
    width = int(edges.b.max()) + 1
    pair_of_a = np.full(int(edges.a.max()) + 1, -1)
    pair_of_b = np.full(width, -1)
    pair_of_a[matched_a], pair_of_b[matched_b] = np.arange(len(matched_a)), np.arange(len(matched_a))
    keys = edges.a * width + edges.b
    order = np.argsort(keys, kind="stable")
    sorted_keys, sorted_costs = keys[order], edges.costs[order]

    def cost(in_a: Ints, in_b: Ints) -> Floats:
        at = np.minimum(np.searchsorted(sorted_keys, in_a * width + in_b), len(sorted_keys) - 1)
        return np.where(sorted_keys[at] == in_a * width + in_b, sorted_costs[at], np.inf)

    ones, others = pair_of_a[edges.a], pair_of_b[edges.b]
    both = np.flatnonzero((ones >= 0) & (others >= 0) & (ones != others))
    costs = cost(matched_a, matched_b)
    one, other = ones[both], others[both]
    gains = edges.costs[both] + cost(matched_a[other], matched_b[one]) - costs[one] - costs[other]
    alone_b = np.flatnonzero((ones >= 0) & (others < 0))
    alone_a = np.flatnonzero((ones < 0) & (others >= 0))
    alone = np.concatenate((alone_b, alone_a))
    theirs = np.concatenate((ones[alone_b], others[alone_a]))
    kept = np.concatenate((both, alone))
    return Exchanges(
        np.concatenate((one, theirs)),
        np.concatenate((other, np.full(len(alone), -1))),
        edges.a[kept],
        edges.b[kept],
        np.concatenate((gains, edges.costs[alone] - costs[theirs])),
    )
