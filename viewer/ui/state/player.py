"""The clock of playing: a timer and a monotonic reading, never a thread (DESIGN.md §5)."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from viewer.ui.state.session import Session

_TICK = 16  # milliseconds, about 60 a second


class Player(QObject):
    """Ticks the session while it plays."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_TICK)
        self._timer.timeout.connect(self._tick)
        session.playback_changed.connect(self._follow)

    @Slot()
    def _tick(self) -> None:
        self._session.tick()

    @Slot()
    def _follow(self) -> None:
        if self._session.transport.playing != self._timer.isActive():
            if self._session.transport.playing:
                self._timer.start()
            else:
                self._timer.stop()
