"""The clock of playing: a timer and a monotonic reading, never a thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from viewer.ui.state.playback import Playback

_TICK = 16  # milliseconds, about 60 a second


class Player(QObject):
    """Lets time pass while it is played."""

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self._playback = playback
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=_TICK)
        self._timer.timeout.connect(playback.tick)
        playback.changed.connect(self._follow)

    @Slot()
    def _follow(self) -> None:
        if self._playback.transport.playing != self._timer.isActive():
            if self._playback.transport.playing:
                self._timer.start()
            else:
                self._timer.stop()
