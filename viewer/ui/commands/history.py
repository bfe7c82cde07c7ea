"""Undo and redo of what changes the view: which parts of it there are, as a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, SignalInstance, Slot

from viewer.ui.notes.book import NoteBook
from viewer.ui.state.history import History, Part
from viewer.ui.state.time_range import TimeRange
from viewer.ui.state.visibility import Visibility
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.window import MainWindow


class HistoryCommands(QObject):
    """Takes back what the user changed about the view, and does it again."""

    def __init__(
        self,
        workspace: Workspace,
        visibility: Visibility,
        chosen: TimeRange,
        notes: NoteBook,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        settings = workspace.settings
        self._messages = workspace.messages
        self.history = history = History(self)
        focus, panel, docks = workspace.focus, window.actor_panel, window.docks
        model = window.timeline.model

        def keep(
            name: str,
            read: Callable[[], Any],
            write: Callable[[Any], object],
            changed: SignalInstance,
            *,
            flows: bool = False,
        ) -> None:
            history.watch(Part(name, read, lambda state, _: write(state), flows=flows), changed)

        keep(tr("selection"), lambda: focus.selected, focus.select_all, focus.selected_changed)
        keep(tr("hidden actors"), lambda: visibility.rules, visibility.restore, visibility.changed)
        keep(tr("range"), lambda: chosen.chosen, chosen.choose, chosen.changed, flows=True)
        keep(tr("filter"), lambda: panel.filter_text, panel.set_filter_text, panel.filter_changed, flows=True)
        for name, setting in (
            (tr("layers"), "map_layers"),
            (tr("map"), "map_options"),
            (tr("kinds of events"), "shown_events"),
        ):
            read, write = (
                partial(getattr, settings, setting),
                partial(setattr, settings, setting),
            )
            keep(name, read, write, settings.changed(setting))
        lanes, sections = model.lane_choices_changed, model.sections
        keep(tr("lanes"), lambda: sections.choices, model.choose_lanes, lanes, flows=True)
        keep(tr("signals"), lambda: model.sheet, model.set_sheet, model.sheet_changed)
        keep(tr("layout"), lambda: docks.state, docks.restore, docks.changed)
        history.watch(
            Part(tr("notes"), notes.state, notes.restore, alone=True), notes.edited, others=notes.brought
        )
        self._fresh = True
        workspace.recording.opened.connect(self._expect)
        workspace.settled.connect(self._begin)

    @Slot()
    def _expect(self) -> None:
        """Begin anew once all that belongs to another recording has come back."""
        self._fresh = True

    @Slot()
    def _begin(self) -> None:
        if self._fresh:
            self._fresh = False
            self.history.forget()

    @Slot()
    def undo(self) -> None:
        """Take back the last change."""
        what = self.history.undo()
        told = tr("Undone: {}").format(what) if what else tr("Nothing to undo")
        self._messages.tell(told)

    @Slot()
    def redo(self) -> None:
        """Make the change again that was taken back last."""
        what = self.history.redo()
        told = tr("Done again: {}").format(what) if what else tr("Nothing to do again")
        self._messages.tell(told)
