"""The picture on the map: takes what it shows, and has the layers prepared just before they draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QPainter

from viewer.analysis.evidence import Evidence
from viewer.analysis.traffic_lights import StopLine
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trails import Trails
from viewer.replay.world.world import World
from viewer.ui.background.tasks import Tasks
from viewer.ui.map.camera import Camera
from viewer.ui.map.canvas import Canvas
from viewer.ui.map.geometry.absent_actor import ghost_of
from viewer.ui.map.geometry.detail import ScreenActors
from viewer.ui.map.geometry.footprints import Footprints
from viewer.ui.map.layers.ground_layer import Ground
from viewer.ui.map.layers.layer_stack import LayerStack
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.map_options import MapLayers, MapOptions
from viewer.ui.theme import current_theme

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.route_line import PlannedRoute


class Scene(QObject):
    """Remembers every change to the picture on a canvas; all are resolved once before the next paint."""

    def __init__(self, canvas: Canvas, tasks: Tasks) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._picture = MapPicture()
        self._stack = LayerStack(canvas, tasks)
        self._prepared = False
        canvas.about_to_paint.connect(self._prepare)
        self._stack.ground.drawn.connect(self._repaint)
        self.restyle()

    def restyle(self) -> None:
        """Draw in the colours of the theme that is shown now."""
        self._canvas.setBackground(current_theme().ground)
        self._stack.restyle(self._picture)
        self._changed()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Take the actors' descriptions and what is written when it changes; or more of the same."""
        picture = self._picture
        picture.table = index.actors if index is not None else None
        if picture.palette.set_actors(picture.table):
            self._change_inks()
        self._changed()

    def set_world(self, world: World | None) -> None:
        """Show who is where."""
        self._picture.set_world(world)
        self._changed()

    @Slot(object)
    def set_preview(self, world: World | None) -> None:
        """Show faintly where everything was at another time."""
        self._picture.set_preview(world)
        self._changed()

    def set_hidden(self, rows: NDArray[np.bool_]) -> None:
        """Leave out the actors of some rows of the actor table, given for each row, shape (N,)."""
        self._picture.hidden = rows
        self._changed(actors=True)

    def is_hidden(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of some rows of the actor table are left out, shape (K,)."""
        return self._picture.is_hidden(rows)

    @property
    def hidden_count(self) -> int:
        """How many actors of this moment are left out that would be shown else."""
        return self._picture.hidden_count

    def set_camera(self, camera: Camera) -> None:
        """Look from elsewhere."""
        self._picture.look(camera)
        self._changed()

    def pick(self, **rows: Any) -> None:  # noqa: ANN401 - of the kinds that Picked has
        """Outline actors, each as what it is: the attributes of ``Picked`` of these names."""
        self._picture.picked = replace(self._picture.picked, **rows)
        self._changed(actors=True)

    def set_ghost(
        self, location: ArrayLike | None, rotation: ArrayLike | None = None, extent: ArrayLike = (0.0, 0.0)
    ) -> None:
        """Show hollow where the selected actor was last, or will be first.

        Args:
            location: metres, at least x and y; None shows nothing.
            rotation: pitch, yaw, roll in degrees; None is no rotation.
            extent: half-extents of its box in metres, at least x and y.

        """
        self._picture.picked = replace(self._picture.picked, ghost=ghost_of(location, rotation, extent))
        self._changed()

    def set_layers(self, layers: MapLayers) -> None:
        """Show some of what stands on the ground, or not."""
        self._picture.layers = layers
        self._changed(actors=True)

    def set_options(self, options: MapOptions) -> None:
        """Show what is shown in another way."""
        self._picture.options = options
        if self._picture.palette.set_color_by(options.color_by):
            self._change_inks()
        self._changed()

    def set_measure(self, points: NDArray[np.float64]) -> None:
        """Show a path that is measured, in metres, shape (K, 2); empty for none."""
        if len(points) or len(self._picture.measured):
            self._picture.measured = points
            self._changed()

    def set_trails(self, trails: Trails) -> None:
        """Show the ways of many actors."""
        self._picture.trails = trails
        self._changed()

    def set_trail(self, past: ArrayLike, future: ArrayLike) -> None:
        """Show the way of the selected actor: metres, shape (K, 2) each, in the order of time."""
        self._stack.trail.set_trail(past, future)
        self._changed()

    def set_contacts(self, contacts: ArrayLike) -> None:
        """Show collisions, each a ContactMark, the latest first, shape (K, 5)."""
        self._stack.contacts.set_contacts(contacts)
        self._changed()

    def set_exhibit(self, evidence: Evidence | None) -> None:
        """Show an event that one went to; None for none."""
        table = self._picture.table
        if evidence is None or table is None:
            self._stack.exhibit.set_evidence(None, np.empty(0, np.uint8))
        else:
            self._stack.exhibit.set_evidence(evidence, table.category[evidence.rows])
        self._changed()

    def set_taken(self, rectangles: NDArray[np.float64]) -> None:
        """Keep labels from what floats on the map: left, top, right, bottom in pixels, shape (K, 4)."""
        self._picture.taken = rectangles
        self._changed()

    def set_right_inset(self, covered: int) -> None:
        """Keep labels from the right edge, of which so many pixels are covered by something else."""
        self._picture.covered = covered
        self._changed()

    @Slot(object)
    def set_route(self, route: PlannedRoute | str) -> None:
        """Show the hero's route; nothing for the words that say why there is none."""
        self._stack.route.set_route(None if isinstance(route, str) else route)
        self._changed()

    @Slot(object)
    def set_stop_lines(self, lines: Sequence[StopLine]) -> None:
        """Show the stop lines that lights govern in the colours of these."""
        self._stack.stop_lines.set_lines(lines)
        self._changed()

    def stop_line_at(self, x: float, y: float) -> StopLine | None:
        """Return the stop line of a light that is drawn at a screen point."""
        return self._stack.stop_lines.at(self._picture.camera, x, y) if self._picture.layers.marks else None

    def set_ground(self, ground: Ground | None) -> None:
        """Show what lies under the actors."""
        self._stack.ground.set_ground(ground)
        self._changed()

    def finish_ground(self) -> None:
        """Draw the ground here and now."""
        self._prepare()
        self._stack.ground.wait()

    def draw_exactly(self, painter: QPainter) -> None:
        """Draw the picture for a file: the same, in shapes and text instead of copies of pixels."""
        self._prepare()
        self._stack.draw_exactly(painter, self._picture)
        self._changed()

    def forget(self) -> None:
        """Place labels as if there had been none before."""
        self._stack.labeller.forget()
        self._changed()

    @property
    def footprints(self) -> Footprints:
        """Who stands where."""
        return self._picture.footprints

    @property
    def screen(self) -> ScreenActors:
        """What is on the screen, the topmost last."""
        return self._picture.screen

    def is_ghost_at(self, x: float, y: float) -> bool:
        """Whether the hollow outline is at a screen point."""
        ghost = self._picture.picked.ghost
        return ghost is not None and ghost.is_at(self._picture.camera, x, y)

    def _change_inks(self) -> None:
        self._stack.change_inks(self._picture)

    def _changed(self, *, actors: bool = False) -> None:
        if actors:
            self._picture.forget_actors()
        self._prepared = False
        self._repaint()

    @Slot()
    def _repaint(self) -> None:
        self._canvas.viewport().update()

    @Slot()
    def _prepare(self) -> None:
        """Give each layer what it is to draw."""
        if not self._prepared:
            self._prepared = True
            self._stack.prepare(self._picture, self._canvas.devicePixelRatioF())
