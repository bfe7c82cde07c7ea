"""How much longer a frame of the map takes with roads under it, while playing and while panning."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from tests.benchmarks.measure import Context, interleave
from tests.benchmarks.report import Row, timed
from tests.benchmarks.roads import maps
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at
from viewer.roads import open_map
from viewer.ui.app import make_application
from viewer.ui.background.tasks import Tasks
from viewer.ui.map import MapView
from viewer.ui.map.layers.ground import Ground
from viewer.ui.map.layers.road_ground import RoadGround
from viewer.ui.state.map_layers import MapLayers
from viewer.ui.theme import load_theme

_SIZE = (1400, 900)
_ACTORS = 1_000
_FRAMES = 50
_SPAN = 500.0  # m from left to right
_PAN = 1.5  # m a frame: 250 m/s at 1×, a fast hand


def measure_road_frames(context: Context) -> Iterator[Row]:
    """A frame with 1,000 actors on each map, against the same frame without roads."""
    app = make_application()
    with LogFile(context.recording(f"crowd of {_ACTORS:,}")) as file:
        index = read_index(file)
        for town in maps():
            road_map = open_map(town)
            middle = (
                (road_map.bounds[0] + road_map.bounds[2]) / 2,
                (road_map.bounds[1] + road_map.bounds[3]) / 2,
            )
            bare = _shown(app, index, None, middle)
            roads = _shown(app, index, RoadGround(road_map, None, MapLayers()), middle)
            for what, moves in (("playing", False), ("panning", True)):
                samples = interleave(
                    {
                        "bare": _frames(bare, index, middle, moves=moves),
                        "roads": _frames(roads, index, middle, moves=moves),
                    },
                    context.rounds,
                )
                name = f"Map frame, {_ACTORS:,} actors on {town.stem}, {what}"
                yield timed(name, samples["roads"], "without roads", samples["bare"], _FRAMES)
            for view in (bare, roads):
                view.close()


def _shown(
    app: QApplication, index: RecordingIndex, ground: Ground | None, middle: tuple[float, float]
) -> MapView:
    view = MapView(Tasks())
    view.set_theme(load_theme("dark"))
    view.resize(*_SIZE)
    view.set_recording(index)
    view.set_ground(ground)
    view.show()
    view.set_span(_SPAN)
    view.center_on(*middle)
    app.processEvents()
    view.finish_ground()
    return view


def _frames(
    view: MapView, index: RecordingIndex, middle: tuple[float, float], *, moves: bool
) -> Callable[[], None]:
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
