"""Stop lines in the colour of their light, at every scale at which they are drawn."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.scenes import LIGHT as STREET_LIGHT
from tests.scenes import street
from viewer.analysis.traffic_lights import StopLine
from viewer.logfile.enums import TrafficLightState
from viewer.replay.world.world import world_at
from viewer.ui.map.actor_text import stop_line_tooltip
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.stop_line_layer import StopLineLayer, stop_line_at
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.view_state import ViewState
from viewer.ui.theme import apply_theme, load_theme

pytestmark = pytest.mark.usefixtures("plain_app")

LIGHT = 5
LINE = StopLine(np.array([[0.0, -5.0], [0.0, 5.0]]), 0.5, (LIGHT,), "where it stands", derived=True)


def drawn(theme, state, scale=10.0, selected=None, exhibit=None):
    """The picture of a line that goes down through the middle, shape (100, 100, 3)."""
    apply_theme(QApplication.instance(), theme)
    layer = StopLineLayer()
    shown = MapPicture(
        ViewState(stop_lines=[LINE], selected=() if selected is None else (selected,)),
        Camera(0, 0, scale, 100, 100),
    )
    shown.event_overlay = exhibit
    shown.light_state = lambda row: state if row == LIGHT else -1
    layer.prepare(shown)
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    image.fill(theme.road)
    painter = QPainter(image)
    layer.draw(painter)
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(100, 100, 4)
    return pixels[:, :, 2::-1].copy()


def is_color(pixel, color):
    return np.abs(pixel.astype(int) - color.getRgb()[:3]).max() < 8


@pytest.mark.parametrize(("light", "is_red"), [(LIGHT, False), (LIGHT + 1, True), (None, True)])
def test_beside_the_line_that_an_exhibit_shows_as_crossed_that_of_the_same_light_is_not_red(
    qapp, light, is_red
):
    theme, event = load_theme("dark"), SimpleNamespace(light=light, cause=None)
    image = drawn(theme, TrafficLightState.RED, exhibit=SimpleNamespace(event=event))
    assert any(is_color(pixel, theme.light_red) for pixel in image[:, 50]) is is_red


def test_from_afar_only_those_of_lights_that_are_drawn(qapp):
    theme = load_theme("dark")
    nothing = drawn(theme, TrafficLightState.RED, 1.0)
    assert (nothing == theme.road.getRgb()[:3]).all()
    assert is_color(drawn(theme, TrafficLightState.RED, 1.0, selected=LIGHT)[50, 50], theme.light_red)


def test_it_is_pointed_at_along_its_whole_length_and_not_beyond(qapp):
    shown = MapPicture(ViewState(stop_lines=[LINE]), Camera(0, 0, 10.0, 200, 200))
    found = [stop_line_at(shown, *at) for at in ((100, 60), (104, 145), (110, 100), (100, 160))]
    assert found == [LINE, LINE, None, None]
    shown.update(camera=Camera(0, 0, 1.0, 200, 200))
    assert stop_line_at(shown, 100, 100) is None


def test_a_derived_one_says_so_and_whose_light_it_obeys(tmp_path):
    index = street().index(tmp_path / "street.log")
    world, row = world_at(index, 0.2), index.actors.rows_of(STREET_LIGHT)[0]
    line = LINE._replace(lights=np.array([row]))
    told = stop_line_tooltip(world, index.actors.descriptions, line)
    words = ["".join(span.text for span in each) for each in told]
    assert words[0] == "Stop line ƒ"
    assert words[1].startswith(f"Light {STREET_LIGHT} · ")
    assert words[2:] == ["ƒ known by where it stands", "ƒ the end of the lane: the map has no line here"]
    painted = stop_line_tooltip(world, index.actors.descriptions, line._replace(derived=False))
    assert [span.text for span in painted[0]] == ["Stop line"]
    assert len(painted) == 3
