from __future__ import annotations

from viewer.signals import SIGNALS

DERIVED = {
    "derived_speed", "acceleration", "lateral_acceleration", "jerk", "derived_yaw_rate", "distance",
    "real_time_factor", "light_ahead", "light_ahead_id", "light_ahead_source", "ttc", "nearest_distance",
    "nearest_id", "box_distance", "pair_ttc", "route_distance",
}  # fmt: skip
"""What no packet holds: it is worked out, and the window marks it with ƒ."""


def test_what_no_packet_holds_is_derived_and_all_else_recorded():
    assert {name for name, signal in SIGNALS.items() if not signal.recorded} == DERIVED
