"""How long lanes of signals take: painting them, and the first one."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QWidget

from tests.benchmarks.measure import PLAIN, Context, interleave, read_plainly
from tests.benchmarks.report import Row, timed
from tests.benchmarks.windows import delete, open_and_settle, program
from tests.scenes import Scene
from viewer.signals import SIGNALS, Series
from viewer.signals.series import SeriesKey
from viewer.ui.app import Viewer, make_application
from viewer.ui.state.actor_ref import row_in
from viewer.ui.theme import load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.signals.sheet import Sheet
from viewer.ui.timeline.view import TimelineView

_SIZE = (960, 360)
_CURVES, _POINTS = 10, 20_000
_MOVES = 40
"""Movements in a round."""
_NAMES = ("derived_speed", "acceleration", "throttle", "yaw", "x")


# -- painting


def measure_plots(context: Context) -> Iterator[Row]:
    """Painting lanes of signals, by the processor's time, against an empty widget."""
    app = make_application()
    view, plain = TimelineView(), QWidget()
    for widget in (view, plain):
        widget.resize(*_SIZE)
        widget.show()
    view.set_theme(load_theme("dark"))
    scene = Scene()
    for _ in range(_POINTS):
        scene.frame(0.05)
    index = scene.index(context.scratch / "empty.log")
    view.set_recording(index)
    random = np.random.default_rng(0)
    told = {}
    for number in range(_CURVES):
        key = SeriesKey(_NAMES[number % len(_NAMES)], number // len(_NAMES))
        view.model.set_sheet(view.model.sheet.with_signal(key))
        told[key] = _walk(key.name, index.elapsed, random)
    view.model.take(told)
    app.processEvents()
    for what, span in (("everything", index.duration), ("10 s of it", 10.0)):
        view.model.move(view.model.axis.windowed(0.4 * index.duration, span))
        shown = view.model.axis
        times = itertools.cycle(np.linspace(shown.start, shown.end, _MOVES).tolist())
        samples = interleave(_ways(view, plain, times, shown), context.rounds, time.thread_time)
        fill = samples.pop("fill")
        for name, each in samples.items():
            text = f"Plots: {_CURVES} curves of {_POINTS:,} points, {what} in view: {name}"
            yield timed(text, each, "an empty widget of its size", fill, _MOVES)
    for widget in (view, plain):
        delete(widget)


def _ways(
    view: TimelineView, plain: QWidget, times: Iterator[float], shown: TimeAxis
) -> dict[str, Callable[[], None]]:
    def play() -> None:
        for moment in itertools.islice(times, _MOVES):
            view.model.set_playhead(moment)
            view.repaint()

    def point() -> None:
        for moment in itertools.islice(times, _MOVES):
            view.model.set_hover_time(moment)
            view.repaint()
        view.model.set_hover_time(None)

    def zoom() -> None:
        for number in range(_MOVES):
            view.model.move(shown.zoomed(shown.start, 1.0 + 0.01 * (number % 2)))
            view.repaint()

    def fill() -> None:
        for _ in range(_MOVES):
            plain.repaint()

    return {"play": play, "point at a time": point, "zoom": zoom, "fill": fill}


def _walk(name: str, elapsed: np.ndarray, random: np.random.Generator) -> Series:
    signal = SIGNALS[name]
    values = np.cumsum(random.standard_normal(len(elapsed)))
    return Series(name, signal.label, signal.unit, elapsed, values, recorded=signal.recorded)


# -- the first plot


def measure_first_plot(context: Context) -> Iterator[Row]:
    """From the key to the painted curve; what was read is forgotten between."""
    for name in ("traffic", "events in every frame"):
        path = context.recording(name)
        with program(context.scratch, (1600, 1000)) as viewer:
            open_and_settle(viewer, path)
            tasks = {"plot": _plotting(viewer), PLAIN: partial(read_plainly, path)}
            samples = interleave(tasks, context.rounds)
        yield timed(f"First plot of a signal, {name}", samples["plot"], PLAIN, samples[PLAIN])


def _plotting(viewer: Viewer) -> Callable[[], None]:
    """Return a function that plots what it has forgotten."""
    view = viewer.window.timeline
    key = SeriesKey("throttle", row_in(viewer.focus.hero))
    loop = QEventLoop()
    viewer.recording.series.ready.connect(loop.quit)

    def plot() -> None:
        viewer.window.timeline.model.set_sheet(Sheet())
        viewer.recording.series.set_recording(None)
        viewer.recording.series.set_recording(viewer.recording.index)
        viewer.plots.commands.plot(key)
        while viewer.recording.series.get(key) is None:
            loop.exec()  # the thread that reads has the processor for itself
        viewer.bars.painting.finish()
        view.repaint()

    return plot
