"""CARLA's enumerations, with the values they have in a recording (FORMAT.md §3)."""

from __future__ import annotations

from enum import IntEnum, IntFlag


class ActorType(IntEnum):
    """Type of an actor in EventAdd; older builds wrote signs and sensors as OTHER."""

    OTHER = 0
    VEHICLE = 1
    WALKER = 2
    TRAFFIC_LIGHT = 3
    TRAFFIC_SIGN = 4
    SENSOR = 5


class AttributeType(IntEnum):
    """Type of an actor attribute, as header version 1 numbers it; version 2 adds one, and has NULL."""

    NULL = -1
    BOOL = 0
    INT = 1
    FLOAT = 2
    STRING = 3
    RGB_COLOR = 4


class TrafficLightState(IntEnum):
    """State of a traffic light."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    OFF = 3
    UNKNOWN = 4


class VehicleLightState(IntFlag):
    """Lamps of a vehicle; 0xFFFFFFFF means all of them."""

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


class LightGroup(IntEnum):
    """Group of a scene light."""

    NONE = 0
    VEHICLE = 1
    STREET = 2
    BUILDING = 3
    OTHER = 4


class VehicleDoor(IntEnum):
    """Door of a vehicle."""

    FRONT_LEFT = 0
    FRONT_RIGHT = 1
    REAR_LEFT = 2
    REAR_RIGHT = 3
    HOOD = 4
    TRUNK = 5
    ALL = 6


SCENERY = 0xFFFFFFFF
"""Actor id in a collision record for something that is not an actor (0 in old builds)."""
