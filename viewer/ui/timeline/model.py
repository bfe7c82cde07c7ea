"""The state of the timeline: lanes, the user's choices, visible window, playhead, time under the mouse."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_range import Range
from viewer.replay.time.transport import Transport
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.background.series_store import CHOSEN
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.axis import TimeAxis, Viewport
from viewer.ui.timeline.lane import LaneData
from viewer.ui.timeline.lanes import LANES, LaneTable
from viewer.ui.timeline.ruler import Backdrop, backdrop_of
from viewer.ui.timeline.sections import LaneChoices, LaneGroup, LaneGroups
from viewer.ui.timeline.signals.plot_layout import PlotLayout, with_colors
from viewer.ui.timeline.time_canvas import typeface
from viewer.ui.timeline.timeline_content import TimelineContent, content_of, is_another
from viewer.ui.translation import tr

NAMES_WIDTH = 263
"""Width in px of the timeline's legend: that of the actor list, so that time axis and map begin together."""
_COLUMNS = (60.0, 0.0, 54.0), (92.0, 36.0, 33.0)
"""Distances in px from the right edge of the legend to its columns: without, and with a cursor.

Each triple has the right edge of the values at the playhead, that of the values at the cursor (the time under
the mouse), and the left edge of the units.
"""
STATS_WIDTH, RIGHT_MARGIN = 216, 16
"""Width in px of the area right of the time axis: with statistics of a chosen range, and without (a margin).
"""
_VALUE_WIDTH = 40.0
"""Minimum width in px of the column for values at the playhead, in the legend left of the timeline's lanes.
"""
_ZOOM_MARGIN = 0.04
"""Time added at both ends of a range when the timeline zooms to it, as a fraction of the range."""


class NameColumns(NamedTuple):
    """Positions in px of the columns of the legend, which lists names and values at the left of the lanes.

    Attributes:
        value: x of the right end of values at the playhead.
        cursor: x of the right end of values at the time under the mouse.
        left: x of the left end of values at the playhead.
        unit: x of the left end of units.
    """

    value: float
    cursor: float
    left: float
    unit: float


