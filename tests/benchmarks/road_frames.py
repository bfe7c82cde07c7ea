"""How much longer a frame of the map takes with roads under it, while playing and while panning."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import numpy as np
from PySide6.QtCore import QCoreApplication

from tests.benchmarks.crowd import Floats
from tests.benchmarks.measure import Context, interleave
from tests.benchmarks.report import Row, timed
from tests.benchmarks.roads import maps
from tests.benchmarks.windows import delete, shown_map
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at
from viewer.roads import open_map
from viewer.ui.app import make_application
from viewer.ui.background.tasks import Tasks
from viewer.ui.map import MapView
from viewer.ui.map.layers.road_ground import RoadGround
from viewer.ui.state.map_layers import MapLayers

_ACTORS = 1_000
_FRAMES = 12
_SPAN = 500.0  # m from left to right
_PAN = 1.5  # m a frame: 250 m/s at 1×, a fast hand


def measure_road_frames(context: Context) -> Iterator[Row]:
    """A frame with 1,000 actors on the largest map, against the same frame without roads."""
    make_application()
    town = max(maps(), key=lambda path: path.stat().st_size)
    road_map, work = open_map(town), Tasks()
    middle = (np.array(road_map.bounds[:2]) + road_map.bounds[2:]) / 2
    with LogFile(context.recording(f"crowd of {_ACTORS:,}")) as file:
        index = read_index(file)
        grounds = {"bare": None, "roads": RoadGround(road_map, None, MapLayers())}
        views = {name: shown_map(work, index, ground) for name, ground in grounds.items()}
        for view in views.values():
            view.set_span(_SPAN)
            view.center_on(*middle)
            QCoreApplication.processEvents()
            view.finish_ground()
        for what, moves in (("playing", False), ("panning", True)):
            tasks = {name: _frames(view, index, middle, moves=moves) for name, view in views.items()}
            samples = interleave(tasks, context.rounds)
            name = f"Map frame, {_ACTORS:,} actors on {town.stem}, {what}"
            yield timed(name, samples["roads"], "without roads", samples["bare"], _FRAMES)
        for view in views.values():
            delete(view)
    work.shut_down()


def _frames(view: MapView, index: RecordingIndex, middle: Floats, *, moves: bool) -> Callable[[], None]:
    """Return a function that shows the next frames, each painted at once; pictures are redrawn as needed."""
    frames = itertools.cycle(index.elapsed.tolist())
    places = itertools.cycle([*range(_FRAMES), *range(_FRAMES, 0, -1)])

    def play() -> None:
        for elapsed in itertools.islice(frames, _FRAMES):
            if moves:
                view.center_on(middle[0] + _PAN * next(places), middle[1])
            view.set_world(world_at(index, elapsed))
            QCoreApplication.processEvents()

    return play
