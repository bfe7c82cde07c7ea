"""Pausing by itself at the kinds of events the user chose."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.replay.events import kinds_at, merged
from viewer.ui.event_words import event_words
from viewer.ui.format import TimeText
from viewer.ui.state.event_times import EventTimes
from viewer.ui.state.messages import Messages
from viewer.ui.state.playback import Playback
from viewer.ui.state.settings import Settings


class AutoPause(QObject):
    """Tells the transport where to pause, and the user why it did."""

    def __init__(
        self,
        playback: Playback,
        settings: Settings,
        times: EventTimes,
        messages: Messages,
        time_text: TimeText,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._playback = playback
        self._messages = messages
        self._settings = settings
        self._times = times
        self._stopped_at: float | None = None
        self._time_text = time_text
        settings.changed("pausing_events").connect(self._set_stops)
        times.changed.connect(self._set_stops)
        playback.changed.connect(self._tell)
        self._set_stops()

    @Slot()
    def _set_stops(self) -> None:
        self._playback.transport.set_stops(merged(self._times.by_kind, self._settings.pausing_events))

    @Slot()
    def _tell(self) -> None:
        """Say once why it paused."""
        before, self._stopped_at = self._stopped_at, self._playback.transport.stopped_at
        time = self._stopped_at
        if time is None or time == before:
            return
        pausing = [
            kind for kind in kinds_at(self._times.by_kind, time) if kind in self._settings.pausing_events
        ]
        what = event_words()[pausing[0]].happened if pausing else self.tr("event")
        said = self.tr("Paused at {time}: {what}")
        self._messages.tell(said.format(what=what, time=self._time_text(time)))
