"""Display of the playhead's position: time, frame, time of day, duration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_forms import TimeForm, TimeScale, elapsed_text
from viewer.ui import format as fmt
from viewer.ui.actions import ActionMenu
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.parts import label, styled

_GAP = 4
_PADDING = 6
_RADIUS = 6.0
_MARGIN = 7
"""Pixels above and below the background that the time display has while the mouse is over it."""


class PlaybackReadout(QWidget):
    """Display of time, length, frame, time of day and frame duration; a click opens a menu of time formats.

    First comes the time in the chosen format, then the length, then the time in the other formats, then the
    duration of the frame; in a narrow window the last of these are left out. Nothing moves while time runs.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._index: RecordingIndex | None = None
        self._scale: TimeScale | None = None
        self._playhead = 0.0
        self._frame_index = 0
        self._least_width = self._widest = 0
        self._menu = ActionMenu(self)
        self._time = label(size=20, bold=True)
        self._time.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._details = styled(ElidedLabel(by_parts=True), 13, "secondary")
        self._details.setContentsMargins(0, 5, 0, 0)  # on the baseline of the time
        in_row(self, self._time, self._details, spacing=_GAP, margins=(_PADDING, 0, _PADDING, 0))
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
        self.measure()

    def measure(self) -> None:
        """Set the widths of the readout's texts (time, frame, …) again, because fonts have changed."""
        self.set_recording(self._index)

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show the recording ``index``, with room for its longest texts; None for no recording."""
        self._index = index
        self.setCursor(Qt.CursorShape.ArrowCursor if index is None else Qt.CursorShape.PointingHandCursor)
        self.setToolTip("" if index is None else tr("Time and frame\nClick to show time in another form"))
        scale = None if index is None else self._scale_of(index)
        time, details = fmt.UNKNOWN, ""
        if index is not None and scale is not None:
            longest = int(index.frames["duration"].argmax())
            time = scale.figure(index.duration)
            details = self._details_text(index.duration, len(index.frames) - 1, longest, index, scale)
        advance = QFontMetrics(self._details.font()).horizontalAdvance
        self._time.setText(time)
        width = QFontMetrics(self._time.font()).horizontalAdvance(_widest(time)) + 1
        self._time.setFixedWidth(width)
        self._details.setText(details)
        self._least_width = self._time.width() + 2 * _PADDING
        self._widest = self._least_width + (_GAP + advance(_widest(details)) + 1 if details else 0)
        self.updateGeometry()
        self._fit()
        self.set_playhead(self._playhead, self._frame_index)

    def set_playhead(self, elapsed: float, frame: int = 0) -> None:
        """Show ``elapsed`` (seconds) as the time of the playhead, and the frame with the index ``frame``."""
        self._playhead, self._frame_index = elapsed, frame
        index = self._index
        if index is None:
            return
        scale = self._scale_of(index)
        number = min(frame, len(index.frames) - 1)
        in_frames = scale.form is TimeForm.FRAME
        self._time.setText(f"#{index.frames['frame'][number]}" if in_frames else scale.figure(elapsed))
        self._details.setText(self._details_text(elapsed, number, number, index, scale))

    # -- Qt's events

    def sizeHint(self) -> QSize:
        """Return the size at which the longest texts of the recording are visible."""
        return QSize(self._widest, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the size at which only the time is visible."""
        return QSize(self._least_width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the last texts if the new width is too small for all."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Fix the size of the texts behind the time: so no other text causes a new layout."""
        width = max(self.width() - self._least_width - _GAP, 0)
        self._details.setFixedSize(width, self._details.sizeHint().height())

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

    # -- texts

    def _scale_of(self, index: RecordingIndex) -> TimeScale:
        scale = self._scale
        if scale is None:
            return TimeScale(index)
        return scale if scale.index is index else replace(scale, index=index)

    @staticmethod
    def _details_text(
        elapsed: float, number: int, lasting: int, index: RecordingIndex, scale: TimeScale
    ) -> str:
        """Return the texts behind the time, such as "/ 29.9 s · frame 136 of 237 · 01:04:40 UTC · 0.050 s".

        They are the length of the recording, or for times of day the time zone; the position in the time
        formats that are not chosen; and the duration of a frame, which the last one lacks.

        Args:
            elapsed: position in seconds.
            number: index of the frame at that time.
            lasting: index of the frame whose duration is shown.
            index: the recording.
            scale: the chosen time format.
        """
        last, date = len(index.frames) - 1, index.header.date
        frame = tr("frame {frame} of {last}").format(
            frame=fmt.count(int(index.frames["frame"][number])),
            last=fmt.count(int(index.frames["frame"][-1])),
        )
        seconds = elapsed_text(elapsed, index.duration)
        clock = "" if date is None else fmt.wall_clock(date, elapsed)
        duration = "" if lasting == last else fmt.seconds(float(index.frames["duration"][lasting]))
        if scale.clock is not None:
            return fmt.join(scale.unit.strip(), seconds, frame, duration)
        if scale.form is TimeForm.FRAME:
            return fmt.join(f"/ {index.frames['frame'][-1]}", seconds, clock, duration)
        return fmt.join(f"/ {scale.label(index.duration)}", frame, clock, duration)


def _widest(text: str) -> str:
    """Return ``text`` with zeros for all digits, none of which is wider in the program's fonts."""
    return "".join("0" if sign.isdigit() else sign for sign in text)
