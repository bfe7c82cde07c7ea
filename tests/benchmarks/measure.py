"""The core: tasks that take turns, tasks in a process of their own, and rows of ratios."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.makers import RECORDINGS, write_recording

Samples = NDArray[np.float64]
Task = Callable[[], object]

PLAIN = "a plain read of the file"
FRAME = {"a frame of 16 ms": 0.016}  # a reference that needs no measuring

_STATUS = Path("/proc/self/status")


@dataclass(frozen=True)
class Bench:
    """What every measure is given.

    Attributes:
        folder: where the recordings are; those that are there are used again.
        scratch: a folder for other files.
        rounds: how often everything is measured.
        scale: how long recordings are, and how much there is of other things; 1 for the real size.

    """

    folder: Path
    scratch: Path
    rounds: int = 5
    scale: float = 1.0

    def recording(self, name: str) -> Path:
        """Return a recording of ``RECORDINGS``, written if it is not there."""
        plan = RECORDINGS[name].scaled(self.scale)
        path = self.folder / f"{name}, {plan.frames} frames.log"
        if not path.exists():
            write_recording(path, plan)
        return path

    @property
    def few(self) -> int:
        """How often what takes long is measured."""
        return min(self.rounds, 3)

    def scaled(self, count: int) -> int:
        """Return how many things there are at this scale, of which there are so many at full scale."""
        return max(round(count * self.scale), 1)

    def seconds(self, most: float) -> float:
        """Return how long to watch what is watched for so long at full scale."""
        return max(most * min(self.scale, 1.0), 0.05)


class Row(NamedTuple):
    """Figures of a task and of its reference, one for each round; less is better. Without unit: seconds."""

    what: str
    ours: Sequence[float]
    reference: str
    theirs: Sequence[float]
    unit: str = "s"


# -- measuring


def interleaved(
    tasks: Mapping[str, Task], rounds: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, list[Any]]:
    """Return for each task its figures, one for each round.

    A figure is the time a task took, or what it returned if that is a number, an array of them or a Cost. All
    take turns, forwards and backwards, so that what disturbs one disturbs all; where there is more than one
    round, each has run once before, so that what is read lies in memory.
    """
    figures: dict[str, list[Any]] = {name: [] for name in tasks}
    for number in range(-1 if rounds > 1 else 0, rounds):
        for name in list(tasks)[:: -1 if number % 2 else 1]:
            start = clock()
            told = tasks[name]()
            took = clock() - start
            if number >= 0:
                figures[name].append(told if isinstance(told, (float, np.ndarray, Cost)) else took)
    return figures


def rows(
    figures: Mapping[str, Sequence[float]], constant: Mapping[str, float] | None = None, unit: str = "s"
) -> list[Row]:
    """Return a row for each task: the last is the reference of all, unless that is a constant."""
    *ours, last = figures
    theirs = figures[last]
    if constant is not None:
        ours, ((last, value),) = list(figures), constant.items()
        theirs = [value] * len(figures[ours[0]])
    return [Row(name, figures[name], last, theirs, unit) for name in ours]


def percentiles(figures: Mapping[str, Sequence[Samples]], *shares: int) -> dict[str, list[float]]:
    """Return percentiles of arrays, one for each round, under names that say which."""
    told = {50: "median", 95: "95th percentile", 99: "99th percentile", 100: "longest"}
    return {
        f"{name}, {told[share]}": [float(np.percentile(each, share)) for each in rounds]
        for name, rounds in figures.items()
        for share in shares
    }


class Cost(NamedTuple):
    """Seconds, and bytes of memory: at the end, and at most; 0 where that is not known."""

    seconds: float
    memory: int
    peak: int


def alone(function: Callable[..., Any], *words: object) -> Any:
    """Return what a function returns that is called in a process of its own."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(function, *words).result()


def cost(prepare: Callable[..., Task], *words: object) -> Cost:
    """Return what it costs to do what a function prepares and returns; to be called ``alone``."""
    task = prepare(*words)
    start = time.perf_counter()
    told = task()
    return Cost(told if isinstance(told, float) else time.perf_counter() - start, *memory_in_use())


def memory_in_use() -> tuple[int, int]:
    """Return how many bytes this process has, and had at most; 0 where Linux is not."""
    if not _STATUS.exists():
        return 0, 0
    status = dict(line.split(":", 1) for line in _STATUS.read_text().splitlines())
    return int(status["VmRSS"].split()[0]) * 1024, int(status["VmHWM"].split()[0]) * 1024


def read_plainly(path: Path) -> None:
    """Read a whole file in blocks of 2 MB and look at nothing."""
    block = bytearray(2 << 20)
    with path.open("rb", buffering=0) as file:
        while file.readinto(block):
            pass


# -- the table of measures

MEASURES = {
    "opening": "files.measure_opening",
    "shapes": "files.measure_shapes",
    "trajectories": "files.measure_trajectories",
    "story": "window.measure_story",
    "exports": "files.measure_exports",
    "towns": "files.measure_towns",
    "stopping": "stopping.measure_stopping",
    "maps": "large_maps.measure_large_maps",
    "start": "files.measure_start",
    "library": "library.measure_library",
    "cluster": "library.measure_cluster",
    "question": "library.measure_question",
    "page": "library.measure_page",
    "painting": "window.measure_painting",
    "playing": "window.measure_playing",
    "beat": "window.measure_beat",
    "following": "window.measure_following",
    "memory": "window.measure_memory",
    "pictures": "cameras.measure_seek_to_picture",
    "played pictures": "cameras.measure_played_pictures",
    "memory of pictures": "cameras.measure_picture_memory",
}
"""Each by its name: module and function, which are loaded only to measure."""


def measured(name: str, bench: Bench) -> list[Row]:
    """Return the rows of one measure."""
    module, _, function = MEASURES[name].partition(".")
    with tempfile.TemporaryDirectory(dir=bench.scratch) as scratch:
        rows = getattr(import_module(f"tests.benchmarks.{module}"), function)
        return list(rows(replace(bench, scratch=Path(scratch))))


# -- telling

HEAD = ("Measure", "Least", "Median", "Reference", "Least", "Median", "Ratio, least", "median", "from – to")


def table(found: Iterable[Row]) -> str:
    """Return rows as a table of Markdown; ratios are those of the least, and of each round."""
    lines = [HEAD, ("-", "-:", "-:", "-", *["-:"] * 5), *map(_cells, found)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _cells(row: Row) -> tuple[str, ...]:
    ours, theirs = (np.asarray(each, float) for each in (row.ours, row.theirs))
    cells = row.what, *_pair(ours, row.unit), row.reference, *_pair(theirs, row.unit)
    if not theirs.all():
        return *cells, "", "", ""
    ratios, least = ours / theirs, ours.min() / theirs.min()
    spread = f"{ratios.min():.3g} – {ratios.max():.3g}"
    return *cells, f"{least:.3g}", f"{np.median(ratios):.3g}", spread


def _pair(figures: Samples, unit: str) -> tuple[str, str]:
    return amount(float(figures.min()), unit), amount(float(np.median(figures)), unit)


def amount(value: float, unit: str) -> str:
    """Return a figure with its unit.

    >>> amount(0.0117, "s"), amount(22.06, "s"), amount(1_023_000_000, "B"), amount(0.000012, "s")
    ('11.7 ms', '22.1 s', '1020 MB', '0.012 ms')
    """
    value, unit = (
        (value / 1e6, "MB")
        if unit == "B"
        else (value * 1e3, "ms")
        if value < 1 and unit == "s"
        else (value, unit)
    )
    return f"{float(f'{value:.3g}'):.6g} {unit}"
