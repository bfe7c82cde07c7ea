"""Questions, answers, errors and time in any order: what is told, against a plain account of it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QObject, Signal

from viewer.logfile.errors import UnreadableError
from viewer.ui.background import latest as module
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Priority, Task

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
