"""What was true of a recording: where the playhead is, and at the time that is pointed at."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.follow import FileChange, FileStatus
from viewer.recording.read.changes import door_changes
from viewer.replay.world.world import World, world_at
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback
from viewer.ui.widgets.throttle import Throttle

_INTERVAL = 16  # milliseconds: a frame on the screen


class Moment(QObject):
    """Observable: makes a World of a recording and the playhead, whenever it can be another one."""

    world_changed = Signal(object)
    """World at the playhead, or None."""

    def __init__(self, recording: OpenRecording, playback: Playback, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recording = recording
        self._playback = playback
        self._broken = False
        self._seen = True
        self._late = False
        self.world: World | None = None
        self.interpolate = False
        recording.prepare(door_changes)  # which each world asks for
        recording.replacing.connect(self._forget)
        recording.file_changed.connect(self._try_again)
        playback.moved.connect(self._follow)

    @Slot(bool)
    def set_interpolate(self, on: bool) -> None:
        """Show poses between frames, or only recorded ones."""
        if on != self.interpolate:
            self.interpolate = on
            self.look_again()

    @Slot(bool)
    def set_seen(self, seen: bool) -> None:
        """Say whether anybody can see a world: as long as nobody can, none is made."""
        self._seen = seen
        if seen and self._late:
            self.look_again()

    def look_again(self) -> None:
        """Make the world anew, though the playhead may be where it was."""
        index = self._recording.index
        self._late = index is not None and not self._seen
        if self._late:
            return
        if index is None:
            self.world = None
            self.world_changed.emit(None)
            return
        transport = self._playback.transport
        try:
            self.world = world_at(
                index, transport.playhead, interpolate=self.interpolate, frame_index=transport.frame
            )
        except RecordingError as error:
            self._playback.stay(self.world.elapsed if self.world is not None else None)
            if not self._broken:  # once: the file does not get better by asking for every frame
                self._broken = True
                self._recording.explain(error)
            return
        self.world_changed.emit(self.world)

    @Slot()
    def _follow(self) -> None:
        """Go where the playhead is; the world is asked for only when it can differ."""
        world, transport = self.world, self._playback.transport
        same = (
            world is not None
            and world.index is self._recording.index
            and transport.frame == world.frame_index
            and (not self.interpolate or transport.playhead == world.elapsed)
        )
        if self._recording.index is not None and not same:
            self.look_again()

    @Slot()
    def _forget(self) -> None:
        self.world = None
        self._broken = False

    @Slot(object)
    def _try_again(self, change: FileChange) -> None:
        if change.status is FileStatus.INTACT and self._broken:
            self._broken = False
            self.look_again()


class Preview(QObject):
    """Looks up the world at the time under the mouse, once for each frame on the screen at most.

    Attributes:
        world: what was true then; None when nothing is pointed at.

    """

    world_changed = Signal(object)
    """World at the time that is pointed at, or None when none is."""

    def __init__(self, recording: OpenRecording, moment: Moment, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recording = recording
        self._moment = moment
        self._elapsed: float | None = None
        self.world: World | None = None
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
        if world is not self.world:
            self.world = world
            self.world_changed.emit(world)
