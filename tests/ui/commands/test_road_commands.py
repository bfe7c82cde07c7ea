"""Roads under the actors: found, chosen, refused, and what is said where there are none or the wrong ones."""

import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox

from tests.analysis.drives import car, record, straight
from tests.roads.maps import build, geometry, road
from tests.ui.conftest import turn
from tests.ui.person import button, drop, open_in
from viewer.program import resource
from viewer.ui.map_layers import map_layers

pytestmark = pytest.mark.usefixtures("one_window")

ROAD, GROUND = "#2f3743", "#14181e"
TOWN = "Sampletown.xodr"
HERO = 50
"""The hero of the sample waits at a light at 20 s."""


def drive(path, map_name):
    """Write a recording in which a car drives along x, far from any road of the sample's town."""
    return record([car(1, straight(0.0, 5000.0, 20.0))], 2.95, map_name=map_name).save(path)


@pytest.fixture
def area(viewer):
    return viewer.window.map_area


def open_quietly(viewer, qtbot, path):
    open_in(viewer, qtbot, path)
    qtbot.waitUntil(lambda: viewer.tasks.quiet)


def color_at(viewer, x, y):
    """Return the colour that the map shows at a place, in metres."""
    map_view = viewer.map_view
    viewer.settings.map_layers = map_layers(labels=False)  # one may lie there
    map_view.viewpoint.set_span(60)
    map_view.viewpoint.center_on(x, y)
    map_view.scene.finish_ground()
    image = map_view.grab().toImage()
    return image.pixelColor(image.width() // 2, image.height() // 2).name()


def test_the_sample_lies_on_its_roads_and_the_inspector_says_on_which_lane(viewer, qtbot, area):
    open_quietly(viewer, qtbot, resource("sample.log"))
    viewer.playback.seek(20.0)
    x, y = viewer.moment.world.find(HERO).location[:2]
    assert color_at(viewer, x - 4.5, y) == ROAD  # some metres behind it
    assert not area.map_chip.isVisible()
    viewer.focus.select(viewer.focus.hero)
    turn()
    viewer.window.inspector.copy_all()
    words = QGuiApplication.clipboard().text()
    assert "driving" in words
    assert "Offset from lane centre" in words


def test_without_a_map_a_chip_says_where_maps_are(viewer, qtbot, tmp_path, area, monkeypatch):
    open_quietly(viewer, qtbot, drive(tmp_path / "a.log", "Carla/Maps/Nowhere"))
    assert area.map_chip.isVisible()
    assert area.map_chip.text() == "No map for Nowhere · Choose…"
    assert color_at(viewer, 20.0, 5000.0) == ROAD
    assert color_at(viewer, 24.0, 5014.0) == GROUND
    asked = []
    for name, answer in (("getOpenFileName", ("", "")), ("getExistingDirectory", "")):
        monkeypatch.setattr(QFileDialog, name, lambda *_, n=name, a=answer: asked.append(n) or a)
    for text in ("Choose file…", "Choose folder…", "Copy call"):
        qtbot.mouseClick(area.map_chip, Qt.MouseButton.LeftButton)
        dialog = next(each for each in viewer.window.findChildren(QMessageBox) if each.isVisible())
        button(dialog, text).click()
        qtbot.waitUntil(lambda dialog=dialog: not dialog.isVisible())
    assert asked == ["getOpenFileName", "getExistingDirectory"]
    call = "world.get_map().save_to_disk('Nowhere.xodr')"
    assert QGuiApplication.clipboard().text() == call
    folders = ("CarlaUE4/Content/Carla/Maps/OpenDrive/", "CarlaUnreal/Content/Carla/Maps/OpenDrive/")
    assert all(place in dialog.informativeText() for place in (*folders, call))


def test_a_map_beside_the_recording_is_used(viewer, qtbot, tmp_path, area):
    (tmp_path / "maps").mkdir()
    shutil.copy(resource(TOWN), tmp_path / "maps" / "Smalltown.xodr")
    recording = drive(tmp_path / "other.log", "Carla/Nope")
    open_quietly(viewer, qtbot, recording)
    assert area.map_chip.isVisible()
    shutil.copy(resource(TOWN), tmp_path / "maps" / "Nope.xodr")
    viewer.workspace.close()
    open_quietly(viewer, qtbot, recording)
    assert not area.map_chip.isVisible()


@pytest.mark.parametrize("dropped", [True, False])
def test_a_dropped_or_chosen_map_is_kept_for_its_town(viewer, qtbot, tmp_path, monkeypatch, area, dropped):
    recording = drive(tmp_path / "a.log", "Nowhere")
    open_quietly(viewer, qtbot, recording)
    if dropped:
        drop(viewer, resource(TOWN))
    else:
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(resource(TOWN)), ""))
        viewer.window.actions_by_id["choose_map"].trigger()
    qtbot.waitUntil(lambda: not area.map_chip.isVisible())
    assert viewer.recording.index.path == recording
    viewer.workspace.close()
    open_quietly(viewer, qtbot, recording)
    assert not area.map_chip.isVisible()


def test_a_map_that_does_not_fit_or_is_none_is_noticed_until_one_fits(viewer, qtbot, tmp_path, area):
    roads, bar = viewer.workspace.roads, area.road_bar
    shutil.copy(resource(TOWN), tmp_path / "Wrongtown.xodr")
    recording = drive(tmp_path / "a.log", "Wrongtown")
    with qtbot.waitSignal(roads.map_mismatch):
        viewer.workspace.open(recording)
    words = " ".join(label.text() for label in bar.findChildren(QLabel))
    assert "100 % of the driving vehicles are off its lanes" in words
    assert bar.isVisible()
    viewer.workspace.close()
    turn()
    assert not bar.isVisible()
    with qtbot.waitSignal(roads.map_mismatch):
        viewer.workspace.open(recording)
    picture = tmp_path / "picture.xodr"
    picture.write_bytes(b"no map")
    with qtbot.waitSignal(roads.failed):
        roads.use_map(picture)  # that changes nothing
    assert bar.isVisible()
    assert viewer.settings.map_of["Wrongtown"] is None
    right = build(tmp_path, road(geometry(length=400, y=-4998.25), length=400)).path
    roads.use_map(right)
    qtbot.waitUntil(lambda: not bar.isVisible())
    qtbot.waitUntil(lambda: viewer.tasks.quiet)
    assert not bar.isVisible()
    assert viewer.settings.map_of["Wrongtown"] == right
