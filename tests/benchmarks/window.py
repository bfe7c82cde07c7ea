"""How quickly the window answers, also while it loads and while a file grows, and its memory."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, QPointF, QSettings, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.benchmarks.files import finding, open_whole
from tests.benchmarks.measure import (
    FRAME,
    Bench,
    Cost,
    Row,
    Samples,
    Task,
    alone,
    cost,
    interleaved,
    memory_in_use,
    percentiles,
    rows,
)
from viewer.recording.actors import MOVERS
from viewer.recording.index import RecordingIndex
from viewer.replay.time.transport import Loop
from viewer.ui.app import SWITCH_INTERVAL, Viewer, make_application
from viewer.ui.state.settings import Settings
from viewer.ui.state.view_state import ViewState

_LARGE, _CROWD = "1 GB of traffic", "5,000 actors"
_BEAT = 0.005  # s between two beats
_TICK = 8  # ms between two frames while playing, so that what limits is the work
_RATE = 6_000_000  # bytes a second by which a recording grows
_PATIENCE = 10.0  # s
_LEFT, _NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@contextmanager
def program(folder: Path) -> Iterator[Viewer]:
    """Give a shown window with settings of its own; threads share the interpreter as in the program."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    store = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    viewer = Viewer(make_application(), Settings(store), "dark")
    viewer.window.resize(1600, 1000)
    viewer.collect_when_idle()
    viewer.window.show()
    try:
        yield viewer
    finally:
        viewer.dispose()
        gc.enable()
        gc.unfreeze()
        store.sync()  # now, and not when the program ends: the folder will be gone
        sys.setswitchinterval(interval)


def beat_until(done: Callable[[], bool]) -> Samples:
    """Run the event loop until something is so; return by how many seconds beats of a timer came late."""
    loop, beats = QEventLoop(), [time.perf_counter()]
    timer = QTimer(loop, timerType=Qt.TimerType.PreciseTimer, interval=round(_BEAT * 1000))

    def beat() -> None:
        beats.append(time.perf_counter())
        if done():
            loop.quit()

    timer.timeout.connect(beat)
    timer.start()
    loop.exec()
    delete(loop)
    return np.maximum(np.diff(beats) - _BEAT, 0.0)


def beat_for(seconds: float) -> Samples:
    """Do so for some time."""
    end = time.perf_counter() + seconds
    return beat_until(lambda: time.perf_counter() >= end)


def delete(thing: QObject) -> None:
    """Delete now: there may be no event loop that would do it later."""
    thing.deleteLater()
    QApplication.sendPostedEvents(thing, QEvent.Type.DeferredDelete.value)


def open_in(viewer: Viewer, path: Path) -> Samples:
    """Open a recording until all of it is shown; return how late beats were."""

    def shown() -> bool:
        index = viewer.recording.index
        return index is not None and index.complete and index.path == path

    viewer.workspace.close()
    QApplication.processEvents()
    viewer.workspace.open(path)
    return beat_until(shown)


def settle(viewer: Viewer) -> RecordingIndex:
    """Wait until everything that is looked for in the recording has been found; return it."""
    beat_until(lambda: not viewer.recording.busy and viewer.tasks.quiet and not viewer.found_events.searching)
    index = viewer.recording.index
    if index is None:
        raise RuntimeError("the recording is not open any more")
    return index


@contextmanager
def _showing(bench: Bench, name: str) -> Iterator[tuple[Viewer, RecordingIndex]]:
    """Give a window with a recording, its hero selected, that has nothing more to do."""
    path = bench.recording(name)
    with program(bench.scratch) as viewer:
        open_in(viewer, path)
        index = settle(viewer)
        viewer.focus.select(int(index.actors.hero_rows[0]))
        QApplication.processEvents()
        yield viewer, index


# -- frames


def measure_painting(bench: Bench) -> Iterator[Row]:
    """What one does with mouse and wheel, each time until it is painted."""
    for name in (_LARGE, _CROWD):
        with _showing(bench, name) as (viewer, index):
            figures: dict[str, list[Samples]] = {}
            for _ in range(bench.rounds):
                for what, took in _all_painted(viewer, index, min(bench.scaled(2_000), 200)).items():
                    figures.setdefault(f"{what}, until painted, {name}", []).append(took)
        yield from rows(percentiles(figures, 50, 99), FRAME)


