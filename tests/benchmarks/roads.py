"""How long maps take: to open them, and to find where on them points are."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np

from tests.benchmarks.apart import MEMORY_IS_KNOWN, apart
from tests.benchmarks.measure import Context, interleave
from tests.benchmarks.report import Row, size, timed
from viewer.resources import resource
from viewer.roads import RoadMap, open_map
from viewer.roads.kinds import Surface

_POINTS = 1000
_CALLS = 5
_PARSE = "ElementTree.parse alone"
_LARGE = 100_000_000
"""Bytes of a large map at full scale."""
_ROUNDS = 3
"""Of what takes long."""
_STEP = 2000.0  # m between two copies of a town


def maps() -> list[Path]:
    """Return the sample's map, and those of the folder that ``CARLA_MAPS`` names."""
    folder = os.environ.get("CARLA_MAPS")
    return [resource("Sampletown.xodr"), *(sorted(Path(folder).glob("*.xodr")) if folder else ())]


def measure_roads(context: Context) -> Iterator[Row]:
    """Opening each map, and finding the lanes of points on it."""
    for path in maps():
        yield from _measure(path, context.rounds)


def _measure(path: Path, rounds: int) -> Iterator[Row]:
    name, road_map = path.stem, open_map(path)
    points = _places(road_map)
    outlines = np.concatenate([level.surfaces[Surface.ROAD].points for level in road_map.levels])

    def look() -> None:
        for _ in range(_CALLS):
            road_map.locate(points)

    def compare() -> None:
        for _ in range(_CALLS):
            np.hypot(*(points[:, None, :] - outlines).transpose(2, 0, 1)).argmin(axis=1)

    samples = interleave(
        {
            "open": lambda: open_map(path),
            "parse": lambda: ET.parse(path),  # noqa: S314 - the file is one's own
            "locate": look,
            "compare": compare,
        },
        rounds,
    )
    drawn, painted = _drawn(road_map)
    detail = f"{size(path.stat().st_size)}, {drawn:,} points of surfaces, {painted:,} of marks"
    yield timed(f"Open {name}", samples["open"], _PARSE, samples["parse"], detail=detail)
    yield timed(
        f"Locate {_POINTS:,} points in {name}", samples["locate"],
        f"distances to {len(outlines):,} points of outlines", samples["compare"], _CALLS,
    )  # fmt: skip


def _places(road_map: RoadMap) -> np.ndarray:
    dice = np.random.default_rng(0)
    middles = road_map.labels.points
    return middles[dice.integers(0, len(middles), _POINTS)] + dice.normal(0.0, 3.0, (_POINTS, 2))


def _drawn(road_map: RoadMap) -> tuple[int, int]:
    surfaces = sum(len(paths.points) for level in road_map.levels for paths in level.surfaces.values())
    marks = sum(
        len(group.lines.points) for level in road_map.levels for group in (*level.marks, *level.kerbs)
    )
    return surfaces, marks


def measure_large_map(context: Context) -> Iterator[Row]:
    """A map of many copies of a town: its memory, and the longest wait between two chances to cancel."""
    path = context.scratch / "large.xodr"
    _write_large(path, maps()[-1], context.scaled(_LARGE))
    what, amount = "a map of many towns", path.stat().st_size
    tasks = {"open": lambda: open_map(path), "parse": lambda: ET.parse(path)}  # noqa: S314 - the file is one's own
    samples = interleave(tasks, min(context.rounds, _ROUNDS))
    yield timed(f"Open {what}", samples["open"], _PARSE, samples["parse"], detail=size(amount))
    if MEMORY_IS_KNOWN:
        empty, full = (apart(__name__, "opening", one).peak for one in (resource("Sampletown.xodr"), path))
        yield Row(f"Memory to open {what}", (full - empty,), "size of the file", (amount,), unit="bytes")
    yield Row(f"Cancel opening {what}, the longest wait", (_longest_wait(path),))


def opening(path: str) -> Callable[[], object]:
    """Return what is measured apart."""
    return lambda: open_map(Path(path))


def _longest_wait(path: Path) -> float:
    """Return the longest time between two questions whether to go on."""
    times = [time.perf_counter()]

    def proceed(_share: float) -> bool:
        times.append(time.perf_counter())
        return True

    open_map(path, proceed=proceed)
    times.append(time.perf_counter())
    return float(np.diff(times).max())


def _write_large(path: Path, town: Path, wanted: int) -> None:
    """Write a file with copies of a town's roads, beside each other."""
    text = town.read_text()
    begin, end = text.index("<road "), text.rindex("</road>") + len("</road>")
    roads = text[begin:end]
    copies = wanted // len(roads) + 1
    columns = int(np.ceil(np.sqrt(copies)))
    with path.open("w") as file:
        file.write(text[:begin])
        for copy in range(copies):
            file.write(_shifted(roads, copy % columns * _STEP, copy // columns * _STEP))
        file.write(text[end:])


def _shifted(roads: str, east: float, north: float) -> str:
    """Return the text of roads elsewhere, metres away."""

    def shift(at: re.Match[str]) -> str:
        x, y = at.groups()
        return f'x="{float(x) + east:.16e}" y="{float(y) + north:.16e}"'

    return re.sub(r'x="(\S+)" y="(\S+)"', shift, roads)
