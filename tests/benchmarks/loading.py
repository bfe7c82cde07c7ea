"""How long the window does not answer while a recording is read in the background, and just after."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEventLoop, QObject, QSettings, Qt, QTimer, Slot

from tests.benchmarks.measure import Context, Samples
from tests.benchmarks.report import Row, seconds
from viewer.recording.index import RecordingIndex
from viewer.ui.app import Viewer, make_application
from viewer.ui.background.loader import Loader
from viewer.ui.state.settings import Settings

_TICK = 16  # milliseconds
_LOADS = 8
"""Readings per round: one of 1 GB gives but a few ticks."""
_SWITCH_INTERVAL = 0.001  # seconds, as the program sets it
_SIZE = (1400, 900)
_BEAT = 5  # milliseconds
_AFTER = 15.0
"""Seconds after opening, in which the window is not touched but examines the file."""
_LONG = 0.05
"""Seconds of lateness that everybody sees."""


def measure_stall(context: Context) -> Iterator[Row]:
    """By how much ticks of 16 ms come late while a file is read, against those of an idle event loop.

    Once with the reading thread alone, once with the whole window, which takes and paints what has been read.
    """
    app = make_application()
    gaps: dict[str, list[Samples]] = {"thread": [], "window": [], "idle": []}
    with _as_in_the_program(context.scratch) as viewer:
        duration = max(_while_thread_reads(context.recording, app).sum(), 0.1)
        _while_window_opens(context.recording, viewer)  # everything is warm now
        for _ in range(context.rounds * _LOADS):
            gaps["thread"].append(_while_thread_reads(context.recording, app))
            gaps["window"].append(_while_window_opens(context.recording, viewer))
            gaps["idle"].append(_while_idle(duration))
    stalls = {name: np.maximum(np.concatenate(parts) - _TICK / 1000, 0.0) for name, parts in gaps.items()}
    for what, name in (("the reading thread alone", "thread"), ("the whole window", "window")):
        for measure, share in (("99th percentile", 99), ("longest", 100)):
            yield Row(
                f"Stall while loading, {what}, {measure} of {len(stalls[name]):,} ticks",
                seconds(float(np.percentile(stalls[name], share))),
                "",
                "idle event loop",
                seconds(float(np.percentile(stalls["idle"], share))),
            )


def measure_lateness(context: Context) -> Iterator[Row]:
    """By how much a beat of 5 ms comes late just after opening, against that of an idle event loop."""
    gaps: dict[str, list[Samples]] = {"window": [], "idle": []}
    with _as_in_the_program(context.scratch) as viewer:
        for _ in range(context.rounds):
            _while_window_opens(context.recording, viewer)
            gaps["window"].append(_while_idle(_AFTER, _BEAT))
            viewer.workspace.close()
            gaps["idle"].append(_while_idle(_AFTER, _BEAT))
    late = {name: np.maximum(np.concatenate(parts) - _BEAT / 1000, 0.0) for name, parts in gaps.items()}
    many = {name: int((each > _LONG).sum()) for name, each in late.items()}
    yield Row(
        f"Lateness in the {_AFTER:.0f} s after opening, 99th percentile of {len(late['window']):,} ticks",
        seconds(float(np.percentile(late["window"], 99))),
        "",
        "idle event loop",
        seconds(float(np.percentile(late["idle"], 99))),
    )
    name = f"Ticks over {_LONG * 1000:.0f} ms late then"
    yield Row(name, str(many["window"]), "", "idle event loop", str(many["idle"]))


class _Watch(QObject):
    """An event loop with a timer that notes the time between its ticks."""

    def __init__(self) -> None:
        super().__init__()
        self._loop = QEventLoop(self)
        self._gaps: list[float] = []
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._note)

    def gaps_during(self, begin: Callable[[], object], tick: int = _TICK) -> Samples:
        """Begin something; return the seconds between ticks until ``stop`` is called."""
        self._last = time.perf_counter()
        self._timer.start(tick)
        begin()
        self._loop.exec()
        self._timer.stop()
        return np.array(self._gaps)

    @Slot()
    def stop(self) -> None:
        """End soon: what was caused by the last event counts too."""
        QTimer.singleShot(2 * _TICK, self._loop.quit)

    @Slot(object)
    def stop_if_complete(self, index: RecordingIndex | None) -> None:
        """End when everything has been read."""
        if index is not None and index.complete:
            self.stop()

    @Slot()
    def _note(self) -> None:
        now = time.perf_counter()
        self._gaps.append(now - self._last)
        self._last = now


class _Taker(QObject):
    """Keeps the last view of a recording, as a window does; says when everything has been read."""

    def __init__(self, loader: Loader, watch: _Watch) -> None:
        super().__init__(loader)
        self._index: RecordingIndex | None = None
        self._watch = watch
        loader.grown.connect(self.take)

    @Slot(object, object)
    def take(self, _loader: Loader, index: RecordingIndex) -> None:
        """Keep a view."""
        self._index = index
        self._watch.stop_if_complete(index)


def _while_thread_reads(path: Path, parent: QObject) -> Samples:
    watch = _Watch()
    loader = Loader(path, parent)
    taker = _Taker(loader, watch)
    gaps = watch.gaps_during(loader.start)
    loader.stop()  # it would watch the file
    loader.wait()
    del taker
    return gaps


def _while_window_opens(path: Path, viewer: Viewer) -> Samples:
    watch = _Watch()
    viewer.recording.index_changed.connect(watch.stop_if_complete)
    gaps = watch.gaps_during(lambda: viewer.workspace.open(path))
    viewer.recording.index_changed.disconnect(watch.stop_if_complete)
    return gaps


def _while_idle(duration: float, tick: int = _TICK) -> Samples:
    watch = _Watch()
    return watch.gaps_during(lambda: QTimer.singleShot(round(duration * 1000), watch.stop), tick)


@contextmanager
def _as_in_the_program(scratch: Path) -> Iterator[Viewer]:
    """Give a shown window with settings of its own; threads share the interpreter as in the program."""
    interval, threshold = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(_SWITCH_INTERVAL)
    store = QSettings(str(scratch / "settings.ini"), QSettings.Format.IniFormat)
    viewer = Viewer(make_application(), Settings(store), "dark")
    viewer.window.resize(*_SIZE)
    viewer.collect_when_idle()
    viewer.window.show()
    yield viewer
    viewer.dispose()
    gc.set_threshold(*threshold)
    gc.unfreeze()
    store.sync()  # now, and not when the program ends: the folder will be gone
    sys.setswitchinterval(interval)
