"""The time view: a head, and below it a column of rows that scrolls."""

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
from viewer.ui.timeline.head import HEAD_HEIGHT, TimeHead
from viewer.ui.timeline.lane import PlacedLane
from viewer.ui.timeline.lane_menu import LaneMenu
from viewer.ui.timeline.lanes import LANES, LaneTable
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.row import FreeRoom, LaneRow
from viewer.ui.timeline.signals.lane import ChosenLane
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_column

_LOWEST = 100
"""Pixels in which there is room for the first lanes."""
_HIGHEST_PICTURE = 8000
"""Pixels of a picture of all lanes at most: there may be life spans of thousands."""
_SCROLL_STEP = 32
"""Pixels that Alt and an arrow scroll the lanes, and about what one notch of the wheel does."""
_ROWS = 76
"""Pixels of a section of many lanes for which other lanes make room."""
_GROWS = 1000
"""Share of free room that a lane of signals takes, of which the hint below takes 1."""
_BOTTOM = 6
"""Pixels below the lanes at least."""
_HINT_FROM = 64
"""Pixels that are left below the lanes from which it is said there what could be."""
_LIT = 1_000
"""Milliseconds for which a lane that was added stands out."""
_KEYBOARD_REASONS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class TimelineView(QAbstractSlider):
    """The time view of a recording.

    Keys are the window's, but for those of the names. To assistive technology it is a slider whose value is
    the frame: Qt gives that role to a QAbstractSlider, which is all that is used of it.

    Attributes:
        model: what is shown; most of what there is to tell the time view is told there, and what the mouse
            asks for is heard from there.
        event_menu: the menu of the kinds of events, offered with those of lanes.
        head: what lies above the lanes.
        rows: the lanes by the keys of their sections, from above.

    """

    def __init__(self, parent: QWidget | None = None, *, lanes: LaneTable = LANES) -> None:
        super().__init__(parent)
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(_LOWEST)
        self.setAccessibleName(tr("Timeline"))
        self.setAcceptDrops(True)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.model = TimelineModel(lanes, self)
        self.event_menu: QMenu | None = None
        self.head = TimeHead(self.model, self)
        self.rows: dict[str, LaneRow] = {}
        self._area = QScrollArea(self)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.verticalScrollBar().setSingleStep(_SCROLL_STEP // 3)
        self._body = QWidget()
        self._free = FreeRoom(self.model, self._body)
        self._column = in_column(self._body, (self._free, 1))
        self._area.setWidget(self._body)
        in_column(self, self.head, (self._area, 1))
        self.set_written(1.0)
        self.model.changed.connect(self._show)
        self.model.moved.connect(self._show_moved)
        self.valueChanged.connect(self._take_value)

    # -- what every panel is told

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show a recording, or a longer view of one that is being read; None for nothing."""
        if index is None:
            for each in (self.head, *self.rows.values()):
                each.cancel()
        if self.model.set_recording(index):
            self._area.verticalScrollBar().setValue(0)
        content = self.model.content
        with QSignalBlocker(self):
            self.setRange(0, content.frame_count - 1 if content else 0)

    def picture(self) -> QPixmap:
        """Return a picture of all lanes, those that are scrolled away, too, without what lies below them."""
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

    def give_up(self) -> bool:
        """Bring back what was there before something was dragged; return whether that could be done."""
        return any(each.give_up() for each in (self.head, *self.rows.values()))

    # -- sizes, focus, assistive technology

    def sizeHint(self) -> QSize:
        """Return a size at which the first lanes have the height they like."""
        return QSize(960, 200)

    def minimumSizeHint(self) -> QSize:
        """Return the size below which lanes would be cut off."""
        return QSize(360, _LOWEST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place everything anew."""
        super().resizeEvent(event)
        self._show()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a frame if the focus came by the keyboard."""
        super().focusInEvent(event)
        self.head.lit = event.reason() in _KEYBOARD_REASONS
        self.head.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the frame away."""
        super().focusOutEvent(event)
        self.head.lit = False
        self.head.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self.model.point_at(None)

    def changeEvent(self, event: QEvent) -> None:
        """Draw anew in another font, other colours or another unit of speed."""
        super().changeEvent(event)
        if event.type() in (
            QEvent.Type.StyleChange,
            QEvent.Type.FontChange,
            QEvent.Type.ApplicationFontChange,
        ):
            self.model.restyle()
            self.head.add.adjustSize()

    @Slot(int)
    def _take_value(self, frame: int) -> None:
        """Go to a frame chosen by assistive technology."""
        if self.model.content is not None:
            self.model.scrub(float(self.model.content.edges[frame]))

    def _describe(self) -> None:
        """Tell assistive technology the frame, and where the playhead stands."""
        content = self.model.content
        if content is None:
            return
        frame = min(self.model.frame, content.frame_count - 1)  # a run may have begun anew
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

    # -- what is shown

    @Slot()
    def _show(self) -> None:
        """Show the present state at the next chance."""
        model = self.model
        model.place(self.width())
        if [each.section.key for each in model.shown] != list(self.rows):
            self._arrange()
        for each in model.shown:
            row = self.rows[each.section.key]
            if row.show_section(each):
                grows = each.height.most > each.height.usual
                self._column.setStretchFactor(row, _GROWS if grows else 0)
        self._make_room()
        self.head.refresh()
        self._describe()

    def _arrange(self) -> None:
        """Have a row for each section, in their order."""
        before, self.rows = self.rows, {}
        for place, shown in enumerate(self.model.shown):
            key = shown.section.key
            row = before.pop(key, None) or LaneRow(self.model, shown, self._open_menu, self._body)
            self.rows[key] = row
            if self._column.indexOf(row) != place:
                self._column.removeWidget(row)
                self._column.insertWidget(place, row)
        for row in before.values():
            row.cancel()
            row.hide()
            self._column.removeWidget(row)
            row.deleteLater()

    def _make_room(self) -> None:
        """Let lanes be lower before they scroll; sections of many lanes scroll anyway."""
        many = [row.height for row in self.model.shown if len(row.lanes) > 1]
        few = [row.height for row in self.model.shown if len(row.lanes) == 1]
        tall = sum(height.usual for height in many)
        least, usual = sum(height.least for height in few), sum(height.usual for height in few)
        room = self.height() - HEAD_HEIGHT - _BOTTOM
        self._body.setMinimumHeight(tall + max(least, min(usual, room - min(tall, _ROWS))) + _BOTTOM)
        is_new = self.model.content is not None and not self.model.sheet.panes
        self._free.hints = is_new and room - tall - usual >= _HINT_FROM
        self._free.update()

    @Slot()
    def _show_moved(self) -> None:
        """Draw where the playhead is now; all else is in pictures."""
        self._describe()
        self.head.refresh()
        for row in self.rows.values():
            row.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll the lanes by Alt and an arrow; all other keys are left to the window's actions."""
        pixels = {Qt.Key.Key_Up: -_SCROLL_STEP, Qt.Key.Key_Down: _SCROLL_STEP}.get(Qt.Key(event.key()), 0)
        if pixels and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            bar = self._area.verticalScrollBar()
            bar.setValue(bar.value() + pixels)
        else:
            event.ignore()

    # -- signals

    @Slot(float)
    def set_written(self, share: float) -> None:
        """Tell how much of the exported table is written, 0 to 1."""
        percent = tr("Writing {} %").format(round(100 * share))
        self.head.add.setText(percent if share < 1.0 else tr("+ Signal"))
        self.head.add.adjustSize()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take signals."""
        if signal_in(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show the lane that would take it."""
        self._offer_drop(self._row_of_signals(event.position()))
        event.acceptProposedAction()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Show no lane any more."""
        self._offer_drop(None)

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell what was dropped, and on which lane."""
        told, row = signal_in(event.mimeData()), self._row_of_signals(event.position())
        self._offer_drop(None)
        if told is not None:
            event.acceptProposedAction()
            panes = self.model.sheet.panes
            lane = None if row is None else row.shown.section
            place = panes.index(lane.pane) if isinstance(lane, ChosenLane) and lane.pane in panes else None
            self.model.signal_dropped.emit(told, place)

    def _row_of_signals(self, position: QPointF) -> LaneRow | None:
        row = self.childAt(position.toPoint())
        return row if isinstance(row, LaneRow) and isinstance(row.shown.section, ChosenLane) else None

    def _offer_drop(self, target: LaneRow | None) -> None:
        """Show which lane would take what is dragged."""
        for row in self.rows.values():
            row.set_lit(lit=row is target)

    def show_signal(self, key: SeriesKey) -> None:
        """Scroll to the lane of a signal that was chosen, and let the lane stand out for a second."""
        lanes = ((row, row.shown.section) for row in self.rows.values())
        row = next(
            (
                row
                for row, lane in lanes
                if isinstance(lane, ChosenLane) and any(curve.key == key for curve in lane.pane.curves)
            ),
            None,
        )
        if row is not None:
            # A row that is new has no place before Qt has laid out the lanes.
            QTimer.singleShot(0, row, lambda: self._area.ensureWidgetVisible(row))
            row.set_lit(lit=True)
            QTimer.singleShot(_LIT, row, lambda: row.set_lit(lit=False))

    # -- the menu of lanes

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of lanes by its key; what the right button does is decided when it is pressed."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.model.content is not None:
            self._open_menu(self._area, QPoint(round(self.model.axis.left), 0), None)

    def _open_menu(self, where: QWidget, position: QPoint, placed: PlacedLane | None) -> None:
        """Open the menu of a lane, or of all, at a place of a widget."""
        menu = LaneMenu(self.model, placed, QPointF(position), self, event_menu=self.event_menu)
        menu.popup(where.mapToGlobal(position))
