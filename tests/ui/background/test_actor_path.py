"""The path of the selected actor: however many are selected quickly, only the last one is read to its end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.scenes import HERO, street
from viewer.cancellation import Proceed, always, check
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.ui.background import actor_path
from viewer.ui.background.actor_path import ActorPath
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.open_recording import OpenRecording


@pytest.fixture
def recording(tmp_path: Path, tasks: Tasks, qtbot: QtBot) -> Iterator[OpenRecording]:
    recording = OpenRecording(tasks)
    recording.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: recording.index is not None and not recording.busy)
    yield recording
    recording.shut_down()


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


def test_a_path_goes_where_the_actor_went(tmp_path: Path) -> None:
    index = street().index(tmp_path / "street.log")
    row = index.actors.rows_of(HERO)[0]
    path = actor_path.actor_path(index, row, always)
    assert path.row == row
    assert path.poses.locations[-1, 0] - path.poses.locations[0, 0] == pytest.approx(9.5, abs=0.01)


def test_selecting_quickly_leaves_no_full_reads_behind(
    recording: OpenRecording, tasks: Tasks, gate: threading.Event, qtbot: QtBot
) -> None:
    paths: list[ActorPath | None] = []
    recording.path_changed.connect(paths.append)
    assert recording.index is not None
    last = len(recording.index.actors) - 1
    for _ in range(10):
        for row in range(last + 1):
            recording.want_path(row)
    gate.set()
    qtbot.waitUntil(lambda: tasks.quiet)
    assert [path.row for path in paths if path is not None] == [last]
