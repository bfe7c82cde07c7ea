"""Button that resets something; the next press undoes the reset."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton

from viewer.ui.translation import tr

State = TypeVar("State")


class ResetButton(QPushButton, Generic[State]):
    """Button that resets something; pressed again, it undoes the reset.

    It undoes it only if the state has not been changed since.
    """

    def __init__(
        self,
        text: str,
        read: Callable[[], State],
        reset: Callable[[], object],
        restore: Callable[[State], object],
    ) -> None:
        """Show ``text``; a press calls ``reset``, the next one ``restore``.

        ``read`` returns the current state; ``restore`` gets the state from before the reset.
        """
        super().__init__(text)
        self._text, self._read, self._do, self._restore = text, read, reset, restore
        self._before: State | None = None
        self._after: State | None = None
        self.setAutoDefault(False)
        self.clicked.connect(self._press)

    def set_changed(self, *, changed: bool) -> None:
        """Enable the button if the state is not the default (``changed``), or if a reset can be undone."""
        if self._before is not None and self._after is not None and self._read() != self._after:
            self._forget()
        self.setEnabled(changed or self._before is not None)

    def _forget(self) -> None:
        self._before = self._after = None
        self.setText(self._text)

    @Slot()
    def _press(self) -> None:
        before, self._before, self._after = self._before, self._read(), None
        if before is None:
            self._do()
            self._after = self._read()
            self.setText(tr("Undo reset"))
        else:
            self._forget()
            self._restore(before)
