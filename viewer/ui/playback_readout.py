"""Where the playhead is, in words and numbers: time, frame, time of day, duration."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.theme import font

_GAP = 16


class PlaybackReadout(QWidget):
    """Five texts, each with the width of the longest it can show, so that nothing moves while time runs.

    The duration stands last: it is not always known, and leaves no hole then.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index: RecordingIndex | None = None
        self._playhead = 0.0
        self._brief = False
        self._time = _label(20, bold=True)
        self._length = _label(20)
        self._frame = _label(13)
        self._duration = _label(13)
        self._clock = _label(13)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self._time.setAlignment(right)
        self._frame.setAlignment(right)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for label in (self._time, self._length):
            row.addWidget(label)
        row.addSpacing(_GAP)
        for label in (self._frame, self._clock, self._duration):
            row.addWidget(label)
        self.set_recording(None)

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Make room for the longest texts of a recording that has frames; None for none."""
        self._index = index
        if index is None:
            for label in (self._length, self._frame, self._duration, self._clock):
                _set_widest(label, "")
            _set_widest(self._time, fmt.UNKNOWN)
            self._time.setText(fmt.UNKNOWN)
            return
        longest = float(index.frames["duration"].max())
        _set_widest(self._time, fmt.number(index.duration, 3))
        _set_widest(self._length, f" / {fmt.seconds(index.duration)}")
        self._length.setText(f" / {fmt.seconds(index.duration)}")
        _set_widest(self._frame, self._frame_text(_last_frame(index), index))
        _set_widest(self._duration, f" · {fmt.seconds(longest)}")
        _set_widest(self._clock, f" · {fmt.wall_clock(index.header.date, 0.0)}" if index.header.date else "")
        self.set_playhead(self._playhead)

    def set_playhead(self, elapsed: float) -> None:
        """Show a time in seconds, and the frame there."""
        self._playhead = elapsed
        index = self._index
        if index is None:
            return
        number = index.frame_at(elapsed)
        frame = index.frames[number]
        is_last = number == len(index.frames) - 1
        self._time.setText(fmt.number(elapsed, 3))
        self._frame.setText(self._frame_text(int(frame["frame"]), index))
        self._duration.setText("" if is_last else f" · {fmt.seconds(float(frame['duration']))}")
        if index.header.date is not None:
            self._clock.setText(f" · {fmt.wall_clock(index.header.date, elapsed)}")

    # -- leaving out, the least needed first

    def show_clock(self, shown: bool) -> None:
        """Show the time of day, if it is known."""
        self._show(self._clock, shown)

    def show_duration(self, shown: bool) -> None:
        """Show how long the frame lasts."""
        self._show(self._duration, shown)

    def show_words(self, shown: bool) -> None:
        """Write "frame 136 of 237", or "136 / 237"."""
        self._brief = not shown
        if self._index is not None:
            _set_widest(self._frame, self._frame_text(_last_frame(self._index), self._index))
            self.set_playhead(self._playhead)
            self.updateGeometry()

    def show_length(self, shown: bool) -> None:
        """Show the length of the recording beside the time."""
        self._show(self._length, shown)

    def _show(self, label: QLabel, shown: bool) -> None:
        """Show or hide a text; who lays this out learns of it at once, and not by an event."""
        label.setVisible(shown)
        self.updateGeometry()

    def _frame_text(self, frame: int, index: RecordingIndex) -> str:
        """Return where a frame is among all."""
        text = "{frame} / {last}" if self._brief else self.tr("frame {frame} of {last}")
        return text.format(frame=fmt.count(frame), last=fmt.count(_last_frame(index)))


def _last_frame(index: RecordingIndex) -> int:
    return int(index.frames["frame"][-1])


def _label(size: Literal[13, 20], *, bold: bool = False) -> QLabel:
    """Return a label; what is not bold is secondary."""
    label = QLabel()
    label.setFont(font(size, bold=bold))
    if not bold:
        label.setProperty("role", "secondary")
    return label


def _set_widest(label: QLabel, text: str) -> None:
    """Give a label the width of a text, whatever figures are in it, and clear it."""
    widest = "".join("0" if sign.isdigit() else sign for sign in text)
    label.setFixedWidth(QFontMetrics(label.font()).horizontalAdvance(widest) + 1)
    label.clear()
