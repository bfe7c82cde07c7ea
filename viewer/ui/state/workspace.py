"""All that the window is about: a recording, those it is compared with, and where one is in it."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.actor_ref import row_in
from viewer.ui.state.map_views import MapViews
from viewer.ui.state.messages import Messages
from viewer.ui.state.moment import Moment
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.pins import Pins
from viewer.ui.state.playback import Playback
from viewer.ui.state.recorded_events import RecordedEvents
from viewer.ui.state.restore import Restore
from viewer.ui.state.settings import Settings
from viewer.ui.state.story import Story


class Kept(IntEnum):
    """What is kept for a file, a town or a kind of recording, in the order in which it comes back."""

    HERO = 1
    PINS = 2
    MAP_VIEWS = 3
    NOTES = 4
    SIGNALS = 5


class Workspace(QObject):
    """Opens recordings, and brings everything back that belongs to one, in one order.

    When a recording takes the place of another: what is to be found again is noted, the focus and the
    playhead let go, what is kept comes back (``Kept``), panels take the index, and at last those who were
    asked for, the moment and its world.

    Attributes:
        recording: the primary one.
        events: what the file says that happened.
        references: others that are shown beside it.
        playback: where the playhead is.
        focus: who is selected, followed and so on.
        moment: what was true of the primary recording at the playhead.
        messages: what the user is told in passing.
        settings: what is remembered from one start to the next.
        pins: actors that stay in sight, whoever is selected.
        map_views: views of the map that are kept for the town.
        story: what went wrong, as far as it is known.

    """

    settled = Signal()
    """All have what has been read by now, and a world of it."""
    contact_reached = Signal(int)
    """The collision that was asked for has been read: its place in ``index.contacts``."""
    closing = Signal()
    """Everything is about to stop."""

    def __init__(self, tasks: Tasks, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.messages = Messages(self)
        self.pins = Pins(settings, self)
        self.map_views = MapViews(settings, self)
        self.story = Story(settings, self)
        self.recording = OpenRecording(tasks, self)
        self.events = RecordedEvents(tasks, self.recording, self)
        self.references: list[OpenRecording] = []
        self.playback = Playback(tasks.clock, self)
        self.focus = ActorFocus(self)
        self.moment = Moment(self.recording, self.playback, self)
        self._restore = Restore(self.playback, self.focus, self.messages, self)
        self._kept: dict[Kept, Callable[[RecordingIndex | None], object]] = {}
        self._request = OpenRequest()
        self._growing = False
        self.recording.replacing.connect(self._let_go)
        self.recording.opened.connect(self._bring_back)
        self.recording.extended.connect(self._go_on)
        self.focus.primary_changed.connect(self._want_path)

    def keep(self, what: Kept, restore: Callable[[RecordingIndex | None], object]) -> None:
        """Call this with each recording that is opened, or None, in the order of ``Kept``; and now."""
        self._kept[what] = restore
        restore(self.recording.index)

    # -- what is asked for

    def open(self, path: Path, request: OpenRequest | None = None) -> None:
        """Start to read a file; the open one stays until the first frames of the new one are there."""
        self._request = request or OpenRequest()  # not for the open one, which may grow meanwhile
        self.recording.open(path)

    @Slot()
    def reload(self) -> None:
        """Read the open file again; time, selection and playing stay, as far as they are in it."""
        self.recording.reload(needed=self.playback.transport.playhead)

    @Slot()
    def close(self) -> None:
        """Let go of the recording."""
        self._request = OpenRequest()
        self.recording.close()

    def use_as_hero(self, actor_id: int | None) -> None:
        """Make an actor the hero of the recording, by its id; None leaves it to the recording."""
        self.focus.choose_hero(actor_id)
        self.focus.find_hero(self.recording.index)

    def shut_down(self) -> None:
        """Close, and wait for the threads that read: none may outlive the window."""
        self.closing.emit()
        for each in (self.recording, *self.references):
            each.shut_down()

    # -- one recording after another

    @Slot(bool)
    def _let_go(self, again: bool) -> None:
        """Note what is to be found again, while rows still mean something."""
        index = self.recording.index
        if again and index is not None:
            self._restore.request_again(index)
        else:
            self._restore.request(self._request)
        self.focus.forget()
        self.playback.begin(keep_range=again)

    @Slot(object)
    def _bring_back(self, index: RecordingIndex | None) -> None:
        if index is not None:
            self.playback.set_elapsed(index.elapsed)
        for what in sorted(self._kept):
            self._kept[what](index)

    @Slot()
    def _go_on(self) -> None:
        """Go where somebody wanted to be, now that so much has been read."""
        index = self.recording.index
        grew, self._growing = self._growing, index is not None and index.growing
        self.focus.find_hero(index)
        if index is not None:
            self.playback.set_elapsed(index.elapsed)
            self._restore.fulfil(index)
            if self.playback.follow_end and (index.growing or grew):
                self.playback.go_end()
        self.playback.changed.emit()
        self.moment.look_again()
        self.settled.emit()
        contact = self._restore.take_contact()
        if contact is not None and self.focus.followed is None:
            selected = self.focus.selected
            self.contact_reached.emit(contact)
            if selected:  # who is asked for by name stays selected
                self.focus.take_selected(selected)

    @Slot()
    def _want_path(self) -> None:
        self.recording.want_path(row_in(self.focus.primary))
