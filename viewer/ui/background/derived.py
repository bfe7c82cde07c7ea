"""Values that a pure function computes in the background, again whenever its inputs change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex, same_opening
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Priority, Tasks

_PLAIN = (bool, int, float, str, frozenset, Path)
"""Types whose values are compared with ``==`` to find whether an input of a computation has changed.

Tuples and mappings are compared item by item, values of all other types with ``is``.
"""

Needs = tuple[Any, ...]
T = TypeVar("T")


class Derived(QObject, Generic[T]):
    """A value that a pure function computes in the background, again when ``update`` finds changed inputs.

    If the first input is the RecordingIndex of a file that is being read, the value is computed with the
    first index and again when the whole file has been read. If the simulator still writes the file, it is
    computed again whenever the number of frames has grown by the factor ``longer``, an argument of the
    constructor.

    Attributes:
        value: the last result; before there is one, the argument ``empty`` of the constructor.
        asked: the inputs of the last computation that was started; None if there was none, or after
            ``stop``, ``forget`` or a failure.
    """

    changed = Signal(object)
    """Carries the new ``value`` when it has changed."""
    progress = Signal(float)
    """Emitted during a long computation with its progress, 0 to 1, and with 1 when it ends."""
    failed = Signal(object)
    """Emitted when a computation ended because a file could not be read, with the FileError."""

    def __init__(
        self,
        tasks: Tasks,
        parent: QObject,
        needs: Callable[[], Needs | None],
        find: Callable[..., T],
        *,
        empty: Any = None,  # noqa: ANN401 - a T, which mostly is an optional one
        priority: Priority = Priority.SOON,
        longer: float = 1.0,
        lapses: bool = False,
    ) -> None:
        """Set the function and its inputs; nothing is computed before ``update`` is called.

        Args:
            tasks: the threads to run in.
            parent: owner of this object.
            needs: returns a tuple of the inputs of ``find``, or None as long as nothing can be computed.
            find: computes the value; called with the inputs and, last, a function that takes the progress
                (0 to 1) and returns False if ``find`` should stop. It may raise FileError.
            empty: the value before there is a result.
            priority: whether the user waits for the result.
            longer: factor by which the number of frames of a growing file must have grown before the value
                is computed again.
            lapses: whether the value becomes ``empty`` while inputs are missing; else it stays.
        """
        super().__init__(parent)
        self.value: T = empty
        self._empty: T = empty
        self._lapses = lapses
        self._needs, self._find, self._longer = needs, find, longer
        self.asked: Needs | None = None
        self._latest = Latest(tasks, self, self._set_value, priority)
        self._latest.progress.connect(self.progress)
        self._latest.failed.connect(self._fail)
        self._latest.unreadable.connect(self.failed)

    @property
    def busy(self) -> bool:
        """Whether this object's value is being computed in the background."""
        return self._latest.busy

    @Slot()
    def update(self, *, anew: bool = False) -> None:
        """Start to compute ``value`` in the background if its inputs have changed since the last time.

        With ``anew`` it is computed even if they have not changed. Nothing starts while inputs are missing.
        """
        needs = self._needs()
        if needs is None:
            if self._lapses:
                self.forget()
        elif anew or not self._is_known(needs):
            self.asked = needs
            growing = isinstance(needs[0], RecordingIndex) and needs[0].growing
            self._latest.ask(partial(self._find, *needs), coalesced=growing)

    @Slot()
    def cancel(self) -> None:
        """Cancel the computation and keep ``value``; ``update`` restarts it only if an input has changed."""
        self._latest.cancel()

    @Slot()
    def stop(self) -> None:
        """Cancel the running computation, if any; the next call of ``update`` starts it again.

        Until then ``value`` stays as it is.
        """
        if self._latest.busy:
            self._latest.cancel()
            self.asked = None

    @Slot()
    def forget(self) -> None:
        """Cancel the computation and reset ``value`` to ``empty``, such as after a recording was closed."""
        self._latest.cancel()
        self.asked = None
        if self.value is not self._empty:
            self._set_value(self._empty)

    def _is_known(self, needs: Needs) -> bool:
        asked = self.asked
        if asked is None or not same_needs(needs[1:], asked[1:]):
            return False
        before, now = asked[0], needs[0]
        if not (isinstance(now, RecordingIndex) and same_opening(before, now)):
            return same_needs((before,), (now,))
        if before is now or not now.complete:
            return True
        return before.complete and len(now.frame_starts) <= len(before.frame_starts) * (
            self._longer if now.growing else 1
        )

    def _set_value(self, value: T) -> None:
        self.value = value
        self.changed.emit(value)

    @Slot()
    def _fail(self) -> None:
        """Forget the inputs of the failed computation, so that the next call of ``update`` repeats it."""
        self.asked = None


def same_needs(some: Needs, others: Needs) -> bool:
    """Return whether two tuples of inputs of a computation, of the same length, are the same item by item."""
    return all(map(same_value, some, others))


def same_value(one: object, other: object) -> bool:
    """Return whether two values are the same.

    Numbers, texts, paths and sets are compared by equality, tuples and mappings item by item, all others by
    identity.
    """
    if one is other:
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        if len(one) != len(other):
            return False
        return all(part is its or same_value(part, its) for part, its in zip(one, other, strict=True))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same_value(one[key], other[key]) for key in one)
    return isinstance(one, _PLAIN) and one == other