def _all_painted(viewer: Viewer, index: RecordingIndex, times: int) -> dict[str, Samples]:
    """Do everything so many times; return how long each took."""
    view, map_view, dice = viewer.window.timeline, viewer.window.map_area.map_view, np.random.default_rng(0)
    left, notches, inspector = view.model.axis.left, cycle([120, -120]), _Paints(viewer.window.inspector)
    movers = cycle(np.flatnonzero(np.isin(index.actors.category, MOVERS))[:200].tolist())

    def each(act: Task, painted: Task = QApplication.processEvents) -> Samples:
        took = []
        for _ in range(times):
            start = time.perf_counter()
            act()
            painted()
            took.append(time.perf_counter() - start)
        return np.array(took)

    ruler, right = view.childAt(_on_ruler(left)), left + view.model.axis.width
    QTest.mousePress(ruler, _LEFT, pos=_on_ruler(left))
    seeking = each(lambda: QTest.mouseMove(ruler, _on_ruler(dice.uniform(left, right))))
    QTest.mouseRelease(ruler, _LEFT, pos=_on_ruler(left))
    return {
        "Seek": seeking,
        "Select an actor": each(lambda: viewer.focus.select(next(movers)), inspector.wait),
        "Zoom the time view": each(lambda: _turn(view, Qt.KeyboardModifier.ControlModifier, next(notches))),
        "Zoom the map": each(lambda: _turn(map_view, _NO_KEY, next(notches))),
    }


def _on_ruler(x: float) -> QPoint:
    return QPoint(round(x), 45)


