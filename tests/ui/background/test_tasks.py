"""What runs in the background: few threads, and those who are waited for first."""

from __future__ import annotations

import os
import threading
import time

import pytest
from PySide6.QtWidgets import QWidget

from viewer.cancellation import check
from viewer.ui.background.tasks import Priority


class Crowd:
    """Tasks that all wait at one gate, and count how many are at work at the same time."""

    def __init__(self):
        self.gate = threading.Event()
        self.most = self.begun = 0
        self._now = 0
        self._lock = threading.Lock()

    def work(self, should_continue):
        with self._lock:
            self.begun += 1
            self._now += 1
            self.most = max(self.most, self._now)
        try:
            while not self.gate.wait(0.001):
                check(should_continue, 0.0)
        finally:
            with self._lock:
                self._now -= 1


@pytest.fixture
def crowd():
    crowd = Crowd()
    yield crowd
    crowd.gate.set()


def test_there_are_never_more_than_three_threads_and_one_per_processor_for_pictures(tasks, crowd, qtbot):
    most = 3 + (os.cpu_count() or 2)
    for _ in range(most):
        for priority in Priority:
            tasks.start(crowd.work, priority)
    qtbot.waitUntil(lambda: crowd.begun == most)
    crowd.gate.set()
    qtbot.waitUntil(lambda: tasks.quiet)
    assert (crowd.begun, crowd.most) == (3 * most, most)


def test_what_is_waited_for_does_not_stand_behind_what_nobody_asked_for(tasks, crowd, qtbot):
    for _ in range(20):
        tasks.start(crowd.work, Priority.LATER)
    ended = []
    tasks.ended.connect(ended.append)
    soon = tasks.start(lambda _: "there", Priority.SOON)
    qtbot.waitUntil(lambda: ended == [soon])
    assert soon.answer == "there"


@pytest.mark.parametrize("how", ["a task", "a section"])
def test_what_nobody_asked_for_gives_way_between_its_steps(tasks, qtbot, how):
    at_work, steps = threading.Event(), []

    def go_on(should_continue):
        while should_continue(0.0):
            steps.append(at_work.is_set())
            time.sleep(0.001)

    def hold(_should_continue=None):
        at_work.set()
        time.sleep(0.05)
        at_work.clear()

    later = tasks.start(go_on, Priority.LATER)
    qtbot.waitUntil(lambda: bool(steps))
    if how == "a task":
        with qtbot.waitSignal(tasks.ended):
            tasks.start(hold, Priority.SOON)
    else:
        with tasks.first():
            hold()
    assert sum(steps) <= 1  # one may have been under way
    steps.clear()
    qtbot.waitUntil(lambda: bool(steps))
    tasks.cancel(later)


def test_only_what_is_waited_for_makes_it_busy(tasks, crowd, qtbot):
    assert tasks.quiet
    tasks.start(crowd.work, Priority.LATER)
    assert not tasks.busy
    assert not tasks.quiet
    soon = tasks.start(crowd.work, Priority.SOON)
    assert tasks.busy
    with qtbot.waitSignal(tasks.idle):
        tasks.cancel(soon)
        assert not tasks.busy


def test_threads_end_while_there_is_nothing_to_do(tasks, qtbot):
    used = []
    for priority in Priority:
        with qtbot.waitSignal(tasks.ended):
            tasks.start(lambda _: used.append(threading.current_thread()), priority)
    assert all(each.is_alive() for each in used)
    tasks.rest()
    qtbot.waitUntil(lambda: not any(each.is_alive() for each in used))
    with qtbot.waitSignal(tasks.ended):
        tasks.start(lambda _: None, Priority.SOON)


def test_shutting_down_cancels_what_runs_and_what_waits(tasks, crowd):
    for _ in range(20):
        tasks.start(crowd.work, Priority.SOON)
    tasks.begin()
    tasks.shut_down()  # although the gate is closed
    assert tasks.quiet
    assert crowd.begun <= 4
    assert tasks.start(crowd.work, Priority.SOON) is None


def test_threads_begin_once_what_has_changed_is_painted(tasks, qtbot):
    order = []

    class Picture(QWidget):
        def paintEvent(self, _event):  # noqa: N802 - Qt's name
            order.append("picture")

    picture = Picture()
    qtbot.addWidget(picture)
    picture.show()
    qtbot.waitUntil(lambda: bool(order))
    order.clear()
    picture.update()
    tasks.start(lambda _: order.append("work"), Priority.SOON)
    qtbot.waitUntil(lambda: "work" in order)
    assert order == ["picture", "work"]
