"""``python -m tests.benchmarks``: measure the program, and print a table of ratios.

Each measure stands beside a named reference that is measured in the same run, in turns. What counts are the
ratios: times alone move with the machine. Nothing here passes or fails.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.measure import (
    MEASURES,
    Bench,
    Row,
    alone,
    measured,
    table,
)


def main() -> int:
    """Measure what was asked for, each in a process of its own; return the exit status."""
    options = _parser().parse_args()
    os.environ |= {"QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "default.warning=false"}
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # with bytecode, as an installed program has it
    cores, load = os.cpu_count(), f", load {os.getloadavg()[2]:.1f}" if hasattr(os, "getloadavg") else ""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="carla-replay-benchmark-") as scratch:
        os.environ |= {f"XDG_{kind}_HOME": scratch for kind in ("CONFIG", "DATA", "CACHE")}
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        bench = Bench(folder, Path(scratch), options.rounds, options.scale)
        for name in options.only or MEASURES:
            begin = time.monotonic()
            rows += alone(measured, name, bench)
            sys.stderr.write(f"{name}: {time.monotonic() - begin:.0f} s\n")
    text = (
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {cores} cores{load}; "
        f"{options.rounds} rounds at scale {options.scale:g}.\n\n{table(rows)}"
    )
    sys.stdout.write(text)
    if options.table:
        options.table.write_text(text, encoding="utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "--only",
        nargs="+",
        choices=MEASURES,
        metavar="NAME",
        help=f"measure only these: {', '.join(MEASURES)}",
    )
    parser.add_argument(
        "--scale", type=float, default=1.0,
        help="how long recordings are; 1 needs 5 GB of disk and hours (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--rounds", type=int, default=5, help="how often (default: %(default)s)")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        help="keep the recordings in this folder, and use those that are there",
    )
    parser.add_argument("--table", type=Path, metavar="FILE", help="write the table to a file, too")
    return parser


if __name__ == "__main__":
    sys.exit(main())
