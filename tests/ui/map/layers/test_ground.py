"""The ground: roads that are whole, drawn in the background, moved while it fits, drawn anew when not."""

import math

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.ui.drawn import pixels_of
from tests.ui.map.gestures import map_of
from viewer.cancellation import ReadingCancelledError
from viewer.program import resource
from viewer.roads import MapFile, map_text, open_map
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.driven_paths import DrivenPaths
from viewer.ui.map.layers.ground import AT_LEISURE, Pace
from viewer.ui.map.layers.ground_layer import GroundLayer
from viewer.ui.map.layers.road_ground import ground_of
from viewer.ui.map.picture import MapPicture
from viewer.ui.map_layers import map_layers
from viewer.ui.theme import apply_theme, load_theme

DARK, LIGHT = load_theme("dark"), load_theme("light")
CAMERA = Camera(0.0, 0.0, 10.0, 400.0, 300.0)


class Shape:
    """A polygon in the road's colour; remembers from where it was drawn."""

    def __init__(self, *corners):
        self.corners = corners
        self.cameras = []

    def paint(self, painter, camera, theme, _pace=AT_LEISURE):
        self.cameras.append(camera)
        painter.setPen(theme.road)
        painter.setBrush(theme.road)
        painter.drawPolygon([QPointF(*each) for each in camera.to_screen(self.corners).tolist()])
        return True


@pytest.fixture
def square():
    """10 m around the origin."""
    return Shape((-5, -5), (5, -5), (5, 5), (-5, 5))


@pytest.fixture
def layer(tasks):
    layer = GroundLayer()
    layer.start(tasks)
    return layer


@pytest.fixture
def look(layer):
    """A function that looks at a ground and returns what is drawn of it."""

    def look(ground, camera=CAMERA, theme=DARK, **more):
        apply_theme(QApplication.instance(), theme)
        layer.prepare(MapPicture(camera=camera, ground=ground, **more))
        layer.wait()
        return drawn(layer)

    return look


def drawn(layer, ground=None):
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(ground or QColor("white"))
    with QPainter(image) as painter:
        layer.draw(painter)
    return image


def test_the_picture_lies_where_the_camera_sees_it_and_is_moved_while_it_fits(look, square):
    for camera, edge in ((CAMERA, 250), (CAMERA.panned(50, 0), 300), (CAMERA.scaled(12.0), 260)):
        image = look(square, camera)
        assert image.pixelColor(edge - 2, 150) == DARK.road
        assert image.pixelColor(edge + 2, 150) == DARK.ground
    assert len(square.cameras) == 1


@pytest.mark.parametrize(
    "camera", [CAMERA.panned(150, 0), CAMERA.scaled(15.0), CAMERA.scaled(6.0), CAMERA.resized(700, 300)]
)
def test_a_picture_that_no_longer_fits_is_drawn_anew(look, square, camera):
    look(square)
    look(square, camera)
    assert [each.scale for each in square.cameras] == [CAMERA.scale, camera.scale]


def test_it_is_drawn_by_itself_in_the_background(layer, qtbot, square):
    with qtbot.waitSignal(layer.drawn):
        apply_theme(QApplication.instance(), LIGHT)
        layer.prepare(MapPicture(camera=CAMERA, ground=square))
    assert drawn(layer).pixelColor(200, 150) == LIGHT.road


def test_another_theme_and_another_ground_are_drawn(look, square):
    look(square)
    assert look(square, theme=LIGHT).pixelColor(200, 150) == LIGHT.road
    assert look(None, theme=LIGHT).pixelColor(200, 150) == QColor("white")


def test_driven_paths_are_as_wide_as_a_lane_on_the_map(qtbot, alone):
    view = map_of(alone)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.scene.update(ground=DrivenPaths([np.array([[-20.0, 0.0], [20.0, 0.0]])]))
    view.viewpoint.set_span(40)
    view.viewpoint.center_on(0.0, 0.0)
    view.scene.finish_ground()
    image = view.grab().toImage()
    assert image.pixelColor(200, 150 + 15) == DARK.road
    assert image.pixelColor(200, 150 + 25) != DARK.road


