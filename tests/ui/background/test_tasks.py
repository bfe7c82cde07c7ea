"""What runs in the background: few threads, and those who are waited for first."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from itertools import groupby

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Clock
from viewer.cancellation import Proceed, ReadingCancelledError, check
from viewer.ui.background.tasks import Priority, Task, Tasks

PATIENCE = 20.0  # seconds


class Crowd:
    """Tasks that all wait at one gate, and count how many are at work at the same time."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.most = self.begun = 0
        self._now = 0
        self._lock = threading.Lock()

    def work(self, proceed: Proceed) -> None:
        with self._lock:
            self.begun += 1
            self._now += 1
            self.most = max(self.most, self._now)
        try:
            while not self.gate.wait(0.001):
                check(proceed, 0.0)
        finally:
            with self._lock:
                self._now -= 1


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    crowd = Crowd()
    yield crowd
    crowd.gate.set()


def test_there_are_never_more_than_three_threads(tasks: Tasks, crowd: Crowd, qtbot: QtBot) -> None:
    for _ in range(20):
        for priority in Priority:
            tasks.start(crowd.work, priority)
    qtbot.waitUntil(lambda: crowd.begun == 3)
    crowd.gate.set()
    qtbot.waitUntil(lambda: tasks.quiet)
    assert (crowd.begun, crowd.most) == (40, 3)


def test_what_is_waited_for_does_not_stand_behind_what_nobody_asked_for(
    tasks: Tasks, crowd: Crowd, qtbot: QtBot
) -> None:
    for _ in range(20):
        tasks.start(crowd.work, Priority.LATER)
    ended = []
    tasks.ended.connect(ended.append)
    soon = tasks.start(lambda _: "there", Priority.SOON)
    qtbot.waitUntil(lambda: ended == [soon])
    assert soon is not None
    assert soon.answer == "there"


def test_what_nobody_asked_for_gives_way_between_its_steps(tasks: Tasks, crowd: Crowd, qtbot: QtBot) -> None:
    at_work = threading.Event()
    steps: list[bool] = []

    def go_on(proceed: Proceed) -> None:
        while proceed(0.0):
            steps.append(at_work.is_set())
            time.sleep(0.001)

    def hold(_proceed: Proceed) -> None:
        at_work.set()
        time.sleep(0.1)
        at_work.clear()

    later = tasks.start(go_on, Priority.LATER)
    qtbot.waitUntil(lambda: bool(steps))
    with qtbot.waitSignal(tasks.ended):
        tasks.start(hold, Priority.SOON)
    assert sum(steps) <= 1  # one may have been under way
    steps.clear()
    qtbot.waitUntil(lambda: bool(steps))
    assert later is not None
    tasks.cancel(later)


def test_what_nobody_asked_for_waits_while_something_comes_first(tasks: Tasks, qtbot: QtBot) -> None:
    steps: list[int] = []

    def go_on(proceed: Proceed) -> None:
        while proceed(0.0):
            steps.append(len(steps))
            time.sleep(0.001)

    later = tasks.start(go_on, Priority.LATER)
    qtbot.waitUntil(lambda: bool(steps))
    with tasks.first():
        before = len(steps)
        time.sleep(0.1)
        assert len(steps) <= before + 1  # one may have been under way
    qtbot.waitUntil(lambda: len(steps) > before + 1)
    assert later is not None
    tasks.cancel(later)


def test_only_what_is_waited_for_makes_it_busy(tasks: Tasks, crowd: Crowd, qtbot: QtBot) -> None:
    assert tasks.quiet
    tasks.start(crowd.work, Priority.LATER)
    assert not tasks.busy
    assert not tasks.quiet
    soon = tasks.start(crowd.work, Priority.SOON)
    assert tasks.busy
    assert soon is not None
    with qtbot.waitSignal(tasks.idle):
        tasks.cancel(soon)
        assert not tasks.busy


def test_what_nobody_asked_for_can_be_left_out(tasks: Tasks, qtbot: QtBot) -> None:
    tasks.asked_only = True
    assert tasks.start(lambda _: None, Priority.LATER) is None
    assert tasks.quiet
    with qtbot.waitSignal(tasks.ended, timeout=PATIENCE * 1e3):
        tasks.start(lambda _: None, Priority.SOON)


