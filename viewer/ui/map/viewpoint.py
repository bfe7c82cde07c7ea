"""Camera control of the map: by mouse, by commands, by following an actor, and by fitting points."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QObject, QPointF, QRect, Signal, Slot
from PySide6.QtWidgets import QWidget

from viewer.ui.map.camera import MIN_FIT_SPAN, Camera, valid_points
from viewer.ui.map.geometry.detail import MIDDLE_SCALE
from viewer.ui.map.overlays import MapOverlays
from viewer.ui.map.scene import Scene
from viewer.ui.widgets.overlay import Corner

_EVENT_SPAN = 24.0
"""Least width and height in metres that the map shows when it is fitted to an event."""
_HALF_HERO = 2.5
"""Half the length in metres of the hero's car, as assumed when the map is fitted to an event and the hero."""
_FOR_HERO = 0.8
"""Least factor by which the map's scale may shrink so that an event is shown together with the hero.

If it would have to shrink more, the map is fitted to the event alone.
"""
_DRIVING = 120.0
"""Most metres shown along the map's shorter side while it follows an actor, until the user zooms."""
_AROUND_HERO = 150.0
"""Least width and height in metres of the map's first view of a large town, fitted to the hero's path."""


class Viewpoint(QObject):
    """Owner of the map's camera: moves it, and stops following an actor when it is moved elsewhere."""

    moved = Signal()
    """Emitted after the map's camera has changed: its position, scale or rotation."""
    released = Signal()
    """Emitted when the map stops following an actor because the user moved the camera elsewhere."""

    def __init__(self, scene: Scene, overlays: MapOverlays, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self._scene = scene
        self._overlays = overlays
        self._picture = scene.picture
        self._camera = Camera()
        self._fit_points = self._drive = np.empty((0, 2))
        self._town: tuple[float, float, float, float] | None = None
        self._fits = self._awaits_fit = self._is_first = True
        self._is_zoomed = False
        self._event: NDArray[np.float64] | None = None

    # The visible part.

    @property
    def camera(self) -> Camera:
        """The camera of the map, at the present size of the widget."""
        return self._camera.resized(self._view.width(), self._view.height())

    @property
    def resumable(self) -> int | None:
        """Row in the actor table of the actor that was followed until the map was dragged away, or None."""
        return self._picture.resumable

    def visible_rect(self) -> tuple[float, float, float, float]:
        """Return the least x, least y, greatest x and greatest y of the visible ground in metres.

        If the map is turned, this is the bounding rectangle of the visible part.
        """
        (left, top), (right, bottom) = (corner.tolist() for corner in self.camera.bounds())
        return left, top, right, bottom

    def covers(self, points: ArrayLike, below: int = 0) -> bool:
        """Return whether the chips (text boxes) at the top left cover any of the ``points`` (K, 2), metres.

        The covered rectangle is extended by ``below`` pixels at the bottom, for a chip that is about to be
        shown.
        """
        x, y = self.camera.to_screen(valid_points(points)).T
        box = self._top_left_rectangle()
        return box.isValid() and bool(((x <= box.right()) & (y <= box.bottom() + below)).any())

    # Moving the camera.

    def fit(self, points: ArrayLike | None = None, *, least: float = MIN_FIT_SPAN) -> None:
        """Fit the camera to ``points`` (K, 2), metres; without points, to where actors move in the recording.

        At least ``least`` metres are shown around ``points``. An actor that was followed is no longer
        followed.
        """
        self._release()
        self._is_zoomed = False
        if points is None:
            self._is_first = False
            self._refit()
        else:
            self._set_camera(self.camera.fitted(valid_points(points), least))

    def fit_event(self, points: ArrayLike) -> None:
        """Show the ``points`` of an event, (K, 2) in metres, as large as possible, and stop following.

        They are shown beside or below the chips (text boxes) at the top left of the map. If the scale hardly
        shrinks by it, the hero (ego vehicle) is shown, too, so that the edge of the view does not cut it.
        """
        self._release()
        self._is_zoomed = False
        box = self._top_left_rectangle()
        corner = (float(box.right()), float(box.bottom())) if box.isValid() else (0.0, 0.0)
        positions, hero = valid_points(points), self._picture.position_of(self._picture.view.hero)
        fitted = self.camera.fitted_beside(positions, _EVENT_SPAN, corner)
        if hero is not None and len(positions):
            around = np.array(hero) + np.array(((-_HALF_HERO, -_HALF_HERO), (_HALF_HERO, _HALF_HERO)))
            both = self.camera.fitted_beside(np.concatenate([positions, around]), _EVENT_SPAN, corner)
            fitted = both if both.scale >= _FOR_HERO * fitted.scale else fitted
        self._set_camera(fitted)
        self._event = positions

    def zoom(self, factor: float) -> None:
        """Multiply the map's scale by ``factor``; the point in the middle of the view stays there."""
        self._is_zoomed = True
        self._set_camera(self.camera.zoomed(factor))

    def center_on(self, x: float, y: float) -> None:
        """Move the camera over the point ``x``, ``y`` (metres); the map no longer follows an actor."""
        self._release()
        self._set_camera(self.camera.centred(x, y))

    def show_actor(self, row: int) -> None:
        """Center on the actor in ``row`` of the actor table if it is not visible and no actor is followed."""
        where = self._picture.position_of(row)
        if where is not None and self._picture.view.followed is None:
            left, top, right, bottom = self.visible_rect()
            if not (left < where[0] < right and top < where[1] < bottom):
                self.center_on(*where)

    def set_view(self, x: float, y: float, span: float, turn: float) -> None:
        """Show the map around ``x``, ``y`` (metres), ``span`` metres wide, and stop following an actor.

        If the option "heading up" is on, the ground is turned clockwise by ``turn`` radians; else north stays
        up.
        """
        self._release()
        self._is_zoomed = True
        camera = self.camera.centred(x, y).spanning(span)
        self._set_camera(camera.turned(turn if self._picture.options.heading_up else 0.0))

    def set_span(self, metres: float) -> None:
        """Change the scale so that the map is ``metres`` wide from its left edge to its right."""
        self._is_zoomed = True
        self._set_camera(self.camera.spanning(metres))

    @Slot(QPointF)
    def drag(self, by: QPointF) -> None:
        """Move the map by ``by`` pixels; an actor that was followed is no longer followed."""
        self._release()
        self._set_camera(self.camera.panned(by.x(), by.y()))

    @Slot(float, object)
    def zoom_at(self, factor: float, at: QPointF) -> None:
        """Multiply the map's scale by ``factor``; the ground at ``at`` (pixels on the map) stays in place.

        While an actor is followed, it stays in the middle of the map instead.
        """
        self._is_zoomed = True
        following = self._picture.position_of(self._picture.view.followed) is not None
        self._set_camera(self.camera.zoomed(factor, None if following else (at.x(), at.y())))

    # What the camera is fitted to.

    def begin(self) -> None:
        """Prepare the map for another recording: once it is known where actors move, it is fitted to that."""
        self._fit_points = self._drive = np.empty((0, 2))
        self._fits = self._awaits_fit = self._is_first = True
        self._is_zoomed = False

    def set_fit_points(self, points: ArrayLike, drive: ArrayLike = ()) -> None:
        """Store the ``points`` (K, 2), metres, for ``fit()``; fit now, unless the camera has been moved.

        If all ``points`` together would make symbols too small to be told apart, the camera is fitted to
        ``drive`` instead until ``fit()`` is called: the path of the hero (ego vehicle), metres, shape (L, 2).
        """
        self._fit_points, self._drive = valid_points(points), valid_points(drive)
        if self._fits:
            self._refit()

    def set_town(self, bounds: tuple[float, float, float, float] | None) -> None:
        """Set the rectangle around the town's roads in metres, None if it is unknown.

        It is least x, least y, greatest x, greatest y. When the camera is fitted to some points and space is
        left free beside them, the camera shows roads there rather than empty land.
        """
        self._town = bounds
        if self._fits:
            self._refit()

    def resize(self) -> None:
        """Adapt the camera to a new size of the map: what was fitted to it is fitted again.

        If nothing was fitted, the middle of the view and the scale stay.
        """
        if self._fits:
            self._refit()
        elif self._event is not None:
            self.fit_event(self._event)
        else:
            self._set_camera(self.camera)

    def follow(self) -> None:
        """Center on the followed actor, if it exists now; with the option "heading up", turn the map as well.

        Unless the user has zoomed, the scale is raised until the shorter side of the map shows at most
        ``_DRIVING`` metres. If no actor existed yet when the camera was fitted, it is fitted again first.
        """
        if self._awaits_fit:
            self._refit()
        where = self._picture.position_of(self._picture.view.followed)
        if where is not None:
            camera = self.camera
            heading = (
                self._picture.heading(self._picture.view.followed)
                if self._picture.options.heading_up
                else None
            )
            if heading is not None:
                camera = camera.turned(-math.pi / 2 - heading)
            if not self._is_zoomed:
                screen = self.camera
                camera = camera.scaled(max(camera.scale, min(screen.width, screen.height) / _DRIVING))
            self._set_camera(camera.centred(*where))

    def turn(self) -> None:
        """Turn the map by the option "heading up": with the followed actor if it is on, else north up."""
        camera = self.camera if self._picture.options.heading_up else self.camera.turned(0.0)
        self._set_camera(camera, fits=self._fits)
        self.follow()

    def _set_camera(self, camera: Camera, *, fits: bool = False) -> None:
        """Store ``camera``, update what depends on it, and emit ``moved``.

        ``fits`` is True if ``camera`` was fitted to the recording: then it is fitted again when the map is
        resized.
        """
        self._fits, self._event = fits, None
        self._awaits_fit = self._awaits_fit and fits
        self._camera = camera
        self._scene.update(camera=camera)
        self._overlays.set_scale(camera.scale)
        self._overlays.set_turn(camera.turn, heading_up=self._picture.options.heading_up)
        self.moved.emit()

    def _refit(self) -> None:
        points = self._fit_points if len(self._fit_points) else self._picture.footprints.positions_to_fit()
        fitted = self.camera.fitted(points, town=self._town)
        if self._is_first and fitted.scale < MIDDLE_SCALE and len(self._drive):
            fitted = self.camera.fitted(self._drive, _AROUND_HERO, self._town)
            near = fitted.scaled(max(fitted.scale, MIDDLE_SCALE))
            edges = near.to_world([(0.0, 0.0), (near.width, near.height)])
            if ((self._drive > edges[0]) & (self._drive < edges[1])).all():
                fitted = near
        self._set_camera(fitted, fits=True)
        self._awaits_fit = not len(points)

    def _release(self) -> None:
        """Stop following an actor with the map, because the camera is about to move elsewhere."""
        if self._picture.view.followed is not None:
            self._scene.update(resumable=self._picture.view.followed)
            self.released.emit()

    def _top_left_rectangle(self) -> QRect:
        """Return the rectangle in pixels around all chips (text boxes) at the top left; invalid if none."""
        covered = QRect()
        for box in self._overlays.overlay.rectangles_at(Corner.TOP_LEFT):
            covered |= box
        return covered
