"""Notice of changes to parts of a window's state, which are looked at together once per turn."""

from __future__ import annotations

from PySide6.QtCore import QMetaObject, QObject, Qt, Slot


class Changes(QObject):
    """Notices that some part of a window's state has changed, and calls ``flush`` once for all of them.

    ``flush`` is called in the same turn of the event loop, before painting.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pending = False
        """Whether a part has changed since the last ``flush``."""

    @Slot()
    def touch(self) -> None:
        """Note that a part of the state has changed; ``flush`` is called later in this turn."""
        if not self.pending:
            QMetaObject.invokeMethod(self, "flush", Qt.ConnectionType.QueuedConnection)
        self.pending = True

    @Slot()
    def flush(self) -> None:
        """Show now what has changed, instead of later in the event loop."""
        self.pending = False
