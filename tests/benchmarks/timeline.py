"""``python -m tests.benchmarks.timeline``: measure the timeline; print a Markdown table.

Ratios against named references are what counts: absolute figures move with the machine. Painting is measured
by the processor's time, so that it matters less who else uses the machine.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from tests.benchmarks.measure import Samples, interleave
from tests.benchmarks.report import Row, heading, ratio, seconds, size, table, timed
from tests.benchmarks.synthetic import Plan, write_recording
from tests.scenes import Scene, actor, hit, pose
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.recording.index import RecordingIndex
from viewer.replay.events.light_changes import light_changes
from viewer.ui.app import Viewer, make_application
from viewer.ui.state.settings import Settings
from viewer.ui.theme import load_theme
from viewer.ui.timeline import TimelineView

_SIZE = (1600, 400)
_MOVES = 40
"""Movements in a round."""
_ZOOMS = 5
_DRAGS = 600
"""Movements of the mouse over the whole recording."""
_LIVING = 10


def main() -> int:
    """Run what was asked for; return the exit status."""
    options = _parse()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory(prefix="carla-replay-benchmark-") as scratch:
        folder = Path(scratch)
        os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = scratch
        app = make_application()
        rows = [*_measure_painting(app, folder, options), *_measure_dragging(app, folder, options)]
    sys.stdout.write(f"{heading(options.rounds)}\n\n{table(rows)}\n")
    return 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.timeline", description=__doc__)
    parser.add_argument(
        "--frames", type=int, default=300_000, help="length of the recording to paint (default: %(default)s)"
    )
    parser.add_argument(
        "--dragged", type=int, default=6_000, metavar="FRAMES",
        help="length of the recording to drag over (default: %(default)s; 36,000 are about 1 GB)",
    )  # fmt: skip
    parser.add_argument(
        "--rounds", type=int, default=7, help="how often everything is measured (default: %(default)s)"
    )
    return parser.parse_args()


# -- painting


def _measure_painting(app: QApplication, folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    index = _eventful(folder / "events.log", options.frames)
    lists = len(index.events), len(index.actors)
    sys.stderr.write(f"{len(index.heads):,} frames, {lists[0]:,} events, {lists[1]:,} life spans\n")
    view, plain = TimelineView(), QWidget()
    view.set_theme(load_theme("dark"))
    for widget in (view, plain):
        widget.resize(*_SIZE)
        widget.show()
    view.set_recording(index)
    view.model.fold("events", folded=False)
    view.model.fold("lives", folded=False)
    app.processEvents()
    span = index.duration / options.frames * 40  # forty frames fill the window at last
    factor = (index.duration / span) ** (1 / (_ZOOMS - 1))
    for number in range(_ZOOMS):
        view.model.fit()
        view.set_playhead(index.duration / 2)
        for _ in range(number):
            _zoom(view, factor)
        what = f"a window of {seconds(index.duration / factor**number)}"
        yield from _measure_zoom(view, plain, what, options.rounds)
    samples = interleave({"lights": lambda: light_changes(index), "read": index.path.read_bytes}, 3)
    yield timed("Find all light changes", samples["lights"], "read the whole file", samples["read"])
    for widget in (view, plain):
        _delete(widget)


def _measure_zoom(view: TimelineView, plain: QWidget, what: str, rounds: int) -> Iterator[Row]:
    axis = view.model.axis
    moments = itertools.cycle(np.linspace(axis.start, axis.start + 0.9 * axis.span, _MOVES).tolist())

    def play() -> None:
        for moment in itertools.islice(moments, _MOVES):
            view.set_playhead(moment)
            QCoreApplication.sendPostedEvents(None, QEvent.Type.UpdateRequest.value)

    def zoom() -> None:
        for number in range(_MOVES):
            _zoom(view, 1.02 if number % 2 else 1 / 1.02)
            view.repaint()

    def fill() -> None:
        for _ in range(_MOVES):
            plain.repaint()

    samples = interleave({"play": play, "zoom": zoom, "fill": fill}, rounds, time.thread_time)
    reference = "an empty widget of its size"
    yield timed(f"Play in {what}", samples["play"], reference, samples["fill"], _MOVES)
    yield timed("… zoom", samples["zoom"], reference, samples["fill"], _MOVES)


def _zoom(view: TimelineView, factor: float) -> None:
    """Turn the wheel in the middle of the axis; a notch with Ctrl is a factor of 1.05."""
    middle = QPointF(view.model.axis.left + view.model.axis.width / 2, 40)
    turned = QPoint(0, round(120 * np.log(factor) / np.log(1.05)))
    event = QWheelEvent(
        middle, view.mapToGlobal(middle), QPoint(), turned, Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier, Qt.ScrollPhase.NoScrollPhase, False,  # noqa: FBT003 - Qt's own
    )  # fmt: skip
    QApplication.sendEvent(view, event)


def _eventful(path: Path, frames: int) -> RecordingIndex:
    """Write a recording in which, in every sixtieth frame, one is born, one dies and two touch; read it."""
    scene = Scene()
    alive: list[int] = []
    names = itertools.count(1)
    for k in range(frames):
        add, remove, collisions = [], [], []
        if k % 60 == 0:
            name = next(names)
            add.append(actor(name, role_name="hero" if name == 1 else ""))
            alive.append(name)
            if len(alive) > _LIVING:
                remove.append(alive.pop(1))
            collisions = [hit(alive[0], alive[-1], k), hit(alive[-1], sequence=k + 1)]
        poses = [pose(name, (0.01 * k, 3.0 * n, 0.0)) for n, name in enumerate(alive[:3])]
        scene.frame(0.05, add=add, remove=remove, collisions=collisions, poses=poses)
    scene.save(path)
    return read_index(LogFile(path))


# -- dragging


@dataclass
class _Mouse:
    """Presses and moves on a widget at one height."""

    widget: QWidget
    y: float

    def send(self, kind: QEvent.Type, x: float) -> None:
        position = QPointF(x, self.y)
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        button = none if kind == QEvent.Type.MouseMove else left
        held = none if kind == QEvent.Type.MouseButtonRelease else left
        event = QMouseEvent(
            kind, position, self.widget.mapToGlobal(position), button, held, Qt.KeyboardModifier.NoModifier
        )
        QApplication.sendEvent(self.widget, event)


def _measure_dragging(app: QApplication, folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    path = folder / "driving.log"
    write_recording(path, Plan(options.dragged, vehicles=150, walkers=50, lights=30, props=0))
    settings = Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    viewer = Viewer(app, settings, "dark")
    viewer.window.resize(1600, 1000)
    viewer.window.show()
    viewer.workspace.open(path)
    _wait(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    _wait(lambda: not viewer.events.finder.busy)
    index = viewer.recording.index
    if index is None:
        raise RuntimeError("the recording cannot be opened")
    view = viewer.window.timeline
    axis = view.model.axis
    mouse = _Mouse(view, 36.0)
    xs = axis.left + axis.width * np.random.default_rng(0).random(_DRAGS)
    mouse.send(QEvent.Type.MouseButtonPress, axis.left)
    app.processEvents()
    took, worked = np.empty(_DRAGS), np.empty(_DRAGS)
    for number, x in enumerate(xs.tolist()):
        begin, before = time.perf_counter(), time.thread_time()
        mouse.send(QEvent.Type.MouseMove, x)
        QCoreApplication.processEvents()
        took[number], worked[number] = time.perf_counter() - begin, time.thread_time() - before
    mouse.send(QEvent.Type.MouseButtonRelease, axis.left)
    reads = _frame_reads(index, xs, axis.left, axis.width)
    alive = len(viewer.moment.world.rows) if viewer.moment.world is not None else 0
    what = f"Drag to a painted window, {alive:,} actors, {size(index.size)}"
    yield _percentile(what, took, reads, 50)
    yield _percentile("… 99th percentile", took, reads, 99)
    yield _percentile(
        "… 99th percentile of the processor's time, what others take left out", worked, reads, 99
    )
    viewer.dispose()


def _frame_reads(index: RecordingIndex, xs: Samples, left: float, width: float) -> Samples:
    """Return how long it takes only to read the frames that were dragged to."""
    took = np.empty(len(xs))
    for number, x in enumerate(xs.tolist()):
        frame = index.frame_at((x - left) / width * index.duration)
        begin = time.perf_counter()
        index.read_frame(frame)
        took[number] = time.perf_counter() - begin
    return took


def _percentile(what: str, took: Samples, reads: Samples, percent: int) -> Row:
    figure, reference = float(np.percentile(took, percent)), float(np.percentile(reads, percent))
    return Row(
        what, seconds(figure), seconds(float(took.min())), "read the frame alone", seconds(reference),
        ratio(figure / reference),
    )  # fmt: skip


def _wait(done: Callable[[], bool]) -> None:
    while not done():
        QCoreApplication.processEvents()
        time.sleep(0.005)


def _delete(widget: QWidget) -> None:
    """Delete now: there is no event loop that would do it later."""
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete.value)


if __name__ == "__main__":
    sys.exit(main())
