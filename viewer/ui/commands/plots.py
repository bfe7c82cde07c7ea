"""Commands for plotting signals (values over time, such as a speed) in the timeline."""

from __future__ import annotations

from functools import partial
from io import StringIO
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication

from viewer.cancellation import ShouldContinue
from viewer.recording.index import RecordingIndex
from viewer.signals import Scope, Series, write_table
from viewer.signals.series import SeriesKey
from viewer.ui.background.latest import Latest
from viewer.ui.commands.commands import Commands
from viewer.ui.palette.providers.signals import SignalProvider
from viewer.ui.signal_mime import SignalOf
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.signals.plot_layout import PlotLayout
from viewer.ui.timeline.signals.saved_plots import (
    HERO,
    SELECTED,
    SavedCurve,
    curve_text,
    from_text,
    plot_layout_of,
    saved_curves,
    to_text,
)
from viewer.ui.timeline.signals.signal_names import full_title, recorded_or_derived, usual_key
from viewer.ui.translation import tr
from viewer.ui.widgets.dialogs import ask_target, picture_bytes, saved
from viewer.ui.window import MainWindow


class PlotCommands(Commands):
    """Commands that plot signals (values over time) in the timeline, and copy and export their values."""

    written = Signal(float)
    """Progress of writing plotted signals to a CSV file, 0 to 1, if it takes long; then 1 when it ends."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._store = workspace.recording.series
        self._model = window.timeline.model
        self._writing = Latest(self._store.tasks, self, partial(self._show_message))
        self._writing.progress.connect(self.written)
        self._last = ""

    # -- adding

    def plot_selected(self) -> None:
        """Plot the signal under the mouse in the inspector, or, if there is none, one of each selected actor.

        For a selected actor it is the signal that was last plotted from the inspector. If the actor does not
        have that one, it is the state of a traffic light, or the speed of another actor.
        """
        index, signals = self._index, self._workspace.signals
        pointed = self._window.inspector.pointed_signal
        if index is None:
            return
        if pointed is not None:
            self.plot_value(pointed.row, pointed.name)
            return
        if not self._focus.selected:
            self._show_message(tr("Select an actor to plot its speed"))
        for row in self._focus.selected:
            name = self._last and recorded_or_derived(signals, index, self._last, row)
            if name and signals[name].possible(index, row):
                self.plot(SeriesKey(name, row))
            else:
                self.plot_actor(row)

    @Slot(object, str)
    def plot_value(self, row: int | None, name: str) -> None:
        """Plot a signal (a value over time).

        Args:
            row: row of the actor in the actor table, None for a signal of the recording as a whole.
            name: name of the signal. The distance to a second actor is that to the hero (vehicle under
                test), or to the selected actor if there is no other hero. Without either, nothing is
                plotted.
        """
        signal = self._workspace.signals[name]
        self._last = name if signal.scope is Scope.ACTOR else ""
        other = self._other(row) if signal.scope is Scope.PAIR else None
        if signal.scope is not Scope.PAIR or other is not None:
            self.plot(SeriesKey(name, row, other))

    def forget(self) -> None:
        """Forget the signal that was plotted last from the inspector."""
        self._last = ""

    @Slot(object)
    def plot_actor(self, row: int) -> None:
        """Plot the state of a traffic light, or the speed of another actor; if it has none, another signal.

        ``row`` is the actor's row in the actor table. A message is shown if nothing is recorded over time.
        """
        index = self._index
        if index is not None and row < len(index.actors):
            key = usual_key(self._workspace.signals, index, row)
            if key is None:
                actor_id = int(index.actors.actor_id[row])
                self._show_message(tr("Nothing is recorded about {} over time").format(actor_id))
            else:
                self.plot(key)

    @Slot(object)
    def plot(self, key: SeriesKey) -> None:
        """Plot the signal ``key`` (name, and actors it is of), and show the timeline if it is hidden."""
        if not self._window.timeline.isVisible():
            self._window.open_panel("bottom")
        self._add(key)

    def remove(self, key: SeriesKey) -> None:
        """Remove all curves of the signal ``key`` from the plots.

        ``key`` is the name of the signal and the rows of its actors.
        """
        layout = self._model.plot_layout
        for curve in layout.curves:
            if curve.key == key:
                layout = layout.without(curve.number)
        self._model.set_plot_layout(layout)

    def _add(self, key: SeriesKey, plot_index: int | None = None) -> None:
        """Add the signal ``key`` to the plots; do nothing if the open recording lacks it or its actors.

        Args:
            key: signal and rows of its actors.
            plot_index: index of the plot to add it to. If that shows another quantity, or for None, the
                signal is added to a plot of its quantity, or to a new one.
        """
        index, signal = self._index, self._workspace.signals.get(key.name)
        if index is not None and signal and all(row is None or row < len(index.actors) for row in key[1:]):
            self._model.set_plot_layout(self._model.plot_layout.with_signal(key, signal, plot_index))
            self._window.timeline.show_signal(key)

    @Slot(object, object)
    def on_dropped(self, dropped: SignalOf, plot_index: int | None) -> None:
        """Plot the signal that was dragged onto the timeline; do nothing if the recording does not have it.

        Args:
            dropped: actor and signal name; if the name is empty, the state of a traffic light, or the speed
                of another actor, is plotted.
            plot_index: index of the plot that it was dropped on, None for no plot; another plot is used if
                that one shows another quantity.
        """
        index, signals = self._index, self._workspace.signals
        if index is None or (dropped.row is not None and dropped.row >= len(index.actors)):
            return
        if dropped.signal:
            if dropped.signal not in signals:
                return
            is_pair = signals[dropped.signal].scope is Scope.PAIR
            other = self._other(dropped.row) if is_pair else None
            name = recorded_or_derived(signals, index, dropped.signal, dropped.row)
            key = None if is_pair and other is None else SeriesKey(name, dropped.row, other)
        else:
            key = None if dropped.row is None else usual_key(signals, index, dropped.row)
        if key is not None and signals[key.name].possible(index, key.row):
            self._add(key, plot_index)

    def _other(self, row: int | None) -> int | None:
        """Return the actor-table row of the second actor of a distance from the actor in ``row``.

        It is the hero (vehicle under test). If there is none, or ``row`` is the hero, it is the selected
        actor. None if there is neither.
        """
        candidates = (self._focus.hero, self._focus.primary)
        return next((each for each in candidates if each is not None and each != row), None)

    # -- copying and exporting

    @Slot(int)
    def copy_values(self, number: int) -> None:
        """Copy times and values of a plotted curve to the clipboard as tab-separated lines.

        ``number`` identifies the curve: it is its ``Curve.number``.
        """
        index, curve = self._index, self._model.plot_layout.curve(number)
        series = None if curve is None else self._store.get(curve.key)
        if index is None or curve is None or series is None:
            return
        stream = StringIO(newline="")
        title = full_title(index, curve.key, curve.signal, recorded=series.recorded)
        write_table(index, [(title, series)], stream, delimiter="\t")
        QGuiApplication.clipboard().setText(stream.getvalue().replace("\r\n", "\n"))
        self._show_message(tr("Copied {} values").format(len(series)))

    @Slot()
    def export_table(self) -> None:
        """Ask for a file, and write all plotted signals there as CSV."""
        index = self._index
        columns = [] if index is None else self._columns(index)
        if index is None or not columns or self._writing.busy:
            return
        path = self._ask_path(index, tr("Export values"), ".csv", tr("CSV tables"))
        if path is None:
            return

        def write(path: Path, should_continue: ShouldContinue) -> None:
            with path.open("w", newline="", encoding="utf-8") as stream:
                write_table(index, columns, stream, should_continue=should_continue)

        self._writing.ask(
            lambda should_continue: saved(path, partial(write, should_continue=should_continue))
        )

    @Slot()
    def save_picture(self) -> None:
        """Ask for a file, and save a picture of the plots there."""
        index = self._index
        if index is None or not self._model.plot_layout.plots:
            return
        path = self._ask_path(index, tr("Save signals as picture"), ".png", tr("PNG image"))
        if path is not None:
            picture = picture_bytes(self._window.timeline.picture(), "png")
            self._show_message(saved(path, lambda path: path.write_bytes(picture)))

    def _columns(self, index: RecordingIndex) -> list[tuple[str, Series]]:
        plotted = {curve.key: curve.signal for curve in self._model.plot_layout.curves}
        found = ((key, signal, self._store.get(key)) for key, signal in plotted.items())
        return [
            (full_title(index, key, signal, recorded=series.recorded), series)
            for key, signal, series in found
            if series is not None
        ]

    def _ask_path(self, index: RecordingIndex, title: str, ending: str, kind: str) -> Path | None:
        suggested = index.path.with_name(f"{index.path.stem}.signals{ending}")
        return ask_target(self._window, title, suggested, {ending: kind})


class ChosenSignals(Commands):
    """Controller that offers signals to plot, stores which are plotted, and restores the plots later.

    The same signals are plotted again in the next recording.
    """

    def __init__(self, workspace: Workspace, commands: PlotCommands, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._model = model = window.timeline.model
        self._remembered: tuple[SavedCurve, ...] = ()
        self._missing: tuple[SavedCurve, ...] = ()
        self._restoring = False
        self.found = SignalProvider(
            workspace,
            model,
            lambda: [curve_text(each, workspace.signals) for each in self._missing],
            commands.plot,
            commands.remove,
            self,
        )
        model.copy_requested.connect(commands.copy_values)
        model.table_requested.connect(commands.export_table)
        model.picture_requested.connect(commands.save_picture)
        model.choice_requested.connect(self.offer)
        model.signal_dropped.connect(commands.on_dropped)
        commands.written.connect(window.timeline.set_export_progress)
        bind(
            self,
            workspace,
            (lambda now: now.opening, self._forget),
            (lambda now: now.opening, commands.forget),
            (lambda now: now.signals, self._remove_gone),
            (lambda now: (now.index, now.hero, now.selected, now.signals), self._restore),
        )
        model.plot_layout_changed.connect(self._remember)
        window.inspector.plot_requested.connect(commands.plot_value)

    # -- offering

    @Slot()
    def offer(self) -> None:
        """Open the command palette with signals to plot.

        They are those of the selected actors, the pinned ones (kept at the top of the actor list), the hero
        (vehicle under test) and the recording as a whole.
        """
        if self._index is not None:
            self._window.panel("palette").open_palette(self.found)

    # -- storing and restoring

    def _forget(self) -> None:
        """Clear the plots, and read from the settings which signals to plot in the recording opened now.

        The settings have one list for recordings made with ``additional_data=True`` in CARLA's
        ``start_recorder``, and one for others.
        """
        index = self._index
        self._set_layout(PlotLayout())
        text = "" if index is None else self._settings.signals[_kind(index)]
        self._remembered = self._missing = from_text(text)

    def _remove_gone(self) -> None:
        """Remove the curves of signals that are no longer there, until they are again."""
        layout, signals = self._model.plot_layout, self._workspace.signals
        gone = [curve for curve in layout.curves if curve.key.name not in signals]
        if gone:
            stored = saved_curves(layout, self._focus.hero)
            self._missing = *self._missing, *(each for each in stored if each.signal not in signals)
            for curve in gone:
                layout = layout.without(curve.number)
            self._set_layout(layout)

    def _restore(self) -> None:
        """Plot the stored signals whose actors are among those read so far.

        Signals are stored for the hero (vehicle under test), the selected actor or the recording as a whole.
        """
        index = self._index
        if index is None or not self._missing:
            return
        rows = {HERO: self._focus.hero, SELECTED: self._focus.primary}
        layout, missing = plot_layout_of(self._remembered, index, rows, self._workspace.signals)
        if len(layout.curves) > len(self._model.plot_layout.curves):
            self._missing = missing
            self._set_layout(layout)

    def _set_layout(self, layout: PlotLayout) -> None:
        self._restoring = True
        self._model.set_plot_layout(layout)
        self._restoring = False

    @Slot(object)
    def _remember(self, layout: PlotLayout) -> None:
        index = self._index
        if index is not None and not self._restoring:
            if not layout.plots:  # the user removed all plots
                self._missing = ()
            self._remembered = saved_curves(layout, self._focus.hero, self._missing)
            self._settings.signals[_kind(index)] = to_text(self._remembered)


def _kind(index: RecordingIndex) -> str:
    """Return "additional" for a recording with CARLA's ``additional_data=True``, else "basic".

    Each of the two has its own stored plots in the settings.
    """
    return "additional" if index.has_additional_data else "basic"
