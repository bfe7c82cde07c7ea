"""Record layouts of PhysicsControl packets: the file does not say which of them a recording has."""

from __future__ import annotations

from viewer.logfile.fields import ACTOR, Field, Layout


def _fields(table: str) -> tuple[Field, ...]:
    """Return the record fields in ``table``, with lines such as ``f32 kg: mass`` (type, unit, names)."""
    fields = []
    for line in table.strip().splitlines():
        kind, _, names = line.strip().partition(":")
        kind, _, unit = kind.partition(" ")
        fields += [Field(name, kind, unit) for name in names.split()]
    return tuple(fields)


def _list(name: str, table: str) -> Field:
    return Field(name, "u32", entries=_fields(table))


_TORQUE_CURVE = _list("torque_curve", "f32 1/min: x\nf32 Nm: y")
_STEERING_CURVE = _list("steering_curve", "f32 km/h: x\nf32: y")

_UE4_HEAD = _fields("""
    f32 1/min: max_rpm
    f32 kg·m²: moi
    f32: damping_rate_full_throttle damping_rate_zero_throttle_clutch_engaged
    f32: damping_rate_zero_throttle_clutch_disengaged
    bool: use_gear_autobox
    f32: clutch_strength final_ratio
    f32 kg: mass
    f32: drag_coefficient
    vec32 m: center_of_mass
""")
_UE4_WHEEL = """
    f32: tire_friction damping_rate
    f32 °: max_steer_angle
    f32 cm: radius
    f32 Nm: max_brake_torque max_handbrake_torque
"""
_UE4_STIFFNESS = "    f32: lat_stiff_max_load lat_stiff_value long_stiff_value\n"
_UE4_POSITION = "    vec32 cm: position"  # in the world

_UE5_HEAD = _fields("""
    f32 Nm: max_torque
    f32 1/min: max_rpm idle_rpm
    f32: brake_effect rev_up_moi rev_down_rate
    u8: differential_type
    f32: front_rear_split
    bool: use_automatic_gears
    f32 s: gear_change_time
    f32: final_ratio
    f32 1/min: change_up_rpm change_down_rpm
    f32: transmission_efficiency
    f32 kg: mass
    f32: drag_coefficient
    vec32 m: center_of_mass
    f32 cm: chassis_width chassis_height
    f32: downforce_coefficient drag_area
    vec32: inertia_tensor_scale
    f32: sleep_threshold sleep_slope_limit
    bool: use_sweep_wheel_collision
""")
_UE5_WHEEL = """
    u8: axle_type
    pad3: padding_1
    vec32 cm: offset
    f32 cm: wheel_radius wheel_width
    f32 kg: wheel_mass
    f32: cornering_stiffness friction_force_multiplier side_slip_modifier slip_threshold skid_threshold
    f32 °: max_steer_angle
    bool: affected_by_steering affected_by_brake affected_by_handbrake affected_by_engine
    bool: abs_enabled traction_control_enabled
    pad2: padding_2
    f32: max_wheelspin_rotation
    u8: external_torque_combine_method
    pad7: padding_3
    pad24: lateral_slip_graph
    vec32: suspension_axis suspension_force_offset
    f32 cm: suspension_max_raise suspension_max_drop
    f32: suspension_damping_ratio wheel_load_ratio spring_rate spring_preload
    i32: suspension_smoothing
    f32: rollbar_scaling
    u8: sweep_shape sweep_type
    pad2: padding_4
    f32 Nm: max_brake_torque max_hand_brake_torque
    i32: wheel_index
    vec32 cm: location old_location
    vec32 cm/s: velocity
    pad4: padding_5
"""
"""Fields of a wheel in UE5, written as a C++ struct with its padding.

``lateral_slip_graph`` counts as padding: it holds memory addresses of the server.
"""


def _ue4(name: str, wheel: str) -> Layout:
    gears = _list("forward_gears", "f32: ratio down_ratio up_ratio")
    lists = (_TORQUE_CURVE, gears, _STEERING_CURVE, _list("wheels", wheel))
    return Layout(name, (ACTOR, *_UE4_HEAD, *lists))


_UE5_LISTS = (
    _TORQUE_CURVE,
    *(_list(name, "f32: ratio") for name in ("forward_gear_ratios", "reverse_gear_ratios")),
    _STEERING_CURVE,
    _list("wheels", _UE5_WHEEL),
)

LAYOUTS = (
    _ue4("UE4 from 0.9.12", _UE4_WHEEL + _UE4_STIFFNESS + _UE4_POSITION),
    _ue4("UE4 until 0.9.10", _UE4_WHEEL + _UE4_POSITION),
    Layout("UE5", (ACTOR, *_UE5_HEAD, *_UE5_LISTS)),
)
"""Known layouts of a PhysicsControl record; records of earlier ue5-dev builds differ and are not decoded."""
