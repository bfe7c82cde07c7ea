"""How long the list of actors takes.

Everything is measured by the processor's time, so that it matters less who else uses the machine.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QTableView

from tests.benchmarks.measure import Context, interleave
from tests.benchmarks.report import Row, timed
from tests.benchmarks.windows import delete
from tests.scenes import Scene, actor, pose
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at
from viewer.ui.actors import ActorPanel
from viewer.ui.actors.listing import Column
from viewer.ui.app import make_application
from viewer.ui.state.actor_ref import ref_of, refs_of

_FEW, _MANY = 100, 20_000
_FRAMES = 40
_SENSORS_EVERY, _PROPS_EVERY = 10, 4
_FILTERS = {
    "a text": ("tesla", "audi"),
    "an id": ("276", "1234"),
    "wildcards": ("27?? t*", "1*9 a*"),
    "key=value": ("number_of_wheels=4", "number_of_wheels=2"),
    "three terms": ("vehicle !hero alive=yes", "vehicle -autopilot alive=no"),
}
"""Two texts each, so that every time another one is typed."""
_BLUEPRINTS = ("vehicle.tesla.model3", "vehicle.audi.tt", "vehicle.bh.crossbike", "walker.pedestrian.0021")


def measure_actors(context: Context) -> Iterator[Row]:
    """The list of very many actors, filtered, sorted and while playing, against that of 100."""
    app, actors = make_application(), max(context.scaled(_MANY), 2 * _FEW)
    few = _panel(app, _crowd(context.scratch / "few.log", _FEW))
    many = _panel(app, _crowd(context.scratch / "many.log", actors))
    yield from _measure(few, many, actors, context.rounds)
    for panel in (few, many):
        delete(panel)


def _measure(few: ActorPanel, many: ActorPanel, actors: int, rounds: int) -> Iterator[Row]:
    measures = {f"filter by {name}": _filter(*texts) for name, texts in _FILTERS.items()}
    measures |= {
        "sort by speed": _sort(Column.SPEED),
        "sort by blueprint": _sort(Column.BLUEPRINT),
        "to tree and back": _tree,
        "select all and one": _select_all,
        "a frame while playing": _play(""),
        "a frame sorted by speed": _play("", Column.SPEED),
        "a frame of those alive, as a tree": _play("alive=yes", tree=True),
    }
    for name, task in measures.items():
        timings = interleave({"few": task(few), "many": task(many)}, rounds, time.process_time)
        yield timed(f"List of {actors:,}: {name}", timings["many"], f"{_FEW} actors", timings["few"])
        for panel in (few, many):
            panel.show()
            _filter("", "")(panel)()
            panel.set_tree(False)
            _list(panel).sortByColumn(-1, Qt.SortOrder.AscendingOrder)


def _crowd(path: Path, count: int) -> RecordingIndex:
    """Return a recording of vehicles and walkers that move, cones, and cameras on the vehicles."""
    rng = np.random.default_rng(1)
    places, speeds = rng.uniform(-300.0, 300.0, (count, 2)), rng.uniform(0.0, 15.0, count)
    kinds = np.array([_BLUEPRINTS[number % len(_BLUEPRINTS)] for number in range(count)], object)
    kinds[::_PROPS_EVERY], kinds[::_SENSORS_EVERY] = "static.prop.trafficcone01", "sensor.camera.rgb"
    kinds[0] = _BLUEPRINTS[0]
    added = [
        actor(number, kind, role_name="autopilot" if number else "hero", number_of_wheels="4")
        for number, kind in enumerate(kinds)
    ]
    cameras = [(number, 0) for number, kind in enumerate(kinds) if kind.startswith("sensor")]
    scene = Scene()
    for frame in range(_FRAMES):
        poses = [
            pose(number, (x + 0.05 * speed * frame, y, 0.0))
            for number, ((x, y), speed) in enumerate(zip(places, speeds, strict=True))
            if number != 1 or frame < _FRAMES // 2
        ]
        gone = [1] if frame == _FRAMES // 2 else []
        first = frame == 0
        scene.frame(add=added if first else (), parents=cameras if first else (), remove=gone, poses=poses)
    return scene.index(path)


def _panel(app: QApplication, index: RecordingIndex) -> ActorPanel:
    panel = ActorPanel()
    panel.resize(300, 900)
    panel.set_recording(index)
    panel.set_hero(ref_of(0))
    panel.set_world(world_at(index, 0.0))
    panel.setProperty("recording", index)
    panel.show()
    app.processEvents()
    return panel


def _list(panel: ActorPanel) -> QTableView:
    found = panel.findChild(QTableView)
    assert found is not None
    return found


def _paint(panel: ActorPanel) -> None:
    _list(panel).viewport().grab()


def _filter(first: str, second: str) -> Callable[[ActorPanel], Callable[[], None]]:
    def task(panel: ActorPanel) -> Callable[[], None]:
        field, texts = panel.findChild(QLineEdit), itertools.cycle((first, second))
        assert field is not None

        def run() -> None:
            field.setText(next(texts))
            _paint(panel)

        return run

    return task


def _sort(column: Column) -> Callable[[ActorPanel], Callable[[], None]]:
    def task(panel: ActorPanel) -> Callable[[], None]:
        orders = itertools.cycle((Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder))

        def run() -> None:
            _list(panel).sortByColumn(column, next(orders))
            _paint(panel)

        return run

    return task


def _tree(panel: ActorPanel) -> Callable[[], None]:
    def run() -> None:
        for tree in (True, False):
            panel.set_tree(tree)
            _paint(panel)

    return run


def _select_all(panel: ActorPanel) -> Callable[[], None]:
    def run() -> None:
        index = panel.property("recording")
        panel.set_selected(refs_of(range(len(index.actors))))
        _paint(panel)
        panel.set_selected(refs_of((0,)))
        _paint(panel)

    return run


def _play(
    text: str, column: Column | None = None, *, tree: bool = False
) -> Callable[[ActorPanel], Callable[[], None]]:
    def task(panel: ActorPanel) -> Callable[[], None]:
        index = panel.property("recording")
        worlds = itertools.cycle([world_at(index, float(elapsed)) for elapsed in index.elapsed])
        _filter(text, text)(panel)()
        panel.set_tree(tree)
        panel.set_playing(True)
        panel.hide()  # what is seen leaves frames out
        if column is not None:
            _list(panel).sortByColumn(column, Qt.SortOrder.AscendingOrder)

        def run() -> None:
            panel.set_world(next(worlds))
            _paint(panel)

        return run

    return task
