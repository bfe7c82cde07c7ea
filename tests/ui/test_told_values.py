"""Values that are copied, measured and summed by keys and clicks, against what was written."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.scenes import Scene, actor, pose
from viewer.ui.widgets.chip import Chip

PLACES = (0.0, 1.0, 3.0, 6.0, 6.0, 6.0)
"""x in metres, one for each half second."""
CORNERS = (0.0, -20.0), (12.0, -20.0), (12.0, -4.0)
"""Of a path of 12 m and 16 m."""


@pytest.fixture
def shown(viewer, qtbot, tmp_path):
    """A window with a car that goes along unevenly, and leans."""
    scene = Scene()
    for k, x in enumerate(PLACES):
        cast = [actor(7, role_name="hero"), actor(8)] if k == 0 else []
        scene.frame(
            0.5, add=cast, poses=[pose(7, (x, 1.0, 0.5), (3.0, 40.0, -20.0)), pose(8, (30.0, 0.0, 0.0))]
        )
    viewer.window.show()
    viewer.workspace.open(scene.save(tmp_path / "two.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    viewer.focus.select(0)
    return viewer


def test_the_copied_moment_has_each_angle_under_its_name(shown, qtbot):
    shown.playback.seek(1.0)
    qtbot.waitUntil(lambda: shown.moment.world is not None and shown.moment.world.elapsed == 1.0)
    shown.window.actions_by_id["copy_moment"].trigger()
    line = QGuiApplication.clipboard().text()
    assert line.endswith("x=3.000 y=1.000 z=0.500 m, pitch=3.00 yaw=40.00 roll=-20.00 deg")


def test_the_figures_of_a_range_are_those_of_the_way(shown, qtbot):
    shown.playback.set_range((0.0, 2.0))
    copy = shown.window.actions_by_id["range_copy"]

    def figures():
        copy.trigger()
        lines = (line.split("\t") for line in QGuiApplication.clipboard().text().splitlines())
        return {name: value[0] for name, *value in lines if value}

    qtbot.waitUntil(lambda: "mean speed" in figures())
    told = figures()
    assert (told["length"], told["frames"], told["actor"]) == ("2.000000", "5", "7")
    assert (float(told["distance"]), float(told["mean speed"])) == (6.0, 3.0)


def test_a_measured_path_is_the_sum_of_its_pieces(shown, qtbot):
    view = shown.window.map_area.map_view
    mouse = view.childAt(view.rect().center())
    shown.window.actions_by_id["measure"].trigger()
    points = [view.camera.to_screen(each).round().astype(int).tolist() for each in CORNERS]
    for point in points:
        QTest.mouseClick(mouse, Qt.MouseButton.LeftButton, pos=QPoint(*point))
    QTest.mouseDClick(mouse, Qt.MouseButton.LeftButton, pos=QPoint(*points[-1]))
    (text,) = (chip.text() for chip in view.findChildren(Chip) if "Measure" in chip.text())
    metres = float(text.split()[1].replace("\N{THIN SPACE}", ""))
    assert metres == pytest.approx(12.0 + 16.0, abs=1.0)
