"""What stands on and beside the streets of the town's map: crossings, stop lines, lights, signs."""

from __future__ import annotations

import math
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from sample.geometry import Pose
from sample.lights import all_lights
from sample.markup import angle, numbers, quadrangle
from sample.network import beside, crossing_s, distance_from_start, kerb, reference
from sample.streets import CROSSINGS, JUNCTIONS, SIGNS, Arm, Control, Side, Sign, Street
from sample.town import side_into

SIGN_POST = 0.6  # m from the kerb

_STOP_LINE = 0.4  # m along the street
_HEAD_HEIGHT, _SIGN_HEIGHT = 3.2, 2.2  # m
_LIGHT = "1000001"  # CARLA's code
_SIGN_CODES = {"traffic.speed_limit": "274", "traffic.yield": "205"}
_FIRST_CROSSING, _FIRST_STOP_LINE, _FIRST_LIGHT, _FIRST_SIGN = 1000, 1100, 1200, 1300


class _Place(NamedTuple):
    street: Street
    s: float
    side: Side  # whose traffic it is for


def add_objects(road: Element, street: Street) -> None:
    """Add crossings and stop lines."""
    objects = SubElement(road, "objects")
    for object_id, crossing in enumerate(CROSSINGS, _FIRST_CROSSING):
        if crossing.street == street.name:
            middle, half = crossing_s(crossing), crossing.width / 2
            element = _object(objects, object_id, "crosswalk", crossing.name, middle)
            across = (-kerb(street.name, "right"), kerb(street.name, "left"))
            quadrangle(element, (middle - half, middle + half), across, middle)
    signalised = (arm for junction in JUNCTIONS if junction.plan for arm in junction.arms)
    for object_id, arm in enumerate(signalised, _FIRST_STOP_LINE):
        if arm.street == street.name:
            line = distance_from_start(arm.street, arm.end, arm.stop_line)
            beyond = distance_from_start(arm.street, arm.end, arm.stop_line - _STOP_LINE)
            side = side_into(arm)
            edge = -kerb(street.name, "right") if side == "right" else kerb(street.name, "left")
            element = _object(objects, object_id, "roadMark", "StopLine", line)
            quadrangle(element, (line, beyond), (0.0, edge), line)


def add_signals(road: Element, street: Street) -> None:
    """Add lights and signs."""
    signals = SubElement(road, "signals")
    for signal_id, light in enumerate(all_lights(), _FIRST_LIGHT):
        if light.arm.street == street.name:
            side = side_into(light.arm)
            s = distance_from_start(street.name, light.arm.end, light.arm.stop_line)
            along = light.pose.turned(-math.pi / 2)  # lights of CARLA are turned from their signals
            words = {"id": str(signal_id), **_words_of(light.arm)}
            signal = _signal(signals, along, _Place(street, s, side), words)
            _validity(signal, 0, 0)  # it acts where junctions name it
    for signal_id, sign in enumerate(SIGNS, _FIRST_SIGN):
        if sign.street == street.name:
            post = beside(sign.street, sign.s, sign.side, kerb(sign.street, sign.side) + SIGN_POST)
            place = _Place(street, sign.s, sign.side)
            _signal(signals, post.turned(math.pi), place, {"id": str(signal_id), **_sign_words(sign)})


def add_references(road: Element, come: Arm, lanes: int) -> None:
    """Add the light that stops those who enter a junction on the first so many lanes of a way through it."""
    signals = SubElement(road, "signals")
    for signal_id, light in enumerate(all_lights(), _FIRST_LIGHT):
        if light.arm == come:
            at = numbers(s=0.0, t=0.0)
            reference = SubElement(
                signals, "signalReference", {"id": str(signal_id), **at, "orientation": "+"}
            )
            _validity(reference, -lanes, -1)


def _validity(element: Element, first: int, last: int) -> None:
    SubElement(element, "validity", {"fromLane": str(first), "toLane": str(last)})


def _object(objects: Element, object_id: int, kind: str, name: str, s: float) -> Element:
    at = numbers(s=s, t=0.0, zOffset=0.0, hdg=0.0, pitch=0.0, roll=0.0, height=0.0, length=0.0, width=0.0)
    return SubElement(objects, "object", {"id": str(object_id), "name": name, "type": kind, **at})


def _signal(signals: Element, pose: Pose, place: _Place, words: dict[str, str]) -> Element:
    foot = reference(place.street.name).at(place.s)
    left = (pose.x - foot.x) * math.sin(foot.heading) - (pose.y - foot.y) * math.cos(foot.heading)
    height = _HEAD_HEIGHT if words["dynamic"] == "yes" else _SIGN_HEIGHT
    turn = angle(pose.heading - foot.heading)
    at = numbers(s=place.s, t=left, zOffset=height, hOffset=turn, pitch=0.0, roll=0.0)
    orientation = "+" if place.side == "right" else "-"
    return SubElement(signals, "signal", {**words, **at, "orientation": orientation, "country": "OpenDRIVE"})


def _words_of(arm: Arm) -> dict[str, str]:
    name = "main" if arm.control is Control.MAIN_SIGNAL else "side"
    return {"name": f"Signal_3Light_{name}", "dynamic": "yes", "type": _LIGHT, "subtype": "-1", "value": "-1"}


def _sign_words(sign: Sign) -> dict[str, str]:
    kind, _, value = sign.type_id.rpartition(".")
    if value.isdecimal():
        limit = {"value": value, "unit": "km/h"}
        return {
            "name": f"Speed_{value}",
            "dynamic": "no",
            "type": _SIGN_CODES[kind],
            "subtype": "-1",
            **limit,
        }
    return {
        "name": value.capitalize(), "dynamic": "no", "type": _SIGN_CODES[sign.type_id], "subtype": "-1",
        "value": "-1",
    }  # fmt: skip
