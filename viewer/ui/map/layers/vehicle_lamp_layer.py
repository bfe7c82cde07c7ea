"""Layers of vehicle lamps, open doors and front wheels, and of the headlight beams on the ground."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen, QPolygonF

from viewer.arrays import Floats
from viewer.logfile.enums import VehicleDoor, VehicleLightState
from viewer.logfile.errors import RecordingError
from viewer.recording.actors import VEHICLES, Category
from viewer.replay.world.appearance import doors_at, front_wheels_at, lamps_at
from viewer.replay.world.world import World
from viewer.ui.map.geometry.actor_shapes import placed
from viewer.ui.map.geometry.detail import Detail, ScreenActors
from viewer.ui.map.geometry.footprints import kinds
from viewer.ui.map.layers.layer import Layer, LineBatch
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import current_theme, faded, mixed

LEAST_HALF_WIDTH = 6.0
"""Least distance in pixels from a vehicle's middle to its sides for its lamps to be drawn."""

_WITH_LAMPS = kinds(*VEHICLES)
_FRONT_LAMPS = (
    VehicleLightState.POSITION
    | VehicleLightState.LOW_BEAM
    | VehicleLightState.HIGH_BEAM
    | VehicleLightState.FOG
)
_LOW, _HIGH = VehicleLightState.LOW_BEAM, VehicleLightState.HIGH_BEAM
_REACH = {_LOW: 5.5, _HIGH: 9.0}  # metres, shorter than real beams
_MOST_BEAMS = 40
"""Most vehicles on the screen for which headlight beams are drawn; more would merge into one bright area."""
_WHEEL_HALF = 0.36  # metres
_SINGLE_TRACK = 0.36  # most width by length of a vehicle with one front wheel


def _both(*segments: tuple[float, float, float, float]) -> Floats:
    """Return K ``segments`` on the right of a vehicle, then their mirror images on its left, shape (4 K, 2).

    A segment is given by its two ends as u, v, u, v in the vehicle's bounding box: u = 1 at the nose, v = 1
    at the right side, 0 in the middle. Each row of the result is one end.
    """
    right = np.array(segments).reshape(-1, 2)
    return np.concatenate([right, right * (1.0, -1.0)])


def _one(*segments: tuple[float, float, float, float]) -> Floats:
    return np.array(segments).reshape(-1, 2)


# In the unit box of viewer.ui.map.geometry.actor_shapes: u forwards, v to the right.
_HUBS = np.array([(0.62, -0.86), (0.62, 0.86)])
_SINGLE_HUB = np.array([(0.80, 0.0), (0.80, 0.0)])
_BRAKE = _both((-1.14, 0.22, -1.14, 0.86))  # behind the car
_REVERSE = _both((-0.99, 0.10, -0.99, 0.34))
_HEAD = _both((0.975, 0.40, 0.93, 0.74))
_RIGHT = _one((0.72, 0.99, 0.90, 0.84), (-0.72, 1.04, -0.90, 1.0))
_LEFT = _RIGHT * (1.0, -1.0)
_DOORS = {
    VehicleDoor.FRONT_LEFT: _one((0.24, -1.0, -0.14, -1.75)),
    VehicleDoor.FRONT_RIGHT: _one((0.24, 1.0, -0.14, 1.75)),
    VehicleDoor.REAR_LEFT: _one((-0.20, -1.0, -0.54, -1.70)),
    VehicleDoor.REAR_RIGHT: _one((-0.20, 1.0, -0.54, 1.70)),
    VehicleDoor.HOOD: _one((0.50, -0.78, 0.50, 0.78), (0.50, -0.78, 0.62, -0.78), (0.50, 0.78, 0.62, 0.78)),
    VehicleDoor.TRUNK: _one((-1.12, -0.7, -1.12, 0.7), (-1.12, -0.7, -0.94, -0.7), (-1.12, 0.7, -0.94, 0.7)),
}


class VehicleLamps(NamedTuple):
    """Lit lamps by kind, open doors and front wheels of vehicles as segments in pixels, (K, 2, 2) each."""

    brake: Floats
    reverse: Floats
    blinkers: Floats
    heads: Floats
    doors: Floats
    wheels: Floats


