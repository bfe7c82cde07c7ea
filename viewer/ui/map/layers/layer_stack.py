"""The layers of the map, from the ground to what is measured on it, and what each one is given to draw."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from viewer.replay.world.appearance import NO_BOXES
from viewer.ui.background.tasks import Tasks
from viewer.ui.map.canvas import Canvas
from viewer.ui.map.geometry.category_masks import BODIES, LIGHTS, PROPS
from viewer.ui.map.geometry.detail import ScreenActors, half_boxes
from viewer.ui.map.layers.actor_layer import ActorLayer
from viewer.ui.map.layers.contact_layer import ContactLayer
from viewer.ui.map.layers.exhibit_layer import ExhibitLayer
from viewer.ui.map.layers.grid_layer import GridLayer
from viewer.ui.map.layers.ground_layer import GroundLayer
from viewer.ui.map.layers.label_layer import MOST, Label, LabelLayer, Labeller, LabelRoom
from viewer.ui.map.layers.layer import Layer
from viewer.ui.map.layers.light_layer import LightLayer
from viewer.ui.map.layers.mark_layer import Mark, MarkLayer, outlines
from viewer.ui.map.layers.measure_layer import MeasureLayer
from viewer.ui.map.layers.preview_layer import PreviewLayer
from viewer.ui.map.layers.prop_layer import PropLayer
from viewer.ui.map.layers.route_layer import RouteLayer
from viewer.ui.map.layers.sign_layer import SignLayer
from viewer.ui.map.layers.stop_line_layer import StopLineLayer
from viewer.ui.map.layers.trail_layer import TrailLayer
from viewer.ui.map.layers.trigger_layer import TriggerLayer
from viewer.ui.map.layers.vehicle_lamp_layer import (
    NO_LAMPS,
    BeamLayer,
    VehicleLampLayer,
    vehicle_lamps,
    with_lamps,
)
from viewer.ui.map.layers.ways_layer import NO_WAYS, WaysLayer, ways
from viewer.ui.map.picture import MapPicture
from viewer.ui.theme import current_theme


class LayerStack:
    """Owns the layers of a canvas."""

    def __init__(self, canvas: Canvas, tasks: Tasks) -> None:
        self.ground = GroundLayer(0, tasks)
        self._grid = GridLayer(4)
        self._triggers = TriggerLayer(6)
        self.stop_lines = StopLineLayer(7)
        self._ways = WaysLayer(8)
        self.route = RouteLayer(9)
        self.trail = TrailLayer(10)
        self._props = PropLayer(20)
        self._signs = SignLayer(22)
        self._beams = BeamLayer(35)
        self._actors = ActorLayer(40)
        self._lamps = VehicleLampLayer(42)
        self._preview = PreviewLayer(45)
        self._marks = MarkLayer(50)
        self.exhibit = ExhibitLayer(52)
        self._lights = LightLayer(55)
        self.contacts = ContactLayer(60)
        self._labels = LabelLayer(70)
        self._measure = MeasureLayer(80)
        self.labeller = Labeller()
        self._all: tuple[Layer, ...] = (
            *(self.ground, self._grid, self._triggers, self.stop_lines, self._ways),
            *(self.route, self.trail),
            *(self._props, self._signs, self._beams, self._actors, self._lamps, self._preview, self._marks),
            *(self.exhibit, self._lights, self.contacts, self._labels, self._measure),
        )
        for layer in self._all:
            canvas.addItem(layer)

    def restyle(self, picture: MapPicture) -> None:
        """Draw in the colours of the theme that is shown now."""
        for layer in self._all:
            layer.restyle()
        self.change_inks(picture)

    def change_inks(self, picture: MapPicture) -> None:
        """Let colours say something else."""
        self._actors.set_more_inks(picture.palette.inks())

    def prepare(self, picture: MapPicture, ratio: float) -> None:
        """Give each layer what it is to draw, with so many device pixels in a pixel."""
        camera, screen, layers = picture.camera, picture.screen, picture.layers
        self._switch(picture)
        self.ground.look(camera, current_theme(), ratio)
        if layers.grid:
            self._grid.look(camera)
        tells = layers.developer and picture.facts is not None
        self._triggers.show_boxes(picture.facts.triggers if picture.facts and tells else NO_BOXES, camera)
        self._show_ways(picture)
        self.route.look(camera)
        self.stop_lines.look(camera, picture.light_state, always=picture.picked.asked_for)
        self._show_props(picture, screen.of(PROPS), ratio)
        self._show_lights(picture, screen.of(LIGHTS), ratio)
        self._show_bodies(picture, ratio)
        self._show_dress(picture)
        self._preview.show_actors(picture.previewed, screen, hero=picture.picked.hero)
        marks = outlines(camera, screen, picture.picked)
        self._marks.show_marks(marks)
        self._show_exhibit(picture)
        self._labels.show_labels(self._labelled(picture, marks), ratio)
        self._measure.show_path(picture.measured, camera)

    def draw_exactly(self, painter: QPainter, picture: MapPicture) -> None:
        """Draw what was prepared for a file: in shapes and text instead of copies of pixels."""
        theme = current_theme()
        self._show_bodies(picture, 1.0, exact=True)
        painter.fillRect(QRectF(0, 0, picture.camera.width, picture.camera.height), theme.ground)
        for layer in self._all:
            if layer.isVisible():
                painter.save()
                layer.draw_exactly(painter)
                painter.restore()

    def _switch(self, picture: MapPicture) -> None:
        """Show the layers that are on."""
        layers = picture.layers
        for layer, on in (
            (self._props, layers.props),
            (self._signs, layers.props),
            (self.stop_lines, layers.marks),
            (self._labels, layers.labels),
            (self.trail, layers.trails),
            (self._ways, layers.trails),
            (self.route, layers.route),
            (self._grid, layers.grid),
        ):
            layer.setVisible(on)

    def _show_ways(self, picture: MapPicture) -> None:
        selected = picture.picked.selected
        self.trail.set_colors(picture.own_color(selected))
        self.trail.look(picture.camera)
        if picture.world is None or not picture.layers.trails:
            self._ways.show_ways(NO_WAYS)
            return
        standing = picture.footprints
        self._ways.show_ways(
            ways(
                picture.trails,
                picture.world.elapsed,
                standing.rows,
                standing.centers,
                picture.camera,
                without=selected if self.trail.has_past else None,
                hidden=picture.hidden,
            )
        )

    def _show_props(self, picture: MapPicture, props: ScreenActors, ratio: float) -> None:
        table = picture.table
        plates = self._signs.show_signs(props, () if table is None else table.descriptions, ratio)
        self._props.show_actors(props.take(np.flatnonzero(~plates)))

    def _show_lights(self, picture: MapPicture, lights: ScreenActors, ratio: float) -> None:
        frozen, left = np.zeros(len(lights), np.bool_), np.full(len(lights), np.nan)
        if picture.facts is not None and len(lights):
            phases = picture.facts.phases
            frozen, left = phases.frozen[lights.places], phases.left[lights.places]
        self._lights.show_lights(lights, ratio, frozen, left)

    def _show_bodies(self, picture: MapPicture, ratio: float, *, exact: bool = False) -> None:
        bodies, picked = picture.screen.of(BODIES), picture.picked
        speeds = picture.speeds_of(bodies) if picture.palette.needs_speeds else None
        inks = picture.palette.numbers(bodies, speeds, picked.hero)
        self._actors.show_actors(bodies, inks, ratio, top=picked.selected, exact=exact)

    def _show_dress(self, picture: MapPicture) -> None:
        """Show lamps, doors and wheels of those that are large enough."""
        worn, facts, scale = NO_LAMPS, picture.facts, picture.camera.scale
        chosen = with_lamps(picture.screen)
        if facts is not None and len(chosen):
            actors = picture.screen.take(chosen)
            places = actors.places
            worn = vehicle_lamps(
                actors, facts.lamps[places], facts.doors[places], facts.front_wheels[places], scale
            )
        self._beams.show_lamps(worn)
        self._lamps.show_lamps(worn, scale)

    def _show_exhibit(self, picture: MapPicture) -> None:
        """Show the event that one went to; no second ring around it."""
        evidence = self.exhibit.evidence
        rows = [] if evidence is None else evidence.rows.tolist()
        taken = np.empty((0, 4))
        if evidence is not None:
            others = picture.screen.of(BODIES | LIGHTS)
            others = others.take(np.flatnonzero(~np.isin(others.rows, evidence.rows)))
            halves = half_boxes(others)
            boxes = np.hstack([others.centers - halves, others.centers + halves])
            taken = np.concatenate([boxes, picture.taken])
        colors = [picture.own_color(row) for row in rows]
        self.exhibit.look(picture.camera, colors, taken)
        self.contacts.look(picture.camera, without=None if evidence is None else evidence.point)

    def _labelled(self, picture: MapPicture, marks: Sequence[Mark]) -> list[Label]:
        if picture.table is None or not picture.layers.labels:
            return []
        picked, camera = picture.picked, picture.camera
        hovered = picked.hovered if picked.labelled else None
        wanted = (picked.selected, picked.hero, hovered, *reversed(picked.also_selected))
        boxes = np.array([mark.box for mark in marks]).reshape(-1, 4)
        outlined: dict[int, float] = {}
        for mark in marks:
            if mark.row is not None:
                outlined[mark.row] = max(outlined.get(mark.row, 0.0), mark.gap + mark.line / 2)
        taken = np.concatenate([picture.taken, self.contacts.crosses(), self.exhibit.pills(), boxes])
        return self.labeller.labels(
            picture.screen,
            picture.table.descriptions,
            LabelRoom((camera.width - picture.covered, camera.height), taken, outlined),
            named=list(dict.fromkeys(row for row in wanted if row is not None))[:MOST],
            hero=picked.hero,
            options=picture.options,
            speeds=picture.speeds_of(picture.screen) if picture.options.label_speed else None,
        )
