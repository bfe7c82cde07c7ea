"""How long it takes from the start of the program to the first picture of a recording."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.benchmarks.measure import Context, interleave
from tests.benchmarks.report import Row, timed
from viewer.resources import resource
from viewer.ui.commands.files import SAMPLE

_REFERENCE = "bare window of PySide6, numpy and pyqtgraph"


def measure_start(context: Context) -> Iterator[Row]:
    """Process start to first picture, of the sample and of the recording, against a bare window."""
    files = {"the sample": resource(SAMPLE), "traffic": context.recording("traffic")}
    settings = context.scratch / "settings"
    tasks = {"bare": _starting()} | {name: _starting(path, settings) for name, path in files.items()}
    samples = interleave(tasks, context.rounds)
    for name in files:
        yield timed(f"Start to first picture, {name}", samples[name], _REFERENCE, samples["bare"])


def _starting(*arguments: Path) -> Callable[[], None]:
    command = [sys.executable, "-m", "tests.benchmarks.first_picture", *map(str, arguments)]
    # With bytecode, as an installed program has it: the first run, which is not timed, writes it.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def start() -> None:
        result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        if result.stdout != "painted\n":
            raise RuntimeError(f"the window ended before it had painted: {result.stderr}")

    return start
