"""What is told of the map as recordings come and go."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QFileDialog

from tests.scenes import street
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.resources import resource
from viewer.roads.map_content import RoadMapError
from viewer.ui.map import MapView
from viewer.ui.state.afterwards import Afterwards
from viewer.ui.state.settings import Settings
from viewer.ui.wiring.ground_finder import GroundFinder


@pytest.fixture
def recording(qapp):
    parent = QObject()
    yield Afterwards(parent)
    parent.deleteLater()


@pytest.fixture
def finder(qtbot, tasks, recording, tmp_path):
    view = MapView(tasks)
    qtbot.addWidget(view)
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    return GroundFinder(tasks, recording, view, settings)


def test_what_is_read_again_keeps_its_map_and_another_recording_does_not(
    finder, recording, qtbot, tmp_path, tasks
):
    told = []
    finder.found.connect(told.append)
    for _ in range(2):
        recording.open(read_index(LogFile(resource("sample.log"))))
        qtbot.waitUntil(lambda: tasks.quiet)
    assert [road_map is not None for road_map in told] == [False, True, True]

    told.clear()
    recording.open(street().index(tmp_path / "street.log"))
    assert told == [None]  # before anybody could look for another one
    qtbot.waitUntil(lambda: tasks.quiet)


def test_a_map_that_cannot_be_read_is_told_and_paths_are_shown_instead(
    finder, recording, qtbot, tmp_path, tasks
):
    path = tmp_path / "Town03.xodr"
    path.write_text("<OpenDRIVE>")
    finder.wanted = path
    with qtbot.waitSignal(finder.failed) as told, qtbot.assertNotEmitted(finder.missing):
        recording.open(street().index(tmp_path / "street.log"))
        qtbot.waitUntil(lambda: tasks.quiet)
    assert isinstance(told.args[0], RoadMapError)
    assert told.args[0].path == path


def test_of_a_town_without_a_map_the_name_is_told(finder, recording, qtbot, tmp_path, tasks):
    index = street().index(tmp_path / "street.log")
    with qtbot.waitSignal(finder.missing) as told, qtbot.assertNotEmitted(finder.failed):
        recording.open(index)
    assert told.args == [index.header.map_name]
    qtbot.waitUntil(lambda: tasks.quiet)


def test_a_map_that_is_chosen_is_shown_and_kept_for_its_town(finder, recording, qtbot, tmp_path, tasks):
    recording.open(street().index(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: tasks.quiet)
    with qtbot.waitSignal(finder.found) as told:
        finder.use_map(resource("Sampletown.xodr"))
    assert told.args[0].path == resource("Sampletown.xodr")
    again = []
    finder.found.connect(again.append)
    recording.open(None)
    recording.open(street().index(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: tasks.quiet)
    assert again[-1].path == resource("Sampletown.xodr")


def test_a_map_and_a_folder_with_maps_are_chosen_in_a_dialog_or_not(finder, monkeypatch):
    answers = {"getOpenFileName": ("", ""), "getExistingDirectory": ""}
    for name in ("getOpenFileName", "getExistingDirectory"):
        monkeypatch.setattr(QFileDialog, name, lambda *_, name=name: answers[name])
    finder.choose_map()
    finder.choose_folder()
    assert (finder.wanted, finder._settings.map_folders) == (None, ())  # noqa: SLF001 - for the next start
    answers.update(getOpenFileName=("/maps/Town01.xodr", ""), getExistingDirectory="/maps")
    finder.choose_map()
    finder.choose_folder()
    assert finder.wanted == Path("/maps/Town01.xodr")
    assert finder._settings.map_folders == (Path("/maps"),)  # noqa: SLF001 - as above


@pytest.mark.parametrize(
    ("then", "again"),
    [((25, True), False), ((26, True), True), ((21, False), True), ((20, False), False)],
)
def test_paths_of_a_file_that_grows_are_traced_anew_when_it_is_a_quarter_longer(
    tasks, finder, recording, qtbot, tmp_path, monkeypatch, then, again
):
    """A file that has ended is traced once more, if anything has come."""
    whole = street(30).index(tmp_path / "street.log")
    (frames, growing), traced = then, []
    monkeypatch.setattr(
        "viewer.ui.wiring.ground_finder.driven_paths",
        lambda index, proceed: traced.append(len(index.heads)) or [],
    )
    recording.extend(replace(whole, heads=whole.heads[:20], growing=True))
    qtbot.waitUntil(lambda: tasks.quiet)
    recording.extend(replace(whole, heads=whole.heads[:frames], growing=growing))
    qtbot.waitUntil(lambda: tasks.quiet)
    assert traced == ([20, frames] if again else [20])


def test_nothing_is_traced_before_the_whole_file_is_read(
    finder, recording, qtbot, tmp_path, monkeypatch, tasks
):
    traced = []
    monkeypatch.setattr(
        "viewer.ui.wiring.ground_finder.driven_paths",
        lambda index, proceed: traced.append(len(index.heads)) or [],
    )
    whole = street(30).index(tmp_path / "street.log")
    recording.extend(replace(whole, heads=whole.heads[:20], complete=False))
    qtbot.waitUntil(lambda: tasks.quiet)
    assert traced == []
