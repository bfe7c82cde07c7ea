"""Roads under the actors: found, chosen, switched, refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from tests.scenes import Scene, actor, pose
from tests.ui.conftest import turn
from viewer.program import resource
from viewer.ui.app import Viewer
from viewer.ui.map_layers import map_layers

ROAD, GROUND = "#2f3743", "#14181e"
TOWN = "Sampletown.xodr"
HERO = 50
"""The hero of the sample waits at a light at 20 s."""


def drive(path: Path, map_name: str, y: float = 5000.0) -> Path:
    """Write a recording in which a car drives along x, far from any road of the sample's town."""
    scene = Scene(map_name=map_name)
    for k in range(60):
        scene.frame(0.05, add=[actor(1)] if k == 0 else (), poses=[pose(1, (k, y, 0))])
    return scene.save(path)


def open_and_wait(viewer: Viewer, qtbot: QtBot, path: Path) -> None:
    viewer.workspace.open(path)
    wait(viewer, qtbot)


def wait(viewer: Viewer, qtbot: QtBot) -> None:
    qtbot.waitUntil(
        lambda: viewer.recording.index is not None and not viewer.recording.busy and viewer.tasks.quiet
    )


def color_at(viewer: Viewer, x: float, y: float) -> str:
    """Return the colour that the map shows at a place, in metres."""
    map_view = viewer.window.map_area.map_view
    viewer.workspace.settings.map_layers = map_layers(labels=False)  # one may lie there
    map_view.viewpoint.set_span(60)
    map_view.viewpoint.center_on(x, y)
    map_view.scene.finish_ground()
    image = map_view.grab().toImage()
    color: QColor = image.pixelColor(image.width() // 2, image.height() // 2)
    return color.name()


def beside_the_hero(viewer: Viewer) -> tuple[float, float]:
    """Return a place on the hero's lane, some metres behind it."""
    world = viewer.moment.world
    assert world is not None
    hero = world.find(HERO)
    assert hero is not None
    assert hero.location is not None
    return hero.location[0] - 4.5, hero.location[1]


@pytest.fixture
def sample(viewer: Viewer, qtbot: QtBot) -> Viewer:
    open_and_wait(viewer, qtbot, resource("sample.log"))
    viewer.playback.seek(20.0)
    return viewer


def test_the_sample_lies_on_its_roads(sample: Viewer) -> None:
    assert color_at(sample, *beside_the_hero(sample)) == ROAD
    assert not sample.window.map_area.map_chip.isVisible()


def test_the_inspector_says_on_which_lane_an_actor_is(sample: Viewer) -> None:
    sample.focus.select(sample.focus.hero)
    turn()
    sample.window.inspector.copy_all()

    words = QGuiApplication.clipboard().text()
    assert "driving" in words
    assert "Offset from lane centre" in words


def test_without_a_map_a_chip_says_so_and_paths_stand_in(
    viewer: Viewer, qtbot: QtBot, tmp_path: Path
) -> None:
    open_and_wait(viewer, qtbot, drive(tmp_path / "a.log", "Nowhere"))

    chip = viewer.window.map_area.map_chip
    assert chip.isVisible()
    assert "No map for Nowhere" in chip.text()
    assert color_at(viewer, 20.0, 5000.0) == ROAD
    assert color_at(viewer, 24.0, 5014.0) == GROUND


def test_a_map_beside_the_recording_is_used(viewer: Viewer, qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    shutil.copy(resource(TOWN), folder / "Smalltown.xodr")
    recording = shutil.copy(resource("sample.log"), tmp_path / "other.log")
    data = bytearray(Path(recording).read_bytes())
    at = data.index(b"Sampletown")
    data[at : at + 10] = b"Carla/Nope"  # no map of that name
    Path(recording).write_bytes(data)

    open_and_wait(viewer, qtbot, Path(recording))

    assert viewer.window.map_area.map_chip.isVisible()
    shutil.copy(resource(TOWN), folder / "Nope.xodr")
    viewer.workspace.close()
    open_and_wait(viewer, qtbot, Path(recording))
    assert not viewer.window.map_area.map_chip.isVisible()


def test_a_chosen_map_is_remembered_for_its_town(
    viewer: Viewer, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = drive(tmp_path / "a.log", "Nowhere")
    open_and_wait(viewer, qtbot, recording)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(resource(TOWN)), ""))

    qtbot.mouseClick(viewer.window.map_area.map_chip, Qt.MouseButton.LeftButton)
    (dialog,) = viewer.window.findChildren(QMessageBox)
    assert "Nowhere.xodr" in dialog.text()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    wait(viewer, qtbot)
    assert not viewer.window.map_area.map_chip.isVisible()

    viewer.workspace.close()
    open_and_wait(viewer, qtbot, recording)
    assert not viewer.window.map_area.map_chip.isVisible()


def test_a_map_that_does_not_fit_is_noticed(viewer: Viewer, qtbot: QtBot, tmp_path: Path) -> None:
    shutil.copy(resource(TOWN), tmp_path / "Wrongtown.xodr")
    bar = viewer.window.map_area.road_bar

    with qtbot.waitSignal(viewer.workspace.roads.map_mismatch):
        viewer.workspace.open(drive(tmp_path / "a.log", "Wrongtown"))

    assert bar.isVisible()
    words = " ".join(label.text() for label in bar.findChildren(QLabel))
    assert "100 % of the driving vehicles are off its lanes" in words

    picture = tmp_path / "picture.xodr"
    picture.write_bytes(b"no map")
    with qtbot.waitSignal(viewer.workspace.roads.failed):
        viewer.workspace.roads.use_map(picture)  # that changes nothing
    assert viewer.workspace.roads._settings.map_of["Wrongtown"] is None  # noqa: SLF001 - what the next start will find
    content = resource(TOWN).read_text(encoding="utf-8")
    right = tmp_path / "Right.xodr"
    right.write_text(
        f'{content[: content.index("<road ")]}<road id="1" length="400" junction="-1"><planView>'
        '<geometry s="0" x="0" y="-5000" hdg="0" length="400"><line/></geometry></planView><lanes>'
        '<laneSection s="0"><right><lane id="-1" type="driving"><width sOffset="0" a="5" b="0" c="0" d="0"/>'
        "</lane></right></laneSection></lanes></road></OpenDRIVE>",
        encoding="utf-8",
    )
    viewer.workspace.roads.use_map(right)
    qtbot.waitUntil(lambda: not bar.isVisible())
    wait(viewer, qtbot)
    assert not bar.isVisible()
    assert viewer.workspace.roads._settings.map_of["Wrongtown"] == right  # noqa: SLF001 - as above


def test_a_map_is_dropped_on_the_window(viewer: Viewer, qtbot: QtBot, tmp_path: Path) -> None:
    open_and_wait(viewer, qtbot, drive(tmp_path / "a.log", "Nowhere"))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(resource(TOWN)))])

    viewer.window.dropEvent(
        QDropEvent(
            QPointF(50, 50),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )

    qtbot.waitUntil(lambda: not viewer.window.map_area.map_chip.isVisible())
    assert viewer.recording.index is not None
    assert viewer.recording.index.path.name == "a.log"
