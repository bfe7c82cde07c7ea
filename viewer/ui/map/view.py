"""The map as the window sees it: told by methods, asking by signals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QPoint, QPointF, QRect, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.analysis.evidence import Evidence
from viewer.analysis.stop_lines import StopLine
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trails import Trails
from viewer.replay.world.world import World
from viewer.ui.background.tasks import Tasks
from viewer.ui.map.camera import MIN_FIT_SPAN, Camera, only_places
from viewer.ui.map.canvas import Canvas
from viewer.ui.map.chrome.furniture import Furniture
from viewer.ui.map.geometry.absent_actor import ghost_of
from viewer.ui.map.input.measure_tool import MeasureTool
from viewer.ui.map.input.pointer import Pointer
from viewer.ui.map.layers.ground import Ground
from viewer.ui.map.options import MapOptions
from viewer.ui.map.scene import Scene
from viewer.ui.map.state import State
from viewer.ui.map.svg import save_svg
from viewer.ui.road_place import road_place
from viewer.ui.state.actor_ref import ActorRef, Refs, ref_of, row_in, rows_in
from viewer.ui.state.map_layers import MapLayers
from viewer.ui.theme import Theme
from viewer.ui.widgets.overlay import Overlay, Place

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap

ViewState = tuple[float, float, float]
"""World x and y of the middle of the map in metres, and pixels per metre."""


_EVENT_SPAN = 24.0
"""Metres that are shown at least of something that happened."""


class MapView(QWidget):
    """A map of the actors seen from above, x to the right and y downwards as CARLA has them.

    Outside, an actor is an ActorRef; within, its row in the actor table. The map changes nothing but
    its camera by itself: it asks for selections and the like, and shows them when it is told.
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
    cursor_moved = Signal(object)
    """World (x, y) under the mouse in metres, or None when it is elsewhere."""
    seek_requested = Signal(float)
    """Elapsed seconds of when the actor that is shown hollow was there last, or will be first."""
    menu_requested = Signal(object, QPoint)
    """ActorRef that was clicked with the right button, or None; and where on the screen."""

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._canvas = Canvas(self)
        self._scene = Scene(self._canvas, tasks)
        self._pointer = Pointer(self._canvas, self._scene)
        self._furniture = Furniture(self)
        self._camera = Camera()
        self._path: Path | None = None
        self._state = State()
        self._cursor: tuple[float, float] | None = None
        self._fit_points = np.empty((0, 2))
        self._fits = True
        self._awaits_fit = True
        self._road_map: RoadMap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Map"))
        self.setAccessibleDescription(self.tr("Where the actors are, seen from above"))
        self._measure = MeasureTool(self._canvas, self._pointer, self._furniture, self._state)
        self._measure.changed.connect(self.measuring_changed)
        self._measure.path_changed.connect(self._show_cursor)
        self._canvas.dragged.connect(self._drag)
        self._canvas.zoomed.connect(self._zoom_at)
        self._pointer.selected.connect(self._ask_to_select)
        self._pointer.pointed.connect(self._ask_to_hover)
        self._pointer.menu_asked.connect(self._ask_for_menu)
        self._pointer.followed.connect(self._follow_or_stop)
        self._pointer.moved.connect(self._show_cursor)
        self._pointer.ghost_clicked.connect(self._go_to_ghost)
        self._furniture.follow.clicked.connect(self._click_follow)
        self._furniture.arrow_clicked.connect(self._click_arrow)
        self._furniture.north.clicked.connect(self._click_north)
        self._furniture.hidden.clicked.connect(self.show_all_requested)
        self._furniture.overlay.changed.connect(self._keep_clear)

    @property
    def overlay(self) -> Overlay:
        """The stacks of chips in the corners of the map."""
        return self._furniture.overlay

    # What it is told.

    @Slot(object)
    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._scene.set_theme(theme)
        self._furniture.set_theme(theme)

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Take another recording, or a longer view of the same; only another one moves the camera."""
        path = index.path if index is not None else None
        self._state.index = index
        self._scene.set_recording(index)
        if path == self._path:
            return
        self._path = path
        self._fit_points = np.empty((0, 2))
        self._fits = self._awaits_fit = True
        self._state.resumable = None
        self._scene.forget()
        self.set_world(None)

    @Slot(object)
    def set_world(self, world: World | None) -> None:
        """Show who is where; the first world of a recording in which anybody is is fitted to the map."""
        self._state.world = world
        self._scene.set_world(world)
        if self._awaits_fit:
            self._refit()
        self._keep_following()
        self._refresh()

    @Slot(object)
    def set_preview(self, world: World | None) -> None:
        """Show faintly where everything was at another time, while nothing else moves; None for no longer."""
        self._scene.set_preview(world)

    @Slot(object)
    def set_selected(self, actors: Refs) -> None:
        """Outline the selected actors, those besides the last one more lightly."""
        rows = rows_in(actors)
        row = self._state.selected = rows[-1] if rows else None
        if row not in (None, self._state.resumable):
            self._state.resumable = None
        self._pointer.set_selection(row)
        self._scene.set_selected(row)
        self._scene.set_selected_rows(rows)
        self._refresh()

    @Slot(object)
    def set_hover(self, actor: ActorRef | None) -> None:
        """Outline an actor lightly, wherever it is pointed at."""
        row = row_in(actor)
        self._scene.set_hovered(row, labelled=row != self._pointer.row)

    @Slot(object)
    def set_hero(self, actor: ActorRef | None) -> None:
        """Draw an actor as the hero."""
        row = self._state.hero = row_in(actor)
        self._scene.set_hero(row)
        self._refresh()

    @Slot(object)
    def set_follow(self, actor: ActorRef | None) -> None:
        """Keep an actor in the middle of the map."""
        self._state.followed = row_in(actor)
        if actor is not None:
            self._state.resumable = None
        self._keep_following()
        self._refresh()

    def set_ghost(
        self, location: ArrayLike | None, rotation: ArrayLike | None = None, extent: ArrayLike = (0.0, 0.0)
    ) -> None:
        """Show hollow where the selected actor was last, or will be first.

        Args:
            location: metres, at least x and y; None shows nothing.
            rotation: pitch, yaw, roll in degrees; None is no rotation.
            extent: half-extents of its box in metres, at least x and y.

        """
        self._scene.set_ghost(ghost_of(location, rotation, extent))

    @Slot(object)
    def set_road_map(self, road_map: RoadMap | None) -> None:
        """Say on which lane the mouse is."""
        self._road_map = road_map

    @Slot(int)
    def set_right_inset(self, covered: int) -> None:
        """Keep chips and labels off the right edge, of which so many pixels are covered by something else."""
        self._furniture.set_right_inset(covered)
        self._scene.set_right_inset(covered)
        self._refresh()

    def set_layers(self, layers: MapLayers) -> None:
        """Show some of what stands on the ground, or not."""
        self._scene.set_layers(layers)

    def set_options(self, options: MapOptions) -> None:
        """Show what is shown in another way."""
        self._state.heading_up = options.heading_up
        self._scene.set_options(options)
        self._furniture.set_color_by(options.color_by)
        self._turn()
        self._keep_following()
        self._refresh()

    def set_trails(self, trails: Trails) -> None:
        """Show the ways of many actors."""
        self._scene.set_trails(trails)

    def set_ground(self, ground: Ground | None) -> None:
        """Show what lies under the actors: roads, or where vehicles drove."""
        self._scene.set_ground(ground)

    @Slot(object)
    def set_stop_lines(self, lines: Sequence[StopLine]) -> None:
        """Show the stop lines that lights govern in the colours of these."""
        self._scene.set_stop_lines(lines)

    def set_hidden(self, rows: NDArray[np.bool_]) -> None:
        """Hide the actors of some rows of the actor table, given for each row, shape (N,)."""
        self._scene.set_hidden(rows)
        self._refresh()

    def is_hidden(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of some rows of the actor table are hidden, shape (K,)."""
        return self._scene.is_hidden(rows)

    @Slot(bool)
    def set_measuring(self, on: bool) -> None:
        """Let clicks measure, or select again."""
        self._measure.set_on(on)

    @Slot()
    def end_measuring(self) -> bool:
        """Let clicks select again; return whether they measured."""
        return self._measure.end()

    def save_svg(self, path: Path) -> bool:
        """Write the map, without what floats on it, as a drawing; return whether that could be done."""
        return save_svg(self._scene, self.size(), path)

    def finish_ground(self) -> None:
        """Draw the ground here and now, for a picture."""
        self._scene.finish_ground()

    def set_contacts(self, contacts: ArrayLike) -> None:
        """Show collisions, each a ContactMark, the latest first, shape (K, 5)."""
        self._scene.set_contacts(contacts)

    @Slot(object)
    def set_exhibit(self, evidence: Evidence | None) -> None:
        """Show what an event looked like that one went to; None for none."""
        self._scene.set_exhibit(evidence)
        self._refresh()

    def set_trail(self, past: ArrayLike, future: ArrayLike) -> None:
        """Show where the selected actor came from and goes to: metres, shape (K, 2) each, in time's order."""
        self._scene.set_trail(past, future)

    # The camera.

    @property
    def camera(self) -> Camera:
        """What the map looks at, over the size it has now: a hidden widget hears of that only when shown."""
        return self._camera.resized(self.width(), self.height())

    @property
    def resumable(self) -> ActorRef | None:
        """The actor that was followed until the ground was dragged, or None."""
        return ref_of(self._state.resumable)

    def visible_rect(self) -> tuple[float, float, float, float]:
        """Return what the map shows: left, top, right, bottom in metres."""
        (left, top), (right, bottom) = (corner.tolist() for corner in self.camera.bounds())
        return left, top, right, bottom

    def set_fit_points(self, points: ArrayLike) -> None:
        """Say what fit() shows of this recording, in metres, shape (K, 2); now, unless one has moved."""
        self._fit_points = only_places(points)
        if self._fits:
            self._refit()

    def fit(self, points: ArrayLike | None = None, *, least: float = MIN_FIT_SPAN) -> None:
        """Show all that moves, or else some points in metres, shape (K, 2), and ``least`` metres or more."""
        self._release()
        if points is None:
            self._refit()
        else:
            self._look(self.camera.fitted(only_places(points), least))

    def fit_event(self, points: ArrayLike) -> None:
        """Show where something happened, metres, shape (K, 2): close up, and beside what covers the map."""
        self._release()
        camera, covered = self.camera, self._furniture.covered
        room = camera.resized(camera.width - covered, camera.height)
        box = self._told_of_event()
        corner = (float(box.right()), float(box.bottom())) if box.isValid() else (0.0, 0.0)
        fitted = room.fitted_beside(only_places(points), _EVENT_SPAN, corner)
        self._look(fitted.resized(camera.width, camera.height).panned(-covered / 2, 0.0))

    def covers(self, points: ArrayLike) -> bool:
        """Return whether one of some points, in metres, shape (K, 2), lies under what stands on the map."""
        x, y = self.camera.to_screen(only_places(points)).T
        box, right = self._told_of_event(), self.camera.width - self._furniture.covered
        under = (x <= box.right()) & (y <= box.bottom()) if box.isValid() else np.zeros(len(x), np.bool_)
        return bool((under | (x >= right)).any())

    def _told_of_event(self) -> QRect:
        """Return what the stack at the top left covers, with the corner beside it."""
        covered = QRect()
        for box in self._furniture.overlay.rectangles_at(Place.TOP_LEFT):
            covered |= box
        return covered

    def zoom(self, factor: float) -> None:
        """Go closer by a factor, over the same point."""
        self._look(self.camera.zoomed(factor))

    def center_on(self, x: float, y: float) -> None:
        """Look at a point, in metres."""
        self._release()
        self._look(self.camera.centred(x, y))

    def look_from(self, x: float, y: float, span: float, turn: float) -> None:
        """Look at a point in metres, so many metres wide, with the ground turned so far clockwise, radians.

        Unless the followed actor is to head up, north stays up.
        """
        self._release()
        camera = self.camera.centred(x, y).spanning(span)
        self._look(camera.turned(turn if self._state.heading_up else 0.0))

    def set_span(self, metres: float) -> None:
        """Show so many metres from the left edge to the right."""
        self._look(self.camera.spanning(metres))

    def view_state(self) -> ViewState:
        """Return where the camera is, to be restored."""
        return self.camera.x, self.camera.y, self.camera.scale

    def restore_view(self, state: ViewState) -> None:
        """Put the camera where it was."""
        x, y, scale = state
        self._look(self.camera.centred(x, y).scaled(scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle and the scale, or what is fitted while the camera was not moved."""
        super().resizeEvent(event)
        self._canvas.setGeometry(self.rect())
        if self._fits:
            self._refit()
        else:
            self._look(self.camera)

    def _look(self, camera: Camera, *, fits: bool = False) -> None:
        """Look from elsewhere; ``fits`` says that the camera stands where fit() puts it."""
        self._fits = fits
        self._awaits_fit = self._awaits_fit and fits
        self._camera = camera
        self._scene.set_camera(camera)
        self._furniture.set_scale(camera.scale)
        self._furniture.set_turn(camera.turn, heading_up=self._state.heading_up)
        self._refresh()

    def _refit(self) -> None:
        points = self._fit_points if len(self._fit_points) else self._scene.footprints.what_moves()
        self._look(self.camera.fitted(points), fits=True)
        self._awaits_fit = not len(points)

    def _keep_following(self) -> None:
        """Put the followed actor in the middle."""
        where = self._state.where(self._state.followed)
        if where is not None:
            camera = self.camera
            heading = self._state.heading(self._state.followed) if self._state.heading_up else None
            if heading is not None:
                camera = camera.turned(-math.pi / 2 - heading)
            self._look(camera.centred(*where))

    def _turn(self) -> None:
        """Turn north up again when nothing else is asked for."""
        camera = self.camera if self._state.heading_up else self.camera.turned(0.0)
        self._look(camera, fits=self._fits)

    def _release(self) -> None:
        """Stop following, because the camera is to go elsewhere."""
        if self._state.followed is not None:
            self._state.resumable, self._state.followed = self._state.followed, None
            self.follow_requested.emit(None)
            self._refresh()

    # The mouse.

    @Slot(object, bool)
    def _ask_to_select(self, row: int | None, add: bool) -> None:
        self.select_requested.emit(ref_of(row), add)

    @Slot(object)
    def _ask_to_hover(self, row: int | None) -> None:
        self.hover_requested.emit(ref_of(row))

    @Slot(object, QPoint)
    def _ask_for_menu(self, row: int | None, place: QPoint) -> None:
        self.menu_requested.emit(ref_of(row), place)

    @Slot(object)
    def _follow_or_stop(self, row: int | None) -> None:
        self._state.resumable = None
        self.follow_requested.emit(ref_of(row))
        self._refresh()

    @Slot(QPointF)
    def _drag(self, by: QPointF) -> None:
        self._release()
        self._look(self.camera.panned(by.x(), by.y()))

    @Slot(float, object)
    def _zoom_at(self, factor: float, at: QPointF) -> None:
        following = self._state.where(self._state.followed) is not None
        self._look(self.camera.zoomed(factor, None if following else (at.x(), at.y())))

    @Slot()
    def _go_to_ghost(self) -> None:
        moment = self._state.ghost_moment()
        if moment is not None:
            self.seek_requested.emit(moment)

    @Slot()
    def _click_follow(self) -> None:
        row, self._state.resumable = self._state.resumable, None
        self.follow_requested.emit(ref_of(row))
        self._refresh()

    @Slot()
    def _click_north(self) -> None:
        self.heading_up_requested.emit(not self._state.heading_up)

    @Slot(int)
    def _click_arrow(self, row: int) -> None:
        where = self._state.where(row)
        if where is not None:
            self.center_on(*where)

    # The chips.

    @Slot()
    def _refresh(self) -> None:
        """Bring up to date what depends on where the mouse, the camera and the actors are."""
        self._furniture.set_hidden_count(self._scene.hidden_count)
        self._furniture.point_to(self._state.targets(), self.camera, self._scene.covered)
        self._furniture.set_follow(
            self._state.name(self._state.followed), self._state.name(self._state.resumable)
        )
        self._keep_clear()
        self._pointer.refresh()
        self._show_cursor()

    @Slot()
    def _keep_clear(self) -> None:
        """Let no label lie under a chip."""
        self._scene.set_taken(self._furniture.rectangles())

    @Slot()
    def _show_cursor(self) -> None:
        """Show what is under the mouse: the point, and who is there."""
        self._scene.set_measure(self._measure.look(self.camera))
        at, row = self._pointer.at, self._pointer.row
        point = None if at is None else tuple(self.camera.to_world(at).tolist())
        if point != self._cursor:
            self._cursor = point
            place = road_place(self._road_map, point) if self._road_map is not None and point else None
            self._furniture.set_cursor(point, place.text if place is not None else "")
            self.cursor_moved.emit(point)
        lines = self._state.tooltip(row, on_ghost=self._pointer.is_on_ghost)
        self._furniture.set_tooltip(lines, at)
