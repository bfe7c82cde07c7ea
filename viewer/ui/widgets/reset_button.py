"""A button that resets something, and brings it back when it is pressed again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton

from viewer.ui.translation import tr

State = TypeVar("State")


class ResetButton(QPushButton, Generic[State]):
    """Resets something; until that is changed otherwise, the next press undoes it."""

    def __init__(
        self,
        text: str,
        read: Callable[[], State],
        reset: Callable[[], object],
        restore: Callable[[State], object],
    ) -> None:
        """Show ``text``; ``read`` returns the state that ``restore`` brings back after ``reset``."""
        super().__init__(text)
        self._text, self._read, self._do, self._restore = text, read, reset, restore
        self._before: State | None = None
        self._after: State | None = None
        self.setAutoDefault(False)
        self.clicked.connect(self._press)

    def set_changed(self, *, changed: bool) -> None:
        """Enable the button where there is something to reset, or a reset to undo."""
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
