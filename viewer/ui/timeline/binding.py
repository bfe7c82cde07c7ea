"""Connects the timeline with what it shows and the signals its lanes need, and remembers the lanes."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, Slot

from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.background.series_store import CHOSEN
from viewer.ui.state.changes import What
from viewer.ui.state.subscription import Shown
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.lifespan_lane import alive_counts, order_of
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.timeline_content import frame_times, indexed_events
from viewer.ui.timeline.view import TimelineView


def connect_timeline(timeline: TimelineView, workspace: Workspace) -> None:
    """Tell the timeline, which knows actors by their rows, what is known, and others what is done in it."""
    settings, model, story = workspace.settings, timeline.model, workspace.story
    recording, playback, focus = workspace.recording, workspace.playback, workspace.focus
    for find in (indexed_events, frame_times, alive_counts, order_of):
        recording.prepare(find)

    def show_events() -> None:
        model.set_event_lists(workspace.events.lists)
        # that it is whole means that it is done
        model.tell(searched=math.floor(100 * workspace.events.share) / 100)

    def select(row: int) -> None:
        focus.click(row, adds=False)

    model.set_lane_choices(LaneChoices.from_text(settings.lanes))
    model.lane_choices_changed.connect(lambda choices: setattr(settings, "lanes", choices.to_text()))
    model.search_cancelled.connect(workspace.events.cancel)
    model.scrub = playback.scrub
    model.select_requested.connect(select)
    model.range_requested.connect(workspace.range.choose)
    model.hover_time.connect(workspace.preview.point_at)

    needed = LaneSeries(workspace, timeline)
    Shown(
        timeline,
        workspace,
        (What.SCALE, lambda: model.set_time_scale(workspace.display.scale)),
        (What.SETTINGS, lambda: model.tell(kinds=settings.shown_events)),
        (What.EVENTS, show_events),
        (What.RECORDING, lambda: timeline.set_recording(recording.index)),
        (What.WORLD, lambda: model.set_world(workspace.moment.world)),
        (What.TIME, lambda: model.set_playback(playback.transport)),
        (What.SELECTED, lambda: model.tell(selected=focus.selected)),
        (What.HERO, lambda: model.tell(hero=focus.hero)),
        (What.PINS, lambda: model.tell(pinned=workspace.pins.pinned)),
        (What.RANGE, lambda: model.tell(chosen=workspace.range.chosen)),
        (What.JUDGED, lambda: model.tell(joined=story.joined)),
        (What.RECORDING, needed.want),
        in_turn=What.SELECTED,
    )


class LaneSeries(QObject):
    """Wants the signals that lanes say they need."""

    def __init__(self, workspace: Workspace, timeline: TimelineView) -> None:
        super().__init__(timeline)
        self._recording = recording = workspace.recording
        self._model = timeline.model
        self._model.signals_changed.connect(self.want)
        recording.series.ready.connect(self._give)
        recording.series.progress.connect(self._show_progress)
        recording.series.failed.connect(recording.explain)

    @Slot()
    def want(self) -> None:
        """Ask for what lanes need, once they know the recording; what was chosen comes first.

        Of a file that was read anew they need the same as before, and nothing of it is there any more.
        """
        if self._recording.index is self._model.context.index:
            needed = self._model.sections.signals
            chosen = {curve.key for curve in self._model.sheet.curves}
            self._recording.series.want(CHOSEN, [key for key in needed if key in chosen])
            self._recording.series.want("timeline", needed)

    @Slot(float)
    def _show_progress(self, share: float) -> None:
        self._model.tell(read=round(share, 2) if share < 1.0 else None)

    @Slot(object, object)
    def _give(self, key: SeriesKey, _series: Series) -> None:
        """Give all that is there at once: what one lane needs of one actor is read together."""
        needed = self._model.sections.signals
        if key in needed:
            found = ((each, self._recording.series.get(each)) for each in needed)
            self._model.tell(series={each: series for each, series in found if series is not None})
