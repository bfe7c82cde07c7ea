"""The text of PhysicsControl, whose fields differ between the engines (FORMAT.md §6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from viewer.analysis.carla_text.numbers import general_text
from viewer.logfile.fields import COUNT_SIZE
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.logfile.physics import PhysicsControl, decode_physics

_SWITCH_TIME = "0.5"  # a default: the packet has no such field
_UE4_HEAD = {
    "max_rpm": "max_rpm",
    "MOI": "moi",
    "damping_rate_full_throttle": "damping_rate_full_throttle",
    "damping_rate_zero_throttle_clutch_engaged": "damping_rate_zero_throttle_clutch_engaged",
    "damping_rate_zero_throttle_clutch_disengaged": "damping_rate_zero_throttle_clutch_disengaged",
    "use_gear_auto_box": "use_gear_autobox",
    "gear_switch_time": "",
    "clutch_strength": "clutch_strength",
    "final_ratio": "final_ratio",
    "mass": "mass",
    "drag_coefficient": "drag_coefficient",
    "center_of_mass": "center_of_mass",
}
_UE5_HEAD = {
    "max_torque": "max_torque",
    "max_rpm": "max_rpm",
    "MOI": "rev_up_moi",
    "rev_down_rate": "rev_down_rate",
    "differential_type": "differential_type",
    "front_rear_split": "front_rear_split",
    "use_gear_auto_box": "use_automatic_gears",
    "gear_change_time": "gear_change_time",
    "final_ratio": "final_ratio",
    "change_up_rpm": "change_up_rpm",
    "change_down_rpm": "change_down_rpm",
    "transmission_efficiency": "transmission_efficiency",
    "mass": "mass",
    "drag_coefficient": "drag_coefficient",
    "center_of_mass": "center_of_mass",
}
"""What is printed of a head, in order: the word, and the field it is read from."""

_UE4_WHEEL = (
    "tire_friction", "damping_rate", "max_steer_angle", "radius", "max_brake_torque", "max_handbrake_torque",
)  # fmt: skip
_FLAGS = ("use_gear_autobox", "use_automatic_gears")
_RAW = ("differential_type", "axle_type", "external_torque_combine_method", "sweep_shape", "sweep_type")
"""Numbers that are printed as the character with that number, whatever it is."""
_GRAPH = "lateral_slip_graph"  # addresses of a memory that is gone: an empty list is printed


def physics_text(payload: bytes) -> str:
    """Return the text of a payload; of a layout that is not known, its heading."""
    try:
        controls = decode_physics(payload)
    except DamagedPayloadError:
        return f" Physics Control events: {int.from_bytes(payload[:COUNT_SIZE], 'little')}\n"
    return f" Physics Control events: {len(controls)}\n" + "".join(map(_control, controls))


def _control(control: PhysicsControl) -> str:
    is_ue4 = "forward_gears" in control.lists
    return "".join(_ue4(control) if is_ue4 else _ue5(control))


def _ue4(control: PhysicsControl) -> Iterator[str]:
    yield from _common(control, _UE4_HEAD)
    yield "   forward_gears:\n"
    for number, (ratio, down, up) in enumerate(_rows(control.lists["forward_gears"])):
        yield f"    gear {number}: ratio {ratio} down_ratio {down} up_ratio {up}\n"
    yield "   wheels:\n"
    for number, wheel in enumerate(control.lists["wheels"]):
        values = " ".join(f"{name} {_value(wheel, name)}" for name in _UE4_WHEEL)
        yield f"    wheel {number}: {values} position {_value(wheel, 'position')}\n"


def _ue5(control: PhysicsControl) -> Iterator[str]:
    yield from _common(control, _UE5_HEAD)
    for name in ("forward_gear_ratios", "reverse_gear_ratios"):
        yield f"   {name}:\n"
        for number, (ratio,) in enumerate(_rows(control.lists[name])):
            yield f"    gear {number}: ratio {ratio}\n"
    yield "   wheels:"
    for number, wheel in enumerate(control.lists["wheels"]):
        names = [name for name in wheel.dtype.names if not name.startswith("padding")]
        values = "".join(f" {name}: {_wheel_value(wheel, name)}" for name in names)
        yield f"\nwheel #{number}:\n{values}"
    yield "\n"


def _common(control: PhysicsControl, head: dict[str, str]) -> Iterator[str]:
    """Yield what both engines begin with: the id, the head and the two curves."""
    yield f"  Id: {control.actor_id}\n"
    for word, field in head.items():
        yield f"   {word} = {_value(control.head, field) if field else _SWITCH_TIME}\n"
    for name in ("torque_curve", "steering_curve"):
        points = "".join(f" ({x}, {y})" for x, y in _rows(control.lists[name]))
        yield f"   {name} ={points}\n"


def _rows(records: Records) -> Iterator[tuple[str, ...]]:
    for row in records.tolist():
        yield tuple(map(general_text, row))


def _value(record: Any, name: str) -> str:  # noqa: ANN401 - one record, however numpy calls it
    value = record[name]
    if name in _RAW:
        return chr(int(value))
    if name in _FLAGS:
        return "true" if value else "false"
    if value.dtype.kind in "ui":
        return str(int(value))
    if value.shape:
        return f"({', '.join(map(general_text, value.tolist()))})"
    return general_text(float(value))


def _wheel_value(wheel: Any, name: str) -> str:  # noqa: ANN401 - the same
    """Return a value of a wheel of UE5, whose vectors have six digits behind the point."""
    if name == _GRAPH:
        return "[]"
    if wheel.dtype[name].shape:
        return f"({', '.join(f'{number:f}' for number in wheel[name].tolist())})"
    return _value(wheel, name)
