"""CARLA's enumerations with the values that a recording holds."""

from __future__ import annotations

from enum import IntEnum, IntFlag


class CarlaEnum(IntEnum):
    """Integer enumeration whose members print as CARLA spells them, as ``FrontLeft``."""

    def __str__(self) -> str:
        """Return the name as CARLA spells it.

        >>> str(TrafficLightState.RED), f"{VehicleDoor.FRONT_LEFT}", int(VehicleDoor.FRONT_LEFT)
        ('Red', 'FrontLeft', 0)
        """
        return _carla_name(self.name)

    def __format__(self, spec: str) -> str:
        return format(int(self), spec) if spec else str(self)


class ActorType(CarlaEnum):
    """Type of an actor in EventAdd; older builds write OTHER for traffic signs and sensors."""

    OTHER = 0
    VEHICLE = 1
    WALKER = 2
    TRAFFIC_LIGHT = 3
    TRAFFIC_SIGN = 4
    SENSOR = 5


class AttributeType(CarlaEnum):
    """Type of an actor attribute, as header version 1 numbers it; later versions write the value + 1."""

    NULL = -1
    BOOL = 0
    INT = 1
    FLOAT = 2
    STRING = 3
    RGB_COLOR = 4


class TrafficLightState(CarlaEnum):
    """State of a traffic light."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    OFF = 3
    UNKNOWN = 4


class VehicleLightState(IntFlag):
    """Lamps of a vehicle that are on, as bit flags; all of them are on if the value is 0xFFFFFFFF."""

    NONE = 0
    POSITION = 0x1
    LOW_BEAM = 0x2
    HIGH_BEAM = 0x4
    BRAKE = 0x8
    RIGHT_BLINKER = 0x10
    LEFT_BLINKER = 0x20
    REVERSE = 0x40
    FOG = 0x80
    INTERIOR = 0x100
    SPECIAL1 = 0x200
    SPECIAL2 = 0x400

    def __str__(self) -> str:
        """Return the names of the lamps that are on, as CARLA spells them.

        >>> str(VehicleLightState.LOW_BEAM | VehicleLightState.BRAKE), str(VehicleLightState(0))
        ('LowBeam | Brake', 'None')
        """
        names = [_carla_name(lamp.name or "") for lamp in VehicleLightState if lamp and lamp in self]
        return " | ".join(names) or "None"

    def __format__(self, spec: str) -> str:
        return format(int(self), spec) if spec else str(self)


PRINTED_LAMPS = (
    VehicleLightState.POSITION, VehicleLightState.LOW_BEAM, VehicleLightState.HIGH_BEAM,
    VehicleLightState.BRAKE, VehicleLightState.RIGHT_BLINKER, VehicleLightState.LEFT_BLINKER,
    VehicleLightState.REVERSE, VehicleLightState.INTERIOR, VehicleLightState.FOG,
    VehicleLightState.SPECIAL1, VehicleLightState.SPECIAL2,
)  # fmt: skip
"""Lamps of a vehicle in the order in which CARLA prints them."""


class LightGroup(CarlaEnum):
    """Group to which CARLA's light manager assigns a light: street, building, vehicle or other."""

    NONE = 0
    VEHICLE = 1
    STREET = 2
    BUILDING = 3
    OTHER = 4


class VehicleDoor(CarlaEnum):
    """Door of a vehicle, hood and trunk included; ALL stands for every one of them at once."""

    FRONT_LEFT = 0
    FRONT_RIGHT = 1
    REAR_LEFT = 2
    REAR_RIGHT = 3
    HOOD = 4
    TRUNK = 5
    ALL = 6


SCENERY = 0xFFFFFFFF
"""Number in place of an actor id in a collision record if something that is not an actor was hit.

Old builds write 0 instead.
"""


def _carla_name(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))
