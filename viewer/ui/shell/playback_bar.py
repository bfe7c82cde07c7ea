"""Bar with the buttons for playing, the time and the frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from viewer.recording.index import RecordingIndex
from viewer.replay.time.transport import Loop, Transport
from viewer.ui.icons import icon
from viewer.ui.shell.playback_readout import PlaybackReadout
from viewer.ui.shell.speed_button import SpeedButton
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.parts import MenuLeave, action_button, button

_HEIGHT = 44
_ROOMY = 960
"""Width in pixels from which on buttons show words beside their icons."""
_SIDE = 28
_PLAY_WIDTH, _PART = 44, 26
_STEPS, _STEPS_ON = ("go_start", "step_back"), ("step_forward", "go_end")
_EVENTS = ("previous_event", "next_event")
_TOGGLES = ("loop", "interpolate")


class PlaybackBar(QToolBar):
    """Bar with the buttons for playing and the position of the playhead.

    In a narrow window the last texts of the position and words beside icons are left out, then buttons go to
    a menu.
    """

    def __init__(self, actions: Mapping[str, QAction], kinds: QMenu, parent: QWidget) -> None:
        """Create the bar from ``actions``, QActions by action id, and ``kinds``, the menu of event kinds."""
        super().__init__(parent)
        self._actions = actions
        self._shown: tuple[bool, Loop] | None = None
        self.setProperty("surface", "top")
        self.setFixedHeight(_HEIGHT)
        self.setIconSize(QSize(16, 16))
        self.readout = PlaybackReadout(self)
        """Display of the time and the frame."""
        self.speed = SpeedButton(actions["speed_reset"], self)
        """Button that shows and chooses the playback speed."""
        self.speed.setFixedHeight(_SIDE)
        for name in _STEPS:
            self._add_button(name)
        self._play = self._add_button("play_pause", kind="primary")
        for name in _STEPS_ON:
            self._add_button(name)
        rest = QWidget()
        rest.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        for part in (self._event_control(kinds), self.readout, rest, self.speed):
            self.addWidget(part)
        for name in _TOGGLES:
            # With a blank: Qt leaves too little space beside the icon.
            actions[name].setIconText(f" {actions[name].text()}")
            self._add_button(name, kind="toggle")
        self.set_recording(None)
        self.set_playback(Transport())

    def _add_button(self, name: str, kind: str = "quiet") -> QToolButton:
        self.addAction(self._actions[name])
        made = cast("QToolButton", self.widgetForAction(self._actions[name]))
        action_button(self._actions[name], made, kind=kind, height=_SIDE)
        made.setMinimumWidth(_PLAY_WIDTH if name == "play_pause" else 0)  # 0: that of its icon and text
        return made

    # -- state

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show the length and date of the recording ``index``; show none if ``index`` is None."""
        count = len(index.elapsed) if index is not None else 0
        self.readout.set_recording(index if count else None)
        self._actions["play_pause"].setIconText(tr("One frame"))
        _show_words(self._play, shown=count == 1)
        self._actions["play_pause"].setEnabled(index is not None and index.duration > 0)
        for name in (*_STEPS, *_STEPS_ON, *_EVENTS):
            self._actions[name].setEnabled(count > 0)

    def set_playback(self, transport: Transport) -> None:
        """Show time, frame, speed and loop mode of ``transport`` (the playhead), and whether it plays."""
        self.readout.set_playhead(transport.playhead, transport.frame)
        self.speed.set_speed(transport.speed)
        if (transport.playing, transport.loop) != self._shown:
            self._shown = transport.playing, transport.loop
            self._actions["play_pause"].setIcon(icon("pause" if transport.playing else "play", "on_accent"))
            self._actions["loop"].setIcon(icon("loop-range" if transport.loop is Loop.RANGE else "loop"))

    def changeEvent(self, event: QEvent) -> None:
        """Measure the texts of the position again when the application's style, and so the font, changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.readout.measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the words on the buttons *Loop* and *Interpolate* if the bar is narrow; their icons remain."""
        super().resizeEvent(event)
        for name in _TOGGLES:
            toggle = cast("QToolButton", self.widgetForAction(self._actions[name]))
            _show_words(toggle, shown=self.width() >= _ROOMY)

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


def _show_words(of: QToolButton, *, shown: bool) -> None:
    style = Qt.ToolButtonStyle
    of.setToolButtonStyle(style.ToolButtonTextBesideIcon if shown else style.ToolButtonIconOnly)
