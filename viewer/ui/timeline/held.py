"""What goes with the mouse on the timeline while a button is held down."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF

from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.gestures import HeightDrag, Pan, Scrub, WindowDrag
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.overlay import OverlayDrag

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
    """The window of time, or an end of it in the overview, where a click goes to the time there."""

    def __init__(
        self, model: TimelineModel, drag: Pan | WindowDrag, seek: Callable[[float], None], slack: float
    ) -> None:
        self._model = model
        self._drag = drag
        self._seek = seek
        self.slack = slack

    def move(self, position: QPointF, *, fine: bool) -> None:  # noqa: ARG002 - there is one way
        """Show the window that belongs to the mouse."""
        self._model.move(self._drag.move(position.x()))

    def release(self, position: QPointF, *, moved: float) -> None:
        """Go to a time that was clicked."""
        if moved < self.slack and isinstance(self._drag, WindowDrag):
            self._seek(self._drag.strip.time(position.x()))


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
