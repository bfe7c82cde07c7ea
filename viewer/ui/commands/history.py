"""Undo and redo of changes to the view and to notes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, SignalInstance, Slot

from viewer.ui.commands.commands import Commands
from viewer.ui.notes.notes import Notes
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.window import MainWindow

_MOST = 1_000
"""Maximum number of steps that can be undone."""
_TOGETHER = 0.5
"""Seconds: changes by dragging or typing that follow each other faster are undone as one step."""


@dataclass(frozen=True)
class Part:
    """A part of the window's state, such as the selection or the notes, whose changes can be undone.

    Attributes:
        name: shown to the user, as in "Undone: selection".
        read: returns the present state as an immutable value; states that look the same are equal.
        write: restores a state; called with the state to restore and the present one.
        flows: whether the part changes by dragging or typing; its changes within half a second are
            undone together.
        alone: whether each change of the part is undone by itself; if False, all changes in one turn of
            the event loop are undone together.
    """

    name: str
    read: Callable[[], Any]
    write: Callable[[Any, Any], object]
    flows: bool = False
    alone: bool = False


@dataclass
class _Step:
    """A step of the undo history: changes of one or more parts of the state.

    Attributes:
        before: state before the step of each part that changed, by index of the part.
        after: state after the step of each part that changed, by index of the part.
        at: time of the step in seconds.
    """

    before: dict[int, Any]
    after: dict[int, Any]
    at: float


class History(QObject):
    """History for undo and redo: notices what has changed in the view's parts, and stores their states."""

    def __init__(self, parent: QObject | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with an empty history; parts of the window's state to watch are added later.

        ``clock`` returns seconds, by which changes in quick succession are joined.
        """
        super().__init__(parent)
        self.clock = clock
        self._parts: list[Part] = []
        self._known: list[Any] = []
        self._done: deque[_Step] = deque(maxlen=_MOST)
        self._undone: list[_Step] = []
        self._writes = False
        self._soon = QTimer(self, singleShot=True, interval=0)  # changes of one event are one step
        self._soon.timeout.connect(self._store)

    def watch(self, part: Part, *changes: SignalInstance, others: SignalInstance | None = None) -> None:
        """Record changes of ``part`` for undo from now on.

        Args:
            part: the part of the window's state.
            changes: signals emitted after the user changed the part.
            others: signal emitted after another window or program changed it: those changes are not recorded.
        """
        part_index = len(self._parts)
        self._parts.append(part)
        self._known.append(part.read())
        for change in changes:
            change.connect(self._store if part.alone else self.update)
        if others is not None:
            others.connect(lambda: self._accept(part_index))

    @Slot()
    def forget(self) -> None:
        """Clear the undo history, and read the present states of all parts: another recording is open."""
        self._soon.stop()
        self._done.clear()
        self._undone.clear()
        self._known = [part.read() for part in self._parts]

    def undo(self) -> str:
        """Undo the last step; return the names of the changed parts of the view, joined by commas.

        The text is empty if there is nothing to undo.
        """
        self._store()
        if not self._done:
            return ""
        step = self._done.pop()
        self._undone.append(step)
        return self._write(step.before, step.after)

    def redo(self) -> str:
        """Redo the step that was undone last; return the names of the parts of the window that it changes.

        They are separated by commas; empty if there is nothing to redo.
        """
        self._store()
        if not self._undone:
            return ""
        step = self._undone.pop()
        self._done.append(step)
        return self._write(step.after, step.before)

    def _write(self, states: dict[int, Any], instead_of: dict[int, Any]) -> str:
        self._writes = True  # restoring states is not a step
        for part_index, state in states.items():
            self._parts[part_index].write(state, instead_of[part_index])
        self._writes = False
        self._soon.stop()
        self._known = [part.read() for part in self._parts]
        if self._done:
            self._done[-1].at = -_TOGETHER  # the next change is a step of its own
        return ", ".join(self._parts[part_index].name for part_index in states)

    @Slot()
    def update(self) -> None:
        """Have the user's latest changes stored as one step that can be undone.

        It is stored later in this turn of the event loop.
        """
        self._soon.start()

    def _accept(self, part_index: int) -> None:
        self._known[part_index] = self._parts[part_index].read()

    @Slot()
    def _store(self) -> None:
        """Store a step in the history if states of the watched parts have changed since the last step."""
        if self._writes:
            return
        self._soon.stop()
        now = [part.read() for part in self._parts]
        changed = [part_index for part_index, state in enumerate(now) if state != self._known[part_index]]
        before, after = (
            {part_index: each[part_index] for part_index in changed} for each in (self._known, now)
        )
        self._known = now
        if not changed:
            return
        self._undone.clear()
        last, at = self._done[-1] if self._done else None, self.clock()
        flows = all(self._parts[part_index].flows for part_index in changed)
        if flows and last is not None and last.after.keys() == after.keys() and at - last.at < _TOGETHER:
            last.after, last.at = after, at
        else:
            self._done.append(_Step(before, after, at))


class HistoryCommands(Commands):
    """Commands that undo and redo what the user changed about the view and the notes."""

    def __init__(self, workspace: Workspace, notes: Notes, window: MainWindow) -> None:
        super().__init__(workspace, window)
        settings, visibility, chosen = workspace.settings, workspace.visibility, workspace.range
        self.history = history = History(self)
        focus, panel, docks = workspace.focus, window.actor_panel, window.docks
        model = window.timeline.model

        def keep(
            name: str,
            read: Callable[[], Any],
            write: Callable[[Any], object],
            changed: SignalInstance | None = None,
            *,
            others: SignalInstance | None = None,
            flows: bool = False,
        ) -> None:
            changes = () if changed is None else (changed,)
            part = Part(name, read, lambda state, _: write(state), flows=flows)
            history.watch(part, *changes, others=others)

        keep(tr("selection"), lambda: focus.selected, focus.select_all)
        keep(tr("hidden actors"), lambda: visibility.rules, visibility.restore)
        keep(tr("range"), lambda: chosen.chosen, chosen.choose, flows=True)
        keep(tr("filter"), lambda: panel.filter_text, panel.set_filter_text, panel.filter_changed, flows=True)
        for name, setting in (
            (tr("layers"), "map_layers"),
            (tr("map"), "map_options"),
            (tr("kinds of events"), "shown_events"),
        ):
            keep(name, partial(getattr, settings, setting), partial(setattr, settings, setting))
        lanes, sections = model.lane_choices_changed, model.lane_groups
        keep(tr("lanes"), lambda: sections.choices, model.choose_lanes, lanes, flows=True)
        keep(tr("signals"), lambda: model.plot_layout, model.set_plot_layout, model.plot_layout_changed)
        folders = workspace.run_folders
        keep(tr("offset of pictures"), lambda: folders.offset, folders.set_offset, flows=True)
        compared = workspace.reference
        keep(
            tr("comparison"), lambda: compared.choices, compared.choose, compared.changed,
            others=compared.restored, flows=True,
        )  # fmt: skip
        keep(tr("layout"), lambda: docks.state, docks.restore, docks.changed)
        history.watch(
            Part(tr("notes"), notes.state, notes.restore, alone=True), notes.edited, others=notes.brought
        )
        bind(
            self,
            workspace,
            (
                lambda now: (now.selected, now.hidden, now.range, now.settings, now.run_folder),
                history.update,
            ),
            (lambda now: now.opening, history.forget),  # after its state was restored
        )

    @Slot()
    def undo(self) -> None:
        """Undo the last change, and show a message on it."""
        what = self.history.undo()
        message = tr("Undone: {}").format(what) if what else tr("Nothing to undo")
        self._show_message(message)

    @Slot()
    def redo(self) -> None:
        """Redo the change that was undone last, and show a message on it."""
        what = self.history.redo()
        message = tr("Done again: {}").format(what) if what else tr("Nothing to do again")
        self._show_message(message)
