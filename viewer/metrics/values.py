"""Records as objects of the ``carla`` package."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from viewer.recording.units import CENTIMETRES_PER_METRE

CarlaObject = Any
"""An object of the ``carla`` package or of its stand-in."""
Record = Any
"""One record, with fields by name, in the file's units."""

_LAMPS = (
    "Position", "LowBeam", "HighBeam", "Brake", "RightBlinker", "LeftBlinker", "Reverse", "Interior", "Fog",
    "Special1", "Special2",
)  # fmt: skip
"""In the order in which CARLA prints them."""
_STATES = ("Red", "Yellow", "Green", "Off", "Unknown")
_GROUPS = ("NONE", "Vehicle", "Street", "Building", "Other")
_SWITCH_TIME = 0.5  # what CARLA prints: it is not recorded
_FULL = 255


class CarlaValues:
    """Makes the objects."""

    def __init__(self, carla: CarlaObject) -> None:
        """Take the package, or its stand-in."""
        self._carla = carla

    def transform(self, record: Record) -> CarlaObject:
        """Return the pose of a record of Position."""
        roll, pitch, yaw = map(float, record["rotation"])
        rotation = self._carla.Rotation(roll=roll, pitch=pitch, yaw=yaw)
        return self._carla.Transform(self.location(record["location"]), rotation)

    def location(self, centimetres: Iterable[float]) -> CarlaObject:
        """Return a place."""
        return self._carla.Location(*_metres(centimetres))

    def vector(self, values: Iterable[float]) -> CarlaObject:
        """Return a vector in its own unit."""
        return self._carla.Vector3D(*map(float, values))

    def bounding_box(self, record: Record) -> CarlaObject:
        """Return the box of a record; zeros stand for the numbers of what has no mesh."""
        origin, extent = record["origin"], record["extent"]
        location = self._carla.Location() if math.isnan(origin[0]) else self.location(origin)
        size = () if math.isinf(extent[0]) else _metres(extent)
        return self._carla.BoundingBox(location, self._carla.Vector3D(*size))

    def control(self, record: Record) -> CarlaObject:
        """Return the control of a record of AnimVehicle."""
        gear = int(record["gear"])
        return self._carla.VehicleControl(
            throttle=float(record["throttle"]),
            steer=float(record["steer"]),
            brake=float(record["brake"]),
            hand_brake=bool(record["hand_brake"]),
            reverse=gear < 0,
            manual_gear_shift=False,
            gear=gear,
        )

    def walker_speed(self, record: Record) -> float:
        """Return the speed of a record of AnimWalker in m/s."""
        return float(record["speed"]) / CENTIMETRES_PER_METRE

    def lamps(self, record: Record) -> list[CarlaObject]:
        """Return the lamps of a record of VehicleLight that are on, or NONE."""
        states = self._carla.VehicleLightState
        bits = int(record["lights"])
        lit = [lamp for name in _LAMPS if bits & int(lamp := getattr(states, name))]
        return lit or [states.NONE]

    def light_state(self, record: Record) -> CarlaObject:
        """Return the state of a record of TrafficLightState."""
        state = min(int(record["state"]), len(_STATES) - 1)
        return getattr(self._carla.TrafficLightState, _STATES[state])

    def light_times(self, record: Record) -> dict[CarlaObject, float]:
        """Return how long each state of a record of TrafficLightTime lasts."""
        states = self._carla.TrafficLightState
        return {
            states.Green: float(record["green"]),
            states.Yellow: float(record["yellow"]),
            states.Red: float(record["red"]),
        }

    def scene_light(self, record: Record) -> CarlaObject:
        """Return a light of the scene."""
        parts = (float(record[name]) for name in ("red", "green", "blue"))
        return self._carla.LightState(
            intensity=float(record["intensity"]),
            color=self._carla.Color(*(min(max(int(each * _FULL), 0), _FULL) for each in parts)),
            group=getattr(self._carla.LightGroup, _GROUPS[min(int(record["group"]), len(_GROUPS) - 1)]),
            active=bool(record["on"]),
        )

    def physics(self, record: Record) -> CarlaObject:
        """Return the physics of a vehicle of UE4; of UE5 what both engines know."""
        result = _told(self._carla.VehiclePhysicsControl(), record)
        result.center_of_mass = self.vector(record.center_of_mass)
        for name in ("torque_curve", "steering_curve"):
            points = (map(float, point) for point in getattr(record, name))
            setattr(result, name, [self._carla.Vector2D(x=x, y=y) for x, y in points])
        result.forward_gears, result.wheels = [], []
        if hasattr(record, "forward_gears"):
            result.gear_switch_time = _SWITCH_TIME
            gears = record.forward_gears
            result.forward_gears = [_told(self._carla.GearPhysicsControl(), gear) for gear in gears]
            result.wheels = [self._wheel(wheel) for wheel in record.wheels]
        return result

    def _wheel(self, wheel: Record) -> CarlaObject:
        result = _told(self._carla.WheelPhysicsControl(), wheel)
        result.position = self._carla.Vector3D(*_metres(wheel.position))
        return result


def _told(result: CarlaObject, record: Record) -> CarlaObject:
    """Return an object with the numbers of a record that it has attributes for."""
    for name in record._fields:
        usual = getattr(result, name, None)
        if isinstance(usual, bool | float):
            setattr(result, name, type(usual)(getattr(record, name)))
    return result


def _metres(centimetres: Iterable[float]) -> list[float]:
    return [float(value) / CENTIMETRES_PER_METRE for value in centimetres]
