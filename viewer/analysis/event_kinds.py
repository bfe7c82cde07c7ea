"""Tables of the kinds of events and of their thresholds: names, texts, and the rule that finds each kind."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple


class Weight(IntEnum):
    """Importance of an event within its incident; the least number is the most important.

    An incident joins events of the same actors at about the same time, and is named after the most important
    one.
    """

    FALL = -1
    """An actor falls off the road: the most important event of its incident, as the others follow from it."""
    CONTACT = 0
    STUCK = 1
    """The hero stands for so long that its run ends, or for ever."""
    SIGNAL = 2
    """Weight (rank of seriousness) of events at traffic lights and stop signs, such as running a red light.
    """
    CONFLICT = 3
    """Weight (rank of seriousness) of conflicts of two actors that do not touch, such as near misses."""
    STATE = 4
    """Weight (rank of seriousness) of a vehicle's wrong position or state, such as having left its lane."""
    MOTION = 5
    """Importance of events of driving style, such as harsh braking: the lowest within an incident."""


class Finder(NamedTuple):
    """Search for events of one or more kinds.

    Attributes:
        name: text that tells it from others; ``viewer.analysis.find_events.RULES`` has its function.
        share: approximate share of this search in the time that all searches take.
        unseen: seconds at the begin and at the end of a recording in which it finds nothing, or little.
        placed: whether its events have a position of their own; others are where their actor is.
        needs_roads: whether it needs a road map.
        weight: importance of its events, except contacts and falls, each of which has its own.
    """

    name: str
    share: float = 0.0
    unseen: tuple[float, float] = (0.0, 0.0)
    placed: bool = False
    needs_roads: bool = False
    weight: Weight = Weight.STATE


FINDERS = (
    PAIRS := Finder("pairs", 0.45, placed=True, weight=Weight.CONFLICT),
    DRIVING := Finder("driving", 0.15, (1.0, 1.0), weight=Weight.MOTION),
    STANDING := Finder("standing", 0.05),
    TELEPORTS := Finder("teleports", 0.05),
    STALLS := Finder("stalls"),
    SLOW_DOWN := Finder("slow_down"),
    ROUTE := Finder("route"),
    STATES := Finder("states", 0.05, (1.0, 0.0)),
    LANES := Finder("lanes", 0.1, (0.0, 0.5), needs_roads=True),
    JUNCTIONS := Finder("junctions", 0.05, placed=True, needs_roads=True,
        weight=Weight.SIGNAL,
    ),
)  # fmt: skip
"""All searches for kinds of events, in the order in which they run."""


@dataclass(frozen=True, slots=True)
class FoundKind:
    """Kind of events that rules find.

    Attributes:
        name: id in commands and files.
        title: text for people, as a heading.
        label: text for people within a sentence, in lower case.
        rule: when an event of this kind happens, as text.
        unit: unit of the measured value and of its threshold.
        thresholds: names in ``TABLE`` that the rule uses.
        finder: search that finds it.
        measured: heading of the measured value.
        icon: name of a file in ``resources/icons``.
        sentence: what happened, with ``{who}`` (or ``{one}`` and ``{other}``) and ``{value}`` to fill in.
        leaves_lane: whether the actor is outside its lane.
        lower_is_worse: whether a value below the threshold makes an event.
        worst_first: whether events are so frequent that, sorted by importance, all but the worst one
            come after the other kinds of the same severity.
        is_contact: whether two actors, or one and the scenery, touch.
        lasting: whether it is a lasting state, which is never joined with other events to an incident.
        is_fall: whether the actor fell off the road, which counts before all else.
    """

    name: str
    title: str
    label: str
    rule: str
    unit: str
    thresholds: tuple[str, ...]
    finder: Finder
    measured: str
    icon: str
    sentence: str
    leaves_lane: bool = False
    lower_is_worse: bool = False
    worst_first: bool = False
    is_contact: bool = False
    lasting: bool = False
    is_fall: bool = False

    @property
    def weight(self) -> Weight:
        """Rank of events of this kind in an incident (the events of one occurrence); the lowest is first."""
        if self.is_fall:
            return Weight.FALL
        return Weight.CONTACT if self.is_contact else self.finder.weight


@dataclass(frozen=True, slots=True)
class Threshold:
    """Threshold of a rule: its name, default value, unit, and description."""

    name: str
    default: float
    unit: str
    doc: str


