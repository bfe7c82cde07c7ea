"""PhysicsControl: a head of plain numbers, then lists (FORMAT.md §3.15).

Nothing in the packet tells its layout, which has changed; the layout that consumes the payload exactly is the
right one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from viewer.lazy import lazy
from viewer.logfile.fields import ACTOR, COUNT_SIZE, Codec, Engine, Field, RecordPart, record_dtype
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.quick_dataclass import dataclass

_LENGTH_SIZE = 4


@dataclass(frozen=True)
class PhysicsLayout:
    """One way a record is laid out: the fields of its head, then lists of u32 count and records."""

    name: str
    head: tuple[Field, ...]
    lists: Mapping[str, tuple[Field, ...]]

    @lazy
    def head_dtype(self) -> np.dtype[np.void]:
        """Dtype of the head; its numbers have the same width in both engines."""
        return record_dtype(self.head, Engine.UE4)

    @lazy
    def list_dtypes(self) -> Mapping[str, np.dtype[np.void]]:
        """Dtype of each list's records."""
        return {name: record_dtype(fields, Engine.UE4) for name, fields in self.lists.items()}


@dataclass(frozen=True, eq=False)
class PhysicsControl:
    """The physics of one vehicle, in the file's units: ``head`` is one record, each list has records (N,)."""

    layout: PhysicsLayout
    head: Records
    lists: Mapping[str, Records]

    @property
    def actor_id(self) -> int:
        """Id of the vehicle."""
        return int(self.head["actor_id"])


def _floats(*names: str, unit: str = "") -> tuple[Field, ...]:
    return tuple(Field(name, "f32", unit) for name in names)


def _bools(*names: str) -> tuple[Field, ...]:
    return tuple(Field(name, "bool") for name in names)


def _vectors(*names: str, unit: str = "") -> tuple[Field, ...]:
    return tuple(Field(name, "vec32", unit) for name in names)


_TORQUE_CURVE = (Field("x", "f32", "1/min"), Field("y", "f32", "Nm"))
_STEERING_CURVE = (Field("x", "f32", "km/h"), Field("y", "f32"))
_CENTER_OF_MASS = Field("center_of_mass", "vec32", "m")

_UE4_HEAD = (
    Field("actor_id", "u32"),
    Field("max_rpm", "f32", "1/min"),
    Field("moi", "f32", "kg·m²"),
    *_floats(
        "damping_rate_full_throttle",
        "damping_rate_zero_throttle_clutch_engaged",
        "damping_rate_zero_throttle_clutch_disengaged",
    ),
    Field("use_gear_autobox", "bool"),
    *_floats("clutch_strength", "final_ratio"),
    Field("mass", "f32", "kg"),
    Field("drag_coefficient", "f32"),
    _CENTER_OF_MASS,
)
_UE4_WHEEL = (
    *_floats("tire_friction", "damping_rate"),
    Field("max_steer_angle", "f32", "°"),
    Field("radius", "f32", "cm"),
    *_floats("max_brake_torque", "max_handbrake_torque", unit="Nm"),
)
_UE4_STIFFNESS = _floats("lat_stiff_max_load", "lat_stiff_value", "long_stiff_value")
_UE4_POSITION = Field("position", "vec32", "cm", "in the world")


def _ue4(name: str, wheel: tuple[Field, ...]) -> PhysicsLayout:
    lists = {
        "torque_curve": _TORQUE_CURVE,
        "forward_gears": _floats("ratio", "down_ratio", "up_ratio"),
        "steering_curve": _STEERING_CURVE,
        "wheels": wheel,
    }
    return PhysicsLayout(name, _UE4_HEAD, lists)


_UE5_HEAD = (
    Field("actor_id", "u32"),
    Field("max_torque", "f32", "Nm"),
    *_floats("max_rpm", "idle_rpm", unit="1/min"),
    *_floats("brake_effect", "rev_up_moi", "rev_down_rate"),
    Field("differential_type", "u8"),
    Field("front_rear_split", "f32"),
    Field("use_automatic_gears", "bool"),
    Field("gear_change_time", "f32", "s"),
    Field("final_ratio", "f32"),
    *_floats("change_up_rpm", "change_down_rpm", unit="1/min"),
    Field("transmission_efficiency", "f32"),
    Field("mass", "f32", "kg"),
    Field("drag_coefficient", "f32"),
    _CENTER_OF_MASS,
    *_floats("chassis_width", "chassis_height", unit="cm"),
    *_floats("downforce_coefficient", "drag_area"),
    Field("inertia_tensor_scale", "vec32"),
    *_floats("sleep_threshold", "sleep_slope_limit"),
    Field("use_sweep_wheel_collision", "bool"),
)
_UE5_WHEEL = (
    Field("axle_type", "u8"),
    Field("padding_1", "pad3"),
    Field("offset", "vec32", "cm"),
    *_floats("wheel_radius", "wheel_width", unit="cm"),
    Field("wheel_mass", "f32", "kg"),
    *_floats(
        "cornering_stiffness",
        "friction_force_multiplier",
        "side_slip_modifier",
        "slip_threshold",
        "skid_threshold",
    ),
    Field("max_steer_angle", "f32", "°"),
    *_bools(
        "affected_by_steering",
        "affected_by_brake",
        "affected_by_handbrake",
        "affected_by_engine",
        "abs_enabled",
        "traction_control_enabled",
    ),
    Field("padding_2", "pad2"),
    Field("max_wheelspin_rotation", "f32"),
    Field("external_torque_combine_method", "u8"),
    Field("padding_3", "pad7"),
    Field("lateral_slip_graph", "pad24", doc="addresses in the server's memory: meaningless in a file"),
    *_vectors("suspension_axis", "suspension_force_offset"),
    *_floats("suspension_max_raise", "suspension_max_drop", unit="cm"),
    *_floats("suspension_damping_ratio", "wheel_load_ratio", "spring_rate", "spring_preload"),
    Field("suspension_smoothing", "i32"),
    Field("rollbar_scaling", "f32"),
    Field("sweep_shape", "u8"),
    Field("sweep_type", "u8"),
    Field("padding_4", "pad2"),
    *_floats("max_brake_torque", "max_hand_brake_torque", unit="Nm"),
    Field("wheel_index", "i32"),
    *_vectors("location", "old_location", unit="cm"),
    Field("velocity", "vec32", "cm/s"),
    Field("padding_5", "pad4"),
)

