"""Makes the plots, binds them to what they show, and remembers what was plotted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from viewer.recording.index import RecordingIndex
from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui.plots.book import PlotBook
from viewer.ui.plots.commands import PlotCommands
from viewer.ui.plots.memory import Remembered, from_text, remembered, sheet_of, to_text
from viewer.ui.plots.panel import PlotsPanel
from viewer.ui.plots.sheet import Sheet
from viewer.ui.state.actor_ref import row_in
from viewer.ui.state.binding import bind
from viewer.ui.state.pins import Pins
from viewer.ui.state.playback import Playback
from viewer.ui.state.preview import Preview
from viewer.ui.state.scrubber import Scrubber
from viewer.ui.state.settings import Settings
from viewer.ui.state.time_range import TimeRange
from viewer.ui.state.workspace import Kept, Workspace
from viewer.ui.timeline import TimelineView
from viewer.ui.timeline.time_view import TimeView

_OWNER = "plots"
"""Under which the store knows who wants series."""


def open_room(  # noqa: PLR0913 - plots show and move what many own
    parent: QWidget,
    *,
    workspace: Workspace,
    pins: Pins,
    settings: Settings,
    timeline: TimelineView,
    time_view: TimeView,
    preview: Preview,
    time_range: TimeRange,
    pointed: Callable[[], SeriesKey | None],
    show_panel: Callable[[str], None],
) -> PlotsPanel:
    """Return the panel."""
    panel = PlotsPanel(parent)
    book = PlotBook(panel)
    recording = workspace.recording
    commands = PlotCommands(book, recording, workspace.focus, workspace.messages, pointed, show_panel, panel)
    panel.handlers = commands.handlers()
    _connect_time(panel, workspace.playback, timeline, preview, time_range)
    bind(time_view.changed, lambda: time_view, partial(_show_time, panel), panel)
    _connect_book(panel, book, commands)
    _PlotKeeper(panel, book, workspace, pins, settings)
    recording.opened.connect(commands.forget)
    workspace.closing.connect(commands.shut_down)
    return panel


def _connect_time(
    panel: PlotsPanel, playback: Playback, timeline: TimelineView, preview: Preview, time_range: TimeRange
) -> None:
    """Let the plots show and move the same stretch of time as the timeline."""
    view = panel.view
    timeline.hover_time.connect(view.set_hover_time)
    view.hover_time.connect(timeline.set_hover_time)
    view.hover_time.connect(preview.point_at)
    view.window_requested.connect(timeline.show_window)
    view.zoom_requested.connect(timeline.zoom_at)
    view.fit_requested.connect(timeline.fit)
    view.seek_requested.connect(Scrubber(playback, panel).seek)
    bind(playback.changed, lambda: playback.transport.playhead, view.set_playhead)
    bind(time_range.changed, lambda: time_range.chosen, view.set_range)


def _show_time(panel: PlotsPanel, view: TimeView) -> None:
    if view.axis is not None:
        panel.view.set_view(view.axis, view.content)


def _connect_book(panel: PlotsPanel, book: PlotBook, commands: PlotCommands) -> None:
    """Let what is done in the plots change what is plotted."""
    panel.add_requested.connect(commands.plot)
    panel.remove_requested.connect(book.remove)
    panel.duplicate_requested.connect(book.duplicate)
    panel.separate_requested.connect(book.separate)
    panel.join_requested.connect(book.join)
    panel.color_chosen.connect(book.set_color)
    panel.clear_requested.connect(book.clear)
    panel.copy_requested.connect(commands.copy_values)
    panel.table_requested.connect(commands.export_table)
    commands.written.connect(panel.set_written)
    panel.picture_requested.connect(commands.save_picture)
    panel.view.signal_dropped.connect(commands.take_dropped)


class _PlotKeeper(QObject):
    """Tells the plots of actors and series, and keeps what was plotted for recordings of its kind."""

    def __init__(
        self, panel: PlotsPanel, book: PlotBook, workspace: Workspace, pins: Pins, settings: Settings
    ) -> None:
        super().__init__(panel)
        self._panel = panel
        self._book = book
        self._recording = recording = workspace.recording
        self._focus = focus = workspace.focus
        self._pins = pins
        self._settings = settings
        self._remembered: tuple[Remembered, ...] = ()
        self._missing: tuple[Remembered, ...] = ()
        self._restoring = False
        workspace.keep(Kept.PLOTS, self._forget)
        bind(recording.index_changed, lambda: recording.index, self._take_index)
        bind(focus.hero_changed, lambda: None, self._take_hero)
        focus.selected_changed.connect(self._show_actors)
        pins.changed.connect(self._show_actors)
        book.changed.connect(self._show)
        recording.series.ready.connect(self._take_series)
        recording.series.progress.connect(panel.set_progress)
        panel.view.select_requested.connect(focus.click)
        panel.visibility_changed.connect(self._want)

    @Slot()
    def _show_actors(self) -> None:
        self._panel.set_actors(self._focus.selected, self._pins.pinned, self._focus.hero)

    @Slot()
    def _take_hero(self, _none: None = None) -> None:
        self._show_actors()
        self._restore()

    @Slot(object, object)
    def _take_series(self, key: SeriesKey, series: Series) -> None:
        if any(curve.key == key for curve in self._book.sheet.curves):
            self._panel.view.set_series(key, series)

    def _forget(self, index: RecordingIndex | None) -> None:
        """Plot in another recording what was plotted last in one of its kind."""
        self._set_sheet(Sheet())
        self._panel.view.forget_series()
        text = "" if index is None else self._settings.plots(_kind(index))
        self._remembered = self._missing = from_text(text)

    def _take_index(self, index: RecordingIndex | None) -> None:
        self._panel.set_recording(index)
        self._restore()

    @Slot()
    def _want(self) -> None:
        """Want the signals of all curves as long as they can be seen."""
        curves = self._book.sheet.curves if self._panel.isVisible() else ()
        self._recording.want_series(_OWNER, dict.fromkeys(curve.key for curve in curves))

    def _restore(self) -> None:
        """Plot what can be plotted by now of what was remembered: actors come while a file is read."""
        index = self._recording.index
        if index is None or not self._missing:
            return
        sheet, missing = sheet_of(self._remembered, self._book, index, row_in(self._focus.hero))
        if len(sheet.curves) > len(self._book.sheet.curves):
            self._missing = missing
            self._set_sheet(sheet)

    def _set_sheet(self, sheet: Sheet) -> None:
        self._restoring = True
        self._book.set_sheet(sheet)
        self._restoring = False

    @Slot(object)
    def _show(self, sheet: Sheet) -> None:
        self._panel.set_sheet(sheet)
        self._want()
        index = self._recording.index
        if index is not None and not self._restoring:
            if not sheet.panes:  # the user removed all there is
                self._missing = ()
            self._remembered = remembered(sheet, index, row_in(self._focus.hero), self._missing)
            self._settings.set_plots(_kind(index), to_text(self._remembered))


def _kind(index: RecordingIndex) -> str:
    """Return what kind of recording it is: those with additional data have other signals."""
    return "additional" if index.has_additional_data else "basic"
