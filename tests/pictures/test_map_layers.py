"""What single layers of the map draw, in every state that they have: sheets of small pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import ceil, radians

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from tests.pictures.recordings import BICYCLE, CROSSING, LIGHT, found_in_town, row_of, town
from viewer.analysis.event_geometry import geometry_of
from viewer.analysis.stand_cause import CauseKind, Root, StandCause
from viewer.analysis.traffic_lights import StopLine
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.replay.world.world import world_at
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.detail import HEAD_HALF, ScreenActors
from viewer.ui.map.layers.event_layer import EventLayer
from viewer.ui.map.layers.light_layer import LightLayer
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.actor_styles import ActorStyles
from viewer.ui.state.view_state import ViewState
from viewer.ui.theme import Theme

NOTHING = np.empty((0, 4))
Draw = Callable[[QPainter], None]


def view_in(index, **fields):
    """Return the view of a window with this recording, in which nobody is selected."""
    return ViewState(index=index, actors=ActorStyles(index, (), None), **fields)


def sheet(theme: Theme, tiles: Iterable[Draw], width: int, height: int, across: int) -> QImage:
    """Return pictures beside and below each other, each cut off at its edges."""
    drawn = list(tiles)
    image = QImage(across * width, ceil(len(drawn) / across) * height, QImage.Format.Format_RGB32)
    image.fill(theme.ground)
    with QPainter(image) as painter:
        for number, draw in enumerate(drawn):
            place = QRect(number % across * width, number // across * height, width, height)
            painter.save()
            painter.setClipRect(place.adjusted(0, 0, -1, -1))
            painter.translate(place.topLeft())
            draw(painter)
            painter.restore()
    return image


def evidence(kind, **changes):
    found = next(each for each in found_in_town() if each.kind == kind)
    return replace(geometry_of(town(), found._replace(kind=changes.pop("called", kind))), **changes)


def test_exhibits_from_every_side(looks, theme):
    """Two and one, with and without a direction, a place, a light and a lane; near and far; turned."""
    hit, hard = evidence("collision"), evidence("harsh_braking")
    both_still = np.zeros_like(hit.velocities)
    one_still = np.where([[True], [False]], hit.velocities, 0.0)
    x, y = hit.point
    edge = np.array([(x - 12.0, y - 1.5), (x, y - 1.7), (x + 9.0, y - 3.5)])
    lane = np.stack([edge, edge + np.array((0.0, 3.4))])
    gone = hit.at._replace(centers=np.where([[False], [True]], np.nan, hit.at.centers))
    red = evidence("harsh_braking", called="red_light", point=(x, y), light=(x + 9.0, y - 5.0))
    shown = (
        (hit, 9.0, 0.0),
        (hit, 24.0, 130.0),
        (hit, 5.0, 250.0),
        (hit, 3.0, 0.0),
        (replace(hit, velocities=-hit.velocities, side=(-1, 1)), 12.0, 40.0),
        (replace(hit, velocities=one_still, side=(0, -1), recorded=False), 12.0, 300.0),
        (replace(hit, velocities=both_still, side=(0, 0)), 12.0, 0.0),
        (replace(hit, at=gone), 12.0, 0.0),
        (replace(hit, side=None, point=None), 9.0, 20.0),
        (hard, 9.0, 180.0),
        (hard, 2.0, 0.0),
        (replace(hard, lane=lane), 9.0, 75.0),
        (red, 9.0, 0.0),
        (replace(red, light=None), 20.0, 60.0),
        (replace(red, light=(x + 1.0, y)), 9.0, 0.0),
    )

    def tile(what, scale, turn):
        middle = what.point or np.nanmean(what.at.centers, axis=0)
        camera = Camera(*middle, scale, 300, 240).turned(radians(turn))
        layer = EventLayer()
        picture = MapPicture(
            ViewState(index=town(), actors=ActorStyles(town(), (), None)),
            camera,
            event_overlay=what,
            occupied=np.array([(0.0, 0.0, 90.0, 30.0)]),
        )
        picture.color = dict(zip(what.rows.tolist(), (theme.hero, theme.vehicle), strict=False)).get
        layer.prepare(picture)
        return layer.draw

    looks(sheet(theme, (tile(*each) for each in shown), 300, 240, 5))


def test_heads_of_lights_and_their_numbers(looks, theme):
    """All states, below them frozen, at each detail; and as for a screen with more pixels."""
    states = [-1, *TrafficLightState]
    count = len(states)

    def tile(detail, ratio):
        lights = ScreenActors(
            detail, np.arange(2 * count), np.arange(2 * count),
            np.full(2 * count, Category.TRAFFIC_LIGHT, np.uint8),
            np.array([(30.0 + 40.3 * n, 30.0 + 70.4 * row) for row in range(2) for n in range(count)]),
            np.zeros(2 * count), np.tile(HEAD_HALF[detail], (2 * count, 1)).astype(float),
            np.array(states * 2, np.int8),
        )  # fmt: skip
        frozen = np.repeat([False, True], count)
        left = np.array([np.nan, 0.0, 0.2, 9.0, 61.5, 999.9, 1000.0, *np.full(count, np.inf)])[: 2 * count]
        layer = LightLayer()
        layer.show_lights(lights, frozen, np.resize(left, 2 * count), MapPicture(ratio=ratio))
        return layer.draw

    wide = 40 * count + 20
    looks(sheet(theme, (tile(d, r) for r in (1.0, 1.5) for d in HEAD_HALF), wide, 140, len(HEAD_HALF)))


def test_who_stands_behind_whom(looks, theme):
    """A queue to its root, near and far; at a light without and with a stop line; against something."""
    index = town()
    first, last, light = (row_of(index, each) for each in (BICYCLE, CROSSING, LIGHT))
    found = next(each for each in found_in_town() if each.kind == "harsh_braking")

    def stand(kind, **more):
        return geometry_of(index, found._replace(kind="standing", cause=StandCause(kind, 4.0, **more)))

    queue = {"row": first, "chain": (first, last), "gaps": (2.0, 3.0)}
    parked = stand(CauseKind.BEHIND, root=Root(CauseKind.NEVER_MOVED, last), **queue)
    at_light = stand(CauseKind.BEHIND, root=Root(CauseKind.WAITS_AT_RED, last, light), **queue)
    pushed = stand(CauseKind.AGAINST, root=Root(CauseKind.AGAINST), row=last)
    line = StopLine(np.array([(45.0, -3.5), (45.0, 0.0)]), 0.4, (light,), "by the map", derived=False)
    shown = (
        (parked, 9.0, 0.0, ()),
        (parked, 2.0, 0.0, ()),
        (at_light, 7.0, 40.0, ()),
        (at_light, 7.0, 0.0, (line,)),
        (pushed, 9.0, 0.0, ()),
    )

    def tile(what, scale, turn, lines):
        middle = np.concatenate([what.at.centers, what.boxes_ahead.centers]).mean(axis=0)
        camera = Camera(*middle, scale, 300, 240).turned(radians(turn))
        layer = EventLayer()
        picture = MapPicture(
            ViewState(
                index=index, world=world_at(index, 5.0), stop_lines=lines, actors=ActorStyles(index, (), None)
            ),
            camera,
            event_overlay=what,
        )
        layer.prepare(picture)
        return layer.draw

    looks(sheet(theme, (tile(*each) for each in shown), 300, 240, 5))
