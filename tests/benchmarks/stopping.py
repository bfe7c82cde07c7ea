"""How soon what lasts can be stopped: the longest time between two questions whether to go on."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import numpy as np

from tests.benchmarks.measure import Bench, Row
from tests.live import growing_views
from viewer.analysis.find_events import find_events
from viewer.cancellation import ShouldContinue
from viewer.export.cut import write_cut
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_selection
from viewer.logfile.source import LogFile
from viewer.program import resource
from viewer.recording.check import examine
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.recording.repair import repair
from viewer.replay.events import light_changes
from viewer.replay.paths.driven_paths import distances_travelled, driven_paths
from viewer.roads import open_map
from viewer.signals import read_series

SOON = {"0.3 s, in which everything can be stopped": 0.3}
Long = Callable[[ShouldContinue], object]


def measure_stopping(bench: Bench) -> Iterator[Row]:
    """Everything that reads or writes for long, on recordings that are large in several ways."""
    for name in ("100 MB of traffic", "5,000 actors", "500,000 small frames", "waves of 5,000"):
        path = bench.recording(name)
        yield _row(f"Read {name}", partial(_read, path), bench.few)
        index = read_index(LogFile(path))
        for what, long in _longs(index, bench.scratch).items():
            yield _row(f"{what} of {name}", long, bench.few)
    gap = bench.scratch / "gap.log"
    gap.write_bytes(resource("sample.log").read_bytes())
    os.truncate(gap, 40 << 30)
    yield _row("Read 40 GB of zeros", partial(_read, gap), bench.few)


def _longs(index: RecordingIndex, scratch: Path) -> dict[str, Long]:
    roads = open_map(resource("Sampletown.xodr"))
    part = make_selection(index)
    hero = index.actors.hero_rows[0]
    forms = [each for each in FORMATS if all(find_spec(module) for module in FORMATS[each].modules)]
    return {
        "Story": lambda ask: find_events(index, road_map=roads, should_continue=ask),
        "Check": lambda ask: _iterated(examine(index), ask),
        "Repair": lambda ask: _iterated(repair(index, _Nowhere()), ask),
        "Cut": lambda ask: write_cut(index, range(len(index.frame_starts)), _Nowhere(), should_continue=ask),
        "Lights": lambda ask: light_changes(index, ask),
        "Ways": lambda ask: driven_paths(index, should_continue=ask),
        "Distances": lambda ask: distances_travelled(index, should_continue=ask),
        "Signals": lambda ask: read_series(
            index, ["speed", "acceleration", "ttc"], hero, should_continue=ask
        ),
        **{
            f"Export as {name}": lambda ask, name=name: export(part, FORMATS[name], scratch / name, ask)
            for name in forms
        },
    }


class _Nowhere(BytesIO):
    """Takes what is written, and keeps nothing."""

    def write(self, data: bytes) -> int:  # type: ignore[override]
        return len(data)


def _read(path: Path, ask: ShouldContinue) -> None:
    with LogFile(path) as file:
        deque(growing_views(file, ask), 0)


def _iterated(steps: Iterator[object], ask: ShouldContinue) -> None:
    for _ in steps:
        ask(0.0)


def longest_pause(long: Long) -> float:
    """Return the longest time between two questions, or before the first or after the last, in seconds."""
    moments = [time.perf_counter()]

    def ask(_share: float) -> bool:
        moments.append(time.perf_counter())
        return True

    long(ask)
    moments.append(time.perf_counter())
    return float(np.diff(moments).max())


def _row(what: str, long: Long, rounds: int) -> Row:
    pauses = [longest_pause(long) for _ in range(rounds)]
    ((reference, soon),) = SOON.items()
    return Row(f"{what}: until it is stopped, at most", pauses, reference, [soon] * rounds)
