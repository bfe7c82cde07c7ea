"""The states of all actors at the playhead and at the time under the mouse."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.follow import FileChange, FileStatus
from viewer.recording.index import RecordingIndex
from viewer.recording.motion_check import motion_check
from viewer.recording.read.changes import door_changes
from viewer.replay.world.world import World, world_at
from viewer.ui.background.derived import same_value
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback
from viewer.ui.widgets.throttle import Throttle

_INTERVAL = 16  # milliseconds: a frame on the screen


class CurrentWorld:
    """The World (state of all actors) at the playhead, made anew when playhead or recording change."""

    def __init__(self, recording: OpenRecording, playback: Playback, changes: Changes) -> None:
        """Prepare to make the World (state of all actors) of ``recording`` at the playhead of ``playback``.

        Changes are reported to ``changes``.
        """
        self._recording, self._playback, self._changes = recording, playback, changes
        self._asked: tuple[object, ...] = ()
        self._broken = False
        self._seen = True
        self._world: World | None = None
        self.interpolate = False
        """Whether poses are shown that lie between frames."""
        recording.prepare(door_changes)  # every World needs these
        recording.prepare(motion_check)
        recording.file_changed.connect(self._try_again)

    @property
    def world(self) -> World | None:
        """State of all actors at the playhead; None if no recording is open.

        It is not updated while the window is invisible.
        """
        self.update()
        return self._world

    def set_interpolate(self, on: bool) -> None:
        """Set whether actors' poses are interpolated between frames; if not, recorded poses are used."""
        if on != self.interpolate:
            self.interpolate = on
            self._changes.touch()

    def set_seen(self, seen: bool) -> None:
        """Store whether the window is visible; Worlds (states of all actors) are made only while it is."""
        self._seen = seen
        self._changes.touch()

    def update(self) -> None:
        """Make a new World (state of all actors) if recording, frame or interpolated time have changed.

        If the frame cannot be read, the World stays, and playback pauses at its
        time.
        """
        index = self._recording.index
        if index is None:
            self.forget()
            return
        now = self._now(index)
        if same_value(now, self._asked) or not self._seen:
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
            if not self._broken:  # once, not for every frame
                self._broken = True
                self._recording.explain(error)
        else:
            self._changes.touch()

    def _now(self, index: RecordingIndex) -> tuple[object, ...]:
        transport = self._playback.transport
        return index, transport.frame, transport.playhead if self.interpolate else None

    def forget(self) -> None:
        """Drop the World (state of all actors), because another recording is opened or none."""
        self._broken, self._asked = False, ()
        if self._world is not None:
            self._world = None
            self._changes.touch()

    def _try_again(self, change: FileChange) -> None:
        if change.status is FileStatus.INTACT and self._broken:
            self._broken, self._asked = False, ()
            self._changes.touch()


class Preview(QObject):
    """State of all actors (World) at the time under the mouse, updated at most once per screen frame.

    Attributes:
        world: the World at that time; None while the mouse points at no time.
    """

    def __init__(
        self, recording: OpenRecording, moment: CurrentWorld, changes: Changes, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._recording, self._moment, self._changes = recording, moment, changes
        self._elapsed: float | None = None
        self.world: World | None = None
        self._throttle = Throttle(_INTERVAL, self)
        self._throttle.due.connect(self._update)

    @Slot(object)
    def point_at(self, elapsed: float | None) -> None:
        """Set the time in the timeline under the mouse, ``elapsed`` in seconds; None if there is none."""
        self._elapsed = elapsed
        if elapsed is None:
            self._set_world(None)
        else:
            self._throttle.request()

    @Slot()
    def _update(self) -> None:
        index = self._recording.index
        if index is None or self._elapsed is None:
            return
        try:
            self._set_world(world_at(index, self._elapsed, interpolate=self._moment.interpolate))
        except RecordingError:  # the file has changed; making the next world reports that
            self._set_world(None)

    def _set_world(self, world: World | None) -> None:
        if world is not self.world:
            self.world = world
            self._changes.touch()
