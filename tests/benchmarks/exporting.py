"""How long exports take.

The reference is the loop one writes first, with pandas where it is installed: records of Position, unpacked
one by one, in a list, a frame of data, and its own writing. It takes a fiftieth of the recording, scaled.
Times are those of the processor, in a process of its own for each: others may use the machine.
"""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.benchmarks import naive
from tests.benchmarks.apart import apart
from tests.benchmarks.measure import Context
from tests.benchmarks.report import Row, absent, rate, size
from viewer.api import open_recording
from viewer.cli import main as command
from viewer.export.formats import FORMATS, export
from viewer.export.part import make_part
from viewer.export.request import ExportRequest

_POSITION = 6
_COLUMNS = ("frame", "elapsed", "actor_id", "x", "y", "z", "pitch", "yaw", "roll")
_PICTURES, _RATE = 300, 60.0


def measure_export(context: Context) -> Iterator[Row]:
    """Tables, by the processor's time, against the loop that one writes first."""
    path = context.recording("traffic")
    sliced = naive.Slice.of(path)
    with_pandas = find_spec("pandas") is not None
    library = "pandas" if with_pandas else "csv.writer"
    for name, what in (("csv", "poses as csv"), ("parquet", "all tables as parquet")):
        if any(find_spec(module) is None for module in FORMATS[name].modules):
            yield absent(name)
            continue
        target = context.scratch / f"out.{name}"
        ours, theirs = [], []
        for _ in range(context.rounds):
            ours.append(apart(__name__, "exporting", name, path, target))
            written = _remove(target)
            if name == "csv" or with_pandas:
                theirs.append(apart(__name__, "looping", library, name, path, target).seconds * sliced.scale)
                _remove(target)
        took = tuple(cost.seconds for cost in ours)
        speed = (
            rate(written, "MB of text", took)
            if name == "csv"
            else rate(path.stat().st_size, "MB of recording", took)
        )
        detail = f"{speed}, {size(max(cost.peak for cost in ours))} of memory at most"
        reference = f"a loop with {library} for the poses, 1/{sliced.scale:.0f} of it, scaled"
        yield Row(f"Export {what}", took, reference if theirs else "", tuple(theirs), detail=detail)
    if not with_pandas:
        yield absent("pandas")


def measure_clip(context: Context) -> Iterator[Row]:
    """Pictures drawn and encoded, by the processor's time."""
    path = context.recording("traffic")
    target = context.scratch / ("clip.mp4" if find_spec("av") is not None else "clip")
    took = []
    for _ in range(context.rounds):
        took.append(apart(__name__, "clipping", path, target).seconds)
        _remove(target)
    kind = target.suffix or "PNG"
    yield Row(f"Clip, 1280x720, {kind}", tuple(took), detail=rate(_PICTURES, "pictures", took))


def _remove(target: Path) -> int:
    """Remove a file, or a folder of files; return how many bytes there were."""
    written = sum(each.stat().st_size for each in (target.iterdir() if target.is_dir() else [target]))
    if target.is_dir():
        shutil.rmtree(target)
    else:
        target.unlink()
    return written


def exporting(name: str, recording: str, target: str) -> Callable[[], None]:
    """Return what is measured apart: our own export."""
    for module in FORMATS[name].modules:  # what is imported counts for nobody
        import_module(module)

    def run() -> None:
        with open_recording(Path(recording)) as opened:
            export(ExportRequest(make_part(opened.index)), FORMATS[name], Path(target))

    return run


def looping(library: str, name: str, recording: str, target: str) -> Callable[[], None]:
    """Return the same of the loop: records unpacked one by one, a list, and the library's own writing."""
    if library == "pandas":
        pandas = import_module("pandas")
        if name == "parquet":
            import_module("pyarrow.parquet")
        return lambda: getattr(pandas.DataFrame(_records(Path(recording)), columns=_COLUMNS), f"to_{name}")(
            target, index=False
        )
    return lambda: _write_csv(Path(recording), Path(target))


def clipping(recording: str, target: str) -> Callable[[], object]:
    """Return the same of a clip."""
    words = ["clip", recording, "-o", target, "--range", "0", str(_PICTURES / _RATE), "--fps", str(_RATE)]
    return lambda: command(words)


def _records(recording: Path) -> list[tuple[Any, ...]]:
    frames = naive.read_frames(recording, naive.Slice.of(recording).frames)
    return [
        (*frame[0][0][::2], actor_id, x / 100, y / 100, z / 100, pitch, yaw, roll)
        for frame in frames
        for actor_id, x, y, z, roll, pitch, yaw in frame[_POSITION]
    ]


def _write_csv(recording: Path, target: Path) -> None:
    with target.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(_COLUMNS)
        writer.writerows(_records(recording))
