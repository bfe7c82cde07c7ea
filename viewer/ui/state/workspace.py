"""All that the window is about: a recording, those it is compared with, and where one is in it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from viewer.program import resource
from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind
from viewer.replay.time.transport import Loop
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.changes import Changes, What
from viewer.ui.state.event_finder import StoryFinder
from viewer.ui.state.found_events import Story
from viewer.ui.state.map_views import MapViews
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.open_request import OpenRequest, Restore, Wishes
from viewer.ui.state.playback import Playback
from viewer.ui.state.recorded_events import RecordedEvents
from viewer.ui.state.roads import Roads
from viewer.ui.state.settings import Settings
from viewer.ui.state.shown_worlds import Moment, Preview
from viewer.ui.state.times import TimeDisplay, TimeRange
from viewer.ui.state.visibility import Pins, Visibility


class Workspace(Changes):
    """Owns everything, opens recordings, and brings everything back that belongs to one.

    What it is asked for is always true; what has changed is told once in a turn.

    Attributes:
        tasks: what runs in the background.
        recording: the one that the window is about; elsewhere its actors are rows of its table.
        references: others that are held beside it, until the window is closed.
        events: what the file says that happened.
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

    said = Signal(str)
    """What the user is told in passing: a sentence, or a few words."""
    closing = Signal()
    """Everything is about to stop."""

    def __init__(self, tasks: Tasks, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tasks, self.settings = tasks, settings
        wishes = Wishes()
        self.pins = Pins(settings, self)
        self.map_views = MapViews(settings, self)
        self.story = Story(settings, self)
        self.recording = recording = OpenRecording(tasks, self, self)
        self.references: list[OpenRecording] = []
        self.events = RecordedEvents(tasks, recording, self)
        self.playback = Playback(self, wishes, tasks.clock, self)
        self.visits = self.playback.visits
        self.focus = ActorFocus(self, wishes)
        self.moment = Moment(recording, self.playback, self)
        self._restore = Restore(wishes, self.playback, self.focus, self.say)
        self.preview = Preview(recording, self.moment, self, self)
        self.range = TimeRange(recording, self.playback)
        self.visibility = Visibility(self)
        self.display = TimeDisplay(settings, recording, self)
        self.roads = Roads(tasks, recording, self.focus, settings, self, self)
        self.finder = StoryFinder(tasks, recording, self.focus, self.roads, self.story)
        self._request = OpenRequest()
        self._growing = False
        self.playback.set_loop(Loop.ALL if settings.loop else Loop.OFF)
        recording.opened.connect(self._begin)
        recording.extended.connect(self._go_on)
        settings.changed("interpolate").connect(self._interpolate)
        self._interpolate()
        settings.any_changed.connect(lambda: self.tell(What.SETTINGS))
        self._derive()

    def _derive(self) -> None:
        """Say what follows from what."""
        recording, roads, story = self.recording, self.roads, self.story
        for needs, work_out in (
            (What.SETTINGS | What.RECORDING, self.display.look),
            (What.TIME | What.RECORDING, self.moment.look),
            (What.WORLD, self._leave_event),
            (What.HERO, lambda: story.set_hero(self.focus.hero)),
            (What.SELECTED, lambda: story.set_selected(self.focus.selected)),
            (What.SELECTED, lambda: recording.want_path(self.focus.primary)),
            (What.ROADS, lambda: recording.series.set_road_map(roads.road_map)),
            (What.ROUTE, lambda: recording.series.set_route(roads.route)),
            (What.RECORDING | What.HERO, roads.look),
            (What.RECORDING, self.events.look),
            (What.PROBLEMS, self.events.look_at_problems),
            (
                What.RECORDING | What.HERO | What.ROADS | What.ROUTE | What.THRESHOLDS | What.JUDGED,
                self.finder.look,
            ),
            (What.STORY | What.RECORDING, self._list_findings),
        ):
            self.first(needs, work_out)

    @Slot()
    def _interpolate(self) -> None:
        self.moment.set_interpolate(self.settings.interpolate)

    def _leave_event(self) -> None:
        world = self.moment.world
        if world is not None:
            self.story.follow(world.elapsed)

    def _list_findings(self) -> None:
        """Have the steps of what was found among the events."""
        times = np.sort(self.story.events.heads.steps["start"])  # of an incident one is gone to
        # np.unique would load numpy's masked arrays, just before the first picture.
        self.events.set_times(EventKind.FOUND, times[np.flatnonzero(np.diff(times, prepend=-np.inf))])

    @Slot(str)
    def say(self, text: str) -> None:
        """Say what was done, or why something that was asked for cannot be."""
        self.said.emit(text)

    @property
    def folder(self) -> str:
        """Folder in which dialogs begin: that of the open recording, else the last one, else the home.

        The sample lies in a folder of the program, where nobody has anything.
        """
        index = self.recording.index
        beside = None if index is None or index.path.parent == resource("") else index.path.parent
        return str(beside or self.settings.last_folder or Path.home())

    # -- what is asked for

    @Slot(float)
    def jump(self, elapsed: float) -> None:
        """Go to a time in seconds that was asked for by name, and to the event that starts then."""
        self.playback.jump(elapsed)
        self.story.go_to_time(self.playback.transport.playhead)

    @Slot(object)
    def use_as_hero(self, row: int) -> None:
        """Make an actor the hero of the recording, from now on."""
        index = self.recording.index
        if index is not None:
            actor_id = int(index.actors.actor_id[row])
            self.settings.hero_of[index.path] = actor_id
            self.focus.choose_hero(actor_id)
            self.focus.find_hero(index)

    # -- one recording after another

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

    @Slot(object, bool)
    def _begin(self, before: RecordingIndex | None, again: bool) -> None:
        """Let go of the recording that was open before, and bring back what is kept for that which is now."""
        index = self.recording.index
        if again and before is not None:
            self._restore.request_again(before)  # while who is selected has a row in it
        else:
            self._restore.request(self._request)
        self.focus.forget()
        self.visibility.forget()
        self.playback.begin(None if index is None else index.path, keep_range=again)
        self.moment.forget()
        self.preview.point_at(None)
        self.events.forget()
        self.finder.forget()
        self.roads.begin(index)
        if index is not None:
            self.focus.choose_hero(self.settings.hero_of[index.path])
        self.pins.restore(index)
        self.map_views.set_recording(index)
        self.tell(What.OPENED)
        self._go_on()

    @Slot()
    def _go_on(self) -> None:
        """Go where somebody wanted to be, now that so much has been read."""
        index = self.recording.index
        grew, self._growing = self._growing, index is not None and index.growing
        self.focus.find_hero(index)
        self.pins.set_recording(index)
        self.visibility.set_recording(index)
        if index is not None:
            self.playback.set_elapsed(index.elapsed)
            self.playback.transport.grows = index.growing
            self.range.keep_inside(index)
            self._restore.fulfil(index)
            if self.playback.follow_end and (index.growing or grew):
                self.playback.go_end()
        self.playback.settle()
        self.tell(What.RECORDING | What.PROBLEMS)

    def take_contact(self) -> int | None:
        """Return once the collision that was asked for, when it has been read: its place in the index."""
        return self._restore.take_contact()

    def shut_down(self) -> None:
        """Close, and wait for the threads that read: none may outlive the window."""
        self.closing.emit()
        for each in (self.recording, *self.references):
            each.shut_down()
