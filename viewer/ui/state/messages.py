"""What the user is told in passing."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot


class Messages(QObject):
    """Whoever did something, or could not, says so here; the window shows it for a few seconds."""

    told = Signal(str)
    """A sentence, or a few words."""

    @Slot(str)
    def tell(self, text: str) -> None:
        """Say what was done, or why something that was asked for cannot be."""
        self.told.emit(text)
