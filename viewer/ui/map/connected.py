"""Connects the map with what it shows: actors, ground, ways, collisions; and says where the camera goes."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.driven_paths import moving_places
from viewer.replay.paths.trails import NO_TRAILS
from viewer.replay.paths.trajectory import last_known_pose
from viewer.ui import format as fmt
from viewer.ui.background.derived import same_needs
from viewer.ui.background.tasks import Tasks
from viewer.ui.map import MapView
from viewer.ui.map.actor_words import spoken_place
from viewer.ui.map.contact_marks import ContactMarks
from viewer.ui.map.geometry.footprints import ghost_of
from viewer.ui.map.layers.ground_layer import DrivenPaths
from viewer.ui.map.trail_book import TrailBook
from viewer.ui.state.actor_ref import refs_of, row_in, rows_in
from viewer.ui.state.changes import What
from viewer.ui.state.map_options import MapLayers, MapOptions
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.throttle import Throttle

_SPOKEN = 8
"""Selected actors that are told about, the last ones; nobody listens to a thousand."""
_SPOKEN_EVERY = 200  # milliseconds
_MUCH_LONGER = 1.25
"""Times as many frames, after which what moves in a growing recording is looked for again."""
_NOWHERE = np.empty((0, 2))


class ConnectedMap(QObject):
    """Owns what only the map needs, tells the map what is known, and does what it asks for."""

    def __init__(self, tasks: Tasks, workspace: Workspace, map_view: MapView) -> None:
        super().__init__(map_view)
        self._workspace, self._map = workspace, map_view
        self._recording, self._focus = workspace.recording, workspace.focus
        self._moment, self._settings = workspace.moment, workspace.settings
        self._seen_from_above = map_view.accessibleDescription()
        self._shown: Path | None = None
        self._fitted = 0  # frames
        self._layers, self._options = MapLayers(), MapOptions()
        self._ground: tuple[object, ...] = ()
        self._driven: DrivenPaths | None = None
        self.contacts = ContactMarks(tasks, self)
        self.book = TrailBook(tasks, self)
        self.contacts.found.connect(self._show_contacts)
        self.book.grown.connect(self._show_trails)
        self._speech = Throttle(_SPOKEN_EVERY, self)
        self._speech.due.connect(self._describe)
        self._recording.prepare(self._look_around)
        self._listen()
        map_view.select_requested.connect(self._focus.click)
        map_view.hover_requested.connect(self._focus.hover)
        map_view.follow_requested.connect(self._focus.go_with)
        map_view.seek_requested.connect(workspace.jump)
        map_view.show_all_requested.connect(workspace.visibility.show_all)
        map_view.heading_up_requested.connect(partial(self._settings.set_part, "map_options.heading_up"))

    def _listen(self) -> None:
        workspace, focus, moment, view = self._workspace, self._focus, self._moment, self._map
        for what, show in (
            (What.OPENED, lambda: self._show_opened(self._recording.index)),
            (What.RECORDING, lambda: self._show_index(self._recording.index)),
            (What.RECORDING, self._read_trails),
            (What.HERO, lambda: view.set_hero(focus.hero)),
            (What.WORLD, lambda: view.set_world(moment.world)),
            (What.SELECTED, lambda: view.set_selected(focus.selected)),
            (What.HOVERED, lambda: view.set_hover(focus.hovered)),
            (What.FOLLOWED, lambda: view.set_follow(focus.followed)),
            (What.HIDDEN, lambda: view.set_hidden(workspace.visibility.hidden_rows)),
            (What.PREVIEW, lambda: self._tell(previewed=workspace.preview.world)),
            (What.SETTINGS, self._show_settings),
            (What.ROADS, self._show_roads),
            (What.ROUTE, lambda: view.set_route(workspace.roads.route)),
            (What.WORLD | What.SELECTED, self._show_contacts),
            (What.WORLD | What.SELECTED | What.PATH, self._show_ghost),
            (What.WORLD | What.SELECTED | What.TIME, self._speech.request),
            (What.WORLD | What.SELECTED | What.FOLLOWED | What.PATH | What.SETTINGS, self._show_trails),
        ):
            workspace.when(what, show)

    def _tell(self, **changes: Any) -> None:  # noqa: ANN401 - of the kinds that MapPicture has
        self._map.scene.tell(**changes)

    @Slot(int)
    def offer(self, row: int) -> None:
        """Select whom a mark is about, by the row, unless one has selected somebody; the map goes there."""
        if self._focus.offer(refs_of((row,))):
            self._workspace.give()  # where one is by now
            self._map.viewpoint.show_actor(row)

    # -- where it looks

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

    # -- what lies below

    def _show_settings(self) -> None:
        self._layers, self._options = self._settings.map_layers, self._settings.map_options
        self._tell(layers=self._layers)
        self._map.set_options(self._options)
        self._show_ground()

    def _show_roads(self) -> None:
        roads = self._workspace.roads
        self._map.set_road_map(roads.road_map)
        self._tell(stop_lines=roads.stop_lines)
        self._show_ground()

    def _show_ground(self) -> None:
        """Show the roads, or else where vehicles drove."""
        roads = self._workspace.roads
        ground = (roads.road_map, roads.driven, astuple(self._layers))
        if self._ground and same_needs(ground, self._ground):
            return
        if not self._ground or roads.driven is not self._ground[1]:
            self._driven = None if roads.driven is None else DrivenPaths(roads.driven)
        self._ground = ground
        if roads.road_map is not None:
            from viewer.ui.map.layers.road_ground import RoadGround  # noqa: PLC0415 - who has a map has loaded it

            self._tell(ground=RoadGround(roads.road_map, self._driven, self._layers))
        else:
            self._tell(ground=self._driven)

    # -- ways

    @Slot()
    def _read_trails(self) -> None:
        self.book.set_recording(self._recording.index)
        self._show_trails()

    @Slot()
    def _show_trails(self) -> None:
        """Show whose way is chosen: that of the selected actor in full, those of others from samples."""
        world, options, path = self._moment.world, self._options, self._recording.path
        row_of_path = None if path is None else path.row
        rows = self._rows_of_trails(row_of_path)
        if world is None or not self._layers.trails:
            self._tell(trails=NO_TRAILS, trail=(_NOWHERE, _NOWHERE))
            return
        trails = NO_TRAILS
        if rows is None or len(rows):
            trails = self.book.around(world.elapsed, options.behind, options.ahead, rows)
        self._tell(trails=trails)
        if path is None or (options.trails_of == "followed" and row_of_path != row_in(self._focus.followed)):
            self._tell(trail=(_NOWHERE, _NOWHERE))
            return
        elapsed, places = path.poses.elapsed, path.poses.locations[:, :2]
        now = int(np.searchsorted(elapsed, world.elapsed, side="right"))
        first = int(np.searchsorted(elapsed, world.elapsed - options.behind))
        last = int(np.searchsorted(elapsed, world.elapsed + options.ahead, side="right"))
        self._tell(trail=(places[first:now], places[max(now - 1, 0) : last]))

    def _rows_of_trails(self, row_of_path: int | None) -> NDArray[np.int64] | None:
        """Return whose ways come from samples, ascending; None for all vehicles."""
        trails_of = self._options.trails_of
        if trails_of == "vehicles":
            return None
        followed = self._focus.followed
        actors = self._focus.selected if trails_of == "selected" else () if followed is None else (followed,)
        return np.array(sorted(set(rows_in(actors)) - {row_of_path}), np.int64)

    # -- who is there

    @Slot()
    def _show_contacts(self) -> None:
        world, row = self._moment.world, row_in(self._focus.primary)
        contacts = np.empty((0, 5)) if world is None else self.contacts.at(world, row)
        self._tell(contacts=contacts)

    def _show_ghost(self) -> None:
        """Show the selected actor hollow at its last known place while it is not alive."""
        world, row, path = self._moment.world, row_in(self._focus.primary), self._recording.path
        last = None
        if world is not None and row is not None and path is not None and world.place_of(row) is None:
            last = last_known_pose(world, row, path.poses)
        self._tell(ghost=None if last is None else ghost_of(*last))

    @Slot()
    def _describe(self) -> None:
        """Tell who cannot see the map where the selected actors are; not while time runs."""
        world, rows = self._moment.world, rows_in(self._focus.selected)
        if self._workspace.playback.transport.playing:
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