TABLE = (
    Threshold("contact.depth", 0.05, "m", "overlap of two recorded boxes that is a contact"),
    Threshold("contact.depth.blueprint", 0.15, "m", "overlap of two boxes, one known by blueprint only"),
    Threshold("contact.closing", 0.5, "m/s", "closing speed at which any overlap is a contact"),
    Threshold("near_miss.gap", 0.5, "m", "distance between two boxes below which it is a near miss"),
    Threshold("near_miss.closing", 0.5, "m/s", "closing speed from which a small gap is a near miss"),
    Threshold("ttc", 1.5, "s", "time to collision"),
    Threshold("ttc.severe", 0.95, "s", "time to collision that is severe"),
    Threshold("ttc.horizon", 3.0, "s", "how far ahead motion is continued"),
    Threshold("headway", 1.0, "s", "time to where the leader is now"),
    Threshold("pet", 1.5, "s", "time between one leaving and the other entering where paths cross"),
    Threshold("drac", 3.4, "m/s²", "deceleration that the follower needs"),
    Threshold("harsh_braking", 4.05, "m/s²", "deceleration along the vehicle"),
    Threshold("harsh_braking.severe", 6.0, "m/s²", "deceleration of an emergency"),
    Threshold("harsh_acceleration", 2.40, "m/s²", "acceleration along the vehicle"),
    Threshold("lateral_acceleration", 4.89, "m/s²", "acceleration across the vehicle"),
    Threshold("jerk", 8.37, "m/s³", "change of acceleration in the vehicle's frame"),
    Threshold("yaw_rate", 0.95, "rad/s", "speed of turning"),
    Threshold("yaw_acceleration", 1.93, "rad/s²", "change of the speed of turning"),
    Threshold("speeding", 2.0, "m/s", "speed above the limit"),
    Threshold("speeding.time", 2.0, "s", "least duration of speeding"),
    Threshold("sidewalk", 0.5, "m", "how far the box is on a sidewalk"),
    Threshold("sidewalk.time", 0.5, "s", "least time on a sidewalk"),
    Threshold("outside_lanes", 0.5, "m", "how far the box is beside all lanes"),
    Threshold("outside_lanes.time", 0.5, "s", "least time beside all lanes"),
    Threshold("wrong_way", 120.0, "°", "angle to the direction of the lane"),
    Threshold("wrong_way.time", 1.0, "s", "least time against the direction of the lane"),
    Threshold("wrong_way.distance", 2.0, "m", "least distance driven against the direction of the lane"),
    Threshold("solid_line", 0.2, "m", "how far a wheel is past the line"),
    Threshold("standing", 60.0, "s", "how long a vehicle stands"),
    Threshold("standing.hero", 20.0, "s", "how long the hero stands"),
    Threshold("standing.blocked", 180.0, "s", "how long a run may be blocked; 60 s for Bench2Drive"),
    Threshold("standing.speed", 0.1, "m/s", "speed below which a vehicle stands"),
    Threshold("stop_sign", 0.1, "m/s", "speed below which a vehicle has stopped"),
    Threshold("teleport", 30.0, "m/s", "how much faster a step is than those around it"),
    Threshold("teleport.speed", 60.0, "m/s", "speed from which any step is a teleport"),
    Threshold("below_road", 2.0, "m", "depth below the road"),
    Threshold("incident.gap", 1.0, "s", "time between two findings of an incident"),
    Threshold("in_the_air", 0.5, "m", "height over the road"),
    Threshold("in_the_air.time", 0.3, "s", "least time in the air"),
    Threshold("overturned", 60.0, "°", "angle of the box from upright"),
    Threshold("overturned.time", 0.5, "s", "least time overturned"),
    Threshold("off_route", 30.0, "m", "distance from the route"),
    Threshold("stall", 0.25, "s", "length of a frame, if it is also three times the median"),
    Threshold("slow_down", 0.5, "×", "simulated over real time, as a share of its 90th percentile"),
    Threshold("slow_down.time", 5.0, "s", "least time of a slow simulation"),
    Threshold("smoothing", 1.0, "s", "window over which motion is smoothed"),
    Threshold("smoothing.jerk", 1.5, "s", "window over which motion is smoothed for jerk"),
)
"""All thresholds of the rules that find events, in the order of the rules."""

_SMOOTHED = "smoothed over time, for 0.2 s or longer"

