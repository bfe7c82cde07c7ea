"""How long the map takes with everything on it, and how long finding out what is under the mouse takes."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QGraphicsPolygonItem, QGraphicsScene, QGraphicsView

from tests.benchmarks.measure import Context, interleave
from tests.benchmarks.recordings import CROWDS
from tests.benchmarks.report import Row, timed
from tests.benchmarks.windows import SIZE, delete, shown_map
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import World, world_at
from viewer.roads import open_map
from viewer.ui.app import make_application
from viewer.ui.background.tasks import Tasks
from viewer.ui.background.trail_book import TrailBook
from viewer.ui.map import MapView
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.actor_shapes import ActorShape, outline
from viewer.ui.map.geometry.detail import seen_by
from viewer.ui.map.geometry.footprints import Footprints, footprints
from viewer.ui.map.input.pointer import rows_at
from viewer.ui.map.layers.road_ground import RoadGround
from viewer.ui.map.options import MapOptions
from viewer.ui.state.map_layers import MapLayers

_SPANS = {"whole town": 700.0, "close up": 250.0}
_FRAMES = 6
_PICKS = 200
_BEHIND, _AHEAD = 5.0, 3.0
_EVERYTHING = MapOptions(
    "vehicles", _BEHIND, _AHEAD, label_role=True, label_blueprint=True, label_speed=True, color_by="speed"
)
_TOWN = "Town05.xodr"


def measure_full_map(context: Context) -> Iterator[Row]:
    """A frame with everything on, and a pick, against Qt's own scene with one polygon for each actor."""
    make_application()
    folder = os.environ.get("CARLA_MAPS")
    town = Path(folder) / _TOWN if folder else None
    for actors in CROWDS:
        with LogFile(context.recording(f"crowd of {actors:,}")) as file:
            index = read_index(file)
            work = Tasks()
            view = _full_view(work, index, town)
            book = TrailBook(work, view)
            book.set_recording(index)
            scene = _PolygonScene(index)
            for name, span in _SPANS.items():
                view.viewpoint.set_span(span)
                view.viewpoint.center_on(0.0, 0.0)
                view.scene.finish_ground()
                scene.show_span(span)
                tasks = {"map": _playing(view, book, index), "polygons": scene.playing()}
                samples = interleave(tasks, context.rounds)
                what = f"Map with everything, {actors:,} actors, {name}"
                yield timed(what, samples["map"], "a polygon item each", samples["polygons"], _FRAMES)
            if actors == CROWDS[-1]:
                yield _pick(index, scene, context.rounds)
            work.shut_down()
            scene.close()
            delete(scene)
            delete(view)


def _full_view(work: Tasks, index: RecordingIndex, town: Path | None) -> MapView:
    ground = None
    if town is not None and town.is_file():
        ground = RoadGround(open_map(town), None, MapLayers())
    view = shown_map(work, index, ground)
    view.scene.set_layers(MapLayers(grid=True, developer=True))
    view.set_options(_EVERYTHING)
    QCoreApplication.processEvents()
    return view


def _playing(view: MapView, book: TrailBook, index: RecordingIndex) -> Callable[[], None]:
    """Return a function that shows the next frames with all ways, each painted at once."""
    frames = itertools.cycle(index.elapsed.tolist())

    def play() -> None:
        for elapsed in itertools.islice(frames, _FRAMES):
            view.scene.set_trails(book.around(elapsed, _BEHIND, _AHEAD, None))
            view.set_world(world_at(index, elapsed))
            QCoreApplication.processEvents()

    return play


class _PolygonScene(QGraphicsView):
    """The reference: Qt's scene with an item for each actor and nothing else, repainted as a whole."""

    def __init__(self, index: RecordingIndex) -> None:
        super().__init__()
        self._index = index
        self._items: dict[int, QGraphicsPolygonItem] = {}
        self.setScene(QGraphicsScene(self))
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setBackgroundBrush(QColor("#14181e"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.resize(*SIZE)
        self.show()

    def show_span(self, metres: float) -> None:
        """Look at the middle, so many metres from left to right."""
        self.resetTransform()
        self.scale(SIZE[0] / metres, SIZE[0] / metres)
        self.centerOn(0.0, 0.0)

    def set_world(self, world: World) -> None:
        """Put every item where its actor is."""
        actors = footprints(world)
        shapes = outline(ActorShape.CAR, actors.centers, actors.headings, np.maximum(actors.extents, 0.3))
        for row, points in zip(actors.rows.tolist(), shapes.tolist(), strict=True):
            item = self._items.get(row)
            if item is None:
                item = self._items[row] = QGraphicsPolygonItem()
                item.setBrush(QColor("#0e93fd"))
                self.scene().addItem(item)
            item.setPolygon(QPolygonF([QPointF(x, y) for x, y in points]))

    def playing(self) -> Callable[[], None]:
        """Return a function that shows the next frames, each painted at once."""
        frames = itertools.cycle(self._index.elapsed.tolist())

        def play() -> None:
            for elapsed in itertools.islice(frames, _FRAMES):
                self.set_world(world_at(self._index, elapsed))
                QCoreApplication.processEvents()

        return play

    def pick(self, places: list[tuple[float, float]]) -> int:
        """Return how many items are found at some points of the world."""
        return sum(len(self.scene().items(QPointF(x, y))) for x, y in places)


def _pick(index: RecordingIndex, scene: _PolygonScene, rounds: int) -> Row:
    world = world_at(index, 1.0)
    scene.set_world(world)
    actors: Footprints = footprints(world)
    camera = Camera(scale=SIZE[0] / _SPANS["whole town"], width=SIZE[0], height=SIZE[1])
    screen = seen_by(camera, actors)
    points = actors.centers[:: max(len(actors) // _PICKS, 1)][:_PICKS]
    pixels = camera.to_screen(points).tolist()

    def pick() -> None:
        for x, y in pixels:
            rows_at(screen, x, y)

    samples = interleave({"pick": pick, "scene": lambda: scene.pick(points.tolist())}, rounds)
    return timed(
        f"Pick among {len(actors):,}", samples["pick"], "items of Qt's scene", samples["scene"], len(pixels)
    )
