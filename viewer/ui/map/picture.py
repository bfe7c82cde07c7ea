"""State of the map from which its layers are drawn, and values derived from that state."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from viewer.analysis.event_geometry import EventGeometry
from viewer.arrays import Floats, wrap_degrees
from viewer.recording.actors import ActorDescription
from viewer.replay.paths.trajectory import NO_TRAILS, Trails
from viewer.ui.background.derived import same_value
from viewer.ui.map.actor_text import display_name
from viewer.ui.map.camera import Camera, valid_mask
from viewer.ui.map.geometry.detail import ScreenActors, seen_by
from viewer.ui.map.geometry.footprints import (
    NO_FOOTPRINTS,
    SENSORS,
    SHOWN,
    SPECTATORS,
    Footprints,
    LastKnownPose,
    footprints,
    nearest_time_alive,
    velocities,
)
from viewer.ui.map_layers import MapLayers, MapOptions
from viewer.ui.state.view_state import ViewState
from viewer.ui.theme import current_theme

if TYPE_CHECKING:
    from viewer.ui.map.layers.ground import Ground

NOWHERE = np.empty((0, 2))
NOWHERE.flags.writeable = False


def _footprints_of(view: ViewState) -> tuple[object, ...]:
    """Return the parts of ``view`` that the footprints of actors depend on."""
    return view.world, view.settings.map_layers, view.hidden, view.hero


def _marked_in(view: ViewState) -> tuple[object, ...]:
    return view.selected, view.hovered


@dataclass
class MapPicture:
    """State of the map, changed with ``update``; actors are given by their rows in the actor table.

    Attributes:
        view: what the window shows: the actors, layers and options.
        camera: what part of the world is visible.
        ratio: device pixels per pixel.
        exact: whether to draw shapes and text, for a vector file, instead of cached pixmaps.
        labelled: whether the hovered actor has a label; False where a tooltip shows its name.
        resumable: row of the actor that was followed until the camera was moved elsewhere.
        last_known_pose: while the selected actor does not exist, its last pose before now, else the first.
        out_of_range: last poses of actors that exist, but whose pose an imported clip does not have now.
        ground: roads, or paths that vehicles drove, drawn under the actors.
        trails: sampled positions of many actors.
        trail: past and future positions of the selected actor: metres, shape (K, 2) each, in time order.
        contacts: marks of collisions, the latest first: the fields of ContactMark, shape (K, 5).
        event_overlay: geometry of the event that the user is looking at, None without one.
        measured: measured path, metres, shape (K, 2).
        occupied: chips (text boxes) on the map: left, top, right, bottom in pixels, shape (K, 4).
        keep_clear: functions that return rectangles, shape (K, 4), on which no label may lie; layers add them
            in ``prepare``.
        named: rows of actors that another layer than that of the labels has labelled; layers add them in
            ``prepare``.
    """

    view: ViewState = field(default_factory=ViewState)
    camera: Camera = field(default_factory=Camera)
    ratio: float = 1.0
    exact: bool = False
    labelled: bool = True
    resumable: int | None = None
    last_known_pose: LastKnownPose | None = None
    out_of_range: tuple[LastKnownPose, ...] = ()
    ground: Ground | None = None
    trails: Trails = NO_TRAILS
    trail: tuple[Floats, Floats] = (NOWHERE, NOWHERE)
    contacts: Floats = field(default_factory=lambda: np.empty((0, 5)))
    event_overlay: EventGeometry | None = None
    measured: Floats = field(default_factory=lambda: NOWHERE)
    occupied: Floats = field(default_factory=lambda: np.empty((0, 4)))
    keep_clear: list[Callable[[], Floats]] = field(default_factory=list)
    named: set[int] = field(default_factory=set)
    _footprints: Footprints | None = field(default=None, init=False)
    _also: tuple[int, ...] = field(default=(), init=False)
    _screen: ScreenActors | None = field(default=None, init=False)

    def update(self, **changes: Any) -> None:  # noqa: ANN401 - of the kinds that the attributes have
        """Set attributes of the map's state, given by keyword, and discard the values derived from them.

        Raises AttributeError for unknown names.
        """
        before = self.view
        for name, value in changes.items():
            if name not in self.__dataclass_fields__:
                raise AttributeError(name)
            setattr(self, name, value)
        if not same_value(_footprints_of(before), _footprints_of(self.view)):
            self._footprints = self._screen = None
        elif "camera" in changes or not same_value(_marked_in(before), _marked_in(self.view)):
            self._screen = None

    # Actors.

    @property
    def descriptions(self) -> Sequence[ActorDescription]:
        """Blueprint and attributes of all actors of the recording, by row of the actor table."""
        return self.view.index.actors.descriptions if self.view.index is not None else ()

    @property
    def always_shown(self) -> tuple[int, ...]:
        """Rows of the selected and hovered actors in the actor table; the map draws them at every scale."""
        return tuple(row for row in {*self.view.selected, self.view.hovered} if row is not None)

    @property
    def layers(self) -> MapLayers:
        """Whether each layer is on, by its name."""
        return self.view.settings.map_layers

    @property
    def options(self) -> MapOptions:
        """Options of the layers."""
        return self.view.settings.map_options

    @property
    def selected(self) -> int | None:
        """Row of the actor selected last, None if none is."""
        return self.view.selected[-1] if self.view.selected else None

    def name(self, row: int | None) -> str:
        """Return the label of the actor in ``row`` of the actor table: the hero's role name, else its id.

        The result is empty for None and for rows that the recording does not have.
        """
        if row is None or not 0 <= row < len(self.descriptions):
            return ""
        return display_name(self.descriptions[row], is_hero=row == self.view.hero)

    def color(self, row: int | None) -> QColor:
        """Return the colour of the actor in ``row`` of the actor table; a neutral one if it is unknown.

        It depends on the actor's category and whether it is the hero; several selected actors differ in
        colour.
        """
        actors = self.view.actors
        return actors.color(row) if actors.knows(row) else current_theme().secondary

    def index_of(self, row: int | None) -> int | None:
        """Return the index into the world's arrays of an actor, given its ``row`` of the actor table.

        None if the actor does not exist now.
        """
        return None if self.view.world is None or row is None else self.view.world.index_of(row)

    def position_of(self, row: int | None) -> tuple[float, float] | None:
        """Return x and y in metres of the actor in ``row`` of the actor table, or None if unknown."""
        index = self.index_of(row)
        if (
            self.view.world is None
            or index is None
            or not valid_mask(self.view.world.locations[index : index + 1])[0]
        ):
            return None
        x, y = self.view.world.locations[index, :2].tolist()
        return x, y

    def heading(self, row: int | None) -> float | None:
        """Return the heading in radians of the actor in ``row`` of the actor table, or None if unknown.

        It is measured from x towards y, above −π and up to π.
        """
        index = self.index_of(row)
        yaw = (
            math.nan
            if self.view.world is None or index is None
            else float(self.view.world.rotations[index, 1])
        )
        return math.radians(wrap_degrees(yaw)) if math.isfinite(yaw) else None

    def light_state(self, row: int) -> int:
        """Return the TrafficLightState of the actor in ``row`` of the actor table; −1 if unknown."""
        index = self.index_of(row)
        return -1 if self.view.world is None or index is None else int(self.view.world.light_states[index])

    def nearest_time_alive(self) -> float | None:
        """Return the time nearest to now at which the selected actor exists, in elapsed seconds.

        None if the actor exists now, or if no actor is selected.
        """
        if self.view.index is None or self.view.world is None or self.selected is None:
            return None
        return nearest_time_alive(self.view.index, self.selected, self.view.world.frame_index)

    def is_hidden(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return for each of the K ``rows`` of the actor table whether its actor is hidden, shape (K,)."""
        return (
            self.view.hidden.take(rows, mode="clip")
            if len(self.view.hidden)
            else np.zeros(len(rows), np.bool_)
        )

    @property
    def hidden_count(self) -> int:
        """Number of actors that exist now and would be drawn if they were not hidden."""
        if self.view.world is None or not self.view.hidden.any():
            return 0
        return int(np.count_nonzero(SHOWN[self.view.world.categories] & self.is_hidden(self.view.world.rows)))

    # Derived geometry.

    @property
    def footprints(self) -> Footprints:
        """Footprints (boxes seen from above, metres) of all drawn actors; cached until these change."""
        if self.view.world is None:
            return NO_FOOTPRINTS
        shown = SHOWN | SENSORS * self.layers["sensors"] | SPECTATORS * self.layers["developer"]
        known = self.view.world.index.actors.category  # an actor that spawns later may be selected already
        also = tuple(row for row in self.always_shown if row < len(known) and not shown[known[row]])
        if self._footprints is None or self._also != also:
            self._also = also
            self._footprints = footprints(
                self.view.world, hero=self.view.hero, also=also, hidden=self.view.hidden, kinds=shown
            )
        return self._footprints

    @property
    def screen(self) -> ScreenActors:
        """Actors in the visible part of the map, with their positions in pixels, the topmost last.

        They are cached until the camera or the world changes.
        """
        if self._screen is None:
            self._screen = seen_by(self.camera, self.footprints, always=self.always_shown)
        return self._screen

    def speeds_of(self, actors: ScreenActors) -> NDArray[np.float64] | None:
        """Return the speeds of ``actors`` in m/s, shape (M,), NaN where unknown.

        None if the map shows no time of a recording.
        """
        if self.view.world is None:
            return None
        speeds: Floats = np.linalg.norm(velocities(self.view.world)[actors.indices], axis=1)
        return speeds
