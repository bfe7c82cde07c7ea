"""What of a vehicle shines, stands open and turns."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import Scene, actor, pose
from viewer.logfile import packets
from viewer.logfile.enums import VehicleDoor, VehicleLightState
from viewer.replay.world.appearance import BLINK_PERIOD, doors_at, front_wheels_at, lamps_at
from viewer.replay.world.world import world_at

CAR, TRUCK = 7, 9
LAMPS = VehicleLightState.LEFT_BLINKER | VehicleLightState.LOW_BEAM


@pytest.fixture
def index(tmp_path):
    scene = Scene()
    for k in range(4):
        extra = {
            packets.VEHICLE_LIGHT: [(CAR, int(LAMPS))],
            packets.ANIM_VEHICLE: [(TRUCK, 0.0, 0.0, 0.5 * (k == 1), False, -1 if k == 2 else 1)],
            packets.ANIM_VEHICLE_WHEELS: [(CAR, [(0, -12.0, 5.0), (1, 10.0 + k, 0.0), (2, 3.0, 0.0)])],
        }
        if k in (1, 3):
            extra[packets.VEHICLE_DOOR] = (
                [(CAR, VehicleDoor.ALL, True), (CAR, VehicleDoor.HOOD, False)]
                if k == 1
                else [(CAR, VehicleDoor.ALL, False)]
            )
        scene.frame(
            BLINK_PERIOD / 2,
            add=[actor(CAR), actor(TRUCK)] if k == 0 else [],
            poses=[pose(CAR, (0, 0, 0)), pose(TRUCK, (9, 0, 0))],
            extra=extra,
        )
    return scene.index(tmp_path / "lamps.log")


def frame(index, number):
    return world_at(index, float(index.elapsed[number]))


def test_indicators_blink_with_the_time_of_the_recording(index):
    shining = [lamps_at(frame(index, k))[0] for k in range(3)]
    assert shining[0] == shining[2] == LAMPS
    assert shining[1] == VehicleLightState.LOW_BEAM


def test_braking_and_reversing_show_without_recorded_lamps(index):
    of_truck = [int(lamps_at(frame(index, k))[1]) for k in range(3)]
    assert of_truck == [0, VehicleLightState.BRAKE, VehicleLightState.REVERSE]


def test_the_latest_change_of_a_door_counts(index):
    open_doors = [doors_at(frame(index, k)).tolist() for k in range(4)]
    most = 0b111111 & ~(1 << VehicleDoor.HOOD)
    assert open_doors == [[0, 0], [most, 0], [most, 0], [0, 0]]


def test_front_wheels_turn_as_recorded(index):
    angles = front_wheels_at(frame(index, 2))
    assert angles[0].tolist() == [-12.0, 12.0]
    assert np.isnan(angles[1]).all()


def test_a_recording_without_any_of_it_has_nothing_to_show(tmp_path):
    index = Scene().frame(add=[actor(CAR)], poses=[pose(CAR, (0, 0, 0))]).index(tmp_path / "bare.log")
    world = world_at(index, 0.0)
    assert lamps_at(world).tolist() == [0]
    assert doors_at(world).tolist() == [0]
    assert np.isnan(front_wheels_at(world)).all()
