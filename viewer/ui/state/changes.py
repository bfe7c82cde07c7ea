"""Flags for the parts of a window's state, and a signal that emits the changed ones together."""

from __future__ import annotations

from collections.abc import Callable
from enum import Flag, auto

from PySide6.QtCore import QMetaObject, QObject, Qt, Signal, Slot


class Change(Flag):
    """Flags for the parts of a window's state that can change."""

    OPENED = auto()
    """The window's recording was opened, replaced by another one or closed."""
    RECORDING = auto()
    """Flag set when more of the recording has been read, or when another one was opened."""
    PROBLEMS = auto()
    PATH = auto()
    """The path (poses and speeds over time) of the actor selected last has been read or dropped."""
    TIME = auto()
    """The playhead, playing, speed, loop mode or time range changed.

    Also whether the playhead follows a growing file.
    """
    WORLD = auto()
    PREVIEW = auto()
    RANGE = auto()
    VISITS = auto()
    SELECTED = auto()
    HERO = auto()
    HOVERED = auto()
    FOLLOWED = auto()
    PINS = auto()
    HIDDEN = auto()
    MAP_VIEWS = auto()
    RECORDED_EVENTS = auto()
    """The recorded events, or the progress of the search for them, have changed."""
    FOUND_EVENTS = auto()
    """The events that rules found (collisions, red lights, …), or the progress of the search for them."""
    CURRENT_EVENT = auto()
    """The current event, which a box on the map describes, is another one or none."""
    JUDGED = auto()
    """The hero's results by criteria of ScenarioRunner and the Leaderboard, or the results files, changed."""
    THRESHOLDS = auto()
    ROADS = auto()
    """Flag of a change of the town's road map, its stop lines, or the paths that vehicles drove."""
    ROUTE = auto()
    SCALE = auto()
    """Change of the format in which times are written as text: elapsed seconds, frame or time of day."""
    SETTINGS = auto()
    NOTES = auto()


class Changes(QObject):
    """Collects the flags of changed parts of a window's state, to emit them together.

    ``changed`` is emitted once per turn of the event loop, before painting.
    """

    changed = Signal(object)
    """Emitted with the ``Change`` flags of all parts of the state that changed since the last emission."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pending_changes = Change(0)
        self._derivations: list[tuple[Change, Callable[[], object]]] = []

    @property
    def pending(self) -> bool:
        """Whether reported changes still wait for the signal ``changed`` to be emitted."""
        return bool(self._pending_changes)

    def report(self, what: Change) -> None:
        """Report the changes ``what``; ``changed`` is emitted later in this turn of the event loop."""
        if not self._pending_changes:
            QMetaObject.invokeMethod(self, "flush", Qt.ConnectionType.QueuedConnection)
        self._pending_changes |= what

    def derive(self, what: Change, do: Callable[[], object]) -> None:
        """Have ``do`` called after any of the changes in ``what``, before the signal ``changed`` is emitted.

        ``do`` updates a part of the state that depends on other parts, and may report further changes.
        Functions are called in the order in which they were registered.
        """
        self._derivations.append((what, do))

    def subscribe(self, what: Change, do: Callable[[], object]) -> None:
        """Call ``do`` now, and again whenever ``changed`` is emitted with at least one flag of ``what``."""
        named = what.value
        self.changed.connect(lambda changed_flags: do() if changed_flags.value & named else None)
        do()

    @Slot()
    def flush(self) -> None:
        """Emit ``changed`` at once, instead of later in the event loop, so that all widgets are updated."""
        changed_flags = Change(0)
        while self._pending_changes:
            due, self._pending_changes = self._pending_changes, Change(0)
            changed_flags |= due
            for what, do in self._derivations:
                if what.value & due.value:
                    do()
        if changed_flags:
            self.changed.emit(changed_flags)
