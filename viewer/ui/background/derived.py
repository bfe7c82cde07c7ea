"""What is worked out in the background of what else is known, and again when that is another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex, same_opening
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Priority, Tasks

_PLAIN = (bool, int, float, str, tuple, Mapping, Path)
"""What is compared by its value; all else is another as soon as it is another object."""

Needs = tuple[Any, ...]


class Derived(QObject):
    """A value that a pure function makes of what it needs; it is asked again when a need has changed.

    Where the first need is a recording that is being read, it is asked at once and when that is complete; of
    one that grows when it is longer, with pauses.

    Attributes:
        value: the newest answer; ``empty`` as long as there is none.
        asked: the needs that were asked about last, None for none.

    """

    changed = Signal(object)
    """``value`` is another."""
    progress = Signal(float)
    """Share that is done, 0 to 1, if it takes long; then 1 when it ends."""
    failed = Signal(object)
    """FileError: why there is no answer."""

    def __init__(
        self,
        tasks: Tasks,
        parent: QObject,
        needs: Callable[[], Needs | None],
        find: Callable[..., Any],
        *,
        empty: object = None,
        priority: Priority = Priority.SOON,
        longer: float = 1.0,
    ) -> None:
        """Take the function and what tells its needs.

        Args:
            tasks: where it runs.
            parent: with whom it ends.
            needs: returns the arguments of ``find``, or None as long as nothing is to be asked.
            find: is given its needs and, last, what asks whether to go on.
            empty: the value before there is an answer.
            priority: who waits for it.
            longer: how many times as many frames a recording that grows must have to be asked about again.

        """
        super().__init__(parent)
        self.value: Any = empty
        self._empty = empty
        self._needs, self._find, self._longer = needs, find, longer
        self.asked: Needs | None = None
        self._latest = Latest(tasks, self, self._take, priority)
        self._latest.progress.connect(self.progress)
        self._latest.failed.connect(self._fail)
        self._latest.unreadable.connect(self.failed)

    @property
    def busy(self) -> bool:
        """Whether an answer is being worked out."""
        return self._latest.busy

    @Slot()
    def look(self, *, anew: bool = False) -> None:
        """Ask if a need is another than that which was asked about, or anyway."""
        needs = self._needs()
        if needs is None or (not anew and self._is_known(needs)):
            return
        self.asked = needs
        growing = isinstance(needs[0], RecordingIndex) and needs[0].growing
        self._latest.ask(partial(self._find, *needs), patient=growing)

    @Slot()
    def cancel(self) -> None:
        """Want no answer any more to what was asked, before a need has changed; what is known stays."""
        self._latest.cancel()

    @Slot()
    def stop(self) -> None:
        """Want no answer any more to what was asked, until it is looked at again; what is known stays."""
        if self._latest.busy:
            self._latest.cancel()
            self.asked = None

    @Slot()
    def forget(self) -> None:
        """Know nothing: what it was worked out of is gone."""
        self._latest.cancel()
        self.asked = None
        if self.value is not self._empty:
            self._take(self._empty)

    def _is_known(self, needs: Needs) -> bool:
        asked = self.asked
        if asked is None or not same_needs(needs[1:], asked[1:]):
            return False
        before, now = asked[0], needs[0]
        if not (isinstance(now, RecordingIndex) and same_opening(before, now)):
            return same_needs((before,), (now,))
        if before is now or not now.complete:
            return True
        return before.complete and len(now.heads) <= len(before.heads) * (self._longer if now.growing else 1)

    @Slot(object)
    def _take(self, value: object) -> None:
        self.value = value
        self.changed.emit(value)

    @Slot()
    def _fail(self) -> None:
        """Ask again when it is looked at next."""
        self.asked = None


def same_needs(some: Needs, others: Needs) -> bool:
    """Return whether the same would be worked out of both."""
    return all(
        one is other or (isinstance(one, _PLAIN) and one == other)
        for one, other in zip(some, others, strict=True)
    )
