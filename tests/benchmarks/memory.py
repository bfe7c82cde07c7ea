"""How much memory an open recording takes; each figure is that of a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from tests.benchmarks import naive
from tests.benchmarks.apart import MEMORY_IS_KNOWN, apart
from tests.benchmarks.measure import Context
from tests.benchmarks.report import Row
from viewer.api import open_recording

WAYS: dict[str, Callable[[Path, int], object]] = {
    "empty": lambda _path, _frames: None,
    "open": lambda path, _frames: open_recording(path),
    "naive": naive.read_frames,
}


def measure_memory(context: Context) -> Iterator[Row]:
    """Memory to open a recording, above that of the same program without one."""
    what = "Memory to open traffic, at its peak"
    if not MEMORY_IS_KNOWN:
        yield Row(what, detail="only measured on Linux")
        return
    path = context.recording("traffic")
    sliced = naive.Slice.of(path)
    peaks: dict[str, list[int]] = {way: [] for way in WAYS}
    for _ in range(context.rounds):
        for way, figures in peaks.items():
            figures.append(apart(__name__, "way", way, path, sliced.frames).peak)
    empty = np.array(peaks["empty"])
    opened, kept = (np.array(peaks[way]) - empty for way in ("open", "naive"))
    yield Row(what, tuple(opened.tolist()), sliced.label, tuple((kept * sliced.scale).tolist()), unit="bytes")


def way(name: str, path: str, frames: str) -> Callable[[], object]:
    """Return what is measured apart."""
    return lambda: WAYS[name](Path(path), int(frames))
