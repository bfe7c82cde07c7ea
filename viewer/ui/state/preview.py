"""What was true at the time that is pointed at, while the playhead stays where it is."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.logfile.errors import RecordingError
from viewer.replay.world.world import World, world_at
from viewer.ui.state.moment import Moment
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.widgets.throttle import Throttle

_INTERVAL = 16  # milliseconds: a frame on the screen


class Preview(QObject):
    """Looks up the world at the time under the mouse, once for each frame on the screen at most."""

    world_changed = Signal(object)
    """World at the time that is pointed at, or None when none is."""

    def __init__(self, recording: OpenRecording, moment: Moment, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recording = recording
        self._moment = moment
        self._elapsed: float | None = None
        self._shown = False
        self._throttle = Throttle(_INTERVAL, self)
        self._throttle.due.connect(self._look)
        recording.opened.connect(self._forget)

    @Slot(object)
    def point_at(self, elapsed: float | None) -> None:
        """Take the time under the mouse in seconds, or None when it left."""
        self._elapsed = elapsed
        if elapsed is None:
            self._tell(None)
        else:
            self._throttle.request()

    @Slot(object)
    def _forget(self, _index: object) -> None:
        self.point_at(None)

    @Slot()
    def _look(self) -> None:
        index = self._recording.index
        if index is None or self._elapsed is None:
            return
        try:
            self._tell(world_at(index, self._elapsed, interpolate=self._moment.interpolate))
        except RecordingError:  # the file has changed; whoever makes the next world is told so, too
            self._tell(None)

    def _tell(self, world: World | None) -> None:
        if world is not None or self._shown:
            self._shown = world is not None
            self.world_changed.emit(world)
