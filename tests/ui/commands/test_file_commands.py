"""Opening recordings, without a window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFileDialog

from tests.scenes import street
from tests.ui.commands.conftest import handlers_of
from viewer.ui.commands.files import FileCommands
from viewer.ui.state.open_request import OpenRequest


@pytest.fixture
def commands(workspace, widget) -> FileCommands:
    return FileCommands(workspace, widget)


def opened_file(workspace) -> str:
    return workspace.recording.index.path.name


def go(commands, qtbot, workspace, action, name) -> None:
    handlers_of(files=commands, workspace=workspace)[action]()
    qtbot.waitUntil(
        lambda: (
            workspace.recording.index is not None
            and opened_file(workspace) == name
            and not workspace.recording.busy
        )
    )


def test_one_goes_through_a_folder_and_is_told_where_it_ends(opened, qtbot, refusals, commands):
    folder = opened.recording.index.path.parent
    for name in ("a.log", "c.rec"):
        street(2).save(folder / name)
    (folder / "d.txt").write_text("no recording")
    go(commands, qtbot, opened, "next_file", "c.rec")
    commands.open_neighbour(1)
    assert refusals == ["No later recording in this folder"]
    go(commands, qtbot, opened, "previous_file", "b.log")
    go(commands, qtbot, opened, "previous_file", "a.log")
    commands.open_neighbour(-1)
    assert refusals[1:] == ["No earlier recording in this folder"]
    assert opened_file(opened) == "a.log"


def test_one_goes_through_the_files_that_were_given_in_their_order(
    workspace, qtbot, tmp_path, refusals, commands
):
    paths = [street(2).save(tmp_path / name) for name in ("c.log", "a.log", "b.log")]
    commands.open_given(paths[:2], OpenRequest())
    qtbot.waitUntil(lambda: workspace.recording.index is not None and not workspace.recording.busy)
    assert opened_file(workspace) == "c.log"
    go(commands, qtbot, workspace, "next_file", "a.log")
    commands.open_neighbour(1)
    assert refusals == ["Last of 2 files"]
    go(commands, qtbot, workspace, "previous_file", "c.log")
    commands.open_neighbour(-1)
    assert refusals[1:] == ["First of 2 files"]


def test_of_one_that_was_given_the_others_of_its_folder_can_be_reached(
    workspace, qtbot, tmp_path, refusals, commands
):
    (tmp_path / "apart").mkdir()
    names = "a.log", "b.log", "c.log", "apart/z.log"
    _, b, _, apart = (street(2).save(tmp_path / name) for name in names)
    commands.open_all([b])
    qtbot.waitUntil(lambda: workspace.recording.index is not None and not workspace.recording.busy)
    go(commands, qtbot, workspace, "previous_file", "a.log")
    commands.open_neighbour(-1)
    assert refusals.pop() == "No earlier recording in this folder"
    go(commands, qtbot, workspace, "next_file", "b.log")
    go(commands, qtbot, workspace, "next_file", "c.log")
    commands.open_given([b, apart], OpenRequest())
    qtbot.waitUntil(lambda: opened_file(workspace) == "b.log" and not workspace.recording.busy)
    go(commands, qtbot, workspace, "next_file", "z.log")
    go(commands, qtbot, workspace, "previous_file", "b.log")
    commands.open_neighbour(-1)
    assert refusals.pop() == "First of 2 files"


def test_several_dropped_files_are_listed(commands, qtbot, tmp_path, workspace):
    paths = [street(2).save(tmp_path / name) for name in ("a.log", "b.log")]
    with qtbot.waitSignal(commands.list_requested) as listed:
        commands.open_all(paths)
    assert listed.args == [paths]
    assert not workspace.recording.loading


def test_a_folder_is_listed_however_it_is_given(workspace, qtbot, tmp_path, commands):
    for give in (
        lambda: commands.open_given([tmp_path], OpenRequest()),
        lambda: commands.open_all([tmp_path]),
    ):
        with qtbot.waitSignal(commands.folder_opened) as opened:
            give()
        assert opened.args == [tmp_path]
    assert not workspace.recording.loading


def test_what_is_chosen_is_opened_and_its_folder_offered_next_time(
    workspace, qtbot, settings, commands, tmp_path, monkeypatch
):
    path, offered = street(2).save(tmp_path / "chosen.log"), []

    def answer(_window, _title, folder, _kinds):
        offered.append(folder)
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer)
    go(commands, qtbot, workspace, "open", "chosen.log")
    commands.ask()
    assert offered[1] == str(tmp_path)
    assert settings.last_folder == tmp_path
    qtbot.waitUntil(lambda: not workspace.recording.busy)
