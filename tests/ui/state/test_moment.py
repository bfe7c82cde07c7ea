"""A world is made whenever it can be another one, but only while somebody can see it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.scenes import street
from tests.ui.conftest import Clock
from viewer.replay.world.world import World
from viewer.ui.app import Viewer
from viewer.ui.background.tasks import Tasks
from viewer.ui.state import moment
from viewer.ui.state.settings import Settings
from viewer.ui.state.workspace import Workspace


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Times of the worlds that were asked for."""
    times: list[float] = []
    make = moment.world_at

    def note(index, elapsed, **how):
        times.append(elapsed)
        return make(index, elapsed, **how)

    monkeypatch.setattr(moment, "world_at", note)
    return times


@pytest.fixture
def workspace(qtbot: QtBot, tasks: Tasks, tmp_path: Path, settings: Settings) -> Iterator[Workspace]:
    workspace = Workspace(tasks, settings)
    workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: workspace.recording.index is not None and not workspace.recording.busy)
    yield workspace
    workspace.shut_down()
    workspace.deleteLater()


def test_nobody_sees_no_world_and_the_present_one_when_seen_again(
    workspace: Workspace, clock: Clock, asked: list[float]
) -> None:
    asked.clear()
    told: list[World] = []
    workspace.moment.world_changed.connect(told.append)
    workspace.moment.set_seen(False)
    workspace.playback.seek(0.5)
    workspace.playback.toggle_play()
    for _ in range(11):
        clock.now += 0.02
        workspace.playback.tick()
    workspace.playback.toggle_play()
    workspace.moment.set_interpolate(True)
    assert (asked, told) == ([], [])
    workspace.moment.set_seen(True)
    assert asked == pytest.approx([0.72])
    assert [world.frame_index for world in told] == [14]


def test_who_comes_back_to_the_same_moment_waits_for_nothing(
    workspace: Workspace, asked: list[float]
) -> None:
    asked.clear()
    workspace.moment.set_seen(False)
    workspace.moment.set_seen(True)
    assert asked == []


def test_another_recording_in_a_hidden_window_is_seen_when_it_is_shown(
    workspace: Workspace, qtbot: QtBot, tmp_path: Path, asked: list[float]
) -> None:
    workspace.moment.set_seen(False)
    asked.clear()
    recording, path = workspace.recording, street(7).save(tmp_path / "other.log")
    workspace.open(path)
    qtbot.waitUntil(lambda: recording.index.path == path and not recording.busy)
    assert (asked, workspace.moment.world) == ([], None)
    workspace.moment.set_seen(True)
    assert workspace.moment.world.index is recording.index


def test_a_closed_recording_is_let_go_in_a_hidden_window_too(workspace: Workspace) -> None:
    told: list[object] = []
    workspace.moment.world_changed.connect(told.append)
    workspace.moment.set_seen(False)
    workspace.close()
    assert (told, workspace.moment.world) == ([None], None)


@pytest.mark.parametrize(
    ("leave", "return_"), [("showMinimized", "showNormal"), ("hide", "show")], ids=["minimised", "hidden"]
)
def test_a_window_that_nobody_sees_asks_for_no_worlds(
    open_street: Viewer, qtbot: QtBot, asked: list[float], leave: str, return_: str
) -> None:
    getattr(open_street.window, leave)()
    qtbot.waitUntil(lambda: open_street.window.isMinimized() or not open_street.window.isVisible())
    asked.clear()
    open_street.playback.seek(0.5)
    assert asked == []
    getattr(open_street.window, return_)()
    qtbot.waitUntil(lambda: asked != [])
    assert asked == [0.5]
