"""Distances and paths of actors; driven paths stand in for roads where there is no map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from viewer.arrays import Floats, Ints, multi_arange
from viewer.cancellation import ShouldContinue, always, cancellable, part_of
from viewer.lazy import cached_per_object
from viewer.logfile import packets
from viewer.recording.actors import MOVERS, PARKED_DEPTH, VEHICLES, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.read.poses import read_trajectories
from viewer.recording.read.records import read_packets
from viewer.recording.units import metres
from viewer.replay.world.motion import teleported
from viewer.replay.world.world import world_at


def distances_travelled(index: RecordingIndex, *, should_continue: ShouldContinue = always) -> Floats:
    """Return the distance each actor travelled, in metres, by row of the actor table, shape (N,).

    That is the sum of the straight lines between its recorded positions in adjacent frames, without teleports
    and motion far below the road; NaN for actors without a pose. Every frame is read, so it takes about as
    long as reading the file. Raises ChangedError if the file was replaced or cut, UnreadableError if it
    cannot be read, ReadingCancelledError if ``should_continue`` returns False.
    """
    actors, ids, durations = index.actors, index.frames["frame"], index.frames["duration"]
    lengths, last = np.full(len(actors), np.nan), np.full((len(actors), 3), np.nan)
    since = np.full(len(actors), -2)  # frame index of each actor's last position
    everything = slice(0, len(index.frame_starts))
    for batch in read_packets(index, packets.POSITION, everything, should_continue=should_continue):
        all_rows = actors.rows_at(batch.records["actor_id"], batch.frames)
        known = np.flatnonzero(all_rows >= 0)
        all_rows, frames = all_rows[known], batch.frames[known]
        all_positions = metres(batch.records["location"]).take(known, axis=0)
        edges = [0, *(np.flatnonzero(np.diff(frames)) + 1).tolist(), len(frames)]
        for begin, end in pairwise(edges if len(frames) else ()):
            rows, positions, frame = all_rows[begin:end], all_positions[begin:end], int(frames[begin])
            with np.errstate(invalid="ignore", over="ignore"):
                steps = positions - last[rows]
                counts = (since[rows] == frame - 1) & ~teleported(steps, durations[frame - 1])
                counts &= positions[:, 2] >= actors.road_level - PARKED_DEPTH  # falling down there is no way
                ways = np.linalg.norm(steps, axis=1)
            counts &= np.isfinite(ways) & (ids[frame] == ids[frame - 1] + 1)
            lengths[rows] = np.nan_to_num(lengths[rows]) + np.where(counts, ways, 0.0)
            last[rows], since[rows] = positions, frame
    return lengths


_STEP = 0.5  # seconds between two positions of a path
_FEWEST, _MOST = 500, 6_000  # frames that are read
_APART = 0.25  # metres within which two paths are one
_MOVED = 1.0  # metres: a vehicle that stays within them has driven no path


def driven_paths(index: RecordingIndex, *, should_continue: ShouldContinue = always) -> list[Floats]:
    """Return the paths of all vehicles that moved, each as x, y in metres, shape (K, 2) with K ≥ 2.

    Positions are sampled about twice a second. A path ends where its vehicle is destroyed, not recorded, or
    teleports. Stretches that were driven before are left out, so that laps cost no more to draw than is
    visible. Raises ChangedError if the file was replaced or cut, UnreadableError if it cannot be read,
    ReadingCancelledError if ``should_continue`` returns False.
    """
    movers = np.flatnonzero(np.isin(index.actors.category, tuple(VEHICLES)))
    wanted = int(np.clip(index.duration / _STEP, _FEWEST, _MOST))
    frames = np.arange(len(index.frame_starts))
    if len(frames) > wanted:
        times = np.linspace(0.0, index.duration, wanted)
        frames = np.unique((np.searchsorted(index.elapsed, times, side="right") - 1).clip(0))
    if not len(movers) or len(frames) < 2:  # noqa: PLR2004 - one position is no path
        return []
    reading, tracing, leaving_out = (part_of(should_continue, begin, 1 / 3) for begin in (0.0, 1 / 3, 2 / 3))
    found = read_trajectories(index, movers, frames, components=("x", "y"), should_continue=reading)
    paths = []
    for number in cancellable(range(len(found.rows)), tracing):
        begin, end = int(found.begins[number]), int(found.ends[number])
        positions = found.of(number).astype(np.float64)
        steps = np.diff(positions, axis=0)
        seconds = np.diff(index.elapsed[frames[begin:end]])
        broken = ~np.isfinite(steps).all(axis=1) | teleported(steps, seconds)
        runs = np.flatnonzero(np.diff(~broken, prepend=False, append=False)).reshape(-1, 2)
        pieces = (positions[first : last + 1] for first, last in runs.tolist())
        paths += [piece for piece in pieces if (np.ptp(piece, axis=0) > _MOVED).any()]
    return list(first_passes(paths, _APART, leaving_out))


_WIDEST = 2048
"""Largest number of cells along a side of the grid in which it is marked where vehicles have driven.

