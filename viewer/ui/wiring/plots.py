"""Connects the plots with time, actors and signals, and remembers what was plotted."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui.background.series_store import SeriesStore
from viewer.ui.commands.plots import PlotCommands
from viewer.ui.plots import PlotBook
from viewer.ui.plots.memory import Remembered, from_text, remembered, sheet_of, to_text
from viewer.ui.plots.sheet import Sheet
from viewer.ui.state.pins import Pins
from viewer.ui.state.preview import Preview
from viewer.ui.state.scrubber import Scrubber
from viewer.ui.state.selection import Rows, Selection
from viewer.ui.state.session import Session
from viewer.ui.state.settings import Settings
from viewer.ui.state.time_range import TimeRange
from viewer.ui.window import MainWindow

_OWNER = "plots"
"""Under which the store knows who wants series."""


class PlotsWiring(QObject):
    """Tells the plots of what others know, and others of what is done in the plots."""

    def __init__(
        self,
        session: Session,
        selection: Selection,
        pins: Pins,
        store: SeriesStore,
        settings: Settings,
        preview: Preview,
        time_range: TimeRange,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._selection = selection
        self._pins = pins
        self._store = store
        self._settings = settings
        self._timeline = window.timeline
        self._panel = window.plots_panel
        self.book = PlotBook(self)
        self._remembered: tuple[Remembered, ...] = ()
        self._missing: tuple[Remembered, ...] = ()
        self._restoring = False
        self._scrubber = Scrubber(session, self)
        self.commands = PlotCommands(self.book, session, selection, store, window)
        self._connect_time(preview, time_range)
        self._connect_panel()
        session.opened.connect(self._forget)
        session.opened.connect(self.commands.forget)
        session.index_changed.connect(self._take_index)
        session.hero_changed.connect(self._take_hero)
        selection.changed.connect(self._show_actors)
        pins.changed.connect(self._take_pins)
        self.book.changed.connect(self._show)
        store.ready.connect(self._take_series)
        store.progress.connect(self._panel.set_progress)
        window.inspector.plot_requested.connect(self.commands.plot_value)
        window.closing.connect(self.commands.shut_down)

    def _connect_time(self, preview: Preview, time_range: TimeRange) -> None:
        view, timeline = self._panel.view, self._timeline
        timeline.view_changed.connect(view.set_view)
        timeline.hover_time.connect(view.set_hover_time)
        view.hover_time.connect(timeline.set_hover_time)
        view.hover_time.connect(preview.point_at)
        view.window_requested.connect(timeline.show_window)
        view.zoom_requested.connect(timeline.zoom_at)
        view.fit_requested.connect(timeline.fit)
        view.seek_requested.connect(self._scrubber.seek)
        self._session.playback_changed.connect(self._show_playhead)
        time_range.changed.connect(view.set_range)

    def _connect_panel(self) -> None:
        panel, book, commands = self._panel, self.book, self.commands
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
        panel.view.select_requested.connect(self._select)
        panel.visibility_changed.connect(self._want)

    # -- what the plots are told

    @Slot()
    def _show_playhead(self) -> None:
        self._panel.view.set_playhead(self._session.transport.playhead)

    @Slot(object)
    def _show_actors(self, rows: Rows) -> None:
        self._panel.set_actors(rows, self._pins.rows, self._session.hero)

    @Slot(object)
    def _take_pins(self, _rows: Rows) -> None:
        self._show_actors(self._selection.rows)

    @Slot(object)
    def _take_hero(self, _row: int | None) -> None:
        self._show_actors(self._selection.rows)
        self._restore()

    @Slot(object, object)
    def _take_series(self, key: SeriesKey, series: Series) -> None:
        if any(curve.key == key for curve in self.book.sheet.curves):
            self._panel.view.set_series(key, series)

    @Slot(object, bool)
    def _select(self, row: int | None, add: bool) -> None:
        self._selection.click(row, adds=add)

    # -- what is plotted

    @Slot(object)
    def _forget(self, index: RecordingIndex | None) -> None:
        """Plot in another recording what was plotted last in one of its kind."""
        self._set_sheet(Sheet())
        self._panel.view.forget_series()
        text = "" if index is None else self._settings.plots(_kind(index))
        self._remembered = self._missing = from_text(text)

    @Slot(object)
    def _take_index(self, index: RecordingIndex | None) -> None:
        self._panel.set_recording(index)
        self._restore()

    @Slot()
    def _want(self) -> None:
        """Want the signals of all curves as long as they can be seen."""
        curves = self.book.sheet.curves if self._panel.isVisible() else ()
        self._store.want(_OWNER, dict.fromkeys(curve.key for curve in curves))

    def _restore(self) -> None:
        """Plot what can be plotted by now of what was remembered: actors come while a file is read."""
        index = self._session.index
        if index is None or not self._missing:
            return
        sheet, missing = sheet_of(self._remembered, self.book, index, self._session.hero)
        if len(sheet.curves) > len(self.book.sheet.curves):
            self._missing = missing
            self._set_sheet(sheet)

    def _set_sheet(self, sheet: Sheet) -> None:
        self._restoring = True
        self.book.set_sheet(sheet)
        self._restoring = False

    @Slot(object)
    def _show(self, sheet: Sheet) -> None:
        self._panel.set_sheet(sheet)
        self._want()
        index = self._session.index
        if index is not None and not self._restoring:
            if not sheet.panes:  # the user removed all there is
                self._missing = ()
            self._remembered = remembered(sheet, index, self._session.hero, self._missing)
            self._settings.set_plots(_kind(index), to_text(self._remembered))


def _kind(index: RecordingIndex) -> str:
    """Return what kind of recording it is: those with additional data have other signals."""
    return "additional" if index.has_additional_data else "basic"
