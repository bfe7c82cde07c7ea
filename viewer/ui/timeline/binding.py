"""Connection of the timeline with the workspace, the state that all views of the window share."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, Slot

from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.background.series_store import CHOSEN
from viewer.ui.state.binding import bind_panel
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.lifespan_lane import alive_counts, order_of
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.timeline_content import frame_times, indexed_events
from viewer.ui.timeline.view import TimelineView


def connect_timeline(timeline: TimelineView, workspace: Workspace) -> None:
    """Show the state of ``workspace`` in ``timeline``, and apply to ``workspace`` what the user does there.

    This covers the playhead, the selection, the chosen range, the signals to read, and stored choices of
    lanes (strips of data).
    """
    settings, model = workspace.settings, timeline.model
    recording, playback, focus = workspace.recording, workspace.playback, workspace.focus
    for find in (indexed_events, frame_times, alive_counts, order_of):
        recording.prepare(find)

    def show_events() -> None:
        model.set_event_lists(workspace.recorded_events.lists)
        # rounded down: 1 must mean that the search has ended
        model.update_context(searched=math.floor(100 * workspace.recorded_events.share) / 100)

    def select(row: int) -> None:
        focus.click(row, adds=False)

    model.set_lane_choices(LaneChoices.from_text(settings.lanes))
    model.lane_choices_changed.connect(lambda choices: setattr(settings, "lanes", choices.to_text()))
    model.search_cancelled.connect(workspace.recorded_events.cancel)
    model.scrub = playback.scrub
    model.select_requested.connect(select)
    model.range_requested.connect(workspace.range.choose)
    model.hover_time.connect(workspace.preview.point_at)

    needed_signals = LaneSeries(workspace, timeline)
    bind_panel(
        timeline,
        workspace,
        (lambda now: now.labels, lambda _: model.set_time_scale(workspace.display.scale)),
        (lambda now: now.settings.shown_events, lambda kinds: model.update_context(kinds=kinds)),
        (lambda now: (now.event_lists, now.event_share), lambda _: show_events()),
        (lambda now: now.index, timeline.set_recording),
        (lambda now: now.world, model.set_world),
        (lambda now: (now.index, now.playback), lambda _: model.set_playback(playback.transport)),
        (lambda now: now.selected, lambda actors: model.update_context(selected=actors)),
        (lambda now: now.hero, lambda actor: model.update_context(hero=actor)),
        (lambda now: now.pinned, lambda actors: model.update_context(pinned=actors)),
        (lambda now: now.range, lambda chosen: model.update_context(chosen=chosen)),
        (lambda now: now.results_events, lambda events: model.update_context(results_events=events)),
        (lambda now: now.index, lambda _: needed_signals.want()),
        in_turn=lambda now: (now.index, now.selected),
    )


class LaneSeries(QObject):
    """Link between the timeline and the reader of signals: requests what the lanes need, and passes it on."""

    def __init__(self, workspace: Workspace, timeline: TimelineView) -> None:
        super().__init__(timeline)
        self._recording = recording = workspace.recording
        self._model = timeline.model
        self._model.signals_changed.connect(self.want)
        recording.series.ready.connect(self._on_series_ready)
        recording.series.progress.connect(self._show_progress)
        recording.series.failed.connect(recording.explain)

    @Slot()
    def want(self) -> None:
        """Request the signals (plotted quantities) that the timeline needs, first those that the user chose.

        Does nothing while the timeline still shows another recording than the open one. To be called again
        when the recording is read again.
        """
        if self._recording.index is self._model.context.index:
            needed_signals = self._model.lane_groups.signals
            chosen = {curve.key for curve in self._model.plot_layout.curves}
            self._recording.series.want(CHOSEN, [key for key in needed_signals if key in chosen])
            self._recording.series.want("timeline", needed_signals)

    @Slot(float)
    def _show_progress(self, share: float) -> None:
        self._model.update_context(read=round(share, 2) if share < 1.0 else None)

    @Slot(object, object)
    def _on_series_ready(self, key: SeriesKey, _series: Series) -> None:
        """If the timeline's lanes need the signal ``key``, pass them the samples of all signals read so far.

        All are passed at once because the signals of one actor are read together.
        """
        needed_signals = self._model.lane_groups.signals
        if key in needed_signals:
            found = ((each, self._recording.series.get(each)) for each in needed_signals)
            self._model.update_context(series={each: series for each, series in found if series is not None})
