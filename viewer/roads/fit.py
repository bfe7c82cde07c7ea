"""Whether a map is that of a recording: do its vehicles drive along the lanes?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from viewer.roads.kinds import LaneType
from viewer.roads.locate import turn_between
from viewer.roads.road_map import RoadMap

_HAS_TRAFFIC = np.array([kind.has_traffic for kind in LaneType])
_BOTH_WAYS = np.array([kind is LaneType.BIDIRECTIONAL for kind in LaneType])
_ALIGNED = 45.0  # degrees from a lane's heading that still go along it
_OPPOSED = 135.0  # degrees from it that go against it
_ENOUGH = 0.7  # of the places; some drive over kerbs and across parking lots, in another town most do


@dataclass(frozen=True, slots=True)
class Fit:
    """How well vehicles and lanes go together.

    Attributes:
        count: how many places were looked at.
        on_lanes: share of them on lanes with traffic; 1 if there were none.
        aligned: share of those on lanes whose heading is within 45° of the lane's; 1 if there were none.
        side: of the roads, on which most of them drive, ``left`` or ``right``, where the map has it the other
            way round; else empty.

    """

    count: int
    on_lanes: float
    aligned: float
    side: str = ""

    @property
    def fits(self) -> bool:
        """Whether the map can be that of the recording."""
        return self.on_lanes >= _ENOUGH and self.aligned >= _ENOUGH


def fit_share(road_map: RoadMap, points: ArrayLike, headings: ArrayLike) -> Fit:
    """Return how well a map fits to where moving vehicles were.

    Args:
        road_map: the map.
        points: of moving vehicles, at any times, metres in CARLA's frame, shape (N, 2) or (N, 3).
        headings: CARLA's yaws in degrees, shape (N,).

    """
    yaws = np.asarray(headings, np.float64)
    places = road_map.locate(points, yaws)
    on_lanes = places["on_lane"] & _HAS_TRAFFIC[places["lane_type"]]
    turn = turn_between(yaws, places["heading"], _BOTH_WAYS[places["lane_type"]])[on_lanes]
    share, opposed = _share(on_lanes), turn >= _OPPOSED
    side = ""
    if len(turn) and share >= _ENOUGH and _share(opposed) >= _ENOUGH:
        left_hand = np.array([road.left_hand for road in road_map.roads])[places["road_row"][on_lanes]]
        side = "right" if left_hand[opposed].all() else "left"
    return Fit(len(places), share, _share(turn <= _ALIGNED), side)


def _share(which: np.ndarray) -> float:
    return float(which.mean()) if len(which) else 1.0
