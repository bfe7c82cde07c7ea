"""Reading is begun, superseded and cancelled; what was cancelled is not heard of again."""

from __future__ import annotations

import time

import pytest
from PySide6.QtTest import QTest

from tests.live import LiveWriter
from tests.scenes import street
from viewer.logfile.errors import RecordingError
from viewer.recording.follow import FileStatus
from viewer.ui.background.reader import Loader
from viewer.ui.state.open_recording import OpenRecording


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


def test_what_was_open_grows_on_when_the_next_one_is_cancelled_and_no_more_when_it_is_itself(
    reader, qtbot, tmp_path
):
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


def test_what_cannot_be_read_is_told_and_what_is_open_stays(reader, qtbot, tmp_path):
    with qtbot.waitSignal(reader.opened):
        reader.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: not reader.loading)
    with qtbot.waitSignal(reader.failed), qtbot.assertNotEmitted(reader.opened):
        reader.open(tmp_path / "none.log")
    assert not reader.loading
    with qtbot.waitSignal(reader.file_changed) as told:  # the first one is still there to be asked
        reader.check_file()
    assert told.args[0].status is FileStatus.INTACT


@pytest.mark.parametrize("gone", [False, True])
def test_of_a_file_that_cannot_be_read_on_it_is_told_what_became_of_it(reader, qtbot, tmp_path, *, gone):
    path = street().save(tmp_path / "street.log")
    with qtbot.waitSignal(reader.opened):
        reader.open(path)
    trouble = RecordingError(path, "it is said so")
    if gone:
        path.unlink()
    with qtbot.waitSignal(reader.file_changed if gone else reader.failed) as told:
        reader.explain(trouble)
    if gone:
        assert told.args[0].status is not FileStatus.INTACT
    else:
        assert told.args == [trouble]
