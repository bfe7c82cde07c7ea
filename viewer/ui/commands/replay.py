"""The menu Replay: time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from PySide6.QtCore import QObject

from viewer.replay.events import EventKind
from viewer.ui.state.event_times import EventTimes
from viewer.ui.state.messages import Messages
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback
from viewer.ui.state.settings import Settings


class ReplayCommands(QObject):
    """Moves the playhead."""

    def __init__(
        self,
        recording: OpenRecording,
        playback: Playback,
        messages: Messages,
        settings: Settings,
        times: EventTimes,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._recording = recording
        self._playback = playback
        self._messages = messages
        self._settings = settings
        self._times = times

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        playback = self._playback
        return {
            "play_pause": playback.toggle_play,
            "play_forwards": lambda: playback.shuttle(1),
            "play_backwards": lambda: playback.shuttle(-1),
            "step_back": lambda: playback.step(-1),
            "step_forward": lambda: playback.step(1),
            "back_1s": lambda: self._jump(-1.0),
            "forward_1s": lambda: self._jump(1.0),
            "back_10s": lambda: self._jump(-10.0),
            "forward_10s": lambda: self._jump(10.0),
            "go_start": playback.go_start,
            "go_end": lambda: playback.seek(playback.transport.duration),
            "previous_event": lambda: self._go_event(-1),
            "next_event": lambda: self._go_event(1),
            "slower": lambda: playback.change_speed(-1),
            "faster": lambda: playback.change_speed(1),
            "speed_reset": lambda: playback.set_speed(1.0),
            "loop": lambda: playback.set_loop(playback.transport.next_loop()),
        }

    def _jump(self, seconds: float) -> None:
        self._playback.seek(self._playback.transport.playhead + seconds)

    def _go_event(self, direction: int) -> None:
        visible = self._settings.shown_events
        if self._recording.index is None:
            return
        time = self._next_time(visible, direction)
        if time is not None:
            self._playback.jump(time)
        elif not visible:
            self._messages.tell(self.tr("No kind of event is shown: see Replay, Events shown"))
        elif self._next_time(self._times.by_kind, direction) is not None:
            later, earlier = (
                self.tr("No later event of the kinds shown"),
                self.tr("No earlier event of the kinds shown"),
            )
            self._messages.tell(later if direction > 0 else earlier)
        else:
            self._messages.tell(self.tr("No later event") if direction > 0 else self.tr("No earlier event"))

    def _next_time(self, kinds: Collection[EventKind], direction: int) -> float | None:
        """Return when the next event of these kinds is, None if not in the recording: notes may be beyond."""
        transport = self._playback.transport
        time = self._times.next(kinds, transport.playhead, direction)
        return time if time is not None and 0.0 <= time <= transport.duration else None
