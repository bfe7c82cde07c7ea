"""``python -m tests.benchmarks``: measure the program on a recording made for it; print a Markdown table.

Ratios against named references are what counts: absolute figures move with the machine. Nothing here passes
or fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.benchmarks import naive
from tests.benchmarks.asking import measure_series, measure_trajectory, measure_world
from tests.benchmarks.drawing import measure_map
from tests.benchmarks.full_map import measure_full_map
from tests.benchmarks.judging import measure_beat, measure_events, measure_trajectories
from tests.benchmarks.loading import measure_lateness, measure_stall
from tests.benchmarks.measure import Context
from tests.benchmarks.memory import measure_memory
from tests.benchmarks.opening import measure_open
from tests.benchmarks.report import Row, heading, size, table
from tests.benchmarks.starting import measure_start
from tests.benchmarks.synthetic import Plan, write_recording
from tests.benchmarks.text import measure_text
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index

_MEASURES: dict[str, Callable[[Context], Iterator[Row]]] = {
    "open": measure_open,
    "memory": measure_memory,
    "world": measure_world,
    "trajectory": measure_trajectory,
    "trajectories": measure_trajectories,
    "events": measure_events,
    "beat": measure_beat,
    "series": measure_series,
    "map": measure_map,
    "full-map": measure_full_map,
    "stall": measure_stall,
    "lateness": measure_lateness,
    "start": measure_start,
    "text": measure_text,
}
_BYTES_PER_FRAME = 29_000


def main() -> int:
    """Run what was asked for; return the exit status."""
    options = _parse()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    needed = options.frames * _BYTES_PER_FRAME
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="carla-replay-benchmark-", dir=options.keep) as scratch:
        if shutil.disk_usage(scratch).free < needed:
            _say(f"There is no room for {size(needed)} in {scratch}; choose fewer --frames.")
            return 1
        recording = Path(scratch) / "synthetic.log"
        _say(f"Writing {options.frames:,} frames, about {size(needed)} …")
        write_recording(recording, Plan(options.frames, churn=options.churn))
        if options.keep is not None:
            recording = recording.rename(options.keep / recording.name)
        rows: list[Row] = []
        for name in options.only or _MEASURES:
            _say(f"Measuring: {name} …")
            rows += _MEASURES[name](Context(recording, Path(scratch), options.rounds))
        about = f"{_describe(recording)} {heading(options.rounds)}"
        sys.stdout.write(f"{about}\n\n{table(rows)}\n")
    return 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "--frames",
        type=int,
        default=36_000,
        help="length of the recording (default: %(default)s, about 1 GB)",
    )
    parser.add_argument(
        "--churn", action="store_true", help="let an actor die and another be born in every frame"
    )
    parser.add_argument(
        "--rounds", type=int, default=7, help="how often everything is measured (default: %(default)s)"
    )
    parser.add_argument(
        "--only", action="append", choices=_MEASURES, metavar="NAME",
        help=f"measure only this; can be given again; one of {', '.join(_MEASURES)}",
    )  # fmt: skip
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="write the recording here and leave it there"
    )
    return parser.parse_args()


def _describe(recording: Path) -> str:
    with LogFile(recording) as file:
        frames = len(read_index(file).heads)
    last = naive.read_frames(recording, 2)[-1]
    records = sum(len(packet) for packet in last.values())
    return (
        f"A recording of {size(recording.stat().st_size)}: {frames:,} frames "
        f"of {len(last)} packets and {records:,} records."
    )


def _say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")


if __name__ == "__main__":
    sys.exit(main())
