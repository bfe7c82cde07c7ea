"""What is told of the map as recordings come and go."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, QSettings

from tests.scenes import street
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.resources import resource
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


def test_what_is_read_again_keeps_its_map_and_another_recording_does_not(finder, recording, qtbot, tmp_path):
    told = []
    finder.found.connect(told.append)
    for _ in range(2):
        recording.open(read_index(LogFile(resource("sample.log"))))
        qtbot.waitUntil(lambda: not finder.busy)
    assert [road_map is not None for road_map in told] == [False, True, True]

    told.clear()
    recording.open(street().index(tmp_path / "street.log"))
    assert told == [None]  # before anybody could look for another one
    qtbot.waitUntil(lambda: not finder.busy)


def test_what_is_made_of_a_map_is_kept_where_one_says(finder, recording, qtbot, tmp_path):
    found = []
    finder.found.connect(found.append)
    finder.kept_in = tmp_path / "kept"
    recording.open(read_index(LogFile(resource("sample.log"))))
    qtbot.waitUntil(lambda: not finder.busy)
    assert len(found[-1].united.levels) == 1
    assert len([*finder.kept_in.iterdir()]) == 1
