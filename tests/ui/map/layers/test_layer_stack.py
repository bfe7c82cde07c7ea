"""All layers together: what stands at an edge of the map is drawn as if the map went on."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsView

from tests.pictures.recordings import CROSSING, HERO, LATE, row_of, sample, town
from tests.ui.map.pixels import picture
from tests.ui.views import look_at, map_of
from viewer.analysis.traffic_lights import governed_stop_lines
from viewer.program import resource
from viewer.recording.actors import Category
from viewer.replay.world.world import world_at
from viewer.roads import open_map
from viewer.ui.map.geometry.footprints import pose_on_map
from viewer.ui.map.layers.road_ground import RoadGround
from viewer.ui.map_layers import map_layers

LAYERS = map_layers(labels=False, grid=True)
CONTACTS = ((-133, 31), (-167, -128), (46, 138), (168, -45), (-42, -22))
"""Pixels from the middle, each near an edge of a part."""
WHOLE, PART = (500, 400), (100, 80)


@pytest.fixture
def view(qtbot, alone, theme):
    view = map_of(alone)
    qtbot.addWidget(view)
    view.told.set_layers(LAYERS)
    return view


def hide_symbols(view, index):
    """Hide lights and signs: half of one says nothing, so none is drawn whose middle is off the map."""
    view.told.set_hidden(np.isin(index.actors.category, (Category.TRAFFIC_LIGHT, Category.TRAFFIC_SIGN)))


@pytest.fixture
def in_town(view):
    """Vehicles, one of them selected, a walker, props, and somebody who is gone."""
    view.told.set_recording(town())
    view.told.set_hero(row_of(town(), HERO))
    view.told.set_selected((row_of(town(), CROSSING), row_of(town(), LATE)))
    view.told.set_world(world_at(town(), 5.0))
    view.scene.update(last_known_pose=pose_on_map((36.0, -6.0, 0.0), (0.0, 30.0, 0.0), (2.0, 1.0)))
    hide_symbols(view, town())
    return view, (44.37, 1.21)


@pytest.fixture
def on_roads(view):
    """The crossing of the sample, with its stop lines."""
    roads = open_map(resource("Sampletown.xodr"))
    view.told.set_recording(sample())
    view.told.set_hero(sample().actors.hero_rows[0])
    view.told.set_world(world_at(sample(), 23.0))
    view.told.show(stop_lines=governed_stop_lines(sample(), roads))
    view.scene.update(ground=RoadGround(roads, None, LAYERS))
    hide_symbols(view, sample())
    return view, (41.37, 0.21)


def drawn(view, size, x, y, scale, *, exactly):
    """Return what is drawn, without what floats on the map."""
    view.resize(*size)
    look_at(view, (x, y, scale))
    if not exactly:
        view.scene.finish_ground()
        return picture(view.findChild(QGraphicsView))
    image = QImage(*size, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        view.scene.draw_exactly(painter)
    return np.frombuffer(image.constBits(), np.uint8).reshape(size[1], size[0], 4)[:, :, 2::-1].astype(int)


@pytest.mark.parametrize("scale", [1.5, 4.0])
@pytest.mark.parametrize("scene", ["in_town", "on_roads"])
def test_a_limit_of_the_scale_belongs_to_what_is_nearer(request, scene, scale):
    """At 4 pixels per metre all is as from nearer, below that it is not; the same at 1.5."""
    view, (x, y) = request.getfixturevalue(scene)
    farther, there, nearer = (
        drawn(view, WHOLE, x, y, scale * (1 + each), exactly=True) for each in (-1e-9, 0.0, 1e-9)
    )
    assert np.abs(there - nearer).max() <= 8  # roundings
    assert np.abs(there - farther).max() > 40
