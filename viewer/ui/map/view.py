"""The map: what the workspace has, seen from above, and what one does with it."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
from PySide6.QtCore import QBuffer, QEvent, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from viewer.analysis.event_geometry import Evidence
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.driven_paths import moving_places
from viewer.replay.paths.trajectory import last_known_pose
from viewer.ui import format as fmt
from viewer.ui.map.actor_text import ghost_tooltip, spoken_place, stop_line_tooltip, tooltip
from viewer.ui.map.camera import Camera
from viewer.ui.map.canvas import Canvas
from viewer.ui.map.geometry.detail import ScreenActors
from viewer.ui.map.geometry.footprints import ghost_of
from viewer.ui.map.label_box import Lines
from viewer.ui.map.layers.stop_line_layer import stop_line_at
from viewer.ui.map.measure import MeasureTool
from viewer.ui.map.overlays import Furniture
from viewer.ui.map.picture import MapPicture
from viewer.ui.map.scene import Scene
from viewer.ui.map.viewpoint import Viewpoint
from viewer.ui.road_position import road_place
from viewer.ui.state.changes import What
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.overlay import Overlay
from viewer.ui.widgets.throttle import Throttle

_LEAST_HALF = 4
"""Pixels from the middle of an actor to the edges of what is told of its place, at least."""
_SPOKEN = 8
"""Selected actors that are told about, the last ones; nobody listens to a thousand."""
_SPOKEN_EVERY = 200  # milliseconds
_MUCH_LONGER = 1.25
"""Times as many frames, after which what moves in a growing recording is looked for again."""


class MapView(QWidget):
    """A map of the actors seen from above, x to the right and y downwards as CARLA has them.

    Attributes:
        scene: what is drawn.
        viewpoint: where it is seen from.

    """

    measuring_changed = Signal(bool)
    """Whether clicks measure."""
    menu_requested = Signal(object, QPoint)
    """Row of the actor that was clicked with the right button, or None; and where on the screen."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._focus = workspace, workspace.focus
        self._picture = MapPicture()
        self._canvas = Canvas(self._picture, self)
        self.scene = Scene(self._picture, self._canvas)
        self._furniture = Furniture(self)
        self.viewpoint = Viewpoint(self.scene, self._furniture, self)
        self._cursor: tuple[float, float] | None = None
        self._told_items: tuple[ScreenActors | None, dict[int, QRect]] = None, {}
        self._fitted = 0  # frames
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Map"))
        self.setAccessibleDescription(tr("Where the actors are, seen from above"))
        self._measure = MeasureTool(self._canvas, self._furniture, self._picture)
        self._speech = Throttle(_SPOKEN_EVERY, self)
        self._connect()
        self._listen()

    def _connect(self) -> None:
        workspace, canvas, furniture = self._workspace, self._canvas, self._furniture
        self._measure.changed.connect(self.measuring_changed)
        self._measure.path_changed.connect(self._show_cursor)
        canvas.dragged.connect(self.viewpoint.drag)
        canvas.zoomed.connect(self.viewpoint.zoom_at)
        canvas.select = self._focus.click
        canvas.pointed.connect(self._focus.hover)
        canvas.menu_asked.connect(self.menu_requested)
        canvas.followed.connect(self._follow_or_stop)
        canvas.moved.connect(self._show_cursor)
        canvas.ghost_clicked.connect(self._go_to_ghost)
        self.viewpoint.moved.connect(self._refresh)
        self.viewpoint.released.connect(self._stop_following)
        furniture.follow.clicked.connect(lambda: self._follow_or_stop(self._picture.resumable))
        furniture.arrow_clicked.connect(self._click_arrow)
        furniture.north.clicked.connect(self._click_north)
        furniture.hidden.clicked.connect(workspace.visibility.show_all)
        furniture.overlay.changed.connect(self._keep_clear)
        self._speech.due.connect(self._describe)
        workspace.recording.prepare(self._look_around)

    def _listen(self) -> None:
        workspace, focus, recording = self._workspace, self._focus, self._workspace.recording
        for what, show in (
            (What.OPENED, lambda: self._open(recording.index)),
            (What.RECORDING, lambda: self._read_on(recording.index)),
            (What.HERO, lambda: self._tell(hero=focus.hero)),
            (What.WORLD, self._show_world),
            (What.SELECTED, self._show_selected),
            (What.HOVERED, self._show_hovered),
            (What.FOLLOWED, self._show_followed),
            (What.HIDDEN, lambda: self._tell(hidden=workspace.visibility.hidden_rows)),
            (What.SETTINGS, self._show_settings),
            (What.ROADS, self._fit_roads),
            (What.WORLD | What.SELECTED | What.PATH, self._show_ghost),
            (What.WORLD | What.SELECTED | What.TIME, self._speech.request),
        ):
            workspace.when(what, show)
        self.scene.attach(workspace)

    @property
    def overlay(self) -> Overlay:
        """The stacks of chips in the corners of the map."""
        return self._furniture.overlay

    # What it tells who cannot see it.

    def painted_items(self) -> dict[int, QRect]:
        """Return where the actors are that can be seen, by their rows."""
        actors, (told, items) = self._picture.screen, self._told_items
        if told is actors:  # each child is asked for by itself
            return items
        at, half = actors.centers, np.maximum(actors.halves.max(axis=1), _LEAST_HALF)[:, None]
        corners = np.hstack((at - half, 2 * half + np.zeros_like(at))).astype(int)
        items = {row: QRect(*box) for row, box in zip(actors.rows.tolist(), corners.tolist(), strict=True)}
        self._told_items = actors, items
        return items

    def item_text(self, number: int) -> str:
        """Return in words who is in a row, and where."""
        world = self._picture.world
        with suppress(RecordingError):
            return "" if world is None else spoken_place(world, number)
        return ""

    # What it shows.

    def changeEvent(self, event: QEvent) -> None:
        """Draw in other colours, text of another size and speeds in another unit."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.scene.restyle()
            self._furniture.restyle()

    def _tell(self, **changes: object) -> None:
        self.scene.tell(**changes)
        self._refresh()

    def _open(self, index: RecordingIndex | None) -> None:
        """Fit the map to another recording; the same file read again keeps its view."""
        before = self._picture.index
        self.scene.tell(index=index)
        if (index and index.path) == (before and before.path):
            return
        self.viewpoint.begin()
        self.scene.forget()
        self._tell(resumable=None, world=None)
        if index is not None:
            self._fit(index)
            self._fitted = len(index.heads) if index.complete else 0

    def _read_on(self, index: RecordingIndex | None) -> None:
        self.scene.tell(index=index)
        longer = _MUCH_LONGER if index is not None and index.growing else 1.0
        if index is not None and index.complete and len(index.heads) > self._fitted * longer:
            self._fitted = len(index.heads)
            self._fit(index)

    def _look_around(self, index: RecordingIndex) -> None:
        """Find out where something moves, in the thread that reads."""
        shown = self._picture.index
        if index.complete or shown is None or index.path != shown.path:
            moving_places(index)

    def _fit(self, index: RecordingIndex) -> None:
        """Fit where something moves."""
        with suppress(RecordingError):  # the file has changed; whoever makes the next world is told so, too
            places, rows = moving_places(index)
            self.viewpoint.set_fit_points(places, places[np.isin(rows, index.actors.hero_rows[:1])])

    def _show_world(self) -> None:
        """Show who is where; the first world of a recording in which anybody is is fitted to the map."""
        self.scene.tell(world=self._workspace.moment.world)
        self.viewpoint.follow()
        self._refresh()

    def _show_selected(self) -> None:
        """Outline the selected actors, those besides the last one more lightly."""
        rows, resumable = self._focus.selected, self._picture.resumable
        row = rows[-1] if rows else None
        resumable = resumable if row in (None, resumable) else None
        self._tell(selected=row, also_selected=rows, resumable=resumable)

    def _show_hovered(self) -> None:
        """Outline an actor lightly, wherever it is pointed at."""
        row = self._focus.hovered
        self.scene.tell(hovered=row, labelled=row != self._canvas.row)

    def _show_followed(self) -> None:
        """Keep an actor in the middle of the map."""
        row = self._focus.followed
        self.scene.tell(followed=row, resumable=self._picture.resumable if row is None else None)
        self.viewpoint.follow()
        self._refresh()

    def _show_settings(self) -> None:
        settings = self._workspace.settings
        self.scene.tell(layers=settings.map_layers, options=settings.map_options)
        self._furniture.set_color_by(settings.map_options.color_by)
        self.viewpoint.turn()
        self._refresh()

    def _fit_roads(self) -> None:
        """Fit what moves on these roads."""
        road_map = self._workspace.roads.road_map
        self.viewpoint.set_town(None if road_map is None else road_map.bounds)

    def _show_ghost(self) -> None:
        """Show the selected actor hollow at its last known place while it is not alive."""
        world, path = self._workspace.moment.world, self._workspace.recording.path
        row, last = self._focus.primary, None
        if world is not None and row is not None and path is not None and world.place_of(row) is None:
            last = last_known_pose(world, row, path.poses)
        self.scene.tell(ghost=None if last is None else ghost_of(*last))

    def set_exhibit(self, evidence: Evidence | None) -> None:
        """Show what an event looked like that one went to; None for none."""
        self._tell(exhibit=evidence)

    @Slot()
    def _describe(self) -> None:
        """Tell who cannot see the map where the selected actors are; not while time runs."""
        world, rows = self._workspace.moment.world, self._focus.selected
        if self._workspace.playback.transport.playing:
            return
        described = tr("Where the actors are, seen from above")
        if world is not None and rows:
            with suppress(RecordingError):
                spoken = [spoken_place(world, row) for row in rows[-_SPOKEN:]]
                if len(rows) > _SPOKEN:
                    spoken.append(tr("and {} more").format(fmt.count(len(rows) - _SPOKEN)))
                described = ". ".join(spoken)
        if described != self.accessibleDescription():
            self.setAccessibleDescription(described)

    # What is asked of it.

    @Slot(bool)
    def set_measuring(self, on: bool) -> None:
        """Let clicks measure, or select again."""
        self._measure.set_on(on)

    def end_measuring(self) -> bool:
        """Let clicks select again; return whether they measured."""
        return self._measure.end()

    @Slot(int)
    def go_to_actor(self, row: int) -> None:
        """Select the actor in ``row`` of the actor table, and look at it if it is off the map."""
        self._focus.select(row)
        self._workspace.give()  # where one is by now
        self.viewpoint.show_actor(row)

    def svg(self) -> bytes:
        """Return the map, without what floats on it, as a drawing in SVG."""
        area = QRect(QPoint(), self.size())
        generator = QSvgGenerator()
        buffer = QBuffer()
        generator.setOutputDevice(buffer)
        generator.setSize(area.size())
        generator.setViewBox(area)
        painter = QPainter(generator)
        painter.setClipRect(area)
        self.scene.draw_exactly(painter)
        painter.end()
        return bytes(buffer.data().data())

    # The camera.

    @property
    def camera(self) -> Camera:
        """What the map looks at."""
        return self.viewpoint.camera

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the canvas fill the map."""
        super().resizeEvent(event)
        self._canvas.setGeometry(self.rect())
        self.viewpoint.resize()

    @Slot()
    def _stop_following(self) -> None:
        self._focus.go_with(None)
        self._refresh()

    # The mouse.

    @Slot(object)
    def _follow_or_stop(self, row: int | None) -> None:
        self._focus.go_with(row)
        self._tell(resumable=None)

    @Slot()
    def _go_to_ghost(self) -> None:
        moment = self._picture.ghost_moment()
        if moment is not None:
            self._workspace.jump(moment)

    @Slot()
    def _click_north(self) -> None:
        settings = self._workspace.settings
        settings.set_part("map_options.heading_up", not settings.map_options.heading_up)

    @Slot(int)
    def _click_arrow(self, row: int) -> None:
        where = self._picture.where(row)
        if where is not None:
            self.viewpoint.center_on(*where)

    @Slot()
    def _refresh(self) -> None:
        """Bring up to date what depends on where the mouse, the camera and the actors are."""
        picture = self._picture
        self._furniture.set_hidden_count(picture.hidden_count)
        self._furniture.point_to(picture)
        self._furniture.set_follow(picture.name(picture.followed), picture.name(picture.resumable))
        self._keep_clear()
        self._canvas.refresh()
        self._show_cursor()

    @Slot()
    def _keep_clear(self) -> None:
        """Let no label lie under a chip."""
        self.scene.tell(taken=self._furniture.rectangles())

    @Slot()
    def _show_cursor(self) -> None:
        """Show what is under the mouse: the point, and who is there."""
        measured = self._measure.look()
        if len(measured) or len(self._picture.measured):
            self.scene.tell(measured=measured)
        at, row = self._canvas.at, self._canvas.row
        point = None if at is None else tuple(self.camera.to_world(at).tolist())
        if point != self._cursor:
            self._cursor = point
            road_map = self._workspace.roads.read_so_far
            place = road_place(road_map, point) if road_map is not None and point else None
            self._furniture.set_cursor(point, place.text if place is not None else "")
        self._furniture.set_tooltip(self._tooltip(row), at)

    def _tooltip(self, row: int | None) -> Lines:
        """Return what to say of whom the mouse points at, else of one that is not there, or of a line."""
        picture, at = self._picture, self._canvas.at
        if picture.world is None or at is None:
            return ()
        if row is not None:
            return tooltip(picture.world, picture.descriptions, row, picture.selected)
        if self._canvas.is_on_ghost and (moment := picture.ghost_moment()) is not None:
            return ghost_tooltip(picture.descriptions[picture.selected or 0], moment, picture.world.elapsed)
        line = stop_line_at(picture, *at)
        return () if line is None else stop_line_tooltip(picture.world, picture.descriptions, line)
