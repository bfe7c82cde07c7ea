"""Display of the playhead's position: time, frame, time of day, duration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QFontMetrics, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_forms import TimeForm, TimeScale, elapsed_text
from viewer.ui import format as fmt
from viewer.ui.actions import ActionMenu
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.parts import label

_GAP = 16
_PADDING = 6
_RADIUS = 6.0
_MARGIN = 7
"""Pixels above and below the background that the time display has while the mouse is over it."""


class PlaybackReadout(QWidget):
    """Display of time, length, frame, time of day and frame duration; a click opens a menu of time formats.

    First comes the time in the chosen format, then the time in the other formats, then the duration of the
    frame. Each text has the width of the longest that it can show, so that nothing moves while time runs.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._index: RecordingIndex | None = None
        self._scale: TimeScale | None = None
        self._playhead = 0.0
        self._frame_index = 0
        self._brief = False
        self._menu = ActionMenu(self)
        self._time = label(size=20, bold=True)
        others = (label(size=13, role="secondary") for _ in range(4))
        self._length, self._frame, self._duration, self._clock = others
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self._time.setAlignment(right)
        self._frame.setAlignment(right)
        row = in_row(self, margins=(_PADDING, 0, _PADDING, 0))
        self._length.setContentsMargins(0, 5, 0, 0)  # on the baseline of the time
        for part in (self._time, self._length):
            row.addWidget(part)
        row.addSpacing(_GAP)
        for part in (self._frame, self._clock, self._duration):
            row.addWidget(part)
        self.set_recording(None)

    def set_menu(self, actions: Sequence[QAction | None]) -> None:
        """Set the menu that a click on the time display opens; None in ``actions`` is a separator."""
        self._menu.clear()
        for action in actions:
            if action is None:
                self._menu.addSeparator()
            else:
                self._menu.addAction(action)

    def set_scale(self, scale: TimeScale | None) -> None:
        """Show times in the format of ``scale`` (seconds, frame or time of day); None means seconds."""
        self._scale = scale
        self.set_recording(self._index)

    def measure(self) -> None:
        """Set the widths of the readout's texts (time, frame, …) again, because fonts have changed."""
        self.set_recording(self._index)

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show the recording ``index``, with room for its longest texts; None for no recording."""
        self._index = index
        self.setCursor(Qt.CursorShape.ArrowCursor if index is None else Qt.CursorShape.PointingHandCursor)
        self.setToolTip("" if index is None else tr("Time and frame\nClick to show time in another form"))
        if index is None:
            for part in (self._length, self._frame, self._duration, self._clock):
                _set_widest(part, "")
            _set_widest(self._time, fmt.UNKNOWN)
            self._time.setText(fmt.UNKNOWN)
            return
        scale = self._scale_of(index)
        longest = float(index.frames["duration"].max())
        _set_widest(self._time, scale.figure(index.duration))
        _set_widest(self._length, self._length_text(index, scale))
        self._length.setText(self._length_text(index, scale))
        last = len(index.frames) - 1
        _set_widest(self._frame, self._position_text(index.duration, last, index, scale))
        _set_widest(self._duration, f" · {fmt.seconds(longest)}")
        _set_widest(self._clock, self._clock_text(0.0, index, scale))
        self.set_playhead(self._playhead, self._frame_index)

    def set_playhead(self, elapsed: float, frame: int = 0) -> None:
        """Show ``elapsed`` (seconds) as the time of the playhead, and the frame with the index ``frame``."""
        self._playhead, self._frame_index = elapsed, frame
        index = self._index
        if index is None:
            return
        scale = self._scale_of(index)
        number = min(frame, len(index.frames) - 1)
        is_last = number == len(index.frames) - 1
        duration = float(index.frames["duration"][number])
        in_frames = scale.form is TimeForm.FRAME
        self._time.setText(f"#{index.frames['frame'][number]}" if in_frames else scale.figure(elapsed))
        self._frame.setText(self._position_text(elapsed, number, index, scale))
        self._duration.setText("" if is_last else f" · {fmt.seconds(duration)}")
        self._clock.setText(self._clock_text(elapsed, index, scale))

    # -- hiding parts, the least important first

    def show_clock(self, shown: bool) -> None:
        """Show the time of day beside the playback position if ``shown``, else hide it."""
        self._show(self._clock, shown)

    def show_duration(self, shown: bool) -> None:
        """Show or hide the duration of the current frame of the recording."""
        self._show(self._duration, shown)

    def show_words(self, shown: bool) -> None:
        """Set the form of the current frame's number: "frame 136 of 237" if ``shown``, else "136 / 237"."""
        self._brief = not shown
        if self._index is not None:
            index = self._index
            position = self._position_text(
                index.duration, len(index.frames) - 1, index, self._scale_of(index)
            )
            _set_widest(self._frame, position)
            self.set_playhead(self._playhead, self._frame_index)
            self.updateGeometry()

    def show_length(self, shown: bool) -> None:
        """Show the length of the recording beside the time if ``shown``, else hide it."""
        self._show(self._length, shown)

    # -- Qt's events

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a background behind the playback position while the mouse is over it."""
        if self.underMouse() and self._index is not None:
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(current_theme().raised)
                painter.drawRoundedRect(self.rect().adjusted(0, _MARGIN, 0, -_MARGIN), _RADIUS, _RADIUS)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open the menu of time formats on a click with the left button."""
        if self._index is None or event.button() != Qt.MouseButton.LeftButton or self._menu.isEmpty():
            super().mousePressEvent(event)
            return
        self._menu.popup(self.mapToGlobal(QPoint(0, self.height() - _MARGIN)))

    def _show(self, part: QLabel, shown: bool) -> None:
        """Show the label ``part`` if ``shown``, else hide it, and make the layout follow at once."""
        part.setVisible(shown)
        self.updateGeometry()

    # -- texts

    def _scale_of(self, index: RecordingIndex) -> TimeScale:
        scale = self._scale
        if scale is None:
            return TimeScale(index)
        return scale if scale.index is index else replace(scale, index=index)

    @staticmethod
    def _length_text(index: RecordingIndex, scale: TimeScale) -> str:
        """Return the text behind the playhead's time, in the chosen time format ``scale``.

        It is the length of the recording (" / 29.9 s"), its last frame (" / 237") or, for times of day, the
        time zone (" UTC").
        """
        if scale.clock is not None:
            return scale.unit
        if scale.form is TimeForm.FRAME:
            return f" / {_last_frame(index)}"
        return f" / {scale.label(index.duration)}"

    def _position_text(self, elapsed: float, number: int, index: RecordingIndex, scale: TimeScale) -> str:
        """Return the position in the time formats that are not chosen, such as "frame 136 of 237".

        It has the frame if seconds are chosen, the seconds if frames are chosen, and both if the time of day
        is.

        Args:
            elapsed: position in seconds.
            number: index of the frame at that time.
            index: the recording.
            scale: the chosen time format.
        """
        seconds = elapsed_text(elapsed, index.duration)
        if scale.form is TimeForm.FRAME:
            return seconds
        text = "{frame} / {last}" if self._brief else tr("frame {frame} of {last}")
        frame = int(index.frames["frame"][number])
        position = text.format(frame=fmt.count(frame), last=fmt.count(_last_frame(index)))
        return position if scale.clock is None else fmt.join(seconds, position)

    @staticmethod
    def _clock_text(elapsed: float, index: RecordingIndex, scale: TimeScale) -> str:
        """Return the time of day ``elapsed`` seconds after the start of ``index``, as " · 01:04:40 UTC".

        Return an empty text if it is unknown, or if the time of day is the chosen time format ``scale``.
        """
        if index.header.date is None or scale.clock is not None:
            return ""
        return f" · {fmt.wall_clock(index.header.date, elapsed)}"


def _last_frame(index: RecordingIndex) -> int:
    return int(index.frames["frame"][-1])


def _set_widest(shown: QLabel, text: str) -> None:
    """Fix the size of the label ``shown`` to that needed for ``text`` with any digits, and clear it.

    A label of fixed size causes no new layout when its text changes.
    """
    widest = "".join("0" if sign.isdigit() else sign for sign in text)
    shown.setText(widest)
    shown.setFixedSize(QFontMetrics(shown.font()).horizontalAdvance(widest) + 1, shown.sizeHint().height())
    shown.clear()
