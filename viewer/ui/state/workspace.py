"""All that the window is about: a recording, those it is compared with, and where one is in it."""

from __future__ import annotations

from collections.abc import Callable
from enum import Flag, IntEnum, auto
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.time.transport import Loop
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.actor_ref import ActorRef, row_in
from viewer.ui.state.map_views import MapViews
from viewer.ui.state.moment import Moment, Preview
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.open_request import OpenRequest, Restore
from viewer.ui.state.playback import Playback
from viewer.ui.state.recorded_events import RecordedEvents
from viewer.ui.state.roads import Roads
from viewer.ui.state.settings import Settings
from viewer.ui.state.story import Story
from viewer.ui.state.story_finder import StoryFinder
from viewer.ui.state.times import TimeDisplay, TimeRange, Visits
from viewer.ui.state.visibility import Pins, Visibility


class What(Flag):
    """What has changed in a workspace."""

    OPENED = auto()
    """There is another recording, or none."""
    RECORDING = auto()
    """More of it has been read, or it is another."""
    PROBLEMS = auto()
    PATH = auto()
    """The way of the selected actor."""
    TIME = auto()
    """Playhead, play state, speed, loop or range, or whether the end is followed."""
    WORLD = auto()
    PREVIEW = auto()
    RANGE = auto()
    VISITS = auto()
    SELECTED = auto()
    HERO = auto()
    HOVERED = auto()
    FOLLOWED = auto()
    PINS = auto()
    HIDDEN = auto()
    MAP_VIEWS = auto()
    EVENTS = auto()
    """Events that the file tells of."""
    STORY = auto()
    """What was found, of whom and of which kinds it is told, or whether more may come."""
    EVENT = auto()
    """The event that one went to."""
    JUDGED = auto()
    """How the hero is judged."""
    THRESHOLDS = auto()
    ROADS = auto()
    """The map of the town, stop lines, or where vehicles drove."""
    ROUTE = auto()
    SCALE = auto()
    """How times are written."""
    SETTINGS = auto()
    NOTES = auto()


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
        tasks: what runs in the background.
        recording: the primary one.
        events: what the file says that happened.
        references: others that are shown beside it.
        playback: where the playhead is.
        focus: who is selected, followed and so on.
        moment: what was true of the primary recording at the playhead.
        preview: what was true at the time that is pointed at.
        range: the chosen range of time.
        visits: the moments one was at.
        display: how times are written.
        settings: what is remembered from one start to the next.
        pins: actors that stay in sight, whoever is selected.
        visibility: who is hidden on the map.
        map_views: views of the map that are kept for the town.
        story: what went wrong, as far as it is known.
        finder: finds that.
        roads: what lies under the actors.

    """

    changed = Signal(object)
    """What has changed, a flag of ``What``."""
    said = Signal(str)
    """What the user is told in passing: a sentence, or a few words."""
    settled = Signal()
    """All have what has been read by now, and a world of it."""
    contact_reached = Signal(int)
    """The collision that was asked for has been read: its place in ``index.contacts``."""
    closing = Signal()
    """Everything is about to stop."""

    def __init__(self, tasks: Tasks, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tasks, self.settings = tasks, settings
        self.pins = Pins(settings, self)
        self.map_views = MapViews(settings, self)
        self.story = Story(settings, self)
        self.recording = OpenRecording(tasks, self)
        self.events = RecordedEvents(tasks, self.recording, self)
        self.references: list[OpenRecording] = []
        self.playback = Playback(tasks.clock, self)
        self.focus = ActorFocus(self)
        self.moment = Moment(self.recording, self.playback, self)
        self._restore = Restore(self.playback, self.focus, self.say, self)
        self.recording.replacing.connect(self._let_go)  # nobody is meant any more when others forget
        self.preview = Preview(self.recording, self.moment, self)
        self.range = TimeRange(self.recording, self.playback, self)
        self.visits = Visits(self.recording, self.playback)
        self.visibility = Visibility(self.recording, self)
        self.display = TimeDisplay(settings, self)
        self.roads = Roads(tasks, self.recording, self.focus, settings, self)
        self.finder = StoryFinder(tasks, self.recording, self.focus, self.roads, self.story, self)
        self._kept: dict[Kept, Callable[[RecordingIndex | None], object]] = {}
        self._request = OpenRequest()
        self._growing = self._opened = False
        self.recording.opened.connect(self._bring_back)
        self.recording.extended.connect(self._go_on)
        self.recording.index_changed.connect(self.display.set_recording)
        self.focus.primary_changed.connect(self._want_path)
        self.roads.changed.connect(lambda: self.recording.series.set_road_map(self.roads.road_map))
        self.roads.route_changed.connect(lambda: self.recording.series.set_route(self.roads.route))
        self._listen()
        self.when(What.SETTINGS, lambda: self.moment.set_interpolate(settings.interpolate))
        self.playback.set_loop(Loop.ALL if settings.loop else Loop.OFF)
        self.keep(Kept.HERO, self._recall_hero)
        self.keep(Kept.PINS, self.pins.restore)
        self.keep(Kept.MAP_VIEWS, self.map_views.set_recording)
        self.settled.connect(lambda: self.pins.set_recording(self.recording.index))

    def _listen(self) -> None:
        """Tell in one place what changes in any of the parts."""
        recording, playback, focus, story = self.recording, self.playback, self.focus, self.story
        for what, *signals in (
            (What.PROBLEMS, recording.problems_changed),
            (What.PATH, recording.path_changed),
            (What.TIME, playback.changed, playback.follow_end_changed),
            (What.WORLD, self.moment.world_changed),
            (What.PREVIEW, self.preview.world_changed),
            (What.RANGE, self.range.changed),
            (What.VISITS, self.visits.changed),
            (What.SELECTED, focus.selected_changed),
            (What.HERO, focus.hero_changed),
            (What.HOVERED, focus.hover_changed),
            (What.FOLLOWED, focus.follow_changed),
            (What.PINS, self.pins.changed),
            (What.HIDDEN, self.visibility.changed),
            (What.MAP_VIEWS, self.map_views.changed),
            (What.EVENTS, self.events.changed),
            (What.STORY, story.changed, story.progress_changed, story.hidden_changed),
            (What.EVENT, story.gone_to_changed),
            (What.JUDGED, story.view_changed, story.result_files_changed),
            (What.THRESHOLDS, story.thresholds_changed),
            (What.SCALE, self.display.scale_changed),
            (What.ROADS, self.roads.changed),
            (What.ROUTE, self.roads.route_changed),
            (What.SETTINGS, self.settings.any_changed),
        ):
            for signal in signals:
                signal.connect(partial(self.tell, what))
        recording.index_changed.connect(self._tell_recording)

    def tell(self, what: What, *_values: object) -> None:
        """Tell that something is another."""
        self.changed.emit(what)

    @Slot(object)
    def _tell_recording(self, _index: RecordingIndex | None) -> None:
        """Tell of a view that panels take before anything in it is told."""
        opened, self._opened = self._opened, False
        self.changed.emit(What.OPENED | What.RECORDING if opened else What.RECORDING)

    def when(self, what: What, do: Callable[[], object]) -> None:
        """Do something now, and again after each change of what is named here."""
        named = what.value
        self.changed.connect(lambda told: do() if told.value & named else None)
        do()

    @Slot(str)
    def say(self, text: str) -> None:
        """Say what was done, or why something that was asked for cannot be."""
        self.said.emit(text)

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

    @Slot(object)
    def use_as_hero(self, actor: ActorRef) -> None:
        """Make an actor the hero of the recording, from now on."""
        index = self.recording.index
        if index is not None:
            actor_id = int(index.actors.actor_id[actor.row])
            self.settings.hero_of[index.path] = actor_id
            self.focus.choose_hero(actor_id)
            self.focus.find_hero(index)

    def _recall_hero(self, index: RecordingIndex | None) -> None:
        if index is not None:
            self.focus.choose_hero(self.settings.hero_of[index.path])

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
        self._opened = True
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
