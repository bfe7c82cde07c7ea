"""Connects the timeline with what it shows, and remembers its lanes."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, Slot

from viewer.ui.state.actor_ref import Refs, ref_of, row_in, rows_in
from viewer.ui.state.binding import bind
from viewer.ui.state.pins import Pins
from viewer.ui.state.scrubber import Scrubber
from viewer.ui.state.settings import Settings
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.lives_lane import alive_counts, order_of
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.timeline_content import frame_times, indexed_events
from viewer.ui.timeline.view import TimelineView
from viewer.ui.times.display import TimeDisplay
from viewer.ui.wiring.events import EventWiring
from viewer.ui.wiring.selecting import Selecting


class TimelineWiring(QObject):
    """Tells the timeline what is known, and others what is done in it.

    The timeline knows actors by their rows.
    """

    def __init__(
        self,
        workspace: Workspace,
        events: EventWiring,
        pins: Pins,
        display: TimeDisplay,
        selecting: Selecting,
        settings: Settings,
        timeline: TimelineView,
    ) -> None:
        super().__init__(timeline)
        recording, playback, focus = workspace.recording, workspace.playback, workspace.focus
        self._settings = settings
        self._model = model = timeline.model
        for find in (indexed_events, frame_times, alive_counts, order_of):
            recording.prepare(find)
        model.set_lane_choices(LaneChoices.from_text(settings.lanes))
        model.lane_choices_changed.connect(self._remember)
        model.search_cancelled.connect(events.finder.cancel)
        model.seek_requested.connect(Scrubber(playback, self).seek)
        model.select_requested.connect(lambda row: selecting.select(ref_of(row), add=False))
        bind(display.scale_changed, lambda: display.scale, model.set_time_scale)
        visible = events.kinds.visible_changed
        bind(visible, lambda: events.kinds.visible, lambda kinds: model.tell(kinds=frozenset(kinds)), self)
        bind(recording.index_changed, lambda: recording.index, timeline.set_recording)
        bind(workspace.moment.world_changed, lambda: workspace.moment.world, model.set_world)
        bind(playback.changed, lambda: playback.transport, model.set_playback)
        bind(focus.selected_changed, lambda: focus.selected, self._show_selected, self)
        bind(focus.hero_changed, lambda: row_in(focus.hero), lambda row: model.tell(hero=row), self)
        bind(pins.changed, lambda: rows_in(pins.pinned), lambda rows: model.tell(pinned=rows), self)
        recording.opened.connect(model.forget_event_lists)
        events.lists.added.connect(model.set_event_list)
        events.finder.progress.connect(self._show_progress)

    @Slot(object)
    def _remember(self, choices: LaneChoices) -> None:
        self._settings.lanes = choices.to_text()

    def _show_selected(self, actors: Refs) -> None:
        self._model.tell(selection=row_in(actors[-1]) if actors else None, selected=rows_in(actors))

    @Slot(float)
    def _show_progress(self, share: float) -> None:
        self._model.tell(searched=math.floor(100 * share) / 100)  # that it is whole means that it is done
