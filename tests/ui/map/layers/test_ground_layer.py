"""The ground: drawn in the background, moved while it fits, drawn anew when it does not."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.alone import Alone
from tests.ui.views import map_of
from viewer.ui.background.tasks import Tasks
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.driven_paths import DrivenPaths
from viewer.ui.map.layers.ground import AT_LEISURE, Ground, Pace
from viewer.ui.map.layers.ground_layer import GroundLayer
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import Theme, apply_theme, load_theme


@dataclass(eq=False)
class Square:
    """A square of 10 m around the origin in the road's colour; remembers how often it was drawn."""

    cameras: list[Camera] = field(default_factory=list)

    def paint(self, painter: QPainter, camera: Camera, theme: Theme, _pace: Pace = AT_LEISURE) -> bool:
        self.cameras.append(camera)
        (left, top), (right, bottom) = camera.to_screen(((-5, -5), (5, 5))).tolist()
        painter.fillRect(round(left), round(top), round(right - left), round(bottom - top), theme.road)
        return True


CAMERA = Camera(0.0, 0.0, 10.0, 400.0, 300.0)


@pytest.fixture
def layer(tasks: Tasks) -> GroundLayer:
    layer = GroundLayer()
    layer.start(tasks)
    return layer


def drawn(layer: GroundLayer) -> QImage:
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    layer.draw(painter)
    painter.end()
    return image


def look(layer: GroundLayer, ground: Ground | None, camera: Camera, theme: Theme) -> None:
    apply_theme(QApplication.instance(), theme)
    layer.prepare(MapPicture(camera=camera, ground=ground))
    layer.wait()


def test_the_picture_lies_where_the_camera_sees_it(layer: GroundLayer) -> None:
    theme = load_theme("dark")
    ground = Square()
    look(layer, ground, CAMERA, theme)

    image = drawn(layer)

    assert image.pixelColor(200, 150) == theme.road
    assert image.pixelColor(152, 150) == theme.road
    assert image.pixelColor(148, 150) == theme.ground


def test_moving_and_zooming_a_little_moves_the_same_picture(layer: GroundLayer) -> None:
    theme, square = load_theme("dark"), Square()
    ground = square
    look(layer, ground, CAMERA, theme)

    look(layer, ground, CAMERA.panned(50, 0), theme)
    assert drawn(layer).pixelColor(250 + 48, 150) == theme.road
    assert drawn(layer).pixelColor(250 + 52, 150) == theme.ground
    look(layer, ground, CAMERA.scaled(12.0), theme)

    assert len(square.cameras) == 1


@pytest.mark.parametrize(
    "camera", [CAMERA.panned(150, 0), CAMERA.scaled(15.0), CAMERA.scaled(6.0), CAMERA.resized(700, 300)]
)
def test_a_picture_that_no_longer_fits_is_drawn_anew(layer: GroundLayer, camera: Camera) -> None:
    theme, square = load_theme("dark"), Square()
    ground = square
    look(layer, ground, CAMERA, theme)

    look(layer, ground, camera, theme)

    assert len(square.cameras) == 2
    assert square.cameras[-1].scale == camera.scale


def test_it_is_drawn_by_itself_in_the_background(layer: GroundLayer, qtbot: QtBot) -> None:
    theme = load_theme("light")
    ground = Square()

    with qtbot.waitSignal(layer.drawn):
        apply_theme(QApplication.instance(), theme)
        layer.prepare(MapPicture(camera=CAMERA, ground=ground))

    assert drawn(layer).pixelColor(200, 150) == theme.road


def test_another_theme_and_another_ground_are_drawn(layer: GroundLayer) -> None:
    ground = Square()
    look(layer, ground, CAMERA, load_theme("dark"))
    light = load_theme("light")
    look(layer, ground, CAMERA, light)
    assert drawn(layer).pixelColor(200, 150) == light.road

    look(layer, None, CAMERA, light)
    assert drawn(layer).pixelColor(200, 150) == QColor("white")


def test_driven_paths_are_as_wide_as_a_lane_on_the_map(qtbot: QtBot, alone: Alone) -> None:
    theme, view = load_theme("dark"), map_of(alone)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.scene.update(ground=DrivenPaths([np.array([[-20.0, 0.0], [20.0, 0.0]])]))
    view.viewpoint.set_span(40)
    view.viewpoint.center_on(0.0, 0.0)
    view.scene.finish_ground()

    image = view.grab().toImage()

    assert image.pixelColor(200, 150 + 15) == theme.road
    assert image.pixelColor(200, 150 + 25) != theme.road


def test_the_grid_under_driven_paths_has_lines_at_round_metres() -> None:
    """Lines every 10 m, which are 100 pixels here; (3, −4) is in the middle of the picture, at (200, 150)."""
    theme, image = load_theme("dark"), QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(theme.ground)
    with QPainter(image) as painter:
        DrivenPaths([]).paint(painter, Camera(3.0, -4.0, 10.0, 400.0, 300.0), theme)

    across = [x for x in range(400) if image.pixelColor(x, 140) != theme.ground]
    down = [y for y in range(300) if image.pixelColor(220, y) != theme.ground]

    assert across == [70, 170, 270, 370]  # x = −10, 0, 10, 20
    assert down == [90, 190, 290]  # y = −10, 0, 10


class Triangle:
    """From the origin 8 m along x, and 5 m along y: it looks different however it is turned or mirrored."""

    CORNERS = ((0.0, 0.0), (8.0, 0.0), (0.0, 5.0))

    def paint(self, painter: QPainter, camera: Camera, theme: Theme, _pace: Pace = AT_LEISURE) -> bool:
        painter.setPen(theme.road)
        painter.setBrush(theme.road)
        painter.drawPolygon([QPointF(*each) for each in camera.to_screen(self.CORNERS).tolist()])
        return True


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("exactly", [False, True])
@pytest.mark.parametrize("turn", [0.0, 0.4, 2.5, 5.0])
def test_wherever_one_looks_from_the_ground_lies_where_it_is(
    layer: GroundLayer, turn: float, ratio: float, *, exactly: bool
) -> None:
    """Turned clockwise, moved and closer, with what was drawn before; and the whole view is covered."""
    theme = load_theme("dark")
    apply_theme(QApplication.instance(), theme)
    ground = Triangle()
    for x, y, scale in ((2.0, 1.0, 20.0), (3.0, 0.0, 20.0), (3.0, 0.5, 24.0), (1.5, 0.5, 18.0)):
        camera = Camera(x, y, scale, 400.0, 300.0, turn)
        layer.prepare(MapPicture(camera=camera, ratio=ratio, exact=exactly, ground=ground))
        layer.wait()
        image = QImage(400, 300, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        with QPainter(image) as painter:
            if exactly:
                painter.fillRect(image.rect(), theme.ground)
            layer.draw(painter)
        cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
        corners = [
            QPointF(200 + (px - x) * cos - (py - y) * sin, 150 + (px - x) * sin + (py - y) * cos)
            for px, py in Triangle.CORNERS
        ]
        wanted = QImage(image.size(), QImage.Format.Format_RGB32)
        wanted.fill(theme.ground)
        with QPainter(wanted) as painter:
            painter.setBrush(theme.road)
            painter.setPen(theme.road)
            painter.drawPolygon(corners)
        colors, right = (
            np.frombuffer(each.constBits(), np.uint8).astype(int).reshape(300, 400, 4)
            for each in (image, wanted)
        )
        differs = (np.abs(colors - right) > 12).any(axis=2)
        assert differs.sum() < 500  # of 120,000: beside its edges
        assert not (colors[:, :, :3] == 255).all(axis=2).any()
