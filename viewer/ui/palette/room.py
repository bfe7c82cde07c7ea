"""The palette: what it finds, and what is done with what is chosen in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from viewer.analysis.event import FoundEvent
from viewer.recording.index import RecordingIndex
from viewer.replay.time.moment import TimeQuery, unrounded
from viewer.replay.time.time_forms import TimeScale
from viewer.ui.background.tasks import Tasks
from viewer.ui.map import MapView
from viewer.ui.moment_line import CopiedMoment
from viewer.ui.notes.commands import NoteCommands
from viewer.ui.palette.entry import Provider
from viewer.ui.palette.palette import Palette
from viewer.ui.palette.providers.actions import ActionProvider
from viewer.ui.palette.providers.actors import ActorProvider, actor_key
from viewer.ui.palette.providers.changes import ChangeProvider
from viewer.ui.palette.providers.copied import CopiedProvider
from viewer.ui.palette.providers.events import EventProvider, contact_key
from viewer.ui.palette.providers.found import FoundProvider
from viewer.ui.palette.providers.map_views import MapViewProvider
from viewer.ui.palette.providers.moments import MomentProvider
from viewer.ui.palette.providers.notes import NoteProvider
from viewer.ui.palette.providers.places import PlaceProvider
from viewer.ui.state.actor_ref import ActorRef, ref_of, row_in
from viewer.ui.state.binding import bind
from viewer.ui.state.event_lists import EventLists
from viewer.ui.state.map_views import MapViews
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.settings import Settings
from viewer.ui.state.story import Story
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import ThemeFollower
from viewer.ui.times.display import TimeDisplay
from viewer.ui.times.writing import writer

_REMEMBERED = 6
_COLLISIONS = 3
"""How many are offered without being asked for."""
"""Entries that are offered again."""
_ANYWHERE = "action:"
"""Beginning of the keys that mean the same in every recording, and from one start to the next."""


def open_room(  # noqa: PLR0913 - everybody has something to be found
    parent: QWidget,
    *,
    tasks: Tasks,
    workspace: Workspace,
    actions: Mapping[str, QAction],
    note_commands: NoteCommands,
    display: TimeDisplay,
    event_lists: EventLists,
    story: Story,
    go_before_event: Callable[[FoundEvent], None],
    settings: Settings,
    map_view: MapView,
    map_views: MapViews,
    show_map_view: Callable[[str], None],
    signals: Provider,
    select: Callable[[ActorRef | None, bool], None],
    themes: ThemeFollower,
) -> Palette:
    """Return the palette, which floats over the map."""
    palette = Palette(themes.theme, map_view.parentWidget() or parent)
    room = _PaletteRoom(tasks, workspace, display, settings, map_view, select, palette)
    room.add_actions(actions)
    room.add_notes(note_commands)
    room.add_actors()
    room.add_events(event_lists)
    room.add_found(story, go_before_event)
    room.add_map_views(map_views, show_map_view)
    room.add(signals)
    return palette


class _PaletteRoom(QObject):
    """What the palette finds in a workspace, what is done with what is chosen, and what was used lately."""

    def __init__(
        self,
        tasks: Tasks,
        workspace: Workspace,
        display: TimeDisplay,
        settings: Settings,
        map_view: MapView,
        select: Callable[[ActorRef | None, bool], None],
        palette: Palette,
    ) -> None:
        super().__init__(palette)
        self._tasks = tasks
        self._workspace = workspace
        self._recording = workspace.recording
        self._playback = workspace.playback
        self._moment = workspace.moment
        self._focus = workspace.focus
        self._messages = workspace.messages
        self._display = display
        self._time_text = writer(display)
        self._settings = settings
        self._map = map_view
        self._show_actor = select
        self._palette = palette
        self._recent = [f"{_ANYWHERE}{action_id}" for action_id in settings.recent_actions]
        self._path: Path | None = None
        self._providers: list[Provider] = []
        palette.set_recent(self._recent)
        palette.entry_chosen.connect(self._remember)
        self.add(MomentProvider(self._scale, self._playhead, self._playback.jump, self))
        self.add(CopiedProvider(self._recent_paths, self._go_back, self._open_at, self))
        self.add(
            PlaceProvider(
                self._whose_visits,
                map_view.viewpoint.center_on,
                self._go_to_event,
                self._time_text,
                tasks,
                self,
            )
        )
        bind(self._recording.index_changed, lambda: self._recording.index, self._set_recording)
        bind(self._focus.hero_changed, lambda: self._focus.hero, self._set_highlights)

    # -- what is found, in the order in which groups of equal worth stand

    def add(self, provider: Provider) -> None:
        """Find what one knows of a recording."""
        self._palette.add_provider(provider)
        self._providers.append(provider)
        provider.set_recording(self._recording.index)

    def add_actions(self, actions: Mapping[str, QAction]) -> None:
        """Find what one can do."""
        self.add(ActionProvider(actions, self._has_recording, self))

    def add_notes(self, commands: NoteCommands) -> None:
        """Find notes."""
        self.add(NoteProvider(commands.book, commands.go_to, self._time_text, self))

    def add_actors(self) -> None:
        """Find actors."""
        self.add(ActorProvider(self._go_to_actor, self._time_text, self._tasks, self))

    def add_events(self, lists: EventLists) -> None:
        """Find events, those of the index and those that others look for."""
        self.add(EventProvider(self._go_to_event, self._time_text, self._tasks, self))
        changes = ChangeProvider(self._go_to_event, self._time_text, self._tasks, self)
        self.add(changes)
        for events in lists.by_kind.values():
            changes.add_events(events)
        lists.added.connect(changes.add_events)

    def add_found(self, story: Story, go_before: Callable[[FoundEvent], None]) -> None:
        """Find what went wrong."""
        self.add(FoundProvider(story, go_before, self._time_text, self))

    def add_map_views(self, views: MapViews, show: Callable[[str], None]) -> None:
        """Find views of the map that were saved."""
        self.add(MapViewProvider(views, show, self))

    # -- what is told

    @Slot(object)
    def _set_recording(self, index: RecordingIndex | None) -> None:
        if self._palette.isVisible():
            self._palette.prepare()
        path = index.path if index is not None else None
        if path != self._path:  # rows and times mean something else there
            self._path = path
            self._set_recent([key for key in self._recent if key.startswith(_ANYWHERE)])
        self._set_highlights(self._focus.hero)
        for provider in self._providers:
            provider.set_recording(index)

    @Slot(object)
    def _set_highlights(self, hero: ActorRef | None) -> None:
        """Offer the first collisions and the hero without being asked."""
        index, row = self._recording.index, row_in(hero)
        contacts = 0 if index is None else min(len(index.contacts), _COLLISIONS)
        keys = [contact_key(number) for number in range(contacts)]
        self._palette.set_highlights(keys if row is None else [*keys, actor_key(row)])

    @Slot(str)
    def _remember(self, key: str) -> None:
        self._set_recent([key, *(each for each in self._recent if each != key)][:_REMEMBERED])
        self._settings.recent_actions = [
            each.removeprefix(_ANYWHERE) for each in self._recent if each.startswith(_ANYWHERE)
        ]

    def _set_recent(self, keys: list[str]) -> None:
        self._recent = keys
        self._palette.set_recent(keys)

    # -- what is asked and done

    def _scale(self) -> TimeScale | None:
        return self._display.scale

    def _playhead(self) -> float:
        return self._playback.transport.playhead

    def _has_recording(self) -> bool:
        return self._recording.index is not None

    def _whose_visits(self) -> tuple[int, str] | None:
        """Return row and name of the hero, else of the selected actor."""
        hero, index = row_in(self._focus.hero), self._recording.index
        row = hero if hero is not None else row_in(self._focus.primary)
        if row is None or index is None:
            return None
        if row == hero:
            return row, self.tr("Hero")
        return row, str(index.actors.descriptions[row].actor_id)

    def _recent_paths(self) -> list[Path]:
        return [recent.path for recent in self._settings.recent()]

    def _go_back(self, copied: CopiedMoment) -> None:
        index = self._recording.index
        if index is None:
            return
        self._playback.jump(unrounded(index, copied.elapsed))
        world = self._moment.world
        if copied.actor_id is None or world is None:
            return
        row = index.actors.find(copied.actor_id, world.frame_index)
        if row is None:
            self._messages.tell(self.tr("There is no actor {0} then").format(copied.actor_id))
        else:
            self._select(row)

    def _open_at(self, path: Path, copied: CopiedMoment) -> None:
        self._workspace.open(path, OpenRequest(TimeQuery("frame", copied.frame), copied.actor_id))

    def _go_to_event(self, elapsed: float, row: int | None) -> None:
        self._playback.jump(elapsed)
        if row is not None:
            self._select(row)

    def _go_to_actor(self, row: int) -> None:
        """Select an actor, and look at it if it is somewhere else."""
        self._select(row)
        world = self._moment.world
        place = None if world is None else world.place_of(row)
        if world is None or place is None or not world.has_pose[place]:
            self._tell_life(row)
            return
        x, y = world.locations[place, :2].tolist()
        left, top, right, bottom = self._map.viewpoint.visible_rect()
        if not (left <= x <= right and top <= y <= bottom):
            self._map.viewpoint.center_on(x, y)

    def _select(self, row: int) -> None:
        self._show_actor(ref_of(row), False)

    def _tell_life(self, row: int) -> None:
        """Say why an actor is not seen, if that is because of the time."""
        index, world = self._recording.index, self._moment.world
        if index is None or world is None:
            return
        actor_id = int(index.actors.actor_id[row])
        spawn, destroy = int(index.actors.spawn_frame[row]), int(index.actors.destroy_frame[row])
        if world.frame_index < spawn < len(index.elapsed):
            when = self._time_text(float(index.elapsed[spawn]))
            self._messages.tell(self.tr("{0} is not spawned until {1}").format(actor_id, when))
        elif destroy <= world.frame_index:
            when = self._time_text(float(index.elapsed[destroy]))
            self._messages.tell(self.tr("{0} was destroyed at {1}").format(actor_id, when))
