"""Connects the window itself and its bars with what they show, and has its parts shown in turns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QWidget

from viewer.recording.index import RecordingIndex
from viewer.replay.time.transport import Loop
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.widgets.painting_turns import PaintingTurns
from viewer.ui.widgets.window_part import WindowPart
from viewer.ui.window import MainWindow

_UNSEEN = 500
"""Milliseconds that work waits for a window to come onto the screen."""


class BarWiring(QObject):
    """Tells the bars what is known, and lets the parts of the window be told and painted in turns."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(window)
        recording, playback, moment = workspace.recording, workspace.playback, workspace.moment
        focus, actions = workspace.focus, window.actions_by_id
        self._window = window
        self._recording = recording
        self._empty, self._another = True, False
        self._list = WindowPart(window.actor_panel)
        docks = window.docks
        docks["bottom"].parts.append(WindowPart(window.playback_bar))
        docks["actors"].parts.append(self._list)
        docks["inspector"].parts.append(WindowPart(window.inspector))
        told: dict[QWidget, Sequence[WindowPart]] = {
            window.map_area: (),
            docks["bottom"]: docks["bottom"].parts,
        }
        told |= {dock: dock.parts for dock in docks}
        told[window.status_bar] = ()
        self._parts = told.values()
        self.painting = PaintingTurns(told, self)
        self._afterwards = recording.afterwards
        self._afterwards.wait()
        self.painting.finished.connect(self._begin_work)
        bar = window.playback_bar
        recording.replacing.connect(self._begin_turns)
        recording.opened.connect(self._show_opened)
        recording.index_changed.connect(self._begin_turns)
        recording.extended.connect(self._end_turns)
        workspace.contact_reached.connect(self.painting.do_first)  # the map goes there: it needs its size
        bind(recording.index_changed, lambda: recording.index, bar.set_recording)
        bind(recording.problems_changed, lambda: recording.problems, window.status_bar.set_problems)
        bind(recording.problems_changed, lambda: recording.checking, window.status_bar.set_checking)
        bind(playback.changed, lambda: playback.transport, bar.set_playback)
        bind(playback.changed, lambda: playback.transport.loop is not Loop.OFF, actions["loop"].setChecked)
        for signal in (focus.follow_changed, actions["follow"].triggered):  # whether or not it can be done
            bind(signal, lambda: focus.followed is not None, actions["follow"].setChecked)
        bind(playback.follow_end_changed, lambda: playback.follow_end, actions["follow_end"].setChecked)
        bar.speed_requested.connect(playback.set_speed)
        window.seen_changed.connect(moment.set_seen)
        actions["select_listed"].triggered.connect(self._list_actors)

    @Slot()
    def _begin_work(self) -> None:
        """Let work in the background begin once the first picture is there, or nobody can see one."""
        if self._another:  # nobody keeps the file of the one before
            self._another = False
            for part in chain.from_iterable(self._parts):
                part.catch_up(hidden=True)
        if self._window.isVisible() and not self._window.windowHandle().isExposed():
            QTimer.singleShot(_UNSEEN, self._afterwards.begin)
        else:
            self._afterwards.begin()

    @Slot()
    def _list_actors(self) -> None:
        """Have the list know all actors: who is in it is about to be selected, though it may be hidden."""
        self._list.catch_up(hidden=True)

    @Slot()
    def _begin_turns(self) -> None:
        self.painting.begin()

    @Slot(object)
    def _show_opened(self, index: RecordingIndex | None) -> None:
        self._another = True
        self.painting.begin(partial(self._show_panels, empty=index is None))

    def _show_panels(self, *, empty: bool) -> None:
        if empty is not self._empty:
            self._empty = empty
            self._window.set_empty(empty)
        self._window.map_area.show_map(not empty)

    @Slot()
    def _end_turns(self) -> None:
        """Show at once that nothing is open any more."""
        if self._recording.index is None:
            self.painting.finish()