def test_the_grid_under_driven_paths_has_lines_at_round_metres():
    """Lines every 10 m, which are 100 pixels here; (3, −4) is in the middle of the picture, at (200, 150)."""
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(DARK.ground)
    with QPainter(image) as painter:
        DrivenPaths([]).paint(painter, Camera(3.0, -4.0, 10.0, 400.0, 300.0), DARK)
    across = [x for x in range(400) if image.pixelColor(x, 140) != DARK.ground]
    down = [y for y in range(300) if image.pixelColor(220, y) != DARK.ground]
    assert across == [70, 170, 270, 370]  # x = −10, 0, 10, 20
    assert down == [90, 190, 290]  # y = −10, 0, 10


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("exact", [False, True])
def test_wherever_one_looks_from_the_ground_lies_where_it_is(layer, look, ratio, *, exact):
    """Turned clockwise, moved and closer, with what was drawn before; and the whole view is covered."""
    triangle = Shape((0.0, 0.0), (8.0, 0.0), (0.0, 5.0))  # looks different however it is turned or mirrored
    places = ((2.0, 1.0, 20.0), (3.0, 0.0, 20.0), (3.0, 0.5, 24.0), (1.5, 0.5, 18.0))
    for turn, (x, y, scale) in ((turn, place) for turn in (0.0, 0.4, 2.5, 5.0) for place in places):
        look(triangle, Camera(x, y, scale, 400.0, 300.0, turn), ratio=ratio, exact=exact)
        colors = pixels_of(drawn(layer, DARK.ground if exact else None)).astype(int)
        cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
        wanted = QImage(400, 300, QImage.Format.Format_RGB32)
        wanted.fill(DARK.ground)
        with QPainter(wanted) as painter:
            painter.setBrush(DARK.road)
            painter.setPen(DARK.road)
            painter.drawPolygon([
                QPointF(200 + (px - x) * cos - (py - y) * sin, 150 + (px - x) * sin + (py - y) * cos)
                for px, py in triangle.corners
            ])  # fmt: skip
        differs = (np.abs(colors - pixels_of(wanted)) > 12).any(axis=2)
        assert differs.sum() < 500  # of 120,000: beside its edges
        assert not (colors == 255).all(axis=2).any()


_SMOOTH = 40  # levels of a colour that the smooth edge of one shape may differ from that of another


@pytest.fixture(scope="module")
def road_map():
    return open_map(resource("Sampletown.xodr"))


def painted(ground, camera, theme, pace=AT_LEISURE):
    """The colours of a ground that is painted, and whether that is all."""
    image = QImage(round(camera.width), round(camera.height), QImage.Format.Format_RGB32)
    image.fill(theme.ground)
    with QPainter(image) as painter:
        is_all = ground.paint(painter, camera, theme, pace)
    return pixels_of(image), is_all


def test_roads_are_drawn_lane_by_lane_at_once_and_then_as_a_whole(qapp):
    theme, road_map = load_theme("dark"), open_map(resource("Sampletown.xodr"))
    x, y, right, bottom = road_map.bounds
    camera = Camera((x + right) / 2, (y + bottom) / 2, 1.4, 300, 200)
    ground = ground_of(road_map, None, map_layers())
    rough, is_all = painted(ground, camera, theme, Pace(0.0))
    assert not is_all
    whole, is_all = painted(ground, camera, theme, Pace(60.0))
    assert is_all
    is_ground = (whole == theme.ground.getRgb()[:3]).all(axis=2)
    assert (~is_ground).sum() > 5_000
    assert (rough != whole).any(axis=2).sum() < 0.1 * (~is_ground).sum()
    assert painted(ground, camera, theme, Pace(0.0))[1]  # what is united stays so


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
        first, _ = painted(ground, camera, theme, Pace(0.0))
        ours, is_all = painted(ground, camera, theme)
        assert is_all
        theirs = painted(whole, camera, theme)[0]  # but for the smooth edges of what is painted together
        assert (np.abs(ours.astype(int) - theirs).max(axis=2) > _SMOOTH).mean() < 0.002
        assert (first != ours).any(axis=2).mean() < 0.1


def test_drawing_a_large_map_ends_when_it_is_not_wanted_any_more(qapp, large):
    asked = []
    pace = Pace(60.0, lambda share: asked.append(share) or len(asked) < 3)
    with pytest.raises(ReadingCancelledError):
        painted(
            ground_of(large, None, map_layers()), Camera(0.0, 0.0, 1.4, 300, 200), load_theme("dark"), pace
        )
    assert len(asked) == 3
