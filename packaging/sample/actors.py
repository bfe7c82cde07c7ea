"""How actors introduce themselves: blueprint, attributes, where they are first, bounding box."""

from __future__ import annotations

import math
from functools import cache

from sample import cast
from sample.geometry import Pose
from sample.parts import Driven, Mounted, Part, Placed, Walking
from sample.scene import Scene
from sample.units import Triple, centimetres, transform
from viewer.logfile.enums import ActorType, AttributeType
from viewer.logfile.event_add import ActorRecord, Attribute

NO_BOX: tuple[Triple, Triple] = ((-math.nan,) * 3, (-math.inf,) * 3)
"""What CARLA writes for actors without a mesh."""

_FIRST_UID = 2
_WALKER_EXTENT = {"adult": (0.1875, 0.1875, 0.9375), "child": (0.1875, 0.1875, 0.625)}


def place(part: Part, scene: Scene) -> tuple[Triple, Triple]:
    """Return location and rotation as the file has them; a sensor's are relative to its parent."""
    if isinstance(part, Driven):
        return transform(scene.vehicles[part.name].pose)
    if isinstance(part, Walking):
        return transform(scene.walkers[part.name].pose, _WALKER_EXTENT[part.age][2])
    if isinstance(part, Mounted):
        return centimetres(*part.location), (0.0, part.pitch, 0.0)
    return transform(Pose(part.x, part.y, math.radians(part.yaw)))


def introduce(part: Part, actor_id: int, scene: Scene) -> ActorRecord:
    """Return the record that adds an actor."""
    type_id = _type_id(part)
    uid = _FIRST_UID + _blueprints().index(type_id)
    return ActorRecord(actor_id, _type(part), *place(part, scene), uid, type_id, _attributes(part))


def from_map(actor_id: int, kind: ActorType, type_id: str, where: tuple[Triple, Triple]) -> ActorRecord:
    """Return the record that adds an actor of the map, which has no blueprint of its own."""
    return ActorRecord(actor_id, kind, *where, 0, type_id, ())


def box(part: Part) -> tuple[Triple, Triple]:
    """Return origin and half extents in centimetres. Walkers are placed by their middle, all others stand."""
    if isinstance(part, Mounted):
        return NO_BOX
    if isinstance(part, Walking):
        return (0.0, 0.0, 0.0), centimetres(*_WALKER_EXTENT[part.age])
    if isinstance(part, Driven):
        half = (part.model.length / 2, part.model.width / 2, part.model.height / 2)
    else:
        half = part.extent
    return centimetres(0.0, 0.0, half[2]), centimetres(*half)


def _type(part: Part) -> ActorType:
    return {
        Driven: ActorType.VEHICLE,
        Walking: ActorType.WALKER,
        Mounted: ActorType.SENSOR,
        Placed: ActorType.OTHER,
    }[type(part)]


def _type_id(part: Part) -> str:
    if isinstance(part, Driven):
        return part.model.type_id
    if isinstance(part, Walking):
        return f"walker.pedestrian.{part.blueprint:04d}"
    return part.type_id


@cache
def _blueprints() -> list[str]:
    """Return all blueprints of the cast, as a server lists its own."""
    parts: tuple[Part, ...] = (*cast.VEHICLES, *cast.WALKERS, *cast.SENSORS, *cast.PROPS)
    return sorted({_type_id(part) for part in parts})


def _attributes(part: Part) -> tuple[Attribute, ...]:
    if isinstance(part, Driven):
        model = part.model
        return _typed(
            ("int", "number_of_wheels", str(model.wheels)), ("bool", "sticky_control", "true"),
            ("string", "object_type", ""), ("string", "base_type", model.base_type),
            ("string", "special_type", model.special_type), ("int", "generation", "1"),
            ("bool", "has_lights", "false" if model.base_type == "bicycle" else "true"),
            ("color", "color", part.color), ("string", "role_name", part.role_name),
        )  # fmt: skip
    if isinstance(part, Walking):
        return _typed(
            ("string", "gender", part.gender), ("string", "age", part.age), ("int", "generation", "1"),
            ("bool", "is_invincible", "false"), ("float", "speed", f"{part.pace:.2f}"),
            ("string", "role_name", "pedestrian"),
        )  # fmt: skip
    if isinstance(part, Mounted):
        return _typed(*part.attributes, ("string", "role_name", "default"))
    return _typed(("string", "size", part.size), ("string", "role_name", "prop"))


def _typed(*rows: tuple[str, str, str]) -> tuple[Attribute, ...]:
    types = {
        "bool": AttributeType.BOOL,
        "int": AttributeType.INT,
        "float": AttributeType.FLOAT,
        "string": AttributeType.STRING,
        "color": AttributeType.RGB_COLOR,
    }
    return tuple(Attribute(types[kind], name, value) for kind, name, value in rows)
