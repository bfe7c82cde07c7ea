"""Packet table: one PacketKind for each packet of CARLA's recorder (see ``resources/guide/format.md``).

Reader, writer, tests and the inspector derive from this table. Units are those of the file: centimetres,
degrees, centimetres per second for walkers, metres per second for kinematics. Axes are Unreal's: left handed,
x forward, y right, z up. Rotations are angles about (x, y, z), that is (roll, pitch, yaw).
"""

from __future__ import annotations

from typing import NamedTuple

from viewer.logfile.enums import ActorType, AttributeType, LightGroup, TrafficLightState, VehicleDoor
from viewer.logfile.fields import ACTOR, Engine, Field, PacketKind, Shape
from viewer.logfile.physics import LAYOUTS

Vector = tuple[float, float, float]


class Attribute(NamedTuple):
    """Attribute of an actor as the file has it: number of its type, name, and value as text."""

    type: int
    id: str
    value: str


class ActorRecord(NamedTuple):
    """Record of an EventAdd packet: location in centimetres, rotation as (roll, pitch, yaw) in degrees."""

    actor_id: int
    type: int
    location: Vector
    rotation: Vector
    uid: int
    type_id: str
    attributes: tuple[Attribute, ...]


WITH_RECORDS = "with records"
ADDITIONAL = "additional data"
ADDITIONAL_WITH_RECORDS = "additional data, with records"

_LOCATION = Field("location", "vec", "cm", "in the world")
_ROTATION = Field("rotation", "vec", "°", "roll, pitch, yaw in the world")

