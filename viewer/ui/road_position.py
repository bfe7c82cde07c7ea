"""Where something is on the road, in words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from viewer.roads.lane_types import LaneType
from viewer.ui.translation import tr

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.road_map import PlacedSignal, RoadMap

_SAME_PLACE = 2.0  # metres between a light's actor and the signal of the map that it is


@dataclass(frozen=True, slots=True)
class RoadPlace:
    """A place on a lane: derived from the map, not recorded.

    Attributes:
        road: its name, as the map has it.
        lane: its number, in words.
        kind: the type of the lane, in words.
        offset: metres from the middle of the lane, positive to the right of its traffic.
        turn: degrees from the lane's traffic to the heading asked about, −180 to 180; NaN if none was given.
        speed_limit: m/s, NaN if the map gives none.

    """

    road: str
    lane: str
    kind: str
    offset: float
    turn: float
    speed_limit: float

    @property
    def text(self) -> str:
        """Road, lane and type in one: "road 1474 · lane −2 driving"."""
        return tr("road {road} · lane {lane} {kind}").format(road=self.road, lane=self.lane, kind=self.kind)


def road_place(road_map: RoadMap, point: tuple[float, ...], yaw: float | None = None) -> RoadPlace | None:
    """Return where a point, x, y or x, y, z in metres, is on the road; None if it is on no lane."""
    place = road_map.locate([point], None if yaw is None else [yaw])[0]
    if not place["on_lane"]:
        return None
    lane = str(int(place["lane"])).replace("-", "−")
    kind = tr(LaneType(int(place["lane_type"])).label)
    turn = math.nan if yaw is None else (yaw - float(place["heading"]) + 180.0) % 360.0 - 180.0
    return RoadPlace(
        str(place["road"]), lane, kind, float(place["offset"]), turn, float(place["speed_limit"])
    )


def height_at(road_map: RoadMap, x: float, y: float) -> float:
    """Return how high the road is at a point, metres; NaN where there is none.

    Of roads above each other it is the one that ``RoadMap.locate`` prefers.
    """
    return float(road_map.locate([(x, y)])["z"][0])


def signal_at(road_map: RoadMap, x: float, y: float) -> PlacedSignal | None:
    """Return the light of the map that stands at a place, None if none does."""
    lights = [signal for signal in road_map.signals if signal.dynamic]
    if not lights:
        return None
    places = np.array([signal.location[:2] for signal in lights])
    distances = np.hypot(*(places - (x, y)).T)
    nearest = int(distances.argmin())
    return lights[nearest] if distances[nearest] <= _SAME_PLACE else None
