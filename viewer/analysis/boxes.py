"""The bounding boxes that rules go by: recorded ones, or the blueprint's where they cannot be right."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats
from viewer.recording.actors import ActorTable, Category
from viewer.recording.build.sizes import usual_box
from viewer.recording.columns import read_only

_LEAST, _MOST = 0.1, 15.0
"""Half-extents in metres between which a box can be right: CARLA writes two-wheelers without a width."""


@dataclass(frozen=True, eq=False)
class ActorBoxes:
    """Boxes of some actors: centres in the actors' frames and half-extents in metres, shape (N, 3) each.

    ``recorded`` tells which are recorded, shape (N,); the others are those that the blueprint usually has.
    """

    centers: Floats
    extents: Floats
    recorded: NDArray[np.bool_]

    @property
    def source(self) -> str:
        """Return ``recorded``, ``blueprint`` or ``mixed``."""
        if self.recorded.all():
            return "recorded" if len(self.recorded) else "blueprint"
        return "mixed" if self.recorded.any() else "blueprint"


def actor_boxes(actors: ActorTable, rows: NDArray[np.int64]) -> ActorBoxes:
    """Return the boxes of rows of the actor table."""
    centers, extents = actors.box_center[rows].copy(), actors.box_extent[rows].copy()
    recorded = actors.box_recorded[rows].copy()
    wrong = recorded & ~sound_extents(extents)
    for place in np.flatnonzero(wrong).tolist():
        row = int(rows[place])
        description = actors.descriptions[row]
        center, extent = usual_box(
            description.type_id, description.attributes, Category(int(actors.category[row]))
        )
        centers[place], extents[place], recorded[place] = center, extent, False
    return ActorBoxes(*map(read_only, (centers, extents, recorded)))


def sound_extents(extents: Floats) -> NDArray[np.bool_]:
    """Tell which half-extents (N, 3) can be those of a road user, shape (N,)."""
    sound = ((extents >= _LEAST) & (extents <= _MOST)).all(axis=1)
    return np.asarray(sound)
