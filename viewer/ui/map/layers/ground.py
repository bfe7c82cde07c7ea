"""Content drawn under the actors, and how much time drawing it may take."""

from __future__ import annotations

import math
from typing import NamedTuple, Protocol

from PySide6.QtGui import QPainter

from viewer.cancellation import ShouldContinue, always
from viewer.ui.map.camera import Camera
from viewer.ui.theme import Theme


class Pace(NamedTuple):
    """Time limit and cancellation of drawing the ground.

    Attributes:
        seconds: time limit; after it, roads whose surfaces are not computed yet are drawn more roughly, or
            left out until the ground is drawn again.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.
    """

    seconds: float = math.inf
    should_continue: ShouldContinue = always


AT_LEISURE = Pace()
"""Pace of drawing the ground without a time limit: it is drawn in full at once."""


class Ground(Protocol):
    """Content drawn under the actors, in a background thread; the same camera gives the same picture."""

    def paint(self, painter: QPainter, camera: Camera, theme: Theme, pace: Pace = AT_LEISURE) -> bool:
        """Draw the part of the ground that ``camera`` sees; return whether it is complete.

        It is not if the time of ``pace`` was too short: drawing again can then show more. The painter's unit
        is the camera's pixel. Raises ReadingCancelledError if ``pace.should_continue`` returns False.
        """
