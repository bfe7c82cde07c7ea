"""Partners: which actor of recording A is which of recording B, one to one, as lifetimes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from viewer.arrays import TIME_ROUNDING, Flags, Ints
from viewer.comparison.nearby import (
    Edges,
    Sights,
    assign,
    equal_edges,
    exchanges,
    measured,
    near_edges,
)
from viewer.comparison.side import Side, alive_between
from viewer.recording.actors import FIXED, MOVERS, Blueprint, Category, categorise

_SAME_PLACE = 0.5
"""Metres within which lights and signs of both recordings are the same."""
_ID_NEAR = 1.0
"""Metres between the first sights of actors with one id and blueprint within which they are partners."""
_NEAR, _SOON = 5.0, 2.0
"""Metres and seconds between first sights within which actors without a common id can be partners."""
_NEARLY = 0.1
"""Two choices whose costs (metres plus seconds) differ by no more than this are nearly equal."""
_MOST_OPTIONS = 16
"""Largest number of possible pairs of a group of nearly equal choices that are all tried."""


class By(str, Enum):
    """Rule by which two actors are partners."""

    PLACE = "place"
    ROLE = "role"
    ID = "id"
    ASSIGNMENT = "assignment"
    TYPE = "type"
    MATCH = "match"
    """Named by the user."""


BY = tuple(By)


@dataclass(frozen=True, eq=False)
class Doubt:
    """Group of actors among which several choices of partners are nearly equal.

    Attributes:
        rows_a: their rows in A's actor table.
        rows_b: their rows in B's actor table.
        options: possible pairs: row in A, row in B, index in ``BY``.
    """

    rows_a: tuple[int, ...]
    rows_b: tuple[int, ...]
    options: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, eq=False)
class Partners:
    """Actors of two recordings, one to one.

    Attributes:
        rows_a: row in A's actor table of each of N pairs, shape (N,).
        rows_b: row in B's actor table, shape (N,).
        by: index in ``BY`` of the rule, shape (N,).
        doubts: groups in which the choice is open; their actors are in none of the pairs.
        only_a: rows of actors of A without a partner, ascending.
        only_b: rows of actors of B without a partner, ascending.
    """

    rows_a: Ints
    rows_b: Ints
    by: Ints
    doubts: tuple[Doubt, ...]
    only_a: Ints
    only_b: Ints


@dataclass
class _Search:
    """Actors that have no partner yet, and the pairs found so far."""

    a: Sights
    b: Sights
    free_a: Flags
    free_b: Flags
    pairs: list[tuple[Ints, Ints, By]] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)

    def add(self, in_a: Ints, in_b: Ints, by: By) -> None:
        self.pairs.append((in_a, in_b, by))
        self.free_a[in_a], self.free_b[in_b] = False, False

    def free(self, edges: Edges) -> Edges:
        return edges.take(self.free_a[edges.a] & self.free_b[edges.b])


def find_partners(
    a: Side, b: Side, span: tuple[float, float], named: Sequence[tuple[int, int]] = ()
) -> Partners:
    """Return the partners among the actors that exist within ``span``, seconds on the shared clock.

    Args:
        a: recording A.
        b: recording B.
        span: begin and end of the time that both recordings share.
        named: rows in A and B of actors that are partners whatever the rules say; −1 for one that has none.
    """
    rows_a, rows_b = alive_between(a, *span), alive_between(b, *span)
    search = _Search(
        _sights(a, rows_a, span[0]), _sights(b, rows_b, span[0]),
        np.ones(len(rows_a), np.bool_), np.ones(len(rows_b), np.bool_),
    )  # fmt: skip
    alone_a, alone_b = _add_named(search, named)
    types_a, types_b = _common_keys(a, b, rows_a, rows_b, _type)
    fixed_a, fixed_b = (np.isin(each.index.actors.category[rows], tuple(FIXED))
                        for each, rows in ((a, rows_a), (b, rows_b)))  # fmt: skip
    _add_places(search, a, b, (types_a, types_b), (fixed_a, fixed_b))
    _add_heroes(search, a, b)
    _add_roles(search, a, b)
    movers_a, movers_b = np.where(fixed_a, -1, types_a), np.where(fixed_b, -2, types_b)
    _add_near(search, a, b, movers_a, movers_b)
    kinds_a, kinds_b = _common_keys(a, b, rows_a, rows_b, _base_type)
    _add_assigned(search, np.where(fixed_a, -1, kinds_a), np.where(fixed_b, -2, kinds_b), By.TYPE)
    in_a = np.concatenate([np.empty(0, np.int64), *(each for each, _, _ in search.pairs)])
    in_b = np.concatenate([np.empty(0, np.int64), *(each for _, each, _ in search.pairs)])
    by = [np.full(len(each), BY.index(rule)) for each, _, rule in search.pairs]
    order = np.argsort(rows_a[in_a], kind="stable")
    search.free_a[alone_a], search.free_b[alone_b] = True, True
    return Partners(
        rows_a[in_a][order], rows_b[in_b][order], np.concatenate([np.empty(0, np.int64), *by])[order],
        tuple(search.doubts), rows_a[search.free_a], rows_b[search.free_b],
    )  # fmt: skip


def _sights(side: Side, rows: Ints, begin: float) -> Sights:
    """Return the first sight of each actor from ``begin`` on: where it is spawned, or where it is then."""
    actors = side.index.actors
    places = np.where(actors.parent[rows, None] < 0, actors.location[rows], np.nan)
    earlier = np.flatnonzero(
        (side.spawned[rows] < begin - TIME_ROUNDING) & ~np.isin(actors.category[rows], tuple(FIXED))
    )
    if len(earlier):
        at = side.positions(np.array([begin]))
        first = int(at.frames[0])
        poses = side.poses(rows[earlier], first, min(first + 2, len(side.times)))
        now = side.between(poses, first, at)[:, 0, :3]
        known = np.isfinite(now).all(axis=1)
        places[earlier[known]] = now[known]
    places[~np.isfinite(places).all(axis=1)] = np.nan
    return Sights(rows, np.maximum(side.spawned[rows], begin), places)


def _common_keys(
    a: Side, b: Side, rows_a: Ints, rows_b: Ints, text_of: Callable[[Blueprint], str]
) -> tuple[Ints, Ints]:
    """Return a number for each actor, equal for actors of A and B whose blueprints have the same text.

    ``text_of`` is called once for each distinct blueprint; an empty text has the number 0.
    """
    numbers = {"": 0}
    keys = []
    for side, rows in ((a, rows_a), (b, rows_b)):
        described = side.index.actors.descriptions
        keys.append(
            described.of_each(lambda each: numbers.setdefault(text_of(each), len(numbers)), np.int64)[rows]
        )
    return keys[0], keys[1]


def _type(blueprint: Blueprint) -> str:
    return f"{blueprint.type} {blueprint.type_id}"


def _base_type(blueprint: Blueprint) -> str:
    """Return the attribute ``base_type``, or else the category of actors with ``blueprint``."""
    category = categorise(blueprint.type_id, blueprint.type, blueprint.attributes)
    return blueprint.attributes.get("base_type") or category.label


def _add_named(search: _Search, named: Sequence[tuple[int, int]]) -> tuple[Ints, Ints]:
    """Add the pairs that the user named; return the indices of actors that are to have no partner."""
    places_a = {row: place for place, row in enumerate(search.a.rows.tolist())}
    places_b = {row: place for place, row in enumerate(search.b.rows.tolist())}
    there = [(places_a.get(row_a, -1), places_b.get(row_b, -1)) for row_a, row_b in named]
    pairs = np.array([each for each in there if min(each) >= 0], np.int64).reshape(-1, 2)
    search.add(pairs[:, 0], pairs[:, 1], By.MATCH)
    alone_a = np.array([one for one, other in there if one >= 0 > other], np.int64)
    alone_b = np.array([other for one, other in there if other >= 0 > one], np.int64)
    search.free_a[alone_a], search.free_b[alone_b] = False, False
    return alone_a, alone_b


def _add_places(
    search: _Search, a: Side, b: Side, types: tuple[Ints, Ints], fixed: tuple[Flags, Flags]
) -> None:
    """Add traffic lights and signs that stand at the same place; of several there, those with the same id."""
    (types_a, types_b), (fixed_a, fixed_b) = types, fixed
    ids_a, ids_b = a.index.actors.actor_id, b.index.actors.actor_id
    keys_a, keys_b = np.where(fixed_a, types_a, -1), np.where(fixed_b, types_b, -2)
    still = search.a._replace(times=np.zeros(len(keys_a))), search.b._replace(times=np.zeros(len(keys_b)))
    edges, _ = near_edges(*still, keys_a, keys_b, metres=_SAME_PLACE, seconds=1.0)
    other_id = ids_a[search.a.rows[edges.a]] != ids_b[search.b.rows[edges.b]]
    search.add(*assign(search.free(edges._replace(costs=edges.costs + 1e-6 * other_id))), By.PLACE)


def _add_heroes(search: _Search, a: Side, b: Side) -> None:
    """Add the hero's lifetimes, those first that begin at the nearest times."""
    in_a = np.flatnonzero(np.isin(search.a.rows, a.heroes) & search.free_a)
    in_b = np.flatnonzero(np.isin(search.b.rows, b.heroes) & search.free_b)
    if len(in_a) and len(in_b):
        one, other = (each.ravel() for each in np.meshgrid(in_a, in_b, indexing="ij"))
        between = np.abs(search.a.times[one] - search.b.times[other])
        search.add(*assign(Edges(one, other, between)), By.ROLE)