_NO_LINES = np.empty((0, 2, 2))


def with_lamps(actors: ScreenActors) -> ScreenActors:
    """Return the vehicles of ``actors`` that are large enough on the screen for their lamps."""
    large = (actors.detail is Detail.NEAR) & (actors.halves[:, 1] >= LEAST_HALF_WIDTH)
    return actors.take(np.flatnonzero(_WITH_LAMPS[actors.categories] & large))


def _shine(lamps: NDArray[np.uint32], lamp: VehicleLightState) -> NDArray[np.bool_]:
    """Return a mask of the vehicles on which ``lamp`` shines, (M,), given their bits of VehicleLightState."""
    shines: NDArray[np.bool_] = (lamps & np.uint32(lamp)) != 0
    return shines


def vehicle_lamps(actors: ScreenActors, world: World, scale: float) -> VehicleLamps:
    """Return lit lamps, open doors and front wheels of the vehicles ``actors`` in ``world`` as line segments.

    ``scale`` is in pixels per metre. Raises RecordingError if the file can no longer be read.
    """
    at = actors.indices
    lamps, doors, wheels = lamps_at(world)[at], doors_at(world)[at], front_wheels_at(world)[at]

    def lines(unit: Floats, of: NDArray[np.bool_]) -> Floats:
        chosen = np.flatnonzero(of)
        if not len(chosen):
            return _NO_LINES
        boxes = actors.centers[chosen], actors.headings[chosen], actors.halves[chosen]
        return placed(unit, *boxes).reshape(-1, 2, 2)

    has = partial(_shine, lamps)
    right, left = has(VehicleLightState.RIGHT_BLINKER), has(VehicleLightState.LEFT_BLINKER)
    return VehicleLamps(
        brake=lines(_BRAKE, has(VehicleLightState.BRAKE)),
        reverse=lines(_REVERSE, has(VehicleLightState.REVERSE)),
        blinkers=np.concatenate([lines(_RIGHT, right), lines(_LEFT, left)]),
        heads=lines(_HEAD, has(_FRONT_LAMPS)),
        doors=np.concatenate(
            [lines(unit, doors & np.uint8(1 << door) != 0) for door, unit in _DOORS.items()]
        ),
        wheels=_wheels(actors, wheels, scale),
    )


def _wheels(actors: ScreenActors, angles: Floats, scale: float) -> Floats:
    """Return the front wheels with a known steering angle as line segments in pixels, shape (K, 2, 2).

    ``angles`` are those of the left and the right front wheel in degrees, shape (M, 2), NaN if unknown;
    ``scale`` is in pixels per metre.
    """
    which, side = np.nonzero(np.isfinite(angles) & (actors.categories == Category.VEHICLE)[:, None])
    if not len(which):
        return _NO_LINES
    boxes = actors.centers[which], actors.headings[which], actors.halves[which]
    narrow = (boxes[2][:, 1] < _SINGLE_TRACK * boxes[2][:, 0])[:, None, None]
    hubs = np.where(narrow, placed(_SINGLE_HUB, *boxes), placed(_HUBS, *boxes))
    middles = hubs[np.arange(len(which)), side]
    headings = actors.headings[which] + np.radians(angles[which, side])
    half = np.column_stack([np.cos(headings), np.sin(headings)]) * (_WHEEL_HALF * scale)
    return np.stack([middles - half, middles + half], axis=1)


def _beams(actors: ScreenActors, of: NDArray[np.bool_], reach: float) -> Floats:
    """Return the headlight beams of some vehicles as quadrilaterals in pixels, shape (K, 4, 2).

    ``of`` is a mask of ``actors``, True for vehicles whose low beam (or high beam) is on; ``reach`` is the
    length of the beams in pixels.
    """
    chosen = np.flatnonzero(of)
    near = np.array([(0.97, -0.75), (0.97, 0.75)])
    boxes = actors.centers[chosen], actors.headings[chosen], actors.halves[chosen]
    begin = placed(near, *boxes)
    heading = np.column_stack([np.cos(boxes[1]), np.sin(boxes[1])])[:, None]
    across = np.stack([-heading[..., 1], heading[..., 0]], axis=-1)
    spread = reach * 0.28 * across
    end = begin[:, ::-1] + heading * reach + np.concatenate([spread, -spread], axis=1)
    return np.concatenate([begin, end], axis=1)


