"""Types of lanes and of road marks, with OpenDRIVE's words for them."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Surface(IntEnum):
    """Kinds of surfaces as seen from above, in the order of painting: where lanes overlap, roads win."""

    NOTHING = 0
    SIDEWALK = 1
    MEDIAN = 2
    SHOULDER = 3
    PARKING = 4
    BIKING = 5
    ROAD = 6


CARRIAGEWAY = (Surface.SHOULDER, Surface.PARKING, Surface.BIKING, Surface.ROAD)
"""Surfaces that vehicles drive and stand on; all are drawn as road."""


class LaneType(IntEnum):
    """Types of lanes. OpenDRIVE has words for them; the integer values are this program's own."""

    NONE = 0
    DRIVING = 1
    BIDIRECTIONAL = 2
    ENTRY = 3
    EXIT = 4
    ON_RAMP = 5
    OFF_RAMP = 6
    CONNECTING_RAMP = 7
    SLIP_LANE = 8
    BUS = 9
    TAXI = 10
    HOV = 11
    SHARED = 12
    ROAD_WORKS = 13
    SPECIAL = 14
    TRAM = 15
    RAIL = 16
    BIKING = 17
    PARKING = 18
    STOP = 19
    SHOULDER = 20
    BORDER = 21
    CURB = 22
    RESTRICTED = 23
    MEDIAN = 24
    SIDEWALK = 25
    WALKING = 26

    @property
    def label(self) -> str:
        """The type of lane in lower-case words, as shown to people."""
        return "HOV" if self is LaneType.HOV else self.name.lower().replace("_", " ")

    @property
    def surface(self) -> Surface:
        """Kind of surface that lanes of this type have."""
        is_road = LaneType.DRIVING <= self <= LaneType.TRAM
        return Surface.ROAD if is_road else _SURFACES.get(self, Surface.SHOULDER)

    @property
    def has_traffic(self) -> bool:
        """Whether vehicles drive or ride along lanes of this type."""
        return self.surface in (Surface.ROAD, Surface.BIKING)


_WORDS = {
    "special1": LaneType.SPECIAL,
    "special2": LaneType.SPECIAL,
    "special3": LaneType.SPECIAL,
    "mwyentry": LaneType.ENTRY,
    "mwyexit": LaneType.EXIT,
}
LANE_WORDS = {kind.name.lower().replace("_", ""): kind for kind in LaneType} | _WORDS
"""Lane types by OpenDRIVE's words for them in lower case, such as ``onramp`` and ``mwyexit``."""

_SURFACES = {
    LaneType.NONE: Surface.NOTHING,
    LaneType.BIKING: Surface.BIKING,
    LaneType.PARKING: Surface.PARKING,
    LaneType.RESTRICTED: Surface.MEDIAN,
    LaneType.MEDIAN: Surface.MEDIAN,
    LaneType.SIDEWALK: Surface.SIDEWALK,
    LaneType.WALKING: Surface.SIDEWALK,
}
"""Surfaces of the lane types that look neither like roads nor like shoulders."""

HAS_TRAFFIC = np.array([kind.has_traffic for kind in LaneType])
"""Flags indexed by LaneType: whether vehicles drive or ride along lanes of that type."""
BOTH_WAYS = np.array([kind is LaneType.BIDIRECTIONAL for kind in LaneType])
"""Flags indexed by LaneType: whether vehicles drive along lanes of that type in either direction."""
SIDEWALK = np.array([kind.surface is Surface.SIDEWALK for kind in LaneType])
"""Flags indexed by LaneType: whether lanes of that type are paved like sidewalks."""
DRIVABLE = np.array([kind.has_traffic or kind is LaneType.PARKING for kind in LaneType])
"""Flags indexed by LaneType: whether vehicles drive or park on lanes of that type."""


class MarkColor(IntEnum):
    """Colours of road marks; files also say ``standard`` for white."""

    WHITE = 0
    YELLOW = 1
    BLUE = 2
    GREEN = 3
    RED = 4
    ORANGE = 5
    VIOLET = 6
    BLACK = 7


COLOR_WORDS = {color.name.lower(): color for color in MarkColor} | {"standard": MarkColor.WHITE}
"""Colours of road marks by OpenDRIVE's names for them, in lower case; ``standard`` is white."""


class MarkType(IntEnum):
    """Types of road marks; a name of two lines has the one nearer to the centre lane first.

    On the centre lane itself, the left line is first.
    """

    NONE = 0
    SOLID = 1
    BROKEN = 2
    SOLID_SOLID = 3
    SOLID_BROKEN = 4
    BROKEN_SOLID = 5
    BROKEN_BROKEN = 6
    BOTTS_DOTS = 7
    CURB = 8
    CUSTOM = 9


MARK_WORDS = {kind.name.lower().replace("_", " "): kind for kind in MarkType}
"""Type of road mark for each of OpenDRIVE's words, in lower case, such as ``solid broken``.

OpenDRIVE's ``edge`` and ``grass`` paint nothing, so they are left out.
"""


SOLID, BROKEN, DOTS = (0.0, 0.0), (3.0, 6.0), (0.2, 1.0)
"""(metres of paint, metres of gap) of solid, broken and dotted lines; without a gap a line is solid."""

MARK_LINES: dict[MarkType, tuple[tuple[float, float], ...]] = {
    MarkType.SOLID: (SOLID,),
    MarkType.BROKEN: (BROKEN,),
    MarkType.SOLID_SOLID: (SOLID, SOLID),
    MarkType.SOLID_BROKEN: (SOLID, BROKEN),
    MarkType.BROKEN_SOLID: (BROKEN, SOLID),
    MarkType.BROKEN_BROKEN: (BROKEN, BROKEN),
    MarkType.BOTTS_DOTS: (DOTS,),
    MarkType.CURB: (SOLID,),
}
"""Lines of each type of road mark as (paint, gap) in metres; of two, the one nearer to the centre lane first.

On the centre lane itself, the left line is first.
"""