def _add_roles(search: _Search, a: Side, b: Side) -> None:
    """Add actors with a role_name that only one vehicle or walker has in each recording."""
    roles = _common_keys(a, b, search.a.rows, search.b.rows, lambda each: each.role_name)
    count = int(max(each.max(initial=0) for each in roles)) + 1
    owners = []
    for side, sights, free, keys in zip(
        (a, b), (search.a, search.b), (search.free_a, search.free_b), roles, strict=True
    ):
        category = side.index.actors.category[sights.rows]
        named = np.isin(category, MOVERS) & (keys > 0)
        alone = np.bincount(keys[named], minlength=count)[keys] == 1
        owner = np.full(2 * count, -1)
        mine = np.flatnonzero(named & alone & free)
        # A walker is no partner of a vehicle.
        owner[2 * keys[mine] + (category[mine] == Category.WALKER)] = mine
        owners.append(owner)
    both = np.flatnonzero((owners[0] >= 0) & (owners[1] >= 0))
    search.add(owners[0][both], owners[1][both], By.ROLE)


def _add_near(search: _Search, a: Side, b: Side, keys_a: Ints, keys_b: Ints) -> None:
    """Add actors with the same id and blueprint at the same place, then the best assignment of the others."""
    edges, crowded = near_edges(search.a, search.b, keys_a, keys_b, metres=_NEAR, seconds=_SOON)
    edges = search.free(edges)
    ids = (
        np.asarray(each.index.actors.actor_id[sights.rows]) for each, sights in ((a, search.a), (b, search.b))
    )
    most = max(int(keys_a.max(initial=0)), int(keys_b.max(initial=0))) + 3
    id_keys_a, id_keys_b = (each * most + keys + 2 for each, keys in zip(ids, (keys_a, keys_b), strict=True))
    same = search.free(equal_edges(search.a, search.b, id_keys_a, id_keys_b))
    apart, _ = measured(search.a, search.b, same.a, same.b)
    same = same.take(apart <= _ID_NEAR)
    one, other = assign(same)
    apart, between = measured(search.a, search.b, one, other)
    limit_a, limit_b = np.full(len(keys_a), -np.inf), np.full(len(keys_b), -np.inf)
    mine_a, mine_b = np.full(len(keys_a), -1), np.full(len(keys_b), -1)
    limit_a[one] = limit_b[other] = apart + between + _NEARLY
    mine_a[one], mine_b[other] = other, one
    rivals = np.flatnonzero(mine_a[edges.a] != edges.b)
    doubtful_a, doubtful_b = np.zeros(len(keys_a), np.bool_), np.zeros(len(keys_b), np.bool_)
    doubtful_a[edges.a[rivals[edges.costs[rivals] <= limit_a[edges.a[rivals]]]]] = True
    doubtful_b[edges.b[rivals[edges.costs[rivals] <= limit_b[edges.b[rivals]]]]] = True
    sure = ~doubtful_a[one] & ~doubtful_b[other] & ~crowded[one]
    search.add(one[sure], other[sure], By.ID)
    for in_a, in_b in zip(one[crowded[one]].tolist(), other[crowded[one]].tolist(), strict=True):
        # In a crowd only the id tells: right if both agree all the way.
        row_a, row_b = int(search.a.rows[in_a]), int(search.b.rows[in_b])
        search.doubts.append(Doubt((row_a,), (row_b,), ((row_a, row_b, BY.index(By.ID)),)))
        search.free_a[in_a], search.free_b[in_b] = False, False
    _settle(search, search.free(edges), By.ASSIGNMENT, mine_a)


