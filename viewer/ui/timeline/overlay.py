"""What others lay over the timeline: a range, bookmarks, whatever stands at times."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt

from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.gestures import Grasp
from viewer.ui.timeline.lane import Hit
from viewer.ui.timeline.time_canvas import TimeCanvas


class TimelineOverlay:
    """Draws over the pictures of the timeline in every paint, so it must be cheap.

    It is added by ``TimelineView.add_overlay``, and calls ``update`` of the timeline when it has changed.
    An axis and a rectangle are those of the overview (the whole recording) or those of the ruler (the
    window); the lanes follow below the ruler. What is not overridden does nothing.
    """

    def paint_overview(self, canvas: TimeCanvas) -> None:
        """Draw on the overview strip."""

    def paint_axis(self, canvas: TimeCanvas, bottom: float) -> None:
        """Draw over ruler and lanes, which end at ``bottom``; it is clipped to the axis' pixels."""

    def hit(self, axis: TimeAxis, rect: QRectF, position: QPointF) -> Hit | None:
        """Return what is at a position on the strip, the ruler or a lane; a click goes to ``Hit.time``."""

    def grasp(
        self, axis: TimeAxis, rect: QRectF, position: QPointF, keys: Qt.KeyboardModifier
    ) -> Grasp | None:  # fmt: skip
        """Return what the left button can take hold of; None leaves the press to the timeline."""
