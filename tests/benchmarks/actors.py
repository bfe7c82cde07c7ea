"""``python -m tests.benchmarks.actors``: measure the list of actors; print a Markdown table.

Ratios against named references are what counts: absolute figures move with the machine. Everything is
measured by the processor's time, so that it matters less who else uses the machine.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QTableView

from tests.benchmarks.measure import interleave
from tests.benchmarks.report import Row, heading, table, timed
from tests.scenes import Scene, actor, pose
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at
from viewer.ui.actors import ActorPanel
from viewer.ui.actors.listing import Column
from viewer.ui.app import make_application
from viewer.ui.state.actor_ref import ref_of, refs_of

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


def main() -> int:
    """Run what was asked for; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.actors", description=__doc__)
    parser.add_argument("--actors", type=int, default=20_000, help="how many (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=7, help="of each measure (default: %(default)s)")
    options = parser.parse_args()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory(prefix="carla-replay-benchmark-") as scratch:
        app = make_application()
        few = _panel(app, _crowd(Path(scratch) / "few.log", 100))
        many = _panel(app, _crowd(Path(scratch) / "many.log", options.actors))
        rows = list(_measure(few, many, options.actors, options.rounds))
    sys.stdout.write(f"{heading(options.rounds)}\n\n{table(rows)}\n")
    return 0


def _measure(few: ActorPanel, many: ActorPanel, actors: int, rounds: int) -> Iterator[Row]:
    measures = {f"Filter by {name}": _filter(*texts) for name, texts in _FILTERS.items()}
    measures |= {
        "Sort by speed": _sort(Column.SPEED),
        "Sort by blueprint": _sort(Column.BLUEPRINT),
        "List to tree and back": _tree,
        "Select all and one": _select_all,
        "Frame while playing": _play(""),
        "… sorted by speed": _play("", Column.SPEED),
        "… of those alive, as a tree": _play("alive=yes", tree=True),
    }
    for name, task in measures.items():
        timings = interleave({"few": task(few), "many": task(many)}, rounds, time.process_time)
        yield timed(f"{name}, {actors:,} actors", timings["many"], "100 actors", timings["few"])
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


if __name__ == "__main__":
    sys.exit(main())