def _add_assigned(search: _Search, keys_a: Ints, keys_b: Ints, by: By) -> None:
    """Add the best assignment of the free actors with equal keys."""
    in_a, in_b = np.flatnonzero(search.free_a), np.flatnonzero(search.free_b)
    edges, _ = near_edges(
        search.a.take(in_a), search.b.take(in_b), keys_a[in_a], keys_b[in_b], metres=_NEAR, seconds=_SOON
    )
    _settle(search, Edges(in_a[edges.a], in_b[edges.b], edges.costs), by, np.full(len(keys_a), -1))


def _settle(search: _Search, edges: Edges, by: By, same_id: Ints) -> None:
    """Add the best assignment along ``edges``; choices that are nearly equal become doubts.

    ``same_id`` is the actor of B with the same id, for each actor of A; −1 for none.
    """
    one, other = assign(edges)
    swaps = exchanges(edges, one, other)
    actors = np.where(swaps.others >= 0, 2, 1)  # of A that get another partner
    near = np.flatnonzero(swaps.gains <= _NEARLY * actors)
    later = np.maximum(swaps.others, 0)
    swapped = swaps.others >= 0
    nodes = np.column_stack((
        one[swaps.ones], np.where(swapped, one[later], swaps.a),
        len(search.a.rows) + other[swaps.ones], len(search.a.rows) + np.where(swapped, other[later], swaps.b),
    ))[near] if len(near) else np.empty((0, 4), np.int64)  # fmt: skip
    labels = np.full(len(search.a.rows) + len(search.b.rows), -1)
    for node, label in _groups(nodes.tolist()).items():
        labels[node] = label
    of_a, of_b = labels[: len(search.a.rows)], labels[len(search.a.rows) :]
    sure = of_a[one] < 0
    search.add(one[sure], other[sure], by)
    chosen = np.full(len(search.a.rows), -1)
    chosen[one] = other
    inside = np.flatnonzero((of_a[edges.a] >= 0) & (of_a[edges.a] == of_b[edges.b]))
    inside = inside[np.argsort(of_a[edges.a[inside]], kind="stable")]
    borders = np.flatnonzero(np.diff(of_a[edges.a[inside]])) + 1
    for part in np.split(inside, borders) if len(inside) else ():
        in_a, in_b = edges.a[part], edges.b[part]
        actors_a, actors_b = np.unique(in_a), np.unique(in_b)
        if len(part) > _MOST_OPTIONS:
            few = (in_b == same_id[in_a]) | (in_b == chosen[in_a])
            in_a, in_b = in_a[few], in_b[few]
        rules = np.where(in_b == same_id[in_a], BY.index(By.ID), BY.index(by))
        rows_a, rows_b = search.a.rows, search.b.rows
        options = zip(rows_a[in_a].tolist(), rows_b[in_b].tolist(), rules.tolist(), strict=True)
        search.doubts.append(
            Doubt(tuple(rows_a[actors_a].tolist()), tuple(rows_b[actors_b].tolist()), tuple(sorted(options)))
        )
        search.free_a[actors_a], search.free_b[actors_b] = False, False


