"""The picture on the map: takes the state, and turns it into what the layers draw just before they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QObject, QRectF, Slot
from PySide6.QtGui import QColor, QPainter

from viewer.recording.actors import ActorTable
from viewer.recording.changes import ChangeBook
from viewer.recording.index import RecordingIndex
from viewer.replay.trails import NO_TRAILS, Trails
from viewer.replay.triggers import NO_BOXES
from viewer.replay.world import World
from viewer.ui.map.actor_layer import ActorLayer
from viewer.ui.map.camera import Camera
from viewer.ui.map.canvas import Canvas
from viewer.ui.map.colors import Palette
from viewer.ui.map.contact_layer import ContactLayer, ContactMark
from viewer.ui.map.detail import ScreenActors, seen_by
from viewer.ui.map.dress import NO_DRESS, dress, dressed
from viewer.ui.map.dress_layer import BeamLayer, DressLayer
from viewer.ui.map.facts import WorldFacts
from viewer.ui.map.footprints import NOBODY, Footprints, footprints
from viewer.ui.map.ghost import Ghost
from viewer.ui.map.grid_layer import GridLayer
from viewer.ui.map.ground import Ground
from viewer.ui.map.ground_layer import GroundLayer
from viewer.ui.map.kinds import BODIES, HEADS, PROPS, SENSORS, SHOWN, SPECTATORS, Kinds
from viewer.ui.map.label_layer import Label, LabelLayer
from viewer.ui.map.labels import MOST, Labeller
from viewer.ui.map.layer import Layer
from viewer.ui.map.layers import MapLayers
from viewer.ui.map.light_layer import LightLayer
from viewer.ui.map.mark_layer import Mark, MarkLayer
from viewer.ui.map.measure_layer import MeasureLayer
from viewer.ui.map.options import MapOptions
from viewer.ui.map.outlines import Picked, outlines
from viewer.ui.map.preview_layer import PreviewLayer
from viewer.ui.map.prop_layer import PropLayer
from viewer.ui.map.trail_layer import TrailLayer
from viewer.ui.map.trigger_layer import TriggerLayer
from viewer.ui.map.ways import NO_WAYS, ways
from viewer.ui.map.ways_layer import WaysLayer
from viewer.ui.theme import Theme


class Scene(QObject):
    """Owns the layers of a canvas; every change is remembered, and resolved once before the next paint."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._ground = GroundLayer(0)
        self._grid = GridLayer(4)
        self._triggers = TriggerLayer(6)
        self._ways = WaysLayer(8)
        self._trail = TrailLayer(10)
        self._props = PropLayer(20)
        self._lights = LightLayer(30)
        self._beams = BeamLayer(35)
        self._actors = ActorLayer(40)
        self._dress = DressLayer(42)
        self._preview = PreviewLayer(45)
        self._marks = MarkLayer(50)
        self._contacts = ContactLayer(60)
        self._labels = LabelLayer(70)
        self._measure = MeasureLayer(80)
        self._all: tuple[Layer, ...] = (
            *(self._ground, self._grid, self._triggers, self._ways, self._trail, self._props, self._lights),
            *(self._beams, self._actors, self._dress, self._preview, self._marks, self._contacts),
            *(self._labels, self._measure),
        )
        for layer in self._all:
            canvas.addItem(layer)
        self._labeller = Labeller()
        self._theme: Theme | None = None
        self._table: ActorTable | None = None
        self._book: ChangeBook | None = None
        self._facts: WorldFacts | None = None
        self._world: World | None = None
        self._previewed: Footprints | None = None
        self._camera = Camera()
        self._picked = Picked()
        self._labels_hovered = True
        self._palette = Palette()
        self._options = MapOptions()
        self._trails = NO_TRAILS
        self._hidden = np.zeros(0, np.bool_)
        self._measured = np.empty((0, 2))
        self._taken = np.empty((0, 4))
        self._footprints: Footprints | None = NOBODY
        self._screen: ScreenActors | None = None
        self._prepared = False
        self._layers = MapLayers()
        canvas.about_to_paint.connect(self._prepare)
        self._ground.drawn.connect(self._repaint)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._theme = theme
        self._canvas.setBackground(theme.ground)
        self._lights.set_theme(theme)
        self._props.set_theme(theme)
        self._actors.set_theme(theme)
        self._change_inks()
        self._ways.set_theme(theme)
        self._beams.set_theme(theme)
        self._dress.set_theme(theme)
        self._preview.set_theme(theme)
        self._grid.set_theme(theme)
        self._triggers.set_theme(theme)
        self._measure.set_theme(theme)
        self._contacts.set_theme(theme)
        self._labels.set_theme(theme)
        self._changed()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Take the actors' descriptions and what is written when it changes; or more of the same."""
        self._table = index.actors if index is not None else None
        self._book = ChangeBook(index) if index is not None else None
        self._palette.set_actors(self._table)
        self._change_inks()
        self._changed()

    def set_world(self, world: World | None) -> None:
        """Show who is where."""
        self._world = world
        self._facts = None if world is None or self._book is None else WorldFacts(world, self._book)
        self._changed(actors=True)

    def set_preview(self, world: World | None) -> None:
        """Show faintly where everything was at another time."""
        self._previewed = footprints(world, hidden=self._hidden) if world is not None else None
        self._changed()

    def set_hidden(self, rows: NDArray[np.bool_]) -> None:
        """Leave out the actors of some rows of the actor table, given for each row, shape (N,)."""
        self._hidden = rows
        self._changed(actors=True)

    def is_hidden(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of some rows of the actor table are left out, shape (K,)."""
        if not len(self._hidden):
            return np.zeros(len(rows), np.bool_)
        return self._hidden.take(rows, mode="clip")

    @property
    def hidden_count(self) -> int:
        """How many actors of this moment are left out that would be shown else."""
        world = self._world
        if world is None or not self._hidden.any():
            return 0
        return int(np.count_nonzero(SHOWN[world.categories] & self.is_hidden(world.rows)))

    def set_camera(self, camera: Camera) -> None:
        """Look from elsewhere."""
        self._camera = camera
        self._screen = None
        self._changed()

    def set_selected(self, row: int | None) -> None:
        """Outline an actor, above all others."""
        self._picked = replace(self._picked, selected=row)
        self._changed(actors=True)

    def set_selected_rows(self, rows: tuple[int, ...]) -> None:
        """Outline all selected actors."""
        self._picked = replace(self._picked, also_selected=rows)
        self._changed(actors=True)

    def set_hovered(self, row: int | None, *, labelled: bool = True) -> None:
        """Outline an actor lightly, with a label unless something else says who it is."""
        self._picked = replace(self._picked, hovered=row)
        self._labels_hovered = labelled
        self._changed(actors=True)

    def set_hero(self, row: int | None) -> None:
        """Give the hero its colour and ring."""
        self._picked = replace(self._picked, hero=row)
        self._changed(actors=True)

    def set_ghost(self, ghost: Ghost | None) -> None:
        """Show a hollow outline where the selected actor is not."""
        self._picked = replace(self._picked, ghost=ghost)
        self._changed()

    def set_layers(self, layers: MapLayers) -> None:
        """Show some of what stands on the ground, or not."""
        self._layers = layers
        self._changed(actors=True)

    def _kinds(self) -> Kinds:
        """Return what is drawn without being asked for."""
        kinds = SHOWN
        if self._layers.sensors:
            kinds = kinds | SENSORS
        return kinds | SPECTATORS if self._layers.developer else kinds

    def set_measure(self, points: NDArray[np.float64]) -> None:
        """Show a path that is measured, in metres, shape (K, 2); empty for none."""
        self._measured = points
        self._changed()

    def set_options(self, options: MapOptions) -> None:
        """Show what is shown in another way."""
        self._options = options
        self._palette.set_color_by(options.color_by)
        self._change_inks()
        self._changed()

    def set_trails(self, trails: Trails) -> None:
        """Show the ways of many actors."""
        self._trails = trails
        self._changed()

    def set_ground(self, ground: Ground | None) -> None:
        """Show what lies under the actors."""
        self._ground.set_ground(ground)
        self._changed()

    def finish_ground(self) -> None:
        """Draw the ground here and now."""
        self._prepare()
        self._ground.wait()

    def draw_exactly(self, painter: QPainter) -> None:
        """Draw the picture for a file: the same, in shapes and text instead of copies of pixels."""
        if self._theme is None:
            return
        self._prepare()
        self._show_bodies(self.screen.of(BODIES), 1.0, exact=True)
        painter.fillRect(QRectF(0, 0, self._camera.width, self._camera.height), self._theme.ground)
        for layer in self._all:
            if layer.isVisible():
                painter.save()
                layer.draw_exactly(painter)
                painter.restore()
        self._changed()

    def stop(self) -> None:
        """Let no thread outlive the scene."""
        self._ground.stop()

    @Slot()
    def _repaint(self) -> None:
        self._canvas.viewport().update()

    def set_contacts(self, contacts: Sequence[ContactMark]) -> None:
        """Show collisions, the latest first."""
        self._contacts.set_contacts(contacts)
        self._changed()

    def set_trail(self, past: ArrayLike, future: ArrayLike) -> None:
        """Show the way of the selected actor: metres, shape (K, 2) each, in the order of time."""
        self._trail.set_trail(past, future)
        self._changed()

    def set_taken(self, rectangles: NDArray[np.float64]) -> None:
        """Keep labels from what floats on the map: left, top, right, bottom in pixels, shape (K, 4)."""
        self._taken = rectangles
        self._changed()

    def forget(self) -> None:
        """Begin anew, with another recording."""
        self._labeller.forget()

    @property
    def footprints(self) -> Footprints:
        """Who stands where."""
        if self._footprints is None:
            self._footprints = (
                footprints(
                    self._world,
                    hero=self._picked.hero,
                    also=self._picked.asked_for,
                    hidden=self._hidden,
                    kinds=self._kinds(),
                )
                if self._world
                else NOBODY
            )
        return self._footprints

    @property
    def screen(self) -> ScreenActors:
        """What is on the screen, the topmost last."""
        if self._screen is None:
            self._screen = seen_by(self._camera, self.footprints, always=self._picked.asked_for)
        return self._screen

    def is_ghost_at(self, x: float, y: float) -> bool:
        """Whether the hollow outline is at a screen point."""
        ghost = self._picked.ghost
        return ghost is not None and ghost.is_at(self._camera, x, y)

    def _changed(self, *, actors: bool = False) -> None:
        if actors:
            self._footprints = self._screen = None
        self._prepared = False
        self._canvas.viewport().update()

    @Slot()
    def _prepare(self) -> None:
        """Give each layer what it is to draw."""
        if self._prepared or self._theme is None:
            return
        self._prepared = True
        theme, screen, camera = self._theme, self.screen, self._camera
        ratio = self._canvas.devicePixelRatioF()
        self._ground.look(camera, theme, ratio)
        self._props.setVisible(self._layers.props)
        self._labels.setVisible(self._layers.labels)
        for layer in (self._trail, self._ways):
            layer.setVisible(self._layers.trails)
        self._grid.setVisible(self._layers.grid)
        if self._layers.grid:
            self._grid.look(camera)
        tells = self._facts is not None and self._layers.developer
        self._triggers.show_boxes(self._facts.triggers if self._facts and tells else NO_BOXES, camera)
        self._measure.show_path(self._measured, camera)
        self._props.show_actors(screen.of(PROPS))
        self._show_lights(screen.of(HEADS), ratio)
        self._show_bodies(screen.of(BODIES), ratio)
        self._show_dress(screen, camera.scale)
        then = seen_by(camera, self._previewed if self._previewed is not None else NOBODY)
        self._preview.show_actors(then, screen, hero=self._picked.hero)
        marks = outlines(theme, camera, screen, self._picked)
        self._marks.show_marks(marks)
        self._trail.set_colors(theme, self._own_color(theme, self._picked.selected))
        self._trail.look(camera)
        standing = self.footprints
        self._ways.show_ways(
            NO_WAYS
            if self._world is None or not self._layers.trails
            else ways(
                self._trails,
                self._world.elapsed,
                standing.rows,
                standing.centers,
                camera,
                without=self._picked.selected if self._trail.has_past else None,
                hidden=self._hidden,
            )
        )
        self._contacts.look(camera)
        self._labels.show_labels(self._labelled(screen, marks), ratio)

    def _change_inks(self) -> None:
        if self._theme is not None:
            self._actors.set_more_inks(self._palette.inks(self._theme))

    def _show_bodies(self, bodies: ScreenActors, ratio: float, *, exact: bool = False) -> None:
        speeds = None
        if self._palette.needs_speeds and self._facts is not None:
            speeds = self._facts.speeds[bodies.places]
        inks = self._palette.numbers(bodies, speeds, self._picked.hero)
        self._actors.show_actors(bodies, inks, ratio, top=self._picked.selected, exact=exact)

    def _show_lights(self, lights: ScreenActors, ratio: float) -> None:
        frozen, left = np.zeros(len(lights), np.bool_), np.full(len(lights), np.nan)
        if self._facts is not None and len(lights):
            phases = self._facts.phases
            frozen, left = phases.frozen[lights.places], phases.left[lights.places]
        self._lights.show_lights(lights, ratio, frozen, left)

    def _show_dress(self, screen: ScreenActors, scale: float) -> None:
        """Show lamps, doors and wheels of those that are large enough."""
        worn, facts = NO_DRESS, self._facts
        chosen = dressed(screen)
        if facts is not None and len(chosen):
            actors = screen.take(chosen)
            places = actors.places
            worn = dress(actors, facts.lamps[places], facts.doors[places], facts.front_wheels[places], scale)
        self._beams.show_dress(worn)
        self._dress.show_dress(worn, scale)

    def _own_color(self, theme: Theme, row: int | None) -> QColor:
        if row is None or self._table is None or row >= len(self._table):
            return theme.secondary
        return theme.category_color(int(self._table.category[row]), hero=row == self._picked.hero)

    def _labelled(self, screen: ScreenActors, marks: Sequence[Mark]) -> list[Label]:
        if self._table is None:
            return []
        picked, speeds = self._picked, None
        if self._options.label_speed and self._facts is not None:
            speeds = self._facts.speeds[screen.places]
        hovered = picked.hovered if self._labels_hovered else None
        wanted = (picked.selected, picked.hero, hovered, *reversed(picked.also_selected))
        named = [row for row in wanted if row is not None]
        return self._labeller.labels(
            screen,
            self._table.descriptions,
            (self._camera.width, self._camera.height),
            np.concatenate(
                [
                    self._taken,
                    self._contacts.crosses(),
                    np.array([mark.box for mark in marks]).reshape(-1, 4),
                ]
            ),
            named=list(dict.fromkeys(named))[:MOST],
            hero=picked.hero,
            options=self._options,
            speeds=speeds,
        )
