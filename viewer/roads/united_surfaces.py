"""What is seen of a map from above as whole surfaces: what is drawn."""

from __future__ import annotations

from viewer.quick_dataclass import dataclass
from viewer.roads.shapes import Paths


@dataclass(frozen=True, eq=False)
class UnitedLevel:
    """The surfaces of one level, none over another; outlines are closed, without holes, in pieces.

    Attributes:
        road: outlines of what vehicles drive and stand on.
        sidewalk: outlines of sidewalks, and of gaps that were filled as such.
        median: outlines of medians, likewise.
        kerbs: lines where the road meets a sidewalk or a median.
        edges: lines where a sidewalk or a median meets the ground.

    """

    road: Paths
    sidewalk: Paths
    median: Paths
    kerbs: Paths
    edges: Paths


@dataclass(frozen=True, eq=False)
class UnitedSurfaces:
    """The surfaces of a map.

    Attributes:
        land: outlines of what the town stands on, the outermost first: it fades into nothing around it.
        levels: in the order of painting, as the map's.

    """

    land: Paths
    levels: tuple[UnitedLevel, ...]