_LINE_METRES = 0.2
_LINE_PIXELS = (1.75, 5.0)
_GLOW = 2.4
"""Width of the glow around a vehicle's lamp, in widths of the lamp."""
_BEAM_OPACITY = 0.3
"""Opacity of a headlight beam at the vehicle; it fades along the beam."""


class BeamLayer(Layer):
    """Layer of headlight beams on the ground; it is drawn before the vehicles, which cover it."""

    def __init__(self) -> None:
        self._beams: list[tuple[QPolygonF, QLinearGradient]] = []

    def prepare(self, picture: MapPicture) -> None:
        """Compute where to draw the light beams of the vehicles in ``picture``, the state of the map."""
        self._beams = []
        world, actors = picture.view.world, with_lamps(picture.screen)
        if world is None or not 0 < len(actors) <= _MOST_BEAMS:
            return
        try:
            lamps = lamps_at(world)[actors.indices]
        except RecordingError:  # the file has changed, which is reported where the next world is made
            return
        scale, theme = picture.camera.scale, current_theme()
        beams = [_beams(actors, _shine(lamps, beam), reach * scale) for beam, reach in _REACH.items()]
        color = mixed(theme.lamp_yellow, theme.text, 0.4) if theme.dark else theme.light_yellow
        for near_left, near_right, far_right, far_left in np.concatenate(beams).tolist():
            corners = [QPointF(*corner) for corner in (near_left, near_right, far_right, far_left)]
            light = QLinearGradient((corners[0] + corners[1]) / 2, (corners[2] + corners[3]) / 2)
            light.setColorAt(0.0, faded(color, _BEAM_OPACITY))
            light.setColorAt(1.0, faded(color, 0.0))
            self._beams.append((QPolygonF(corners), light))

    def draw(self, painter: QPainter) -> None:
        """Draw the light beams of vehicles, as computed by ``prepare``."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for outline, light in self._beams:
            painter.setBrush(light)
            painter.drawPolygon(outline)


class VehicleLampLayer(Layer):
    """Layer of the map that draws lit lamps, open doors and front wheels of vehicles as lines."""

    def __init__(self) -> None:
        self._batches = {name: LineBatch() for name in VehicleLamps._fields}
        self._width = 1.0

    def prepare(self, picture: MapPicture) -> None:
        """Compute the lines of lamps, doors and wheels in pixels from ``picture``, the state of the map."""
        low, high = _LINE_PIXELS
        self._width = min(max(_LINE_METRES * picture.camera.scale, low), high)
        world, actors = picture.view.world, with_lamps(picture.screen)
        lamps = VehicleLamps(*(_NO_LINES,) * len(VehicleLamps._fields))
        if world is not None and len(actors):
            with suppress(RecordingError):  # reported where the next world is made
                lamps = vehicle_lamps(actors, world, picture.camera.scale)
        for batch, lines in zip(self._batches.values(), lamps, strict=True):
            batch.set_lines(lines)

    def draw(self, painter: QPainter) -> None:
        """Draw the lamps, doors and wheels of vehicles, as computed by ``prepare``."""
        theme = current_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        white = theme.text if theme.dark else theme.panel
        self._paint(painter, "wheels", QColor("black"), 1.2, glows=False)
        self._paint(painter, "doors", theme.text, 0.8, glows=False)
        self._paint(painter, "heads", white, 1.0, glows=False)
        self._paint(painter, "reverse", white, 1.0, glows=True)
        self._paint(painter, "blinkers", theme.text, 1.2, glows=True)
        self._paint(painter, "brake", theme.text, 1.0, glows=False)

    def _paint(self, painter: QPainter, name: str, color: QColor, width: float, *, glows: bool) -> None:
        batch = self._batches[name]
        cap = Qt.PenCapStyle.RoundCap
        if glows:
            batch.paint(painter, QPen(faded(color, 0.25), self._width * width * _GLOW, c=cap))
        batch.paint(painter, QPen(color, self._width * width, c=cap))
