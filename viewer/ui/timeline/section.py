"""Sections of the timeline: what is shown, hidden and folded together; one lane or a group of lanes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from viewer.ui.theme import Theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit, Lane, LaneHeight

_FOLDED = 14
"""Pixels of a lane that is folded: its name still fits."""


class LaneSection(Protocol):
    """Lanes with one chevron.

    Attributes:
        key: by which the user's choices are remembered.
        title: what the menu of lanes calls it.
        folded_at_first: whether it is folded until the user says otherwise; may change with the recording.
        group: whether it shows more when it is unfolded; one lane alone only becomes lower when folded.
        rows: the height of each lane when it is unfolded, if all have the same and there may be thousands
            of them; None if each lane says its own.

    """

    @property
    def key(self) -> str:
        """By which it is remembered."""

    @property
    def title(self) -> str:
        """What the menu calls it."""

    @property
    def folded_at_first(self) -> bool:
        """Whether it is folded as long as the user has not chosen."""

    @property
    def group(self) -> bool:
        """Whether it shows more when it is unfolded."""

    @property
    def rows(self) -> LaneHeight | None:
        """The height of all lanes, or None."""

    def lanes(self, *, folded: bool) -> Sequence[Lane]:
        """Return what to show, none for nothing; with ``rows`` lanes are made when they are asked for."""


class FoldedLane:
    """A lane, drawn as low as its name."""

    note = ""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane

    @property
    def name(self) -> str:
        """What is written at the left."""
        return self._lane.name

    @property
    def height(self) -> LaneHeight:
        """The least there is."""
        least = min(_FOLDED, self._lane.height.usual)
        return LaneHeight(least, least, least)

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw the lane."""
        self._lane.paint(painter, axis, rect, theme)

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return what is at a pixel."""
        return self._lane.hit(axis, x)


class SingleLane:
    """A section of one lane, which may be absent."""

    folded_at_first = False
    group = False
    rows = None

    def __init__(self, key: str, title: str, lane: Lane, *, present: bool = True) -> None:
        self.key = key
        self.title = title
        self.lane = lane
        self.present = present
        self._folded = FoldedLane(lane)

    def lanes(self, *, folded: bool) -> Sequence[Lane]:
        """Return the lane."""
        if not self.present:
            return ()
        return (self._folded if folded else self.lane,)
