"""What lies where on the timeline: zones, marks, lanes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QPointF, QRectF

from viewer.replay.time.time_forms import TimeForm, elapsed_text
from viewer.ui import format as fmt
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.name_painter import in_names
from viewer.ui.timeline.overlay import TimelineOverlay
from viewer.ui.timeline.signals.lane import SignalLane
from viewer.ui.timeline.stack import PlacedLane
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr
from viewer.ui.widgets.hover_card import Words

_BESIDE = 8.0
"""Pixels beside the axis that still count as its ends."""


Lines = tuple[tuple[Words, ...], ...]


class Zone(Enum):
    """Parts of the timeline in which the mouse means different things."""

    NAMES = 0
    OVERVIEW = 1
    LANES = 2
    """Lanes, and the axis above them."""
    MARGIN = 3


class TimelineHits:
    """Answers what lies at a position."""

    def __init__(self, model: TimelineModel, overlays: Sequence[TimelineOverlay]) -> None:
        self.model = model
        self.overlays = overlays

    def zone(self, position: QPointF) -> Zone:
        """Return in which part of the timeline a position is."""
        axis, stack = self.model.axis, self.model.stack
        if in_names(stack, position):
            return Zone.NAMES
        if not axis.left - _BESIDE <= position.x() <= axis.right + _BESIDE:
            return Zone.MARGIN
        return Zone.OVERVIEW if position.y() < stack.ruler.top() else Zone.LANES

    def axis(self, position: QPointF) -> tuple[TimeAxis, QRectF]:
        """Return the axis of the overview or of the ruler and lanes, and the rectangle of the strip."""
        axis, stack = self.model.axis, self.model.stack
        if position.y() < stack.ruler.top():
            return axis.fitted(), stack.overview
        return axis, stack.ruler

    def time(self, position: QPointF) -> float:
        """Return the time at a position, in seconds."""
        on, _ = self.axis(position)
        return on.time(min(max(position.x(), on.left), on.right))

    def lane(self, position: QPointF) -> PlacedLane | None:
        """Return the lane at a position."""
        if position.y() < self.model.stack.ruler.top():
            return None
        return self.model.stack.lane_at(position)

    def scale(self, position: QPointF) -> tuple[SignalLane, QRectF] | None:
        """Return the lane whose axis of values is at a position, and its rectangle."""
        placed = self.lane(position) if self.zone(position) is Zone.LANES else None
        if placed is None or not isinstance(placed.lane, SignalLane) or position.y() < placed.rect.top():
            return None
        return (placed.lane, placed.rect) if placed.lane.on_scale(placed.rect, position) else None

    def hit(self, position: QPointF) -> Hit | None:
        """Return what an overlay has at a position, the topmost first, else a lane; marks come first."""
        axis, rect = self.axis(position)
        placed = self.lane(position)
        asked = [overlay.hit(axis, rect, position) for overlay in reversed(self.overlays)]
        asked.append(placed.lane.hit(axis, position.x()) if placed is not None else None)
        hits = [hit for hit in asked if hit is not None]
        return next((hit for hit in hits if hit.time is not None), next(iter(hits), None))

    def said(self, content: TimelineContent, position: QPointF) -> Lines:
        """Return the time, the frame and its duration at a position, and what is there."""
        time = content.clipped(self.time(position))
        index = content.frame_at(time)
        frame = content.index.frames[index]
        number = tr("frame {}").format(frame["frame"])
        scale = content.scale
        first = number if scale.form is TimeForm.FRAME else scale.label(time)
        lasts = fmt.seconds(float(frame["duration"])) if index < len(content.index.frames) - 1 else ""
        others = dict.fromkeys((first, elapsed_text(time, content.duration), number))
        head = fmt.join(*others, lasts).removeprefix(first)
        inside = content.gaps[(content.gaps[:, 0] <= time) & (time < content.gaps[:, 1])]
        gap = [tr("No frame for {}").format(fmt.seconds(end - begin)) for begin, end in inside.tolist()]
        hit = self.hit(position)
        lines = (*gap, *(hit.lines if hit else ()))
        return (Words(first, bold=True), Words(head, "secondary")), *((Words(line),) for line in lines)
