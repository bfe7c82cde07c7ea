"""Who moves, where and how far; and where vehicles drove: a stand-in for roads where there is no map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from viewer.arrays import Floats, Ints, spread
from viewer.cancellation import Proceed, always, asking, part_of
from viewer.lazy import kept
from viewer.logfile import packets
from viewer.recording.actors import MOVERS, PUT_AWAY, VEHICLES, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.read.poses import read_trajectories
from viewer.recording.read.records import read_packets
from viewer.recording.units import metres
from viewer.replay.world.motion import teleported
from viewer.replay.world.world import world_at

_LEAST = 0.02
"""Metres from which on a movement counts: who stands trembles, and adds up to a way."""


def distances_travelled(index: RecordingIndex, *, proceed: Proceed = always) -> Floats:
    """Return the length of every actor's way in metres by row, shape (N,), NaN for those without a pose.

    It is the sum of straight lines between recorded places that are at least 2 cm apart; teleports are left
    out. Every frame is read, so that this takes about as long as the file takes to be read.
    Errors as for ``trajectory``.
    """
    actors, elapsed = index.actors, index.elapsed
    lengths, since = np.zeros((2, len(actors)))
    last, counted = np.full((2, len(actors), 3), np.nan)
    seen = np.zeros(len(actors), np.bool_)
    everything = slice(0, len(index.heads))
    for batch in read_packets(index, packets.POSITION, everything, proceed=proceed):
        all_rows = actors.rows_at(batch.records["actor_id"], batch.frames)
        known = np.flatnonzero(all_rows >= 0)
        all_rows, frames = all_rows[known], batch.frames[known]
        all_places = metres(batch.records["location"]).take(known, axis=0)
        edges = [0, *(np.flatnonzero(np.diff(frames)) + 1).tolist(), len(frames)]
        for begin, end in pairwise(edges if len(frames) else ()):
            rows, places, now = all_rows[begin:end], all_places[begin:end], elapsed[frames[begin]]
            with np.errstate(invalid="ignore", over="ignore"):
                steps = places - last[rows]
                jumps = teleported(steps, now - since[rows]) | ~np.isfinite(steps).all(axis=1)
                jumps |= places[:, 2] < actors.road_level - PUT_AWAY  # falling down there is no way
                ways = np.linalg.norm(places - counted[rows], axis=1)
            moved = (ways >= _LEAST) & ~jumps
            lengths[rows[moved]] += ways[moved]
            begun = moved | jumps
            counted[rows[begun]] = places[begun]
            last[rows], since[rows], seen[rows] = places, now, True
    return np.where(seen, lengths, np.nan)


_STEP = 0.5  # seconds between two places of a path
_FEWEST, _MOST = 500, 6_000  # frames that are read
_APART = 0.25  # metres within which two paths are one
_MOVED = 1.0  # metres: a vehicle that stays within them has driven no path


def driven_paths(index: RecordingIndex, *, proceed: Proceed = always) -> list[Floats]:
    """Return the paths of all vehicles that moved, each (K, 2) in metres, K ≥ 2.

    Places are taken about twice a second; a path ends where its vehicle dies, is not told of, or is put
    elsewhere. What was driven before is left out, so that laps cost no more to draw than what one sees.
    Errors as for ``trajectory``.
    """
    movers = np.flatnonzero(np.isin(index.actors.category, tuple(VEHICLES)))
    wanted = int(np.clip(index.duration / _STEP, _FEWEST, _MOST))
    frames = np.arange(len(index.heads))
    if len(frames) > wanted:
        times = np.linspace(0.0, index.duration, wanted)
        frames = np.unique((np.searchsorted(index.elapsed, times, side="right") - 1).clip(0))
    if not len(movers) or len(frames) < 2:  # noqa: PLR2004 - one place is no path
        return []
    reading, tracing, leaving_out = (part_of(proceed, begin, 1 / 3) for begin in (0.0, 1 / 3, 2 / 3))
    found = read_trajectories(index, movers, frames, columns=("x", "y"), proceed=reading)
    paths = []
    for number in asking(range(len(found.rows)), tracing):
        begin, end = int(found.begins[number]), int(found.ends[number])
        places = found.of(number).astype(np.float64)
        steps = np.diff(places, axis=0)
        seconds = np.diff(index.elapsed[frames[begin:end]])
        broken = ~np.isfinite(steps).all(axis=1) | teleported(steps, seconds)
        runs = np.flatnonzero(np.diff(~broken, prepend=False, append=False)).reshape(-1, 2)
        ways = (places[first : last + 1] for first, last in runs.tolist())
        paths += [way for way in ways if (np.ptp(way, axis=0) > _MOVED).any()]
    return list(first_passes(paths, _APART, leaving_out))


_WIDEST = 2048
"""Cells along a side; where paths lie farther apart, cells are larger."""
_LOOKS = 2_000_000
"""Cells that are looked at for a path, about: where it leaps in each frame, not all that it crosses."""


def first_passes(paths: Sequence[Floats], cell: float, proceed: Proceed = always) -> Iterator[Floats]:
    """Yield the stretches of paths that pass cells which nothing passed before.

    Each piece between two points that is left passes such a cell: there are at most as many pieces as cells,
    however long was driven.

    Args:
        paths: places one after the other, each of shape (K, 2), K ≥ 1.
        cell: side of a cell, in the unit of the paths.
        proceed: is told the share that is done, and answers whether to go on.

    """
    if not paths:
        return
    low = np.min([path.min(axis=0) for path in paths], axis=0)
    high = np.max([path.max(axis=0) for path in paths], axis=0)
    cell = max(cell, float((high - low).max()) / (_WIDEST - 1))
    width, height = (np.rint((high - low) / cell).astype(np.int64) + 1).tolist()
    passed = np.zeros(width * height, np.bool_)
    for path in asking(paths, proceed):
        points = (path - low) / cell
        ways = np.diff(points, axis=0)
        counts = np.ceil(np.abs(ways).max(axis=1)).astype(np.int64) + 1
        counts = np.minimum(counts, max(_LOOKS // max(len(ways), 1), 2))
        piece = np.repeat(np.arange(len(ways)), counts)
        step = spread(np.zeros_like(counts), counts)
        share = step / np.maximum(counts[piece] - 1, 1)
        xs, ys = np.rint(points[piece] + ways[piece] * share[:, None]).astype(np.int64).T
        cells = ys * width + xs
        fresh = np.flatnonzero(~passed[cells])
        fresh = fresh[np.argsort(cells[fresh], kind="stable")]
        first = fresh[np.diff(cells[fresh], prepend=-1) != 0]
        new = np.zeros(len(ways) + 2, np.bool_)
        new[piece[first] + 1] = True
        passed[cells] = True
        for begin, end in np.flatnonzero(np.diff(new)).reshape(-1, 2).tolist():
            yield path[begin : end + 1]


# -- what a view of the whole recording should show

_SAMPLES = 12
_POSES = 40
_DRIVES = 1.0  # m/s
_STANDING = (Category.TRAFFIC_LIGHT, Category.TRAFFIC_SIGN, Category.PROP)
_SETTLED = 2.0  # metres: less is settling, not driving


@kept
def moving_places(index: RecordingIndex) -> tuple[Floats, Ints]:
    """Return places (K, 2) in metres where actors that move have been, from a few moments, and whose (K,).

    Without anything that moves, the places of vehicles, bicycles and walkers; without those, of what stands
    at the road; without that, of all actors. Whose: rows of the actor table.
    """
    if not len(index.heads):
        return np.empty((0, 2)), np.empty(0, np.int64)
    moments = np.linspace(0.0, index.duration, _SAMPLES)
    moments = np.append(moments, index.elapsed[-2:-1])  # scripts delete their actors in the last frame
    worlds = (world_at(index, elapsed) for elapsed in moments.tolist())
    columns = [(world.rows, world.locations[:, :2], world.below <= 0.0) for world in worlds]
    rows, places, on_the_road = (np.concatenate(each) for each in zip(*columns, strict=True))
    known = np.isfinite(places).all(axis=1) & on_the_road
    rows, places = rows[known], places[known]
    low = np.full((len(index.actors), 2), np.inf)
    high = -low
    np.minimum.at(low, rows, places)
    np.maximum.at(high, rows, places)
    categories = index.actors.category[rows]
    movers, standing = (np.isin(categories, group) for group in (MOVERS, _STANDING))
    moved = movers & ((high - low)[rows].max(axis=1, initial=0.0) > _SETTLED)
    chosen = next((group for group in (moved, movers, standing) if group.any()), np.ones(len(rows), np.bool_))
    return places[chosen], rows[chosen]


@kept
def moving_poses(index: RecordingIndex) -> tuple[Floats, Floats]:
    """Return places (K, 3) in metres and yaws (K,) in degrees of vehicles that drive, from some moments.

    Errors as for ``world_at``.
    """
    places, yaws = [np.empty((0, 3))], [np.empty(0)]
    for elapsed in np.linspace(0.0, index.duration, _POSES) if len(index.heads) else ():
        world = world_at(index, elapsed)
        with np.errstate(invalid="ignore"):
            drives = np.isin(world.categories, VEHICLES) & (world.speeds > _DRIVES) & (world.below <= 0.0)
        places.append(world.locations[drives])
        yaws.append(world.rotations[drives, 1])
    return np.concatenate(places), np.concatenate(yaws)
