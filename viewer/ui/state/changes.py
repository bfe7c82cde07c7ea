"""What can change in a workspace, and how that is told: once in a turn of the event loop."""

from __future__ import annotations

from collections.abc import Callable
from enum import Flag, auto

from PySide6.QtCore import QMetaObject, QObject, Qt, Signal, Slot


class What(Flag):
    """What has changed in a workspace."""

    OPENED = auto()
    """There is another recording, or none."""
    RECORDING = auto()
    """More of it has been read, or it is another."""
    PROBLEMS = auto()
    PATH = auto()
    """The way of the selected actor."""
    TIME = auto()
    """Playhead, play state, speed, loop or range, or whether the end is followed."""
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
    EVENTS = auto()
    """Events that the file tells of, or how far it is looked through for them."""
    STORY = auto()
    """What was found, of whom and of which kinds it is told, or whether more may come."""
    EVENT = auto()
    """The event that one went to."""
    JUDGED = auto()
    """How the hero is judged."""
    THRESHOLDS = auto()
    ROADS = auto()
    """The map of the town, stop lines, or where vehicles drove."""
    ROUTE = auto()
    SCALE = auto()
    """How times are written."""
    SETTINGS = auto()
    NOTES = auto()


class Changes(QObject):
    """Gathers what changes, and tells all of it at once when the present event is over, before painting."""

    changed = Signal(object)
    """What has changed, a flag of ``What``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._late = What(0)
        self._follows: list[tuple[What, Callable[[], object]]] = []

    @property
    def pending(self) -> bool:
        """Whether something has changed that has not been told yet."""
        return bool(self._late)

    def tell(self, what: What) -> None:
        """Tell that something is another."""
        if not self._late:
            QMetaObject.invokeMethod(self, "give", Qt.ConnectionType.QueuedConnection)
        self._late |= what

    def first(self, what: What, do: Callable[[], object]) -> None:
        """Work out what follows from a change before that is told, in the order in which this is asked."""
        self._follows.append((what, do))

    def when(self, what: What, do: Callable[[], object]) -> None:
        """Do something now, and again after each change of what is named here."""
        named = what.value
        self.changed.connect(lambda told: do() if told.value & named else None)
        do()

    @Slot()
    def give(self) -> None:
        """Tell now what has changed: a key or a picture is to meet what is true."""
        told = What(0)
        while self._late:
            late, self._late = self._late, What(0)
            told |= late
            for what, do in self._follows:
                if what.value & late.value:
                    do()
        if told:
            self.changed.emit(told)
