"""Going through time as fast as it can be shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot

from viewer.ui.state.playback import Playback


class Scrubber(QObject):
    """Goes where the mouse is on the timeline.

    Each movement is shown at once. Only those that come while an earlier one is still being looked up or
    painted wait until that is done, and then the last of them counts: however slow it is, the picture is
    never more than one step behind the mouse.
    """

    def __init__(self, playback: Playback, parent: QObject) -> None:
        super().__init__(parent)
        self._playback = playback
        self._wanted: float | None = None
        # Without an interval: due when no event is left, so after painting.
        self._idle = QTimer(self, singleShot=True)
        self._idle.timeout.connect(self._go_on)

    @Slot(float)
    def seek(self, elapsed: float) -> None:
        """Go to a time in seconds."""
        if self._idle.isActive():
            self._wanted = elapsed
        else:
            self._idle.start()
            self._playback.seek(elapsed)

    @Slot()
    def _go_on(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self.seek(wanted)
