"""How long the timeline takes: painting it, and dragging over it in the whole window."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from tests.benchmarks.measure import Context, Samples, interleave
from tests.benchmarks.report import Row, seconds, timed
from tests.benchmarks.windows import delete, open_and_settle, program
from tests.scenes import Scene, actor, hit, pose
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.recording.index import RecordingIndex
from viewer.ui.app import make_application
from viewer.ui.theme import load_theme
from viewer.ui.timeline.view import TimelineView

_SIZE = (1600, 400)
_MOVES = 40
"""Movements in a round."""
_ZOOMS = 5
_DRAGS = 200
"""Movements of the mouse over the whole recording, in a round."""
_LONG = 300_000
"""Frames at full scale."""
_LIVING = 10


# -- painting


def measure_timeline(context: Context) -> Iterator[Row]:
    """Painting the timeline of a long recording, by the processor's time, ever closer."""
    app, frames = make_application(), context.scaled(_LONG)
    index = _eventful(context.scratch / "events.log", frames)
    view, plain = TimelineView(), QWidget()
    view.set_theme(load_theme("dark"))
    for widget in (view, plain):
        widget.resize(*_SIZE)
        widget.show()
    view.set_recording(index)
    view.model.fold("events", folded=False)
    view.model.fold("lives", folded=False)
    app.processEvents()
    span = index.duration / frames * 40  # forty frames fill the window at last
    factor = (index.duration / span) ** (1 / (_ZOOMS - 1))
    for number in range(_ZOOMS):
        view.model.fit()
        view.model.set_playhead(index.duration / 2)
        for _ in range(number):
            _zoom(view, factor)
        what = f"a window of {seconds(index.duration / factor**number)}"
        yield from _measure_zoom(view, plain, f"{what}, {frames:,} frames", context.rounds)
    for widget in (view, plain):
        delete(widget)


def _measure_zoom(view: TimelineView, plain: QWidget, what: str, rounds: int) -> Iterator[Row]:
    axis = view.model.axis
    moments = itertools.cycle(np.linspace(axis.start, axis.start + 0.9 * axis.span, _MOVES).tolist())

    def play() -> None:
        for moment in itertools.islice(moments, _MOVES):
            view.model.set_playhead(moment)
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
    yield timed(f"Timeline: play in {what}", samples["play"], reference, samples["fill"], _MOVES)
    yield timed(f"Timeline: zoom in {what}", samples["zoom"], reference, samples["fill"], _MOVES)


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


def measure_dragging(context: Context) -> Iterator[Row]:
    """Dragging over a whole recording, each movement to the painted window."""
    with program(context.scratch, (1600, 1000)) as viewer:
        index = open_and_settle(viewer, context.recording("traffic"))
        view = viewer.window.timeline
        axis = view.model.axis
        mouse = _Mouse(view, 36.0)
        xs = axis.left + axis.width * np.random.default_rng(0).random((context.rounds, _DRAGS))
        mouse.send(QEvent.Type.MouseButtonPress, axis.left)
        QCoreApplication.processEvents()
        took, worked = np.empty(xs.shape), np.empty(xs.shape)
        for place, x in np.ndenumerate(xs):
            begin, before = time.perf_counter(), time.thread_time()
            mouse.send(QEvent.Type.MouseMove, float(x))
            QCoreApplication.processEvents()
            took[place], worked[place] = time.perf_counter() - begin, time.thread_time() - before
        mouse.send(QEvent.Type.MouseButtonRelease, axis.left)
        reads = _frame_reads(index, xs, axis.left, axis.width)
    for what, samples, percent in (
        ("median", took, 50),
        ("99th percentile", took, 99),
        ("99th percentile of the processor's time", worked, 99),
    ):
        ours, theirs = (np.percentile(each, percent, axis=1) for each in (samples, reads))
        yield timed(f"Drag to a painted window, traffic, {what}", ours, "read the frame alone", theirs)


def _frame_reads(index: RecordingIndex, xs: Samples, left: float, width: float) -> Samples:
    """Return how long it takes only to read the frames that were dragged to."""
    took = np.empty(xs.shape)
    for place, x in np.ndenumerate(xs):
        frame = index.frame_at((float(x) - left) / width * index.duration)
        begin = time.perf_counter()
        index.read_frame(frame)
        took[place] = time.perf_counter() - begin
    return took
