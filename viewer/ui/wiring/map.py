"""Connects the map with what it shows."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.driven_paths import moving_places
from viewer.replay.paths.trajectory import last_known_pose
from viewer.ui import format as fmt
from viewer.ui.background.tasks import Tasks
from viewer.ui.map import MapView
from viewer.ui.map.actor_words import spoken_place
from viewer.ui.map.geometry.absent_actor import ghost_of
from viewer.ui.state.actor_ref import refs_of, row_in, rows_in
from viewer.ui.state.binding import bind
from viewer.ui.state.map_options import MapOptions
from viewer.ui.state.preview import Preview
from viewer.ui.state.visibility import Visibility
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.wiring.contact_marks import ContactMarks
from viewer.ui.wiring.trails import TrailGuide

_SPOKEN = 8
"""Selected actors that are told about, the last ones; nobody listens to a thousand."""
_MUCH_LONGER = 1.25
"""Times as many frames, after which what moves in a growing recording is looked for again."""


class MapWiring(QObject):
    """Owns what only the map needs, tells the map what is known, and does what it asks for."""

    def __init__(self, tasks: Tasks, workspace: Workspace, map_view: MapView) -> None:
        super().__init__(map_view)
        settings = workspace.settings
        recording, focus, moment = workspace.recording, workspace.focus, workspace.moment
        self._recording = recording
        self._focus = focus
        self._moment = moment
        self._transport = workspace.playback.transport
        self._map = map_view
        self._seen_from_above = map_view.accessibleDescription()
        self._shown: Path | None = None
        self._fitted = 0  # frames
        recording.prepare(self._look_around)
        self.preview = Preview(recording, moment, self)
        self.visibility = Visibility(recording, self)
        self.contacts = ContactMarks(tasks, self)
        self.trails = TrailGuide(tasks, workspace, map_view)
        recording.opened.connect(self._show_opened)
        bind(recording.index_changed, lambda: recording.index, self._show_index)
        bind(focus.hero_changed, lambda: focus.hero, map_view.set_hero)
        bind(moment.world_changed, lambda: moment.world, map_view.set_world)
        bind(focus.selected_changed, lambda: focus.selected, map_view.set_selected)
        bind(focus.hover_changed, lambda: focus.hovered, map_view.set_hover)
        bind(focus.follow_changed, lambda: focus.followed, map_view.set_follow)
        bind(self.visibility.changed, lambda: self.visibility.hidden_rows, map_view.set_hidden)
        bind(settings.changed("map_options"), lambda: settings.map_options, self._show_options)
        bind(settings.changed("map_layers"), lambda: settings.map_layers, self.trails.set_layers)
        self.preview.world_changed.connect(lambda world: map_view.scene.tell(previewed=world))
        for signal in (moment.world_changed, focus.primary_changed, self.contacts.found):
            signal.connect(self._show_contacts)
        for signal in (moment.world_changed, focus.primary_changed, recording.path_changed):
            signal.connect(self._show_ghost)
        for signal in (moment.world_changed, focus.selected_changed, workspace.playback.changed):
            signal.connect(self._describe)
        map_view.select_requested.connect(workspace.focus.click)
        map_view.hover_requested.connect(focus.hover)
        map_view.follow_requested.connect(focus.go_with)
        map_view.seek_requested.connect(workspace.playback.jump)
        map_view.show_all_requested.connect(self.visibility.show_all)
        map_view.heading_up_requested.connect(partial(settings.set_part, "map_options.heading_up"))

    @Slot(int)
    def offer(self, row: int) -> None:
        """Select whom a mark is about, by the row, unless one has selected somebody; the map goes there."""
        if self._focus.offer(refs_of((row,))):
            self._map.viewpoint.show_actor(row)

    @Slot(object)
    def _show_opened(self, index: RecordingIndex | None) -> None:
        """Fit the map to another recording; the same file read again keeps its view."""
        self.contacts.forget()
        self._map.set_recording(index)
        if index is not None and index.path != self._shown:
            self._fit(index)
            self._fitted = len(index.heads) if index.complete else 0
        self._shown = index.path if index is not None else None

    def _look_around(self, index: RecordingIndex) -> None:
        """Find out where something moves, in the thread that reads."""
        if index.complete or index.path != self._shown:
            moving_places(index)

    def _show_index(self, index: RecordingIndex | None) -> None:
        self._map.set_recording(index)
        longer = _MUCH_LONGER if index is not None and index.growing else 1.0
        if index is not None and index.complete and len(index.heads) > self._fitted * longer:
            self._fitted = len(index.heads)
            self._fit(index)

    def _fit(self, index: RecordingIndex) -> None:
        """Tell the map where something moves."""
        with suppress(RecordingError):  # the file has changed; whoever makes the next world is told so, too
            places, rows = moving_places(index)
            self._map.viewpoint.set_fit_points(places, places[np.isin(rows, index.actors.hero_rows[:1])])

    def _show_options(self, options: MapOptions) -> None:
        self._map.set_options(options)
        self.trails.set_options(options)

    @Slot()
    def _describe(self) -> None:
        """Tell who cannot see the map where the selected actors are; not while time runs."""
        world, rows = self._moment.world, rows_in(self._focus.selected)
        if self._transport.playing:
            return
        described = self._seen_from_above
        if world is not None and rows:
            with suppress(RecordingError):
                spoken = [spoken_place(world, row) for row in rows[-_SPOKEN:]]
                if len(rows) > _SPOKEN:
                    spoken.append(tr("and {} more").format(fmt.count(len(rows) - _SPOKEN)))
                described = ". ".join(spoken)
        if described != self._map.accessibleDescription():
            self._map.setAccessibleDescription(described)

    @Slot()
    def _show_contacts(self) -> None:
        world, row = self._moment.world, row_in(self._focus.primary)
        contacts = np.empty((0, 5)) if world is None else self.contacts.at(world, row)
        self._map.scene.tell(contacts=contacts)

    @Slot()
    def _show_ghost(self) -> None:
        """Show the selected actor hollow at its last known place while it is not alive."""
        world, row, path = self._moment.world, row_in(self._focus.primary), self._recording.path
        last = None
        if world is not None and row is not None and path is not None and world.place_of(row) is None:
            last = last_known_pose(world, row, path.poses)
        self._map.scene.tell(ghost=None if last is None else ghost_of(*last))
