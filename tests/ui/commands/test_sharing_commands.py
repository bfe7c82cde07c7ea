"""Copying and writing, without a window."""

from __future__ import annotations

import ast

import pytest
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog

from tests.scenes import OTHER
from tests.ui.commands.conftest import handlers_of
from viewer.ui.commands.sharing import SharingCommands
from viewer.ui.map import MapView
from viewer.ui.state.actor_ref import ref_of


@pytest.fixture
def map_view(qtbot, tasks) -> MapView:
    view = MapView(tasks)
    qtbot.addWidget(view)
    view.resize(320, 200)
    return view


@pytest.fixture
def commands(workspace, map_view, widget) -> SharingCommands:
    return SharingCommands(workspace, map_view, widget)


@pytest.fixture
def told(workspace) -> list[str]:
    told: list[str] = []
    workspace.messages.told.connect(told.append)
    return told


@pytest.mark.parametrize("action", ["copy_call", "copy_image", "save_image"])
def test_without_a_recording_nothing_is_given_away(commands, told, monkeypatch, action):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: pytest.fail("nothing to save"))
    QGuiApplication.clipboard().setText("before")
    handlers_of(sharing=commands)[action]()
    assert (QGuiApplication.clipboard().text(), told) == ("before", [])


def test_the_call_is_of_this_moment_and_the_selected_actor(opened, commands):
    opened.playback.seek(0.5)
    opened.focus.select(ref_of(opened.recording.index.actors.rows_of(OTHER)[0]))
    commands.copy_call()
    call = ast.parse(QGuiApplication.clipboard().text(), mode="eval").body
    path, start, duration, actor_id = (ast.literal_eval(each) for each in call.args)
    assert (path, actor_id) == (str(opened.recording.index.path), OTHER)
    assert (start, duration) == (0.0, 0.0)  # CARLA takes times below a second for the beginning


def test_who_names_no_file_writes_none(opened, commands, told, monkeypatch):
    before = sorted(opened.recording.index.path.parent.iterdir())
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    commands.save_image()
    assert told == []
    assert sorted(opened.recording.index.path.parent.iterdir()) == before


def test_what_cannot_be_written_is_said(opened, commands, told, monkeypatch, tmp_path):
    path = tmp_path / "no such folder" / "map.png"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    commands.save_image()
    assert told == ["map.png cannot be written"]
    assert not path.exists()


def test_the_picture_is_as_large_as_the_map_and_named_after_the_moment(
    opened, commands, told, monkeypatch, tmp_path
):
    suggested = []

    def answer(_window, _title, path, _kinds):
        suggested.append(path)
        return str(tmp_path / "picture"), "PNG image (*.png)"

    opened.playback.seek(0.45)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    commands.save_image()
    assert suggested == [str(opened.recording.index.path.parent / "b 0.450 s.png")]
    assert told == ["Saved picture.png"]
    image = QImage(str(tmp_path / "picture.png"))
    assert (image.width(), image.height()) == (320, 200)
