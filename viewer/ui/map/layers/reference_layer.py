"""Layer of the map with the actors of the recording that the open one is compared with."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from viewer.ui.map.geometry.actor_shapes import ActorShape, outline
from viewer.ui.map.geometry.detail import same_on_screen, seen_by, shapes_at
from viewer.ui.map.geometry.footprints import moving_footprints
from viewer.ui.map.layers.layer import Layer, UpdateMap, outline_paths
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme, faded

_FILL = 0.35
"""Opacity of the actors of the other recording."""
_COVERED = 0.75
"""Pixels up to which an actor that lies under its partner is not drawn: it could hardly be seen."""
_SMOOTH_UP_TO = 60
"""Largest number of actors whose edges are antialiased; more of them would cost more than a frame has."""


class ReferenceLayer(Layer):
    """Layer that draws the moving actors of the other recording, in one colour, where they differ.

    Actors that lie under their partner of the open recording are left out.
    """

    def __init__(self) -> None:
        self._paths: list[QPainterPath] = []
        self._smooth = False

    def attach(self, workspace: Workspace, update_map: UpdateMap) -> None:
        """Draw the reference of ``workspace`` from now on, whenever it has changed."""
        bind(workspace, workspace, (lambda now: now.reference, lambda _: update_map(view=workspace.view)))

    def prepare(self, picture: MapPicture) -> None:
        """Compute the outlines of the other recording's actors."""
        self._paths = []
        reference = picture.view.reference
        if reference is None or reference.world is None:
            return
        ghosts = seen_by(picture.camera, moving_footprints(reference.world))
        if reference.comparison is not None:
            partners = reference.comparison.partner_rows[1].take(ghosts.rows, mode="clip")
            covered = same_on_screen(ghosts, partners, picture.screen, _COVERED)
            ghosts = ghosts.take(np.flatnonzero(~covered))
        self._smooth = len(ghosts) <= _SMOOTH_UP_TO
        shapes = shapes_at(ghosts.detail)[ghosts.categories]
        for shape in np.unique(shapes).tolist():
            chosen = np.flatnonzero(shapes == shape)
            boxes = ghosts.centers[chosen], ghosts.headings[chosen], ghosts.halves[chosen]
            self._paths += outline_paths(outline(ActorShape(shape), *boxes))

    def draw(self, painter: QPainter) -> None:
        """Draw the prepared outlines, filled."""
        color = current_theme().reference
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self._smooth)
        painter.setPen(QPen(color, 0, Qt.PenStyle.SolidLine))
        painter.setBrush(faded(color, _FILL))
        for path in self._paths:
            painter.drawPath(path)