class TimelineModel(QObject):
    """State of the timeline, and requests of its user as signals; neither draws nor handles the mouse.

    Attributes:
        workspace: state of the window.
        data: data of the recording that lanes draw.
        plot_layout: the signals that the user chose, with one lane per plot.
        lane_groups: all lanes, and the user's choices about them.
        shown: the visible groups of lanes, top to bottom.
        viewport: the visible window of time.
        playhead: time of the playhead in seconds.
        frame: index of the recording's frame at the playhead.
        direction: direction of playing, +1 or −1; 0 while paused.
        cursor: time under the mouse in seconds, None for none.
        columns: positions of the columns of the legend.
        has_stats: whether statistics of a chosen range are shown.
        generation: incremented when all cached pictures of lanes become invalid.
    """

    changed = Signal()
    """Emitted when what the timeline draws has changed.

    If it is only the playhead or the frame that the map shows, ``moved`` is emitted instead.
    """
    moved = Signal()
    """Emitted when nothing but the playhead, or the frame that the map shows, has changed."""
    lane_choices_changed = Signal(object)
    """Emitted with the LaneChoices when the user folds, hides, moves or resizes a lane."""
    plot_layout_changed = Signal(object)
    """Emitted with the new PlotLayout when signals were added to or removed from plots, moved, or recoloured.
    """

    actor_requested = Signal(int)
    """Emitted with the row of the actor to select and show on the map, after a click on its mark or lane.

    A row is the actor's index in the table of actors.
    """
    event_requested = Signal(object)
    """Emitted with the FoundEvent to go to."""
    contact_requested = Signal(int)
    """Emitted with the index of the recorded collision to go to."""
    hover_time = Signal(object)
    """Emitted with the time under the mouse in seconds, None when the mouse leaves."""
    choice_requested = Signal()
    """Emitted when the user wants to choose a further signal (quantity over time) to plot."""
    copy_requested = Signal(int)
    """Emitted with the id (``Curve.number``) of the curve whose values are to be copied."""
    table_requested = Signal()
    """Emitted when the user wants to export all plotted signals as a table."""
    picture_requested = Signal()
    """Emitted when the user wants to save a picture of all lanes."""
    signal_dropped = Signal(object, object)
    """Emitted when a signal is dropped on the timeline, with its SignalOf and the index of the plot there.

    SignalOf is an actor and a signal's name. The index is None unless a plot that the user chose is there.
    """

    def __init__(self, workspace: Workspace, lanes: LaneTable = LANES, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        typeface.cache_clear()  # the system font may have changed since the last window
        self.scrub: Callable[[float], object] = workspace.playback.scrub
        """Moves the playhead to a time in seconds."""
        self.data = LaneData()
        made = []
        for key, (kind, title) in lanes.items():
            lane = kind()
            lane.key, lane.title = key, tr(title)
            made.append(lane)
        self.lane_groups = LaneGroups(made)
        self.shown: list[LaneGroup] = []
        self.viewport = Viewport()
        self.playhead = 0.0
        self.frame = 0
        self.direction = 0
        self.cursor: float | None = None
        self.generation = 0
        self._backdrop: tuple[object, Backdrop | None] = None, None
        self.has_stats = False
        self.columns = NameColumns(0, 0, 0, 0)
        self.plot_layout = PlotLayout()
        series = workspace.recording.series
        series.ready.connect(self._on_series_ready)
        series.progress.connect(self._show_reading)
        series.failed.connect(workspace.recording.explain)

    # -- state

    @property
    def content(self) -> TimelineContent | None:
        """Times and events of the recording that the timeline shows; None if no recording is open."""
        return self.data.content

    @property
    def range(self) -> Range | None:
        """Start and end of the chosen range in seconds, None if no range is chosen."""
        return self.workspace.view.range

    @property
    def axis(self) -> TimeAxis:
        """The time axis with the visible window, in px of the timeline."""
        return self.viewport.axis

    @property
    def is_lost(self) -> bool:
        """Whether the user may have lost sight of the playhead (mark of the current time).

        True if the timeline does not follow the playhead and this moves or is out of view.
        """
        lost = bool(self.direction) or not self.axis.contains(self.playhead)
        return self.content is not None and not self.viewport.following and lost

    @property
    def shown_cell(self) -> tuple[float, float] | None:
        """Start and end in seconds of the frame that the map shows, which may lag behind; None for none."""
        world, content = self.workspace.view.world, self.content
        if content is None or world is None or world.frame_index >= content.frame_count:
            return None
        return float(content.edges[world.frame_index]), float(content.edges[world.frame_index + 1])

    def set_width(self, width: int) -> None:
        """Divide the timeline's ``width`` (px) among legend, time axis and statistics."""
        if not self.viewport.held:  # while a range is drawn, the axis must not move under the mouse
            self.has_stats = self.range is not None and self.content is not None
        beside = STATS_WIDTH if self.has_stats else RIGHT_MARGIN
        self.viewport.set_pixels(NAMES_WIDTH, max(width - NAMES_WIDTH - beside, 1))
        value, cursor, unit = (NAMES_WIDTH - offset for offset in _COLUMNS[self.cursor is not None])
        value_width = max(_VALUE_WIDTH, typeface(13)[1].horizontalAdvance("00.00"))
        self.columns = NameColumns(value, cursor, value - value_width, unit)

    @property
    def backdrop(self) -> Backdrop | None:
        """Ticks, grid and hatching of the visible window, cached; None without a recording."""
        key = self.axis, self.content, self.generation
        if self._backdrop[0] != key:
            self._backdrop = key, None if self.content is None else backdrop_of(self.axis, self.content)
        return self._backdrop[1]

    # -- the recording

    def set_recording(self, index: RecordingIndex | None) -> bool:
        """Show the recording ``index``, or more of the same; return whether it is another recording."""
        before = self.content
        content = None
        if index is not None:
            lists = (each for each in self.workspace.view.event_lists.values() if len(each))
            content = content_of(index, self.workspace.display.scale, lists)
        anew = is_another(before, content)
        if before is None or content is None or before.index.file is not content.index.file:
            self.data = LaneData()
        self.viewport.set_content(content, anew=anew)
        if anew:
            self.cursor = None
            self._backdrop = None, None
            self.playhead, self.frame = content.first if content else 0.0, 0
        self.set_data(content=content)
        return anew

    def set_data(self, **changes: Any) -> None:  # noqa: ANN401 - of the kinds that LaneData has
        """Set attributes of ``data`` by name, and update the lanes."""
        self.data = self.data._replace(**changes)
        self.update_lanes()

    # -- lanes

    def restyle(self) -> None:
        """Discard all cached pictures of lanes after a change of theme, text size or unit of speed."""
        typeface.cache_clear()
        self.generation += 1
        self.update_lanes()

    def set_plot_layout(self, layout: PlotLayout) -> None:
        """Show the plots of ``layout``, each in a lane of its own.

        A plot keeps its lane while its first curve remains. Curves without a colour get one.
        """
        layout = with_colors(layout, self.workspace.view.actors.role)
        if layout != self.plot_layout:
            self.plot_layout = layout
            self.lane_groups.set_plot_layout(layout)
            self.update_lanes()
            self.plot_layout_changed.emit(layout)

    def update_lanes(self) -> None:
        """Update all lanes from what the window shows, emit ``changed``, and request signals they need."""
        wants_others = self.lane_groups.update(self.workspace.view, self.data)
        self.shown = self.lane_groups.shown() if self.content is not None else []
        self.changed.emit()
        if wants_others:
            self.request_signals()

    def request_signals(self) -> None:
        """Request the signals (plotted quantities) that lanes need, first those that the user chose.

        Does nothing while another recording than the open one is still shown. To be called again when the
        recording is read again.
        """
        recording, needed = self.workspace.recording, self.lane_groups.signals
        if recording.index is (None if self.content is None else self.content.index):
            chosen = {curve.key for curve in self.plot_layout.curves}
            recording.series.want(CHOSEN, [key for key in needed if key in chosen])
            recording.series.want("timeline", needed)

    @Slot(float)
    def _show_reading(self, share: float) -> None:
        self.set_data(share=round(share, 2) if share < 1.0 else None)

    @Slot(object, object)
    def _on_series_ready(self, key: SeriesKey, series: Series) -> None:
        """If lanes need ``series`` of the signal ``key``, show all signals that have been read.

        All are shown at once because the signals of one actor are read together.
        """
        needed, store = self.lane_groups.signals, self.workspace.recording.series
        if key in needed and self.data.series.get(key) is not series:
            found = ((each, store.get(each)) for each in needed)
            self.set_data(series={each: series for each, series in found if series is not None})

    # -- folding and heights

    def set_lane_choices(self, choices: LaneChoices) -> None:
        """Use the stored ``choices``, such as hidden lanes, without emitting ``lane_choices_changed``."""
        self.lane_groups.choices = choices
        self.update_lanes()

    def choose_lanes(self, choices: LaneChoices) -> None:
        """Apply and store ``choices``, which the user made about lanes; emit ``lane_choices_changed``."""
        self.set_lane_choices(choices)
        self.workspace.settings.lanes = choices.to_text()
        self.lane_choices_changed.emit(choices)

    def toggle_fold(self, key: str) -> None:
        """Fold or unfold the lane or group of the timeline with ``key``; if it is hidden, show it."""
        owner = next((each for each in self.lane_groups.present() if each.key == key), None)
        if owner is not None:
            choices = self.lane_groups.choices
            folded = key not in choices.hidden and not self.lane_groups.is_folded(owner)
            self.choose_lanes(choices.with_shown(key, shown=True).with_folded(key, folded=folded))

    def toggle_events(self) -> None:
        """Fold both the timeline lanes of recorded and those of found events, or unfold both."""
        self.toggle_fold("events")
        choices = self.lane_groups.choices
        self.choose_lanes(choices.with_folded("found", folded=choices.folded["events"]))

    # -- time

    def set_playback(self, transport: Transport) -> None:
        """Show the playhead of ``transport``, and whether it plays forwards, backwards or not at all."""
        self.direction = (1 if transport.speed > 0 else -1) if transport.playing else 0
        self.set_playhead(transport.playhead, transport.frame)

    def set_playhead(self, elapsed: float, frame: int | None = None) -> None:
        """Move the playhead to ``elapsed`` (seconds).

        ``frame`` is the index of the frame there; it is searched if None.
        """
        content = self.content
        if content is None or not math.isfinite(elapsed):
            return
        self.playhead, before = content.clipped(elapsed), self.axis
        self.frame = content.index.frame_at(self.playhead) if frame is None else frame
        self.viewport.follow(self.playhead, self.direction)
        if self.axis is before:
            self.moved.emit()
        else:
            self.changed.emit()

    def point_at(self, time: float | None) -> None:
        """Move the line that marks the time under the mouse to ``time`` (seconds), here and in other views.

        None removes it, as the mouse has left.
        """
        if time != self.cursor:
            self.cursor = time
            self.changed.emit()
            self.hover_time.emit(time)

    def zoom_to(self, start: float, end: float) -> None:
        """Zoom the timeline to the time from ``start`` to ``end`` (seconds), with a margin on both sides."""
        margin = _ZOOM_MARGIN * (end - start)
        self.move(self.axis.windowed(start - margin, end - start + 2 * margin))

    def move(self, axis: TimeAxis) -> None:
        """Show the window of time of ``axis``, which the user chose.

        Afterwards the window follows the playhead only if it spans the whole recording.
        """
        self.viewport.move(axis)
        self.changed.emit()

    @Slot(float, float)
    def zoom_at(self, time: float, factor: float) -> None:
        """Zoom in by ``factor`` around ``time`` (seconds), which keeps its x."""
        self.viewport.zoom(time, factor, self.playhead)
        self.changed.emit()

    def toggle_close_up(self) -> None:
        """Show five seconds before and after the playhead; if these are shown, show again what was before."""
        self.viewport.toggle_close_up(self.playhead)
        self.changed.emit()

    @Slot()
    def fit(self) -> None:
        """Zoom the timeline out so that the whole recording is visible."""
        self.viewport.fit()
        self.changed.emit()

    @Slot()
    def scroll_to_playhead(self) -> None:
        """Scroll the timeline to the playhead, and from now on keep the playhead in view."""
        self.viewport.show(self.playhead)
        self.changed.emit()

    def seek(self, time: float) -> None:
        """Request that the playhead moves to ``time`` (seconds), clipped to the times of the recording.

        The window scrolls to the time if it is not visible, and follows the playhead again.
        """
        if self.content is not None:
            time = self.content.clipped(time)
            self.viewport.show(time)
            self.scrub(time)

    def release(self) -> None:
        """End a drag with the mouse in the timeline.

        During the drag, the time axis was kept as it was while a file grew; now it adapts to the recording's
        length.
        """
        self.viewport.held = False
        self.viewport.set_content(self.content, anew=False)
        self.changed.emit()
