"""The map as the window sees it: told by methods, asking by signals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike
from PySide6.QtCore import QPoint, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.recording.actors import ActorDescription
from viewer.recording.index import RecordingIndex
from viewer.replay.world import World
from viewer.ui.map.camera import Camera, places
from viewer.ui.map.canvas import Canvas
from viewer.ui.map.footprints import LARGEST_EXTENT, Floats
from viewer.ui.map.names import display_name
from viewer.ui.map.overlay import Overlay, Target
from viewer.ui.map.pill import Lines
from viewer.ui.map.pointer import Pointer
from viewer.ui.map.scene import Ghost, Scene
from viewer.ui.map.tooltip import tooltip
from viewer.ui.theme import Theme

ViewState = tuple[float, float, float]
"""World x and y of the middle of the map in metres, and pixels per metre."""


class MapView(QWidget):
    """A map of the actors seen from above, x to the right and y downwards as CARLA has them.

    An actor is named by its row in the actor table. The map changes nothing but its camera by itself: it asks
    for selections and the like, and shows them when it is told.
    """

    select_requested = Signal(object, bool)
    """Row, or None for none; and whether it is to be added to the selection."""
    hover_requested = Signal(object)
    """Row of the actor under the mouse, or None."""
    follow_requested = Signal(object)
    """Row of the actor to follow, or None to stop."""
    cursor_moved = Signal(object)
    """World (x, y) under the mouse in metres, or None when it is elsewhere."""
    seek_requested = Signal(float)
    """Elapsed seconds of what the notice tells of."""
    menu_requested = Signal(object, QPoint)
    """Row of the actor that was clicked with the right button, or None; and where on the screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._canvas = Canvas(self)
        self._scene = Scene(self._canvas)
        self._pointer = Pointer(self._canvas, self._scene)
        self._overlay = Overlay(self)
        self._camera = Camera()
        self._path: Path | None = None
        self._index: RecordingIndex | None = None
        self._world: World | None = None
        self._selected: int | None = None
        self._hero: int | None = None
        self._followed: int | None = None
        self._resumable: int | None = None
        self._cursor: tuple[float, float] | None = None
        self._fit_points = np.empty((0, 2))
        self._fits = True
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Map"))
        self.setAccessibleDescription(self.tr("Where the actors are, seen from above"))
        self._canvas.dragged.connect(self._drag)
        self._canvas.zoomed.connect(self._zoom_at)
        self._pointer.selected.connect(self.select_requested)
        self._pointer.pointed.connect(self.hover_requested)
        self._pointer.menu_asked.connect(self.menu_requested)
        self._pointer.followed.connect(self._follow_or_stop)
        self._pointer.moved.connect(self._show_cursor)
        self._overlay.follow.clicked.connect(self._click_follow)
        self._overlay.arrow_clicked.connect(self._click_arrow)

    # What it is told.

    @Slot(object)
    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._scene.set_theme(theme)
        self._overlay.set_theme(theme)

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Take another recording, or a longer view of the same; only another one moves the camera."""
        path = index.path if index is not None else None
        self._index = index
        self._scene.set_actors(index.actors if index is not None else None)
        if path == self._path:
            return
        self._path = path
        self._fit_points = np.empty((0, 2))
        self._fits = True
        self._resumable = None
        self._scene.forget()
        self.set_world(None)

    @Slot(object)
    def set_world(self, world: World | None) -> None:
        """Show who is where; the first world of a recording is fitted to the map."""
        first = self._world is None
        self._world = world
        self._scene.set_world(world)
        if first and self._fits:
            self._refit()
        self._keep_following()
        self._refresh()

    @Slot(object)
    def set_selection(self, row: int | None) -> None:
        """Outline an actor."""
        self._selected = row
        if row not in (None, self._resumable):
            self._resumable = None
        self._pointer.set_selection(row)
        self._scene.set_selected(row)
        self._refresh()

    @Slot(object)
    def set_hover(self, row: int | None) -> None:
        """Outline an actor lightly, wherever it is pointed at."""
        self._scene.set_hovered(row, labelled=row != self._pointer.row)

    @Slot(object)
    def set_hero(self, row: int | None) -> None:
        """Draw an actor as the hero."""
        self._hero = row
        self._scene.set_hero(row)
        self._refresh()

    @Slot(object)
    def set_follow(self, row: int | None) -> None:
        """Keep an actor in the middle of the map."""
        self._followed = row
        if row is not None:
            self._resumable = None
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
        self._scene.set_ghost(_ghost(location, rotation, extent))

    def set_contacts(self, contacts: list[tuple[float, float, float, float]]) -> None:
        """Show collisions: x, y in metres, flare from 1 (now) to 0 (over), radius of the ring in metres."""
        self._scene.set_contacts(contacts)

    def set_trail(self, past: ArrayLike, future: ArrayLike) -> None:
        """Show where the selected actor came from and goes to: metres, shape (K, 2) each, in time's order."""
        self._scene.set_trail(past, future)

    # The camera.

    @property
    def camera(self) -> Camera:
        """What the map looks at, over the size it has now: a hidden widget hears of that only when shown."""
        return self._camera.resized(self.width(), self.height())

    @property
    def resumable(self) -> int | None:
        """Row of the actor that was followed until the ground was dragged, or None."""
        return self._resumable

    def visible_rect(self) -> tuple[float, float, float, float]:
        """Return what the map shows: left, top, right, bottom in metres."""
        corners = self.camera.to_world([(0.0, 0.0), (self.camera.width, self.camera.height)])
        left, top, right, bottom = corners.ravel().tolist()
        return left, top, right, bottom

    def set_fit_points(self, points: ArrayLike) -> None:
        """Say what fit() shows of this recording, in metres, shape (K, 2); now, unless one has moved."""
        self._fit_points = _only_places(points)
        if self._fits:
            self._refit()

    def fit(self, points: ArrayLike | None = None) -> None:
        """Show all that moves, or else some points in metres, shape (K, 2)."""
        self._release()
        if points is None:
            self._refit()
        else:
            self._look(self.camera.fitted(_only_places(points)))

    def zoom(self, factor: float) -> None:
        """Go closer by a factor, over the same point."""
        self._look(self.camera.zoomed(factor))

    def center_on(self, x: float, y: float) -> None:
        """Look at a point, in metres."""
        self._release()
        self._look(self.camera.centred(x, y))

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
        self._camera = camera
        self._scene.set_camera(camera)
        self._overlay.set_scale(camera.scale)
        self._refresh()

    def _refit(self) -> None:
        self._look(self.camera.fitted(self._what_moves()), fits=True)

    def _what_moves(self) -> Floats:
        """Return the points that fit() is to show."""
        if len(self._fit_points):
            return self._fit_points
        actors = self._scene.footprints
        movers = actors.movers()
        return actors.centers[movers] if movers.any() else actors.centers

    def _keep_following(self) -> None:
        """Put the followed actor in the middle."""
        where = self._where(self._followed)
        if where is not None:
            self._look(self.camera.centred(*where))

    def _release(self) -> None:
        """Stop following, because the camera is to go elsewhere."""
        if self._followed is not None:
            self._resumable, self._followed = self._followed, None
            self.follow_requested.emit(None)
            self._refresh()

    def _where(self, row: int | None) -> tuple[float, float] | None:
        """Return where an actor is in metres, or None."""
        place = self._world.place_of(row) if self._world is not None and row is not None else None
        if self._world is None or place is None:
            return None
        location = self._world.locations[place : place + 1]
        return (float(location[0, 0]), float(location[0, 1])) if places(location)[0] else None

    # The mouse.

    @Slot(object)
    def _follow_or_stop(self, row: int | None) -> None:
        self._resumable = None
        self.follow_requested.emit(row)
        self._refresh()

    @Slot(QPointF)
    def _drag(self, by: QPointF) -> None:
        self._release()
        self._look(self.camera.panned(by.x(), by.y()))

    @Slot(float, object)
    def _zoom_at(self, factor: float, at: QPointF) -> None:
        following = self._where(self._followed) is not None
        self._look(self.camera.zoomed(factor, None if following else (at.x(), at.y())))

    @Slot()
    def _click_follow(self) -> None:
        row, self._resumable = self._resumable, None
        self.follow_requested.emit(row)
        self._refresh()

    @Slot(int)
    def _click_arrow(self, row: int) -> None:
        where = self._where(row)
        if where is not None:
            self.center_on(*where)

    # The chips.

    @Slot()
    def _refresh(self) -> None:
        """Bring up to date what depends on where the mouse, the camera and the actors are."""
        self._overlay.point_to(self._targets(), self.camera)
        self._overlay.set_follow(self._name(self._followed), self._name(self._resumable))
        self._scene.set_taken(self._overlay.rectangles())
        self._pointer.refresh()
        self._show_cursor()

    @Slot()
    def _show_cursor(self) -> None:
        """Show what is under the mouse: the point, and who is there."""
        at, row = self._pointer.at, self._pointer.row
        point = None if at is None else tuple(self.camera.to_world(at).tolist())
        if point != self._cursor:
            self._cursor = point
            self._overlay.set_cursor(point)
            self.cursor_moved.emit(point)
        lines = self._tooltip(row) if row is not None else ()
        self._overlay.set_tooltip(lines, at)

    def _tooltip(self, row: int) -> Lines:
        if self._world is None:
            return ()
        return tooltip(self._world, self._descriptions(), row, self._selected)

    def _targets(self) -> list[Target]:
        """Return whom an arrow points to when they are off the map: the hero, and who was followed."""
        targets = []
        for row in dict.fromkeys((self._hero, self._followed, self._resumable)):
            where = self._where(row)
            if row is not None and where is not None:
                targets.append(Target(row, *where, self._name(row), row == self._hero))
        return targets

    def _name(self, row: int | None) -> str:
        descriptions = self._descriptions()
        if row is None or not 0 <= row < len(descriptions):
            return ""
        return display_name(descriptions[row], is_hero=row == self._hero)

    def _descriptions(self) -> Sequence[ActorDescription]:
        return self._index.actors.descriptions if self._index is not None else ()


def _only_places(points: ArrayLike) -> Floats:
    """Return those of some points (K, 2 or more) that are places on the map, shape (K, 2)."""
    array = np.asarray(points, np.float64)
    array = array.reshape(-1, array.shape[-1] if array.ndim > 1 else 2)
    return array[places(array), :2]


def _ghost(location: ArrayLike | None, rotation: ArrayLike | None, extent: ArrayLike) -> Ghost | None:
    """Return the ghost, or None if it is nowhere; what is no number counts as 0 in its heading and size."""
    if location is None:
        return None
    where = np.asarray(location, np.float64)
    if not places(where[None])[0]:
        return None
    yaw = np.asarray(rotation, np.float64)[1] if rotation is not None else 0.0
    size = np.clip(np.nan_to_num(np.asarray(extent, np.float64)[:2]), 0.0, LARGEST_EXTENT)
    heading = math.radians(yaw) if math.isfinite(yaw) else 0.0
    return Ghost(float(where[0]), float(where[1]), heading, float(size[0]), float(size[1]))
