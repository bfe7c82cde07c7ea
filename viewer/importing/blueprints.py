"""Blueprints that a release of CARLA has, and the ones that stand for others of their class."""

from __future__ import annotations

import re

from viewer.recording.usual_boxes import VEHICLE_SIZES

_WALKER = re.compile(r"walker\.pedestrian\.\d{4}")
_BY_BASE_TYPE = {
    "truck": "vehicle.carlamotors.carlacola",
    "van": "vehicle.mercedes.sprinter",
    "bus": "vehicle.mitsubishi.fusorosa",
    "motorcycle": "vehicle.yamaha.yzf",
    "bicycle": "vehicle.diamondback.century",
}
_CAR, _PERSON, _THING = "vehicle.lincoln.mkz_2020", "walker.pedestrian.0001", "static.prop.box01"


def existing_blueprint(type_id: str, base_type: str = "") -> str:
    """Return ``type_id`` if CARLA has such a blueprint, else one of the same class.

    Args:
        type_id: a blueprint, or another name that begins with ``vehicle.`` or ``walker.``.
        base_type: class of a vehicle, such as ``truck``; empty for a car.
    """
    if type_id.startswith("vehicle."):
        known = type_id.removeprefix("vehicle.") in VEHICLE_SIZES
        return type_id if known else _BY_BASE_TYPE.get(base_type.casefold(), _CAR)
    if type_id.startswith("walker."):
        return type_id if _WALKER.fullmatch(type_id) else _PERSON
    return type_id if type_id.startswith(("static.prop.", "traffic.")) else _THING
