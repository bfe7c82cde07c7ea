"""A workspace on recordings of our own, with a clock that the test moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.scenes import Scene, actor, pose
from tests.ui.person import frame_of, open_in, wait_for, wait_for_another
from viewer.logfile.source import LogFile
from viewer.recording.actor_name import ActorName
from viewer.recording.follow import FileStatus
from viewer.recording.indexing.builder import read_index
from viewer.replay.time.typed_time import TimeQuery
from viewer.ui.state.open_request import OpenRequest

ASKED = OpenRequest(TimeQuery("frame", 11), ActorName(7), follow=ActorName(7))


def drive(path, *, frames=21, actor_id=7, start=0.0):
    """Write a recording in which a car drives 1 m a frame, 20 frames a second."""
    scene = Scene()
    for number in range(frames):
        car = actor(actor_id, location=(start, 0, 0), role_name="hero")
        scene.frame(0.05, add=[car] if number == 0 else (), poses=[pose(actor_id, (start + number, 0, 0))])
    return scene.save(path)


def test_opening_shows_the_first_moment_and_finds_the_hero(workspace, qtbot, tmp_path):
    open_in(workspace, qtbot, drive(tmp_path / "a.log"))
    assert (frame_of(workspace), workspace.focus.hero) == (1, 0)
    assert workspace.playback.transport.duration == pytest.approx(1.0, abs=1e-6)


def test_a_request_is_fulfilled_in_its_file_and_not_in_the_one_still_open(workspace, qtbot, tmp_path):
    open_in(workspace, qtbot, drive(tmp_path / "a.log"))
    workspace.open(drive(tmp_path / "b.log"), ASKED)
    workspace.playback.seek(0.3)  # the user still looks at the first one
    assert workspace.focus.primary is None
    wait_for(workspace, qtbot, tmp_path / "b.log")
    assert (frame_of(workspace), workspace.focus.primary, workspace.focus.followed) == (11, 0, 0)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (OpenRequest(TimeQuery("elapsed", 99.0)), "after the end"),
        (OpenRequest(TimeQuery("collision", 1)), "no collision 1"),
        (OpenRequest(actor=ActorName(8)), "no actor 8"),
    ],
)
def test_a_request_that_cannot_be_fulfilled_is_told(workspace, qtbot, tmp_path, asked, words):
    with qtbot.waitSignal(workspace.message) as told:
        workspace.open(drive(tmp_path / "a.log"), asked)
    assert words in told.args[0]


def test_playing_goes_with_the_clock_and_pauses_exactly_there(workspace, clock, qtbot, tmp_path):
    open_in(workspace, qtbot, drive(tmp_path / "a.log"))
    workspace.playback.toggle_play()
    for _ in range(40):
        clock.now += 0.0123
        workspace.playback.tick()
    workspace.playback.toggle_play()
    clock.now += 50.0
    workspace.playback.tick()
    assert workspace.playback.transport.playhead == pytest.approx(40 * 0.0123, abs=1e-9)
    assert frame_of(workspace) == 10


def test_the_last_of_several_files_opened_at_once_wins(workspace, qtbot, tmp_path):
    paths = [drive(tmp_path / f"{name}.log", actor_id=number) for number, name in enumerate("abc", 1)]
    for path in paths:
        workspace.open(path)
    wait_for(workspace, qtbot, paths[-1])
    assert workspace.recording.index.actors.actor_id.tolist() == [3]


def test_reload_keeps_who_is_followed_whoever_is_selected(workspace, qtbot, tmp_path):
    poses = [pose(7, (0, 0, 0)), pose(8, (5, 0, 0))]
    scene = Scene().frame(add=(actor(7), actor(8)), poses=poses).frame(poses=poses)
    open_in(workspace, qtbot, scene.save(tmp_path / "two.log"))
    for selection in (None, 1):
        workspace.focus.select(selection)
        workspace.focus.follow(0)
        before = workspace.recording.index
        workspace.reload()
        wait_for_another(workspace, qtbot, before)
        assert (workspace.focus.primary, workspace.focus.followed) == (selection, 0)


def test_a_file_replaced_while_open_is_never_shown_as_the_old_one(workspace, qtbot, tmp_path):
    path = drive(tmp_path / "a.log")
    open_in(workspace, qtbot, path)
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
    assert workspace.moment.world.locations[0, 0] == 0.0


def test_of_what_was_not_read_there_is_a_remark(workspace, tmp_path):
    index = read_index(LogFile(drive(tmp_path / "a.log")))
    workspace.recording.index = replace(index, complete=False, bytes_read=index.size - 1_234)
    (problem,) = workspace.recording.problems
    assert (problem.what, problem.damage) == ("reading was stopped before the last 1,234 bytes", False)
