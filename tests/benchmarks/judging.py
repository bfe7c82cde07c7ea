"""How long it takes to find all events, against a plain loop with shapely over a fiftieth of the frames."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from threading import Thread

import numpy as np

from tests.benchmarks.measure import PLAIN, Context, Samples, interleave, read_plainly
from tests.benchmarks.report import Row, late_row, timed
from viewer.analysis.find import find_events
from viewer.logfile.source import LogFile
from viewer.recording.actors import MOVERS
from viewer.recording.build.builder import read_index
from viewer.recording.index import RecordingIndex
from viewer.recording.read.poses import read_trajectories
from viewer.replay.world.world import world_at

_PART = 50
_ROUNDS = 3
"""Of what takes long."""
_BEAT, _IDLE = 0.005, 2.0
"""Seconds between two beats, and how long nothing is done to compare with."""
_FAR = 30.0
"""Metres: the plain loop does not compare those who are farther apart."""


def measure_trajectories(context: Context) -> Iterator[Row]:
    """All trajectories in one read, against reading the whole file."""
    path = context.recording("traffic")
    with LogFile(path) as file:
        index = read_index(file)
        movers = np.flatnonzero(np.isin(index.actors.category, MOVERS))
        tasks = {
            "everybody who moves": lambda: read_trajectories(index, movers),
            "all actors": lambda: read_trajectories(index, np.arange(len(index.actors))),
        }
        samples = interleave({**tasks, PLAIN: lambda: read_plainly(path)}, context.rounds)
    for name in tasks:
        yield timed(f"Trajectories of {name}", samples[name], PLAIN, samples[PLAIN])


def measure_events(context: Context) -> Iterator[Row]:
    """All events of the hero, and of everybody; the loop runs as often as they do."""
    with LogFile(context.recording("traffic")) as file:
        index = read_index(file)
        hero = index.actors.hero_rows[0]
        part = range(max(len(index.heads) // _PART, 1))
        found = {}
        samples = interleave(
            {
                "the hero": lambda: found.update(hero=find_events(index, rows=[hero])),
                "everybody": lambda: found.update(all=find_events(index)),
                "loop": lambda: overlapping_plainly(index, part),
            },
            min(context.rounds, _ROUNDS),
            time.process_time,
        )
    plain = samples.pop("loop") * len(index.heads) / len(part)
    reference = f"contacts alone by a loop with shapely over 1/{_PART}, scaled"
    for (what, took), events in zip(samples.items(), found.values(), strict=True):
        detail = f"{len(events.events):,} events"
        yield timed(f"Events of {what}, processor's time", took, reference, plain, detail=detail)


def measure_beat(context: Context) -> Iterator[Row]:
    """By how much a beat of 5 ms comes late while events of everybody are found, and while nothing is."""
    late, idle, longest = [], [], []
    with LogFile(context.recording("traffic")) as file:
        index = read_index(file)
        for _ in range(min(context.rounds, _ROUNDS)):
            asked = [time.perf_counter()]
            proceed = partial(_note, asked)
            search = Thread(target=find_events, args=(index,), kwargs={"proceed": proceed})
            search.start()
            late.append(_beat(search.is_alive))
            longest.append(float(np.diff([*asked, time.perf_counter()]).max()))
            end = time.perf_counter() + _IDLE
            idle.append(_beat(lambda end=end: time.perf_counter() < end))
    for name, share in (("99th percentile", 99), ("longest", 100)):
        yield late_row(f"Lateness while events are found, {name}", late, idle, share)
    yield Row("Longest time between two questions whether to go on finding events", tuple(longest))


def _note(times: list[float], _share: float) -> bool:
    times.append(time.perf_counter())
    return True


def _beat(goes_on: Callable[[], bool]) -> Samples:
    """Return by how many seconds a thread wakes late, again and again."""
    late, last, again = [], time.perf_counter(), True
    while again:
        time.sleep(_BEAT)
        now = time.perf_counter()
        late.append(max(now - last - _BEAT, 0.0))
        last, again = now, goes_on()
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
