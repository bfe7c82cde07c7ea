"""The table of all lanes of the timeline, top to bottom; a new kind of lane is one more row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from viewer.ui.timeline.lane import Lane
from viewer.ui.timeline.lifespan_lane import LifespanLane
from viewer.ui.timeline.mark_lane import MarkLane
from viewer.ui.timeline.marks import FoundMarks, LogMarks, NoteMarks, RecordedMarks
from viewer.ui.timeline.preset_lanes import DEFAULT_LANES, DefaultLane, PhaseLane

LaneTable = Mapping[str, tuple[Callable[[], Lane], str]]

LANES: LaneTable = {
    "events": (
        partial(MarkLane, RecordedMarks, lambda now: now.settings.shown_events, in_file=True),
        "Events in file",
    ),
    "found": (partial(MarkLane, FoundMarks, lambda now: now.search.events, recorded=False), "Findings"),
    "results": (partial(MarkLane, FoundMarks, lambda now: now.results_events), "Results"),
    "notes": (partial(MarkLane, NoteMarks.of, lambda now: now.notes.all, group=False), "Notes"),
    "log": (partial(MarkLane, LogMarks, lambda now: now.run_logs), "Log"),
    "compared": (partial(DefaultLane, DEFAULT_LANES["compared"]), "Distance to the other run"),
    "speed": (partial(DefaultLane, DEFAULT_LANES["speed"]), "Speed"),
    "controls": (partial(DefaultLane, DEFAULT_LANES["controls"]), "Throttle and brake"),
    "phases": (PhaseLane, "Traffic light"),
    "frames": (partial(DefaultLane, DEFAULT_LANES["frames"]), "Frame time"),
    "lives": (LifespanLane, "Life spans"),
}
"""The lanes of the timeline by key: for each a function that creates it, and its title in menus.

The user's choices for a lane are stored under its key.
"""