LAYOUTS = (
    _ue4("UE4 from 0.9.12", (*_UE4_WHEEL, *_UE4_STIFFNESS, _UE4_POSITION)),
    _ue4("UE4 until 0.9.10", (*_UE4_WHEEL, _UE4_POSITION)),
    PhysicsLayout(
        "UE5",
        _UE5_HEAD,
        {
            "torque_curve": _TORQUE_CURVE,
            "forward_gear_ratios": _floats("ratio"),
            "reverse_gear_ratios": _floats("ratio"),
            "steering_curve": _STEERING_CURVE,
            "wheels": _UE5_WHEEL,
        },
    ),
)
"""The layouts that are known; earlier states of ue5-dev had others, which stay raw."""


def decode_physics(payload: bytes) -> list[PhysicsControl]:
    """Return the records of a payload.

    Raises:
        DamagedPayloadError: no known layout consumes the payload exactly.

    """
    if int.from_bytes(payload[:COUNT_SIZE], "little") == 0 and len(payload) == COUNT_SIZE:
        return []
    for layout in LAYOUTS:
        controls = _decode(payload, layout)
        if controls is not None:
            return controls
    raise DamagedPayloadError("PhysicsControl in a layout that is not known", 0)


def encode_physics(controls: Iterable[PhysicsControl]) -> bytes:
    """Return the payload that holds ``controls``."""
    rows: Sequence[PhysicsControl] = list(controls)
    parts = [(len(rows) & 0xFFFF).to_bytes(COUNT_SIZE, "little")]
    for control in rows:
        parts.append(control.head.tobytes())
        for name in control.layout.lists:
            records = control.lists[name]
            parts += (len(records).to_bytes(_LENGTH_SIZE, "little"), records.tobytes())
    return b"".join(parts)


def _decode(payload: bytes, layout: PhysicsLayout) -> list[PhysicsControl] | None:
    """Return the records if the layout consumes the payload exactly, else None."""
    count, at = int.from_bytes(payload[:COUNT_SIZE], "little"), COUNT_SIZE
    controls = []
    for _ in range(count):
        if at + layout.head_dtype.itemsize > len(payload):
            return None
        head = np.frombuffer(payload, layout.head_dtype, 1, at)[0]
        at += layout.head_dtype.itemsize
        lists = {}
        for name, dtype in layout.list_dtypes.items():
            length = int.from_bytes(payload[at : at + _LENGTH_SIZE], "little")
            at += _LENGTH_SIZE
            if at + length * dtype.itemsize > len(payload):
                return None
            lists[name] = np.frombuffer(payload, dtype, length, at)
            at += length * dtype.itemsize
        controls.append(PhysicsControl(layout, head, lists))
    return controls if at == len(payload) else None


def _described(layout: PhysicsLayout) -> Iterator[RecordPart]:
    yield RecordPart(f"{layout.head_dtype.itemsize} bytes:", layout.head, heading=layout.name)
    for name, fields in layout.lists.items():
        yield RecordPart(
            f"Then {name}: u32 count, records of {layout.list_dtypes[name].itemsize} bytes:", fields
        )


class PhysicsControlCodec(Codec):
    """Physics of vehicles; records are ``PhysicsControl``s."""

    parts = (
        RecordPart("Nothing tells the layout: the one that consumes the payload exactly.", ()),
        *(part for layout in LAYOUTS for part in _described(layout)),
    )
    when_damaged = "it is kept raw"
    columns = (*ACTOR.columns, ("name", ""), ("value", ""), ("unit", ""))

    def decode(self, payload: bytes, engine: Engine) -> list[PhysicsControl]:  # noqa: ARG002 - the bytes tell
        """Return the records. Raises DamagedPayloadError."""
        return decode_physics(payload)

    def encode(self, records: Iterable[PhysicsControl], engine: Engine) -> bytes:  # noqa: ARG002
        """Return the payload that holds the records."""
        return encode_physics(records)

    def rows(self, record: PhysicsControl) -> Iterator[tuple[Any, ...]]:
        """Yield a row for each number."""
        for field in record.layout.head[1:]:
            yield _row(record.actor_id, field.name, field, record.head)
        for name, fields in record.layout.lists.items():
            for number, entry in enumerate(record.lists[name]):
                for field in (field for field in fields if not field.is_padding):
                    yield _row(record.actor_id, f"{name} {number} {field.name}", field, entry)

    def knows_all(self, engine: Engine) -> bool:
        """Return whether all layouts are known: of UE5, not all are (FORMAT.md §3.15)."""
        return engine is Engine.UE4


def _row(actor_id: int, title: str, field: Field, record: Records) -> tuple[Any, ...]:
    values = field.values(record[field.name])
    text = values[0] if len(values) == 1 else ", ".join(f"{value:g}" for value in values)
    return actor_id, title.replace("_", " "), text, field.unit
