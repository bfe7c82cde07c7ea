"""Positions on the road as text: road, lane, offset; derived from the map."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from viewer.arrays import wrap_degrees
from viewer.roads.lane_types import LaneType
from viewer.ui.translation import tr

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.road_map import PlacedSignal, RoadMap

_MAX_DISTANCE = 2.0  # metres between a traffic light's actor and its signal in the map


@dataclass(frozen=True, slots=True)
class RoadPosition:
    """Position on a lane, derived from the map (not recorded).

    Attributes:
        road: name of the road in the map.
        lane: lane id, as text.
        kind: type of the lane, as text.
        offset: metres from the middle of the lane, positive to the right of its driving direction.
        turn: degrees from the lane's driving direction to the given heading, −180 to 180; NaN without one.
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
        """Road, lane and lane type as text: "road 1474 · lane −2 driving"."""
        return tr("road {road} · lane {lane} {kind}").format(road=self.road, lane=self.lane, kind=self.kind)


def road_position(
    road_map: RoadMap, point: tuple[float, ...], yaw: float | None = None
) -> RoadPosition | None:
    """Return the position on the road of ``point`` (x, y or x, y, z in metres); None if it is on no lane.

    ``yaw`` is a heading in degrees, for ``RoadPosition.turn``.
    """
    located = road_map.locate([point], None if yaw is None else [yaw])[0]
    if not located["on_lane"]:
        return None
    lane = str(int(located["lane"])).replace("-", "−")
    kind = tr(LaneType(int(located["lane_type"])).label)
    turn = math.nan if yaw is None else float(wrap_degrees(yaw - located["heading"]))
    return RoadPosition(
        str(located["road"]), lane, kind, float(located["offset"]), turn, float(located["speed_limit"])
    )


def height_at(road_map: RoadMap, x: float, y: float) -> float:
    """Return the height of the road at x, y, in metres; NaN where there is no road.

    Where lanes lie above each other, it is that of a lane with traffic, if there is one. Of several, the one
    whose middle is nearest counts.
    """
    return float(road_map.locate([(x, y)])["z"][0])


def signal_at(road_map: RoadMap, x: float, y: float) -> PlacedSignal | None:
    """Return the traffic light of the OpenDRIVE map within 2 m of x, y (metres); None if there is none."""
    lights = [signal for signal in road_map.signals if signal.dynamic]
    if not lights:
        return None
    positions = np.array([signal.location[:2] for signal in lights])
    distances = np.hypot(*(positions - (x, y)).T)
    nearest = int(distances.argmin())
    return lights[nearest] if distances[nearest] <= _MAX_DISTANCE else None
