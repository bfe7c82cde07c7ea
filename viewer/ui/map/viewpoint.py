"""Where the map is seen from: moved by the mouse, by commands, by whom it follows, and by what is to fit."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QObject, QPointF, QRect, Signal, Slot
from PySide6.QtWidgets import QWidget

from viewer.ui.map.camera import MIN_FIT_SPAN, Camera, only_places
from viewer.ui.map.geometry.detail import MIDDLE_SCALE
from viewer.ui.map.overlays import Furniture
from viewer.ui.map.scene import Scene
from viewer.ui.widgets.overlay import Place

_EVENT_SPAN = 24.0
"""Metres that are shown at least of something that happened."""
_HALF_HERO = 2.5
"""Metres, half the length of a car."""
_FOR_HERO = 0.8
"""Share of the scale of an event that is left at least where the hero is shown with it."""
_DRIVING = 120.0
"""Metres of the narrower way across the map at most, while somebody is followed and nobody has zoomed."""
_AROUND_HERO = 150.0
"""Metres that are shown at least of a large town, about where its hero drives."""


class Viewpoint(QObject):
    """Holds the camera; whoever moves it elsewhere ends following."""

    moved = Signal()
    """The map is seen from elsewhere."""
    released = Signal()
    """The followed actor is followed no longer."""

    def __init__(self, scene: Scene, furniture: Furniture, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self._scene = scene
        self._furniture = furniture
        self._picture = scene.picture
        self._camera = Camera()
        self._fit_points = self._drive = np.empty((0, 2))
        self._town: tuple[float, float, float, float] | None = None
        self._fits = self._awaits_fit = self._is_first = True
        self._is_zoomed = False
        self._event: NDArray[np.float64] | None = None

    # What is seen.

    @property
    def camera(self) -> Camera:
        """What the map looks at, over the size it has now: a hidden widget hears of that only when shown."""
        return self._camera.resized(self._view.width(), self._view.height())

    @property
    def resumable(self) -> int | None:
        """The actor that was followed until the ground was dragged, or None."""
        return self._picture.resumable

    def visible_rect(self) -> tuple[float, float, float, float]:
        """Return what the map shows: left, top, right, bottom in metres."""
        (left, top), (right, bottom) = (corner.tolist() for corner in self.camera.bounds())
        return left, top, right, bottom

    def covers(self, points: ArrayLike, below: int = 0) -> bool:
        """Return whether one of ``points``, metres, shape (K, 2), lies under what stands at the top left.

        What stands there is taken to be ``below`` pixels higher than it is now.
        """
        x, y = self.camera.to_screen(only_places(points)).T
        box = self._told_of_event()
        return box.isValid() and bool(((x <= box.right()) & (y <= box.bottom() + below)).any())

    # What is to be seen.

    def fit(self, points: ArrayLike | None = None, *, least: float = MIN_FIT_SPAN) -> None:
        """Show all that moves, or else some points in metres, shape (K, 2), and ``least`` metres or more."""
        self._release()
        self._is_zoomed = False
        if points is None:
            self._is_first = False
            self._refit()
        else:
            self._look(self.camera.fitted(only_places(points), least))

    def fit_event(self, points: ArrayLike) -> None:
        """Show where something happened, metres, shape (K, 2): close up, and beside what covers the map.

        The hero is shown, too, where it hardly takes any room: else the edge of the map might cut it.
        """
        self._release()
        self._is_zoomed = False
        box = self._told_of_event()
        corner = (float(box.right()), float(box.bottom())) if box.isValid() else (0.0, 0.0)
        places, hero = only_places(points), self._picture.where(self._picture.hero)
        fitted = self.camera.fitted_beside(places, _EVENT_SPAN, corner)
        if hero is not None and len(places):
            around = np.array(hero) + np.array(((-_HALF_HERO, -_HALF_HERO), (_HALF_HERO, _HALF_HERO)))
            both = self.camera.fitted_beside(np.concatenate([places, around]), _EVENT_SPAN, corner)
            fitted = both if both.scale >= _FOR_HERO * fitted.scale else fitted
        self._look(fitted)
        self._event = places

    def zoom(self, factor: float) -> None:
        """Go closer by a factor, over the same point."""
        self._is_zoomed = True
        self._look(self.camera.zoomed(factor))

    def center_on(self, x: float, y: float) -> None:
        """Look at a point, in metres."""
        self._release()
        self._look(self.camera.centred(x, y))

    def show_actor(self, row: int) -> None:
        """Look at an actor that is off the map, by the row, unless one is followed."""
        where = self._picture.where(row)
        if where is not None and self._picture.followed is None:
            left, top, right, bottom = self.visible_rect()
            if not (left < where[0] < right and top < where[1] < bottom):
                self.center_on(*where)

    def look_from(self, x: float, y: float, span: float, turn: float) -> None:
        """Look at a point in metres, so many metres wide, with the ground turned so far clockwise, radians.

        Unless the followed actor is to head up, north stays up.
        """
        self._release()
        self._is_zoomed = True
        camera = self.camera.centred(x, y).spanning(span)
        self._look(camera.turned(turn if self._picture.options.heading_up else 0.0))

    def set_span(self, metres: float) -> None:
        """Show so many metres from the left edge to the right."""
        self._is_zoomed = True
        self._look(self.camera.spanning(metres))

    @Slot(QPointF)
    def drag(self, by: QPointF) -> None:
        """Take the ground some pixels along."""
        self._release()
        self._look(self.camera.panned(by.x(), by.y()))

    @Slot(float, object)
    def zoom_at(self, factor: float, at: QPointF) -> None:
        """Go closer by a factor over a point on the screen, or over whom is followed."""
        self._is_zoomed = True
        following = self._picture.where(self._picture.followed) is not None
        self._look(self.camera.zoomed(factor, None if following else (at.x(), at.y())))

    # What it is told.

    def begin(self) -> None:
        """Fit another recording, once it is known what moves in it."""
        self._fit_points = self._drive = np.empty((0, 2))
        self._fits = self._awaits_fit = self._is_first = True
        self._is_zoomed = False

    def set_fit_points(self, points: ArrayLike, drive: ArrayLike = ()) -> None:
        """Say what fit() shows of this recording, in metres, shape (K, 2); now, unless one has moved.

        Until fit() is called it shows the hero's ``drive``, shape (L, 2), where all would be too small.
        """
        self._fit_points, self._drive = only_places(points), only_places(drive)
        if self._fits:
            self._refit()

    def set_town(self, bounds: tuple[float, float, float, float] | None) -> None:
        """Say where the roads are, least x and y and greatest in metres: fit() does not look past them."""
        self._town = bounds
        if self._fits:
            self._refit()

    def resize(self) -> None:
        """Keep the middle and the scale on a screen of another size, or what is fitted while nobody moved."""
        if self._fits:
            self._refit()
        elif self._event is not None:
            self.fit_event(self._event)
        else:
            self._look(self.camera)

    def follow(self) -> None:
        """Put the followed actor in the middle, or fit the first world in which there is anybody.

        It is at least as close as one drives, unless one has zoomed oneself.
        """
        if self._awaits_fit:
            self._refit()
        where = self._picture.where(self._picture.followed)
        if where is not None:
            camera = self.camera
            heading = (
                self._picture.heading(self._picture.followed) if self._picture.options.heading_up else None
            )
            if heading is not None:
                camera = camera.turned(-math.pi / 2 - heading)
            if not self._is_zoomed:
                room = self.camera
                camera = camera.scaled(max(camera.scale, min(room.width, room.height) / _DRIVING))
            self._look(camera.centred(*where))

    def turn(self) -> None:
        """Turn north up again when nothing else is asked for."""
        camera = self.camera if self._picture.options.heading_up else self.camera.turned(0.0)
        self._look(camera, fits=self._fits)
        self.follow()

    def _look(self, camera: Camera, *, fits: bool = False) -> None:
        """Look from elsewhere; ``fits`` says that the camera stands where fit() puts it."""
        self._fits, self._event = fits, None
        self._awaits_fit = self._awaits_fit and fits
        self._camera = camera
        self._scene.tell(camera=camera)
        self._furniture.set_scale(camera.scale)
        self._furniture.set_turn(camera.turn, heading_up=self._picture.options.heading_up)
        self.moved.emit()

    def _refit(self) -> None:
        points = self._fit_points if len(self._fit_points) else self._picture.footprints.what_moves()
        fitted = self.camera.fitted(points, town=self._town)
        if self._is_first and fitted.scale < MIDDLE_SCALE and len(self._drive):
            fitted = self.camera.fitted(self._drive, _AROUND_HERO, self._town)
            near = fitted.scaled(max(fitted.scale, MIDDLE_SCALE))
            edges = near.to_world([(0.0, 0.0), (near.width, near.height)])
            if ((self._drive > edges[0]) & (self._drive < edges[1])).all():
                fitted = near
        self._look(fitted, fits=True)
        self._awaits_fit = not len(points)

    def _release(self) -> None:
        """Stop following, because the camera is to go elsewhere."""
        if self._picture.followed is not None:
            self._scene.tell(resumable=self._picture.followed, followed=None)
            self.released.emit()

    def _told_of_event(self) -> QRect:
        """Return what the stack at the top left covers, with the corner beside it."""
        covered = QRect()
        for box in self._furniture.overlay.rectangles_at(Place.TOP_LEFT):
            covered |= box
        return covered
