"""What the map has been told to show, and what follows from it for a picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from viewer.analysis.event_geometry import Evidence
from viewer.analysis.traffic_lights import StopLine
from viewer.arrays import Floats
from viewer.recording.actors import ActorDescription
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import NO_TRAILS, Trails
from viewer.replay.world.world import World
from viewer.ui.map.actor_text import display_name
from viewer.ui.map.camera import Camera, places
from viewer.ui.map.geometry.detail import ScreenActors, seen_by
from viewer.ui.map.geometry.footprints import (
    NOBODY,
    SENSORS,
    SHOWN,
    SPECTATORS,
    AbsentActor,
    Footprints,
    footprints,
    nearest_life,
    velocities,
)
from viewer.ui.map_layers import MapLayers, MapOptions, map_layers
from viewer.ui.theme import category_role, current_theme, selection_roles

if TYPE_CHECKING:
    from viewer.ui.map.layers.ground_layer import Ground

NOWHERE = np.empty((0, 2))
NOWHERE.flags.writeable = False
_ABOUT_ALL = {"world", "layers", "hidden", "hero"}
_ABOUT_SOME = {"selected", "also_selected", "hovered"}


@dataclass
class MapPicture:
    """The state of the map. Actors are rows of the actor table; ``tell`` changes any of it.

    Attributes:
        index: the recording.
        world: who is where.
        previewed: who was where at a time that is pointed at.
        camera: what is looked at.
        ratio: device pixels in a pixel.
        exact: whether shapes and text are wanted, for a file, instead of copies of pixels.
        layers: which parts are shown.
        options: how they are shown.
        hero: the hero.
        selected: the primary one of the selected actors.
        also_selected: all selected actors.
        hovered: who is pointed at.
        labelled: whether who is pointed at has a label; not where something else says who it is.
        followed: who is kept in the middle.
        resumable: who was followed until the camera went elsewhere.
        ghost: where the selected actor was last or will be first.
        hidden: whether each row is left out, shape (N,); empty for nobody.
        ground: what lies under the actors.
        stop_lines: those that lights govern.
        trails: ways of many actors.
        trail: past and future of the selected actor: metres, shape (K, 2) each, in the order of time.
        contacts: collisions, each a ContactMark, the latest first, shape (K, 5).
        exhibit: an event that one went to.
        measured: path that is measured, metres, shape (K, 2).
        taken: what floats on the map: left, top, right, bottom in pixels, shape (K, 4).
        spared: return the same of what is drawn and no label is to cover; layers below the labels add it.

    """

    index: RecordingIndex | None = None
    world: World | None = None
    previewed: World | None = None
    camera: Camera = field(default_factory=Camera)
    ratio: float = 1.0
    exact: bool = False
    layers: MapLayers = field(default_factory=map_layers)
    options: MapOptions = field(default_factory=MapOptions)
    hero: int | None = None
    selected: int | None = None
    also_selected: tuple[int, ...] = ()
    hovered: int | None = None
    labelled: bool = True
    followed: int | None = None
    resumable: int | None = None
    ghost: AbsentActor | None = None
    hidden: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    ground: Ground | None = None
    stop_lines: Sequence[StopLine] = ()
    trails: Trails = NO_TRAILS
    trail: tuple[Floats, Floats] = (NOWHERE, NOWHERE)
    contacts: Floats = field(default_factory=lambda: np.empty((0, 5)))
    exhibit: Evidence | None = None
    measured: Floats = field(default_factory=lambda: NOWHERE)
    taken: Floats = field(default_factory=lambda: np.empty((0, 4)))
    spared: list[Callable[[], Floats]] = field(default_factory=list)
    _footprints: Footprints | None = field(default=None, init=False)
    _also: tuple[int, ...] = field(default=(), init=False)
    _screen: ScreenActors | None = field(default=None, init=False)
    _roles: dict[int, str] | None = field(default=None, init=False)

    def tell(self, **changes: Any) -> None:  # noqa: ANN401 - of the kinds that the attributes have
        """Take other values of the attributes of these names."""
        for name, value in changes.items():
            if name not in self.__dataclass_fields__:
                raise AttributeError(name)
            setattr(self, name, value)
        if not _ABOUT_ALL.isdisjoint(changes):
            self._footprints = None
        if not (_ABOUT_ALL | _ABOUT_SOME).isdisjoint(changes):
            self._screen = self._roles = None
        if "camera" in changes:
            self._screen = None

    # Actors.

    @property
    def descriptions(self) -> Sequence[ActorDescription]:
        """What is known of each actor, by row."""
        return self.index.actors.descriptions if self.index is not None else ()

    @property
    def asked_for(self) -> tuple[int, ...]:
        """Rows that are shown whatever they are."""
        rows = {self.selected, self.hovered, *self.also_selected}
        return tuple(row for row in rows if row is not None)

    def name(self, row: int | None) -> str:
        """Return what an actor is called on the map, empty for nobody."""
        if row is None or not 0 <= row < len(self.descriptions):
            return ""
        return display_name(self.descriptions[row], is_hero=row == self.hero)

    def color(self, row: int | None) -> QColor:
        """Return the colour in which an actor is known; of several that are selected each has its own."""
        theme = current_theme()
        if row is None or self.index is None or row >= len(self.index.actors):
            return theme.secondary
        category = int(self.index.actors.category[row])
        return theme.color(self.roles.get(row) or category_role(category, hero=row == self.hero))

    @property
    def roles(self) -> dict[int, str]:
        """The roles of the colours of those selected actors that are told apart, by row."""
        if self._roles is None:
            known = None if self.index is None else self.index.actors.category
            self._roles = {} if known is None else selection_roles(known, self.also_selected, self.hero)
        return self._roles

    def place(self, row: int | None) -> int | None:
        """Return where an actor stands in the columns of the world, None if it is not there."""
        return None if self.world is None or row is None else self.world.place_of(row)

    def where(self, row: int | None) -> tuple[float, float] | None:
        """Return where an actor is, in metres, or None if it is nowhere."""
        place = self.place(row)
        if self.world is None or place is None or not places(self.world.locations[place : place + 1])[0]:
            return None
        x, y = self.world.locations[place, :2].tolist()
        return x, y

    def heading(self, row: int | None) -> float | None:
        """Return where an actor heads, radians from x towards y, or None if that is not known."""
        place = self.place(row)
        yaw = math.nan if self.world is None or place is None else float(self.world.rotations[place, 1])
        return math.radians(yaw % 360.0) if math.isfinite(yaw) else None

    def light_state(self, row: int) -> int:
        """Return the TrafficLightState of a light, −1 while it is not there or nothing tells."""
        place = self.place(row)
        return -1 if self.world is None or place is None else int(self.world.light_states[place])

    def ghost_moment(self) -> float | None:
        """Return when the selected actor was there last or will be first, if it is not there now."""
        if self.index is None or self.world is None or self.selected is None:
            return None
        return nearest_life(self.index, self.selected, self.world.frame_index)

    def is_hidden(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of some rows are left out, shape (K,)."""
        return self.hidden.take(rows, mode="clip") if len(self.hidden) else np.zeros(len(rows), np.bool_)

    @property
    def hidden_count(self) -> int:
        """How many actors of this moment are left out that would be shown else."""
        if self.world is None or not self.hidden.any():
            return 0
        return int(np.count_nonzero(SHOWN[self.world.categories] & self.is_hidden(self.world.rows)))

    # What is drawn.

    @property
    def footprints(self) -> Footprints:
        """Who stands where."""
        if self.world is None:
            return NOBODY
        shown = SHOWN | SENSORS * self.layers["sensors"] | SPECTATORS * self.layers["developer"]
        known = self.world.index.actors.category  # somebody later may be selected already
        also = tuple(row for row in self.asked_for if row < len(known) and not shown[known[row]])
        if self._footprints is None or self._also != also:
            self._also = also
            self._footprints = footprints(
                self.world, hero=self.hero, also=also, hidden=self.hidden, kinds=shown
            )
        return self._footprints

    @property
    def screen(self) -> ScreenActors:
        """What is on the screen, the topmost last."""
        if self._screen is None:
            self._screen = seen_by(self.camera, self.footprints, always=self.asked_for)
        return self._screen

    def speeds_of(self, actors: ScreenActors) -> NDArray[np.float64] | None:
        """Return the speeds of actors on the screen, m/s, NaN unknown; None without a world."""
        if self.world is None:
            return None
        speeds: Floats = np.linalg.norm(velocities(self.world)[actors.places], axis=1)
        return speeds
