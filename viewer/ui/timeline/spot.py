"""What lies where on the timeline, and what the mouse can take hold of there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt

from viewer.replay.time.time_forms import TimeForm, elapsed_text
from viewer.ui import format as fmt
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.name_painter import in_names
from viewer.ui.timeline.overview import Grip, grip_at
from viewer.ui.timeline.signals.lane import SignalLane
from viewer.ui.timeline.stack import PlacedLane
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr
from viewer.ui.widgets.hover_card import Words

SLACK = 4.0
"""Pixels the mouse may move before a press becomes a drag, where a press alone means something too."""
_BESIDE = 8.0
"""Pixels beside the axis that still count as its ends."""
_OUTSIDE, _INSIDE = 7.0, 3.0
"""Pixels on either side of an edge of the chosen range within which it is taken. Less inside, where the
playhead often stands."""


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
        undo: brings back what was there before; None for what cannot be given up.
        slack: pixels the mouse may move before what is held goes along.
        scrolls: whether the window scrolls where the mouse leaves it.

    """

    move: Callable[[Spot], object]
    click: Callable[[Spot], object] = lambda _spot: None
    end: Callable[[], object] = lambda: None
    undo: Callable[[], object] | None = None
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


class Spot(NamedTuple):
    """A position of the mouse, and what is there.

    Attributes:
        model: what is shown.
        position: in the widget.
        keys: those held down.

    """

    model: TimelineModel
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
    def edge(self) -> int | None:
        """Which edge of the chosen range is there, 0 or 1; in the overview those of its window come first."""
        chosen, axis, rect, x, y = self.model.context.chosen, self.axis, self.strip, self.x, self.position.y()
        if chosen is None or y < rect.top():
            return None
        if self.on_overview and grip_at(axis, self.model.axis, rect, x) in (Grip.START, Grip.END):
            return None
        outside = _OUTSIDE if y < rect.bottom() and not self.on_overview else _INSIDE
        start, end = (axis.x(time) for time in chosen)
        inside = min(_INSIDE, (end - start) / 2)
        at_start, at_end = start - outside <= x <= start + inside, end - inside <= x <= end + outside
        if not (at_start or at_end):
            return None
        return 0 if at_start and abs(x - start) <= abs(x - end) else 1

    @property
    def hit(self) -> Hit | None:
        """What there is of an edge of the chosen range or a lane; marks come first."""
        placed, edge = self.lane, self.edge
        name = tr("Start of the range") if edge == 0 else tr("End of the range")
        drag = None if edge is None else Hit((tr("{}: drag to move it").format(name),))
        lane = None if placed is None else placed.lane.hit(self.axis, self.x)
        hits = [hit for hit in (drag, lane) if hit is not None]
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
