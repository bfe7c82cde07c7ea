"""Rate at which the playhead moves while playing: that of the screen on which the window is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QMetaObject, QObject, Signal, Slot
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QStyle, QWidget

_USUAL = 60.0
"""Updates per second of a window in the background, or where the system asks for less motion."""
_LEAST, _MOST = 30.0, 144.0
_EVENTS = {
    QEvent.Type.Show,
    QEvent.Type.WindowActivate,
    QEvent.Type.WindowDeactivate,
    QEvent.Type.StyleChange,
}


class TickRate(QObject):
    """Updates per second of the map and the timeline while the recording plays.

    That is the refresh rate of the window's screen, from 30 to 144 Hz, also after the window has moved to
    another screen. It is 60 Hz while another window has the keyboard, or if animations are switched off in
    the system.
    """

    changed = Signal(float)
    """Emitted with the new rate in Hz."""

    def __init__(
        self, window: QWidget, refresh_rate: Callable[[QScreen], float] = QScreen.refreshRate
    ) -> None:
        """Watch ``window``, a top-level widget; ``refresh_rate`` returns the rate of a screen in Hz."""
        super().__init__(window)
        self._window, self._refresh_rate = window, refresh_rate
        self._screen: QScreen | None = None
        self._connection = QMetaObject.Connection()
        self.rate = _USUAL
        window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Read the rate again when the window is shown, gets or loses the keyboard; return False."""
        if event.type() in _EVENTS:
            if event.type() == QEvent.Type.Show:
                self._window.windowHandle().screenChanged.connect(self.update)
            self.update()
        return False

    @Slot()
    def update(self) -> None:
        """Read the rate of the window's screen, and emit ``changed`` if it is another one."""
        screen, style = self._window.screen(), self._window.style()
        if screen is not self._screen:
            # also if the screen was unplugged; PySide6's annotations lack this overload
            self.disconnect(self._connection)  # type: ignore[call-overload]
            self._connection = screen.refreshRateChanged.connect(self.update)
            self._screen = screen
        moves = style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self._window) > 0
        rate = _USUAL
        if moves and self._window.isActiveWindow():
            rate = min(max(self._refresh_rate(screen) or _USUAL, _LEAST), _MOST)
        if rate != self.rate:
            self.rate = rate
            self.changed.emit(rate)
