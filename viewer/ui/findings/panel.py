"""The panel that lists all events found in a recording."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QWidget

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import Events, FoundEvents, Severity
from viewer.export.event_report import EVENT_COLUMNS, document, event_rows
from viewer.export.rows import write_csv, write_json
from viewer.recording.index import RecordingIndex
from viewer.ui.event_text import name_of, not_judged_lines
from viewer.ui.findings.criteria_table import CriteriaDialog, criteria_rows
from viewer.ui.findings.event_rows import filtered_events
from viewer.ui.findings.event_table import EventTable
from viewer.ui.format import capital, counted
from viewer.ui.icons import icon
from viewer.ui.state.binding import bind, bind_panel
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import font
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_column, in_row
from viewer.ui.widgets.choice_row import ChoiceRow
from viewer.ui.widgets.dialogs import ask_target, saved
from viewer.ui.widgets.dock_panel import DockPanel
from viewer.ui.widgets.parts import button, label
from viewer.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from viewer.ui.app import Viewer

_WEIGHTS = (None, Severity.HIGH, Severity.MEDIUM, Severity.LOW)
_FIELD = 150


class FindingsPanel(DockPanel):
    """Panel with a table of found events, filtered by kind, actor and severity.

    Below the table it says which kinds of events could not be judged, and why.
    """

    event_chosen = Signal(object)
    """Emitted with the FoundEvent that the user chose."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._found_events = workspace, workspace.found_events
        self._index: RecordingIndex | None = None
        self._found: FoundEvents | None = None
        self._events = Events()
        self._message = ""
        self._time_text = workspace.display.write
        self.table = EventTable(self)
        self.table.setAccessibleName(tr("Findings"))
        self.criteria_dialog = CriteriaDialog(self)
        self.rules = button(QPushButton(), tr("Rules that could not be applied, and why"), size=11)
        self.not_judged = label(size=11, role="secondary")
        self.state = label(capital(tr("preliminary: still looking")), size=11, role="secondary")
        self.state.hide()
        self.kinds = QPushButton(tr("Kinds"))
        self.kinds_menu = QMenu(self)
        self.actor = TextField()
        self.weights = ChoiceRow([tr("All"), tr("High"), tr("Medium"), tr("Low")])
        self.thresholds = QPushButton(tr("Thresholds"))
        self.criteria = QPushButton(tr("Criteria"))
        self.copy, self.csv, self.json = (QPushButton(text) for text in (tr("Copy"), tr("CSV…"), tr("JSON…")))
        self._soon = QTimer(self, singleShot=True)  # other views first: sorting thousands takes long
        self._lay_out()
        self._listen()
        bind(self, workspace, (lambda now: now.opening, self._clear))
        bind_panel(
            self,
            workspace,
            (lambda now: (now.search, now.index), lambda _: self._soon.start()),
            (lambda now: now.search.events, self._name_kinds),
            (lambda now: now.labels, self._show),
            (lambda now: (now.labels, now.criteria), self._show_criteria),
            (lambda now: now.thresholds, self._count_thresholds),
            (lambda now: now.current_event, self.table.mark),
        )

    def _lay_out(self) -> None:
        """Set tooltips and sizes of the widgets, and arrange the widgets."""
        tips = {
            self.kinds: tr("Kinds of events that are shown, here and elsewhere"),
            self.thresholds: tr("Change the values that the rules compare with"),
            self.criteria: tr(
                "The hero as ScenarioRunner and the Leaderboard count it, beside their results"
            ),
            self.copy: tr("Copy what is listed"),
            self.csv: tr("Write the listed events as a table, as the command events does"),
            self.json: tr("Write the listed events as JSON, as the command events does"),
        }
        for each, tip in tips.items():
            button(each, tip, size=11)
        self.actor.setPlaceholderText(tr("Actor: id or blueprint"))
        self.actor.setAccessibleName(tr("Actor: id or blueprint"))
        self.actor.setClearButtonEnabled(True)
        self.actor.setFixedWidth(_FIELD)
        self.actor.setFont(font(11))
        self.head.set_controls(
            self.weights,
            self.kinds,
            self.actor,
            STRETCH,
            self.criteria,
            self.thresholds,
            self.copy,
            self.csv,
            self.json,
            spacing=4,
        )
        self.rules.setCheckable(True)
        self.not_judged.setWordWrap(True)
        self.not_judged.setContentsMargins(12, 0, 12, 6)
        self.not_judged.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        below = in_row(None, self.rules, STRETCH, self.state, margins=(4, 2, 12, 2))
        in_column(self, (self.table, 1), below, self.not_judged)

    def _listen(self) -> None:
        """Connect the signals of the panel's table, filters and buttons to its methods."""
        self.table.event_chosen.connect(self.event_chosen)
        self.weights.chosen.connect(self._show)
        self.actor.textChanged.connect(self._show)
        self.kinds.clicked.connect(self._open_kinds)
        self.kinds_menu.triggered.connect(self._choose_kind)
        self.rules.toggled.connect(self._show_not_judged)
        self.criteria.clicked.connect(self.criteria_dialog.show)
        self.criteria_dialog.files_requested.connect(self._choose_results)
        self.copy.clicked.connect(self.table.copy_all)
        self.csv.clicked.connect(lambda: self._choose_target(".csv", tr("Table"), self.write_csv))
        self.json.clicked.connect(lambda: self._choose_target(".json", "JSON", self.write_json))
        self._soon.timeout.connect(self._update_events)

    # -- updates

    @Slot()
    def _update_events(self) -> None:
        """List the found events, or show the message that tells why there are none."""
        found_events, index = self._found_events, self._workspace.recording.index
        self.state.setVisible(found_events.searching and bool(found_events.events))
        same = (
            index is self._index and found_events.found is self._found and found_events.events is self._events
        )
        if same and self._events:
            return  # only the progress has changed
        self._index, self._found, self._events = index, found_events.found, found_events.events
        self._message = found_events.message
        self._show()

    def _clear(self) -> None:
        """Empty the list of found events, because another recording has been opened."""
        self._index, self._found, self._events, self._message = None, None, Events(), ""
        self._show()

    def _count_thresholds(self) -> None:
        """Show on the button "Thresholds" how many thresholds of event rules the user has changed."""
        changed = len(self._found_events.thresholds)
        self.thresholds.setText(tr("Thresholds · {}").format(changed) if changed else tr("Thresholds"))

    # -- user actions

    @Slot()
    def _open_kinds(self) -> None:
        """Open the menu of kinds of events with their counts; kinds that occur come first."""
        kinds = (Events() if self._found is None else self._found.events)["kind"]
        counts = dict(zip(KINDS, np.bincount(kinds, minlength=len(KINDS)).tolist(), strict=True))
        self.kinds_menu.clear()
        every = self.kinds_menu.addAction(tr("All kinds"))
        every.setEnabled(bool(self._found_events.hidden))
        for occurring in (True, False):
            self.kinds_menu.addSeparator()
            for kind, count in counts.items():
                if bool(count) is occurring:
                    text = f"{name_of(kind)} · {count}" if count else name_of(kind)
                    action = self.kinds_menu.addAction(text)
                    action.setCheckable(True)
                    action.setChecked(kind not in self._found_events.hidden)
                    action.setData(kind)
        self.kinds_menu.popup(self.head.below(self.kinds))

    @Slot(QAction)
    def _choose_kind(self, action: QAction) -> None:
        """Show or hide events of the kind of ``action``, an action of the menu, in the list.

        The menu's action "All kinds" shows every kind.
        """
        kind = action.data()
        self._found_events.set_hidden(frozenset() if kind is None else self._found_events.hidden ^ {kind})

    @Slot()
    def _choose_results(self) -> None:
        """Let the user choose result files of evaluators (Leaderboard, ScenarioRunner), and read them."""
        folder = "" if self._index is None else str(self._index.path.parent)
        paths, _ = QFileDialog.getOpenFileNames(self, tr("Results"), folder, "JSON (*.json)")
        if paths:
            self._found_events.add_result_files(map(Path, paths))

    def _choose_target(self, suffix: str, kind: str, write: Callable[[Path], None]) -> None:
        """Ask the user for a file name, call ``write`` with it, and show whether the file was saved.

        ``suffix`` is the file's extension, ``kind`` the name of its format in the dialog.
        """
        if self._index is None:
            return
        usual = self._index.path.with_name(f"{self._index.path.stem} events{suffix}")
        target = ask_target(self, tr("Save events"), usual, {suffix: kind})
        if target is not None:
            self._workspace.show_message(saved(target, write))

    def write_csv(self, path: Path) -> None:
        """Write the listed events to the file ``path``, in the same format as the command ``events --csv``.

        Can raise OSError.
        """
        with path.open("w", encoding="utf-8", newline="") as stream:
            write_csv(EVENT_COLUMNS, (row for each in self._listed() for row in event_rows(*each)), stream)

    def write_json(self, path: Path) -> None:
        """Write the listed events to ``path`` in the format of the command ``events --json``.

        Raises OSError if the file cannot be written.
        """
        with path.open("w", encoding="utf-8") as stream:
            write_json((document(*each) for each in self._listed()), stream)

    def _listed(self) -> list[tuple[RecordingIndex, FoundEvents]]:
        """Return the recording and the listed events, by time, to be written; empty before the search."""
        if self._index is None or self._found is None:
            return []
        by_time = self.table.all_events.take(np.argsort(self.table.all_events["start"], kind="stable"))
        return [(self._index, replace(self._found, events=by_time))]

    # -- showing

    @Slot()
    def _show(self) -> None:
        """Show in the table the found events that pass the filters for kind, actor and severity."""
        index, found = self._index, self._found
        events = Events()
        if index is not None and found is not None:
            events = filtered_events(index, self._events, self.actor.text(), _WEIGHTS[self.weights.current])
        message = self._message if not self._events else tr("No event matches the filters")
        self.table.show_events(index, events, self._time_text, message)
        for each in (self.copy, self.csv, self.json):
            each.setEnabled(found is not None)
        self._name_kinds()
        self._show_not_judged()

    def _show_criteria(self) -> None:
        """Update the dialog "Criteria" (counts of the hero's infractions) and the button that opens it."""
        view = self._found_events.view
        self.criteria.setEnabled(view is not None)
        self.criteria_dialog.show_rows([] if view is None else tuple(criteria_rows(view, self._time_text)))

    def _name_kinds(self) -> None:
        """Show on the button that opens the menu of kinds how many kinds of events are listed."""
        shown = len(KINDS) - len(self._found_events.hidden)
        text = tr("{shown} of {all} kinds").format(shown=shown, all=len(KINDS))
        self.kinds.setText(text if self._found_events.hidden else tr("All kinds"))

    @Slot()
    def _show_not_judged(self) -> None:
        """Show on a button how many kinds of events could not be judged, at least for some actors.

        While the button is checked, the reasons are shown below the table. The button is hidden if all kinds
        were judged.
        """
        index, missed = self._index, () if self._found is None else self._found.not_judged
        kinds = len({each.kind for each in missed})
        self.rules.setText(counted(kinds, "1 kind not judged", "{} kinds not judged"))
        self.rules.setIcon(icon("chevron-down" if self.rules.isChecked() else "chevron-right", "secondary"))
        self.rules.setVisible(bool(missed))
        self.not_judged.setText("" if index is None else "\n".join(not_judged_lines(index, missed)))
        self.not_judged.setVisible(bool(missed) and self.rules.isChecked())


def make_panel(viewer: Viewer) -> FindingsPanel:
    """Create the panel that lists found events for a window, and connect it to the window's commands."""
    panel = FindingsPanel(viewer.workspace, viewer.window)
    panel.event_chosen.connect(viewer.event_commands.go_to)
    panel.thresholds.clicked.connect(lambda: viewer.show_settings("Thresholds"))
    return panel
