"""One question at a time: the newest answer wins, and all else is told once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Clock
from viewer.cancellation import Proceed, check
from viewer.logfile.errors import UnreadableError
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks

PATIENCE = 20.0  # seconds


class Gate:
    """A question that is answered once it is let, and that sees whether it was cancelled."""

    def __init__(self, answer: object) -> None:
        self.begun, self.open, self.left = threading.Event(), threading.Event(), threading.Event()
        self._answer = answer

    def __call__(self, proceed: Proceed) -> object:
        self.begun.set()
        try:
            while not self.open.wait(0.001):
                check(proceed, 0.5)
            return self._answer
        finally:
            self.left.set()


class Told:
    """What a Latest has told, in order."""

    def __init__(self, latest: Latest) -> None:
        self.answers: list[object] = []
        self.failures: list[object] = []
        self.shares: list[float] = []
        latest.answered.connect(self.answers.append)
        latest.failed.connect(lambda: self.failures.append(None))
        latest.unreadable.connect(self.failures.append)
        latest.progress.connect(self.shares.append)


@pytest.fixture
def latest(tasks: Tasks) -> Latest:
    return Latest(tasks, tasks)


@pytest.fixture
def told(latest: Latest) -> Told:
    return Told(latest)


@pytest.fixture
def gate() -> Iterator[Callable[[object], Gate]]:
    """Make gates that do not stay closed."""
    made: list[Gate] = []

    def make(answer: object) -> Gate:
        made.append(Gate(answer))
        return made[-1]

    yield make
    for each in made:
        each.open.set()


def test_an_answer_is_told(latest: Latest, told: Told, qtbot: QtBot) -> None:
    latest.ask(lambda _: 7)
    assert latest.busy
    qtbot.waitUntil(lambda: not latest.busy)
    assert told.answers == [7]
    assert told.failures == told.shares == []


def test_the_newest_answer_wins_and_the_older_question_sees_that(
    latest: Latest, told: Told, gate: Callable[[object], Gate], qtbot: QtBot
) -> None:
    older = gate("older")
    latest.ask(older)
    assert older.begun.wait(PATIENCE)
    latest.ask(lambda _: "newer")
    assert older.left.wait(PATIENCE)
    qtbot.waitUntil(lambda: not latest.busy)
    assert told.answers == ["newer"]


def test_an_answer_on_its_way_is_not_told_after_a_newer_question(
    latest: Latest, told: Told, tasks: Tasks, gate: Callable[[object], Gate], qtbot: QtBot
) -> None:
    older = gate("older")
    older.open.set()
    latest.ask(older)
    assert older.left.wait(PATIENCE)
    latest.ask(lambda _: "newer")
    qtbot.waitUntil(lambda: tasks.quiet)
    assert told.answers == ["newer"]


def test_a_file_that_cannot_be_read_is_told_once(latest: Latest, told: Told, qtbot: QtBot) -> None:
    error = UnreadableError(Path("a.log"), "it cannot be read")

    def fail(_proceed: Proceed) -> None:
        raise error

    latest.ask(fail)
    qtbot.waitUntil(lambda: not latest.busy)
    assert told.failures == [None, error]
    assert told.answers == []
    latest.ask(lambda _: 1)
    qtbot.waitUntil(lambda: told.answers == [1])


def test_what_nobody_expected_is_raised_once_and_told_without_it(
    latest: Latest, told: Told, tasks: Tasks, qtbot: QtBot
) -> None:
    """Whoever asked has no use for the error: it has neither a path nor a sentence for the user."""
    with qtbot.capture_exceptions() as raised:
        latest.ask(lambda _: 1 // 0)
        qtbot.waitUntil(lambda: tasks.quiet)
    assert [kind for kind, _, _ in raised] == [ZeroDivisionError]
    assert told.failures == [None]
    latest.ask(lambda _: 1)
    qtbot.waitUntil(lambda: told.answers == [1])


def test_it_says_how_far_it_is_only_if_it_takes_long(
    latest: Latest, told: Told, tasks: Tasks, clock: Clock, gate: Callable[[object], Gate], qtbot: QtBot
) -> None:
    slow = gate("slow")
    latest.ask(slow)
    assert slow.begun.wait(PATIENCE)
    clock.now += 0.2
    tasks.ticked.emit()
    assert told.shares == []
    clock.now += 0.2
    qtbot.waitUntil(lambda: told.shares == [0.5])  # by itself
    tasks.ticked.emit()
    assert told.shares == [0.5]  # nothing new
    slow.open.set()
    qtbot.waitUntil(lambda: not latest.busy)
    assert told.shares[-1] == 1.0


def test_of_patient_questions_the_newest_is_asked_after_the_answer_and_a_rest(
    latest: Latest, told: Told, clock: Clock, gate: Callable[[object], Gate], qtbot: QtBot
) -> None:
    """The first answer took one second: the next question comes four seconds later."""
    first = gate("first")
    latest.ask(first)
    latest.ask(lambda _: "second", patient=True)
    latest.ask(lambda _: "third", patient=True)
    assert first.begun.wait(PATIENCE)
    clock.now += 1.0
    first.open.set()
    qtbot.waitUntil(lambda: told.answers == ["first"])
    assert not latest.busy
    clock.now += 3.9
    latest.ask(lambda _: "fourth", patient=True)
    assert not latest.busy
    clock.now += 0.2
    latest.ask(lambda _: "fifth", patient=True)
    qtbot.waitUntil(lambda: len(told.answers) > 1)
    assert told.answers == ["first", "fifth"]


def test_a_patient_question_is_asked_by_itself(
    latest: Latest, told: Told, clock: Clock, gate: Callable[[object], Gate], qtbot: QtBot
) -> None:
    first = gate("first")
    latest.ask(first)
    assert first.begun.wait(PATIENCE)
    clock.now += 0.002
    first.open.set()
    latest.ask(lambda _: "second", patient=True)
    qtbot.waitUntil(lambda: told.answers == ["first"])
    clock.now += 0.01
    qtbot.waitUntil(lambda: told.answers == ["first", "second"])


def test_an_impatient_question_takes_the_place_of_those_that_rest(
    latest: Latest, told: Told, tasks: Tasks, gate: Callable[[object], Gate], qtbot: QtBot
) -> None:
    first = gate("first")
    latest.ask(first)
    latest.ask(lambda _: "patient", patient=True)
    latest.ask(lambda _: "last")
    qtbot.waitUntil(lambda: tasks.quiet and bool(told.answers))
    assert told.answers == ["last"]


def test_cancelling_drops_all_questions(
    latest: Latest, told: Told, tasks: Tasks, gate: Callable[[object], Gate], qtbot: QtBot
) -> None:
    first = gate("first")
    latest.ask(first)
    latest.ask(lambda _: "second", patient=True)
    assert first.begun.wait(PATIENCE)
    latest.cancel()
    assert not latest.busy
    assert first.left.wait(PATIENCE)
    with qtbot.waitSignal(tasks.idle):
        pass
    assert told.answers == told.failures == []


def test_whoever_paints_can_wait(latest: Latest, told: Told) -> None:
    latest.ask(lambda _: "drawn")
    latest.wait()
    assert told.answers == ["drawn"]


def test_nothing_is_asked_after_the_end(latest: Latest, told: Told, tasks: Tasks) -> None:
    slow = Gate("never")
    latest.ask(slow)
    tasks.shut_down()
    assert not latest.busy
    latest.ask(lambda _: 1)
    assert not latest.busy
    latest.wait()
    assert told.answers == []
