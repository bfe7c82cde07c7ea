"""The one place where panels and session meet: panels request, the session changes, panels are told."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.replay.paths.extents import moving_places
from viewer.replay.paths.last_known_pose import last_known_pose
from viewer.replay.time.transport import Loop
from viewer.replay.world.world import World
from viewer.ui.background.actor_path import ActorPath
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.scrubber import Scrubber
from viewer.ui.state.selection import Selection
from viewer.ui.state.session import Session
from viewer.ui.widgets.painting_turns import PaintingTurns
from viewer.ui.window import MainWindow
from viewer.ui.wiring.contact_marks import ContactMarks

_MUCH_LONGER = 1.25
"""Times as many frames, after which what moves in a growing recording is looked for again."""


class Wiring(QObject):
    """Connects the panels of a window with a session."""

    def __init__(self, tasks: Tasks, session: Session, selection: Selection, window: MainWindow) -> None:
        super().__init__(window)
        self._session = session
        self._selection = selection
        self._window = window
        self._map = window.map_area.map_view
        self._path: ActorPath | None = None
        self.contacts = ContactMarks(tasks, self)
        self.contacts.found.connect(self._show_contacts)
        self._scrubber = Scrubber(session, self)
        self._shown: Path | None = None
        self._fitted = 0  # frames
        self.painting = PaintingTurns(
            (
                window.map_area,
                window.bottom,
                window.actor_panel,
                window.inspector_panel,
                window.drawer,
                window.status_bar,
            ),
            self,
        )
        self._listen()
        self._ask()

    def _listen(self) -> None:
        session = self._session
        session.opened.connect(self._show_opened)
        session.index_changed.connect(self._show_index)
        session.problems_changed.connect(self._show_problems)
        session.world_changed.connect(self._show_world)
        session.playback_changed.connect(self._show_playback)
        session.selection_changed.connect(self._show_selection)
        session.hero_changed.connect(self._show_hero)
        session.hover_changed.connect(self._show_hover)
        session.follow_changed.connect(self._show_follow)
        session.path_changed.connect(self._show_path)

    def _ask(self) -> None:
        session, window = self._session, self._window
        for panel in (
            self._map,
            window.actor_panel,
            window.inspector,
            window.timeline,
            window.packets_panel,
        ):
            panel.select_requested.connect(self._select)
        for panel in (self._map, window.actor_panel):
            panel.hover_requested.connect(self._hover)
        for panel in (self._map, window.inspector):
            panel.seek_requested.connect(session.jump)
        window.timeline.seek_requested.connect(self._scrubber.seek)
        window.problems_panel.seek_requested.connect(session.jump)
        self._map.follow_requested.connect(self._follow)
        window.playback_bar.speed_requested.connect(session.set_speed)

    # -- what panels ask for

    @Slot(object, bool)
    def _select(self, row: int | None, add: bool) -> None:
        """Select what was clicked in a panel, and let the user see it."""
        self._selection.click(row, adds=add)
        if row is not None and self._window.inspector_panel.folded:
            self._window.inspector_panel.open_once()

    @Slot(object)
    def _hover(self, row: int | None) -> None:
        self._session.hover(row)

    @Slot(object)
    def _follow(self, row: int | None) -> None:
        if row is not None:
            self._session.select(row)
        self._session.follow(row)

    # -- what panels are told

    @Slot(object)
    def _show_opened(self, index: RecordingIndex | None) -> None:
        """Fit the map to another recording; the same file read again keeps its view."""
        self.contacts.forget()
        self._window.set_empty(index is None)
        self._window.map_area.show_map(index is not None)
        self._map.set_recording(index)
        if index is not None and index.path != self._shown:
            self._fit(index)
            self._fitted = len(index.heads) if index.complete else 0
        self._shown = index.path if index is not None else None

    @Slot(object)
    def _show_index(self, index: RecordingIndex | None) -> None:
        window = self._window
        self.painting.begin()
        for panel in (
            self._map,
            window.actor_panel,
            window.inspector,
            window.timeline,
            window.playback_bar,
            window.packets_panel,
            window.problems_panel,
        ):
            panel.set_recording(index)
        longer = _MUCH_LONGER if index is not None and index.growing else 1.0
        if index is not None and index.complete and len(index.heads) > self._fitted * longer:
            self._fitted = len(index.heads)
            self._fit(index)

    def _fit(self, index: RecordingIndex) -> None:
        """Tell the map where something moves."""
        with suppress(RecordingError):  # the file has changed; whoever makes the next world is told so, too
            self._map.set_fit_points(moving_places(index))

    @Slot(object)
    def _show_problems(self, problems: tuple[Problem, ...]) -> None:
        for panel in (self._window.problems_panel, self._window.status_bar, self._window.inspector):
            panel.set_problems(problems)

    @Slot(object)
    def _show_world(self, world: World | None) -> None:
        window = self._window
        for panel in (
            self._map,
            window.actor_panel,
            window.inspector,
            window.timeline,
            window.playback_bar,
            window.packets_panel,
        ):
            panel.set_world(world)
        self._show_contacts()
        self._show_ghost()

    @Slot()
    def _show_playback(self) -> None:
        session, actions = self._session, self._window.actions_by_id
        self._window.timeline.set_playback(session.transport)
        self._window.playback_bar.set_playback(session.transport)
        actions["loop"].setChecked(session.transport.loop is not Loop.OFF)
        actions["interpolate"].setChecked(session.interpolate)

    @Slot(object)
    def _show_selection(self, row: int | None) -> None:
        window = self._window
        for panel in (self._map, window.actor_panel, window.timeline, window.packets_panel):
            panel.set_selection(row)
        self._show_contacts()
        self._show_ghost()

    @Slot(object)
    def _show_hero(self, row: int | None) -> None:
        for panel in (self._map, self._window.actor_panel, self._window.inspector, self._window.timeline):
            panel.set_hero(row)

    @Slot(object)
    def _show_hover(self, row: int | None) -> None:
        self._map.set_hover(row)

    @Slot(object)
    def _show_follow(self, row: int | None) -> None:
        self._map.set_follow(row)
        self._window.actions_by_id["follow"].setChecked(row is not None)

    @Slot(object)
    def _show_path(self, path: ActorPath | None) -> None:
        self._path = path
        self._show_ghost()

    @Slot()
    def _show_contacts(self) -> None:
        world = self._session.world
        self._map.set_contacts([] if world is None else self.contacts.at(world, self._session.selection))

    def _show_ghost(self) -> None:
        """Show the selected actor hollow at its last known place while it is not alive."""
        world, row = self._session.world, self._session.selection
        ghost = None
        if world is not None and row is not None and world.place_of(row) is None and self._path is not None:
            ghost = last_known_pose(world, row, self._path.poses)
        if ghost is None:
            self._map.set_ghost(None)
        else:
            self._map.set_ghost(ghost.location, ghost.rotation, ghost.extent)
