"""Lamps, beams and doors of vehicles, and what a traffic light says of its phase."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import Scene, actor, pose
from tests.ui.map.pixels import around, close_to, picture
from tests.ui.views import look_at
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleDoor, VehicleLightState
from viewer.replay.world.world import world_at

CAR, LIGHT = 7, 8


@pytest.fixture
def shown(map_view, tmp_path):
    """A function that shows a car at the origin that heads to the right, with lamps, and returns the map."""

    def show(lamps=0, door=None, light=(False, 0.0), scale=20.0):
        extra = {
            packets.VEHICLE_LIGHT: [(CAR, int(lamps))],
            packets.TRAFFIC_LIGHT_STATE: [(LIGHT, *light, TrafficLightState.GREEN)],
            packets.TRAFFIC_LIGHT_TIME: [(LIGHT, 10.0, 3.0, 2.0)],
        }
        if door is not None:
            extra[packets.VEHICLE_DOOR] = [(CAR, door, True)]
        cast = [actor(CAR), actor(LIGHT, "traffic.traffic_light", (0.0, 9.0, 0.0))]
        scene = Scene().frame(add=cast, poses=[pose(CAR, (0.0, 0.0, 0.0))], extra=extra)
        index = scene.index(tmp_path / f"{len(list(tmp_path.iterdir()))}.log")
        map_view.told.set_recording(index)
        map_view.told.set_world(world_at(index, 0.0))
        look_at(map_view, (0.0, 0.0, scale))
        return picture(map_view)

    return show


def test_lamps_shine_where_they_are_and_from_afar_not_at_all(shown, theme, pixels_of):
    """A left blinker on the left. Red belongs to traffic lights: brakes are bars behind the car."""
    dark = shown()
    for lamp, end in (("BRAKE", -2.2), ("LEFT_BLINKER", 2.1), ("REVERSE", -2.2)):
        image, at = shown(VehicleLightState[lamp]), pixels_of(end, 0)
        lit, unlit = (close_to(around(each, at, 25), theme.text, 40).sum() for each in (image, dark))
        assert lit > unlit + 8
        rows, columns = np.nonzero((dark != image).any(axis=2))
        if lamp == "LEFT_BLINKER":
            assert rows.max() < pixels_of(0, 0).y()
        elif lamp == "BRAKE":
            assert columns.max() < pixels_of(-2.0, 0).x() + 2
            assert not close_to(around(image, at, 20), theme.lamp_red, 40).any()
    assert (shown(VehicleLightState.BRAKE, scale=2.0) == shown(scale=2.0)).all()


def test_beams_light_the_ground_ahead_and_fade_over_five_and_a_half_metres(shown, pixels_of):
    dark, lit = shown(), shown(VehicleLightState.LOW_BEAM)
    gain = [
        int((around(lit, pixels_of(x, 0), 2).astype(int) - around(dark, pixels_of(x, 0), 2)).sum())
        for x in (-5.0, 3.5, 6.5, 9.0)
    ]
    assert gain[1] > 2 * gain[2] > 0
    assert gain[0] == gain[3] == 0


def test_an_open_door_stands_out(shown, pixels_of):
    closed, opened = shown(), shown(door=VehicleDoor.FRONT_LEFT)
    for y, stands_out in ((-1.4, True), (1.4, False)):
        at = pixels_of(0.2, y)
        assert (around(opened, at, 8) != around(closed, at, 8)).any() == stands_out


def test_a_light_says_what_is_left_of_its_phase_and_whether_it_is_frozen(shown, pixels_of):
    fresh, later, frozen = (
        around(shown(light=light), pixels_of(0.0, 9.0), 40)
        for light in ((False, 1.0), (False, 7.0), (True, 1.0))
    )
    assert (fresh[55:] != later[55:]).any()  # the number below
    assert (fresh[:50, 40:] == later[:50, 40:]).all()
    assert (frozen[40:55, 44:] != fresh[40:55, 44:]).any()  # the dashes around it
