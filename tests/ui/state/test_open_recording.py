"""An open recording alone: in which order what is read of it is prepared and told."""

from __future__ import annotations

import threading

import pytest

from tests.scenes import Scene, street
from viewer.ui.state.open_recording import OpenRecording


@pytest.fixture
def recording(tasks, qtbot):
    recording = OpenRecording(tasks)
    yield recording
    recording.shut_down()
    recording.deleteLater()


@pytest.fixture
def told(recording):
    """What it told, in order, and in which thread."""
    told = []

    def note(name):
        return lambda *_: told.append((name, threading.current_thread() is threading.main_thread()))

    recording.prepare(note("prepare"))
    recording.prepare(note("prepare more"))
    for name in ("replacing", "opened", "index_changed", "problems_changed", "extended"):
        getattr(recording, name).connect(note(name))
    return told


def open_and_wait(recording, path, qtbot):
    recording.open(path)
    recording.afterwards.begin()
    qtbot.waitUntil(
        lambda: not recording.busy and recording.index is not None and recording.index.path == path
    )


def test_each_view_is_prepared_by_the_thread_that_reads_and_then_told_to_all(
    recording, told, qtbot, tmp_path
):
    open_and_wait(recording, street().save(tmp_path / "street.log"), qtbot)
    names = list(dict.fromkeys(name for name, _ in told))
    assert names == [
        "prepare", "prepare more", "replacing", "opened", "index_changed", "problems_changed", "extended",
    ]  # fmt: skip
    assert {name for name, in_window in told if not in_window} == {"prepare", "prepare more"}
    assert [name for name, _ in told].count("opened") == 1


def test_closing_is_told_like_opening_and_leaves_nothing(recording, told, qtbot, tmp_path):
    open_and_wait(recording, street().save(tmp_path / "street.log"), qtbot)
    recording.want_path(0)
    qtbot.waitUntil(lambda: recording.path is not None)
    del told[:]
    recording.close()
    assert [name for name, _ in told][:3] == ["replacing", "opened", "index_changed"]
    assert (recording.index, recording.problems, recording.loading, recording.checking) == (
        None, (), False, False,
    )  # fmt: skip


def test_another_file_takes_the_place_of_one(recording, told, qtbot, tmp_path):
    open_and_wait(recording, street().save(tmp_path / "street.log"), qtbot)
    again = []
    recording.replacing.connect(again.append)
    open_and_wait(recording, Scene().frame().frame().save(tmp_path / "other.log"), qtbot)
    assert len(recording.index.heads) == 2
    before = recording.index
    recording.reload(needed=0.0)
    qtbot.waitUntil(lambda: recording.index is not before and not recording.busy)
    assert again == [False, True]
