"""Python looks for cycles only when nothing happens."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from tests.scenes import street
from tests.ui.conftest import Clock
from viewer.ui.app import Viewer
from viewer.ui.background import garbage
from viewer.ui.background.garbage import Garbage
from viewer.ui.background.tasks import Priority, Tasks


class Collector:
    """Stands for the module gc, and writes down what is asked of it."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.threshold: tuple[int, int, int] | None = None

    def set_threshold(self, *threshold: int) -> None:
        first, second, third = threshold
        self.threshold = (first, second, third)

    def disable(self) -> None:
        """As if it had never been on."""

    def collect(self, generation: int = 2) -> None:
        if generation == 2:
            self.asked.append("collect")

    def freeze(self) -> None:
        self.asked.append("freeze")

    def unfreeze(self) -> None:
        self.asked.append("unfreeze")


class Bin:
    """Garbage whose timer the test moves with the clock."""

    def __init__(self, made: Garbage, clock: Clock) -> None:
        self.garbage, self.clock = made, clock
        self.loads = False
        self._timer = made.findChild(QTimer)
        assert self._timer is not None
        self._timer.setInterval(1_000_000)

    def wait(self, seconds: float) -> None:
        assert self._timer is not None
        for _ in range(round(seconds / 0.5)):
            self.clock.now += 0.5
            if self._timer.isActive():
                self._timer.timeout.emit()


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Collector:
    collector = Collector()
    monkeypatch.setattr(garbage, "gc", collector)
    monkeypatch.setattr(garbage, "give_back", lambda: collector.asked.append("give back"))
    return collector


@pytest.fixture
def bin_(tasks: Tasks, clock: Clock, collector: Collector) -> Bin:
    made = Bin(Garbage(tasks, lambda: made.loads, tasks), clock)
    assert collector.asked == ["freeze"]
    collector.asked.clear()
    return made


def test_all_objects_are_never_looked_at_in_passing(bin_: Bin, collector: Collector) -> None:
    assert collector.threshold is not None
    assert collector.threshold[2] >= 1_000_000


def test_young_objects_are_looked_at_some_at_a_time(bin_: Bin, collector: Collector) -> None:
    """A hundred thousand of them stop all threads for 30 ms, whichever thread made them."""
    assert collector.threshold is not None
    youngest, twice, _ = collector.threshold
    assert youngest * (twice + 1) <= 20_000


def test_opening_a_recording_in_the_window_is_something(
    viewer: Viewer, collector: Collector, qtbot: QtBot, tmp_path: Path
) -> None:
    viewer.collect_when_idle()
    made = viewer.findChild(Garbage)
    timer = made.findChild(QTimer)
    assert not timer.isActive()
    viewer.workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None)
    assert timer.isActive()


def test_it_waits_until_nothing_has_happened_for_a_while(bin_: Bin, collector: Collector) -> None:
    for _ in range(20):
        bin_.garbage.touch()
        bin_.wait(1.5)
    assert collector.asked == []
    bin_.wait(1.0)
    assert collector.asked == ["collect", "give back"]


def test_it_waits_until_a_file_is_read_however_long_nothing_is_told_of_it(
    bin_: Bin, collector: Collector
) -> None:
    bin_.loads = True
    bin_.garbage.touch()
    bin_.wait(60.0)
    assert collector.asked == []
    bin_.loads = False
    bin_.wait(1.0)
    assert collector.asked == ["collect", "give back"]


def test_it_looks_once_after_each_time_something_happened(bin_: Bin, collector: Collector) -> None:
    bin_.garbage.touch()
    bin_.wait(60.0)
    assert collector.asked == ["collect", "give back"]
    bin_.garbage.touch()
    bin_.wait(60.0)
    assert collector.asked == ["collect", "give back"] * 2


def test_it_waits_for_what_runs_in_the_background(
    bin_: Bin, collector: Collector, tasks: Tasks, qtbot: QtBot
) -> None:
    gate = threading.Event()
    tasks.start(lambda _: gate.wait(), Priority.LATER)
    bin_.garbage.touch()
    bin_.wait(60.0)
    assert collector.asked == []
    gate.set()
    qtbot.waitUntil(lambda: tasks.quiet)
    bin_.wait(0.5)
    assert collector.asked == ["collect", "give back"]


def test_threads_that_have_nothing_to_do_end(bin_: Bin, tasks: Tasks, qtbot: QtBot) -> None:
    used: list[threading.Thread] = []
    with qtbot.waitSignal(tasks.ended):
        tasks.start(lambda _: used.append(threading.current_thread()), Priority.SOON)
    bin_.garbage.touch()
    bin_.wait(60.0)
    qtbot.waitUntil(lambda: not used[0].is_alive())


def test_what_was_there_at_first_is_never_looked_at_again(bin_: Bin, collector: Collector) -> None:
    """That would stop everything for four times as long, each time another recording has been opened."""
    for _ in range(3):
        bin_.garbage.touch()
        bin_.wait(5.0)
    assert "unfreeze" not in collector.asked
