"""The table of lanes, from above: a lane is a file of its own and a row here."""

from __future__ import annotations

from viewer.ui.timeline.controls_lane import ControlsLane
from viewer.ui.timeline.event_lane import EventsLane
from viewer.ui.timeline.found_lane import FoundLanes, ResultsLane
from viewer.ui.timeline.frame_lane import FrameLane
from viewer.ui.timeline.lane import Lane
from viewer.ui.timeline.lives_lane import LivesLane
from viewer.ui.timeline.phase_lane import PhaseLane
from viewer.ui.timeline.speed_lane import SpeedLane

LANES: dict[str, type[Lane]] = {
    "events": EventsLane,
    "found": FoundLanes,
    "results": ResultsLane,
    "speed": SpeedLane,
    "controls": ControlsLane,
    "phases": PhaseLane,
    "frames": FrameLane,
    "lives": LivesLane,
}
"""The lanes by the keys under which the user's choices are remembered."""
