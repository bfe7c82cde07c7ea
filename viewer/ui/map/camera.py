"""What part of the world the map shows: a point in the middle and a scale. Pure, immutable, no Qt.

World points are metres in CARLA's frame, screen points are pixels from the top left corner. CARLA's frame is
left-handed: seen from above, y lies to the right of x. So does the y of a screen, which grows downwards. The
map shows x to the right and y downwards, and mirrors nothing; north, where y is smaller, is up, unless the
camera is turned.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

MIN_SCALE = 0.002
"""Pixels per metre at which the whole of the largest world fits on a phone."""
MAX_SCALE = 400.0
"""Pixels per metre at which a centimetre is four pixels: finer than the file's centimetres are worth."""
FARTHEST = 1e7
"""Metres from the origin beyond which nothing is drawn and the camera does not go."""

_FIT_MARGIN, _LEAST_MARGIN = 0.1, 56.0
"""Share of the screen that stays free at each edge of what is fitted, and pixels: room for a row of chips."""
_SPARED = 40.0
"""Pixels of such a margin that are not kept beside what covers a corner."""
MIN_FIT_SPAN = 80.0
"""Metres that are shown at least of what is fitted."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A view straight down.

    Attributes:
        x: world x of the middle of the screen, metres.
        y: world y of the middle of the screen, metres.
        scale: pixels per metre, the same in both directions.
        width: of the screen in pixels.
        height: of the screen in pixels.
        turn: how far the ground is turned on the screen, clockwise, radians.

    """

    x: float = 0.0
    y: float = 0.0
    scale: float = 6.0
    width: float = 1.0
    height: float = 1.0
    turn: float = 0.0

    def to_screen(self, points: ArrayLike) -> NDArray[np.float64]:
        """Return where world points stand on the screen, shape (…, 2) for shape (…, 2)."""
        middle = (self.width / 2, self.height / 2)
        return _turned(np.asarray(points, np.float64) - (self.x, self.y), self.turn) * self.scale + middle

    def to_world(self, points: ArrayLike) -> NDArray[np.float64]:
        """Return the world points under screen points, shape (…, 2) for shape (…, 2)."""
        middle = (self.width / 2, self.height / 2)
        return _turned(np.asarray(points, np.float64) - middle, -self.turn) / self.scale + (self.x, self.y)

    def bounds(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the least and the greatest x and y on the screen, metres, shape (2,) each."""
        corners = [(0.0, 0.0), (self.width, 0.0), (0.0, self.height), (self.width, self.height)]
        ground = self.to_world(corners)
        return ground.min(axis=0), ground.max(axis=0)

    def centred(self, x: float, y: float) -> Camera:
        """Return the camera over another point of the world; one that is no place changes nothing."""
        if not (math.isfinite(x) and math.isfinite(y)):
            return self
        return replace(self, x=_clamp(x, -FARTHEST, FARTHEST), y=_clamp(y, -FARTHEST, FARTHEST))

    def panned(self, dx: float, dy: float) -> Camera:
        """Return the camera after the ground was dragged by some pixels."""
        moved = _turned(np.array([dx, dy]), -self.turn) / self.scale
        return self.centred(self.x - float(moved[0]), self.y - float(moved[1]))

    def turned(self, turn: float) -> Camera:
        """Return the camera over the same point with the ground turned so far; no number changes nothing."""
        return replace(self, turn=turn % (2 * math.pi)) if math.isfinite(turn) else self

    def scaled(self, scale: float) -> Camera:
        """Return the camera at another scale, over the same point."""
        return replace(self, scale=_clamp(scale, MIN_SCALE, MAX_SCALE)) if scale > 0 else self

    def zoomed(self, factor: float, at: tuple[float, float] | None = None) -> Camera:
        """Return the camera ``factor`` times closer; the ground under the screen point ``at`` stays there."""
        closer = self.scaled(self.scale * factor)
        if at is None:
            return closer
        held, moved = self.to_world(at), closer.to_world(at)
        return closer.centred(self.x + float(held[0] - moved[0]), self.y + float(held[1] - moved[1]))

    def resized(self, width: float, height: float) -> Camera:
        """Return the camera for a screen of another size, over the same point at the same scale."""
        return replace(self, width=max(width, 1.0), height=max(height, 1.0))

    def spanning(self, metres: float) -> Camera:
        """Return the camera that shows so many metres from the left edge of the screen to the right."""
        return self.scaled(self.width / metres) if metres > 0 else self

    def fitted(
        self,
        points: NDArray[np.float64],
        least: float = MIN_FIT_SPAN,
        town: tuple[float, float, float, float] | None = None,
    ) -> Camera:
        """Return the camera that shows all of the points (K, 2), with some room around them and north up.

        It shows ``least`` metres or more. Where there is more room than they need it goes to the roads of a
        ``town`` (least x, least y, greatest x, greatest y) rather than to the empty land around it, but the
        middle of the points stays in the middle third of the screen.
        """
        if not len(points):
            return self
        size = np.array((self.width, self.height))
        margin = self._margins()
        low, high = points.min(axis=0), points.max(axis=0)
        with np.errstate(divide="ignore", over="ignore"):
            scales = np.minimum((size - 2 * margin) / (high - low), size / least)
        level = self.turned(0.0).scaled(float(scales.min()))
        middle = (low + high) / 2
        if town is not None:
            half, edge = size / 2 / level.scale, margin / level.scale
            first, last = np.array(town[:2]) - edge + half, np.array(town[2:]) + edge - half
            wanted = np.where(first > last, (first + last) / 2, np.clip(middle, first, last))
            room = np.clip(half - edge - (high - low) / 2, 0.0, half / 3)
            middle = np.clip(wanted, middle - room, middle + room)
        return level.centred(*middle.tolist())

    def fitted_beside(self, points: NDArray[np.float64], least: float, corner: tuple[float, float]) -> Camera:
        """Return the camera that fits points as ``fitted``, beside or below what covers the top left corner.

        The corner is so many pixels wide and high; the points go where they are larger.
        """
        covered = np.array(corner)
        free = np.array((self.width, self.height)) - covered
        # A margin beside the edge of the map is for chips: beside the corner a part of it is enough.
        right, down = np.maximum(covered - np.minimum(_SPARED, free / 3), 0.0).tolist()
        rooms = [
            self.resized(self.width - x, self.height - y)
            .fitted(points, least)
            .resized(self.width, self.height)
            .panned(x / 2, y / 2)
            for x, y in ((right, 0.0), (0.0, down))
        ]
        return max(rooms, key=lambda camera: camera.scale) if len(points) else self

    def _margins(self) -> NDArray[np.float64]:
        """Return what stays free at the left and at the top of what is fitted, pixels, shape (2,)."""
        size = np.array((self.width, self.height))
        return np.minimum(np.maximum(_FIT_MARGIN * size, _LEAST_MARGIN), size / 4)


def places(points: ArrayLike) -> NDArray[np.bool_]:
    """Return which points (K, 2 or more) are places on the map: finite and not absurdly far."""
    with np.errstate(invalid="ignore"):
        x, y = np.abs(np.asarray(points, np.float64)[:, :2]).T
        return (x <= FARTHEST) & (y <= FARTHEST)


def only_places(points: ArrayLike) -> NDArray[np.float64]:
    """Return those of some points (K, 2 or more) that are places on the map, shape (K, 2)."""
    array = np.asarray(points, np.float64)
    array = array.reshape(-1, array.shape[-1] if array.ndim > 1 else 2)
    return array[places(array), :2]


def _turned(vectors: NDArray[np.float64], turn: float) -> NDArray[np.float64]:
    """Return vectors (…, 2) turned clockwise on the screen."""
    if turn == 0.0:
        return vectors
    cos, sin = math.cos(turn), math.sin(turn)
    return vectors @ np.array([[cos, sin], [-sin, cos]])


def _clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
