"""Existence of actors: partners of which only one is there, and actors without a partner."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import TIME_ROUNDING, Floats, Ints
from viewer.cancellation import ShouldContinue, always, check
from viewer.comparison.common import Common, Pairs
from viewer.comparison.runs import NEAR, NO_PAIR, RUN, WHATS, What
from viewer.comparison.samples import lengths, windows
from viewer.comparison.side import Side
from viewer.recording.actors import FIXED


def find_existence(common: Common, pairs: Pairs) -> NDArray[np.void]:
    """Return runs in which only one of two partners exists."""
    a, b, rows_a, rows_b = common.a, common.b, pairs.rows_a, pairs.rows_b
    found = []
    for ends_a, ends_b, is_spawn in (
        (a.spawned[rows_a], b.spawned[rows_b], True),
        (a.destroyed[rows_a], b.destroyed[rows_b], False),
    ):
        for in_a in (True, False):
            earlier, later = (ends_a, ends_b) if in_a == is_spawn else (ends_b, ends_a)
            which = np.flatnonzero(earlier < later)
            rows = (rows_a if in_a else rows_b)[which]
            found.append(_existence(common, which, rows, (earlier[which], later[which]), in_a=in_a))
    return np.concatenate(found)


def find_blueprints(common: Common, pairs: Pairs) -> NDArray[np.void]:
    """Return runs in which partners exist that have different blueprints."""
    names = [
        side.index.actors.descriptions.of_each(lambda each: each.type_id, object)[rows]
        for side, rows in ((common.a, pairs.rows_a), (common.b, pairs.rows_b))
    ]
    which = np.flatnonzero(names[0] != names[1])
    rows_a, rows_b = pairs.rows_a[which], pairs.rows_b[which]
    begins = np.maximum(common.a.spawned[rows_a], common.b.spawned[rows_b])
    ends = np.minimum(common.a.destroyed[rows_a], common.b.destroyed[rows_b])
    runs = _existence(common, which, rows_a, (begins, ends), in_a=True)
    runs["what"], runs["a"], runs["b"] = WHATS.index(What.BLUEPRINT), np.nan, np.nan
    return runs


def _existence(
    common: Common, pairs: Ints, rows: Ints, spans: tuple[Floats, Floats], *, in_a: bool
) -> NDArray[np.void]:
    """Return the runs in which only the actors of one recording exist, without those too short to count.

    Args:
        common: time that both recordings share.
        pairs: index of the pair of each actor, shape (N,).
        rows: rows in the actor table of that recording, shape (N,).
        spans: first and last seconds on the shared clock, shape (N,) each.
        in_a: whether the actors are in A.
    """
    side, heroes = common.sides[not in_a], common.hero_places[not in_a]
    found = np.zeros(len(pairs), RUN)
    found["pair"], found["what"] = pairs, WHATS.index(What.EXISTENCE)
    found["first"] = np.searchsorted(common.times, spans[0] - TIME_ROUNDING)
    found["last"] = np.searchsorted(common.times, spans[1] - TIME_ROUNDING) - 1
    for name in ("value", "largest", "largest_time", "near_value", "near_distance"):
        found[name] = np.nan
    found["a"], found["b"], found["near"] = float(in_a), float(not in_a), -1
    kept = np.flatnonzero(found["last"] >= found["first"])
    kept = kept[common.lasting(found[kept], np.full(len(kept), -1))]
    found, rows = found[kept], rows[kept]
    places = _places_at(common, side, rows, found["first"])
    found["distance"] = np.linalg.norm(places - heroes[found["first"]], axis=1)
    close = found["distance"] <= NEAR
    found["near"][close], found["near_distance"][close] = found["first"][close], found["distance"][close]
    return found


def _places_at(common: Common, side: Side, rows: Ints, first: Ints) -> Floats:
    """Return where actors of ``side`` are at the common times ``first``, in metres, shape (N, 3)."""
    places = side.index.actors.location[rows]
    at = side.positions(common.times[first])
    # An actor is spawned where EventAdd says: only others are looked up.
    moved = np.flatnonzero(
        (side.index.actors.spawn_frame[rows] < at.frames)
        & ~np.isin(side.index.actors.category[rows], tuple(FIXED))
    )
    for frame in np.unique(at.frames[moved]).tolist():
        here = moved[at.frames[moved] == frame]
        known = side.poses(rows[here], frame, frame + 1)[:, 0, :3]
        places[here] = np.where(np.isfinite(known), known, places[here])
    return places


def find_unpaired(
    common: Common, rows: Ints, *, in_a: bool, should_continue: ShouldContinue = always
) -> tuple[Ints, NDArray[np.void]]:
    """Return the runs in which actors without a partner exist, and their rows, shape (K,) each.

    A run is near the hero from the time on at which its actor first comes near.
    """
    side = common.a if in_a else common.b
    numbers = np.arange(len(rows))
    runs = _existence(common, numbers, rows, (side.spawned[rows], side.destroyed[rows]), in_a=in_a)
    rows = rows[runs["pair"]]
    runs["pair"] = NO_PAIR
    far = np.flatnonzero(runs["near"] < 0)
    runs["near"][far], runs["near_distance"][far] = _first_near(
        common, rows[far], in_a=in_a, should_continue=should_continue
    )
    return rows, runs


def _first_near(
    common: Common, rows: Ints, *, in_a: bool, should_continue: ShouldContinue
) -> tuple[Ints, Floats]:
    """Return when each actor first comes near the hero of its recording, and how near it is then.

    Returns:
        Index of the common time, −1 for never, and the distance in metres, shape (N,) each.
    """
    side, heroes = common.sides[not in_a], common.hero_places[not in_a]
    found, distances = np.full(len(rows), -1), np.full(len(rows), np.nan)
    if not side.heroes:
        return found, distances
    for window in windows(side, side, common.times, rows, rows):
        check(should_continue, window.begin / len(common.times))
        poses = window.sides[0].values
        columns = slice(window.begin, window.begin + len(window.times))
        apart = lengths(poses[..., :3] - heroes[columns].astype(poses.dtype))
        close = apart <= NEAR
        first = close.argmax(axis=1)
        new = np.flatnonzero(close.any(axis=1) & (found[window.pairs] < 0))
        found[window.pairs[new]] = window.begin + first[new]
        distances[window.pairs[new]] = apart[new, first[new]]
    return found, distances
