"""Connects the timeline with what it shows and the signals its lanes need, and remembers the lanes."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, Slot

from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.background.series_store import CHOSEN
from viewer.ui.state.actor_ref import Refs, ref_of, row_in, rows_in
from viewer.ui.state.binding import bind
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.scrubber import Scrubber
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.lives_lane import alive_counts, order_of
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.timeline_content import frame_times, indexed_events
from viewer.ui.timeline.view import TimelineView
from viewer.ui.times.display import TimeDisplay


class TimelineWiring(QObject):
    """Tells the timeline what is known, and others what is done in it.

    The timeline knows actors by their rows.
    """

    def __init__(
        self,
        workspace: Workspace,
        display: TimeDisplay,
        timeline: TimelineView,
    ) -> None:
        super().__init__(timeline)
        settings, pins = workspace.settings, workspace.pins
        recording, playback, focus = workspace.recording, workspace.playback, workspace.focus
        self._settings = settings
        self._model = model = timeline.model
        for find in (indexed_events, frame_times, alive_counts, order_of):
            recording.prepare(find)
        model.set_lane_choices(LaneChoices.from_text(settings.lanes))
        model.lane_choices_changed.connect(self._remember)
        model.search_cancelled.connect(workspace.events.cancel)
        model.seek_requested.connect(Scrubber(playback, self).seek)
        model.select_requested.connect(lambda row: workspace.focus.click(ref_of(row), adds=False))
        bind(display.scale_changed, lambda: display.scale, model.set_time_scale)
        kinds = settings.changed("shown_events")
        bind(kinds, lambda: settings.shown_events, lambda shown: model.tell(kinds=shown), self)
        bind(recording.index_changed, lambda: recording.index, timeline.set_recording)
        bind(workspace.moment.world_changed, lambda: workspace.moment.world, model.set_world)
        bind(playback.changed, lambda: playback.transport, model.set_playback)
        bind(focus.selected_changed, lambda: focus.selected, self._show_selected, self)
        bind(focus.hero_changed, lambda: row_in(focus.hero), lambda row: model.tell(hero=row), self)
        bind(pins.changed, lambda: rows_in(pins.pinned), lambda rows: model.tell(pinned=rows), self)
        recording.opened.connect(model.forget_event_lists)
        workspace.events.added.connect(model.set_event_list)
        workspace.events.progress.connect(self._show_progress)

    @Slot(object)
    def _remember(self, choices: LaneChoices) -> None:
        self._settings.lanes = choices.to_text()

    def _show_selected(self, actors: Refs) -> None:
        self._model.tell(selection=row_in(actors[-1]) if actors else None, selected=rows_in(actors))

    @Slot(float)
    def _show_progress(self, share: float) -> None:
        self._model.tell(searched=math.floor(100 * share) / 100)  # that it is whole means that it is done


class TimelineSeries(QObject):
    """Wants the signals that lanes say they need."""

    def __init__(self, recording: OpenRecording, timeline: TimelineView) -> None:
        super().__init__(timeline)
        self._recording = recording
        self._model = timeline.model
        self._owners: frozenset[str] = frozenset()
        recording.extended.connect(self._want)
        self._model.signals_changed.connect(self._want)
        recording.series.ready.connect(self._give)
        recording.series.progress.connect(self._show_progress)
        recording.series.failed.connect(recording.explain)
        self._want()

    @Slot()
    def _want(self) -> None:
        """Ask for what lanes need, once they know the recording."""
        if self._recording.index is not self._model.context.index:
            return
        signals = self._model.signals
        for owner in self._owners - signals.keys():
            self._recording.want_series(f"timeline {owner}", ())
        chosen = {curve.key for curve in self._model.sheet.curves}
        needed = (key for keys in signals.values() for key in keys)
        self._recording.want_series(CHOSEN, [key for key in dict.fromkeys(needed) if key in chosen])
        for owner, keys in signals.items():
            self._recording.want_series(f"timeline {owner}", keys)
        self._owners = frozenset(signals)

    @Slot(float)
    def _show_progress(self, share: float) -> None:
        self._model.tell(read=round(share, 2) if share < 1.0 else None)

    @Slot(object, object)
    def _give(self, key: SeriesKey, _series: Series) -> None:
        """Give all that is there at once: what one lane needs of one actor is read together."""
        wanted = [each for keys in self._model.signals.values() for each in keys]
        if key not in wanted:
            return
        found = {each: self._recording.series.get(each) for each in wanted}
        there = {each: series for each, series in found.items() if series is not None}
        if there != self._model.series:
            self._model.take(there)
