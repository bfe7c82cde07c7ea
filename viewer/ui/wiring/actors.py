"""Connects what only the actor list needs with who knows of it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.logfile.errors import RecordingError
from viewer.ui.background.tasks import Tasks
from viewer.ui.background.travelled_finder import TravelledFinder
from viewer.ui.shell.context_menu import ActorMenu
from viewer.ui.state.pins import Pins
from viewer.ui.state.selection import Rows, Selection
from viewer.ui.state.session import Session
from viewer.ui.state.visibility import Visibility
from viewer.ui.window import MainWindow


class ActorWiring(QObject):
    """Tells the list who is selected, pinned and hidden, and does what it asks for."""

    def __init__(
        self,
        tasks: Tasks,
        session: Session,
        selection: Selection,
        visibility: Visibility,
        pins: Pins,
        menu: ActorMenu,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._selection = selection
        self._visibility = visibility
        self._panel = window.actor_panel
        self._panel.rows_requested.connect(self._select)
        self._panel.follow_requested.connect(self._follow)
        self._panel.menu_requested.connect(menu.open)
        self._panel.show_requested.connect(self._show)
        selection.changed.connect(self._panel.set_selected_rows)
        visibility.changed.connect(self._show_hidden)
        session.playback_changed.connect(self._show_playback)
        pins.changed.connect(self._panel.set_pinned_rows)
        pins.changed.connect(window.timeline.model.set_pinned_rows)
        pins.changed.connect(menu.set_pinned_rows)
        menu.pin_requested.connect(pins.toggle_all)
        menu.offer_pin()
        self.travelled = TravelledFinder(tasks, self)
        session.index_changed.connect(self.travelled.set_recording)
        self._panel.travelled_wanted.connect(self.travelled.set_wanted)
        self.travelled.found.connect(self._panel.set_travelled)
        self.travelled.progress.connect(self._panel.set_travelled_share)
        self.travelled.failed.connect(self._explain)
        self.travelled.set_wanted(self._panel.wants_travelled)

    @Slot(object)
    def _select(self, rows: Rows) -> None:
        self._selection.set_rows(rows)

    @Slot(object)
    def _follow(self, row: int) -> None:
        self._session.select(row)
        self._session.follow(row)

    @Slot(object)
    def _explain(self, error: RecordingError) -> None:
        self._session.explain(error)

    @Slot(object)
    def _show(self, row: int) -> None:
        self._visibility.show(row)

    @Slot()
    def _show_hidden(self) -> None:
        self._panel.set_hidden(self._visibility.hidden_rows)

    @Slot()
    def _show_playback(self) -> None:
        self._panel.set_playing(self._session.transport.playing)
