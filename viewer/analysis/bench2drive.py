"""Numbers of Bench2Drive: success, abilities and efficiency of a run, by the rules of Bench2Drive's tools."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from viewer.analysis.checkpoint import Record
from viewer.analysis.penalties import MIN_SPEED, messages_of, percentages_in

if TYPE_CHECKING:
    from viewer.arrays import Floats
    from viewer.roads.road_map import RoadMap

_DONE = ("Completed", "Perfect")
_NUMBERED = re.compile(r"_\d+$")
_TOO_FAST = 1000.0
"""Percentage of the traffic's speed above which a message is left out: the traffic was at a standstill."""
_BEYOND_TRIGGER = 8
"""Number of points, 1 m apart, after the first one in a junction, by which a scenario has been triggered."""
_AT_JUNCTIONS = (
    "NonSignalizedJunctionLeftTurn", "NonSignalizedJunctionLeftTurnEnterFlow",
    "NonSignalizedJunctionRightTurn", "SignalizedJunctionLeftTurn", "SignalizedJunctionLeftTurnEnterFlow",
    "SignalizedJunctionRightTurn", "CrossingBicycleFlow", "EnterActorFlow",
)  # fmt: skip
_IN_THE_WAY = (
    "BlockedIntersection", "OppositeVehicleTakingPriority", "OppositeVehicleRunningRedLight",
    "PedestrianCrossing", "VehicleTurningRoute", "VehicleTurningRoutePedestrian",
)  # fmt: skip
TRAFFIC_SIGNS = "Traffic_Signs"
ABILITIES: Mapping[str, tuple[str, ...]] = {
    "Overtaking": (
        "Accident", "AccidentTwoWays", "ConstructionObstacle", "ConstructionObstacleTwoWays",
        "HazardAtSideLane", "HazardAtSideLaneTwoWays", "ParkedObstacle", "ParkedObstacleTwoWays",
        "VehicleOpensDoorTwoWays",
    ),
    "Merging": (
        *_AT_JUNCTIONS, "HighwayExit", "HighwayCutIn", "InterurbanActorFlow", "InterurbanAdvancedActorFlow",
        "MergerIntoSlowTraffic", "MergerIntoSlowTrafficV2", "ParkingExit", "SequentialLaneChange",
    ),
    "Emergency_Brake": (
        *_IN_THE_WAY, "DynamicObjectCrossing", "HardBreakRoute", "ParkingCutIn", "ParkingCrossingPedestrian",
        "StaticCutIn", "ControlLoss",
    ),
    "Give_Way": ("InvadingTurn", "YieldToEmergencyVehicle"),
    TRAFFIC_SIGNS: (
        *_IN_THE_WAY, *_AT_JUNCTIONS, "T_Junction", "VanillaNonSignalizedTurn",
        "VanillaNonSignalizedTurnEncounterStopsign", "VanillaSignalizedTurnEncounterGreenLight",
        "VanillaSignalizedTurnEncounterRedLight",
    ),
}  # fmt: skip
"""Types of scenarios of each of Bench2Drive's abilities (its ``tools/ability_benchmark.py``)."""


def is_passed(record: Record) -> bool:
    """Return whether the run of a ``record`` is a success.

    It is if its status is Completed or Perfect, and there is no infraction but messages about the speed.
    """
    infractions = record.get("infractions")
    listed = infractions.items() if isinstance(infractions, dict) else ()
    return record.get("status") in _DONE and not any(each for name, each in listed if name != MIN_SPEED)


def scenario_type(name: str) -> str:
    """Return the type of the scenario called ``name`` in the results.

    >>> scenario_type("ParkingCutIn_1"), scenario_type("T_Junction")
    ('ParkingCutIn', 'T_Junction')
    """
    return _NUMBERED.sub("", name)


def abilities_of(scenario: str) -> tuple[str, ...]:
    """Return the abilities that a ``scenario``, by its name or type, tests: none, one or two.

    >>> abilities_of("PedestrianCrossing_1")
    ('Emergency_Brake', 'Traffic_Signs')
    """
    kind = scenario_type(scenario)
    return tuple(ability for ability, types in ABILITIES.items() if kind in types)


def efficiency(record: Record) -> float | None:
    """Return the hero's mean speed in the run of a ``record``, in % of that of the traffic around it.

    None if the record has no message about the speed, or only such above 1000 %, which do not count.
    """
    shares = percentages_in(messages_of(record, MIN_SPEED))
    counted = [each for each in shares if each <= _TOO_FAST]
    return sum(counted) / len(counted) if counted else None


def junction_share(line: Floats, road_map: RoadMap) -> float | None:
    """Return the share of a route, 0 to 1, beyond which the hero has passed its first junction.

    A failed run beyond it, without a red light or stop sign run, still counts for ``TRAFFIC_SIGNS``. The
    tool's own path has one point per metre, too, but is made by CARLA's planner. None without a junction.

    Args:
        line: path of the route, one point per metre, shape (N, 3).
        road_map: map of the town.
    """
    ahead = np.gradient(line[:, :2], axis=0)
    yaws = np.degrees(np.arctan2(ahead[:, 1], ahead[:, 0]))
    inside = np.flatnonzero(road_map.locate(line, yaws)["junction_row"] >= 0)
    return (int(inside[0]) + 1 + _BEYOND_TRIGGER) / len(line) if len(inside) else None
