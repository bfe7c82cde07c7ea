"""What is said of the map of roads: none, a wrong one, or one that does not fit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel, QPushButton

from viewer.roads.fit import Fit
from viewer.ui.shell.map_area import MapArea
from viewer.ui.theme import load_theme
from viewer.ui.wiring.map_notices import MapNotices


class Ground(QObject):
    """As much of the finder as tells something."""

    missing, found, failed, misfit = Signal(str), Signal(object), Signal(object), Signal(object)

    def __init__(self):
        super().__init__()
        self.used = []
        self.use_map = self.used.append


class Recording(QObject):
    opened = Signal(object)


class Layers:
    """Counts how often a map was to be chosen."""

    def __init__(self):
        self.asked = 0

    def choose_map(self):
        self.asked += 1


@pytest.fixture
def said(qtbot, tasks):
    """The area, who tells, and who is asked."""
    area = MapArea(load_theme("dark"), tasks)
    qtbot.addWidget(area)
    area.resize(900, 600)
    area.show_map(shown=True)
    area.show()
    recording, ground, layers = Recording(area), Ground(), Layers()
    notices = MapNotices(recording, ground, layers, area)
    return area, recording, ground, layers, notices


def words(bar):
    return " ".join(each.text() for each in bar.findChildren(QLabel) if each.isVisible()).strip()


@pytest.mark.parametrize(
    ("on_lanes", "aligned", "side", "told"),
    [
        (0.25, 0.9, "", "75 % of the driving vehicles are off its lanes"),
        (0.25, 0.3, "", "75 % of the driving vehicles are off its lanes"),
        (0.9, 0.2, "", "80 % drive against its lanes"),
        (0.3, 0.3, "", "70 % drive against its lanes"),
        (1.0, 0.004, "", "100 % drive against its lanes"),
        (1.0, 0.0, "left", "vehicles drive on the left of its roads"),
        (0.8, 0.1, "right", "vehicles drive on the right of its roads"),
    ],
)
def test_of_a_map_that_does_not_fit_the_worse_is_told(said, on_lanes, aligned, side, told):
    area, _, ground, layers, _ = said
    ground.misfit.emit(Fit(40, on_lanes, aligned, side))
    assert words(area.bar).startswith("The map does not seem to be that of this recording: " + told)
    (link,) = (each for each in area.bar.findChildren(QPushButton) if each.text() == "Choose another")
    link.click()
    assert layers.asked == 1


def test_that_there_is_none_is_told_until_there_is_one_or_another_recording(said):
    area, recording, ground, layers, _ = said
    ends = (lambda: ground.found.emit(object()), lambda: recording.opened.emit(None))
    for end in ends:
        ground.missing.emit("Town12")
        assert area.map_chip.isVisible()
        assert area.map_chip.text() == "No map for Town12 · Choose…"
        ground.found.emit(None)
        assert area.map_chip.isVisible()
        end()
        assert not area.map_chip.isVisible()
    area.map_chip.clicked.emit()
    assert layers.asked == 1
    area.bar.action_requested.emit("problems")  # for others
    assert layers.asked == 1


def test_a_map_among_dropped_files_is_used_and_the_others_are_given_on(said, tmp_path):
    _, _, ground, _, notices = said
    names = ["a.log", "One.xodr", "Two.XODR", "b.log"]
    left = notices.take_dropped([tmp_path / name for name in names])
    assert [each.name for each in left] == ["a.log", "b.log"]
    assert [each.name for each in ground.used] == ["One.xodr"]
    assert notices.take_dropped([tmp_path / "c.log"]) == [tmp_path / "c.log"]
    assert len(ground.used) == 1