class _Paints(QObject):
    """Waits until a widget, or one in it, is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._painted = False
        for each in (widget, *widget.findChildren(QWidget)):
            each.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self._painted = self._painted or event.type() == QEvent.Type.Paint
        return False

    def wait(self) -> None:
        """Let the event loop run until it is painted anew."""
        self._painted, end = False, time.perf_counter() + _PATIENCE
        while not self._painted:
            QApplication.processEvents()
            if time.perf_counter() > end:
                raise RuntimeError("what was selected was not painted")


def _turn(widget: QWidget, keys: Qt.KeyboardModifier, notch: int) -> None:
    """Turn the wheel over what lies in the middle of a widget."""
    middle = widget.rect().center()
    target = widget.childAt(middle) or widget
    at = QPointF(target.mapFrom(widget, middle))
    event = QWheelEvent(
        at, target.mapToGlobal(at), QPoint(), QPoint(0, int(notch)), Qt.MouseButton.NoButton, keys,
        Qt.ScrollPhase.NoScrollPhase, False,  # noqa: FBT003 - Qt's own
    )  # fmt: skip
    QApplication.sendEvent(target, event)


def measure_playing(bench: Bench) -> Iterator[Row]:
    """Playing as fast as the window can: what the main thread works for each frame."""
    for name in ("300 actors", _CROWD):
        with _showing(bench, name) as (viewer, _):
            for timer in viewer.playback.findChildren(QTimer):
                timer.setInterval(_TICK)
            task = partial(_play, viewer, bench.seconds(5.0))
            figures = interleaved({f"Work for a frame while playing {name}": task}, bench.rounds)
        yield from rows(percentiles(figures, 50, 99), FRAME)


def _play(viewer: Viewer, seconds: float) -> Samples:
    worked: list[float] = []
    end = time.perf_counter() + seconds

    def take(now: ViewState, before: ViewState) -> None:
        if now.playback != before.playback:  # each is a frame on the screen, of the file or between two of it
            worked.append(time.thread_time())

    viewer.workspace.changed.connect(take)
    viewer.playback.set_loop(Loop.ALL)
    viewer.playback.go_start()
    viewer.playback.toggle_play()
    beat_until(lambda: time.perf_counter() >= end and len(worked) > 1)
    viewer.playback.toggle_play()
    viewer.workspace.changed.disconnect(take)
    return np.diff(worked)


# -- the beat


def measure_beat(bench: Bench) -> Iterator[Row]:
    """How late a beat of 5 ms comes while a recording loads, and after; against an idle window."""
    with program(bench.scratch) as viewer:
        for name in (_LARGE, "500,000 small frames", "800,000 adds and deletes"):
            path = bench.recording(name)
            open_in(viewer, path)  # once, so that everything is warm
            late: dict[str, list[Samples]] = {"loads": [], "was opened": [], "an idle window": []}
            for _ in range(bench.rounds):
                late["loads"].append(open_in(viewer, path))
                late["was opened"].append(beat_for(bench.seconds(15.0)))
                viewer.workspace.close()
                beat_for(0.5)
                late["an idle window"].append(beat_for(bench.seconds(4.0)))
            for share in (99, 100):
                *ours, idle = percentiles(late, share).items()
                for what, figures in ours:
                    yield Row(f"Beat late while {name} {what}", figures, *idle)


def measure_following(bench: Bench) -> Iterator[Row]:
    """How far the window is behind a recording that grows, with comings and goings, and how late its beat."""
    whole, path = bench.recording("comings and goings at random"), bench.scratch / "growing.log"
    amount = min(int(_RATE * bench.seconds(40.0)), whole.stat().st_size)
    behind, late = [], []
    for _ in range(bench.few):
        with program(bench.scratch) as viewer:
            with whole.open("rb") as source:
                path.write_bytes(source.read(amount // 4))
            viewer.workspace.open(path)
            beat_until(
                lambda viewer=viewer: bool(
                    viewer.recording.index and len(viewer.recording.index.frame_starts)
                )
            )
            command = [sys.executable, "-c", _WRITER, *map(str, (whole, path, amount, _RATE))]
            with subprocess.Popen(command) as writer:
                each: list[float] = []
                late.append(beat_until(partial(_note_behind, viewer, path, writer, each)))
            behind.append(np.array(each))
    what = f"a recording that grows by {_RATE / 1e6:g} MB a second"
    yield from rows(percentiles({f"Behind {what}": behind}, 50, 100), {"a second": 1.0})
    yield from rows(percentiles({f"Beat late while following {what}": late}, 99, 100), {"100 ms": 0.1})


def _note_behind(viewer: Viewer, path: Path, writer: subprocess.Popen[bytes], behind: list[float]) -> bool:
    """Note how many seconds of the file are not shown; return whether it grows no more."""
    index = viewer.recording.index
    if index is not None and len(index.frame_starts):
        behind.append((path.stat().st_size - int(index.offsets[-1])) / _RATE)
    return writer.poll() is not None


_WRITER = """
import sys, time
source, target, amount, rate = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
with open(source, "rb") as whole, open(target, "ab", 0) as growing:
    begin = done = growing.tell()
    whole.seek(done)
    start = time.monotonic()
    while done < amount:
        done += growing.write(whole.read(min(rate // 50, amount - done)))
        time.sleep(max(start + (done - begin) / rate - time.monotonic(), 0))
"""


# -- processes of their own


def measure_story(bench: Bench) -> Iterator[Row]:
    """Finding all events of everybody, and the memory for it."""
    path = bench.recording(_LARGE)
    tasks = {
        "found in the window": partial(alone, cost, partial, _seconds_to_story, path, bench.scratch),
        "found in a bare process": partial(alone, cost, finding, path),
        "only opened": partial(alone, cost, partial, open_whole, path),
    }
    costs = interleaved(tasks, bench.few)
    for which, what, unit in (("seconds", "Story of", "s"), ("peak", "Memory at most, story of", "B")):
        (window, ours), (bare, theirs), (opened, least) = (
            (name, [float(getattr(one, which)) for one in each]) for name, each in costs.items()
        )
        yield Row(f"{what} {_LARGE}, {window}", ours, bare, theirs, unit)
        yield Row(f"{what} {_LARGE}, {bare}", theirs, opened, least, unit)


def _seconds_to_story(path: Path, folder: Path) -> float:
    """Open a recording in a window; return the seconds until its story is there."""
    with program(folder) as viewer:
        open_in(viewer, path)
        start = time.perf_counter()
        settle(viewer)
        return time.perf_counter() - start


def measure_memory(bench: Bench) -> Iterator[Row]:
    """Memory after much use, and how much of a core a window takes in which nothing is done any more."""
    path, times, idle = bench.recording(_LARGE), bench.scaled(2_000), bench.seconds(10.0)
    tasks = {
        f"a window with {_LARGE}, much used": partial(alone, _using, path, bench.scratch, times, idle),
        "an empty window": partial(alone, _using, None, bench.scratch, 0, idle),
    }
    costs = interleaved(tasks, bench.few)
    for what, which in (("Memory of", "memory"), ("Memory at most of", "peak")):
        yield from rows(
            {f"{what} {name}": [float(getattr(one, which)) for one in each] for name, each in costs.items()},
            unit="B",
        )
    working = {f"Work in a second of {name}": [one.seconds for one in each] for name, each in costs.items()}
    yield from rows(working, {"a second": 1.0})


def _using(path: Path | None, folder: Path, times: int, idle: float) -> Cost:
    """Use a window and then leave it alone; return how much it works then in a second, and its memory."""
    with program(folder) as viewer:
        if path is not None:
            open_in(viewer, path)
            _all_painted(viewer, settle(viewer), times)
        beat_for(idle)
        loop, worked = QEventLoop(), time.process_time()
        QTimer.singleShot(round(idle * 1000), loop.quit)
        loop.exec()
        return Cost((time.process_time() - worked) / idle, *memory_in_use())
