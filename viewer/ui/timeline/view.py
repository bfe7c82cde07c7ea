"""The timeline widget: a head, and below it a scrollable column of rows with lanes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSignalBlocker, QSize, Qt, QTimer, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QFrame, QMenu, QScrollArea, QWidget

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_forms import elapsed_text
from viewer.signals.series import SeriesKey
from viewer.ui.signal_mime import signal_in
from viewer.ui.state.binding import bind_panel
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.head import HEAD_HEIGHT, TimeHead
from viewer.ui.timeline.lane import LaneArea
from viewer.ui.timeline.lane_menu import LaneMenu
from viewer.ui.timeline.lanes import LANES, LaneTable
from viewer.ui.timeline.lifespan_lane import alive_counts, order_of, road_users_come_and_go
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.row import EmptyArea, LaneGroupRow
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.lane import ChosenLane
from viewer.ui.timeline.timeline_content import frame_times, indexed_events
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_column

_LEAST = 360, 100
"""Minimum width and height of the whole timeline in px: overview, ruler and the topmost lanes."""
_HIGHEST_PICTURE = 8000
"""Maximum height in px of the lanes in a saved picture: there may be thousands, one for each actor."""
_SCROLL_STEP = 32
"""Distance in px by which Alt with an arrow key scrolls the lanes, about that of a notch of the wheel."""
_ROWS = 76
"""Most px of height that timeline rows with one lane give up, together, for rows with several lanes."""
_GROWS = 1000
"""Stretch factor of timeline rows with plotted signals; it is so large that they take all free height."""
_BOTTOM = 6
"""Minimum space in px below the lanes of the timeline."""
_LIT = 1_000
"""Milliseconds for which a new row of the timeline is highlighted."""
_KEYBOARD_REASONS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class TimelineView(QAbstractSlider):
    """The timeline of a recording: a head, and below it a scrollable column of rows, each a group of lanes.

    Handles only the keys that scroll; all others are actions of the window. It is a QAbstractSlider only for
    assistive technology, to which it is a slider whose value is the index of the recording's frame.

    Attributes:
        model: the state of the timeline; set it there, and connect to its signals.
        event_menu: menu of the visible kinds of recorded events, part of the context menu.
        head: overview and ruler above the lanes.
        rows: row widgets of the visible groups of lanes, top to bottom, each by the key of the first lane of
            its group.
    """

    def __init__(
        self, workspace: Workspace, parent: QWidget | None = None, *, lanes: LaneTable = LANES
    ) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(*_LEAST)
        self.setAccessibleName(tr("Timeline"))
        self.setAcceptDrops(True)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.model = TimelineModel(workspace, lanes, self)
        self.event_menu: QMenu | None = None
        self.head = TimeHead(self.model, self)
        self.rows: dict[str, LaneGroupRow] = {}
        self._area = QScrollArea(self)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.verticalScrollBar().setSingleStep(_SCROLL_STEP // 3)
        self._body = QWidget()
        self._free = EmptyArea(self.model, self._body)
        self._free.setMinimumHeight(_BOTTOM)
        self._column = in_column(self._body, (self._free, 1))
        self._area.setWidget(self._body)
        in_column(self, self.head, (self._area, 1))
        self.set_export_progress(1.0)
        self.model.changed.connect(self._show)
        self.model.moved.connect(self._show_moved)
        self.valueChanged.connect(self._on_value_changed)
        self._connect()

    def _connect(self) -> None:
        """Show what the window shows, and apply to the workspace what the user does here."""
        workspace, model = self.workspace, self.model
        for find in (indexed_events, frame_times, alive_counts, order_of, road_users_come_and_go):
            workspace.recording.prepare(find)
        model.set_lane_choices(LaneChoices.from_text(workspace.settings.lanes))
        model.hover_time.connect(workspace.preview.point_at)
        bind_panel(
            self,
            workspace,
            (lambda now: (now.index, now.labels, now.event_lists), lambda of: self.set_recording(of[0])),
            (lambda now: now.world, lambda _: model.moved.emit()),
            (
                lambda now: (now.index, now.playback),
                lambda _: model.set_playback(workspace.playback.transport),
            ),
            (
                lambda now: (
                    *(now.selected, now.hero, now.pinned, now.range, now.search.events, now.results_events),
                    *(now.notes.all, now.settings.shown_events, round(now.event_share, 2), now.signals),
                    now.run_logs.groups,
                    now.reference is None,
                ),
                model.update_lanes,
            ),
            (lambda now: now.index, model.request_signals),
            in_turn=lambda now: (now.index, now.selected),
        )

    # -- recording and picture

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show a recording, or more of the one that is being read; None shows nothing."""
        if index is None:
            for each in (self.head, *self.rows.values()):
                each.cancel()
        if self.model.set_recording(index):
            self._area.verticalScrollBar().setValue(0)
        content = self.model.content
        with QSignalBlocker(self):
            self.setRange(0, content.frame_count - 1 if content else 0)

    def picture(self) -> QPixmap:
        """Return a picture of the timeline's head and lanes, also of lanes that are scrolled out of view.

        Lanes more than ``_HIGHEST_PICTURE`` px below the top of the first lane are left out.
        """
        bottom = max((row.geometry().bottom() + 1 for row in self.rows.values()), default=0)
        head = self.head.grab()
        lanes = self._body.grab(QRect(0, 0, self.width(), min(bottom, _HIGHEST_PICTURE)))
        picture = QPixmap(QSize(head.width(), head.height() + lanes.height()))
        picture.setDevicePixelRatio(head.devicePixelRatio())
        picture.fill(self.palette().window().color())
        with QPainter(picture) as painter:
            painter.drawPixmap(0, 0, head)
            painter.drawPixmap(0, self.head.height(), lanes)
        return picture

    def revert_drag(self) -> bool:
        """Undo and end the current drag; return False if there is none or it cannot be undone."""
        return any(each.revert_drag() for each in (self.head, *self.rows.values()))

    # -- sizes, focus, assistive technology

    def sizeHint(self) -> QSize:
        """Return a size of 960 by 200 px, in which the topmost lanes have their preferred heights."""
        return QSize(960, 200)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay everything out for the new size."""
        super().resizeEvent(event)
        self._show()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw a focus frame around the timeline if it got the keyboard focus by a key."""
        super().focusInEvent(event)
        self.head.lit = event.reason() in _KEYBOARD_REASONS
        self.head.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Remove the frame that marks the timeline as having keyboard focus."""
        super().focusOutEvent(event)
        self.head.lit = False
        self.head.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the line at the time under the mouse, because the mouse has left the timeline."""
        super().leaveEvent(event)
        self.model.point_at(None)

    def changeEvent(self, event: QEvent) -> None:
        """Repaint after a change of font, theme, or unit of speed."""
        super().changeEvent(event)
        if event.type() in (
            QEvent.Type.StyleChange,
            QEvent.Type.FontChange,
            QEvent.Type.ApplicationFontChange,
        ):
            self.model.restyle()
            self.head.add.adjustSize()

    @Slot(int)
    def _on_value_changed(self, frame: int) -> None:
        """Go to the frame with the index ``frame``, which assistive technology has set."""
        if self.model.content is not None:
            self.model.scrub(float(self.model.content.edges[frame]))

    def _describe(self) -> None:
        """Update value and description of the timeline for assistive technology, to which it is a slider."""
        content = self.model.content
        if content is None:
            return
        frame = min(self.model.frame, content.frame_count - 1)  # a file being overwritten has fewer frames
        if frame != self.value():
            with QSignalBlocker(self):
                self.setValue(frame)
        if not self.model.direction:  # a screen reader cannot keep up with playing
            self.setAccessibleDescription(
                tr("{time} of {duration}, frame {frame}").format(
                    time=content.scale.label(self.model.playhead),
                    duration=elapsed_text(content.duration, content.duration),
                    frame=content.index.frames["frame"][frame],
                )
            )

    # -- layout

    @Slot()
    def _show(self) -> None:
        """Update the timeline's rows and head (overview and ruler) from the model; they are painted later."""
        model = self.model
        model.set_width(self.width())
        if [each.owner.key for each in model.shown] != list(self.rows):
            self._arrange()
        for each in model.shown:
            self.rows[each.owner.key].show_group(each)
        self._divide_height()
        self.head.refresh()
        self._describe()

    def _arrange(self) -> None:
        """Create, order and delete row widgets, so that each visible group of timeline lanes has its row."""
        before, self.rows = self.rows, {}
        for index, shown in enumerate(self.model.shown):
            key = shown.owner.key
            row = before.pop(key, None) or LaneGroupRow(self.model, shown, self._open_menu, self._body)
            self.rows[key] = row
            if self._column.indexOf(row) != index:
                self._column.removeWidget(row)
                self._column.insertWidget(index, row)
        for row in before.values():
            row.cancel()
            row.hide()
            self._column.removeWidget(row)
            row.deleteLater()

    def _divide_height(self) -> None:
        """Divide the timeline's height among its rows, which scroll in a lower window.

        Rows with one lane may shrink to their minimum; rows with several lanes keep their height. If there is
        more height than all rows need, those with curves share it.
        """
        many = [row.height for row in self.model.shown if len(row.lanes) > 1]
        few = [row.height for row in self.model.shown if len(row.lanes) == 1]
        tall = sum(height.usual for height in many)
        least, usual = sum(height.least for height in few), sum(height.usual for height in few)
        height = self.height() - HEAD_HEIGHT - _BOTTOM
        self._body.setMinimumHeight(tall + max(least, min(usual, height - min(tall, _ROWS))) + _BOTTOM)
        for index, row in enumerate(self.model.shown):
            grows = height > tall + usual and row.height.most > row.height.usual
            if self._column.stretch(index) != (stretch := _GROWS if grows else 0):
                self._column.setStretch(index, stretch)

    @Slot()
    def _show_moved(self) -> None:
        """Repaint head and rows after the playhead (mark of the current time) has moved.

        Also updates the value for assistive technology. All else is painted from cached pictures.
        """
        self._describe()
        self.head.refresh()
        for row in self.rows.values():
            row.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll the timeline lanes by Alt with an arrow key; ignore all other keys."""
        pixels = {Qt.Key.Key_Up: -_SCROLL_STEP, Qt.Key.Key_Down: _SCROLL_STEP}.get(Qt.Key(event.key()), 0)
        if pixels and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            bar = self._area.verticalScrollBar()
            bar.setValue(bar.value() + pixels)
        else:
            event.ignore()

    # -- signals

    @Slot(float)
    def set_export_progress(self, share: float) -> None:
        """Show the progress of an export of plotted values on the button "+ Signal".

        ``share`` is the fraction done; at 1 the button shows its usual text.
        """
        percent = tr("Writing {} %").format(round(100 * share))
        self.head.add.setText(percent if share < 1.0 else tr("+ Signal"))
        self.head.add.adjustSize()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept drags that carry signals (quantities to plot); ignore all others."""
        if signal_in(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Highlight the timeline lane that would accept the drop."""
        self._highlight_row(self._row_of_signals(event.position()))
        event.acceptProposedAction()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Remove the highlight of the lane under the mouse, because a drag has left the timeline."""
        self._highlight_row(None)

    def dropEvent(self, event: QDropEvent) -> None:
        """Emit the model's ``signal_dropped`` with the signal and the plot under the mouse."""
        signal, row = signal_in(event.mimeData()), self._row_of_signals(event.position())
        self._highlight_row(None)
        if signal is not None:
            event.acceptProposedAction()
            plots = self.model.plot_layout.plots
            lane = None if row is None else row.shown.owner
            index = plots.index(lane.plot) if isinstance(lane, ChosenLane) and lane.plot in plots else None
            self.model.signal_dropped.emit(signal, index)

    def _row_of_signals(self, position: QPointF) -> LaneGroupRow | None:
        row = self.childAt(position.toPoint())
        return row if isinstance(row, LaneGroupRow) and isinstance(row.shown.owner, ChosenLane) else None

    def _highlight_row(self, target: LaneGroupRow | None) -> None:
        """Highlight the timeline's row ``target``, and no other row; with None, no row at all."""
        for row in self.rows.values():
            row.set_lit(lit=row is target)

    def show_signal(self, key: SeriesKey) -> None:
        """Scroll to the lane that plots the signal ``key``, if any, and highlight it for one second."""
        lanes = ((row, row.shown.owner) for row in self.rows.values())
        row = next(
            (
                row
                for row, lane in lanes
                if isinstance(lane, ChosenLane) and any(curve.key == key for curve in lane.plot.curves)
            ),
            None,
        )
        if row is not None:
            # A new row has no geometry before Qt has laid out the rows.
            QTimer.singleShot(0, row, lambda: self._area.ensureWidgetVisible(row))
            row.set_lit(lit=True)
            QTimer.singleShot(_LIT, row, lambda: row.set_lit(lit=False))

    # -- the menu of lanes

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of all timeline lanes by the menu key; right clicks are handled by the rows."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.model.content is not None:
            self._open_menu(self._area, QPoint(round(self.model.axis.left), 0), None)

    def _open_menu(self, where: QWidget, position: QPoint, placed: LaneArea | None) -> None:
        """Open the context menu of a timeline lane at ``position`` in the widget ``where``.

        ``placed`` is the lane with its rectangle; None opens the menu of all lanes.
        """
        menu = LaneMenu(self.model, placed, QPointF(position), self, event_menu=self.event_menu)
        menu.popup(where.mapToGlobal(position))
