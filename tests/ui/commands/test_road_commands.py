"""What is said of the map of roads: none, a wrong one, or one that does not fit."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QMessageBox, QPushButton

from viewer.roads.find import Fit
from viewer.roads.map_content import RoadMapError
from viewer.ui.commands.roads import RoadCommands


class Asked(RoadCommands):
    """Counts how often a map or a folder was to be chosen, which no dialog asks for here."""

    maps = folders = 0

    @Slot()
    def choose_map(self):
        self.maps += 1

    @Slot()
    def choose_folder(self):
        self.folders += 1


@pytest.fixture
def said(workspace, window):
    """The area, the recording, the roads, and who tells of them."""
    window.map_area.show_map(shown=True)
    asked = Asked(workspace, window)
    asked.open_another = lambda: (workspace.close(), workspace.flush())
    return window.map_area, workspace.recording, workspace.roads, asked


def missing(recording, roads, name):
    recording.index = SimpleNamespace(header=SimpleNamespace(map_name=name))
    roads.read.emit(None)
    recording.index = None


def words(bar):
    return " ".join(each.text() for each in bar.findChildren(QLabel) if each.isVisible()).strip()


def test_that_there_is_none_is_told_until_there_is_one_or_another_recording(said):
    area, recording, roads, asked = said
    ends = (lambda: roads.read.emit(object()), asked.open_another)
    for end in ends:
        missing(recording, roads, "Town12")
        assert area.map_chip.isVisible()
        assert area.map_chip.text() == "No map for Town12 · Choose…"
        end()
        assert not area.map_chip.isVisible()


def test_where_there_is_no_map_it_is_said_where_maps_are(said):
    area, recording, roads, asked = said
    missing(recording, roads, "Carla/Maps/Town05")
    pressed_so_far = []
    for text in ("Choose file…", "Choose folder…", "Copy call"):
        area.map_chip.clicked.emit()
        (dialog,) = (each for each in area.window().findChildren(QMessageBox) if each.isVisible())
        (pressed,) = (each for each in dialog.findChildren(QPushButton) if each.text() == text)
        pressed.click()
        pressed_so_far.append((asked.maps, asked.folders, dialog.isVisible()))
    assert pressed_so_far == [(1, 0, False), (1, 1, False), (1, 1, False)]
    told = dialog.informativeText()
    for place in ("CarlaUE4/Content/Carla/Maps/OpenDrive/", "CarlaUnreal/Content/Carla/Maps/OpenDrive/"):
        assert place in told
    assert "world.get_map().save_to_disk('Town05.xodr')" in told
    assert QGuiApplication.clipboard().text() == "world.get_map().save_to_disk('Town05.xodr')"
    dialog.close()


@pytest.mark.parametrize("end", ["found", "none found", "fits", "another recording"])
@pytest.mark.parametrize("begin", ["misfit", "failed"])
def test_that_a_map_is_wrong_is_told_until_it_is_changed_or_fits(said, tmp_path, begin, end):
    area, recording, roads, asked = said
    error = RoadMapError(tmp_path / "a.xodr", "is no map")
    {
        "misfit": lambda: roads.map_mismatch.emit(Fit(40, 0.2, 0.9)),
        "failed": lambda: roads.failed.emit(error),
    }[begin]()
    area.bar.show_message("Some frames could not be read")
    assert area.road_bar.isVisible()
    {
        "found": lambda: roads.read.emit(object()),
        "none found": lambda: missing(recording, roads, "Town12"),
        "fits": lambda: roads.map_mismatch.emit(None),
        "another recording": asked.open_another,
    }[end]()
    assert not area.road_bar.isVisible()
    assert area.bar.isVisible()  # for others
