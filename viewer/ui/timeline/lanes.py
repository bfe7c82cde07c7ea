"""The table of lanes, from above: a lane is a file of its own and a row here."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.ui.timeline.following_lanes import ControlsLane, FrameLane, PhaseLane, SpeedLane
from viewer.ui.timeline.lane import Lane
from viewer.ui.timeline.lives_lane import LivesLane
from viewer.ui.timeline.marks import EventsLane, FoundLane, NotesLane, ResultsLane

LaneTable = Mapping[str, tuple[type[Lane], str]]

LANES: LaneTable = {
    "events": (EventsLane, "Events in file"),
    "found": (FoundLane, "Findings"),
    "results": (ResultsLane, "Results"),
    "notes": (NotesLane, "Notes"),
    "speed": (SpeedLane, "Speed"),
    "controls": (ControlsLane, "Throttle and brake"),
    "phases": (PhaseLane, "Traffic light"),
    "frames": (FrameLane, "Frame time"),
    "lives": (LivesLane, "Life spans"),
}
"""The lanes by the keys under which the user's choices are remembered, with what the menu calls them."""
