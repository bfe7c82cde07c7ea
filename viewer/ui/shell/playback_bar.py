"""Bar with the buttons for playing, the time and the frame."""

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
from viewer.ui.widgets.boxes import STRETCH, in_row
from viewer.ui.widgets.parts import MenuLeave, action_button, button

_HEIGHT = 44
_SIDE = 28
_PLAY_WIDTH, _PART = 44, 26
_STEPS, _STEPS_ON = ("go_start", "step_back"), ("step_forward", "go_end")
_EVENTS = ("previous_event", "next_event")


class PlaybackBar(QWidget):
    """Bar with the buttons for playing and the position of the playhead.

    In a narrow window the least important parts are hidden first: the time of day, the frame's duration, then
    words beside icons.
    """

    speed_requested = Signal(float)
    """Emitted with the speed to play at, as a factor of real time; negative for backwards."""

    def __init__(self, actions: Mapping[str, QAction], kinds: QMenu, parent: QWidget | None = None) -> None:
        """Create the bar from ``actions``, QActions by action id, and ``kinds``, the menu of event kinds."""
        super().__init__(parent)
        self._actions = actions
        self._least_width = 0
        self._shown: tuple[bool, Loop] | None = None
        self.setFixedHeight(_HEIGHT)
        self.readout = PlaybackReadout(self)
        """Display of the time and the frame."""
        self._speed = SpeedButton(actions["speed_reset"], self)
        self._speed.setFixedHeight(_SIDE)
        self._speed.speed_requested.connect(self.speed_requested)
        self._play = action_button(actions["play_pause"], kind="primary", height=_SIDE)
        self._play.setMinimumWidth(_PLAY_WIDTH)
        toggles = actions["loop"], actions["interpolate"]
        self._toggles = [action_button(each, kind="toggle", height=_SIDE) for each in toggles]
        for toggle in self._toggles:
            toggle.defaultAction().setIconText(
                f" {toggle.text()}"
            )  # Qt leaves too little space beside the icon
        self._row = self._lay_out(kinds)
        self._reductions: tuple[Callable[[bool], None], ...] = (
            self.readout.show_clock,
            self.readout.show_duration,
            self._word_toggles,
            self.readout.show_words,
            self.readout.show_length,
        )
        self.set_recording(None)
        self.set_playback(Transport())

    # -- state

    @Slot()
    def ask_speed(self) -> None:
        """Open the field in which the user types a playback speed."""
        self._speed.ask()

    def set_time_actions(self, go_to: QAction, forms: Sequence[QAction]) -> None:
        """Set the entries of the menu of the time display: ``go_to``, which asks for a time, and ``forms``.

        Each of ``forms`` chooses a time format: seconds, frame or time of day.
        """
        self.readout.set_menu((go_to, None, *forms))

    def set_time_scale(self, scale: TimeScale | None) -> None:
        """Show times in the format of ``scale``: elapsed seconds, frame or time of day; None for seconds."""
        self.readout.set_scale(scale)
        self._measure()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show the length and date of the recording ``index``; show none if ``index`` is None."""
        count = len(index.elapsed) if index is not None else 0
        self.readout.set_recording(index if count else None)
        self._actions["play_pause"].setIconText(tr("One frame"))
        _show_words(self._play, count == 1)
        self._actions["play_pause"].setEnabled(index is not None and index.duration > 0)
        for name in (*_STEPS, *_STEPS_ON, *_EVENTS):
            self._actions[name].setEnabled(count > 0)
        self._measure()

    def set_playback(self, transport: Transport) -> None:
        """Show time, frame, speed and loop mode of ``transport`` (the playhead), and whether it plays."""
        self.readout.set_playhead(transport.playhead, transport.frame)
        self._speed.set_speed(transport.speed)
        if (transport.playing, transport.loop) != self._shown:
            self._shown = transport.playing, transport.loop
            self._actions["play_pause"].setIcon(icon("pause" if transport.playing else "play", "on_accent"))
            self._actions["loop"].setIcon(icon("loop-range" if transport.loop is Loop.RANGE else "loop"))

    # -- Qt's events

    def minimumSizeHint(self) -> QSize:
        """Return the size of the bar at which all parts that can be hidden are hidden."""
        return QSize(self._least_width, _HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many parts of the bar as fit into its new width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Measure the parts of the playback bar again when the application's style has changed."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._measure()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the background and a hairline towards the timeline."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), current_theme().panel)
            painter.fillRect(0, self.height() - 1, self.width(), 1, current_theme().hairline)

    # -- fitting the width

    def measure(self) -> None:
        """Measure all parts of the bar again, because fonts have changed."""
        self.readout.measure()
        self._measure()

    def _measure(self) -> None:
        """Compute the playback bar's minimum width, then show as many of the bar's parts as fit."""
        for show in self._reductions:
            show(False)
        self._least_width = self._row.sizeHint().width()
        self.updateGeometry()
        self._fit()

    def _fit(self) -> None:
        """Hide parts of the bar that do not fit into its width, the least important first."""
        for level in range(len(self._reductions) + 1):
            for number, show in enumerate(self._reductions):
                show(number >= level)
            if self._row.sizeHint().width() <= self.width():
                return

    def _word_toggles(self, shown: bool) -> None:
        for toggle in self._toggles:
            _show_words(toggle, shown)

    # -- construction

    def _lay_out(self, kinds: QMenu) -> QHBoxLayout:
        back, forward = (
            [action_button(self._actions[each], height=_SIDE) for each in ids] for ids in (_STEPS, _STEPS_ON)
        )
        row = in_row(
            self, *back, self._play, *forward, 4, self._event_control(kinds), 4, self.readout, STRETCH, 8,
            self._speed, *self._toggles, spacing=6, margins=(12, 0, 12, 1),
        )  # fmt: skip
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        return row

    def _event_control(self, kinds: QMenu) -> QFrame:
        """Return buttons for the previous and the next event, with a menu button between them.

        Its menu ``kinds`` chooses the kinds of events.
        """
        control, menu = QFrame(), button(QToolButton(), tr("Kinds of events"), kind="part")
        previous, following = (action_button(self._actions[name], kind="part") for name in _EVENTS)
        control.setProperty("surface", "group")
        control.setFixedHeight(_SIDE)
        menu.setAccessibleName(tr("Kinds of events"))
        menu.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu.setMenu(kinds)
        menu.setIcon(icon("event"))
        menu.setIconSize(QSize(16, 16))
        MenuLeave(menu, kinds)
        for each in (previous, menu, following):
            each.setFixedSize(_PART, _PART)
        in_row(control, previous, menu, following, margins=(1, 1, 1, 1))
        return control


def _show_words(of: QToolButton, shown: bool) -> None:
    style = Qt.ToolButtonStyle
    of.setToolButtonStyle(style.ToolButtonTextBesideIcon if shown else style.ToolButtonIconOnly)
