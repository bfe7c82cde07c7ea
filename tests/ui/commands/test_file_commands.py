"""Opening recordings, without a window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFileDialog

from tests.scenes import street
from tests.ui.commands.conftest import handlers_of
from tests.ui.person import wait_for
from viewer.ui.commands.files import FileCommands
from viewer.ui.state.open_request import OpenRequest


@pytest.fixture
def commands(workspace, widget):
    return FileCommands(workspace, widget)


@pytest.fixture
def go(commands, qtbot, workspace):
    """A function that does what an action does, and waits until another recording is open."""

    def go(action, path):
        handlers_of(files=commands, workspace=workspace)[action]()
        wait_for(workspace, qtbot, path)

    return go


def test_one_goes_through_a_folder_and_is_told_where_it_ends(opened, go, refusals, commands):
    path = opened.recording.index.path
    for name in ("a.log", "c.rec"):
        street(2).save(path.with_name(name))
    path.with_name("d.txt").write_text("no recording")
    go("next_file", path.with_name("c.rec"))
    commands.open_neighbour(1)
    assert refusals == ["No later recording in this folder"]
    go("previous_file", path)
    go("previous_file", path.with_name("a.log"))
    commands.open_neighbour(-1)
    assert refusals[1:] == ["No earlier recording in this folder"]


def test_one_goes_through_the_files_that_were_given_in_their_order(
    workspace, qtbot, tmp_path, refusals, commands, go
):
    paths = [street(2).save(tmp_path / name) for name in ("c.log", "a.log", "b.log")]
    commands.open_given(paths[:2], OpenRequest())
    wait_for(workspace, qtbot, paths[0])
    go("next_file", paths[1])
    commands.open_neighbour(1)
    assert refusals == ["Last of 2 files"]
    go("previous_file", paths[0])
    commands.open_neighbour(-1)
    assert refusals[1:] == ["First of 2 files"]


def test_of_one_that_was_given_the_others_of_its_folder_can_be_reached(
    workspace, qtbot, tmp_path, refusals, commands, go
):
    a, b, c = (street(2).save(tmp_path / f"{name}.log") for name in "abc")
    commands.open_all([b])
    wait_for(workspace, qtbot, b)
    go("previous_file", a)
    commands.open_neighbour(-1)
    assert refusals.pop() == "No earlier recording in this folder"
    go("next_file", b)
    go("next_file", c)


def test_several_files_or_a_folder_are_listed_however_they_are_given(workspace, qtbot, tmp_path, commands):
    paths = [street(2).save(tmp_path / name) for name in ("a.log", "b.log")]
    for signal, give, listed in (
        (commands.list_requested, lambda: commands.open_all(paths), paths),
        (commands.folder_opened, lambda: commands.open_given([tmp_path], OpenRequest()), tmp_path),
        (commands.folder_opened, lambda: commands.open_all([tmp_path]), tmp_path),
    ):
        with qtbot.waitSignal(signal) as told:
            give()
        assert told.args == [listed]
    assert not workspace.recording.loading


def test_what_is_chosen_is_opened_and_its_folder_offered_next_time(
    workspace, qtbot, settings, commands, tmp_path, monkeypatch, go
):
    path, offered = street(2).save(tmp_path / "chosen.log"), []

    def answer(_window, _title, folder, _kinds):
        offered.append(folder)
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer)
    go("open", path)
    commands.ask()
    assert offered[1] == str(tmp_path)
    assert settings.last_folder == tmp_path
    qtbot.waitUntil(lambda: not workspace.recording.busy)
