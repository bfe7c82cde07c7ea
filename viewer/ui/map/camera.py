"""Camera of the map: a point in the middle of the screen and a scale. Pure, immutable, no Qt.

World points are metres in CARLA's coordinate system, screen points are pixels from the top left corner.
CARLA's system is left-handed: seen from above, y lies to the right of x. So does the y of a screen, which
grows downwards. The map shows x to the right and y downwards, and mirrors nothing; north, where y is smaller,
is up, unless the camera is turned.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

MIN_SCALE = 0.002
"""Fewest pixels per metre of the map's camera: at this scale 400 pixels, a phone's width, show 200 km."""
MAX_SCALE = 400.0
"""Most pixels per metre of the map's camera: a centimetre, the simulator's unit, is four pixels."""
FARTHEST = 1e7
"""Metres from the world's origin beyond which the map draws nothing and the map's camera does not go."""

_FIT_MARGIN, _LEAST_MARGIN = 0.1, 24.0
"""Margin around the points that the camera is fitted to, at each edge: share of the area, least pixels."""
_ASIDE = 1 / 3
"""Share of half the screen by which fitted points move from its middle to show more of the town."""
MIN_FIT_SPAN = 80.0
"""Least width and height in metres of the area that the map's camera shows when it is fitted to points."""
EVENT_SPAN = 24.0
"""Least width and height in metres that the map shows around an event or a single actor."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Immutable camera that looks straight down on the world.

    Attributes:
        x: world x of the middle of the screen, metres.
        y: world y of the middle of the screen, metres.
        scale: pixels per metre, in both directions.
        width: width of the screen in pixels.
        height: height of the screen in pixels.
        turn: angle by which the ground is turned on the screen, clockwise, radians.
    """

    x: float = 0.0
    y: float = 0.0
    scale: float = 6.0
    width: float = 1.0
    height: float = 1.0
    turn: float = 0.0

    def to_screen(self, points: ArrayLike) -> NDArray[np.float64]:
        """Return world ``points`` (metres) as screen points (pixels); both have shape (…, 2)."""
        middle = (self.width / 2, self.height / 2)
        return _turned(np.asarray(points, np.float64) - (self.x, self.y), self.turn) * self.scale + middle

    def to_world(self, points: ArrayLike) -> NDArray[np.float64]:
        """Return screen ``points`` (pixels) as world points (metres); both have shape (…, 2)."""
        middle = (self.width / 2, self.height / 2)
        return _turned(np.asarray(points, np.float64) - middle, -self.turn) / self.scale + (self.x, self.y)

    def bounds(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the least and the greatest visible x and y, metres, shape (2,) each."""
        corners = [(0.0, 0.0), (self.width, 0.0), (0.0, self.height), (self.width, self.height)]
        ground = self.to_world(corners)
        return ground.min(axis=0), ground.max(axis=0)

    def sees(self, x: float, y: float, around: float = 0.0) -> bool:
        """Return whether a part of the square around the world point ``x``, ``y`` is on the screen.

        ``around`` is half its side in metres.
        """
        away = np.abs(self.to_screen((x, y)) - (self.width / 2, self.height / 2)) - around * self.scale
        return bool((away <= (self.width / 2, self.height / 2)).all())

    def centred(self, x: float, y: float) -> Camera:
        """Return the camera moved so that the world point ``x``, ``y`` is in the middle of the view.

        It is returned unchanged if ``x`` or ``y`` is not finite.
        """
        if not (math.isfinite(x) and math.isfinite(y)):
            return self
        return replace(self, x=_clamp(x, -FARTHEST, FARTHEST), y=_clamp(y, -FARTHEST, FARTHEST))

    def panned(self, dx: float, dy: float) -> Camera:
        """Return the camera after the ground was dragged by ``dx`` and ``dy`` pixels."""
        moved = _turned(np.array([dx, dy]), -self.turn) / self.scale
        return self.centred(self.x - float(moved[0]), self.y - float(moved[1]))

    def turned(self, turn: float) -> Camera:
        """Return the camera with the ground turned by ``turn`` radians clockwise; unchanged if not finite."""
        return replace(self, turn=turn % (2 * math.pi)) if math.isfinite(turn) else self

    def scaled(self, scale: float) -> Camera:
        """Return the camera at ``scale`` pixels per metre, with the same middle.

        The scale is limited to MIN_SCALE … MAX_SCALE. The camera stays as it is if ``scale`` is not positive.
        """
        return replace(self, scale=_clamp(scale, MIN_SCALE, MAX_SCALE)) if scale > 0 else self

    def zoomed(self, factor: float, at: tuple[float, float] | None = None) -> Camera:
        """Return the camera ``factor`` times closer; the ground under the screen point ``at`` stays there.

        ``at`` is in pixels; None stands for the middle of the screen.
        """
        closer = self.scaled(self.scale * factor)
        if at is None:
            return closer
        held, moved = self.to_world(at), closer.to_world(at)
        return closer.centred(self.x + float(held[0] - moved[0]), self.y + float(held[1] - moved[1]))

    def resized(self, width: float, height: float) -> Camera:
        """Return the camera for a screen of ``width`` × ``height`` pixels, with the same middle and scale."""
        return replace(self, width=max(width, 1.0), height=max(height, 1.0))

    def spanning(self, metres: float) -> Camera:
        """Return the camera that shows ``metres`` from the left edge of the screen to the right."""
        return self.scaled(self.width / metres) if metres > 0 else self

    def fitted(
        self,
        points: NDArray[np.float64],
        least: float = MIN_FIT_SPAN,
        areas: Sequence[tuple[float, float, float, float]] = (),
        town: tuple[float, float, float, float] | None = None,
    ) -> Camera:
        """Return the camera that shows all of ``points`` (K, 2), metres, with a margin around and north up.

        Args:
            points: points to show; without any, the camera is returned unchanged.
            least: least width and height in metres of the visible part of the world.
            areas: rectangles of the screen (left, top, right, bottom in pixels) of which one is to show
                ``points``: the one in which they are largest. Without any, it is the whole screen.
            town: rectangle around the roads (least x, least y, greatest x, greatest y) in metres. The camera
                moves towards it to show less of the land beyond it; ``points`` stay in the middle third.
        """
        if not len(points):
            return self
        whole = (0.0, 0.0, self.width, self.height)
        fitted = [self._fitted_in(area, points, least, town) for area in areas or (whole,)]
        return max(fitted, key=lambda camera: camera.scale)

    def _fitted_in(
        self,
        area: tuple[float, float, float, float],
        points: NDArray[np.float64],
        least: float,
        town: tuple[float, float, float, float] | None,
    ) -> Camera:
        """Return the camera that shows ``points`` in ``area``, a rectangle of the screen in pixels.

        They are as near to the middle of the screen as ``area`` allows; with ``town``, as its roads need.
        """
        corner, size = np.array(area[:2]), np.subtract(area[2:], area[:2])
        margin = np.minimum(np.maximum(_FIT_MARGIN * size, _LEAST_MARGIN), size / 4)
        low, high = points.min(axis=0), points.max(axis=0)
        with np.errstate(divide="ignore", over="ignore"):
            scales = np.minimum(
                (size - 2 * margin) / (high - low), (self.width, self.height) / np.array(least)
            )
        level = self.turned(0.0).scaled(float(scales.min()))
        middle, screen = (low + high) / 2, np.array((self.width, self.height))
        half, edge = screen / 2 / level.scale, margin / level.scale
        wanted = middle
        if town is not None:
            first, last = np.array(town[:2]) - edge + half, np.array(town[2:]) + edge - half
            wanted = np.where(first > last, (first + last) / 2, np.clip(middle, first, last))
            wanted = np.clip(wanted, middle - half * _ASIDE, middle + half * _ASIDE)
        leftmost = high - (corner + size - margin) / level.scale + half
        rightmost = low - (corner + margin) / level.scale + half
        return level.centred(*np.clip(wanted, leftmost, rightmost).tolist())


def valid_mask(points: ArrayLike) -> NDArray[np.bool_]:
    """Return a mask of which ``points`` (K, 2 or more) are finite and at most ``FARTHEST`` metres away."""
    with np.errstate(invalid="ignore"):
        x, y = np.abs(np.asarray(points, np.float64)[:, :2]).T
        return (x <= FARTHEST) & (y <= FARTHEST)


def valid_points(points: ArrayLike) -> NDArray[np.float64]:
    """Return x and y of the ``points`` (K, 2 or more) that are finite and not absurdly far, shape (N, 2)."""
    array = np.asarray(points, np.float64)
    array = array.reshape(-1, array.shape[-1] if array.ndim > 1 else 2)
    return array[valid_mask(array), :2]


def _turned(vectors: NDArray[np.float64], turn: float) -> NDArray[np.float64]:
    """Return ``vectors`` (…, 2) rotated clockwise on the screen by ``turn`` radians."""
    if turn == 0.0:
        return vectors
    cos, sin = math.cos(turn), math.sin(turn)
    return vectors @ np.array([[cos, sin], [-sin, cos]])


def _clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
