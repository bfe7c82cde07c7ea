"""What maps cost that are as large as those in which most routes of Bench2Drive are, beside carla.Map."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np

from tests.benchmarks.maps import write_long_road, write_side_by_side, write_with_objects
from tests.benchmarks.measure import Bench, Cost, Row, Task, alone, interleaved, memory_in_use, rows
from tests.benchmarks.window import beat_until, open_in, program, settle
from viewer.program import resource
from viewer.roads import MapFile, RoadMap, open_map
from viewer.ui.background.tasks import Tasks
from viewer.ui.map.layers.ground_layer import GroundLayer

_MOST_MEMORY = {"250 MB": 250e6}
_TOWNS, _HERE = 14, 6  # side by side, and which of them is where the recording was made
_OBJECTS, _SECTIONS = 200_000, 20_000


def measure_large_maps(bench: Bench) -> Iterator[Row]:
    """Until what is near is drawn, and all; memory; and events, of large maps made of the towns at hand."""
    for name, path, town, recording in _maps(bench):
        text = path.read_text(encoding="utf-8")
        theirs = partial(_parse, path.stem, text)
        near, whole = f"Near on the picture, {name}", f"All on the picture, {name}"
        without = "a window without a map"
        tasks: dict[str, Task] = {
            near: partial(alone, _draw, recording, path, (), bench.scratch),
            whole: partial(alone, _draw, recording, path, open_map(path).bounds, bench.scratch),
            without: partial(alone, _draw, recording, None, (), bench.scratch),
            "carla.Map" if find_spec("carla") else "ElementTree alone": theirs,
        }
        costs = interleaved(tasks, bench.few)
        reference, theirs_took = next(reversed(costs.items()))
        for what in (near, whole):
            yield Row(what, [each.seconds for each in costs[what]], reference, theirs_took)
        least = min(each.peak for each in costs[without])
        more = {f"Memory at most beyond {without}, {name}": [each.peak - least for each in costs[whole]]}
        yield from rows(more, _MOST_MEMORY, "B")
        if town is not None:
            tasks = {
                f"The command events, {name}": partial(_find, recording, path),
                "its own town alone": partial(_find, recording, town),
            }
            yield from rows(interleaved(tasks, bench.few))


def _maps(bench: Bench) -> Iterator[tuple[str, Path, Path | None, Path]]:
    """Write large maps; yield the name of each, its file, the town in it, and a recording made there."""
    folders = [os.environ.get(name) for name in ("CARLA_MAPS", "CARLA_RECORDINGS")]
    maps, recordings = (None if folder is None else Path(folder) for folder in folders)
    sample = resource("Sampletown.xodr"), resource("sample.log")

    def of(town: str, recording: str) -> tuple[Path, Path]:
        there = maps is not None and recordings is not None and (maps / f"{town}.xodr").is_file()
        return (maps / f"{town}.xodr", recordings / recording) if there else sample  # type: ignore[operator]

    copies, objects, sections = (bench.scaled(most) for most in (_TOWNS, _OBJECTS, _SECTIONS))
    town, recording = of("Town05", "town05_carla096.rec")
    path = bench.scratch / "towns.xodr"
    write_side_by_side(town, copies, path, min(_HERE, copies - 1))
    yield f"{town.stem} {copies} times", path, town, recording
    town, recording = of("Town03", "town03_carla096_collision.rec")
    path = bench.scratch / "objects.xodr"
    write_with_objects(town, objects, path)
    yield f"{town.stem} with {objects:,} objects", path, town, recording
    path = bench.scratch / "long.xodr"
    write_long_road(sections, path)
    yield f"one road of {sections:,} sections", path, None, recording


def _parse(name: str, text: str) -> None:
    if find_spec("carla"):
        import_module("carla").Map(name, text)
    else:
        ET.fromstring(text)  # noqa: S314 - a file of our own


def _find(recording: Path, path: Path) -> None:
    command = [sys.executable, "-m", "viewer", "events", str(recording), "--roads", str(path)]
    subprocess.run(command, capture_output=True, check=True)


def _draw(recording: Path, path: Path | None, whole: Sequence[float], folder: Path) -> Cost:
    """Use a map in a window with a recording; return the seconds until it is on the picture, and memory.

    Until what is seen first is drawn or, if a rectangle is given, until the ``whole`` is drawn, from afar.
    """
    grounds, start_drawing = [], GroundLayer.start

    def start_and_watch(layer: GroundLayer, tasks: Tasks) -> None:
        grounds.append(layer)
        start_drawing(layer, tasks)

    GroundLayer.start = start_and_watch  # type: ignore[method-assign]
    with program(folder) as viewer:
        open_in(viewer, recording)
        settle(viewer)
        if path is None:
            return Cost(0.0, *memory_in_use())
        roads, pictures = viewer.workspace.roads, []
        grounds[0].drawn.connect(lambda: pictures.append(roads.drawn))
        start = time.perf_counter()
        roads.use_map(path)
        beat_until(lambda: _is_of(roads.drawn, path))
        if whole:
            viewer.window.map_area.map_view.viewpoint.fit(np.reshape(whole, (2, 2)))
            beat_until(lambda: any(_is_of(each, path) for each in pictures) and not viewer.tasks.busy)
        else:
            beat_until(lambda: any(_is_of(each, path) for each in pictures))
        took = time.perf_counter() - start
        settle(viewer)
        return Cost(took, *memory_in_use())


def _is_of(drawn: RoadMap | MapFile | None, path: Path) -> bool:
    return drawn is not None and drawn.path == path
