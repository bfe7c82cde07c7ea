"""The palette: what it finds, and what is done with what is chosen in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, SignalInstance, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.time.moment import TimeQuery, unrounded
from viewer.replay.time.time_forms import TimeScale
from viewer.ui import format as fmt
from viewer.ui.background.tasks import Tasks
from viewer.ui.moment_line import CopiedMoment
from viewer.ui.notes.book import NoteBook
from viewer.ui.palette.entry import Provider
from viewer.ui.palette.providers.actions import ActionProvider
from viewer.ui.palette.providers.actors import ActorProvider
from viewer.ui.palette.providers.changes import ChangeProvider
from viewer.ui.palette.providers.copied import CopiedProvider
from viewer.ui.palette.providers.events import EventProvider
from viewer.ui.palette.providers.moments import MomentProvider
from viewer.ui.palette.providers.notes import NoteProvider
from viewer.ui.palette.providers.places import PlaceProvider
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.session import Session
from viewer.ui.state.settings import Settings
from viewer.ui.times.display import TimeDisplay
from viewer.ui.window import MainWindow

_REMEMBERED = 6
"""Entries that are offered again."""
_ANYWHERE = "action:"
"""Beginning of the keys that mean the same in every recording, and from one start to the next."""


class PaletteCommands(QObject):
    """Opens the palette of a window on a session, and keeps what was used lately."""

    def __init__(
        self,
        tasks: Tasks,
        session: Session,
        book: NoteBook,
        go_to_note: Callable[[str], None],
        display: TimeDisplay,
        event_found: SignalInstance,
        settings: Settings,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._display = display
        self._settings = settings
        self._window = window
        self._map = window.map_area.map_view
        self._recent = [f"{_ANYWHERE}{action_id}" for action_id in settings.recent_actions]
        self._path: Path | None = None
        self._moments = MomentProvider(self._scale, self._playhead, session.jump, self)
        self._copied = CopiedProvider(self._recent_paths, self._go_back, self._open_at, self)
        self._places = PlaceProvider(
            self._whose_visits, self._look_at, self._go_to_event, self._time_text, tasks, self
        )
        self._notes = NoteProvider(book, go_to_note, self._time_text, self)
        self._changes = ChangeProvider(self._go_to_event, self._time_text, tasks, self)
        event_found.connect(self._changes.add_events)
        self._events = EventProvider(self._go_to_event, self._time_text, tasks, self)
        self._actors = ActorProvider(self._go_to_actor, self._time_text, tasks, self)
        actions = ActionProvider(window.actions_by_id, self._has_recording, self)
        self._providers: list[Provider] = [
            self._moments,
            self._copied,
            self._places,
            actions,
            self._notes,
            self._actors,
            self._events,
            self._changes,
        ]
        self._palette = window.command_palette
        self._palette.set_providers(self._providers)
        self._palette.set_recent(self._recent)
        self._palette.entry_chosen.connect(self._remember)
        session.index_changed.connect(self._set_recording)

    def add_provider(self, provider: Provider) -> None:
        """Find what another one knows, too."""
        self._providers.append(provider)
        self._palette.add_provider(provider)

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {"palette": self._palette.toggle}

    # -- what is told

    @Slot(object)
    def _set_recording(self, index: RecordingIndex | None) -> None:
        for provider in (
            self._copied,
            self._places,
            self._notes,
            self._events,
            self._changes,
            self._actors,
        ):
            provider.set_recording(index)
        if self._palette.isVisible():
            self._palette.prepare()
        path = index.path if index is not None else None
        if path != self._path:  # rows and times mean something else there
            self._path = path
            self._set_recent([key for key in self._recent if key.startswith(_ANYWHERE)])

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

    def _time_text(self, elapsed: float) -> str:
        return fmt.moment_text(elapsed, self._display.scale)

    def _playhead(self) -> float:
        return self._session.transport.playhead

    def _has_recording(self) -> bool:
        return self._session.index is not None

    def _whose_visits(self) -> tuple[int, str] | None:
        """Return row and name of the hero, else of the selected actor."""
        session = self._session
        row = session.hero if session.hero is not None else session.selection
        if row is None or session.index is None:
            return None
        if row == session.hero:
            return row, self.tr("Hero")
        return row, str(session.index.actors.descriptions[row].actor_id)

    def _look_at(self, x: float, y: float) -> None:
        self._map.center_on(x, y)

    def _recent_paths(self) -> list[Path]:
        return [recording.path for recording in self._settings.recent()]

    def _go_back(self, copied: CopiedMoment) -> None:
        index = self._session.index
        if index is None:
            return
        self._session.jump(unrounded(index, copied.elapsed))
        world = self._session.world
        if copied.actor_id is None or world is None:
            return
        row = index.actors.find(copied.actor_id, world.frame_index)
        if row is None:
            self._session.refuse(self.tr("There is no actor {0} then").format(copied.actor_id))
        else:
            self._select(row)

    def _open_at(self, path: Path, copied: CopiedMoment) -> None:
        self._session.open(path, OpenRequest(TimeQuery("frame", copied.frame), copied.actor_id))

    def _go_to_event(self, elapsed: float, row: int | None) -> None:
        self._session.jump(elapsed)
        if row is not None:
            self._select(row)

    def _go_to_actor(self, row: int) -> None:
        """Select an actor, and look at it if it is somewhere else."""
        self._select(row)
        world = self._session.world
        place = None if world is None else world.place_of(row)
        if world is None or place is None or not world.has_pose[place]:
            self._tell_life(row)
            return
        x, y = world.locations[place, :2].tolist()
        left, top, right, bottom = self._map.visible_rect()
        if not (left <= x <= right and top <= y <= bottom):
            self._map.center_on(x, y)

    def _select(self, row: int) -> None:
        self._session.select(row)
        if self._window.inspector_panel.folded:
            self._window.inspector_panel.open_once()

    def _tell_life(self, row: int) -> None:
        """Say why an actor is not seen, if that is because of the time."""
        index, world = self._session.index, self._session.world
        if index is None or world is None:
            return
        actor_id = int(index.actors.actor_id[row])
        spawn, destroy = int(index.actors.spawn_frame[row]), int(index.actors.destroy_frame[row])
        if world.frame_index < spawn < len(index.elapsed):
            when = self._time_text(float(index.elapsed[spawn]))
            self._session.refuse(self.tr("{0} is not spawned until {1}").format(actor_id, when))
        elif destroy <= world.frame_index:
            when = self._time_text(float(index.elapsed[destroy]))
            self._session.refuse(self.tr("{0} was destroyed at {1}").format(actor_id, when))
