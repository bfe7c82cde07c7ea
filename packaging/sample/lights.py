"""The traffic lights: fixed-time plans, one lamp head per signalised arm."""

from __future__ import annotations

import math
from typing import NamedTuple

from sample.geometry import Pose
from sample.network import beside, distance_from_start, kerb
from sample.streets import JUNCTIONS, Arm, Control, Junction, Side, SignalPlan
from viewer.logfile.enums import TrafficLightState

_POLE = 0.8  # m from the kerb
_VOLUME_HALF = 1.5  # m of street before a stop line, half of them


class Light(NamedTuple):
    """A lamp head: the junction and arm that it rules, and where its pole stands.

    As in CARLA's recordings it is turned 90° from the heading of those it stops.
    """

    junction: Junction
    arm: Arm
    pose: Pose


def all_lights() -> tuple[Light, ...]:
    """Return every light of the town, in the order of the table."""
    return tuple(
        Light(junction, arm, _pole(arm)) for junction in JUNCTIONS if junction.plan for arm in junction.arms
    )


def state(junction: Junction, arm: Arm, elapsed: float) -> tuple[TrafficLightState, float]:
    """Return what a light shows, and for how many seconds it has."""
    plan, since = _since_green(junction, arm, elapsed)
    green = plan.main_green if arm.control is Control.MAIN_SIGNAL else plan.side_green
    if since < green:
        return TrafficLightState.GREEN, since
    if since < green + plan.yellow:
        return TrafficLightState.YELLOW, since - green
    return TrafficLightState.RED, since - green - plan.yellow


def time_to_green(junction: Junction, arm: Arm, elapsed: float) -> float:
    """Return the seconds until a light that is not green turns green."""
    plan, since = _since_green(junction, arm, elapsed)
    return plan.cycle - since


def _since_green(junction: Junction, arm: Arm, elapsed: float) -> tuple[SignalPlan, float]:
    plan = junction.plan
    if plan is None:
        raise ValueError(f"{junction.name} has no lights")
    lag = 0.0 if arm.control is Control.MAIN_SIGNAL else plan.main_green + plan.yellow + plan.all_red
    return plan, (elapsed + plan.offset - lag) % plan.cycle


def trigger_volume(light: Light) -> tuple[Pose, float, float]:
    """Return where those who mind a light are: the middle of a box, and half its extents along the light.

    It lies across the lanes that lead into the junction, just before the stop line; its length is across
    them, as it is turned like the light.
    """
    arm = light.arm
    side: Side = "right" if arm.end == "end" else "left"
    width = kerb(arm.street, side)
    s = distance_from_start(arm.street, arm.end, arm.stop_line + _VOLUME_HALF)
    return beside(arm.street, s, side, width / 2), width / 2, _VOLUME_HALF


def _pole(arm: Arm) -> Pose:
    side: Side = "right" if arm.end == "end" else "left"
    s = distance_from_start(arm.street, arm.end, arm.stop_line)
    return beside(arm.street, s, side, kerb(arm.street, side) + _POLE).turned(math.pi / 2)
