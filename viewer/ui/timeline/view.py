"""The timeline widget: it holds a model, a painter and the mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSignalBlocker, QSize, Qt, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QMenu, QPushButton, QWidget

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_forms import elapsed_text
from viewer.ui.signal_mime import signal_in
from viewer.ui.theme import current_theme, font
from viewer.ui.timeline.lane_menu import LaneMenu
from viewer.ui.timeline.lanes import LANES, LaneTable
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.mouse import SCROLL_NOTCH, TimelineMouse
from viewer.ui.timeline.painter import TimelinePainter
from viewer.ui.timeline.ruler import RULER_HEIGHT
from viewer.ui.timeline.signals.lane import ChosenLane
from viewer.ui.timeline.stack import HEAD_HEIGHT, PlacedLane

_LOWEST = 100
"""Pixels in which there is room for the first lanes."""
_HIGHEST_PICTURE = 8000
"""Pixels of a picture of all lanes at most: there may be life spans of thousands."""
_KEYBOARD_REASONS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class TimelineView(QAbstractSlider):
    """The timeline of a recording.

    Dragging with the left button scrubs, finely with Shift; the wheel zooms, finely with Ctrl, fast with
    Shift; the middle and the right button and a horizontal wheel pan; a double click shows everything. A
    click on a mark goes to it and selects its actor. Keys are the window's, but for those of the names.

    To assistive technology it is a slider whose value is the frame: Qt gives that role to a QAbstractSlider,
    which is all that is used of it.

    Attributes:
        model: what is shown; most of what there is to tell the timeline is told there, and what the mouse
            asks for is heard from there.
        event_menu: the menu of the kinds of events, offered with those of lanes.

    """

    def __init__(self, parent: QWidget | None = None, *, lanes: LaneTable = LANES) -> None:
        super().__init__(parent)
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumHeight(_LOWEST)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Timeline"))
        self.model = TimelineModel(lanes, self)
        self._painter = TimelinePainter(self.model)
        self._mouse = TimelineMouse(self.model, self)
        self.event_menu: QMenu | None = None
        self._focus_by_key = False
        self._back = self._make_button(self.tr("Back to playhead"), Qt.FocusPolicy.NoFocus)
        self._back.hide()
        self._add = self._make_button("", Qt.FocusPolicy.TabFocus)
        self._add.move(4, HEAD_HEIGHT - RULER_HEIGHT + 2)
        self._add.setProperty("kind", "quiet")
        self._add.setToolTip(self.tr("Choose a signal to show in a lane"))
        self.set_written(1.0)
        self.setAcceptDrops(True)
        self._moving = QRegion()
        self.model.changed.connect(self._show)
        self.model.moved.connect(self._show_moved)
        self.model.menu_requested.connect(self._open_menu)
        self._add.clicked.connect(self.model.choice_requested)
        self._back.clicked.connect(self.model.go_back)
        self.valueChanged.connect(self._take_value)

    def _make_button(self, text: str, focus: Qt.FocusPolicy) -> QPushButton:
        button = QPushButton(text, self)
        button.setFocusPolicy(focus)
        button.setFont(font(11))
        button.setStyleSheet("padding: 0px 6px;")
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.setFixedHeight(RULER_HEIGHT - 4)
        return button

    # -- what every panel is told

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show a recording, or a longer view of one that is being read; None for nothing."""
        if index is None:
            self._mouse.cancel()
        if self.model.set_recording(index):
            self._painter.forget()
        content = self.model.content
        with QSignalBlocker(self):
            self.setRange(0, content.frame_count - 1 if content else 0)

    def picture(self) -> QPixmap:
        """Return a picture of all lanes, those that are scrolled away, too, without what lies below them."""
        size, scroll = self.size(), self.model.stack.scroll
        self.model.stack.scroll = 0
        self.resize(size.width(), min(size.height() + self.model.stack.reach, _HIGHEST_PICTURE))
        free = int(self.model.stack.lanes.bottom() - self.model.stack.bottom)
        picture = self.grab(QRect(0, 0, size.width(), self.height() - free))
        self.model.stack.scroll = scroll
        self.resize(size)
        return picture

    def give_up(self) -> bool:
        """Bring back what was there before something was dragged; return whether that could be done."""
        return self._mouse.give_up()

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
        self.model.resize(self.size())

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
        """Draw anew in another font, other colours or another unit of speed."""
        super().changeEvent(event)
        if event.type() in (
            QEvent.Type.StyleChange,
            QEvent.Type.FontChange,
            QEvent.Type.ApplicationFontChange,
        ):
            self.model.restyle()
            self._add.adjustSize()

    @Slot(int)
    def _take_value(self, frame: int) -> None:
        """Go to a frame chosen by assistive technology."""
        if self.model.content is not None:
            self.model.seek_requested.emit(float(self.model.content.edges[frame]))

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
                self.tr("{time} of {duration}, frame {frame}").format(
                    time=content.scale.label(self.model.playhead),
                    duration=elapsed_text(content.duration, content.duration),
                    frame=content.index.frames["frame"][frame],
                )
            )

    # -- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the model, and a frame while the keyboard is here."""
        with QPainter(self) as painter:
            self._painter.paint(painter, self.size(), self.devicePixelRatioF(), event.region())
            if self._focus_by_key:
                painter.setPen(QPen(current_theme().accent, 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def sliderChange(self, _change: QAbstractSlider.SliderChange) -> None:
        """Draw nothing: the value is that of the playhead."""

    @Slot()
    def _show(self) -> None:
        """Show the present state at the next chance."""
        self._show_way_back()
        self._describe()
        self._moving = self._painter.moving
        self.update()

    @Slot()
    def _show_moved(self) -> None:
        """Draw anew where the playhead was, and where it is."""
        self._show_way_back()
        self._describe()
        before, self._moving = self._moving, self._painter.moving
        self.update(before + self._moving)

    def _show_way_back(self) -> None:
        """Show the way back where the playhead is lost."""
        wanted = self.model.is_lost
        if wanted:  # beside the axis, above the names, where it covers nothing
            width, ruler = self._back.sizeHint().width(), self.model.stack.ruler
            left = max(round(ruler.left()) - width - 8, 2)
            self._back.move(left, round(ruler.top()) + 2)
        self._back.setVisible(wanted)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll the lanes by Alt and an arrow; all other keys are left to the window's actions."""
        pixels = {Qt.Key.Key_Up: -SCROLL_NOTCH, Qt.Key.Key_Down: SCROLL_NOTCH}.get(Qt.Key(event.key()), 0)
        if pixels and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            self.model.scroll_lanes(pixels)
        else:
            event.ignore()

    # -- signals

    @Slot(float)
    def set_written(self, share: float) -> None:
        """Tell how much of the exported table is written, 0 to 1."""
        percent = self.tr("Writing {} %").format(round(100 * share))
        self._add.setText(percent if share < 1.0 else self.tr("+ Signal"))
        self._add.adjustSize()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take signals."""
        if signal_in(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show the lane that would take it."""
        self.model.offer_drop(self._lane_of_signals(event.position()))
        event.acceptProposedAction()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Show no lane any more."""
        self.model.offer_drop(None)

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell what was dropped, and on which lane."""
        told, placed = signal_in(event.mimeData()), self._lane_of_signals(event.position())
        self.model.offer_drop(None)
        if told is not None:
            event.acceptProposedAction()
            panes = self.model.sheet.panes
            lane = None if placed is None else placed.lane
            place = panes.index(lane.pane) if isinstance(lane, ChosenLane) and lane.pane in panes else None
            self.model.signal_dropped.emit(told, place)

    def _lane_of_signals(self, position: QPointF) -> PlacedLane | None:
        placed = self.model.stack.lane_at(position)
        return placed if placed is not None and isinstance(placed.lane, ChosenLane) else None

    # -- the menu of lanes

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of lanes by its key; what the right button does is decided when it is pressed."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.model.content is not None:
            self._open_menu(self.model.stack.lanes.topLeft().toPoint(), None)

    @Slot(QPoint, object)
    def _open_menu(self, position: QPoint, placed: PlacedLane | None) -> None:
        menu = LaneMenu(self.model, placed, QPointF(position), self, event_menu=self.event_menu)
        menu.popup(self.mapToGlobal(position))
