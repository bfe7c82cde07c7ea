"""The map in states that are rarely seen: arrows to every side, every tooltip, every scale."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QCursor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsView, QWidget

from tests.pictures.recordings import (
    BICYCLE,
    CONE,
    CROSSING,
    FROZEN,
    HERO,
    LATE,
    LIGHT,
    SIGN,
    WALKER,
    row_of,
    sample,
    town,
)
from tests.pictures.test_map import point_at, ref, selected
from tests.ui.map.gestures import leave, move
from tests.ui.views import look_at
from viewer.replay.world.world import world_at
from viewer.ui.map import MapView
from viewer.ui.map.geometry.absent_actor import ghost_of
from viewer.ui.map.layers.ground_layer import DrivenPaths
from viewer.ui.state.map_options import MapLayers, MapOptions
from viewer.ui.widgets.hover_card import HoverCard

EVERYBODY = (HERO, CROSSING, BICYCLE, WALKER, LATE, LIGHT, FROZEN, SIGN, CONE)


@pytest.fixture
def view(put, theme, tasks):
    """The town at 5 s: the hero is at (47.5, 0) and goes to the right."""
    before = QCursor.pos()
    QCursor.setPos(700, 500)  # no chip that comes is pointed at
    view = put(MapView(tasks), 360, 220)
    view.set_recording(town())
    view.set_hero(ref(HERO))
    view.set_world(world_at(town(), 5.0))
    yield view
    QCursor.setPos(before)


def test_arrows_to_every_side(view, states):
    view.set_follow(ref(WALKER))

    def from_(angle, options=None):
        view.set_options(options or MapOptions())
        view.set_follow(ref(WALKER))
        view.viewpoint.drag(QPointF(500.0 * np.cos(angle), 500.0 * np.sin(angle)))

    states(
        view,
        *(lambda angle=angle: from_(angle) for angle in np.linspace(0.2, 6.0, 7)),
        lambda: from_(1.0, MapOptions(heading_up=True)),
        across=3,
    )


def test_what_is_said_of_everything(view, states):
    view.set_selected(selected(CROSSING))
    world = world_at(town(), 5.0)
    view.scene.tell(layers=replace(MapLayers(), developer=True))
    view.resize(400, 300)

    def pointed(actor_id):
        """Show an actor at the left above, so that nothing covers what is said."""
        x, y, _ = world.locations[world.place_of(row_of(town(), actor_id))].tolist()
        look_at(view, (x + 10.0, y + 7.0, 12.0))
        leave(view.childAt(view.rect().center()).parent())
        point_at(view, x, y)

    states(view, *(lambda each=each: pointed(each) for each in EVERYBODY), across=3)


def test_a_crowd_at_every_scale_and_in_every_colour(view, states):
    view.set_recording(sample())
    view.set_world(world_at(sample(), 23.4))
    hero = int(sample().actors.hero_rows[0])
    view.scene.tell(hero=hero, selected=hero + 3, also_selected=(hero + 3, hero + 5), hovered=hero + 6)
    view.scene.tell(previewed=world_at(sample(), 21.0))

    def at(scale, color_by, turn):
        view.set_options(MapOptions(color_by=color_by))
        look_at(view, (30.0, 0.0, scale))
        view.viewpoint.look_from(30.0, 0.0, 360.0 / scale, turn)

    shown = [
        (scale, color_by) for scale in (0.4, 1.6, 3.0, 9.0) for color_by in ("category", "speed", "recorded")
    ]
    states(view, *(lambda each=each: at(*each, 0.0) for each in shown), across=3)


def test_driven_paths_where_the_map_is_higher_than_wide(view, looks):
    view.resize(160, 260)
    view.scene.tell(ground=DrivenPaths([np.array([(30.0, 5.0), (46.0, 5.0), (60.0, -20.0)])]))
    look_at(view, (46.0, 0.0, 7.0))
    view.scene.finish_ground()
    looks(view)


def test_measuring_and_who_is_gone(view, states):
    canvas = view.childAt(view.rect().center())
    look_at(view, (46.0, 0.0, 10.0))
    click = lambda x, y: QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(x, y))  # noqa: E731
    states(
        view,
        lambda: view.set_measuring(True),
        lambda: (click(40, 150), move(canvas, QPoint(180, 180))),
        lambda: (click(180, 100), view.set_world(world_at(town(), 5.3))),
        lambda: (
            QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(300, 60)),
            leave(canvas.parent()),
        ),
        lambda: (
            view.set_measuring(False),
            view.set_selected(selected(LATE)),
            view.set_world(world_at(town(), 1.0)),
        ),
        lambda: (
            view.scene.tell(ghost=ghost_of((40.0, -4.0, 0.0), (0.0, 30.0, 0.0), (2.0, 1.0))),
            point_at(view, 40.0, -4.0),
        ),
        across=3,
    )


def test_what_the_mouse_finds_where(view, found_along, looks):
    """Whom it is on, and what is said of him, along lines through the town."""
    view.set_world(world_at(town(), 5.0))
    look_at(view, (46.0, 0.0, 12.0))
    view.set_selected(selected(CROSSING))
    canvas = view.childAt(view.rect().center())
    on = []
    view.hover_requested.connect(on.append)

    def find(point):
        move(canvas, QPoint(*point))
        card = view.findChild(HoverCard)
        return on[-1] if on else None, card.text() if card.isVisible() else ""

    across, down = range(0, 360, 8), range(0, 220, 8)
    lines = [
        *(
            ((lambda x, y=y: (x, y)), found_along(lambda x, y=y: find((x, y)), across))
            for y in (50, 108, 170)
        ),
        *(((lambda y, x=x: (x, y)), found_along(lambda y, x=x: find((x, y)), down)) for x in (70, 182, 200)),
    ]
    leave(canvas.parent())
    image = view.grab().toImage()
    kinds: dict[object, int] = {}
    with QPainter(image) as painter:
        for point, found in lines:
            for begin, what in found:
                number = kinds.setdefault(what, len(kinds))
                x, y = point(begin)
                painter.fillRect(x - 2, y - 2, 5, 5, QColor.fromHsv(number * 67 % 360, 255, 255))
    looks(image)


def test_who_has_no_box_at_every_scale(view, states):
    """They have the least size of their kind, also those who are asked for where their like are hidden."""
    world = world_at(town(), 5.0)
    world.__dict__["box_extents"] = np.full_like(world.box_extents, np.nan)
    view.set_world(world)
    view.scene.tell(layers=MapLayers(labels=False))
    view.resize(240, 180)
    states(
        view.findChild(QGraphicsView),
        *(lambda scale=scale: look_at(view, (46.0, 1.0, scale)) for scale in (10.0, 4.0, 2.5, 1.0)),
        lambda: view.set_selected(selected(CONE, SIGN, LIGHT, FROZEN)),
        lambda: look_at(view, (46.0, 1.0, 2.5)),
        across=2,
    )


def test_more_pixels_of_the_device_for_each_at_every_scale(view, looks, monkeypatch):
    view.resize(160, 90)
    view.scene.tell(layers=MapLayers(labels=False))
    lanes = [np.array([(0.0, y), (90.0, y)]) for y in range(-20, 21, 3)]  # a road, on which halos are seen
    view.scene.tell(ground=DrivenPaths(lanes))
    sheet = QImage(3 * 320, 2 * 180, QImage.Format.Format_RGB32)
    sheet.fill(0)
    with QPainter(sheet) as painter:
        for row, ratio in enumerate((1.5, 2.0)):
            monkeypatch.setattr(QWidget, "devicePixelRatioF", lambda _, ratio=ratio: ratio)
            for column, scale in enumerate((6.0, 2.5, 1.0)):
                look_at(view, (46.0, 1.0, scale))
                view.scene.finish_ground()
                image = QImage(round(160 * ratio), round(90 * ratio), QImage.Format.Format_RGB32)
                image.setDevicePixelRatio(ratio)
                view.findChild(QGraphicsView).viewport().render(image)
                image.setDevicePixelRatio(1.0)
                painter.drawImage(320 * column, 180 * row, image)
    looks(sheet)
