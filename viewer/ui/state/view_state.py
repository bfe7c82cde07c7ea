"""All that a window shows, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from viewer.analysis.event_table import Events, FoundEvent, FoundEvents
from viewer.analysis.traffic_lights import StopLine
from viewer.arrays import Flags, Floats
from viewer.notes import Note, NoteSet
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.replay.events import EventKind, EventList, Times
from viewer.replay.time.time_range import Range
from viewer.replay.time.transport import Loop
from viewer.replay.world.world import World
from viewer.signals import SIGNALS, Signals
from viewer.ui.state.actor_styles import ActorStyles
from viewer.ui.state.imports import ImportState
from viewer.ui.state.run_folders import RunFolderState
from viewer.ui.state.run_logs import RunLogsState
from viewer.ui.state.settings import DEFAULTS, Settings

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.criteria import RunnerView
    from viewer.analysis.route_line import PlannedRoute
    from viewer.roads import MapFile, RoadMap
    from viewer.run_folder.step_values import StepValues
    from viewer.ui.state.found_events import EventScope
    from viewer.ui.state.map_views import SavedView
    from viewer.ui.state.open_recording import ActorPath
    from viewer.ui.state.reference import Reference


NO_EVENTS, NO_NOTES = Events(), NoteSet()


class PlaybackState(NamedTuple):
    """The playhead and how it moves.

    Attributes:
        playhead: time of the playhead in seconds.
        frame: index of the frame at the playhead.
        playing: whether the recording plays.
        speed: factor of real time, negative for backwards.
        loop: what playback does at the end.
        follow_end: whether the playhead stays at the newest frame of a growing file.
    """

    playhead: float = 0.0
    frame: int = 0
    playing: bool = False
    speed: float = 1.0
    loop: Loop = Loop.OFF
    follow_end: bool = False


class SearchState(NamedTuple):
    """The search for events by rules, and what it has found.

    Attributes:
        found: its result; None before the first one.
        events: found events that pass the filter, grouped by incident.
        scope: whose events are listed.
        searching: whether more events may be found.
        share: progress of the search, 0 to 1, if it takes long; else None.
        trouble: why the search failed, as a sentence; else empty.
    """

    found: FoundEvents | None = None
    events: Events = NO_EVENTS
    scope: EventScope | None = None
    searching: bool = False
    share: float | None = None
    trouble: str = ""


class NotesState(NamedTuple):
    """The user's notes on the open recording.

    Attributes:
        all: the notes sorted by time, with arrays of their times.
        foreign: notes in the notes file that belong to another recording with the same name.
        notices: messages about where the notes are stored, as sentences without a full stop.
        loading: whether the notes have not been read yet.
    """

    all: NoteSet = NO_NOTES
    foreign: tuple[Note, ...] = ()
    notices: tuple[str, ...] = ()
    loading: bool = False


@dataclass(frozen=True, eq=False, kw_only=True, slots=True)
class ViewState:
    """All that a window shows at one time; actors are rows of the actor table of ``index``.

    Attributes:
        settings: the stored settings.
        opening: number of recordings opened or closed so far in this window.
        index: the open recording, as far as it has been read; None without one.
        loading: whether its file is still being read.
        problems: its problems, damage and notes, known so far.
        checking: whether more problems may still be found.
        path: poses and speed over time of the actor selected last; None until read.
        world: state of all actors at the playhead.
        preview: state of all actors at the time under the mouse in the timeline, or None.
        playback: playhead, playing, speed and looping.
        range: start and end of the chosen time range in seconds, or None.
        visits: whether the history of visited times has an earlier and a later time to go to.
        selected: the selected actors, the primary one last.
        hero: the hero (the actor under test), or None.
        actors: names and colours of actors, which depend on the selected ones and the hero.
        hovered: the actor under the mouse, or None.
        followed: the actor that the map follows, or None.
        pinned: the actors at the top of lists.
        hidden: whether each actor is hidden on the map, shape ``(N,)``.
        map_views: the saved views of the map of the recording's town.
        labels: object that is another one if times have other texts than before.
        event_times: times of recorded events, found events and notes by kind, ascending seconds.
        event_lists: by kind, recorded events that the index does not list.
        event_share: progress of the search for these, 0 to 1.
        search: the rules' search for events, and the events that it has found.
        current_event: the event that was gone to last, which a box on the map describes; None for none.
        thresholds: values of the rules' thresholds that differ from the default, by name.
        criteria: the hero's results by ScenarioRunner's and the Leaderboard's criteria; None until known.
        results_events: infractions in results files, as events.
        result_files: results files that the user chose.
        notes: the user's notes on the recording.
        road_map: the road map; None until read.
        drawn_roads: the source from which roads are drawn: the road map, or the file of a large map.
        stop_lines: stop lines that traffic lights control.
        driven: paths that vehicles drove, each of shape ``(K, 2)``; None until computed.
        route: the hero's route, or a text on why there is none.
        importing: the clip or table that is being imported; None if none is.
        run_folder: the folder that the driving stack wrote for the recording's run.
        run_logs: text logs of the run, placed on the recording.
        agent_step: values that the agent wrote at the playhead, or last before it; None without any.
        signals: quantities over time that the recording may have, and others that were added for it.
        reference: the recording that the open one is compared with; None without one.
    """

    settings: Settings = DEFAULTS
    opening: int = 0
    index: RecordingIndex | None = None
    loading: bool = False
    problems: tuple[Problem, ...] = ()
    checking: bool = False
    path: ActorPath | None = None
    world: World | None = None
    preview: World | None = None
    playback: PlaybackState = field(default_factory=PlaybackState)
    range: Range | None = None
    visits: tuple[bool, bool] = (False, False)
    selected: tuple[int, ...] = ()
    hero: int | None = None
    actors: ActorStyles = field(default_factory=ActorStyles)
    hovered: int | None = None
    followed: int | None = None
    pinned: tuple[int, ...] = ()
    hidden: Flags = field(default_factory=lambda: np.zeros(0, np.bool_))
    map_views: tuple[SavedView | None, ...] = ()
    labels: object = None
    event_times: Mapping[EventKind, Times] = field(default_factory=dict)
    event_lists: Mapping[EventKind, EventList] = field(default_factory=dict)
    event_share: float = 1.0
    search: SearchState = field(default_factory=SearchState)
    current_event: FoundEvent | None = None
    thresholds: Mapping[str, float] = field(default_factory=dict)
    criteria: RunnerView | None = None
    results_events: Events = field(default_factory=Events)
    result_files: tuple[Path, ...] = ()
    notes: NotesState = field(default_factory=NotesState)
    road_map: RoadMap | None = None
    drawn_roads: RoadMap | MapFile | None = None
    stop_lines: Sequence[StopLine] = ()
    driven: list[Floats] | None = None
    route: PlannedRoute | str = ""
    importing: ImportState | None = None
    run_folder: RunFolderState = field(default_factory=RunFolderState)
    run_logs: RunLogsState = field(default_factory=RunLogsState)
    agent_step: StepValues | None = None
    signals: Signals = field(default_factory=lambda: SIGNALS)
    reference: Reference | None = None
