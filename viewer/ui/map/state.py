"""What the map has been told, and what follows from it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from viewer.analysis.traffic_lights import StopLine
from viewer.recording.actors import ActorDescription
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import World
from viewer.ui.map.actor_words import display_name, ghost_tooltip, stop_line_tooltip, tooltip
from viewer.ui.map.camera import places
from viewer.ui.map.chrome.furniture import Target
from viewer.ui.map.chrome.pill import Lines
from viewer.ui.map.geometry.absent_actor import nearest_life


@dataclass
class State:
    """The recording, the world, and rows of the actor table with a meaning.

    Attributes:
        index: the recording.
        world: what is shown of it.
        selected: row of the selected actor.
        hero: row of the hero.
        followed: row of the actor that is kept in the middle.
        resumable: row of the actor that was followed until the camera went elsewhere.
        heading_up: whether the followed actor heads up.

    """

    index: RecordingIndex | None = None
    world: World | None = None
    selected: int | None = None
    hero: int | None = None
    followed: int | None = None
    resumable: int | None = None
    heading_up: bool = False

    @property
    def descriptions(self) -> Sequence[ActorDescription]:
        """What is known of each actor, by row."""
        return self.index.actors.descriptions if self.index is not None else ()

    def name(self, row: int | None) -> str:
        """Return what an actor is called on the map, empty for nobody."""
        if row is None or not 0 <= row < len(self.descriptions):
            return ""
        return display_name(self.descriptions[row], is_hero=row == self.hero)

    def where(self, row: int | None) -> tuple[float, float] | None:
        """Return where an actor is, in metres, or None if it is nowhere."""
        if self.world is None or row is None:
            return None
        place = self.world.place_of(row)
        if place is None:
            return None
        location = self.world.locations[place : place + 1]
        return (float(location[0, 0]), float(location[0, 1])) if places(location)[0] else None

    def heading(self, row: int | None) -> float | None:
        """Return where an actor heads, radians from x towards y, or None if that is not known."""
        if self.world is None or row is None:
            return None
        place = self.world.place_of(row)
        yaw = math.nan if place is None else float(self.world.rotations[place, 1])
        return math.radians(yaw % 360.0) if math.isfinite(yaw) else None

    def targets(self) -> list[Target]:
        """Return whom an arrow points to when they are off the map: the hero, and who is or was followed."""
        targets = []
        for row in dict.fromkeys((self.hero, self.followed, self.resumable)):
            where = self.where(row)
            if row is not None and where is not None:
                targets.append(Target(row, *where, self.name(row), row == self.hero))
        return targets

    def ghost_moment(self) -> float | None:
        """Return when the selected actor was there last or will be first, if it is not there now."""
        if self.index is None or self.world is None or self.selected is None:
            return None
        return nearest_life(self.index, self.selected, self.world.frame_index)

    def tooltip(self, row: int | None, *, on_ghost: bool, line: StopLine | None = None) -> Lines:
        """Return what to say of the actor that is pointed at, else of one that is not there, or of a line."""
        if self.world is None:
            return ()
        if row is not None:
            return tooltip(self.world, self.descriptions, row, self.selected)
        moment = self.ghost_moment() if on_ghost else None
        if moment is None or self.selected is None:
            return () if line is None else stop_line_tooltip(self.world, self.descriptions, line)
        return ghost_tooltip(self.descriptions[self.selected], moment, self.world.elapsed)
