"""Undo and redo of what the user changes about the view."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, SignalInstance, Slot

from viewer.ui.notes.notes import NoteBook
from viewer.ui.state.changes import What
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.window import MainWindow

_MOST = 1_000
"""Steps that are kept."""
_TOGETHER = 0.5
"""Seconds within which changes of a part that flows are one step: a drag, or a word that is typed."""


@dataclass(frozen=True)
class Part:
    """A part of the view that changes by itself.

    Attributes:
        name: what it is called, as in "Undone: selection".
        read: returns its state, a value that never changes and equals another state that looks the same.
        write: brings a state back; it is given that state and the one it takes the place of.
        flows: whether it is dragged or typed: what follows within half a second is the same step.
        alone: whether each change is a step of its own, whatever else changes at once.

    """

    name: str
    read: Callable[[], Any]
    write: Callable[[Any, Any], object]
    flows: bool = False
    alone: bool = False


@dataclass
class _Step:
    """The states of the parts that changed, before and after, by their places; and when that was."""

    before: dict[int, Any]
    after: dict[int, Any]
    at: float


class History(QObject):
    """Looks at the parts of the view after each change, and keeps how they were."""

    def __init__(self, parent: QObject | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        """Know no part yet; ``clock`` tells seconds."""
        super().__init__(parent)
        self.clock = clock
        self._parts: list[Part] = []
        self._known: list[Any] = []
        self._done: deque[_Step] = deque(maxlen=_MOST)
        self._undone: list[_Step] = []
        self._writes = False
        self._soon = QTimer(self, singleShot=True, interval=0)  # all that changes at once is one step
        self._soon.timeout.connect(self._take)

    def watch(self, part: Part, *changes: SignalInstance, others: SignalInstance | None = None) -> None:
        """Keep a part from now on.

        Args:
            part: what is kept.
            changes: signals of changes that the user made.
            others: signal of changes that nobody made here: they are no step, and are not taken back.

        """
        place = len(self._parts)
        self._parts.append(part)
        self._known.append(part.read())
        for change in changes:
            change.connect(self._take if part.alone else self.look)
        if others is not None:
            others.connect(lambda: self._accept(place))

    @Slot()
    def forget(self) -> None:
        """Begin anew from how it is now: there is another recording."""
        self._soon.stop()
        self._done.clear()
        self._undone.clear()
        self._known = [part.read() for part in self._parts]

    def undo(self) -> str:
        """Take back the last step; return what has changed, empty if there was none."""
        self._take()
        if not self._done:
            return ""
        step = self._done.pop()
        self._undone.append(step)
        return self._write(step.before, step.after)

    def redo(self) -> str:
        """Do again what was taken back last; return what has changed, empty if there was nothing."""
        self._take()
        if not self._undone:
            return ""
        step = self._undone.pop()
        self._done.append(step)
        return self._write(step.after, step.before)

    def _write(self, states: dict[int, Any], instead_of: dict[int, Any]) -> str:
        self._writes = True  # what is written is no step
        for place, state in states.items():
            self._parts[place].write(state, instead_of[place])
        self._writes = False
        self._soon.stop()
        self._known = [part.read() for part in self._parts]
        if self._done:
            self._done[-1].at = -_TOGETHER  # what comes next is a step of its own
        return ", ".join(self._parts[place].name for place in states)

    @Slot()
    def look(self) -> None:
        """Keep what has changed once all is done that is done at once."""
        self._soon.start()

    def _accept(self, place: int) -> None:
        self._known[place] = self._parts[place].read()

    @Slot()
    def _take(self) -> None:
        """Keep what has changed since the last look."""
        if self._writes:
            return
        self._soon.stop()
        now = [part.read() for part in self._parts]
        changed = [place for place, state in enumerate(now) if state != self._known[place]]
        before, after = ({place: each[place] for place in changed} for each in (self._known, now))
        self._known = now
        if not changed:
            return
        self._undone.clear()
        last, at = self._done[-1] if self._done else None, self.clock()
        flows = all(self._parts[place].flows for place in changed)
        if flows and last is not None and last.after.keys() == after.keys() and at - last.at < _TOGETHER:
            last.after, last.at = after, at
        else:
            self._done.append(_Step(before, after, at))


class HistoryCommands(QObject):
    """Takes back what the user changed about the view, and does it again."""

    def __init__(self, workspace: Workspace, notes: NoteBook, window: MainWindow) -> None:
        super().__init__(window)
        settings = workspace.settings
        visibility, chosen = workspace.visibility, workspace.range
        self._say = workspace.say
        self.history = history = History(self)
        focus, panel, docks = workspace.focus, window.actor_panel, window.docks
        model = window.timeline.model

        def keep(
            name: str,
            read: Callable[[], Any],
            write: Callable[[Any], object],
            changed: SignalInstance | None = None,
            *,
            flows: bool = False,
        ) -> None:
            changes = () if changed is None else (changed,)
            history.watch(Part(name, read, lambda state, _: write(state), flows=flows), *changes)

        keep(tr("selection"), lambda: focus.selected, focus.select_all)
        keep(tr("hidden actors"), lambda: visibility.rules, visibility.restore)
        keep(tr("range"), lambda: chosen.chosen, chosen.choose, flows=True)
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
            keep(name, read, write)
        lanes, sections = model.lane_choices_changed, model.sections
        keep(tr("lanes"), lambda: sections.choices, model.choose_lanes, lanes, flows=True)
        keep(tr("signals"), lambda: model.sheet, model.set_sheet, model.sheet_changed)
        keep(tr("layout"), lambda: docks.state, docks.restore, docks.changed)
        history.watch(
            Part(tr("notes"), notes.state, notes.restore, alone=True), notes.edited, others=notes.brought
        )
        workspace.when(What.SELECTED | What.HIDDEN | What.RANGE | What.SETTINGS, history.look)
        workspace.when(What.OPENED, history.forget)  # all that belongs to another recording has come back

    @Slot()
    def undo(self) -> None:
        """Take back the last change."""
        what = self.history.undo()
        told = tr("Undone: {}").format(what) if what else tr("Nothing to undo")
        self._say(told)

    @Slot()
    def redo(self) -> None:
        """Make the change again that was taken back last."""
        what = self.history.redo()
        told = tr("Done again: {}").format(what) if what else tr("Nothing to do again")
        self._say(told)
