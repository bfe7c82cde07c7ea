"""Penalties of the Leaderboard 2.0 and 2.1 for infractions, and a record's penalty by each of both."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from viewer.analysis.checkpoint import Record
from viewer.analysis.results_file import is_bench2drive

MIN_SPEED = "min_speed_infractions"
"""Key of the messages about the hero's speed; Bench2Drive writes them always, also of fast drives."""
_OUTSIDE = "outside_route_lanes"
_SLOW_FACTOR, _SLOW_COEFFICIENT = 0.3, 0.4
"""Loss of the factor, and summand, of a drive at 0 % of the traffic's speed."""
_SPEED, _OF_TRAFFIC = "Average speed is ", "% of the surrounding traffic's one"
_PERCENTAGE = re.compile(r"\b(\d+\.?\d*)%")


class Penalty(NamedTuple):
    """Penalty for one infraction.

    Attributes:
        factor: factor of the Leaderboard 2.0.
        coefficient: summand of the Leaderboard 2.1.
    """

    factor: float
    coefficient: float


PENALTIES: Mapping[str, Penalty] = {
    "collisions_pedestrian": Penalty(0.5, 1.0),
    "collisions_vehicle": Penalty(0.6, 0.7),
    "collisions_layout": Penalty(0.65, 0.6),
    "red_light": Penalty(0.7, 0.4),
    "stop_infraction": Penalty(0.8, 0.25),
    "scenario_timeouts": Penalty(0.7, 0.4),
    "yield_emergency_vehicle_infractions": Penalty(0.7, 0.4),
}
"""Penalties that do not depend on a percentage, by the infraction's name in the results.

Those of the Leaderboard 1.0 are the factors of 2.0.
"""


class RecordPenalties(NamedTuple):
    """Penalty of one run by the rules of the Leaderboard 2.0 and 2.1, each from 0 to 1."""

    penalty_2_0: float
    penalty_2_1: float


def messages_of(record: Record, name: str) -> list[str]:
    """Return the messages of the infraction ``name`` in a ``record`` of the results; none if it has none."""
    infractions = record.get("infractions")
    listed = infractions.get(name) if isinstance(infractions, dict) else None
    return [*map(str, listed)] if isinstance(listed, list) else []


def percentages_in(messages: Sequence[str]) -> list[float]:
    """Return the percentage that each of ``messages`` names first; messages without one are left out."""
    with suppress(ValueError):  # the usual form, faster than the pattern
        shares = "\n".join(messages).replace(_SPEED, "").replace(_OF_TRAFFIC, "").split("\n")
        if math.isfinite(sum(found := [*map(float, shares)])):
            return found
    return [float(found[1]) for found in map(_PERCENTAGE.search, messages) if found]


def penalties(record: Record) -> RecordPenalties:
    """Return the penalty of a ``record`` of the results, computed from its infractions.

    Messages about the speed count if they are below 100 %, and not in a record of Bench2Drive, which has no
    penalty for them. Percentages have two digits: a penalty of the Leaderboard 2.0 is within 5·10⁻⁵ of the
    stored one. Infractions of unknown names do not count.
    """
    counted = [(each, len(messages_of(record, name))) for name, each in PENALTIES.items()]
    slow = [] if is_bench2drive(record) else percentages_in(messages_of(record, MIN_SPEED))
    lacking = [max(1 - each / 100, 0) for each in slow]
    on_lanes = math.prod(max(1 - each / 100, 0) for each in percentages_in(messages_of(record, _OUTSIDE)))
    product = math.prod(each.factor**number for each, number in counted)
    product *= math.prod(1 - _SLOW_FACTOR * each for each in lacking)
    total = sum(each.coefficient * number for each, number in counted) + _SLOW_COEFFICIENT * sum(lacking)
    return RecordPenalties(on_lanes * product, on_lanes / (1 + total))
