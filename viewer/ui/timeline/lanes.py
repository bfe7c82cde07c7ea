"""The table of lanes, from above: a lane is a preset of signals or a file of its own, and a row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from viewer.ui.timeline.lane import Lane
from viewer.ui.timeline.lives_lane import LivesLane
from viewer.ui.timeline.marks import EventsLane, FoundLane, NotesLane, ResultsLane
from viewer.ui.timeline.preset_lanes import PRESETS, PhaseLane, PresetLane

LaneTable = Mapping[str, tuple[Callable[[], Lane], str]]

LANES: LaneTable = {
    "events": (EventsLane, "Events in file"),
    "found": (FoundLane, "Findings"),
    "results": (ResultsLane, "Results"),
    "notes": (NotesLane, "Notes"),
    "speed": (partial(PresetLane, PRESETS["speed"]), "Speed"),
    "controls": (partial(PresetLane, PRESETS["controls"]), "Throttle and brake"),
    "phases": (PhaseLane, "Traffic light"),
    "frames": (partial(PresetLane, PRESETS["frames"]), "Frame time"),
    "lives": (LivesLane, "Life spans"),
}
"""The lanes by the keys under which the user's choices are remembered, with what the menu calls them."""
