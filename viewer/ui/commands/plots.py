"""Signals in lanes: what is added by a key or dropped, copied or written, and what is remembered."""

from __future__ import annotations

from functools import partial
from io import StringIO
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from viewer.cancellation import Proceed
from viewer.recording.index import RecordingIndex
from viewer.signals import SIGNALS, Scope, Series, write_table
from viewer.signals.series import SeriesKey
from viewer.ui.background.latest import Latest
from viewer.ui.palette.providers.signals import SignalProvider
from viewer.ui.signal_mime import SignalOf
from viewer.ui.state.changes import What
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.signals.plot_layout import Sheet
from viewer.ui.timeline.signals.saved_plots import (
    HERO,
    SELECTED,
    Remembered,
    from_text,
    in_words,
    remembered,
    sheet_of,
    to_text,
)
from viewer.ui.timeline.signals.signal_names import full_title, recorded_or_derived, usual_key
from viewer.ui.translation import tr
from viewer.ui.widgets.dialogs import ask_target, picture_bytes, saved
from viewer.ui.window import MainWindow


class PlotCommands(QObject):
    """Adds signals to the timeline, and gives them to other programs."""

    written = Signal(float)
    """Share of the table that is written, if it takes long; 1 when there is nothing left to do."""

    def __init__(
        self,
        workspace: Workspace,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._store = workspace.recording.series
        self._window = window
        self._model = window.timeline.model
        self._writing = Latest(self._store.tasks, self, partial(workspace.say))
        self._writing.progress.connect(self.written)
        self._last = ""

    # -- adding

    def plot_selected(self) -> None:
        """Plot what is pointed at in the inspector, else of all selected actors what was clicked last there.

        Those who have no such value have their speed plotted.
        """
        index, pointed = self._workspace.recording.index, self._window.inspector.pointed_signal
        if index is None:
            return
        if pointed is not None:
            self.plot_value(pointed.row, pointed.name)
            return
        if not self._workspace.focus.selected:
            self._workspace.say(tr("Select an actor to plot its speed"))
        for row in self._workspace.focus.selected:
            name = self._last and recorded_or_derived(index, self._last, row)
            if name and SIGNALS[name].possible(index, row):
                self.plot(SeriesKey(name, row))
            else:
                self.plot_actor(row)

    @Slot(object, str)
    def plot_value(self, row: int | None, name: str) -> None:
        """Plot a signal that was chosen in the inspector, by its name; None for the recording."""
        signal = SIGNALS[name]
        self._last = name if signal.scope is Scope.ACTOR else ""
        other = self._other(row) if signal.scope is Scope.PAIR else None
        if signal.scope is not Scope.PAIR or other is not None:
            self.plot(SeriesKey(name, row, other))

    def forget(self) -> None:
        """Forget what was clicked in the inspector."""
        self._last = ""

    @Slot(object)
    def plot_actor(self, row: int) -> None:
        """Plot what is usual of an actor: its speed, or the state of a light."""
        index = self._workspace.recording.index
        if index is not None and row < len(index.actors):
            key = usual_key(index, row)
            if key is None:
                actor_id = int(index.actors.actor_id[row])
                self._workspace.say(tr("Nothing is recorded of {} over time").format(actor_id))
            else:
                self.plot(key)

    @Slot(object)
    def plot(self, key: SeriesKey) -> None:
        """Show a signal in a lane, and the timeline if it is hidden."""
        if not self._window.timeline.isVisible():
            self._window.open_panel("bottom")
        self._add(key)

    def remove(self, key: SeriesKey) -> None:
        """Show a signal no longer, in no lane."""
        sheet = self._model.sheet
        for curve in sheet.curves:
            if curve.key == key:
                sheet = sheet.without(curve.number)
        self._model.set_sheet(sheet)

    def _add(self, key: SeriesKey, pane: int | None = None) -> None:
        """Add a signal, unless it is of somebody in a recording that is not shown any more."""
        index = self._workspace.recording.index
        if index is not None and all(row is None or row < len(index.actors) for row in key[1:]):
            self._model.set_sheet(self._model.sheet.with_signal(key, pane))
            self._window.timeline.show_signal(key)

    @Slot(object, object)
    def take_dropped(self, told: SignalOf, pane: int | None) -> None:
        """Plot what was dropped, in a pane if it suits there."""
        index = self._workspace.recording.index
        if index is None or (told.row is not None and told.row >= len(index.actors)):
            return
        if told.signal:
            is_pair = SIGNALS[told.signal].scope is Scope.PAIR
            other = self._other(told.row) if is_pair else None
            name = recorded_or_derived(index, told.signal, told.row)
            key = None if is_pair and other is None else SeriesKey(name, told.row, other)
        else:
            key = None if told.row is None else usual_key(index, told.row)
        if key is not None and SIGNALS[key.name].possible(index, key.row):
            self._add(key, pane)

    def _other(self, row: int | None) -> int | None:
        """Return whom a distance is measured to: the hero, else the selected actor."""
        candidates = (self._workspace.focus.hero, self._workspace.focus.primary)
        return next((each for each in candidates if each is not None and each != row), None)

    # -- giving away

    @Slot(int)
    def copy_values(self, number: int) -> None:
        """Copy the values of a curve with their times, as lines of a table."""
        index, curve = self._workspace.recording.index, self._model.sheet.curve(number)
        series = None if curve is None else self._store.get(curve.key)
        if index is None or curve is None or series is None:
            return
        stream = StringIO(newline="")
        title = full_title(index, curve.key, recorded=series.recorded)
        write_table(index, [(title, series)], stream, delimiter="\t")
        QGuiApplication.clipboard().setText(stream.getvalue().replace("\r\n", "\n"))
        self._workspace.say(tr("Copied {} values").format(len(series)))

    @Slot()
    def export_table(self) -> None:
        """Write all signals that are plotted as CSV where the user wants it."""
        index = self._workspace.recording.index
        columns = [] if index is None else self._columns(index)
        if index is None or not columns or self._writing.busy:
            return
        path = self._ask_path(index, tr("Export values"), ".csv", tr("CSV tables"))
        if path is None:
            return

        def write(path: Path, proceed: Proceed) -> None:
            with path.open("w", newline="", encoding="utf-8") as stream:
                write_table(index, columns, stream, proceed=proceed)

        self._writing.ask(lambda proceed: saved(path, partial(write, proceed=proceed)))

    @Slot()
    def save_picture(self) -> None:
        """Write the plots as a picture where the user wants it."""
        index = self._workspace.recording.index
        if index is None or not self._model.sheet.panes:
            return
        path = self._ask_path(index, tr("Save signals as picture"), ".png", tr("PNG image"))
        if path is not None:
            picture = picture_bytes(self._window.timeline.picture(), "png")
            self._workspace.say(saved(path, lambda path: path.write_bytes(picture)))

    def _columns(self, index: RecordingIndex) -> list[tuple[str, Series]]:
        keys = dict.fromkeys(curve.key for curve in self._model.sheet.curves)
        found = ((key, self._store.get(key)) for key in keys)
        return [
            (full_title(index, key, recorded=series.recorded), series)
            for key, series in found
            if series is not None
        ]

    def _ask_path(self, index: RecordingIndex, title: str, ending: str, kind: str) -> Path | None:
        suggested = index.path.with_name(f"{index.path.stem}.signals{ending}")
        return ask_target(self._window, title, suggested, {ending: kind})


class ChosenSignals(QObject):
    """Tells the timeline which signals are chosen, offers them, and remembers what was chosen."""

    def __init__(self, workspace: Workspace, commands: PlotCommands, window: MainWindow) -> None:
        super().__init__(window)
        self._recording = workspace.recording
        self._focus = workspace.focus
        self._settings = workspace.settings
        self._model = model = window.timeline.model
        self._window = window
        self._remembered: tuple[Remembered, ...] = ()
        self._missing: tuple[Remembered, ...] = ()
        self._restoring = False
        self.found = SignalProvider(
            workspace,
            model,
            lambda: [in_words(each) for each in self._missing],
            commands.plot,
            commands.remove,
            self,
        )
        model.copy_requested.connect(commands.copy_values)
        model.table_requested.connect(commands.export_table)
        model.picture_requested.connect(commands.save_picture)
        model.choice_requested.connect(self.offer)
        model.signal_dropped.connect(commands.take_dropped)
        commands.written.connect(window.timeline.set_written)
        workspace.when(What.OPENED, self._forget)
        workspace.when(What.OPENED, commands.forget)
        workspace.when(What.RECORDING | What.HERO | What.SELECTED, self._restore)
        model.sheet_changed.connect(self._remember)
        window.inspector.plot_requested.connect(commands.plot_value)

    # -- what is asked for

    @Slot()
    def offer(self) -> None:
        """Offer the signals of the selected actors, of the pinned ones, of the hero and the recording."""
        if self._recording.index is not None:
            self._window.panel("palette").open_palette(self.found)

    # -- what is chosen

    def _forget(self) -> None:
        """Show in another recording what was shown last in one of its kind."""
        index = self._recording.index
        self._set_sheet(Sheet())
        text = "" if index is None else self._settings.signals[_kind(index)]
        self._remembered = self._missing = from_text(text)

    def _restore(self) -> None:
        """Show what can be shown by now of what was remembered: of the hero, and of who is selected."""
        index = self._recording.index
        if index is None or not self._missing:
            return
        rows = {HERO: self._focus.hero, SELECTED: self._focus.primary}
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
            self._remembered = remembered(sheet, self._focus.hero, self._missing)
            self._settings.signals[_kind(index)] = to_text(self._remembered)


def _kind(index: RecordingIndex) -> str:
    """Return what kind of recording it is: those with additional data have other signals."""
    return "additional" if index.has_additional_data else "basic"
