"""What was true of a recording: where the playhead is, and at the time that is pointed at."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.follow import FileChange, FileStatus
from viewer.recording.index import RecordingIndex
from viewer.recording.motion_check import motion_check
from viewer.recording.read.changes import door_changes
from viewer.replay.world.world import World, world_at
from viewer.ui.state.changes import Changes, What
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback
from viewer.ui.widgets.throttle import Throttle

_INTERVAL = 16  # milliseconds: a frame on the screen


class Moment:
    """Makes a World of a recording and the playhead, whenever it can be another one."""

    def __init__(self, recording: OpenRecording, playback: Playback, changes: Changes) -> None:
        """Take of what, when, and who is told."""
        self._recording, self._playback, self._changes = recording, playback, changes
        self._asked: tuple[RecordingIndex, int, float | None] | None = None
        self._broken = False
        self._seen = True
        self._world: World | None = None
        self.interpolate = False
        """Whether poses are shown that lie between frames."""
        recording.prepare(door_changes)  # which each world asks for
        recording.prepare(motion_check)
        recording.file_changed.connect(self._try_again)

    @property
    def world(self) -> World | None:
        """What is true at the playhead, or None; as long as nobody can see one, the last that was seen."""
        self.look()
        return self._world

    def set_interpolate(self, on: bool) -> None:
        """Show poses between frames, or only recorded ones."""
        if on != self.interpolate:
            self.interpolate = on
            self._changes.tell(What.TIME)

    def set_seen(self, seen: bool) -> None:
        """Say whether anybody can see a world: as long as nobody can, none is made."""
        self._seen = seen
        self._changes.tell(What.TIME)

    def look(self) -> None:
        """Make another world if it can differ from that which there is, and tell it."""
        index, asked = self._recording.index, self._asked
        if index is None:
            self.forget()
            return
        now = self._now(index)
        same = asked is not None and asked[0] is index and asked[1:] == now[1:]
        if same or not self._seen:
            return
        self._asked = now
        transport = self._playback.transport
        try:
            self._world = world_at(
                index, transport.playhead, interpolate=self.interpolate, frame_index=transport.frame
            )
        except RecordingError as error:
            self._playback.stay(self._world.elapsed if self._world is not None else None)
            self._asked = self._now(index)
            if not self._broken:  # once: the file does not get better by asking for every frame
                self._broken = True
                self._recording.explain(error)
        else:
            self._changes.tell(What.WORLD)

    def _now(self, index: RecordingIndex) -> tuple[RecordingIndex, int, float | None]:
        transport = self._playback.transport
        return index, transport.frame, transport.playhead if self.interpolate else None

    def forget(self) -> None:
        """Know no world: another recording is opened, or none."""
        self._broken, self._asked = False, None
        if self._world is not None:
            self._world = None
            self._changes.tell(What.WORLD)

    def _try_again(self, change: FileChange) -> None:
        if change.status is FileStatus.INTACT and self._broken:
            self._broken, self._asked = False, None
            self._changes.tell(What.TIME)


class Preview(QObject):
    """Looks up the world at the time under the mouse, once for each frame on the screen at most.

    Attributes:
        world: what was true then; None when nothing is pointed at.

    """

    def __init__(
        self, recording: OpenRecording, moment: Moment, changes: Changes, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._recording, self._moment, self._changes = recording, moment, changes
        self._elapsed: float | None = None
        self.world: World | None = None
        self._throttle = Throttle(_INTERVAL, self)
        self._throttle.due.connect(self._look)

    @Slot(object)
    def point_at(self, elapsed: float | None) -> None:
        """Take the time under the mouse in seconds, or None when it left."""
        self._elapsed = elapsed
        if elapsed is None:
            self._tell(None)
        else:
            self._throttle.request()

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
        if world is not self.world:
            self.world = world
            self._changes.tell(What.PREVIEW)