KINDS = {
    kind.name: kind
    for kind in (
        FoundKind(
            "collision", "Collision", "collision",
            "a collision sensor reported it",
            "m", ("contact.depth", "contact.depth.blueprint", "contact.closing"), PAIRS,
            "Greatest overlap", "collision", "Collision of {who}", is_contact=True,
        ),
        FoundKind(
            "contact", "Contact (not recorded)", "contact, not recorded",
            "the boxes of both overlap by at least the threshold, or less if closing at 0.5 m/s or faster",
            "m", ("contact.depth", "contact.depth.blueprint", "contact.closing"), PAIRS,
            "Greatest overlap", "found-contact", "Contact of {who}, not recorded",
            is_contact=True,
        ),
        FoundKind(
            "red_light", "Red light", "red light",
            "the front crosses the stop line while the light is and was red",
            "s", (), JUNCTIONS, "Red for", "found-light-head",
            "{who} ran a red light",
        ),
        FoundKind(
            "stop_sign", "Stop sign", "stop sign",
            "the front crosses the line of a stop sign, not having stopped",
            "m/s", ("stop_sign",), JUNCTIONS, "Least speed", "found-stop-sign",
            "{who} ran a stop sign",
        ),
        FoundKind(
            "near_miss", "Near miss", "near miss",
            "boxes come closer than the threshold while closing, with a low time to collision just before",
            "m", ("near_miss.gap", "near_miss.closing", "ttc"), PAIRS, "Least gap", "found-near-miss",
            "Near miss of {who}", lower_is_worse=True,
        ),
        FoundKind(
            "overturned", "Overturned", "overturned",
            "the box leans by more than the threshold from upright, on its side or its roof",
            "°", ("overturned", "overturned.time"), STATES, "Greatest angle", "found-overturned",
            "{who} overturned",
        ),
        FoundKind(
            "in_the_air", "In the air", "in the air",
            "higher than the threshold over the road, or, where no map tells that, falling freely or far over"
            " where it rested, or, of walkers and those just spawned, falling 5 m or more",
            "m", ("in_the_air", "in_the_air.time"), STATES, "Greatest height", "found-in-the-air",
            "{who} in the air",
        ),
        FoundKind(
            "off_route", "Off the route", "off the route",
            "the hero is farther from the next 6 m of its route than the threshold, or farther than half of"
            " it over more than 30 % of the route's length",
            "m", ("off_route",), ROUTE, "Greatest distance", "found-lane", "{who} off the route",
            lasting=True,
        ),
        FoundKind(
            "ttc", "Nearly hit", "nearly hit",
            "the boxes would touch within the threshold if both kept speed and heading, for 0.3 s or longer",
            "s", ("ttc", "ttc.severe", "ttc.horizon"), PAIRS, "Least time to collision", "found-time",
            "{one} nearly hit {other} (TTC {value})", lower_is_worse=True, worst_first=True,
        ),
        FoundKind(
            "pet", "Post-encroachment time", "post-encroachment time",
            "one enters where paths cross so soon after the other has left",
            "s", ("pet",), PAIRS, "Time between", "found-time",
            "{who} crossed {value} apart (PET)", lower_is_worse=True, worst_first=True,
        ),
        FoundKind(
            "harsh_braking", "Braking", "harsh braking",
            f"deceleration along the way that the vehicle goes, {_SMOOTHED}",
            "m/s²", ("harsh_braking", "harsh_braking.severe", "smoothing"), DRIVING,
            "Greatest deceleration", "found-braking", "{who} braked hard",
            worst_first=True,
        ),
        FoundKind(
            "drac", "Had to brake hard", "had to brake hard",
            "the follower needs such a deceleration to avoid the leader, for 0.2 s or longer",
            "m/s²", ("drac",), PAIRS, "Greatest deceleration needed", "found-braking",
            "{one} had to brake hard ({value})", worst_first=True,
        ),
        FoundKind(
            "wrong_way", "Wrong way", "wrong way",
            "driving forwards against the direction of the lane, outside junctions",
            "°", ("wrong_way", "wrong_way.time", "wrong_way.distance"), LANES, "Greatest angle",
            "found-lane", "{who} drove the wrong way",
            leaves_lane=True,
        ),
        FoundKind(
            "sidewalk", "Sidewalk", "sidewalk",
            "the box is on a sidewalk, by at least the threshold",
            "m", ("sidewalk", "sidewalk.time"), LANES, "Farthest on it", "found-lane", "{who} on a sidewalk",
            leaves_lane=True,
        ),
        FoundKind(
            "outside_lanes", "Outside lanes", "outside lanes",
            "the box is beside all driving and parking lanes and no sidewalk, by at least the threshold",
            "m", ("outside_lanes", "outside_lanes.time"), LANES, "Farthest outside", "found-lane",
            "{who} outside the lanes", leaves_lane=True, lasting=True,
        ),
        FoundKind(
            "solid_line", "Solid line", "solid line",
            "a wheel is past a solid line between two lanes, outside junctions",
            "m", ("solid_line",), LANES, "Farthest past it", "found-lane", "{who} crossed a solid line",
            leaves_lane=True,
        ),
        FoundKind(
            "speeding", "Speeding", "speeding",
            "faster than the limit of the map and the threshold, for 2 s or longer",
            "m/s", ("speeding", "speeding.time"), LANES, "Greatest speed", "found-speed",
            "{who} was speeding", worst_first=True, lasting=True,
        ),
        FoundKind(
            "below_road", "Below the road", "below the road",
            "falling deeper than the threshold below the road, or, where the map has none, below where the"
            " fall began",
            "m", ("below_road",), STATES, "Greatest depth", "found-fall",
            "{who} fell below the road", is_fall=True,
        ),
        FoundKind(
            "lateral_acceleration", "Lateral acceleration", "lateral acceleration",
            f"acceleration across the vehicle, {_SMOOTHED}",
            "m/s²", ("lateral_acceleration", "smoothing"), DRIVING, "Greatest acceleration",
            "found-lateral", "Lateral acceleration of {who}",
            worst_first=True,
        ),
        FoundKind(
            "harsh_acceleration", "Acceleration", "harsh acceleration",
            f"acceleration along the way that the vehicle goes, {_SMOOTHED}",
            "m/s²", ("harsh_acceleration", "smoothing"), DRIVING, "Greatest acceleration",
            "found-acceleration", "{who} accelerated hard",
            worst_first=True,
        ),
        FoundKind(
            "jerk", "Jerk", "jerk",
            f"change of acceleration in the vehicle's frame, {_SMOOTHED}",
            "m/s³", ("jerk", "smoothing", "smoothing.jerk"), DRIVING, "Greatest jerk", "found-jerk",
            "Jerk of {who}", worst_first=True,
        ),
        FoundKind(
            "yaw_rate", "Yaw rate", "yaw rate",
            f"speed of turning, {_SMOOTHED}",
            "rad/s", ("yaw_rate", "smoothing"), DRIVING, "Greatest rate", "found-turn", "Yaw rate of {who}",
            worst_first=True,
        ),
        FoundKind(
            "yaw_acceleration", "Yaw acceleration", "yaw acceleration",
            f"change of the speed of turning, {_SMOOTHED}",
            "rad/s²", ("yaw_acceleration", "smoothing"), DRIVING, "Greatest acceleration", "found-turn",
            "Yaw acceleration of {who}", worst_first=True,
        ),
        FoundKind(
            "headway", "Headway", "headway",
            "so little time to where the leader in the same lane is, for 1 s or longer, at 2 m/s or faster",
            "s", ("headway",), PAIRS, "Least headway", "found-time",
            "Headway of {one} behind {other}", lower_is_worse=True, worst_first=True, lasting=True,
        ),
        FoundKind(
            "standing", "Stuck", "stuck",
            "a vehicle stands, and why: not at a red light or in a queue that it leaves in time",
            "s", ("standing", "standing.hero", "standing.speed", "standing.blocked"), STANDING, "Lasted",
            "found-standing", "{who} stuck", lasting=True,
        ),
        FoundKind(
            "teleport", "Teleport", "teleport",
            "a step much faster than those around it, or faster than 60 m/s",
            "m/s", ("teleport", "teleport.speed"), TELEPORTS, "Speed of the step", "found-teleport",
            "{who} teleported", worst_first=True,
        ),
        FoundKind(
            "stall", "Stalled", "stall of the simulator",
            "a frame lasts longer than the threshold and three times the median",
            "s", ("stall",), STALLS, "Frame lasted", "found-stall", "The simulator stalled",
            worst_first=True, lasting=True,
        ),
        FoundKind(
            "slow_down", "Slow simulation", "slow simulation",
            "simulated over real time, averaged over 5 s, stays below a share of its 90th percentile",
            "×", ("slow_down", "slow_down.time"), SLOW_DOWN, "Least share", "found-stall",
            "The simulator slowed down ({value})", lower_is_worse=True, lasting=True,
        ),
    )
}  # fmt: skip
"""All kinds of events by name, the most important first."""
