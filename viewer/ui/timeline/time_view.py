"""The stretch of time that the timeline shows, for others that show the same."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.content import TimelineContent


class TimeView(QObject):
    """Remembers what the timeline told last.

    Attributes:
        axis: of the lanes, None as long as nothing was told.
        content: what is on it, None while there is nothing.

    """

    changed = Signal()
    """Another stretch is shown, or of another recording."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.axis: TimeAxis | None = None
        self.content: TimelineContent | None = None

    @Slot(object, object)
    def take(self, axis: TimeAxis, content: TimelineContent | None) -> None:
        """Know what is shown now."""
        self.axis, self.content = axis, content
        self.changed.emit()
