"""How CARLA's enumerations read."""

from __future__ import annotations

import json

from viewer.logfile.enums import ActorType, TrafficLightState, VehicleLightState


def test_a_state_prints_as_a_name_and_counts_as_a_number():
    state = TrafficLightState(1)
    assert (str(state), f"{state}", f"{state:>8}".strip()) == ("Yellow", "Yellow", "1")
    assert (state + 1, f"{state:d}", json.dumps(state)) == (2, "1", "1")
    assert str(ActorType.TRAFFIC_LIGHT) == "TrafficLight"


def test_lamps_print_as_names():
    lamps = VehicleLightState.POSITION | VehicleLightState.LEFT_BLINKER
    assert f"{lamps}" == "Position | LeftBlinker"
    assert f"{lamps:#x}" == "0x21"
    assert str(VehicleLightState(0xFFFFFFFF)).startswith("Position | LowBeam | HighBeam | Brake")
