"""Lets what floats on the map come and go softly."""

from __future__ import annotations

from PySide6.QtCore import QAbstractAnimation, QObject, QPropertyAnimation, Qt
from PySide6.QtWidgets import QApplication, QGraphicsOpacityEffect, QLabel, QStyle, QWidget

FADE_IN, FADE_OUT = 150, 100
"""Milliseconds."""


def is_motion_wanted() -> bool:
    """Tell whether the system shows motion; where there is no screen nobody would see any."""
    style = QApplication.style()
    duration = style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
    return duration > 0 and QApplication.platformName() != "offscreen"


class Fading(QObject):
    """Fades widgets in that were just shown, and a picture of those out that were just hidden.

    Attributes:
        wanted: whether anything fades at all.

    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.wanted = is_motion_wanted()
        self._running: dict[QWidget, QPropertyAnimation] = {}

    def fade_in(self, widget: QWidget) -> None:
        """Let a widget appear."""
        if self.wanted and widget not in self._running:
            fade = self._fade(widget, 0.0, 1.0, FADE_IN)
            self._running[widget] = fade
            fade.finished.connect(lambda: self._end(widget))

    def fade_out(self, widget: QWidget) -> None:
        """Leave a picture of a widget where it was, which disappears."""
        host = widget.parentWidget()
        if not self.wanted or host is None or not host.isVisible() or widget.size().isEmpty():
            return
        ghost = QLabel(host)
        ghost.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        ghost.setPixmap(widget.grab())
        ghost.setGeometry(widget.geometry())
        self._end(widget)
        ghost.show()
        self._fade(ghost, 1.0, 0.0, FADE_OUT).finished.connect(ghost.deleteLater)

    def _end(self, widget: QWidget) -> None:
        """Show a widget as it is; it may have been hidden before it was there in full."""
        fade = self._running.pop(widget, None)
        if fade is not None:
            fade.stop()
            widget.setGraphicsEffect(None)  # type: ignore[arg-type]

    def _fade(self, widget: QWidget, begin: float, end: float, duration: int) -> QPropertyAnimation:
        effect = QGraphicsOpacityEffect(widget)
        effect.setOpacity(begin)
        widget.setGraphicsEffect(effect)
        fade = QPropertyAnimation(effect, b"opacity", self)
        fade.setStartValue(begin)
        fade.setEndValue(end)
        fade.setDuration(duration)
        fade.start(QAbstractAnimation.DeletionPolicy.DeleteWhenStopped)
        return fade