def _groups(links: Iterable[Sequence[int]]) -> dict[int, int]:
    """Return a number for each node in ``links``, equal for nodes that links join, also through others."""
    parents: dict[int, int] = {}

    def root(node: int) -> int:
        parents.setdefault(node, node)
        while parents[node] != node:
            parents[node] = parents[parents[node]]
            node = parents[node]
        return node

    for first, *others in links:
        for node in others:
            parents[root(node)] = root(first)
    return {node: root(node) for node in [*parents]}


def settled(options: Sequence[tuple[int, int]], agree: Sequence[bool], count: int) -> list[int] | None:
    """Return indices of ``options`` that agree and make ``count`` pairs one to one; None if there are none.

    Args:
        options: rows in A and B of possible pairs.
        agree: whether the actors of each pair agree all the way.
        count: number of pairs to find.
    """
    by_a: dict[int, list[int]] = {}
    for number, (row_a, _) in enumerate(options):
        if agree[number]:
            by_a.setdefault(row_a, []).append(number)
    taken: dict[int, int] = {}

    def place(row_a: int, tried: set[int]) -> bool:
        for number in by_a[row_a]:
            row_b = options[number][1]
            if row_b not in tried:
                tried.add(row_b)
                if row_b not in taken or place(options[taken[row_b]][0], tried):
                    taken[row_b] = number
                    return True
        return False

    found = sum(place(row_a, set()) for row_a in by_a)
    return sorted(taken.values()) if found >= count else None