FRAME_START = PacketKind(
    0, "FrameStart", "all", Shape.SINGLE,
    (
        Field("frame", "u64", doc="counts from 1; not the simulator's frame number"),
        Field("duration", "f64", "s", "time to the next frame; -1 in the last frame of every file"),
        Field("elapsed", "f64", "s", "since the recording started"),
    ),
    "Opens a frame.",
)  # fmt: skip
LAST_DURATION = -1.0
"""Duration that CARLA writes into a frame at first, so that the last frame of a file keeps it.

It is replaced when the next frame begins.
"""
VISUAL_TIME = PacketKind(
    20, "VisualTime", "0.9.14", Shape.SINGLE,
    (Field("time", "f64", "s", "since the simulation started"),),
    "Game time of visual effects.",
)  # fmt: skip
EVENT_ADD = PacketKind(
    2, "EventAdd", "all", Shape.VARIABLE,
    (
        ACTOR,
        Field("type", "u8", enum=ActorType),
        Field("location", "vec", "cm", "in the world, or relative to the parent if attached after the start"),
        Field("rotation", "vec", "°", "roll, pitch, yaw; relative like the location"),
        Field("uid", "u32", doc="index of the blueprint in that server's list; 0 for actors of the map"),
        Field("type_id", "str", doc="the blueprint, as vehicle.tesla.model3"),
        Field("attributes", "u16", entries=(
            Field("type", "u8", doc="one more each with header version 2", enum=AttributeType),
            Field("id", "str", doc="name of the attribute"),
            Field("value", "str", doc="always text"),
        )),
    ),
    "Actors added. The first frame lists all that exist.",
    record=ActorRecord,
)  # fmt: skip
EVENT_DEL = PacketKind(
    3, "EventDel", "all", Shape.RECORDS, (ACTOR,), "Actors destroyed; already missing from Position.",
)  # fmt: skip
EVENT_PARENT = PacketKind(
    4, "EventParent", "all", Shape.RECORDS,
    (ACTOR, Field("parent_id", "u32", doc="id of the actor it is attached to")),
    "Actors attached to a parent, in the frame that adds them.",
)  # fmt: skip
COLLISION = PacketKind(
    5, "Collision", "all", Shape.RECORDS,
    (
        Field("sequence", "u32", doc="counts hits; has gaps"),
        Field("actor1_id", "u32", doc="owner of the collision sensor"),
        Field("actor2_id", "u32", doc="4294967295 (0 in old builds) is scenery"),
        Field("actor1_is_hero", "bool"),
        Field("actor2_is_hero", "bool"),
    ),
    "Contacts reported by collision sensors, each ordered pair once per frame.",
    table="collisions",
)  # fmt: skip
VEHICLE_DOOR = PacketKind(
    23, "VehicleDoor", "after 0.9.15", Shape.RECORDS,
    (ACTOR, Field("door", "u8", enum=VehicleDoor), Field("open", "bool")),
    "Doors that were opened or closed: a change, not a state.",
    other_id=21, repeats=True, table="doors", holds_for=("actor_id", "door"),
)  # fmt: skip
POSITION = PacketKind(
    6, "Position", "all", Shape.RECORDS, (ACTOR, _LOCATION, _ROTATION),
    "Pose of vehicles and walkers; from 0.9.12 also of the spectator and of props.",
    table="poses",
)  # fmt: skip
TRAFFIC_LIGHT_STATE = PacketKind(
    7, "TrafficLightState", "all", Shape.RECORDS,
    (
        ACTOR,
        Field("frozen", "bool", doc="of the light's whole group"),
        Field("time_in_state", "f32", "s"),
        Field("state", "u8", enum=TrafficLightState),
    ),
    "State of the traffic lights.",
    table="traffic_lights",
)  # fmt: skip
ANIM_VEHICLE = PacketKind(
    8, "AnimVehicle", "0.9.6", Shape.RECORDS,
    (
        ACTOR,
        Field("steer", "f32", doc="-1 (left) to 1 (right)"),
        Field("throttle", "f32", doc="0 to 1"),
        Field("brake", "f32", doc="0 to 1"),
        Field("hand_brake", "bool"),
        Field("gear", "i32", doc="-1 reverse, 0 neutral, 1 and up forward"),
    ),
    "Last control applied to each vehicle; not a measurement.",
    table="controls",
)  # fmt: skip
ANIM_WALKER = PacketKind(
    9, "AnimWalker", "0.9.6", Shape.RECORDS, (ACTOR, Field("speed", "f32", "cm/s", "as commanded")),
    "Commanded speed of each walker.",
    table="walker_controls",
)  # fmt: skip
VEHICLE_LIGHT = PacketKind(
    10, "VehicleLight", "0.9.10", Shape.RECORDS,
    (ACTOR, Field("lights", "u32", doc="bits of VehicleLightState")),
    "Lamps of each vehicle.",
    table="lights",
)  # fmt: skip
SCENE_LIGHT = PacketKind(
    11, "SceneLight", "0.9.10", Shape.RECORDS,
    (
        Field("light_id", "i32", doc="not an actor id; -1 occurs"),
        Field("intensity", "f32"),
        Field("red", "f32", doc="linear, 0 to 1"),
        Field("green", "f32", doc="linear, 0 to 1"),
        Field("blue", "f32", doc="linear, 0 to 1"),
        Field("alpha", "f32", doc="0 to 1"),
        Field("on", "bool"),
        Field("group", "u8", enum=LightGroup),
    ),
    "Lights of the scene: all of them in the first frame, then changes.",
    when=WITH_RECORDS,
    table="scene_lights", holds_for=("light_id",),
)  # fmt: skip
ANIM_VEHICLE_WHEELS = PacketKind(
    21, "AnimVehicleWheels", "0.9.15", Shape.VARIABLE,
    (
        ACTOR,
        Field("wheels", "u32", entries=(
            Field("place", "u8", doc="0 front left, 1 front right, 2 back left, 3 back right, further axles"),
            Field("steering_angle", "f32", "°"),
            Field("rotation", "f32", "°", "accumulates; usually negative when driving forwards"),
        )),
    ),
    "Steering and rotation of each wheel.",
    other_id=22, table="wheels",
)  # fmt: skip
ANIM_BIKER = PacketKind(
    22, "AnimBiker", "0.9.15", Shape.RECORDS,
    (
        ACTOR,
        Field("forward_speed", "f32", "cm/s"),
        Field("engine_rotation", "f32", doc="share of the maximum, 0 to 1"),
    ),
    "Two-wheelers.",
    other_id=23, table="bikers",
)  # fmt: skip
WEATHER = PacketKind(
    24, "Weather", "2026", Shape.RECORDS,
    (
        Field("cloudiness", "f32", "%"),
        Field("precipitation", "f32", "%"),
        Field("precipitation_deposits", "f32", "%"),
        Field("wind_intensity", "f32", "%"),
        Field("sun_azimuth_angle", "f32", "°"),
        Field("sun_altitude_angle", "f32", "°"),
        Field("fog_density", "f32", "%"),
        Field("fog_distance", "f32", "m"),
        Field("fog_falloff", "f32"),
        Field("wetness", "f32", "%"),
        Field("scattering_intensity", "f32"),
        Field("mie_scattering_scale", "f32"),
        Field("rayleigh_scattering_scale", "f32"),
        Field("dust_storm", "f32", "%"),
    ),
    "Weather, in the first frame and at every change.",
    when=WITH_RECORDS,
    table="weather", holds_for=(),
)  # fmt: skip
KINEMATICS = PacketKind(
    12, "Kinematics", "0.9.10", Shape.RECORDS,
    (
        ACTOR,
        Field("velocity", "vec", "m/s", "world axes"),
        Field("angular_velocity", "vec", "°/s", "world axes"),
    ),
    "Velocity of vehicles and walkers.",
    when=ADDITIONAL_WITH_RECORDS,
    table="velocities",
)  # fmt: skip
BOUNDING_BOX = PacketKind(
    13, "BoundingBox", "0.9.10", Shape.RECORDS,
    (
        ACTOR,
        Field("origin", "vec", "cm", "centre, in the actor's own frame"),
        Field("extent", "vec", "cm", "half the size along each axis"),
    ),
    "Box of each actor added in this frame; NaN for actors without a mesh.",
    when=ADDITIONAL,
    of_arrivals=True, table="boxes", holds_for=("actor_id",),
)  # fmt: skip
TRIGGER_VOLUME = PacketKind(
    17, "TriggerVolume", "0.9.10", Shape.RECORDS,
    (
        ACTOR,
        Field("origin", "vec", "cm", "centre, in the world"),
        Field("extent", "vec", "cm", "half the size along each axis"),
    ),
    "Where lights and signs act on vehicles.",
    when=ADDITIONAL_WITH_RECORDS,
    of_arrivals=True, table="trigger_volumes", holds_for=("actor_id",),
)  # fmt: skip
PLATFORM_TIME = PacketKind(
    14, "PlatformTime", "0.9.10", Shape.SINGLE,
    (Field("time", "f64", "s", "wall clock since the recording started"),),
    "Wall-clock time; a recording has additional data if it has this packet.",
    when=ADDITIONAL,
)  # fmt: skip
PHYSICS_CONTROL = PacketKind(
    15, "PhysicsControl", "0.9.10", Shape.VARIABLE, (ACTOR,),
    "Physics of vehicles added in this frame. Nothing tells the layout: the one that fits exactly is right.",
    when=ADDITIONAL_WITH_RECORDS,
    layouts=LAYOUTS, unknown_layouts=Engine.UE5, any_numbers=True, holds_for=("actor_id",),
)  # fmt: skip
TRAFFIC_LIGHT_TIME = PacketKind(
    16, "TrafficLightTime", "0.9.10", Shape.RECORDS,
    (ACTOR, Field("green", "f32", "s"), Field("yellow", "f32", "s"), Field("red", "f32", "s")),
    "How long the states of a light last; when it is added or they change.",
    when=ADDITIONAL_WITH_RECORDS,
    of_arrivals=True, table="light_times", holds_for=("actor_id",),
)  # fmt: skip
WALKER_BONES = PacketKind(
    19, "WalkerBones", "0.9.14", Shape.VARIABLE,
    (
        ACTOR,
        Field("bones", "u16", entries=(
            Field("name", "str"),
            Field("location", "vec", "cm", "relative to its parent bone"),
            Field("rotation", "vec", "°", "relative to its parent bone"),
        )),
    ),
    "Pose of each walker's skeleton: per bone its name, location in cm and rotation, relative to its parent.",
    when=ADDITIONAL,
    table="bones",
)  # fmt: skip
FRAME_END = PacketKind(1, "FrameEnd", "all", Shape.EMPTY, doc="Closes a frame.")

PACKETS = tuple(kind for kind in tuple(globals().values()) if isinstance(kind, PacketKind))
"""All packet kinds that CARLA writes, in the order in which it writes them into a frame.

Readers do not rely on that order. Ids 21 to 23 are those of CARLA 0.9.16 and later; ``Dialect`` has the ids
of other builds.
"""

BY_ID = {kind.id: kind for kind in sorted(PACKETS, key=lambda kind: kind.id)}

FOREIGN = {18: "FrameCounter or a fork's", 139: "DReyeVR", 140: "DReyeVR", 141: "DReyeVR"}
"""Packet ids that CARLA never writes to a file, each with the name of what may have written it there.

CARLA sends FrameCounter packets with id 18 between its servers only; its fork DReyeVR records its own weather
as 18.
"""

RENUMBERED = tuple(kind for kind in PACKETS if kind.other_id is not None)
"""Kinds of packets whose id is another one in some builds of CARLA."""
