"""What something costs alone, in a process of its own.

``python -m tests.benchmarks.apart MODULE FUNCTION WORD…`` calls a function, which prepares and returns what
is measured, and prints seconds of the processor and the most memory that was in use, in bytes.
"""

from __future__ import annotations

import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

_STATUS = Path("/proc/self/status")
MEMORY_IS_KNOWN = _STATUS.exists()
"""Only on Linux: getrusage, which is everywhere, counts what the parent had when the process began."""


class Cost(NamedTuple):
    """Seconds of the processor, and bytes of memory at most; 0 where that is not known."""

    seconds: float
    peak: int


def apart(module: str, function: str, *words: object) -> Cost:
    """Return what it costs to do what a function of a module returns for some words."""
    command = [sys.executable, "-m", __name__, module, function, *map(str, words)]
    seconds, peak = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()[-2:]
    return Cost(float(seconds), int(peak))


def _main(module: str, function: str, *words: str) -> None:
    task = getattr(import_module(module), function)(*words)
    start = time.process_time()
    kept = task()
    took = time.process_time() - start
    sys.stdout.write(f"{took} {_peak()}\n")
    del kept


def _peak() -> int:
    if not MEMORY_IS_KNOWN:
        return 0
    status = dict(line.split(":", 1) for line in _STATUS.read_text().splitlines())
    return int(status["VmHWM"].split()[0]) * 1024


if __name__ == "__main__":
    _main(*sys.argv[1:])
