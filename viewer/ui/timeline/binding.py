"""Connection of the timeline with the workspace, the state that all views of the window share."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, Slot

from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.background.series_store import CHOSEN
from viewer.ui.state.changes import Change
from viewer.ui.state.subscription import Subscription
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
    settings, model, found_events = workspace.settings, timeline.model, workspace.found_events
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
    Subscription(
        timeline,
        workspace,
        (Change.SCALE, lambda: model.set_time_scale(workspace.display.scale)),
        (Change.SETTINGS, lambda: model.update_context(kinds=settings.shown_events)),
        (Change.RECORDED_EVENTS, show_events),
        (Change.RECORDING, lambda: timeline.set_recording(recording.index)),
        (Change.WORLD, lambda: model.set_world(workspace.moment.world)),
        (Change.TIME, lambda: model.set_playback(playback.transport)),
        (Change.SELECTED, lambda: model.update_context(selected=focus.selected)),
        (Change.HERO, lambda: model.update_context(hero=focus.hero)),
        (Change.PINS, lambda: model.update_context(pinned=workspace.pins.pinned)),
        (Change.RANGE, lambda: model.update_context(chosen=workspace.range.chosen)),
        (Change.JUDGED, lambda: model.update_context(results_events=found_events.results_events)),
        (Change.RECORDING, needed_signals.want),
        in_turn=Change.SELECTED,
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
