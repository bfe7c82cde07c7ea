"""``python -m tests.benchmarks.exporting``: export a recording made for it, and print a Markdown table.

The reference is the loop one writes first, with pandas where it is installed: records of Position, unpacked
one by one, in a list, a frame of data, and its own writing. It takes a fiftieth of the recording, scaled.
Times are those of the processor, in a process of its own for each: others may use the machine. Memory is
what that process had in use at most.
"""

from __future__ import annotations

import argparse
import csv
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.benchmarks import naive
from tests.benchmarks.report import Row, heading, ratio, seconds, size, table
from tests.benchmarks.synthetic import Plan, write_recording
from viewer.api import open_recording
from viewer.cli import main as command
from viewer.export.formats import FORMATS, export
from viewer.export.part import make_part
from viewer.export.request import ExportRequest

_POSITION = 6
_COLUMNS = ("frame", "elapsed", "actor_id", "x", "y", "z", "pitch", "yaw", "roll")
_STATUS = Path("/proc/self/status")
_CLIP_SECONDS = 10.0
_RATE = 60.0


def main() -> int:
    """Measure; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.exporting", description=__doc__)
    parser.add_argument(
        "--frames", type=int, default=36_000, help="length (default: %(default)s, about 1 GB)"
    )
    parser.add_argument("--rounds", type=int, default=3, help="how often (default: %(default)s)")
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure is not None:
        _print_measured(*options.measure)
        return 0
    with tempfile.TemporaryDirectory(prefix="carla-replay-benchmark-") as scratch:
        recording = Path(scratch) / "synthetic.log"
        sys.stderr.write(f"Writing {options.frames:,} frames …\n")
        write_recording(recording, Plan(options.frames))
        rows = [*_tables(recording, Path(scratch), options.rounds), _clip(recording, Path(scratch))]
        about = f"A recording of {size(recording.stat().st_size)}. {heading(options.rounds)}"
        sys.stdout.write(f"{about}\n\n{table(rows)}\n")
    return 0


def _tables(recording: Path, scratch: Path, rounds: int) -> list[Row]:
    """Return rows for csv and parquet, each beside the loop of the same round."""
    whole = recording.stat().st_size
    sliced = naive.Slice.of(recording)
    with_pandas = find_spec("pandas") is not None
    rows = []
    for name in ("csv", "parquet"):
        if any(find_spec(module) is None for module in FORMATS[name].modules):
            continue
        reference = "pandas" if with_pandas else "csv.writer"
        if name == "parquet" and not with_pandas:
            continue
        figures = []
        for _ in range(rounds):
            mine = _measured(name, recording, scratch)
            theirs = _measured(f"{reference}-{name}", recording, scratch)
            figures.append((mine, theirs[0] * sliced.scale))
        (took, written, peak), loop = sorted(figures, key=lambda each: each[0][0])[len(figures) // 2]
        amount, of = (written, "text") if name == "csv" else (whole, "recording")
        rate = f"{amount / took / 1e6:,.0f} MB/s of {of}"
        what = "poses as csv" if name == "csv" else "all tables as parquet"
        rows.append(
            Row(
                f"Export {what}, {rate}, {size(peak)} at most in use",
                seconds(took),
                seconds(min(mine[0] for mine, _ in figures)),
                f"a loop with {reference} for the poses, 1/{sliced.scale:.0f} of it, scaled",
                seconds(loop),
                ratio(took / loop),
            )
        )
    return rows


def _clip(recording: Path, scratch: Path) -> Row:
    """Return how many pictures of 1280x720 are drawn and encoded in a second."""
    video = find_spec("av") is not None
    target = scratch / ("clip.mp4" if video else "clip")
    start = time.process_time()
    command(
        ["clip", str(recording), "-o", str(target), "--range", "0", str(_CLIP_SECONDS), "--fps", str(_RATE)]
    )
    took = time.process_time() - start
    count = _CLIP_SECONDS * _RATE
    kind = target.suffix or "PNG"
    return Row(f"Clip of {count:.0f} pictures, 1280x720, {kind}: {count / took:.0f} a second", seconds(took))


def _measured(what: str, recording: Path, scratch: Path) -> tuple[float, int, int]:
    """Return seconds, bytes written, and bytes of memory at most, of a process of its own."""
    words = [
        sys.executable,
        "-m",
        "tests.benchmarks.exporting",
        "--measure",
        what,
        str(recording),
        str(scratch),
    ]
    took, written, peak = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    return float(took), int(written), int(peak)


def _print_measured(what: str, recording: str, scratch: str) -> None:
    target = Path(scratch) / f"out.{what}"
    for library in ("pandas", "pyarrow.parquet"):  # what is imported counts for nobody
        if find_spec(library.partition(".")[0]) is not None:
            import_module(library)
    start = time.process_time()
    _WAYS[what](Path(recording), target)
    took = time.process_time() - start
    is_folder = target.is_dir()
    written = sum(each.stat().st_size for each in (target.iterdir() if is_folder else [target]))
    sys.stdout.write(f"{took} {written} {_peak()}")
    if is_folder:
        shutil.rmtree(target)
    else:
        target.unlink()


def _peak() -> int:
    if not _STATUS.exists():
        return 0
    status = dict(line.split(":", 1) for line in _STATUS.read_text().splitlines())
    return int(status["VmHWM"].split()[0]) * 1024


def _export_to(name: str) -> Callable[[Path, Path], None]:
    def run(recording: Path, target: Path) -> None:
        with open_recording(recording) as opened:
            export(ExportRequest(make_part(opened.index)), FORMATS[name], target)

    return run


def _records(recording: Path) -> list[tuple[Any, ...]]:
    frames = naive.read_frames(recording, naive.Slice.of(recording).frames)
    return [
        (*frame[0][0][::2], actor_id, x / 100, y / 100, z / 100, pitch, yaw, roll)
        for frame in frames
        for actor_id, x, y, z, roll, pitch, yaw in frame[_POSITION]
    ]


def _pandas(recording: Path, target: Path, method: str) -> None:
    import pandas as pd  # noqa: PLC0415

    getattr(pd.DataFrame(_records(recording), columns=_COLUMNS), method)(target, index=False)


def _csv_writer(recording: Path, target: Path) -> None:
    with target.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(_COLUMNS)
        writer.writerows(_records(recording))


_WAYS: dict[str, Callable[[Path, Path], None]] = {
    "csv": _export_to("csv"),
    "parquet": _export_to("parquet"),
    "pandas-csv": lambda recording, target: _pandas(recording, target, "to_csv"),
    "pandas-parquet": lambda recording, target: _pandas(recording, target, "to_parquet"),
    "csv.writer-csv": _csv_writer,
}


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    sys.exit(main())
