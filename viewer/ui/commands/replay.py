"""The menu Replay: time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from PySide6.QtCore import QObject, Slot

from viewer.replay.events.event_kinds import EventKind
from viewer.ui.state.event_kinds import EventKinds, EventTimes
from viewer.ui.state.messages import Messages
from viewer.ui.state.moment import Moment
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback


class ReplayCommands(QObject):
    """Moves the playhead."""

    def __init__(
        self,
        recording: OpenRecording,
        playback: Playback,
        moment: Moment,
        messages: Messages,
        kinds: EventKinds,
        times: EventTimes,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._recording = recording
        self._playback = playback
        self._moment = moment
        self._messages = messages
        self._kinds = kinds
        self._times = times

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "play_pause": self._play_pause,
            "play_forwards": self._play_forwards,
            "play_backwards": self._play_backwards,
            "step_back": self._step_back,
            "step_forward": self._step_forward,
            "back_1s": self._back_1s,
            "forward_1s": self._forward_1s,
            "back_10s": self._back_10s,
            "forward_10s": self._forward_10s,
            "go_start": self._go_start,
            "go_end": self._go_end,
            "previous_event": self._previous_event,
            "next_event": self._next_event,
            "slower": self._slower,
            "faster": self._faster,
            "speed_reset": self._speed_reset,
            "loop": self._loop,
            "skip_gaps": self._skip_gaps,
            "interpolate": self._interpolate,
        }

    @Slot()
    def _play_pause(self) -> None:
        self._playback.toggle_play()

    @Slot()
    def _play_forwards(self) -> None:
        self._playback.shuttle(1)

    @Slot()
    def _play_backwards(self) -> None:
        self._playback.shuttle(-1)

    @Slot()
    def _step_back(self) -> None:
        self._playback.step(-1)

    @Slot()
    def _step_forward(self) -> None:
        self._playback.step(1)

    @Slot()
    def _back_1s(self) -> None:
        self._jump(-1.0)

    @Slot()
    def _forward_1s(self) -> None:
        self._jump(1.0)

    @Slot()
    def _back_10s(self) -> None:
        self._jump(-10.0)

    @Slot()
    def _forward_10s(self) -> None:
        self._jump(10.0)

    @Slot()
    def _go_start(self) -> None:
        self._playback.go_start()

    @Slot()
    def _go_end(self) -> None:
        self._playback.seek(self._playback.transport.duration)

    @Slot()
    def _previous_event(self) -> None:
        self._go_event(-1)

    @Slot()
    def _next_event(self) -> None:
        self._go_event(1)

    @Slot()
    def _slower(self) -> None:
        self._playback.change_speed(-1)

    @Slot()
    def _faster(self) -> None:
        self._playback.change_speed(1)

    @Slot()
    def _speed_reset(self) -> None:
        self._playback.set_speed(1.0)

    @Slot()
    def _loop(self) -> None:
        self._playback.set_loop(self._playback.transport.next_loop())

    @Slot(bool)
    def _skip_gaps(self, on: bool) -> None:
        self._playback.set_skips_gaps(on)

    @Slot(bool)
    def _interpolate(self, on: bool) -> None:
        self._moment.set_interpolate(on)

    def _jump(self, seconds: float) -> None:
        self._playback.seek(self._playback.transport.playhead + seconds)

    def _go_event(self, direction: int) -> None:
        visible = self._kinds.visible
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
