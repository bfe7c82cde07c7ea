"""The ground of a town: its surfaces are whole."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from viewer.program import resource
from viewer.roads import open_map
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.road_ground import RoadGround
from viewer.ui.map_layers import map_layers
from viewer.ui.theme import load_theme


@pytest.fixture(scope="module")
def road_map():
    return open_map(resource("Sampletown.xodr"))


def painted(road_map, camera, theme, layers):
    image = QImage(round(camera.width), round(camera.height), QImage.Format.Format_RGB32)
    image.fill(theme.ground)
    with QPainter(image) as painter:
        RoadGround(road_map, None, layers).paint(painter, camera, theme)
    return np.array(
        [[image.pixelColor(x, y).getRgb()[:3] for x in range(image.width())] for y in range(image.height())]
    )


def test_roads_are_whole_and_have_smooth_edges(qapp, road_map):
    theme = load_theme("light")
    x, y, right, bottom = road_map.bounds
    camera = Camera((x + right) / 2, (y + bottom) / 2, 1.4, 400, 300)  # without kerbs
    image = painted(road_map, camera, theme, map_layers(marks=False))
    road, walk = (np.array(color.getRgb()[:3]) for color in (theme.road, theme.sidewalk))
    innermost = np.abs(road_map.labels.lanes) == 1  # those that are driven on
    middles = np.round(camera.to_screen(road_map.labels.points[innermost])).astype(int)
    middles = middles[((middles > 1) & (middles < (398, 298))).all(axis=1)]
    assert len(middles) > 20
    assert (image[middles[:, 1], middles[:, 0]] == road).all()
    low, high = np.minimum(road, walk), np.maximum(road, walk)
    between = ((image >= low) & (image <= high)).all(axis=2) & (image != road).any(axis=2)
    assert (between & (image != walk).any(axis=2)).sum() > 200
