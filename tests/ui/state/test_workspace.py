"""Recordings opened, superseded and cancelled in a workspace; the test moves its clock."""

import time
from dataclasses import replace

import pytest
from PySide6.QtTest import QTest

from tests.live import LiveWriter
from tests.scenes import Scene, actor, pose, street
from tests.ui.person import frame_of, open_in, wait_for
from viewer.logfile.source import LogFile
from viewer.recording.actor_name import ActorName
from viewer.recording.indexing.builder import read_index
from viewer.replay.time.typed_time import TimeQuery
from viewer.ui.background.reader import Loader
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.open_request import OpenRequest

ASKED = OpenRequest(TimeQuery("frame", 11), ActorName(7), follow=ActorName(7))


def drive(path, *, frames=21, actor_id=7, start=0.0):
    """Write a recording in which a car drives 1 m a frame, 20 frames a second."""
    scene = Scene()
    for number in range(frames):
        car = actor(actor_id, location=(start, 0, 0), role_name="hero")
        scene.frame(0.05, add=[car] if number == 0 else (), poses=[pose(actor_id, (start + number, 0, 0))])
    return scene.save(path)


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


def test_the_last_of_several_files_opened_at_once_wins(workspace, qtbot, tmp_path):
    paths = [drive(tmp_path / f"{name}.log", actor_id=number) for number, name in enumerate("abc", 1)]
    for path in paths:
        workspace.open(path)
    wait_for(workspace, qtbot, paths[-1])
    assert workspace.recording.index.actors.actor_id.tolist() == [3]


def test_of_what_was_not_read_there_is_a_remark(workspace, tmp_path):
    index = read_index(LogFile(drive(tmp_path / "a.log")))
    workspace.recording.index = replace(index, complete=False, bytes_read=index.size - 1_234)
    (problem,) = workspace.recording.problems
    assert (problem.what, problem.damage) == ("reading was stopped before the last 1,234 bytes", False)


@pytest.fixture
def reader(tasks, changes):
    reader = OpenRecording(tasks, changes)
    yield reader
    reader.shut_down()


def all_stopped(reader):
    return not any(loader.running for loader in reader.findChildren(Loader))


def test_what_is_cancelled_is_never_opened(reader, qtbot, tmp_path):
    with qtbot.assertNotEmitted(reader.opened):
        reader.open(street().save(tmp_path / "street.log"))
        assert reader.loading
        reader.cancel()
        assert not reader.loading
        qtbot.waitUntil(lambda: all_stopped(reader))  # or it watches the file for ever
        QTest.qWait(1)  # what a thread told while it ended is delivered


def test_what_is_open_grows_on_until_it_is_cancelled_itself(reader, qtbot, tmp_path):
    with LiveWriter(tmp_path / "growing.log", street().bytes()) as writer:
        writer.header().frames(5)
        with qtbot.waitSignal(reader.opened):
            reader.open(tmp_path / "growing.log")
        with qtbot.assertNotEmitted(reader.opened):
            reader.open(street().save(tmp_path / "next.log"))
            reader.cancel()
            writer.frames(5)
            qtbot.waitUntil(lambda: len(reader.index.frame_starts) > 5)
        reader.cancel()
        assert not reader.loading
        with qtbot.assertNotEmitted(reader.extended):
            writer.rest()
            qtbot.waitUntil(lambda: all_stopped(reader))
            QTest.qWait(1)


def test_of_views_that_come_while_nobody_listens_only_the_newest_is_told(reader, qtbot, tmp_path):
    told = []
    for news in (reader.opened, reader.extended):
        news.connect(lambda: told.append(reader.index and len(reader.index.frame_starts)))
    with LiveWriter(tmp_path / "growing.log", street().bytes()) as writer:
        writer.header().frames(5)
        reader.open(tmp_path / "growing.log")
        loader = reader.findChild(Loader)
        assert loader is not None
        for count in (5, 10, 15):  # the event loop stands still
            writer.frames(5 if count > 5 else 0)
            while loader.newest is None or len(loader.newest.frame_starts) < count:
                time.sleep(0.001)
        qtbot.waitUntil(lambda: bool(told))
        assert told[0] == 15
