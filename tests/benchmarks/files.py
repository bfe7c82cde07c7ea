"""What recordings and maps cost without the window: opening them, asking them, exporting, starting."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np

from tests.benchmarks.makers import LARGE, SHAPES, drawn, write_recording
from tests.benchmarks.measure import PLAIN, Bench, Row, Task, interleaved, read_plainly, rows
from tests.live import growing_views
from viewer.analysis.find_events import find_events
from viewer.api import open_recording
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_selection
from viewer.logfile.source import LogFile
from viewer.program import resource
from viewer.recording.actors import MOVERS
from viewer.recording.indexing.builder import read_index
from viewer.recording.motion_check import motion_check
from viewer.recording.read.poses import read_trajectories
from viewer.replay.paths.trajectory import trajectory
from viewer.roads import open_map

_LARGE = "1 GB of traffic"


def measure_opening(bench: Bench) -> Iterator[Row]:
    """Opening recordings of traffic, and of ever the same that comes in masses."""
    for name in LARGE:
        yield from _opening(bench, f"Open {name}", bench.recording(name))


def measure_shapes(bench: Bench) -> Iterator[Row]:
    """Opening recordings in which actors come and go in all ways, and in drawn ones: of these the slowest."""
    for name in SHAPES:
        yield from _opening(bench, f"Open {name}", bench.recording(name))
    found = []
    for seed in range(bench.scaled(20)):
        write_recording(path := bench.scratch / "drawn.log", drawn(seed, bench.scale))
        found.append(_opening(bench, f"Open the slowest that was drawn, by seed {seed}", path))
    yield from max(found, key=lambda rows: min(rows[0].ours) / min(rows[0].theirs))


def _opening(bench: Bench, what: str, path: Path) -> list[Row]:
    tasks = {
        what: partial(open_whole, path),
        f"{what}, in views and checked as the window does": partial(open_whole, path, _in_views),
        PLAIN: partial(read_plainly, path),
    }
    return rows(interleaved(tasks, bench.rounds))


def open_whole(path: Path, read: Callable[[LogFile], object] = read_index) -> None:
    """Open a recording, and let go of it."""
    with LogFile(path) as file:
        read(file)


def _in_views(file: LogFile) -> None:
    *_, index = growing_views(file)
    index.prepare()
    motion_check(index)


def measure_trajectories(bench: Bench) -> Iterator[Row]:
    """Where the hero was, and where everybody who moves was."""
    path = bench.recording(_LARGE)
    with LogFile(path) as file:
        index = read_index(file)
        movers = np.flatnonzero(np.isin(index.actors.category, MOVERS))
        tasks = {
            "Trajectory of the hero": partial(trajectory, index, int(index.actors.hero_rows[0])),
            "All trajectories": partial(read_trajectories, index, movers),
            PLAIN: partial(read_plainly, path),
        }
        yield from rows(interleaved(tasks, bench.rounds))


def finding(path: Path) -> Task:
    """Return what finds all events of everybody in a recording."""
    return partial(find_events, read_index(LogFile(path)))


# -- exports


def measure_exports(bench: Bench) -> Iterator[Row]:
    """Each format, against its library or a plain write of what is ready."""
    path = bench.recording("100 MB of traffic")
    for name, (what, prepare) in _READY.items():
        if any(find_spec(module) is None for module in FORMATS[name].modules):
            continue
        target = bench.scratch / f"export.{name}"
        with open_recording(path) as recording:
            part = make_selection(recording.index)
            write = partial(export, part, FORMATS[name], target)
            write()
            ready = prepare(target, bench.scratch / "ready")
            tasks = {f"Export of 100 MB as {name}": write, what: ready}
            yield from rows(interleaved(tasks, bench.few))


def _ready_bytes(written: Path, target: Path) -> Task:
    return partial(target.write_bytes, written.read_bytes())


def _ready_tables(written: Path, target: Path) -> Task:
    parquet = import_module("pyarrow.parquet")
    tables = [parquet.read_table(path) for path in sorted(written.rglob("*.parquet"))]

    def write() -> None:
        for table in tables:
            parquet.write_table(table, target)

    return write


def _ready_messages(written: Path, target: Path) -> Task:
    reader, writer = import_module("mcap.reader"), import_module("mcap.writer")
    with written.open("rb") as stream:
        found = reader.make_reader(stream).iter_messages(log_time_order=False)
        messages = [(message.log_time, message.data) for _, _, message in found]

    def write() -> None:
        with target.open("wb") as stream:
            out = writer.Writer(stream)
            out.start()
            channel = out.register_channel("none", "", 0)
            for moment, data in messages:
                out.add_message(channel, moment, data, moment)
            out.finish()

    return write


_READY: dict[str, tuple[str, Callable[[Path, Path], Task]]] = {
    "csv": ("a write of the ready text", _ready_bytes),
    "jsonl": ("a write of the ready text", _ready_bytes),
    "parquet": ("pyarrow's write of the ready tables", _ready_tables),
    "mcap": ("mcap's write of the ready messages", _ready_messages),
}


# -- maps, and the start


def measure_towns(bench: Bench) -> Iterator[Row]:
    """Opening the sample's map and those of the folder that CARLA_MAPS names."""
    folder = os.environ.get("CARLA_MAPS")
    for path in [resource("Sampletown.xodr"), *(sorted(Path(folder).glob("*.xodr")) if folder else ())]:
        text = path.read_text(encoding="utf-8")
        tasks = {f"Open {path.stem}": partial(open_map, path)}
        if find_spec("carla") is not None:
            tasks["carla.Map"] = partial(import_module("carla").Map, path.stem, text)
        else:
            tasks["ElementTree alone"] = partial(ET.fromstring, text)
        yield from rows(interleaved(tasks, bench.rounds))


def measure_start(bench: Bench) -> Iterator[Row]:
    """From the start of the program to the first picture, with the sample and with a large recording."""
    names = {"the sample": resource("sample.log"), _LARGE: bench.recording(_LARGE)}
    settings = bench.scratch / "settings"
    tasks = {
        f"Start to the first picture of {name}": partial(_start, path, settings)
        for name, path in names.items()
    }
    tasks["a bare window of PySide6, numpy and pyqtgraph"] = _start
    yield from rows(interleaved(tasks, bench.rounds))


def _start(*words: Path) -> None:
    command = [sys.executable, "-m", "tests.benchmarks.first_picture", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.stdout != "painted\n":
        raise RuntimeError(f"the window ended before it had painted: {done.stderr}")
