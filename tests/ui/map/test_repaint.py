"""What is on the screen is what would be painted anew: whatever changes what is shown has it repainted."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.scenes import BICYCLE, HERO, LATE, LIGHT, OTHER, WALKER, street
from tests.ui.drawn import on_screen, picture
from tests.ui.map.gestures import LEFT, drag, leave, move, wheel
from viewer.analysis.traffic_lights import StopLine
from viewer.replay.paths.trajectory import sample, trails
from viewer.replay.world.world import world_at
from viewer.ui.map.geometry.footprints import pose_on_map
from viewer.ui.map.layers.contact_layer import ContactMark
from viewer.ui.map.layers.driven_paths import DrivenPaths
from viewer.ui.map_layers import MapOptions, map_layers
from viewer.ui.theme import apply_theme, load_theme

pytestmark = pytest.mark.usefixtures("plain_app")


def row(index, actor_id):
    return index.actors.rows_of(actor_id)[0]


def hidden(index, *ids):
    rows = np.zeros(len(index.actors), bool)
    rows[[row(index, each) for each in ids]] = True
    return rows


def ground(view):
    view.scene.update(ground=DrivenPaths([np.array([(-30.0, 12.0), (30.0, 12.0)])]))
    view.scene.finish_ground()


def ways(view, index):
    view.scene.update(trails=trails({n: sample(index, n) for n in range(20)}, range(20), np.arange(2)))


def stop_line(index):
    return StopLine(np.array([(10.0, -8.0), (10.0, -2.0)]), 0.4, (row(index, LIGHT),), "", derived=False)


CHANGES = {
    "the theme": lambda view, index: apply_theme(QApplication.instance(), load_theme("light")),
    "the recording": lambda view, index: view.told.set_recording(None),
    "the moment": lambda view, index: view.told.set_world(world_at(index, 0.8)),
    "the camera": lambda view, index: view.viewpoint.center_on(3.0, 3.0),
    "the scale": lambda view, index: view.viewpoint.zoom(1.5),
    "who is selected": lambda view, index: view.told.set_selected((row(index, OTHER), row(index, LATE))),
    "who is pointed at elsewhere": lambda view, index: view.told.set_hovered(row(index, BICYCLE)),
    "the hero": lambda view, index: view.told.set_hero(row(index, OTHER)),
    "who is followed": lambda view, index: view.told.set_followed(row(index, WALKER)),
    "who is hidden": lambda view, index: view.told.set_hidden(hidden(index, HERO, OTHER)),
    "what labels say": lambda view, index: view.told.set_options(
        MapOptions(label_role=True, label_speed=True)
    ),
    "what colours say": lambda view, index: view.told.set_options(MapOptions(color_by="speed")),
    "which layers there are": lambda view, index: view.told.set_layers(map_layers(grid=True)),
    "the ground": lambda view, index: ground(view),
    "the way": lambda view, index: view.scene.update(
        trail=([(-9.0, 0.0), (4.0, 0.0)], [(4.0, 0.0), (9.0, 0.0)])
    ),
    "all ways": ways,
    "collisions": lambda view, index: view.scene.update(contacts=[ContactMark(5.0, 0.0, 0.5, 2.0)]),
    "who is gone": lambda view, index: view.scene.update(
        last_known_pose=pose_on_map((-9.0, 9.0, 0.0), (0.0, 20.0, 0.0), (2.0, 1.0))
    ),
    "another time": lambda view, index: view.told.show(preview=world_at(index, 0.9)),
    "stop lines": lambda view, index: view.told.show(stop_lines=[stop_line(index)]),
    "the size": lambda view, index: view.resize(500, 300),
}
"""Everything that is shown, and something that changes it."""


@pytest.fixture
def shown(qtbot, map_view, index):
    """The street on the screen, its hero selected."""
    map_view.resize(400, 300)
    qtbot.waitExposed(map_view)
    map_view.told.set_hero(row(index, HERO))
    map_view.told.set_selected((row(index, HERO),))
    on_screen(map_view)
    return map_view


def assert_repainted(view, before):
    after = on_screen(view)
    assert after.shape != before.shape or (after != before).any()
    assert (after == picture(view)[..., :3]).all()


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_is_repainted(shown, index, change):
    before = on_screen(shown)
    CHANGES[change](shown, index)
    assert_repainted(shown, before)


def test_what_the_mouse_changes_is_repainted(shown, mouse):
    at = QPoint(*np.round(shown.camera.to_screen((5.0, 2.0))).astype(int).tolist())
    for act in (
        lambda: move(mouse, at),
        lambda: leave(mouse),
        lambda: drag(mouse, QPoint(60, 250), QPoint(100, 220)),
        lambda: wheel(mouse, QPoint(60, 250), y=120),
        lambda: shown.viewpoint.drag(
            QPointF(900.0, 0.0)
        ),  # the hero is beyond the edge: an arrow leads there
        lambda: shown.measure.set_on(True),
        lambda: QTest.mouseClick(mouse, LEFT, pos=QPoint(60, 250)),
        lambda: move(mouse, QPoint(300, 100)),
    ):
        before = on_screen(shown)
        act()
        assert_repainted(shown, before)


def test_nobody_is_left_of_the_recording_before(shown, tmp_path):
    """Until it is told who is where in another one, the map is empty."""
    assert len(shown.scene.picture.footprints)
    shown.told.set_recording(street().index(tmp_path / "another.log"))
    assert not len(shown.scene.picture.footprints)
