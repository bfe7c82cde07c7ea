"""The row of buttons for playing, with the time and the frame shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QWidget

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_forms import TimeScale
from viewer.replay.time.transport import Loop, Transport
from viewer.ui.icons import icon
from viewer.ui.shell.playback_readout import PlaybackReadout
from viewer.ui.shell.speed_button import SpeedButton
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr
from viewer.ui.widgets.action_button import ActionButton
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.parts import MenuLeave

_HEIGHT = 44
_SIDE = 28
_PLAY_WIDTH = 44


class PlaybackBar(QWidget):
    """Buttons for the actions of playing, and where the playhead is.

    In a narrow window what is needed least goes first: the time of day, the frame's duration, then words
    where an icon says the same.
    """

    speed_requested = Signal(float)
    """Factor of real time to play at; negative is backwards."""

    def __init__(self, actions: Mapping[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playing = False
        self._loop = Loop.OFF
        self._least_width = 0
        self.setFixedHeight(_HEIGHT)
        self._steps = [self._button(actions[name]) for name in ("go_start", "step_back")]
        self.play_button = self._button(actions["play_pause"], kind="primary")
        """What plays and pauses."""
        self.play_button.setMinimumWidth(_PLAY_WIDTH)
        self._steps_on = [self._button(actions[name]) for name in ("step_forward", "go_end")]
        self.readout = PlaybackReadout(self)
        """Where the time is shown."""
        self._speed = SpeedButton(actions["speed_reset"], self)
        self._speed.setFixedHeight(_SIDE)
        self._speed.speed_requested.connect(self.speed_requested)
        self._loop_button = self._button(actions["loop"], kind="toggle")
        self._smooth = self._button(actions["interpolate"], kind="toggle")
        self.event_control = EventControl(actions["previous_event"], actions["next_event"], self)
        """What goes from event to event."""
        self._row = self._lay_out()
        self._show_play_icon()
        self._show_loop_icon()
        self._reductions: tuple[Callable[[bool], None], ...] = (
            self.readout.show_clock,
            self.readout.show_duration,
            self._word_toggles,
            self.readout.show_words,
            self.readout.show_length,
        )
        self.set_recording(None)

    # -- what it is told

    @Slot()
    def ask_speed(self) -> None:
        """Let the user type a speed."""
        self._speed.ask()

    def set_time_actions(self, go_to: QAction, forms: Sequence[QAction]) -> None:
        """Offer to go to a moment, and other forms of time, where the time is shown."""
        self.readout.set_menu((go_to, None, *forms))

    def set_time_scale(self, scale: TimeScale | None) -> None:
        """Write the time on another scale; None for elapsed."""
        self.readout.set_scale(scale)
        self._measure()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show how long a recording is and when it was made; None for none."""
        count = len(index.elapsed) if index is not None else 0
        self.readout.set_recording(index if count else None)
        self.play_button.set_words(tr("One frame") if count == 1 else "")
        self.play_button.set_usable(index is not None and index.duration > 0)
        for button in (*self._steps, *self._steps_on):
            button.set_usable(count > 0)
        self.event_control.set_usable(count > 0)
        self._measure()

    def set_playback(self, transport: Transport) -> None:
        """Show playhead, play state, speed and loop."""
        self.readout.set_playhead(transport.playhead, transport.frame)
        self._speed.set_speed(transport.speed)
        if transport.playing != self._playing:
            self._playing = transport.playing
            self._show_play_icon()
        if transport.loop is not self._loop:
            self._loop = transport.loop
            self._show_loop_icon()

    def set_event_menu(self, menu: QMenu) -> None:
        """Offer to choose the kinds of events between those that lead to them."""
        self.event_control.set_menu(menu)

    # -- Qt's events

    def minimumSizeHint(self) -> QSize:
        """Return the size at which everything that can be left out is."""
        return QSize(self._least_width, _HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew in another style."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._measure()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the panel, and a hairline towards the timeline."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), current_theme().panel)
            painter.fillRect(0, self.height() - 1, self.width(), 1, current_theme().hairline)

    # -- room

    def measure(self) -> None:
        """Find out how wide everything is: fonts have changed."""
        self.readout.measure()
        self._measure()

    def _measure(self) -> None:
        """Find the least width, then show as much as there is room for."""
        for show in self._reductions:
            show(False)
        self._least_width = self._row.sizeHint().width()
        self.updateGeometry()
        self._fit()

    def _fit(self) -> None:
        """Leave out what there is no room for, the least needed first."""
        for level in range(len(self._reductions) + 1):
            for number, show in enumerate(self._reductions):
                show(number >= level)
            if self._row.sizeHint().width() <= self.width():
                return

    def _word_toggles(self, shown: bool) -> None:
        self._loop_button.set_words(tr("Loop") if shown else "")
        self._smooth.set_words(tr("Interpolate") if shown else "")

    # -- making

    def _button(self, action: QAction, *, kind: str = "quiet") -> ActionButton:
        button = ActionButton(action, self, kind=kind)
        button.setFixedHeight(_SIDE)
        button.setMinimumWidth(_SIDE)
        return button

    def _show_play_icon(self) -> None:
        self.play_button.set_icon(icon("pause" if self._playing else "play", "on_accent"))

    def _show_loop_icon(self) -> None:
        """Tell the loops apart."""
        name = "loop-range" if self._loop is Loop.RANGE else "loop"
        self._loop_button.set_icon(icon(name))

    def _lay_out(self) -> QHBoxLayout:
        row = in_row(self, spacing=6, margins=(12, 0, 12, 1))
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        for button in (*self._steps, self.play_button, *self._steps_on):
            row.addWidget(button)
        row.addSpacing(4)
        row.addWidget(self.event_control)
        row.addSpacing(4)
        row.addWidget(self.readout)
        row.addStretch(1)
        row.addSpacing(8)
        for widget in (self._speed, self._loop_button, self._smooth):
            row.addWidget(widget)
        return row


_CONTROL_HEIGHT, _PART = 28, 26


class EventControl(QFrame):
    """Two arrows with a diamond between them."""

    def __init__(self, previous: QAction, following: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("surface", "group")
        self.setFixedHeight(_CONTROL_HEIGHT)
        self._previous = ActionButton(previous, self, kind="part")
        self._next = ActionButton(following, self, kind="part")
        self._kinds = QToolButton(self)
        self._kinds.setProperty("kind", "part")
        self._kinds.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._kinds.setIconSize(QSize(16, 16))
        self._kinds.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._kinds.setToolTip(tr("Kinds of events"))
        self._kinds.setAccessibleName(tr("Kinds of events"))
        row = in_row(self, margins=(1, 1, 1, 1))
        for button in (self._previous, self._kinds, self._next):
            button.setFixedSize(_PART, _PART)
            row.addWidget(button)
        self._previous.set_icon(icon("chevron-left"))
        self._kinds.setIcon(icon("event"))
        self._next.set_icon(icon("chevron-right"))

    def set_menu(self, menu: QMenu) -> None:
        """Choose the kinds of events from a menu."""
        self._kinds.setMenu(menu)
        MenuLeave(self._kinds, menu)

    def set_usable(self, usable: bool) -> None:
        """Disable the control, or leave it to its actions."""
        self._previous.set_usable(usable)
        self._next.set_usable(usable)
