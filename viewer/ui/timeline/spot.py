"""What lies where on the timeline, and what the mouse can take hold of there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt

from viewer.quick_dataclass import dataclass
from viewer.replay.time.time_forms import TimeForm, elapsed_text
from viewer.ui import format as fmt
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.name_painter import in_names
from viewer.ui.timeline.signals.lane import SignalLane
from viewer.ui.timeline.stack import PlacedLane
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr
from viewer.ui.widgets.hover_card import Words

SLACK = 4.0
"""Pixels the mouse may move before a press becomes a drag, where a press alone means something too."""
_BESIDE = 8.0
"""Pixels beside the axis that still count as its ends."""


class Zone(Enum):
    """Parts of the timeline in which the mouse means different things."""

    NAMES = 0
    OVERVIEW = 1
    LANES = 2
    """Lanes, and the axis above them."""
    MARGIN = 3


@dataclass(frozen=True)
class Held:
    """What a gesture has taken hold of.

    Attributes:
        move: follows the mouse to where it is now; Shift means finely.
        click: is called where the button was let go if the mouse had hardly moved.
        end: is called whenever it was let go.
        slack: pixels the mouse may move before what is held goes along.
        scrolls: whether the window scrolls where the mouse leaves it.

    """

    move: Callable[[Spot], object]
    click: Callable[[Spot], object] = lambda _spot: None
    end: Callable[[], object] = lambda: None
    slack: float = 0.0
    scrolls: bool = False


class Grasp(NamedTuple):
    """What there is to take hold of at a position.

    Attributes:
        begin: takes hold of it: returns what goes with the mouse from then on, None if all is done.
        cursor: the mouse's shape there.

    """

    begin: Callable[[], Held | None]
    cursor: Qt.CursorShape = Qt.CursorShape.ArrowCursor


class TimelineOverlay:
    """Draws over the pictures of the timeline in every paint, so it must be cheap.

    It is added by ``TimelineView.add_overlay``, and calls ``update`` of the timeline when it has changed.
    What is not overridden does nothing.
    """

    def paint_overview(self, canvas: TimeCanvas) -> None:
        """Draw on the overview strip."""

    def paint_axis(self, canvas: TimeCanvas, bottom: float) -> None:
        """Draw over ruler and lanes, which end at ``bottom``; it is clipped to the axis' pixels."""

    def hit(self, spot: Spot) -> Hit | None:
        """Return what is there on the strip, the ruler or a lane; a click goes to ``Hit.time``."""

    def grasp(self, spot: Spot) -> Grasp | None:
        """Return what the left button can take hold of; None leaves the press to the timeline."""


class Spot(NamedTuple):
    """A position of the mouse, and what is there.

    Attributes:
        model: what is shown.
        overlays: what lies over it, the topmost last.
        position: in the widget.
        keys: those held down.

    """

    model: TimelineModel
    overlays: Sequence[TimelineOverlay]
    position: QPointF
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier

    @property
    def x(self) -> float:
        """Pixels from the left."""
        return self.position.x()

    @property
    def zone(self) -> Zone:
        """In which part of the timeline it is."""
        axis = self.model.axis
        if in_names(self.model.stack, self.position):
            return Zone.NAMES
        if not axis.left - _BESIDE <= self.x <= axis.right + _BESIDE:
            return Zone.MARGIN
        return Zone.OVERVIEW if self.on_overview else Zone.LANES

    @property
    def on_overview(self) -> bool:
        """Whether it is as high as the overview."""
        return self.position.y() < self.model.stack.ruler.top()

    @property
    def on_time(self) -> bool:
        """Whether a time is there."""
        return self.zone in (Zone.OVERVIEW, Zone.LANES)

    @property
    def strip(self) -> QRectF:
        """The rectangle of the overview, or that of the ruler."""
        return self.model.stack.overview if self.on_overview else self.model.stack.ruler

    @property
    def axis(self) -> TimeAxis:
        """The axis of the overview, which is the whole recording, or that of ruler and lanes."""
        return self.model.axis.fitted() if self.on_overview else self.model.axis

    @property
    def time(self) -> float:
        """The time there, in seconds."""
        axis = self.axis
        return axis.time(min(max(self.x, axis.left), axis.right))

    @property
    def lane(self) -> PlacedLane | None:
        """The lane there."""
        return self.model.stack.lane_at(self.position)

    @property
    def scale(self) -> tuple[SignalLane, QRectF] | None:
        """The lane whose axis of values is there, and its rectangle."""
        placed = self.lane if self.zone is Zone.LANES else None
        if placed is None or not isinstance(placed.lane, SignalLane) or self.position.y() < placed.rect.top():
            return None
        return (placed.lane, placed.rect) if placed.lane.on_scale(placed.rect, self.position) else None

    @property
    def hit(self) -> Hit | None:
        """What an overlay has there, the topmost first, else a lane; marks come first."""
        placed = self.lane
        asked = [overlay.hit(self) for overlay in reversed(self.overlays)]
        asked.append(placed.lane.hit(self.axis, self.x) if placed is not None else None)
        hits = [hit for hit in asked if hit is not None]
        return next((hit for hit in hits if hit.time is not None), next(iter(hits), None))

    def said(self, content: TimelineContent) -> Sequence[Sequence[Words]]:
        """Return the time, the frame and its duration, and what is there, as lines of a card."""
        time = content.clipped(self.time)
        index = content.index.frame_at(time)
        frame = content.index.frames[index]
        number = tr("frame {}").format(frame["frame"])
        scale = content.scale
        first = number if scale.form is TimeForm.FRAME else scale.label(time)
        lasts = fmt.seconds(float(frame["duration"])) if index < len(content.index.frames) - 1 else ""
        others = dict.fromkeys((first, elapsed_text(time, content.duration), number))
        head = fmt.join(*others, lasts).removeprefix(first)
        inside = content.gaps[(content.gaps[:, 0] <= time) & (time < content.gaps[:, 1])]
        gap = [tr("No frame for {}").format(fmt.seconds(end - begin)) for begin, end in inside.tolist()]
        hit = self.hit
        lines = (*gap, *(hit.lines if hit else ()))
        return (Words(first, bold=True), Words(head, "secondary")), *((Words(line),) for line in lines)
