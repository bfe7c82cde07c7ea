"""What goes with the mouse on the timeline while a button is held down."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF

from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.gestures import HeightDrag, Pan, Scrub, WindowDrag
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.overlay import OverlayDrag
from viewer.ui.timeline.signals.lane import SignalLane

SLACK = 4.0
"""Pixels the mouse may move before a press becomes a drag, where a press alone means something too."""


class Held:
    """What a gesture has taken hold of.

    Attributes:
        slack: pixels the mouse may move before it goes along.

    """

    slack: float = 0.0

    @property
    def axis(self) -> TimeAxis | None:
        """The axis that scrolls where the mouse leaves it, None if none does."""
        return None

    def scroll(self, axis: TimeAxis) -> None:
        """Go on with another window of that axis."""

    def move(self, position: QPointF, *, fine: bool) -> None:
        """Follow the mouse to a position; ``fine`` while Shift is held."""
        raise NotImplementedError

    def release(self, position: QPointF, *, moved: float) -> None:
        """End where the button was let go, ``moved`` pixels at most from where it was pressed."""


class HeldTime(Held):
    """The playhead; a click on somebody's lane selects him, too."""

    def __init__(
        self,
        scrub: Scrub,
        seek: Callable[[float], None],
        click: Callable[[], None] | None = None,
        *,
        slack: float = 0.0,
        scrolls: bool = True,
    ) -> None:
        self._scrub = scrub
        self._seek = seek
        self._click = click
        self._scrolls = scrolls
        self.slack = slack

    @property
    def axis(self) -> TimeAxis | None:
        """The axis, unless the mouse moves finely or over the overview."""
        return self._scrub.axis if self._scrolls and not self._scrub.fine else None

    def scroll(self, axis: TimeAxis) -> None:
        """Go on with another window."""
        self._scrub.axis = axis

    def move(self, position: QPointF, *, fine: bool) -> None:
        """Go to the time at the mouse."""
        self._seek(self._scrub.move(position.x(), fine=fine))

    def release(self, _position: QPointF, *, moved: float) -> None:
        """Select if the mouse has not moved."""
        if moved < SLACK and self._click is not None:
            self._click()


class HeldWindow(Held):
    """The window of time, or an end of it in the overview; a click means something else."""

    def __init__(
        self,
        model: TimelineModel,
        drag: Pan | WindowDrag,
        slack: float = 0.0,
        click: Callable[[QPointF], None] | None = None,
    ) -> None:
        self._model = model
        self._drag = drag
        self._click = click
        self.slack = slack

    def move(self, position: QPointF, *, fine: bool) -> None:  # noqa: ARG002 - there is one way
        """Show the window that belongs to the mouse."""
        self._model.move(self._drag.move(position.x()))

    def release(self, position: QPointF, *, moved: float) -> None:
        """Do what a click means."""
        if moved < self.slack and self._click is not None:
            self._click(position)


class HeldEdge(Held):
    """The lower edge of a lane."""

    def __init__(self, model: TimelineModel, drag: HeightDrag) -> None:
        self._model = model
        self._drag = drag

    def move(self, position: QPointF, *, fine: bool) -> None:  # noqa: ARG002 - there is one way
        """Let the lane end at the mouse."""
        choices = self._model.sections.choices
        self._model.choose_lanes(choices.with_height(self._drag.key, self._drag.move(position.y())))


class HeldOverlay(Held):
    """Something of an overlay."""

    def __init__(self, model: TimelineModel, drag: OverlayDrag, axis: TimeAxis, *, scrolls: bool) -> None:
        self._model = model
        self._drag = drag
        self._on = axis
        self._scrolls = scrolls

    @property
    def axis(self) -> TimeAxis | None:
        """The axis, unless it is that of the overview."""
        return self._on if self._scrolls else None

    def scroll(self, axis: TimeAxis) -> None:
        """Go on with another window."""
        self._on = axis

    def move(self, position: QPointF, *, fine: bool) -> None:  # noqa: ARG002 - it is up to the overlay
        """Let the overlay follow."""
        self._drag.move(self._on, position.x())
        self._model.refresh()

    def release(self, _position: QPointF, *, moved: float) -> None:  # noqa: ARG002 - it is up to the overlay
        """Let the overlay end."""
        self._drag.release()


class HeldName(Held):
    """The name of a lane: it takes the place of the lane under the mouse; a click means something else."""

    slack = SLACK

    def __init__(self, model: TimelineModel, key: str, click: Callable[[], None]) -> None:
        self._model = model
        self._key = key
        self._click = click

    def move(self, position: QPointF, *, fine: bool) -> None:  # noqa: ARG002 - there is one way
        """Move the section."""
        placed = self._model.stack.lane_at(position)
        if placed is not None and placed.section.key != self._key:
            self._model.choose_lanes(self._model.sections.moved(self._key, placed.section.key))

    def release(self, _position: QPointF, *, moved: float) -> None:
        """Do what a click means."""
        if moved < self.slack:
            self._click()


class HeldValues(Held):
    """The values of a lane of signals."""

    def __init__(self, model: TimelineModel, lane: SignalLane, rect: QRectF, y: float) -> None:
        self._model = model
        self._lane = lane
        self._scale, self._height, self._y = lane.scale, rect.height(), y

    def move(self, position: QPointF, *, fine: bool) -> None:  # noqa: ARG002 - there is one way
        """Let the values go with the mouse."""
        values = (position.y() - self._y) / self._height * (self._scale.high - self._scale.low)
        self._lane.set_scale(self._scale.panned(values))
        self._model.redraw()
