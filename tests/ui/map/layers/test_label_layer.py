"""Labels that go to another place: quickly, and at once where motion is not wanted."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene

from viewer.ui.map.chrome.pill import Span
from viewer.ui.map.layers.label_layer import Label, LabelLayer

LINES = ((Span("50"),),)


@pytest.fixture
def clock():
    now = [100.0]

    def tell():
        return now[0]

    tell.now = now
    return tell


@pytest.fixture
def layer(qtbot, theme, clock):
    layer = LabelLayer(0.0, clock)
    layer.eased = True
    return layer


def label(place, left, top=50.0, row=7):
    return Label(row, place, LINES, left, top, (10.0, 10.0), (left, top))


def left_edge(layer):
    """The first column of the picture in which the pill is, below the leader."""
    image = QImage(400, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    painter = QPainter(image)
    layer.draw(painter)
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(100, 400, 4)
    return int(np.flatnonzero((pixels[60:70, :, :3] != (255, 0, 255)).any(axis=(0, 2)))[0])


def test_a_label_goes_to_another_place_in_120_ms_fast_at_first(layer, clock):
    layer.show_labels([label(0, 100.0)], 1.0)
    assert left_edge(layer) == 100
    layer.show_labels([label(1, 300.0)], 1.0)
    assert left_edge(layer) == 100
    clock.now[0] += 0.06
    assert 260 < left_edge(layer) < 290  # seven eighths of the way in half the time
    clock.now[0] += 0.07
    assert left_edge(layer) == 300


def test_a_label_that_moves_with_its_actor_is_where_it_belongs(layer):
    layer.show_labels([label(0, 100.0)], 1.0)
    layer.show_labels([label(0, 300.0)], 1.0)
    assert left_edge(layer) == 300


def test_a_label_that_turns_back_does_so_from_where_it_is(layer, clock):
    layer.show_labels([label(0, 100.0)], 1.0)
    layer.show_labels([label(1, 300.0)], 1.0)
    clock.now[0] += 0.06
    here = left_edge(layer)
    layer.show_labels([label(0, 100.0)], 1.0)
    assert left_edge(layer) == pytest.approx(here, abs=1)


def test_a_new_label_is_there_at_once(layer):
    layer.show_labels([label(0, 100.0)], 1.0)
    layer.show_labels([label(1, 300.0, row=8)], 1.0)
    assert left_edge(layer) == 300


def test_with_less_motion_every_label_is_there_at_once(layer):
    layer.eased = False
    layer.show_labels([label(0, 100.0)], 1.0)
    layer.show_labels([label(1, 300.0)], 1.0)
    assert left_edge(layer) == 300


def test_a_label_on_its_way_is_drawn_again_by_itself(qtbot, layer):
    scene = QGraphicsScene()
    scene.addItem(layer)
    layer.show_labels([label(0, 100.0)], 1.0)
    layer.show_labels([label(1, 300.0)], 1.0)
    QApplication.processEvents()  # what asks to be drawn because it is new
    with qtbot.waitSignal(scene.changed):
        left_edge(layer)
