"""The map as the window sees it: told by methods, asking by signals."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from viewer.analysis.evidence import Evidence
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import World
from viewer.ui.background.tasks import Tasks
from viewer.ui.map.actor_words import ghost_tooltip, spoken_place, stop_line_tooltip, tooltip
from viewer.ui.map.camera import Camera
from viewer.ui.map.canvas import Canvas
from viewer.ui.map.furniture import Furniture
from viewer.ui.map.geometry.detail import ScreenActors
from viewer.ui.map.layers.stop_line_layer import stop_line_at
from viewer.ui.map.measure import MeasureTool
from viewer.ui.map.picture import MapPicture
from viewer.ui.map.pill import Lines
from viewer.ui.map.scene import Scene
from viewer.ui.map.viewpoint import Viewpoint
from viewer.ui.road_place import road_place
from viewer.ui.state.actor_ref import ActorRef, Refs, ref_of, row_in, rows_in
from viewer.ui.state.map_options import MapOptions
from viewer.ui.translation import tr
from viewer.ui.widgets.overlay import Overlay

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.route_line import PlannedRoute
    from viewer.roads import RoadMap

_LEAST_HALF = 4
"""Pixels from the middle of an actor to the edges of what is told of its place, at least."""


class MapView(QWidget):
    """A map of the actors seen from above, x to the right and y downwards as CARLA has them.

    Outside, an actor is an ActorRef; within, its row in the actor table. The map changes nothing but
    its camera by itself: it asks for selections and the like, and shows them when it is told.

    Attributes:
        scene: what is drawn; whatever stands or lies on the ground is told to it.
        viewpoint: where it is seen from.

    """

    select_requested = Signal(object, bool)
    """ActorRef, or None for nobody; and whether it is to be added to the selection."""
    hover_requested = Signal(object)
    """ActorRef under the mouse, or None."""
    follow_requested = Signal(object)
    """ActorRef to follow, or None to stop."""
    heading_up_requested = Signal(bool)
    """Whether the followed actor is to head up, or else north to be up."""
    measuring_changed = Signal(bool)
    """Whether clicks measure."""
    show_all_requested = Signal()
    """Nobody is to be hidden any more."""
    seek_requested = Signal(float)
    """Elapsed seconds of when the actor that is shown hollow was there last, or will be first."""
    menu_requested = Signal(object, QPoint)
    """ActorRef that was clicked with the right button, or None; and where on the screen."""

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = MapPicture()
        self._canvas = Canvas(self._picture, self)
        self.scene = Scene(self._picture, self._canvas, tasks)
        self._furniture = Furniture(self)
        self.viewpoint = Viewpoint(self.scene, self._furniture, self)
        self._cursor: tuple[float, float] | None = None
        self._told_items: tuple[ScreenActors | None, dict[int, QRect]] = None, {}
        self._road_map: RoadMap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Map"))
        self.setAccessibleDescription(tr("Where the actors are, seen from above"))
        self._measure = MeasureTool(self._canvas, self._furniture, self._picture)
        self._measure.changed.connect(self.measuring_changed)
        self._measure.path_changed.connect(self._show_cursor)
        self._canvas.dragged.connect(self.viewpoint.drag)
        self._canvas.zoomed.connect(self.viewpoint.zoom_at)
        self.viewpoint.moved.connect(self._refresh)
        self.viewpoint.released.connect(self._tell_released)
        self._canvas.select = lambda row, adds: self.select_requested.emit(ref_of(row), adds)
        self._canvas.pointed.connect(lambda row: self.hover_requested.emit(ref_of(row)))
        self._canvas.menu_asked.connect(lambda row, place: self.menu_requested.emit(ref_of(row), place))
        self._canvas.followed.connect(self._follow_or_stop)
        self._canvas.moved.connect(self._show_cursor)
        self._canvas.ghost_clicked.connect(self._go_to_ghost)
        self._furniture.follow.clicked.connect(lambda: self._follow_or_stop(self._picture.resumable))
        self._furniture.arrow_clicked.connect(self._click_arrow)
        self._furniture.north.clicked.connect(self._click_north)
        self._furniture.hidden.clicked.connect(self.show_all_requested)
        self._furniture.overlay.changed.connect(self._keep_clear)

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

    # What it is told.

    def changeEvent(self, event: QEvent) -> None:
        """Draw in other colours, text of another size and speeds in another unit."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.scene.restyle()
            self._furniture.restyle()

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Take another recording, or a longer view of the same; only another one moves the camera."""
        before = self._picture.index
        self.scene.tell(index=index)
        if (index.path if index else None) == (before.path if before else None):
            return
        self.viewpoint.begin()
        self.scene.tell(resumable=None)
        self.scene.forget()
        self.set_world(None)

    @Slot(object)
    def set_world(self, world: World | None) -> None:
        """Show who is where; the first world of a recording in which anybody is is fitted to the map."""
        self.scene.tell(world=world)
        self.viewpoint.follow()
        self._refresh()

    @Slot(object)
    def set_selected(self, actors: Refs) -> None:
        """Outline the selected actors, those besides the last one more lightly."""
        rows = rows_in(actors)
        row = rows[-1] if rows else None
        resumable = self._picture.resumable
        resumable = resumable if row in (None, resumable) else None
        self.scene.tell(selected=row, also_selected=rows, resumable=resumable)
        self._refresh()

    def set_hover(self, actor: ActorRef | None) -> None:
        """Outline an actor lightly, wherever it is pointed at."""
        row = row_in(actor)
        self.scene.tell(hovered=row, labelled=row != self._canvas.row)

    def set_hero(self, actor: ActorRef | None) -> None:
        """Draw an actor as the hero."""
        self.scene.tell(hero=row_in(actor))
        self._refresh()

    @Slot(object)
    def set_follow(self, actor: ActorRef | None) -> None:
        """Keep an actor in the middle of the map."""
        resumable = self._picture.resumable if actor is None else None
        self.scene.tell(followed=row_in(actor), resumable=resumable)
        self.viewpoint.follow()
        self._refresh()

    @Slot(object)
    def set_road_map(self, road_map: RoadMap | None) -> None:
        """Say on which lane the mouse is, and fit what moves on these roads."""
        self._road_map = road_map
        self.viewpoint.set_town(None if road_map is None else road_map.bounds)

    def set_options(self, options: MapOptions) -> None:
        """Show what is shown in another way."""
        self.scene.tell(options=options)
        self._furniture.set_color_by(options.color_by)
        self.viewpoint.turn()
        self._refresh()

    def set_hidden(self, rows: NDArray[np.bool_]) -> None:
        """Hide the actors of some rows of the actor table, given for each row, shape (N,)."""
        self.scene.tell(hidden=rows)
        self._refresh()

    @Slot(bool)
    def set_measuring(self, on: bool) -> None:
        """Let clicks measure, or select again."""
        self._measure.set_on(on)

    def end_measuring(self) -> bool:
        """Let clicks select again; return whether they measured."""
        return self._measure.end()

    def save_svg(self, path: Path) -> bool:
        """Write the map, without what floats on it, as a drawing; return whether that could be done."""
        area = QRect(QPoint(), self.size())
        generator = QSvgGenerator()
        generator.setFileName(str(path))
        generator.setSize(area.size())
        generator.setViewBox(area)
        painter = QPainter()
        if not painter.begin(generator):
            return False
        painter.setClipRect(area)
        self.scene.draw_exactly(painter)
        return painter.end()

    @Slot(object)
    def set_route(self, route: PlannedRoute | str) -> None:
        """Show the hero's route; nothing for the words that say why there is none."""
        self.scene.tell(route=None if isinstance(route, str) else route)

    def set_exhibit(self, evidence: Evidence | None) -> None:
        """Show what an event looked like that one went to; None for none."""
        self.scene.tell(exhibit=evidence)
        self._refresh()

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
    def _tell_released(self) -> None:
        self.follow_requested.emit(None)
        self._refresh()

    # The mouse.

    @Slot(object)
    def _follow_or_stop(self, row: int | None) -> None:
        self.scene.tell(resumable=None)
        self.follow_requested.emit(ref_of(row))
        self._refresh()

    @Slot()
    def _go_to_ghost(self) -> None:
        moment = self._picture.ghost_moment()
        if moment is not None:
            self.seek_requested.emit(moment)

    @Slot()
    def _click_north(self) -> None:
        self.heading_up_requested.emit(not self._picture.options.heading_up)

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
            place = road_place(self._road_map, point) if self._road_map is not None and point else None
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
