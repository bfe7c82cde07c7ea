"""Sections of the timeline: what is shown, hidden and folded together; one lane or a group of lanes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.context import LaneContext
from viewer.ui.timeline.lane import Lane, LaneHeight


class LaneSection:
    """Lanes with one chevron, told of as each of them is.

    Attributes:
        key: by which the user's choices are remembered.
        title: what the menu of lanes calls it.
        folded_at_first: whether it is folded until the user says otherwise; may change with the recording.
        group: whether it shows more when it is unfolded; one lane alone only becomes lower when folded.
        rows: the height of each lane when it is unfolded, if all have the same and there may be thousands
            of them; None if each lane says its own.
        needs_sight: whether its signals are wanted only while it is shown.

    """

    folded_at_first: bool = False
    group: bool = False
    rows: LaneHeight | None = None
    needs_sight: bool = False

    def __init__(self, key: str, title: str) -> None:
        self.key = key
        self.title = title

    @property
    def signals(self) -> tuple[SeriesKey, ...]:
        """Which signals it needs now."""
        return ()

    def lanes(self, *, folded: bool) -> Sequence[Lane]:
        """Return what to show, none for nothing; with ``rows`` lanes are made when they are asked for."""
        raise NotImplementedError

    def set_context(self, context: LaneContext) -> None:
        """Take the recording, the actors and whatever else changed."""

    def take(self, series: Mapping[SeriesKey, Series]) -> None:
        """Take those of ``signals`` that are there by now."""

    def zoom(self, axis: TimeAxis) -> bool:  # noqa: ARG002 - as of lanes
        """Tell at what scale it is shown; return whether a height is another one because of that."""
        return False


class SingleLane(LaneSection):
    """A section of one lane, which may be absent."""

    def __init__(self, key: str, title: str, lane: Lane) -> None:
        super().__init__(key, title)
        self.lane = lane

    @classmethod
    def of(cls, make: Callable[[], Lane]) -> Callable[[str, str], SingleLane]:
        """Return what makes a section of a lane from its key and title."""
        return lambda key, title: cls(key, title, make())

    @property
    def signals(self) -> tuple[SeriesKey, ...]:
        """Which signals the lane needs now."""
        return self.lane.signals

    def lanes(self, *, folded: bool) -> Sequence[Lane]:  # noqa: ARG002 - one, high or low
        """Return the lane, if there is anything to show of it."""
        return (self.lane,) if self.lane.present else ()

    def set_context(self, context: LaneContext) -> None:
        """Tell the lane."""
        self.lane.set_context(context)

    def take(self, series: Mapping[SeriesKey, Series]) -> None:
        """Give them to the lane."""
        self.lane.take(series)

    def zoom(self, axis: TimeAxis) -> bool:
        """Tell the lane."""
        return self.lane.zoom(axis)
