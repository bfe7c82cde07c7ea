"""What runs in the background: few threads, what is waited for first, and only the newest answer."""

import os
import threading
import time
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from viewer.cancellation import check
from viewer.logfile.errors import UnreadableError
from viewer.ui.background import latest as module
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Priority, Task


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


ERROR = UnreadableError(Path("a.log"), "it cannot be read")


class Timer(QObject):
    """A timer that goes off when it is told so."""

    timeout = Signal()

    def __init__(self, parent, *, singleShot):  # noqa: N803 - Qt's name
        super().__init__(parent)
        assert singleShot
        self.milliseconds = None

    def start(self, milliseconds):
        self.milliseconds = milliseconds

    def stop(self):
        self.milliseconds = None

    def go_off(self):
        self.milliseconds = None
        self.timeout.emit()


class Work(QObject):
    """Where tasks would run: they end when they are told so."""

    ended, ticked = Signal(object), Signal()

    def __init__(self):
        super().__init__()
        self.now, self.running, self.questions = 100.0, [], {}

    def clock(self):
        return self.now

    def start(self, function, priority):
        assert priority is Priority.LATER
        task = Task(function, priority, None)
        self.running.append(task)
        self.questions[task] = function
        return task

    def cancel(self, task):
        task.cancelled = True

    def end(self, task, error):
        """Let a task end; of one that was cancelled nothing is told."""
        self.running.remove(task)
        task.answer, task.error = (None, error) if error else (self.questions.pop(task)(None), None)
        if not task.cancelled:
            self.ended.emit(task)


class Account:
    """What is asked and told."""

    def __init__(self):
        self.asked, self.waiting, self.begun, self.due, self.shown = None, None, 0.0, 0.0, None
        self.told = []

    def begin(self, question, now):
        self.asked, self.begun = question, now

    def leave(self):
        self.asked = None
        if self.shown is not None:
            self.told.append(1.0)
        self.shown = None

    def cancel(self):
        if self.asked is not None:
            self.leave()
        self.waiting, self.due = None, 0.0

    def go_on(self, now):
        if self.asked is None and self.waiting is not None and now >= self.due:
            self.begin(self.waiting, now)
            self.waiting = None

    def end(self, now, error):
        self.due = now + 4.0 * (now - self.begun)
        answer = self.asked
        self.leave()
        self.told += ["failed", *([error] if error is ERROR else [])] if error else [answer]
        self.go_on(now)

    def tick(self, now, share):
        if self.asked and now - self.begun > 0.3 and (self.shown is None or abs(share - self.shown) >= 0.01):
            self.shown = share
            self.told.append(share)


@pytest.fixture
def both(qapp, monkeypatch):
    """A Latest, where it works, what it has told, and the account."""
    monkeypatch.setattr(module, "QTimer", Timer)
    work, told = Work(), []
    latest = Latest(work, work, told.append, Priority.LATER)
    latest.failed.connect(lambda: told.append("failed"))
    latest.unreadable.connect(told.append)
    latest.progress.connect(told.append)
    return latest, work, told, Account()


def ask(random, latest, work, account, number):
    coalesced = random.random() < 0.8
    latest.ask(lambda _: number, coalesced=coalesced)
    if coalesced:
        account.waiting = number
        account.go_on(work.now)
    else:
        account.cancel()
        account.begin(number, work.now)


def end(random, latest, work, account, _number):
    if work.running:
        task, error = random.choice(work.running[-2:]), random.choice([None, None, ERROR, OSError()])
        wanted = not task.cancelled
        work.end(task, error)
        if wanted:
            account.end(work.now, error)


def cancel(random, latest, work, account, _number):
    if random.random() < 0.3:
        latest.cancel()
        account.cancel()


def wait(random, latest, work, account, _number):
    timer = latest.findChild(Timer)
    missing = account.due - work.now
    if timer.milliseconds is not None:
        assert timer.milliseconds == max(round(1e3 * missing), 1)
    work.now += random.choice([0.0, 0.05, 0.3, 1.0, max(missing, 0.0)])
    if timer.milliseconds is not None:
        timer.go_off()
        account.go_on(work.now)


def tick(random, latest, work, account, _number):
    share = random.choice([0.0, 0.004, 0.5, 0.505, 0.9])
    for task in work.running:
        task.share = share if not task.cancelled else 0.7
    work.ticked.emit()
    account.tick(work.now, share)


@pytest.mark.parametrize("seed", range(20))
def test_only_the_newest_answer_and_all_that_belongs_to_it_is_told(both, seed):
    random, (latest, work, told, account) = Random(seed), both
    for number in range(1, 150):
        random.choice([ask, end, end, cancel, wait, wait, tick])(random, latest, work, account, number)
        assert told == account.told
        assert latest.busy == (account.asked is not None)
        timer = latest.findChild(Timer)
        assert (timer.milliseconds is not None) == (account.waiting is not None and account.asked is None)
        assert len(work.running) >= (account.asked is not None)
    assert len(set(map(str, told))) > 4
