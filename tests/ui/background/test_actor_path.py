"""The path of the selected actor: however many are selected quickly, only the last one is read to its end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.scenes import HERO, street
from viewer.cancellation import Proceed, check
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.ui.background import actor_path
from viewer.ui.background.actor_path import ActorPath, PathFinder
from viewer.ui.background.tasks import Tasks


@pytest.fixture
def index(tmp_path: Path) -> RecordingIndex:
    return street().index(tmp_path / "street.log")


@pytest.fixture
def finder(tasks: Tasks) -> PathFinder:
    return PathFinder(tasks, tasks)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Let the reading of paths wait, as that of a very long recording."""
    gate = threading.Event()

    def read(index: RecordingIndex, row: int, *, proceed: Proceed) -> Trajectory:
        while not gate.wait(0.001):
            check(proceed, 0.0)
        return trajectory(index, row, proceed=proceed)

    monkeypatch.setattr(actor_path, "trajectory", read)
    yield gate
    gate.set()


def test_a_path_is_found(finder: PathFinder, index: RecordingIndex, qtbot: QtBot) -> None:
    row = index.actors.rows_of(HERO)[0]
    with qtbot.waitSignal(finder.found) as told:
        finder.find(index, row)
    (path,) = told.args
    assert path.row == row
    assert path.poses.locations[-1, 0] - path.poses.locations[0, 0] == pytest.approx(9.5, abs=0.01)
    assert not finder.busy


def test_selecting_quickly_leaves_no_full_reads_behind(
    finder: PathFinder, index: RecordingIndex, tasks: Tasks, gate: threading.Event, qtbot: QtBot
) -> None:
    paths: list[ActorPath] = []
    finder.found.connect(paths.append)
    for _ in range(10):
        for row in range(len(index.actors)):
            finder.find(index, row)
    gate.set()
    qtbot.waitUntil(lambda: tasks.quiet)
    assert [path.row for path in paths] == [len(index.actors) - 1]


def test_what_nobody_expected_reaches_nobody_who_shows_errors_of_files(
    finder: PathFinder, index: RecordingIndex, tasks: Tasks, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(actor_path, "trajectory", fail)
    errors: list[object] = []
    finder.failed.connect(errors.append)
    with qtbot.capture_exceptions() as raised:
        finder.find(index, 0)
        qtbot.waitUntil(lambda: tasks.quiet)
    assert [kind for kind, _, _ in raised] == [ZeroDivisionError]
    assert errors == []
    assert not finder.busy
