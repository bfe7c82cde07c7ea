"""The table of lanes, from above: a lane is a file of its own and a row here."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from viewer.ui.timeline.controls_lane import ControlsLane
from viewer.ui.timeline.event_lane import EventsLane
from viewer.ui.timeline.found_lane import FoundLanes, ResultsLane
from viewer.ui.timeline.frame_lane import FrameLane
from viewer.ui.timeline.lane import Lane
from viewer.ui.timeline.lives_lane import LivesLane
from viewer.ui.timeline.phase_lane import PhaseLane
from viewer.ui.timeline.speed_lane import SpeedLane


class LaneRow(NamedTuple):
    """A row of the table.

    Attributes:
        key: by which the user's choices are remembered.
        title: what the menu of lanes calls it, before translation.
        make: makes the lane.

    """

    key: str
    title: str
    make: Callable[[], Lane]


LANES: tuple[LaneRow, ...] = (
    LaneRow("events", "Events", EventsLane),
    LaneRow("found", "Found", FoundLanes),
    LaneRow("results", "Results", ResultsLane),
    LaneRow("speed", "Speed", SpeedLane),
    LaneRow("controls", "Throttle and brake", ControlsLane),
    LaneRow("phases", "Traffic light", PhaseLane),
    LaneRow("frames", "Frame time", FrameLane),
    LaneRow("lives", "Life spans", LivesLane),
)
