"""The timeline as it is shown: its times, and how all is drawn."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_forms import TimeScale
from viewer.replay.time.transport import Transport
from viewer.replay.world.world import World
from viewer.ui import format as fmt
from viewer.ui.theme import Theme, font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.content import TimelineContent, content_of
from viewer.ui.timeline.cursors import (
    hover_chip,
    paint_frame_cell,
    paint_hover,
    paint_playhead,
    playhead_handle,
)
from viewer.ui.timeline.lane_host import LaneHost
from viewer.ui.timeline.names import paint_names, paint_scroll_bar
from viewer.ui.timeline.overlay import TimelineOverlay
from viewer.ui.timeline.overview import paint_overview, paint_window
from viewer.ui.timeline.picture import CachedPixmap
from viewer.ui.timeline.ruler import RULER_HEIGHT, TickLabel, paint_tick_labels, tick_labels

_ZOOM_MARGIN = 0.04
"""Part of what is zoomed to that is shown beside it."""
_LOWEST = 160
"""Pixels in which every lane has the least height it can do with."""
_KEYBOARD_REASONS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class TimelineCanvas(LaneHost):
    """Draws the timeline; everything but playhead and hover line comes out of one pixmap.

    To assistive technology it is a slider whose value is the frame: Qt gives that role to a QAbstractSlider,
    which is all that is used of it.
    """

    seek_requested = Signal(float)
    """Time in seconds to go to."""
    view_changed = Signal(object, object)
    """TimeAxis and Content that are shown now; None for Content while there is nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumHeight(_LOWEST)
        self.setAccessibleName(self.tr("Timeline"))
        self._playhead = 0.0
        self._playhead_frame: int | None = None
        self._direction = 0
        self._shown_frame: int | None = None
        self._hover: float | None = None
        self._told_hover: float | None = None
        self._told_view: tuple[TimeAxis, TimelineContent | None] | None = None
        self._overlays: list[TimelineOverlay] = []
        self._focus_by_key = False
        self._overview = CachedPixmap()
        self._lanes = CachedPixmap()
        self._tick_labels: tuple[TickLabel, ...] = ()
        self._back = QPushButton(self.tr("Back to playhead"), self)
        self._back.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._back.setFont(font(12))
        self._back.setStyleSheet("padding: 0px 6px;")
        self._back.setCursor(Qt.CursorShape.ArrowCursor)
        self._back.hide()
        self._back.clicked.connect(self._go_back)
        self.valueChanged.connect(self._take_value)

    # -- what it is told

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme, and with room for its text."""
        self._theme = theme
        self._tell_actors()
        self._arrange()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show a recording, or a longer view of one that is being read; None for nothing."""
        before = self._content
        content = content_of(index, self._scale, self._lists.values()) if index is not None else None
        anew = before is None or content is None or before.index.path != content.index.path
        self._content = content
        self._viewport.set_content(content, anew=anew)
        self._fill_lanes(content, anew=anew)
        if anew:
            self._overview.forget()
            self._shown_frame = None
            self._hover = self._told_hover = None
            self._playhead = content.first if content else 0.0
        with QSignalBlocker(self):
            self.setRange(0, content.frame_count - 1 if content else 0)
        self._tell_actors()
        self._arrange()

    def set_time_scale(self, scale: TimeScale | None) -> None:
        """Write times as on this scale; None for elapsed."""
        self._scale = scale
        content = self._content
        if content is None:
            return
        new = TimeScale(content.index) if scale is None else replace(scale, index=content.index)
        if new.writes_as(content.scale):  # as with each longer view of a recording
            return
        self._content = replace(content, scale=new)
        self._lives.set_content(self._content, anew=False)
        self._phases.set_content(self._content)
        self._tell_value(self._content)
        self._arrange()

    def set_world(self, world: World | None) -> None:
        """Tint the cell of the frame that is shown."""
        self._shown_frame = world.frame_index if world is not None else None
        self.update()

    def set_playback(self, transport: Transport) -> None:
        """Show the playhead and whether, and which way, it moves."""
        self._direction = (1 if transport.speed > 0 else -1) if transport.playing else 0
        self.set_playhead(transport.playhead, transport.frame)

    def set_playhead(self, elapsed: float, frame: int | None = None) -> None:
        """Move the playhead to a time in seconds; the frame there is the last, or told by its index."""
        content = self._content
        if content is None or not math.isfinite(elapsed):
            return
        self._playhead = content.clipped(elapsed)
        self._playhead_frame = frame
        self._viewport.follow(self._playhead, self._direction)
        self._tell_value(content)
        self._changed()

    @Slot(object)
    def set_hover_time(self, elapsed: float | None) -> None:
        """Show the line of a time that is pointed at in another view, in seconds; None takes it away."""
        content = self._content
        known = content is not None and elapsed is not None and math.isfinite(elapsed)
        time = content.clipped(elapsed) if known and content and elapsed is not None else None
        if time != self._told_hover:
            self._told_hover = time
            self.update()

    def add_overlay(self, overlay: TimelineOverlay) -> None:
        """Let somebody else draw over the timeline; the last one added lies on top."""
        self._overlays.append(overlay)
        self.update()

    def zoom_to(self, start: float, end: float) -> None:
        """Show a part of the recording, from ``start`` to ``end`` in seconds, with margins beside it."""
        margin = _ZOOM_MARGIN * (end - start)
        self._viewport.move(self._viewport.axis.windowed(start - margin, end - start + 2 * margin))
        self._changed()

    @Slot(float, float)
    def show_window(self, start: float, end: float) -> None:
        """Show a window of time that was chosen by hand in another view, in seconds."""
        self._viewport.move(self._viewport.axis.windowed(start, end - start))
        self._changed()

    @Slot(float, float)
    def zoom_at(self, time: float, factor: float) -> None:
        """Come ``factor`` times closer, as by hand; a time stays where it is."""
        self._viewport.zoom(time, factor, self._playhead)
        self._changed()

    def toggle_near(self) -> None:
        """Show some seconds around the playhead, or again what was shown before."""
        self._viewport.toggle_near(self._playhead)
        self._changed()

    @Slot()
    def fit(self) -> None:
        """Show the whole recording."""
        self._viewport.fit()
        self._changed()

    # -- sizes, focus, assistive technology

    def sizeHint(self) -> QSize:
        """Return the size at which every lane has the height it likes."""
        return QSize(960, 200)

    def minimumSizeHint(self) -> QSize:
        """Return the size below which lanes would be cut off."""
        return QSize(360, _LOWEST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place everything anew."""
        super().resizeEvent(event)
        self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave all keys to the window's actions."""
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a frame if the focus came by the keyboard."""
        self._focus_by_key = event.reason() in _KEYBOARD_REASONS
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the frame away."""
        self._focus_by_key = False
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Draw anew in another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._redraw()

    @Slot(int)
    def _take_value(self, frame: int) -> None:
        """Go to a frame chosen by assistive technology."""
        if self._content is not None:
            self.seek_requested.emit(float(self._content.edges[frame]))

    def _tell_value(self, content: TimelineContent) -> None:
        frame = self._playhead_frame
        if frame is None or frame >= content.frame_count:
            frame = content.frame_at(self._playhead)
        if frame != self.value():
            with QSignalBlocker(self):
                self.setValue(frame)
        if not self._direction:  # a screen reader cannot keep up with playing
            self.setAccessibleDescription(
                self.tr("{time} of {duration}, frame {frame}").format(
                    time=content.scale.label(self._playhead),
                    duration=fmt.seconds(content.duration),
                    frame=content.index.frames["frame"][frame],
                )
            )

    # -- drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the picture, and on it what moves."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.panel)
            painter.drawPixmap(QPointF(0, 0), self._overview_picture())
            if self._content is not None:
                painter.drawPixmap(QPointF(0, 0), self._lanes_picture(self._content))
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._paint_moving(painter, self._content)
            if self._focus_by_key:
                painter.setPen(QPen(self._theme.accent, 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_moving(self, painter: QPainter, content: TimelineContent) -> None:
        axis, theme, stack = self._viewport.axis, self._theme, self._stack
        paint_window(painter, axis.fitted(), axis, stack.overview, theme)
        if self._shown_frame is not None and self._shown_frame < content.frame_count:
            paint_frame_cell(painter, axis, stack, content.cell(self._shown_frame), theme)
        hover = self._hover if self._hover is not None else self._told_hover
        covered = [playhead_handle(axis, stack, self._playhead)]
        if hover is not None:
            covered.append(hover_chip(axis, stack, hover, content.scale))
        paint_tick_labels(painter, self._tick_labels, covered, theme)
        self._paint_overlays(painter)
        paint_playhead(painter, axis, stack, self._playhead, theme)
        if hover is not None:
            paint_hover(painter, axis, stack, hover, content.scale, theme)

    def _paint_overlays(self, painter: QPainter) -> None:
        axis, stack = self._viewport.axis, self._stack
        ruler, bottom = stack.ruler, stack.bottom
        for overlay in self._overlays:
            painter.save()
            overlay.paint_overview(painter, axis.fitted(), stack.overview, self._theme)
            painter.setClipRect(QRectF(ruler.left(), ruler.top(), ruler.width(), bottom - ruler.top()))
            overlay.paint_axis(painter, axis, ruler, bottom, self._theme)
            painter.restore()

    def _overview_picture(self) -> QPixmap:
        strip, theme = self._viewport.axis.fitted(), self._theme
        rect = self._stack.overview

        def paint(painter: QPainter) -> None:
            paint_overview(painter, strip, rect, self._content, theme)

        size = QSize(self.width(), math.ceil(rect.bottom()))
        return self._overview.get((strip, self._content, theme.name), size, self.devicePixelRatioF(), paint)

    def _lanes_picture(self, content: TimelineContent) -> QPixmap:
        axis, theme, pointed = self._viewport.axis, self._theme, self._pointed

        def paint(painter: QPainter) -> None:
            self._stack.paint(painter, axis, content, theme, pointed)
            paint_names(painter, self._stack, theme, pointed, self._named)
            paint_scroll_bar(painter, self._stack, theme)
            self._tick_labels = tick_labels(axis, self._stack.ruler, content)

        lane = pointed.lane if pointed else None
        key = (axis, self._generation, theme.name, lane, self._named, self._stack.scroll)
        return self._lanes.get(key, self.size(), self.devicePixelRatioF(), paint)

    def _changed(self) -> None:
        """Show the present state at the next chance."""
        if self._frames.zoom(self._viewport.axis):
            self._arrange()
            return
        self._tell_view()
        lost = bool(self._direction) or not self._viewport.axis.contains(self._playhead)
        wanted = self._content is not None and not self._viewport.following and lost
        if wanted:
            self._place_back_button()
        if wanted != self._back.isVisibleTo(self):
            self._back.setVisible(wanted)
        self.update()

    def _tell_view(self) -> None:
        view = (self._viewport.axis, self._content)
        if self._told_view is None or view[0] != self._told_view[0] or view[1] is not self._told_view[1]:
            self._told_view = view
            self.view_changed.emit(*view)

    def _place_back_button(self) -> None:
        """Put the chip beside the axis, above the names, where it covers nothing."""
        width, ruler = self._back.sizeHint().width(), self._stack.ruler
        left = max(round(ruler.left()) - width - 8, 2)
        self._back.setGeometry(left, round(ruler.top()) + 2, width, RULER_HEIGHT - 4)

    @Slot()
    def _go_back(self) -> None:
        self._viewport.show(self._playhead)
        self._changed()