def test_who_takes_an_answer_may_ask_for_more_before_it_is_idle(tasks: Tasks, qtbot: QtBot) -> None:
    events: list[str] = []

    def go_on(_task: object) -> None:
        events.append("ended")
        if len(events) < 3:
            tasks.start(lambda _: None, Priority.SOON)

    tasks.ended.connect(go_on)
    tasks.idle.connect(lambda: events.append("idle"))
    tasks.start(lambda _: None, Priority.SOON)
    qtbot.waitUntil(lambda: "idle" in events)
    assert events == ["ended", "ended", "ended", "idle"]


def test_threads_end_while_there_is_nothing_to_do(tasks: Tasks, qtbot: QtBot) -> None:
    used: list[threading.Thread] = []
    for priority in Priority:
        with qtbot.waitSignal(tasks.ended):
            tasks.start(lambda _: used.append(threading.current_thread()), priority)
    assert all(each.is_alive() for each in used)
    tasks.rest()
    qtbot.waitUntil(lambda: not any(each.is_alive() for each in used))
    with qtbot.waitSignal(tasks.ended):
        tasks.start(lambda _: None, Priority.SOON)


def test_when_all_has_ended_no_timer_runs_any_more(tasks: Tasks, qtbot: QtBot) -> None:
    def active() -> list[QTimer]:
        return [timer for timer in tasks.findChildren(QTimer) if timer.isActive()]

    for _ in range(2):
        with qtbot.waitSignal(tasks.ended):
            tasks.start(lambda _: None, Priority.SOON)
            assert active()
        qtbot.waitUntil(lambda: not active())


def test_threads_that_work_do_not_rest(tasks: Tasks, crowd: Crowd, qtbot: QtBot) -> None:
    used: list[threading.Thread] = []

    def work(proceed: Proceed) -> None:
        used.append(threading.current_thread())
        crowd.work(proceed)

    tasks.start(work, Priority.SOON)
    qtbot.waitUntil(lambda: bool(used))
    tasks.rest()
    crowd.gate.set()
    qtbot.waitUntil(lambda: tasks.quiet)
    with qtbot.waitSignal(tasks.ended):
        tasks.start(lambda _: used.append(threading.current_thread()), Priority.SOON)
    assert used[0] is used[1]


def test_shutting_down_cancels_what_runs_and_what_waits(tasks: Tasks, crowd: Crowd) -> None:
    for _ in range(20):
        tasks.start(crowd.work, Priority.SOON)
    tasks.shut_down()  # although the gate is closed
    assert tasks.quiet
    assert crowd.begun <= 4
    assert tasks.start(crowd.work, Priority.SOON) is None


def test_giving_up_without_being_asked_to_is_an_error(tasks: Tasks, qtbot: QtBot) -> None:
    def give_up(_proceed: Proceed) -> None:
        raise ReadingCancelledError

    with qtbot.capture_exceptions() as raised:
        tasks.start(give_up, Priority.SOON)
        qtbot.waitUntil(lambda: tasks.quiet)
    assert [kind for kind, _, _ in raised] == [ReadingCancelledError]


def test_answers_that_take_long_are_not_taken_in_one_turn(
    tasks: Tasks, clock: Clock, crowd: Crowd, qtbot: QtBot
) -> None:
    """Keys and the mouse have their turn between them; quick answers are taken together."""
    events: list[str] = []

    def take(task: Task) -> None:
        clock.now += task.answer
        events.append(f"{task.answer} s")

    tasks.ended.connect(take)
    other = QTimer(tasks)
    other.timeout.connect(lambda: events.append("other"))
    for _ in range(2):
        tasks.start(lambda _proceed: 0.001, Priority.LATER)
    for _ in range(3):
        tasks.start(lambda _proceed: 0.02, Priority.LATER)
    tasks.start(crowd.work, Priority.LATER)
    end = time.monotonic() + PATIENCE
    while not crowd.begun and time.monotonic() < end:  # the one thread has ended all others before
        time.sleep(0.001)
    other.start(0)
    qtbot.waitUntil(lambda: events.count("0.02 s") == 3)
    other.stop()
    turns = [list(group) for is_other, group in groupby(events, lambda each: each == "other") if not is_other]
    assert turns == [["0.001 s", "0.001 s", "0.02 s"], ["0.02 s"], ["0.02 s"]]