For a wider area, the cells are made larger.
"""
_MOST_CELLS = 2_000_000
"""Most grid cells, roughly, that ``first_passes`` checks along one path; on longer paths it skips some."""


def first_passes(
    paths: Sequence[Floats], cell: float, should_continue: ShouldContinue = always
) -> Iterator[Floats]:
    """Yield the parts of ``paths`` that enter cells of a grid which no earlier part has entered.

    So there are at most as many parts as cells, however often the same way was driven.

    Args:
        paths: x, y points in order, each array of shape (K, 2), K ≥ 1.
        cell: side of a cell, in the unit of the paths; larger if the grid would have too many cells.
        should_continue: called with the fraction done, 0 to 1; it returns False to cancel.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    if not paths:
        return
    low = np.min([path.min(axis=0) for path in paths], axis=0)
    high = np.max([path.max(axis=0) for path in paths], axis=0)
    cell = max(cell, float((high - low).max()) / (_WIDEST - 1))
    width, height = (np.rint((high - low) / cell).astype(np.int64) + 1).tolist()
    passed = np.zeros(width * height, np.bool_)
    for path in cancellable(paths, should_continue):
        points = (path - low) / cell
        segments = np.diff(points, axis=0)
        counts = np.ceil(np.abs(segments).max(axis=1)).astype(np.int64) + 1
        counts = np.minimum(counts, max(_MOST_CELLS // max(len(segments), 1), 2))
        piece = np.repeat(np.arange(len(segments)), counts)
        step = multi_arange(np.zeros_like(counts), counts)
        share = step / np.maximum(counts[piece] - 1, 1)
        xs, ys = np.rint(points[piece] + segments[piece] * share[:, None]).astype(np.int64).T
        cells = ys * width + xs
        fresh = np.flatnonzero(~passed[cells])
        fresh = fresh[np.argsort(cells[fresh], kind="stable")]
        first = fresh[np.diff(cells[fresh], prepend=-1) != 0]
        new = np.zeros(len(segments) + 2, np.bool_)
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


@cached_per_object
def moving_positions(index: RecordingIndex) -> tuple[Floats, Ints]:
    """Return x, y positions (K, 2) in metres of moving actors at a few times, and the actors' rows (K,).

    Rows are those of the actor table. If no actor moves, standing vehicles, bicycles and walkers are taken.
    If there are none of these either, traffic lights, signs and props are taken, and at last all actors.
    Raises ChangedError if the file was replaced or cut, UnreadableError if it cannot be read.
    """
    if not len(index.frame_starts):
        return np.empty((0, 2)), np.empty(0, np.int64)
    times = np.linspace(0.0, index.duration, _SAMPLES)
    times = np.append(times, index.elapsed[-2:-1])  # scripts delete their actors in the last frame
    worlds = (world_at(index, elapsed) for elapsed in times.tolist())
    columns = [(world.rows, world.locations[:, :2], world.below <= 0.0) for world in worlds]
    rows, positions, on_the_road = (np.concatenate(each) for each in zip(*columns, strict=True))
    known = np.isfinite(positions).all(axis=1) & on_the_road
    rows, positions = rows[known], positions[known]
    low = np.full((len(index.actors), 2), np.inf)
    high = -low
    np.minimum.at(low, rows, positions)
    np.maximum.at(high, rows, positions)
    categories = index.actors.category[rows]
    movers, standing = (np.isin(categories, group) for group in (MOVERS, _STANDING))
    moved = movers & ((high - low)[rows].max(axis=1, initial=0.0) > _SETTLED)
    chosen = next((group for group in (moved, movers, standing) if group.any()), np.ones(len(rows), np.bool_))
    return positions[chosen], rows[chosen]


@cached_per_object
def moving_poses(index: RecordingIndex) -> tuple[Floats, Floats]:
    """Return locations (K, 3) in metres and yaws (K,) in degrees of driving vehicles at a few times.

    Raises ChangedError if the file was replaced or cut, UnreadableError if it cannot be read.
    """
    positions, yaws = [np.empty((0, 3))], [np.empty(0)]
    for elapsed in np.linspace(0.0, index.duration, _POSES) if len(index.frame_starts) else ():
        world = world_at(index, elapsed)
        with np.errstate(invalid="ignore"):
            drives = np.isin(world.categories, VEHICLES) & (world.speeds > _DRIVES) & (world.below <= 0.0)
        positions.append(world.locations[drives])
        yaws.append(world.rotations[drives, 1])
    return np.concatenate(positions), np.concatenate(yaws)
