"""The session on recordings of our own, with a clock that the test moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.scenes import Scene, actor, pose
from tests.ui.conftest import Clock
from viewer.recording.follow.file_status import FileStatus
from viewer.replay.time.moment import TimeQuery
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.session import Session


def drive(path: Path, *, frames: int = 21, actor_id: int = 7, start: float = 0.0) -> Path:
    """Write a recording in which a car drives 1 m a frame, 20 frames a second."""
    scene = Scene()
    for number in range(frames):
        car = actor(actor_id, location=(start, 0, 0), role_name="hero")
        scene.frame(0.05, add=[car] if number == 0 else (), poses=[pose(actor_id, (start + number, 0, 0))])
    return scene.save(path)


@pytest.fixture
def session(tasks: Tasks) -> Iterator[Session]:
    session = Session(tasks)
    yield session
    session.shut_down()
    session.deleteLater()


def open_and_wait(session: Session, path: Path, qtbot: QtBot, wish: OpenRequest | None = None) -> None:
    session.open(path, wish)
    qtbot.waitUntil(lambda: not session.busy and session.index is not None and session.index.path == path)


def test_opening_shows_the_first_moment_and_finds_the_hero(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    open_and_wait(session, drive(tmp_path / "a.log"), qtbot)

    assert session.world is not None
    assert session.world.frame == 1
    assert session.hero == 0
    assert session.transport.duration == pytest.approx(1.0, abs=1e-6)


def test_each_of_frames_that_begin_at_once_is_shown(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    scene = Scene()
    for number in range(4):
        scene.frame(0.0, add=[actor(7)] if number == 0 else (), poses=[pose(7, (number, 0, 0))])
    open_and_wait(session, scene.save(tmp_path / "paused.log"), qtbot)

    def shown() -> tuple[int, float]:
        assert session.world is not None
        return session.world.frame, float(session.world.locations[0, 0])

    assert shown() == (1, 0.0)
    session.step(1)
    assert shown() == (2, 1.0)
    session.step(9)
    assert shown() == (4, 3.0)
    session.step(-1)
    assert shown() == (3, 2.0)
    session.go_start()
    assert shown() == (1, 0.0)
    session.jump_to_frame(2)
    assert shown() == (3, 2.0)
    session.seek(0.0)
    assert shown() == (4, 3.0)


def test_a_wish_is_fulfilled_when_the_file_is_there(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    wish = OpenRequest(TimeQuery("frame", 11), 7, follow=7)

    open_and_wait(session, drive(tmp_path / "a.log"), qtbot, wish)

    assert session.world is not None
    assert session.world.frame == 11
    assert session.selection == 0
    assert session.followed == 0


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (OpenRequest(TimeQuery("elapsed", 99.0)), "after the end"),
        (OpenRequest(TimeQuery("collision", 1)), "no collision 1"),
        (OpenRequest(actor=8), "no actor 8"),
    ],
)
def test_a_wish_that_cannot_be_fulfilled_is_told(
    session: Session, qtbot: QtBot, tmp_path: Path, wish: OpenRequest, words: str
) -> None:
    with qtbot.waitSignal(session.refused) as told:
        session.open(drive(tmp_path / "a.log"), wish)

    assert words in told.args[0]


def test_a_wish_is_not_fulfilled_in_the_file_that_is_still_open(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    open_and_wait(session, drive(tmp_path / "a.log"), qtbot)
    session.seek(0.2)

    session.open(drive(tmp_path / "b.log"), OpenRequest(TimeQuery("frame", 11), 7))
    session.seek(0.3)  # the user still looks at the first one
    assert session.selection is None
    qtbot.waitUntil(lambda: not session.busy and session.index.path == tmp_path / "b.log")

    assert session.world is not None
    assert session.world.frame == 11
    assert session.selection == 0


def test_playing_goes_with_the_clock_and_pauses_exactly_there(
    session: Session, clock: Clock, qtbot: QtBot, tmp_path: Path
) -> None:
    open_and_wait(session, drive(tmp_path / "a.log"), qtbot)

    session.toggle_play()
    for _ in range(40):
        clock.now += 0.0123
        session.tick()
    session.toggle_play()
    clock.now += 50.0
    session.tick()

    assert session.transport.playhead == pytest.approx(40 * 0.0123, abs=1e-9)
    assert session.world is not None
    assert session.world.frame_index == 9


def test_the_world_is_asked_for_once_a_frame(
    session: Session, clock: Clock, qtbot: QtBot, tmp_path: Path
) -> None:
    open_and_wait(session, drive(tmp_path / "a.log"), qtbot)
    worlds: list[object] = []
    session.world_changed.connect(worlds.append)

    session.toggle_play()
    for _ in range(11):
        clock.now += 0.01
        session.tick()

    assert len(worlds) == 2


def test_what_was_open_stays_when_another_file_is_no_recording(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    first = drive(tmp_path / "a.log")
    open_and_wait(session, first, qtbot)
    (tmp_path / "b.log").write_text("not a recording")

    with qtbot.waitSignal(session.failed) as failed:
        session.open(tmp_path / "b.log")

    assert "not a CARLA recording" in failed.args[0].line()
    assert session.index is not None
    assert session.index.path == first
    session.seek(0.51)
    assert session.world is not None
    assert session.world.frame_index == 10


def test_the_last_of_several_files_opened_at_once_wins(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    paths = [drive(tmp_path / f"{name}.log", actor_id=number) for number, name in enumerate("abc", 1)]

    for path in paths:
        session.open(path)

    qtbot.waitUntil(lambda: not session.busy and session.index is not None)
    assert session.index is not None
    assert session.index.path == paths[-1]
    assert session.index.actors.actor_id.tolist() == [3]


def test_reload_keeps_time_and_selection(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    path = drive(tmp_path / "a.log")
    open_and_wait(session, path, qtbot)
    session.seek(0.52)
    session.select(0)
    before = session.index

    session.reload()
    qtbot.waitUntil(lambda: session.index is not before and not session.busy)

    assert session.transport.playhead == pytest.approx(0.52)
    assert session.selection == 0


def test_reload_keeps_who_is_followed_whoever_is_selected(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    cars = (actor(7), actor(8))
    poses = [pose(7, (0, 0, 0)), pose(8, (5, 0, 0))]
    path = Scene().frame(add=cars, poses=poses).frame(poses=poses).save(tmp_path / "two.log")
    open_and_wait(session, path, qtbot)

    for selection in (None, 1):
        session.select(selection)
        session.follow(0)
        before = session.index
        session.reload()
        qtbot.waitUntil(lambda: session.index is not before and not session.busy)  # noqa: B023 - in this turn
        assert (session.selection, session.followed) == (selection, 0)


def test_a_file_replaced_while_open_is_never_shown_as_the_old_one(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    path = drive(tmp_path / "a.log")
    open_and_wait(session, path, qtbot)
    replacement = bytearray(drive(tmp_path / "b.log", start=500.0).read_bytes())
    replacement[18] ^= 1  # the same frames at the same offsets, recorded a second later
    with path.open("r+b") as file:
        file.write(replacement)

    with qtbot.waitSignal(session.file_changed) as told:
        session.seek(0.5)
    session.seek(0.6)  # told once: asking again tells nothing new

    assert (told.args[0].fate, told.args[0].usable) == (FileStatus.REPLACED, True)
    assert session.transport.playhead == 0.0  # the moment that is shown
    assert session.world is not None
    assert session.world.locations[0, 0] == 0.0


def test_the_path_of_the_selected_actor_arrives(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    open_and_wait(session, drive(tmp_path / "a.log"), qtbot)

    with qtbot.waitSignal(session.path_changed, check_params_cb=lambda path: path is not None) as told:
        session.select(0)

    path = told.args[0]
    assert path.poses.locations[:, 0].tolist() == list(range(21))
    assert path.speed.speeds == pytest.approx(20.0, rel=1e-3)
    assert not path.speed.recorded


def test_closing_forgets_the_range_of_a_file_that_was_read_again(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    open_and_wait(session, drive(tmp_path / "a.log"), qtbot)
    before = session.index
    session.set_range((0.1, 0.3))
    session.reload()
    qtbot.waitUntil(lambda: session.index is not before and not session.busy)
    assert session.transport.range == (0.1, 0.3)

    session.close()

    assert session.transport.range is None


def test_closing_forgets_everything(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    open_and_wait(session, drive(tmp_path / "a.log"), qtbot)
    session.select(0)

    session.close()

    assert session.index is None
    assert session.world is None
    assert session.selection is None
    assert session.hero is None
    assert session.transport.duration == 0.0
