"""The table of lanes, from above: a lane is a row here, and a file of its own if it paints anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from viewer.ui.timeline.lane import Lane
from viewer.ui.timeline.lifespan_lane import LivesLane
from viewer.ui.timeline.mark_lane import MarkLane
from viewer.ui.timeline.marks import FoundMarks, RecordedMarks
from viewer.ui.timeline.preset_lanes import PRESETS, PhaseLane, PresetLane

LaneTable = Mapping[str, tuple[Callable[[], Lane], str]]

LANES: LaneTable = {
    "events": (partial(MarkLane, RecordedMarks, "content", "kinds", in_file=True), "Events in file"),
    "found": (partial(MarkLane, FoundMarks, "content", "found", recorded=False), "Findings"),
    "results": (partial(MarkLane, FoundMarks, "content", "joined"), "Results"),
    "notes": (partial(MarkLane, lambda notes: notes, "notes", group=False), "Notes"),
    "speed": (partial(PresetLane, PRESETS["speed"]), "Speed"),
    "controls": (partial(PresetLane, PRESETS["controls"]), "Throttle and brake"),
    "phases": (PhaseLane, "Traffic light"),
    "frames": (partial(PresetLane, PRESETS["frames"]), "Frame time"),
    "lives": (LivesLane, "Life spans"),
}
"""The lanes by the keys under which the user's choices are remembered, with what the menu calls them."""
