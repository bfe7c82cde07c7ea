"""Timing several tasks fairly: in turn, round after round, so that whatever disturbs one disturbs all."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.native import Native, compile_references
from tests.benchmarks.recordings import RECORDINGS, scaled_plan
from tests.benchmarks.shapes import write_shape
from tests.benchmarks.synthetic import write_recording

Samples = NDArray[np.float64]
"""Seconds, one figure per round or per event, shape (K,)."""

PLAIN = "plain read of the same file"


@dataclass(frozen=True)
class Context:
    """What every measure is given."""

    folder: Path
    """Where the recordings are; what is there already is used again."""
    scratch: Path
    """A folder for other files; it is removed at the end."""
    rounds: int = 3
    scale: float = 1.0
    _native: list[Native | None] = field(default_factory=list)

    def recording(self, name: str, times: float = 1.0) -> Path:
        """Return one of the recordings that are made for the measures, or one so many times as long."""
        plan = scaled_plan(RECORDINGS[name], self.scale * times)
        path = self.folder / f"{name}-{plan.frames}.log"
        if not path.exists():
            write_recording(path, plan)
        return path

    def shape(self, name: str) -> Path:
        """Return a recording whose actors come and go in one of the ways that are measured."""
        path = self.folder / f"{name}-{self.scale:g}.log"
        if not path.exists():
            write_shape(path, name, self.scale)
        return path

    def scaled(self, count: int) -> int:
        """Return a number of things that is right at full scale for this one."""
        return max(round(count * self.scale), 1)

    def native(self) -> Native | None:
        """Return the references in C++; None where there is no compiler."""
        if not self._native:
            self._native.append(compile_references(self.scratch))
        return self._native[0]

    def readers(self, path: Path) -> dict[str, Callable[[], object]]:
        """Return what reads a file in other ways, by the name of the reference."""
        readers: dict[str, Callable[[], object]] = {PLAIN: partial(read_plainly, path)}
        if native := self.native():
            readers["header walk in C++"] = partial(native.walk, path)
            readers["CARLA's way of small reads, in C++"] = partial(native.read_records, path)
        return readers


def interleave(
    tasks: Mapping[str, Callable[[], object]],
    rounds: int,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, Samples]:
    """Return how long each task takes in each round; by the processor's time, if that is the clock.

    Before the first round every task runs once without being timed. Every other round runs backwards, so
    that no task always profits from what the one before it left in the caches.
    """
    seconds = {name: np.empty(rounds) for name in tasks}
    for task in tasks.values():
        task()
    for number in range(rounds):
        order = list(tasks) if number % 2 == 0 else list(tasks)[::-1]
        for name in order:
            start = clock()
            tasks[name]()
            seconds[name][number] = clock() - start
    return seconds


def read_plainly(path: Path) -> None:
    """Read a whole file in blocks of 2 MB and look at nothing: the reference of all reading."""
    block = bytearray(2 << 20)
    with path.open("rb", buffering=0) as file:
        while file.readinto(block):
            pass
