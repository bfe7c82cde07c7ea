"""Camera control of the map: by mouse, by commands, by following an actor, and by fitting points."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QObject, QPointF, QRect, Signal, Slot
from PySide6.QtWidgets import QWidget

from viewer.ui.map.camera import MIN_FIT_SPAN, Camera, valid_points
from viewer.ui.map.geometry.detail import MIDDLE_SCALE
from viewer.ui.map.overlays import MapOverlays
from viewer.ui.map.scene import Scene
from viewer.ui.widgets.overlay import Corner
from viewer.ui.widgets.placement import sides_of

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
        self._town: tuple[float, float, float, float] | None = None
        self.begin()

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
        """Show ``points`` (K, 2), metres, as large as possible; without points, where actors move.

        At least ``least`` metres are shown. The points are beside, above or below the stacks of chips and
        cards in the corners of the map. An actor that was followed is no longer followed.
        """
        self._release()
        self._is_zoomed = False
        if points is None:
            self._is_first = False
            self._fit_recording()
        else:
            self._fit(valid_points(points), least)

    def _fit(self, points: NDArray[np.float64], least: float) -> None:
        """Show ``points``, again after each change of the map's size until the camera is moved."""
        self._set_camera(self._fitted(points, least), partial(self._fit, points, least))

    def _fitted(self, points: NDArray[np.float64], least: float = MIN_FIT_SPAN, **more: Any) -> Camera:  # noqa: ANN401 - as of Camera.fitted
        self._overlays.overlay.arrange()  # chips may not have their positions yet
        areas = [tuple(area) for area in sides_of(self._overlays.overlay.free_rectangles()).tolist()]
        return self.camera.fitted(points, least, areas, **more)

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
        self._awaits_fit = self._is_first = True
        self._is_zoomed = False
        self._fit_again: Callable[[], None] | None = self._fit_recording

    def set_fit_points(self, points: ArrayLike, drive: ArrayLike = ()) -> None:
        """Store the ``points`` (K, 2), metres, for ``fit()``; fit now, unless the camera has been moved.

        If all ``points`` together would make symbols too small to be told apart, the camera is fitted to
        ``drive`` instead until ``fit()`` is called: the path of the hero (ego vehicle), metres, shape (L, 2).
        """
        self._fit_points, self._drive = valid_points(points), valid_points(drive)
        self._refit(recording=True)

    def set_town(self, bounds: tuple[float, float, float, float] | None) -> None:
        """Set the rectangle around the town's roads in metres, None if it is unknown.

        It is least x, least y, greatest x, greatest y. When the camera is fitted to some points and space is
        left free beside them, the camera shows roads there rather than empty land.
        """
        self._town = bounds
        self._refit(recording=True)

    def resize(self) -> None:
        """Adapt the camera to a new size of the map: what was fitted to it is fitted again.

        If nothing was fitted, the middle of the view and the scale stay.
        """
        if self._fit_again is None:
            self._set_camera(self.camera)
        self._refit()

    def follow(self) -> None:
        """Center on the followed actor, if it exists now; with the option "heading up", turn the map as well.

        Unless the user has zoomed, the scale is raised until the shorter side of the map shows at most
        ``_DRIVING`` metres. If no actor existed yet when the camera was fitted, it is fitted again first.
        """
        if self._awaits_fit:
            self._fit_recording()
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
        self._set_camera(camera, self._fit_again)
        self.follow()

    def _set_camera(self, camera: Camera, fit_again: Callable[[], None] | None = None) -> None:
        """Store ``camera``, update what depends on it, and emit ``moved``.

        ``fit_again`` is called when the map is resized; None if ``camera`` was not fitted to anything.
        """
        self._fit_again = fit_again
        self._awaits_fit = self._awaits_fit and fit_again == self._fit_recording
        self._camera = camera
        self._scene.update(camera=camera)
        self._overlays.set_scale(camera.scale)
        self._overlays.set_turn(camera.turn, heading_up=self._picture.options.heading_up)
        self.moved.emit()

    def _refit(self, *, recording: bool = False) -> None:
        """Fit the camera again to what it was fitted to last; with ``recording`` only to the recording."""
        if self._fit_again is not None and (not recording or self._fit_again == self._fit_recording):
            self._fit_again()

    def _fit_recording(self) -> None:
        points = self._fit_points if len(self._fit_points) else self._picture.footprints.positions_to_fit()
        fitted = self._fitted(points, town=self._town)
        if self._is_first and fitted.scale < MIDDLE_SCALE and len(self._drive):
            fitted = self._fitted(self._drive, _AROUND_HERO, town=self._town)
        self._set_camera(fitted, self._fit_recording)
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
