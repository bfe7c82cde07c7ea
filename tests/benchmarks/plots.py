"""``python -m tests.benchmarks.plots``: measure lanes of signals; print a Markdown table.

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
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QSettings
from PySide6.QtWidgets import QApplication, QWidget

from tests.benchmarks.measure import interleave
from tests.benchmarks.report import Row, heading, size, table, timed
from tests.benchmarks.synthetic import Plan, write_recording
from tests.scenes import Scene
from viewer.analysis.series import SIGNALS
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui.app import Viewer, make_application
from viewer.ui.state.settings import Settings
from viewer.ui.theme import load_theme
from viewer.ui.timeline import TimelineView
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.signals.book import SignalBook
from viewer.ui.timeline.signals.sheet import Sheet

_SIZE = (960, 360)
_CURVES, _POINTS = 10, 20_000
_MOVES = 40
"""Movements in a round."""
_NAMES = ("derived_speed", "acceleration", "throttle", "yaw", "x")


def main() -> int:
    """Run what was asked for; return the exit status."""
    options = _parse()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    sys.setswitchinterval(0.001)  # as the program does
    with tempfile.TemporaryDirectory(prefix="carla-replay-benchmark-") as scratch:
        folder = Path(scratch)
        os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = scratch
        app = make_application()
        rows = list(_measure_painting(app, folder, options.rounds))
        for churn in (False, True) if options.frames else ():
            rows += _measure_first(app, folder, options.frames, options.rounds, churn=churn)
    sys.stdout.write(f"{heading(options.rounds)}\n\n{table(rows)}\n")
    return 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.plots", description=__doc__)
    parser.add_argument(
        "--frames", type=int, default=6_000,
        help="length of the recording to plot from (default: %(default)s; 36,000 are about 1 GB; 0: none)",
    )  # fmt: skip
    parser.add_argument(
        "--rounds", type=int, default=7, help="how often everything is measured (default: %(default)s)"
    )
    return parser.parse_args()


# -- painting


def _measure_painting(app: QApplication, folder: Path, rounds: int) -> Iterator[Row]:
    view, plain = TimelineView(), QWidget()
    for widget in (view, plain):
        widget.resize(*_SIZE)
        widget.show()
    view.set_theme(load_theme("dark"))
    scene = Scene()
    for _ in range(_POINTS):
        scene.frame(0.05)
    scene.save(folder / "empty.log")
    index = read_index(LogFile(folder / "empty.log"))
    view.set_recording(index)
    book = SignalBook()
    book.changed.connect(view.model.set_sheet)
    random = np.random.default_rng(0)
    told = {}
    for number in range(_CURVES):
        key = SeriesKey(_NAMES[number % len(_NAMES)], number // len(_NAMES))
        book.add(key)
        told[key] = _walk(key.name, index.elapsed, random)
    view.model.take(told)
    app.processEvents()
    for what, span in (("everything", index.duration), ("10 s of it", 10.0)):
        view.model.move(view.model.axis.windowed(0.4 * index.duration, span))
        shown = view.model.axis
        times = itertools.cycle(np.linspace(shown.start, shown.end, _MOVES).tolist())
        samples = interleave(_ways(view, plain, times, shown), rounds, time.thread_time)
        fill = samples.pop("fill")
        for name, each in samples.items():
            text = f"{_CURVES} curves of {_POINTS:,} points, {what} in view: {name}"
            yield timed(text, each, "an empty widget of its size", fill, _MOVES)
    for widget in (view, plain):
        widget.close()
        widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _ways(
    view: TimelineView, plain: QWidget, times: Iterator[float], shown: TimeAxis
) -> dict[str, Callable[[], None]]:
    def play() -> None:
        for moment in itertools.islice(times, _MOVES):
            view.set_playhead(moment)
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


def _measure_first(
    app: QApplication, folder: Path, frames: int, rounds: int, *, churn: bool
) -> Iterator[Row]:  # fmt: skip
    """Measure from the key to the painted curve; what was read is forgotten between."""
    path = folder / "driving.log"
    write_recording(path, Plan(frames, churn=churn))
    settings = Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    viewer = Viewer(app, settings, "dark")
    viewer.window.resize(1600, 1000)
    viewer.window.show()
    viewer.workspace.open(path)
    _wait(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    _wait(lambda: not viewer.events.finder.busy and not viewer.recording.series.busy)
    viewer.window.actions_by_id["show_plots"].trigger()
    hero, view = viewer.focus.hero, viewer.rooms.panel("plots").view
    key = SeriesKey("throttle", hero)

    loop = QEventLoop()
    viewer.recording.series.idle.connect(loop.quit)

    def plot() -> None:
        viewer.plots.commands.plot(key)
        loop.exec()  # the thread that reads has the processor for itself
        _wait(lambda: viewer.recording.series.get(key) is not None)
        view.repaint()

    def forget() -> None:
        viewer.plots.book.set_sheet(Sheet())
        viewer.recording.series.set_recording(None)
        viewer.recording.series.set_recording(viewer.recording.index)
        QCoreApplication.processEvents()

    def read() -> None:
        with path.open("rb", buffering=0) as stream:
            while stream.read(2 << 20):
                pass

    took, reads = [], []
    for _ in range(rounds):
        forget()
        for way, samples in ((plot, took), (read, reads)):
            begin = time.perf_counter()
            way()
            samples.append(time.perf_counter() - begin)
    layout = "another layout in each frame" if churn else "few layouts"
    text = f"First plot of a signal, {frames:,} frames, {layout}"
    yield timed(text, np.array(took), f"plain read of {size(path.stat().st_size)}", np.array(reads))
    viewer.dispose()


def _wait(until: Callable[[], bool]) -> None:
    while not until():
        QCoreApplication.processEvents()


if __name__ == "__main__":
    raise SystemExit(main())
