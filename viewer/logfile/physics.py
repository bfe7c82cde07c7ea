"""How PhysicsControl is laid out: nothing in the packet tells, and it has changed."""

from __future__ import annotations

from viewer.logfile.fields import ACTOR, Field, Layout


def _floats(*names: str, unit: str = "") -> tuple[Field, ...]:
    return tuple(Field(name, "f32", unit) for name in names)


def _bools(*names: str) -> tuple[Field, ...]:
    return tuple(Field(name, "bool") for name in names)


def _vectors(*names: str, unit: str = "") -> tuple[Field, ...]:
    return tuple(Field(name, "vec32", unit) for name in names)


def _list(name: str, *fields: Field) -> Field:
    return Field(name, "u32", entries=fields)


_TORQUE_CURVE = _list("torque_curve", Field("x", "f32", "1/min"), Field("y", "f32", "Nm"))
_STEERING_CURVE = _list("steering_curve", Field("x", "f32", "km/h"), Field("y", "f32"))
_CENTER_OF_MASS = Field("center_of_mass", "vec32", "m")

_UE4_HEAD = (
    ACTOR,
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


def _ue4(name: str, *wheel: Field) -> Layout:
    lists = (
        _TORQUE_CURVE,
        _list("forward_gears", *_floats("ratio", "down_ratio", "up_ratio")),
        _STEERING_CURVE,
        _list("wheels", *wheel),
    )
    return Layout(name, (*_UE4_HEAD, *lists))


_UE5_HEAD = (
    ACTOR,
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
    _ue4("UE4 from 0.9.12", *_UE4_WHEEL, *_UE4_STIFFNESS, _UE4_POSITION),
    _ue4("UE4 until 0.9.10", *_UE4_WHEEL, _UE4_POSITION),
    Layout(
        "UE5",
        (
            *_UE5_HEAD,
            _TORQUE_CURVE,
            _list("forward_gear_ratios", *_floats("ratio")),
            _list("reverse_gear_ratios", *_floats("ratio")),
            _STEERING_CURVE,
            _list("wheels", *_UE5_WHEEL),
        ),
    ),
)
"""The layouts that are known; earlier states of ue5-dev had others, which stay raw."""
