"""Timing several tasks fairly: in turn, round after round, so that whatever disturbs one disturbs all."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]
"""Seconds, one figure per round or per event, shape (K,)."""


@dataclass(frozen=True, slots=True)
class Context:
    """What every measure is given."""

    recording: Path
    scratch: Path
    """A folder for files of its own; it is removed at the end."""
    rounds: int


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
