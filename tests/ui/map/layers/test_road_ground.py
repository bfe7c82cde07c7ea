"""The ground of a town: its surfaces are whole."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from tests.ui.timeline.conftest import pixels_of
from viewer.cancellation import ReadingCancelledError
from viewer.program import resource
from viewer.roads import MapFile, map_text, open_map
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.ground import AT_LEISURE, Pace
from viewer.ui.map.layers.road_ground import RoadGround, ground_of
from viewer.ui.map_layers import map_layers
from viewer.ui.theme import load_theme

_SMOOTH = 40  # levels of a colour that the smooth edge of one shape may differ from that of another


@pytest.fixture(scope="module")
def road_map():
    return open_map(resource("Sampletown.xodr"))


def drawn(ground, camera, theme, pace=AT_LEISURE):
    """The colours of a ground that is drawn, and whether that is all."""
    image = QImage(round(camera.width), round(camera.height), QImage.Format.Format_RGB32)
    image.fill(theme.ground)
    with QPainter(image) as painter:
        is_all = ground.paint(painter, camera, theme, pace)
    return pixels_of(image), is_all


def test_roads_are_whole_and_have_smooth_edges(qapp, road_map):
    theme = load_theme("light")
    x, y, right, bottom = road_map.bounds
    camera = Camera((x + right) / 2, (y + bottom) / 2, 1.4, 400, 300)  # without kerbs
    image = drawn(RoadGround(road_map, None, map_layers(marks=False)), camera, theme)[0].astype(int)
    road, walk = (np.array(color.getRgb()[:3]) for color in (theme.road, theme.sidewalk))
    innermost = np.abs(road_map.labels.lanes) == 1  # those that are driven on
    middles = np.round(camera.to_screen(road_map.labels.points[innermost])).astype(int)
    middles = middles[((middles > 1) & (middles < (398, 298))).all(axis=1)]
    assert len(middles) > 20
    assert (image[middles[:, 1], middles[:, 0]] == road).all()
    low, high = np.minimum(road, walk), np.maximum(road, walk)
    between = ((image >= low) & (image <= high)).all(axis=2) & (image != road).any(axis=2)
    assert (between & (image != walk).any(axis=2)).sum() > 200


def test_roads_are_drawn_lane_by_lane_at_once_and_then_as_a_whole(qapp):
    theme, road_map = load_theme("dark"), open_map(resource("Sampletown.xodr"))
    x, y, right, bottom = road_map.bounds
    camera = Camera((x + right) / 2, (y + bottom) / 2, 1.4, 300, 200)
    ground = ground_of(road_map, None, map_layers())
    rough, is_all = drawn(ground, camera, theme, Pace(0.0))
    assert not is_all
    whole, is_all = drawn(ground, camera, theme, Pace(60.0))
    assert is_all
    is_ground = (whole == theme.ground.getRgb()[:3]).all(axis=2)
    assert (~is_ground).sum() > 5_000
    assert (rough != whole).any(axis=2).sum() < 0.1 * (~is_ground).sum()
    assert drawn(ground, camera, theme, Pace(0.0))[1]  # what is united stays so


@pytest.fixture
def large(monkeypatch):
    """The sample's town as if it were large, of which all is looked over."""
    monkeypatch.setattr(map_text, "LARGE", 0)
    return MapFile(resource("Sampletown.xodr"))


@pytest.mark.parametrize("scale", [1.4, 5.0])
def test_of_a_large_map_a_picture_is_that_of_the_whole_wherever_one_looks(qapp, large, road_map, scale):
    theme = load_theme("dark")
    ground, whole = (ground_of(each, None, map_layers()) for each in (large, road_map))
    for x, y in ((0.0, 0.0), (60.0, -40.0), (-80.0, 30.0)):
        camera = Camera(x, y, scale, 200, 150)
        first, _ = drawn(ground, camera, theme, Pace(0.0))
        ours, is_all = drawn(ground, camera, theme)
        assert is_all
        theirs = drawn(whole, camera, theme)[0]  # but for the smooth edges of what is drawn together
        assert (np.abs(ours.astype(int) - theirs).max(axis=2) > _SMOOTH).mean() < 0.002
        assert (first != ours).any(axis=2).mean() < 0.1


def test_drawing_a_large_map_ends_when_it_is_not_wanted_any_more(qapp, large):
    asked = []
    pace = Pace(60.0, lambda share: asked.append(share) or len(asked) < 3)
    with pytest.raises(ReadingCancelledError):
        drawn(ground_of(large, None, map_layers()), Camera(0.0, 0.0, 1.4, 300, 200), load_theme("dark"), pace)
    assert len(asked) == 3
