"""``python -m tests.benchmarks.roads``: measure maps; print a Markdown table.

The maps are those of the folder that ``CARLA_MAPS`` names, and the sample's. Ratios against named references
are what counts: absolute figures move with the machine.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np

from tests.benchmarks.measure import interleave
from tests.benchmarks.report import Row, heading, ratio, seconds, size, table, timed
from tests.benchmarks.road_frames import measure_road_frames
from viewer.resources import resource
from viewer.roads import RoadMap, open_map
from viewer.roads.kinds import Surface

_POINTS = 1000
_CALLS = 20
_STATUS = Path("/proc/self/status")
_STEP = 2000.0  # m between two copies of a town


def main() -> int:
    """Run what was asked for; return the exit status."""
    options = _parse()
    if options.peak is not None:
        sys.stdout.write(str(_peak(options.peak)))
        return 0
    maps = [resource("Sampletown.xodr")]
    if folder := os.environ.get("CARLA_MAPS"):
        maps += sorted(Path(folder).glob("*.xodr"))
    rows = [row for path in maps for row in _measure(path, options.rounds)]
    with tempfile.TemporaryDirectory(prefix="carla-replay-benchmark-") as scratch:
        rows += measure_road_frames(maps, Path(scratch), options.rounds)
    if options.large:
        with tempfile.TemporaryDirectory(prefix="carla-replay-benchmark-") as scratch:
            large = Path(scratch) / "large.xodr"
            _write_large(large, maps[-1], options.large * 1_000_000)
            rows += _measure_large(large)
    sys.stdout.write(f"{heading(options.rounds)}\n\n{table(rows)}\n")
    return 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.roads", description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=9, help="how often everything is measured (default: %(default)s)"
    )
    parser.add_argument("--large", type=int, metavar="MB", help="also write a map of this size and read it")
    parser.add_argument("--peak", type=Path, metavar="FILE", help=argparse.SUPPRESS)
    return parser.parse_args()


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
    what = f"{name}, {size(path.stat().st_size)}"
    yield timed(f"Open {what}", samples["open"], "ElementTree.parse alone", samples["parse"])
    yield timed(
        f"Locate {_POINTS:,} points in {name}", samples["locate"],
        f"distances to {len(outlines):,} points of outlines", samples["compare"], _CALLS,
    )  # fmt: skip
    drawn, painted = _drawn(road_map)
    yield Row(f"Points of surfaces and of marks in {name}", f"{drawn:,} and {painted:,}")


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


def _measure_large(path: Path) -> Iterator[Row]:
    name = size(path.stat().st_size)
    begin = time.perf_counter()
    road_map = open_map(path)
    opened = time.perf_counter() - begin
    drawn, painted = _drawn(road_map)
    yield Row(f"Open {name}, {len(road_map.roads):,} roads", seconds(opened))
    yield Row(f"Points of surfaces and of marks in {name}", f"{drawn:,} and {painted:,}")
    begin = time.perf_counter()
    road_map.locate(_places(road_map))
    yield Row(f"Locate {_POINTS:,} points in it", seconds(time.perf_counter() - begin))
    del road_map
    if _STATUS.exists():
        empty, full = (_peak_of(one) for one in (resource("Sampletown.xodr"), path))
        yield Row(
            f"Memory to open {name}, at its peak", size(full - empty), "size of the file",
            name, ratio((full - empty) / path.stat().st_size),
        )  # fmt: skip
    yield Row(f"Cancel opening {name}, the longest wait", seconds(_longest_wait(path)))


def _longest_wait(path: Path) -> float:
    """Return the longest time between two questions whether to go on."""
    times = [time.perf_counter()]

    def proceed(_share: float) -> bool:
        times.append(time.perf_counter())
        return True

    open_map(path, proceed=proceed)
    times.append(time.perf_counter())
    return float(np.diff(times).max())


def _peak_of(path: Path) -> int:
    command = [sys.executable, "-m", "tests.benchmarks.roads", "--peak", str(path)]
    return int(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def _peak(path: Path) -> int:
    """Open a map and return the most memory that was in use, in bytes."""
    kept = open_map(path)
    status = dict(line.split(":", 1) for line in _STATUS.read_text().splitlines())
    del kept
    return int(status["VmHWM"].split()[0]) * 1024


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


if __name__ == "__main__":
    sys.exit(main())
