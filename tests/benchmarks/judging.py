"""How long it takes to find all events, against a plain loop with shapely over a fiftieth of the frames."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from itertools import combinations
from threading import Thread

import numpy as np

from tests.benchmarks.measure import Context, Samples, interleave, read_plainly
from tests.benchmarks.report import Row, ratio, seconds, timed
from viewer.analysis.find import find_events
from viewer.logfile.source import LogFile
from viewer.recording.actors import MOVERS
from viewer.recording.build.builder import read_index
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectories import read_trajectories
from viewer.replay.world.world import world_at

_PART = 50
_BEAT, _IDLE = 0.005, 5.0
"""Seconds between two beats, and how long nothing is done to compare with."""
_FAR = 30.0
"""Metres: the plain loop does not compare those who are farther apart."""


def measure_trajectories(context: Context) -> Iterator[Row]:
    """All trajectories in one read, against reading the whole file."""
    with LogFile(context.recording) as file:
        index = read_index(file)
        movers = np.flatnonzero(np.isin(index.actors.category, MOVERS))
        tasks = {
            "everybody who moves": lambda: read_trajectories(index, movers),
            "all actors": lambda: read_trajectories(index, np.arange(len(index.actors))),
        }
        samples = interleave({**tasks, "plain": lambda: read_plainly(context.recording)}, context.rounds)
    for name in tasks:
        yield timed(f"Trajectories of {name}", samples[name], "plain read of the file", samples["plain"])


def measure_events(context: Context) -> Iterator[Row]:
    """All events of the hero, and of everybody, once each: they take long."""
    with LogFile(context.recording) as file:
        index = read_index(file)
        hero = index.actors.hero_rows[0]
        find_events(index, rows=[hero])  # nobody pays for what is loaded and cached the first time
        started = time.perf_counter()
        find_events(index, rows=[hero])
        for_hero = time.perf_counter() - started
        asked: list[float] = []
        started = time.perf_counter()
        found = find_events(index, proceed=lambda _: asked.append(time.perf_counter()) is None)
        for_all = time.perf_counter() - started
        started = time.perf_counter()
        overlapping_plainly(index, range(len(index.heads) // _PART))
        plain = (time.perf_counter() - started) * _PART
    reference = f"contacts alone by a loop with shapely over 1/{_PART}, scaled"
    for what, took in (("the hero", for_hero), (f"everybody, {len(found.events):,}", for_all)):
        name = f"Events of {what}, {len(index.heads):,} frames"
        yield Row(name, seconds(took), "", reference, seconds(plain), ratio(took / plain))
    gaps = np.diff(asked)
    yield Row(
        f"Longest time between {len(asked):,} questions whether to go on", seconds(float(gaps.max())), "",
        "all of it", seconds(for_all), ratio(float(gaps.max()) / for_all),
    )  # fmt: skip


def measure_beat(context: Context) -> Iterator[Row]:
    """By how much a beat of 5 ms comes late while events of everybody are found, and while nothing is."""
    with LogFile(context.recording) as file:
        index = read_index(file)
        search = Thread(target=find_events, args=(index,))
        search.start()
        searching = _beat(search.is_alive)
        end = time.perf_counter() + _IDLE
        idle = _beat(lambda: time.perf_counter() < end)
    for name, share in (("99th percentile", 99), ("longest", 100)):
        late = [float(np.percentile(each, share)) for each in (searching, idle)]
        yield Row(f"Lateness while events are found, {name}", seconds(late[0]), "", "idle", seconds(late[1]))


def _beat(goes_on: Callable[[], bool]) -> Samples:
    """Return by how many seconds a thread wakes late, again and again."""
    late, last = [], time.perf_counter()
    while goes_on():
        time.sleep(_BEAT)
        now = time.perf_counter()
        late.append(max(now - last - _BEAT, 0.0))
        last = now
    return np.array(late)


def overlapping_plainly(index: RecordingIndex, frames: range) -> int:
    """Count pairs of boxes that overlap, the way one would write it first."""
    from shapely import Polygon  # noqa: PLC0415 - only who measures needs it

    actors, count = index.actors, 0
    for frame in frames:
        world = world_at(index, float(index.elapsed[frame]))
        there = []
        for row, (x, y, z), (_, yaw, _) in zip(
            world.rows.tolist(), world.locations.tolist(), world.rotations.tolist(), strict=True
        ):
            if actors.category[row] not in MOVERS or math.isnan(x):
                continue
            length, width, height = actors.box_extent[row].tolist()
            cos, sin = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
            signs = ((1, 1), (1, -1), (-1, -1), (-1, 1))
            corners = [
                (x + a * length * cos - b * width * sin, y + a * length * sin + b * width * cos)
                for a, b in signs
            ]
            there.append((x, y, z, height, Polygon(corners)))
        for one, other in combinations(there, 2):
            if abs(one[0] - other[0]) > _FAR or abs(one[1] - other[1]) > _FAR:
                continue
            if abs(one[2] - other[2]) < one[3] + other[3] and one[4].intersects(other[4]):
                count += 1
    return count
