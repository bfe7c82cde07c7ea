"""What is said of the map of roads: none, a wrong one, or one that does not fit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton

from viewer.roads.find import Fit
from viewer.roads.map_content import RoadMapError
from viewer.ui.shell.map_area import MapArea
from viewer.ui.shell.no_map_dialog import NoMapDialog
from viewer.ui.wiring.map_notices import MapNotices


class Ground(QObject):
    """As much of the finder as tells something; counts how often a map or a folder was to be chosen."""

    missing, found, failed, misfit = Signal(str), Signal(object), Signal(object), Signal(object)

    def __init__(self):
        super().__init__()
        self.used = []
        self.use_map = self.used.append
        self.asked = self.folders = 0

    @Slot()
    def choose_map(self):
        self.asked += 1

    @Slot()
    def choose_folder(self):
        self.folders += 1


class Recording(QObject):
    opened = Signal(object)


@pytest.fixture
def said(qtbot, tasks):
    """The area, who tells, and who is asked."""
    area = MapArea(tasks)
    qtbot.addWidget(area)
    area.resize(900, 600)
    area.show_map(shown=True)
    area.show()
    recording, ground = Recording(area), Ground()
    return area, recording, ground, MapNotices(recording, ground, area)


def words(bar):
    return " ".join(each.text() for each in bar.findChildren(QLabel) if each.isVisible()).strip()


def test_that_there_is_none_is_told_until_there_is_one_or_another_recording(said):
    area, recording, ground, _ = said
    ends = (lambda: ground.found.emit(object()), lambda: recording.opened.emit(None))
    for end in ends:
        ground.missing.emit("Town12")
        assert area.map_chip.isVisible()
        assert area.map_chip.text() == "No map for Town12 · Choose…"
        ground.found.emit(None)
        assert area.map_chip.isVisible()
        end()
        assert not area.map_chip.isVisible()


def test_where_there_is_no_map_it_is_said_where_maps_are(said):
    area, _, ground, _ = said
    ground.missing.emit("Carla/Maps/Town05")
    asked = []
    for text in ("Choose file…", "Choose folder…", "Copy call"):
        area.map_chip.clicked.emit()
        (dialog,) = (each for each in area.findChildren(NoMapDialog) if each.isVisible())
        (pressed,) = (each for each in dialog.findChildren(QPushButton) if each.text() == text)
        pressed.click()
        asked.append((ground.asked, ground.folders, dialog.isVisible()))
    assert asked == [(1, 0, False), (1, 1, False), (1, 1, True)]
    told = words(dialog)
    for place in ("CarlaUE4/Content/Carla/Maps/OpenDrive/", "CarlaUnreal/Content/Carla/Maps/OpenDrive/"):
        assert place in told
    assert "world.get_map().save_to_disk('Town05.xodr')" in told
    assert QGuiApplication.clipboard().text() == "world.get_map().save_to_disk('Town05.xodr')"
    dialog.close()


@pytest.mark.parametrize("end", ["found", "none found", "fits", "another recording"])
@pytest.mark.parametrize("begin", ["misfit", "failed"])
def test_that_a_map_is_wrong_is_told_until_it_is_changed_or_fits(said, tmp_path, begin, end):
    area, recording, ground, _ = said
    error = RoadMapError(tmp_path / "a.xodr", "is no map")
    {"misfit": lambda: ground.misfit.emit(Fit(40, 0.2, 0.9)), "failed": lambda: ground.failed.emit(error)}[
        begin
    ]()
    area.bar.show_message("Some frames could not be read")
    assert area.road_bar.isVisible()
    {
        "found": lambda: ground.found.emit(object()),
        "none found": lambda: ground.found.emit(None),
        "fits": lambda: ground.misfit.emit(None),
        "another recording": lambda: recording.opened.emit(None),
    }[end]()
    assert not area.road_bar.isVisible()
    assert area.bar.isVisible()  # for others
