"""A workspace on recordings of our own, with a clock that the test moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.scenes import Scene, actor, pose
from tests.ui.conftest import Clock
from viewer.recording.actor_name import ActorName
from viewer.recording.follow import FileStatus
from viewer.replay.time.typed_time import TimeQuery
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.settings import Settings
from viewer.ui.state.workspace import Workspace


def drive(path: Path, *, frames: int = 21, actor_id: int = 7, start: float = 0.0) -> Path:
    """Write a recording in which a car drives 1 m a frame, 20 frames a second."""
    scene = Scene()
    for number in range(frames):
        car = actor(actor_id, location=(start, 0, 0), role_name="hero")
        scene.frame(0.05, add=[car] if number == 0 else (), poses=[pose(actor_id, (start + number, 0, 0))])
    return scene.save(path)


@pytest.fixture
def workspace(tasks: Tasks, qtbot: QtBot, settings: Settings) -> Iterator[Workspace]:
    workspace = Workspace(tasks, settings)
    yield workspace
    workspace.shut_down()
    workspace.deleteLater()


def open_and_wait(workspace: Workspace, path: Path, qtbot: QtBot, asked: OpenRequest | None = None) -> None:
    workspace.open(path, asked)
    qtbot.waitUntil(
        lambda: (
            not workspace.recording.busy
            and workspace.recording.index is not None
            and workspace.recording.index.path == path
        )
    )


def test_opening_shows_the_first_moment_and_finds_the_hero(
    workspace: Workspace, qtbot: QtBot, tmp_path: Path
) -> None:
    open_and_wait(workspace, drive(tmp_path / "a.log"), qtbot)

    assert workspace.moment.world is not None
    assert workspace.moment.world.frame == 1
    assert workspace.focus.hero == 0
    assert workspace.playback.transport.duration == pytest.approx(1.0, abs=1e-6)


def test_a_request_is_fulfilled_when_the_file_is_there(
    workspace: Workspace, qtbot: QtBot, tmp_path: Path
) -> None:
    asked = OpenRequest(TimeQuery("frame", 11), ActorName(7), follow=ActorName(7))

    open_and_wait(workspace, drive(tmp_path / "a.log"), qtbot, asked)

    assert workspace.moment.world is not None
    assert workspace.moment.world.frame == 11
    assert workspace.focus.primary == 0
    assert workspace.focus.followed == 0


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (OpenRequest(TimeQuery("elapsed", 99.0)), "after the end"),
        (OpenRequest(TimeQuery("collision", 1)), "no collision 1"),
        (OpenRequest(actor=ActorName(8)), "no actor 8"),
    ],
)
def test_a_request_that_cannot_be_fulfilled_is_told(
    workspace: Workspace, qtbot: QtBot, tmp_path: Path, asked: OpenRequest, words: str
) -> None:
    with qtbot.waitSignal(workspace.message) as told:
        workspace.open(drive(tmp_path / "a.log"), asked)

    assert words in told.args[0]


def test_a_request_is_not_fulfilled_in_the_file_that_is_still_open(
    workspace: Workspace, qtbot: QtBot, tmp_path: Path
) -> None:
    open_and_wait(workspace, drive(tmp_path / "a.log"), qtbot)
    workspace.playback.seek(0.2)

    workspace.open(drive(tmp_path / "b.log"), OpenRequest(TimeQuery("frame", 11), ActorName(7)))
    workspace.playback.seek(0.3)  # the user still looks at the first one
    assert workspace.focus.primary is None
    qtbot.waitUntil(
        lambda: not workspace.recording.busy and workspace.recording.index.path == tmp_path / "b.log"
    )

    assert workspace.moment.world is not None
    assert workspace.moment.world.frame == 11
    assert workspace.focus.primary == 0


def test_playing_goes_with_the_clock_and_pauses_exactly_there(
    workspace: Workspace, clock: Clock, qtbot: QtBot, tmp_path: Path
) -> None:
    open_and_wait(workspace, drive(tmp_path / "a.log"), qtbot)

    workspace.playback.toggle_play()
    for _ in range(40):
        clock.now += 0.0123
        workspace.playback.tick()
    workspace.playback.toggle_play()
    clock.now += 50.0
    workspace.playback.tick()

    assert workspace.playback.transport.playhead == pytest.approx(40 * 0.0123, abs=1e-9)
    assert workspace.moment.world is not None
    assert workspace.moment.world.frame_index == 9


def test_the_last_of_several_files_opened_at_once_wins(
    workspace: Workspace, qtbot: QtBot, tmp_path: Path
) -> None:
    paths = [drive(tmp_path / f"{name}.log", actor_id=number) for number, name in enumerate("abc", 1)]

    for path in paths:
        workspace.open(path)

    qtbot.waitUntil(lambda: not workspace.recording.busy and workspace.recording.index is not None)
    assert workspace.recording.index is not None
    assert workspace.recording.index.path == paths[-1]
    assert workspace.recording.index.actors.actor_id.tolist() == [3]


def test_reload_keeps_who_is_followed_whoever_is_selected(
    workspace: Workspace, qtbot: QtBot, tmp_path: Path
) -> None:
    cars = (actor(7), actor(8))
    poses = [pose(7, (0, 0, 0)), pose(8, (5, 0, 0))]
    path = Scene().frame(add=cars, poses=poses).frame(poses=poses).save(tmp_path / "two.log")
    open_and_wait(workspace, path, qtbot)

    for selection in (None, 1):
        workspace.focus.select(selection)
        workspace.focus.follow(0)
        before = workspace.recording.index
        workspace.reload()
        qtbot.waitUntil(lambda: workspace.recording.index is not before and not workspace.recording.busy)  # noqa: B023 - in this turn
        assert (workspace.focus.primary, workspace.focus.followed) == (selection, 0)


def test_a_file_replaced_while_open_is_never_shown_as_the_old_one(
    workspace: Workspace, qtbot: QtBot, tmp_path: Path
) -> None:
    path = drive(tmp_path / "a.log")
    open_and_wait(workspace, path, qtbot)
    replacement = bytearray(drive(tmp_path / "b.log", start=500.0).read_bytes())
    replacement[18] ^= 1  # the same frames at the same offsets, recorded a second later
    with path.open("r+b") as file:
        file.write(replacement)

    with qtbot.waitSignal(workspace.recording.file_changed) as told:
        workspace.playback.seek(0.5)
        workspace.flush()
    workspace.playback.seek(0.6)
    workspace.flush()  # told once: asking again tells nothing new

    assert (told.args[0].status, told.args[0].usable) == (FileStatus.REPLACED, True)
    assert workspace.playback.transport.playhead == 0.0  # the moment that is shown
    assert workspace.moment.world is not None
    assert workspace.moment.world.locations[0, 0] == 0.0
