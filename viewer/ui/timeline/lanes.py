"""The table of lanes, from above: a lane is a file of its own and a row here."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from viewer.ui.timeline.event_section import EventSection
from viewer.ui.timeline.found_lane import FoundLane
from viewer.ui.timeline.frame_lane import FrameLane
from viewer.ui.timeline.life_section import LifeSection
from viewer.ui.timeline.phase_lane import PhaseLane
from viewer.ui.timeline.section import LaneSection, SingleLane
from viewer.ui.timeline.speed_lane import SpeedLane


class LaneRow(NamedTuple):
    """A row of the table.

    Attributes:
        key: by which the user's choices are remembered.
        title: what the menu of lanes calls it, before translation.
        make: makes the section from key and translated title.

    """

    key: str
    title: str
    make: Callable[[str, str], LaneSection]


LANES: tuple[LaneRow, ...] = (
    LaneRow("events", "Events", EventSection),
    LaneRow("found", "Found", SingleLane.of(FoundLane)),
    LaneRow("speed", "Speed", SingleLane.of(SpeedLane)),
    LaneRow("phases", "Traffic light", SingleLane.of(PhaseLane)),
    LaneRow("frames", "Frame time", SingleLane.of(FrameLane)),
    LaneRow("lives", "Life spans", LifeSection),
)
