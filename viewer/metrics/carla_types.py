"""The ``carla`` package, or stand-ins for the classes that ``MetricsLog`` returns.

The stand-ins have the same names, fields, order of arguments, and the arithmetic that ScenarioRunner's
scripts use, in CARLA's left-handed coordinates: x forward, y right, z up, metres and degrees.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, make_dataclass
from enum import IntEnum, IntFlag
from importlib import import_module
from typing import Any

import numpy as np

from viewer.replay.world.motion import rotation_matrices

TrafficLightState = IntEnum("TrafficLightState", {"Red": 0, "Yellow": 1, "Green": 2, "Off": 3, "Unknown": 4})
VehicleLightState = IntFlag(
    "VehicleLightState",
    {
        "NONE": 0, "Position": 0x1, "LowBeam": 0x2, "HighBeam": 0x4, "Brake": 0x8, "RightBlinker": 0x10,
        "LeftBlinker": 0x20, "Reverse": 0x40, "Fog": 0x80, "Interior": 0x100, "Special1": 0x200,
        "Special2": 0x400, "All": 0xFFFFFFFF,
    },
)  # fmt: skip
LightGroup = IntEnum("LightGroup", {"NONE": 0, "Vehicle": 1, "Street": 2, "Building": 3, "Other": 4})


@dataclass
class Vector2D:
    """Vector with two components."""

    x: float = 0.0
    y: float = 0.0


@dataclass
class Vector3D:
    """Vector of three numbers; arithmetic on its subclasses returns plain vectors, too."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0

    def __add__(self, other: Vector3D) -> Vector3D:
        return Vector3D(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: Vector3D) -> Vector3D:
        return Vector3D(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, factor: float) -> Vector3D:
        return Vector3D(self.x * factor, self.y * factor, self.z * factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor: float) -> Vector3D:
        return Vector3D(self.x / divisor, self.y / divisor, self.z / divisor)

    def dot(self, other: Vector3D) -> float:
        """Return the dot product with ``other``."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: Vector3D) -> Vector3D:
        """Return the cross product with ``other``."""
        return Vector3D(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )

    def squared_length(self) -> float:
        """Return the square of the length."""
        return self.dot(self)

    def length(self) -> float:
        """Return the length."""
        return math.sqrt(self.squared_length())

    def make_unit_vector(self) -> Vector3D:
        """Return the vector of length 1 in the same direction."""
        length = self.length()
        return self / length if length > 0.0 else Vector3D(self.x, self.y, self.z)

    def distance(self, other: Vector3D) -> float:
        """Return the distance to ``other``."""
        return (self - other).length()


class Location(Vector3D):
    """Position in metres."""


class _Axes:
    """Base of ``Rotation`` and ``Transform``: their axes are the columns of the rotation matrix."""

    def get_forward_vector(self) -> Vector3D:
        """Return the direction of the x axis, as a unit vector."""
        return self._axes()[0]

    def get_right_vector(self) -> Vector3D:
        """Return the direction to the right of the rotated object (its y axis) as a unit vector."""
        return self._axes()[1]

    def get_up_vector(self) -> Vector3D:
        """Return the upward direction of the rotated object (its z axis) as a unit vector."""
        return self._axes()[2]

    def _axes(self) -> list[Vector3D]:
        raise NotImplementedError


@dataclass
class Rotation(_Axes):
    """Rotation in degrees: pitch upwards, yaw clockwise seen from above, roll to the right."""

    pitch: float = 0.0
    yaw: float = 0.0
    roll: float = 0.0

    def _axes(self) -> list[Vector3D]:
        matrix = rotation_matrices(np.array((self.pitch, self.yaw, self.roll)))
        return [Vector3D(*axis) for axis in matrix.T.tolist()]


@dataclass
class Transform(_Axes):
    """Pose of an object: its location and rotation, as ``carla.Transform``."""

    location: Location = field(default_factory=Location)
    rotation: Rotation = field(default_factory=Rotation)

    def _axes(self) -> list[Vector3D]:
        return self.rotation._axes()  # noqa: SLF001 - same base class

    def transform(self, point: Vector3D) -> Vector3D:
        """Return in world coordinates the ``point`` that is given relative to this pose."""
        forward, right, up = self._axes()
        return self.location + forward * point.x + right * point.y + up * point.z


def _plain(name: str, doc: str, **defaults: Any) -> Any:  # noqa: ANN401 - a class
    """Make a dataclass called ``name`` with a field for each of the keywords ``defaults``, and return it.

    ``doc`` is its docstring. A default that is callable is called for each new object.
    """
    fields = [
        (each, type(value), field(default_factory=value) if callable(value) else field(default=value))
        for each, value in defaults.items()
    ]
    return make_dataclass(name, fields, namespace={"__doc__": doc, "__module__": __name__})


BoundingBox = _plain(
    "BoundingBox", "A box: its centre, half its size along each axis, and its rotation.",
    location=Location, extent=Vector3D, rotation=Rotation,
)  # fmt: skip
VehicleControl = _plain(
    "VehicleControl", "Control inputs of a vehicle.",
    throttle=0.0, steer=0.0, brake=0.0, hand_brake=False, reverse=False, manual_gear_shift=False, gear=0,
)  # fmt: skip
GearPhysicsControl = _plain(
    "GearPhysicsControl", "One gear of a vehicle.", ratio=1.0, down_ratio=0.5, up_ratio=0.65
)
WheelPhysicsControl = _plain(
    "WheelPhysicsControl", "One wheel of a vehicle; its position is in metres in the world.",
    tire_friction=2.0, damping_rate=0.25, max_steer_angle=70.0, radius=30.0, max_brake_torque=1500.0,
    max_handbrake_torque=3000.0, lat_stiff_max_load=2.0, lat_stiff_value=17.0, long_stiff_value=1000.0,
    position=Vector3D,
)  # fmt: skip
VehiclePhysicsControl = _plain(
    "VehiclePhysicsControl", "Physical properties of a vehicle.",
    torque_curve=list, max_rpm=5000.0, moi=1.0, damping_rate_full_throttle=0.15,
    damping_rate_zero_throttle_clutch_engaged=2.0, damping_rate_zero_throttle_clutch_disengaged=0.35,
    use_gear_autobox=True, gear_switch_time=0.5, clutch_strength=10.0, final_ratio=4.0, forward_gears=list,
    mass=1000.0, drag_coefficient=0.3, center_of_mass=Vector3D, steering_curve=list, wheels=list,
    use_sweep_wheel_collision=False,
)  # fmt: skip
Color = _plain("Color", "Colour: red, green, blue and alpha, 0 to 255 each.", r=0, g=0, b=0, a=255)
LightState = _plain(
    "LightState", "A light of the scene.", intensity=0.0, color=Color, group=LightGroup.NONE, active=False
)


def carla_package() -> Any:  # noqa: ANN401 - carla has no annotations
    """Return the ``carla`` package (extra ``carla``), or this module with stand-ins if it is not installed.

    A folder that is named ``carla`` can be imported, too, but has none of the classes.
    """
    stand_in = import_module(__name__)
    try:
        package = import_module("carla")
    except ImportError:
        return stand_in
    return package if hasattr(package, "VehiclePhysicsControl") else stand_in
