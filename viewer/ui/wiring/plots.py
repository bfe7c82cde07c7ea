"""Connects the lanes of signals with actors, signals and settings, and remembers what was chosen."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.recording.index import RecordingIndex
from viewer.ui.commands.plots import PlotCommands
from viewer.ui.palette.providers.signals import SignalProvider
from viewer.ui.state.actor_ref import row_in, rows_in
from viewer.ui.state.workspace import Kept, Workspace
from viewer.ui.timeline.signals.memory import (
    HERO,
    SELECTED,
    Remembered,
    from_text,
    in_words,
    remembered,
    sheet_of,
    to_text,
)
from viewer.ui.timeline.signals.sheet import Sheet
from viewer.ui.window import MainWindow


class PlotsWiring(QObject):
    """Tells the timeline which signals are chosen, and others of what is done with them."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(window)
        self._recording = recording = workspace.recording
        self._focus = focus = workspace.focus
        self._settings = workspace.settings
        self._model = model = window.timeline.model
        self._rooms = window.rooms
        self._remembered: tuple[Remembered, ...] = ()
        self._missing: tuple[Remembered, ...] = ()
        self._restoring = False
        self.commands = PlotCommands(workspace, window)
        self.found = SignalProvider(
            lambda: (rows_in((*workspace.pins.pinned, *focus.selected)), row_in(focus.hero)),
            lambda: [curve.key for curve in model.sheet.curves],
            lambda: [in_words(each) for each in self._missing],
            self.commands.plot,
            self.commands.remove,
            self,
        )
        model.copy_requested.connect(self.commands.copy_values)
        model.table_requested.connect(self.commands.export_table)
        model.picture_requested.connect(self.commands.save_picture)
        model.choice_requested.connect(self.offer)
        model.signal_dropped.connect(self.commands.take_dropped)
        self.commands.written.connect(window.timeline.set_written)
        workspace.keep(Kept.SIGNALS, self._forget)
        recording.opened.connect(self.commands.forget)
        recording.index_changed.connect(self._restore)
        focus.hero_changed.connect(self._restore)
        focus.selected_changed.connect(self._restore)
        model.sheet_changed.connect(self._remember)
        self._restore()
        window.inspector.plot_requested.connect(self.commands.plot_value)

    # -- what is asked for

    @Slot()
    def offer(self) -> None:
        """Offer the signals of the selected actors, of the pinned ones, of the hero and the recording."""
        if self._recording.index is not None:
            self._rooms.panel("palette").open_palette(self.found)

    # -- what is chosen

    def _forget(self, index: RecordingIndex | None) -> None:
        """Show in another recording what was shown last in one of its kind."""
        self._set_sheet(Sheet())
        text = "" if index is None else self._settings.signals[_kind(index)]
        self._remembered = self._missing = from_text(text)

    @Slot()
    def _restore(self) -> None:
        """Show what can be shown by now of what was remembered: of the hero, and of who is selected."""
        index = self._recording.index
        if index is None or not self._missing:
            return
        rows = {HERO: row_in(self._focus.hero), SELECTED: row_in(self._focus.primary)}
        sheet, missing = sheet_of(self._remembered, index, rows)
        if len(sheet.curves) > len(self._model.sheet.curves):
            self._missing = missing
            self._set_sheet(sheet)

    def _set_sheet(self, sheet: Sheet) -> None:
        self._restoring = True
        self._model.set_sheet(sheet)
        self._restoring = False

    @Slot(object)
    def _remember(self, sheet: Sheet) -> None:
        index = self._recording.index
        if index is not None and not self._restoring:
            if not sheet.panes:  # the user removed all there is
                self._missing = ()
            self._remembered = remembered(sheet, row_in(self._focus.hero), self._missing)
            self._settings.signals[_kind(index)] = to_text(self._remembered)


def _kind(index: RecordingIndex) -> str:
    """Return what kind of recording it is: those with additional data have other signals."""
    return "additional" if index.has_additional_data else "basic"
