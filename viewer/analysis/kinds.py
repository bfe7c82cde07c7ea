"""The table of all kinds of events: what each is, in which unit it is measured, and which rule finds it."""

from __future__ import annotations

from viewer.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class FoundKind:
    """A kind of found event.

    Attributes:
        name: as commands and files write it.
        label: for people, in lower case.
        rule: when an event of this kind happens, in words.
        unit: of the measured value and of the threshold it is compared with.
        thresholds: names of ``viewer.analysis.thresholds.TABLE`` that the rule uses.
        finder: which search finds it (``viewer.analysis.find``).
        needs_roads: whether it needs a road map.

    """

    name: str
    label: str
    rule: str
    unit: str
    thresholds: tuple[str, ...]
    finder: str
    needs_roads: bool = False


_SMOOTHED = "smoothed over time, for 0.2 s or longer"

KINDS = {
    kind.name: kind
    for kind in (
        FoundKind(
            "collision", "collision", "a collision sensor reported it", "m",
            ("contact.depth", "contact.depth.blueprint", "contact.closing"), "pairs",
        ),
        FoundKind(
            "contact", "contact",
            "boxes overlap by the threshold or more, or at all if closing at 0.5 m/s or faster", "m",
            ("contact.depth", "contact.depth.blueprint", "contact.closing"), "pairs",
        ),
        FoundKind(
            "near_miss", "near miss",
            "boxes come closer than the threshold while closing, with a low time to collision just before",
            "m", ("near_miss.gap", "near_miss.closing", "ttc"), "pairs",
        ),
        FoundKind(
            "red_light", "red light", "the front crosses the stop line while the light is and was red", "s",
            (), "junctions", needs_roads=True,
        ),
        FoundKind(
            "stop_sign", "stop sign", "the front crosses the line of a stop sign, not having stopped", "m/s",
            ("stop_sign",), "junctions", needs_roads=True,
        ),
        FoundKind(
            "ttc", "time to collision",
            "the boxes would touch within the threshold if both kept speed and heading, for 0.3 s or longer",
            "s", ("ttc", "ttc.severe", "ttc.horizon"), "pairs",
        ),
        FoundKind(
            "pet", "encroachment", "one enters where paths cross so soon after the other has left", "s",
            ("pet",), "pairs",
        ),
        FoundKind(
            "harsh_braking", "harsh braking", f"deceleration along the vehicle, {_SMOOTHED}", "m/s²",
            ("harsh_braking", "harsh_braking.severe", "smoothing"), "driving",
        ),
        FoundKind(
            "drac", "deceleration needed",
            "the follower needs such a deceleration to avoid the leader, for 0.2 s or longer", "m/s²",
            ("drac",), "pairs",
        ),
        FoundKind(
            "wrong_way", "wrong way",
            "driving forwards against the direction of the lane, outside junctions", "°",
            ("wrong_way", "wrong_way.time", "wrong_way.distance"), "lanes", needs_roads=True,
        ),
        FoundKind(
            "sidewalk", "sidewalk", "the box is on a sidewalk, by at least the threshold", "m",
            ("sidewalk", "sidewalk.time"), "lanes", needs_roads=True,
        ),
        FoundKind(
            "outside_lanes", "outside lanes",
            "the box is beside all driving and parking lanes and no sidewalk, by at least the threshold", "m",
            ("outside_lanes", "outside_lanes.time"), "lanes", needs_roads=True,
        ),
        FoundKind(
            "solid_line", "solid line", "a wheel is past a solid line between two lanes, outside junctions",
            "m", ("solid_line",), "lanes", needs_roads=True,
        ),
        FoundKind(
            "speeding", "speeding", "faster than the limit of the map and the threshold, for 2 s or longer",
            "m/s", ("speeding", "speeding.time"), "lanes", needs_roads=True,
        ),
        FoundKind(
            "below_road", "below the road", "falling deeper than the threshold below the road", "m",
            ("below_road",), "lanes", needs_roads=True,
        ),
        FoundKind(
            "lateral_acceleration", "lateral acceleration", f"acceleration across the vehicle, {_SMOOTHED}",
            "m/s²", ("lateral_acceleration", "smoothing"), "driving",
        ),
        FoundKind(
            "harsh_acceleration", "harsh acceleration", f"acceleration forwards, {_SMOOTHED}", "m/s²",
            ("harsh_acceleration", "smoothing"), "driving",
        ),
        FoundKind(
            "jerk", "jerk", f"change of acceleration in the vehicle's frame, {_SMOOTHED}", "m/s³",
            ("jerk", "smoothing", "smoothing.jerk"), "driving",
        ),
        FoundKind(
            "yaw_rate", "yaw rate", f"speed of turning, {_SMOOTHED}", "rad/s", ("yaw_rate", "smoothing"),
            "driving",
        ),
        FoundKind(
            "yaw_acceleration", "yaw acceleration", f"change of the speed of turning, {_SMOOTHED}", "rad/s²",
            ("yaw_acceleration", "smoothing"), "driving",
        ),
        FoundKind(
            "headway", "headway",
            "so little time to where the leader in the same lane is, for 1 s or longer, at 2 m/s or faster",
            "s", ("headway",), "pairs",
        ),
        FoundKind(
            "standing", "standing",
            "a vehicle with a driver stands, with no red light and no queue ahead", "s",
            ("standing", "standing.speed"), "standing",
        ),
        FoundKind(
            "teleport", "teleport", "a step much faster than those around it, or faster than 60 m/s", "m/s",
            ("teleport", "teleport.speed"), "teleport",
        ),
        FoundKind(
            "stall", "stall of the simulator",
            "a frame lasts longer than the threshold and three times the median", "s", ("stall",), "stall",
        ),
    )
}  # fmt: skip
"""All kinds by name, what matters most first."""
