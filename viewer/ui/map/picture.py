"""What the map has been told to show, and what follows from it for a picture."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from viewer.recording.actors import ActorTable
from viewer.replay.paths.trails import NO_TRAILS, Trails
from viewer.replay.world.world import World
from viewer.ui.map.camera import Camera
from viewer.ui.map.colors import ColorScale
from viewer.ui.map.geometry.category_masks import SENSORS, SHOWN, SPECTATORS, Kinds
from viewer.ui.map.geometry.detail import ScreenActors, seen_by
from viewer.ui.map.geometry.footprints import NOBODY, Footprints, footprints
from viewer.ui.map.geometry.world_facts import WorldFacts
from viewer.ui.map.layers.mark_layer import Picked
from viewer.ui.state.map_options import MapLayers, MapOptions
from viewer.ui.theme import current_theme


@dataclass
class MapPicture:
    """The state of the map; whoever changes what decides about the actors calls ``forget_actors``.

    Attributes:
        camera: what is looked at.
        table: the actors of the recording.
        picked: rows with a meaning.
        layers: which parts are shown.
        options: how they are shown.
        palette: what colours say.
        trails: ways of many actors.
        hidden: whether each row of the actor table is left out, shape (N,); empty for nobody.
        measured: path that is measured, metres, shape (K, 2).
        taken: what floats on the map: left, top, right, bottom in pixels, shape (K, 4).
        covered: pixels at the right edge that something else covers.
        world: who is where.
        facts: what is asked about the world besides.

    """

    camera: Camera = field(default_factory=Camera)
    table: ActorTable | None = None
    picked: Picked = field(default_factory=Picked)
    layers: MapLayers = field(default_factory=MapLayers)
    options: MapOptions = field(default_factory=MapOptions)
    palette: ColorScale = field(default_factory=ColorScale)
    trails: Trails = NO_TRAILS
    hidden: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    measured: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 2)))
    taken: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 4)))
    covered: int = 0
    world: World | None = None
    facts: WorldFacts | None = None
    _previewed: Footprints | None = None
    _footprints: Footprints | None = None
    _screen: ScreenActors | None = None

    def set_world(self, world: World | None) -> None:
        """Take who is where."""
        self.world = world
        self.facts = None if world is None else WorldFacts(world)
        self.forget_actors()

    def set_preview(self, world: World | None) -> None:
        """Take who was where at another time."""
        self._previewed = None if world is None else footprints(world, hidden=self.hidden)

    def forget_actors(self) -> None:
        """Find out anew who stands where."""
        self._footprints = self._screen = None

    def look(self, camera: Camera) -> None:
        """Look from elsewhere."""
        self.camera = camera
        self._screen = None

    @property
    def footprints(self) -> Footprints:
        """Who stands where."""
        if self._footprints is None and self.world is not None:
            picked = self.picked
            self._footprints = footprints(
                self.world, hero=picked.hero, also=picked.asked_for, hidden=self.hidden, kinds=self._kinds()
            )
        return NOBODY if self._footprints is None else self._footprints

    @property
    def screen(self) -> ScreenActors:
        """What is on the screen, the topmost last."""
        if self._screen is None:
            self._screen = seen_by(self.camera, self.footprints, always=self.picked.asked_for)
        return self._screen

    @property
    def previewed(self) -> ScreenActors:
        """What would be on the screen at the time that is pointed at."""
        return seen_by(self.camera, NOBODY if self._previewed is None else self._previewed)

    def is_hidden(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of some rows of the actor table are left out, shape (K,)."""
        return self.hidden.take(rows, mode="clip") if len(self.hidden) else np.zeros(len(rows), np.bool_)

    @property
    def hidden_count(self) -> int:
        """How many actors of this moment are left out that would be shown else."""
        world = self.world
        if world is None or not self.hidden.any():
            return 0
        return int(np.count_nonzero(SHOWN[world.categories] & self.is_hidden(world.rows)))

    def speeds_of(self, actors: ScreenActors) -> NDArray[np.float64] | None:
        """Return the speeds of actors on the screen, m/s, NaN unknown; None without a world."""
        return None if self.facts is None else self.facts.speeds[actors.places]

    def light_state(self, row: int) -> int:
        """Return the TrafficLightState of a light, −1 while it is not there or nothing tells."""
        world = self.world
        place = world.place_of(row) if world is not None else None
        return -1 if world is None or place is None else int(world.light_states[place])

    def own_color(self, row: int | None) -> QColor:
        """Return the colour in which an actor is known."""
        theme = current_theme()
        if row is None or self.table is None or row >= len(self.table):
            return theme.secondary
        return theme.category_color(int(self.table.category[row]), hero=row == self.picked.hero)

    def _kinds(self) -> Kinds:
        """Return what is drawn without being asked for."""
        kinds = SHOWN | SENSORS if self.layers.sensors else SHOWN
        return kinds | SPECTATORS if self.layers.developer else kinds
