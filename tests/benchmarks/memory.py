"""How much memory an open recording takes.

Each figure is that of a process of its own, which this module is too:
``python -m tests.benchmarks.memory empty|open|naive FILE FRAMES`` prints the most it had in use, in bytes.
Everything is imported in all three cases.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from tests.benchmarks import naive
from tests.benchmarks.measure import Context
from tests.benchmarks.report import Row, ratio, size
from viewer.api import open_recording

_STATUS = Path("/proc/self/status")
_WAYS: dict[str, Callable[[Path, int], object]] = {
    "empty": lambda _path, _frames: None,
    "open": lambda path, _frames: open_recording(path),
    "naive": naive.read_frames,
}


def measure_memory(context: Context) -> Iterator[Row]:
    """Memory to open a recording, above that of the same program without one."""
    what = "Memory to open it, at its peak"
    if not _STATUS.exists():
        # getrusage, which is everywhere, counts what the parent had in use when the process began.
        yield Row(what, "only measured on Linux")
        return
    sliced = naive.Slice.of(context.recording)
    peaks: dict[str, list[int]] = {way: [] for way in _WAYS}
    for _ in range(context.rounds):
        for way, figures in peaks.items():
            figures.append(_peak_of(way, context.recording, sliced.frames))
    medians = {way: float(np.median(figures)) for way, figures in peaks.items()}
    opened = medians["open"] - medians["empty"]
    kept = (medians["naive"] - medians["empty"]) * sliced.scale
    yield Row(what, size(opened), "", sliced.label, size(kept), ratio(opened / kept))


def _peak_of(way: str, path: Path, frames: int) -> int:
    command = [sys.executable, "-m", "tests.benchmarks.memory", way, str(path), str(frames)]
    return int(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def _print_peak(way: str, path: str, frames: str) -> None:
    kept = _WAYS[way](Path(path), int(frames))
    status = dict(line.split(":", 1) for line in _STATUS.read_text().splitlines())
    sys.stdout.write(str(int(status["VmHWM"].split()[0]) * 1024))
    del kept


if __name__ == "__main__":
    _print_peak(*sys.argv[1:])
