"""The program's window while it is measured."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import (
    QAbstractEventDispatcher,
    QCoreApplication,
    QEvent,
    QEventLoop,
    QObject,
    QSettings,
    Qt,
    QTimer,
    Slot,
)

from tests.benchmarks.measure import Samples
from viewer.recording.index import RecordingIndex
from viewer.ui.app import SWITCH_INTERVAL, Viewer, make_application
from viewer.ui.background.tasks import Tasks
from viewer.ui.map import MapView
from viewer.ui.map.layers.ground import Ground
from viewer.ui.state.actor_ref import ref_of
from viewer.ui.state.settings import Settings
from viewer.ui.theme import load_theme

SIZE = (1400, 900)
TICK = 16  # milliseconds


@contextmanager
def program(scratch: Path, size: tuple[int, int] = SIZE) -> Iterator[Viewer]:
    """Give a shown window with settings of its own; threads share the interpreter as in the program."""
    interval, threshold = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(SWITCH_INTERVAL)
    store = QSettings(str(scratch / "settings.ini"), QSettings.Format.IniFormat)
    viewer = Viewer(make_application(), Settings(store), "dark")
    viewer.window.resize(*size)
    viewer.collect_when_idle()
    viewer.window.show()
    try:
        yield viewer
    finally:
        viewer.dispose()
        gc.set_threshold(*threshold)
        gc.unfreeze()
        store.sync()  # now, and not when the program ends: the folder will be gone
        sys.setswitchinterval(interval)


class Watch(QObject):
    """An event loop with a timer that notes the time between its ticks.

    Attributes:
        turns: processor seconds of this thread in each turn of the event loop.

    """

    def __init__(self) -> None:
        super().__init__()
        self._loop = QEventLoop(self)
        self._gaps: list[float] = []
        self.turns: list[float] = []
        self._last = self._begun = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._note)

    def gaps_during(self, begin: Callable[[], object], tick: int = TICK) -> Samples:
        """Begin something; return the seconds between ticks until ``stop`` is called."""
        turned = QAbstractEventDispatcher.instance().awake
        turned.connect(self._note_turn)
        self._last, self._begun = time.perf_counter(), time.thread_time()
        self._timer.start(tick)
        begin()
        self._loop.exec()
        self._timer.stop()
        turned.disconnect(self._note_turn)
        return np.array(self._gaps)

    @Slot()
    def stop(self) -> None:
        """End soon: what was caused by the last event counts too."""
        QTimer.singleShot(2 * TICK, self._loop.quit)

    @Slot()
    def _note_turn(self) -> None:
        now = time.thread_time()
        self.turns.append(now - self._begun)
        self._begun = now

    @Slot()
    def _note(self) -> None:
        now = time.perf_counter()
        self._gaps.append(now - self._last)
        self._last = now


class Beat(NamedTuple):
    """What was noted while something went on: seconds between ticks, and of work in each turn."""

    gaps: Samples
    turns: Samples


def beat_while_opening(viewer: Viewer, path: Path, tick: int = TICK) -> Beat:
    """Open a recording; note the beat until it has been read and every part of the window shows it."""
    watch, finished = Watch(), viewer.bars.painting.finished

    def stop_if_complete() -> None:
        index = viewer.recording.index
        if index is not None and index.complete and index.path == path:
            watch.stop()

    viewer.workspace.close()
    QCoreApplication.processEvents()
    finished.connect(stop_if_complete)
    gaps = watch.gaps_during(lambda: viewer.workspace.open(path), tick)
    finished.disconnect(stop_if_complete)
    return Beat(gaps, np.array(watch.turns))


def beat_while_idle(duration: float, tick: int = TICK) -> Beat:
    """Note the beat of an event loop with nothing else to do."""
    watch = Watch()
    gaps = watch.gaps_during(lambda: QTimer.singleShot(round(duration * 1000), watch.stop), tick)
    return Beat(gaps, np.array(watch.turns))


def open_and_settle(viewer: Viewer, path: Path) -> RecordingIndex:
    """Open a recording and wait until everything that is looked for in it has been found."""
    beat_while_opening(viewer, path)
    wait(lambda: not viewer.recording.busy and viewer.tasks.quiet)
    index = viewer.recording.index
    assert index is not None
    return index


def shown_map(work: Tasks, index: RecordingIndex | None, ground: Ground | None = None) -> MapView:
    """Return a map that is shown, with the hero of a recording marked."""
    view = MapView(work)
    view.set_theme(load_theme("dark"))
    view.resize(*SIZE)
    view.set_recording(index)
    view.scene.set_ground(ground)
    if index is not None:
        view.set_hero(ref_of(index.actors.hero_rows[0]))
    view.show()
    QCoreApplication.processEvents()
    return view


def wait(done: Callable[[], bool]) -> None:
    """Let the event loop run until something is so."""
    while not done():
        QCoreApplication.processEvents()
        time.sleep(0.001)


def delete(thing: QObject) -> None:
    """Delete now: there is no event loop that would do it later."""
    thing.deleteLater()
    QCoreApplication.sendPostedEvents(thing, QEvent.Type.DeferredDelete.value)
