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
            packets.TRAFFIC_LIGHT_STATE: [(LIGHT, light[0], light[1], TrafficLightState.GREEN)],
            packets.TRAFFIC_LIGHT_TIME: [(LIGHT, 10.0, 3.0, 2.0)],
        }
        if door is not None:
            extra[packets.VEHICLE_DOOR] = [(CAR, door, True)]
        index = (
            Scene()
            .frame(
                add=[actor(CAR), actor(LIGHT, "traffic.traffic_light", (0.0, 9.0, 0.0))],
                poses=[pose(CAR, (0.0, 0.0, 0.0))],
                extra=extra,
            )
            .index(tmp_path / f"{len(list(tmp_path.iterdir()))}.log")
        )
        map_view.told.set_recording(index)
        map_view.told.set_world(world_at(index, 0.0))
        look_at(map_view, (0.0, 0.0, scale))
        return picture(map_view)

    return show


@pytest.mark.parametrize(
    ("lamp", "color", "ahead"),
    [("BRAKE", "text", False), ("LEFT_BLINKER", "text", True), ("REVERSE", "text", False)],
)
def test_a_lamp_shines_where_it_is(shown, theme, pixels_of, lamp, color, ahead):
    end = 2.1 if ahead else -2.2
    dark = around(shown(), pixels_of(end, 0), 25)
    pixels = around(shown(VehicleLightState[lamp]), pixels_of(end, 0), 25)
    color = getattr(theme, color)
    assert close_to(pixels, color, 40).sum() > close_to(dark, color, 40).sum() + 8


def test_a_left_blinker_is_on_the_left(shown, pixels_of):
    dark, image = shown(), shown(VehicleLightState.LEFT_BLINKER)
    lit = np.flatnonzero((dark != image).any(axis=(1, 2)))
    assert len(lit)
    assert lit.max() < pixels_of(0, 0).y()


def test_from_afar_lamps_are_left_out(shown):
    assert (shown(VehicleLightState.BRAKE, scale=2.0) == shown(scale=2.0)).all()


def test_brakes_are_two_bars_behind_the_car(shown, theme, pixels_of):
    """Red belongs to traffic lights."""
    image = shown(VehicleLightState.BRAKE)
    row = (
        pixels_of(-2.4, 0).x()
        - 6
        + np.flatnonzero(close_to(around(image, pixels_of(-2.4, 0), 6), theme.text, 40).any(axis=0))
    )
    assert row.max() < pixels_of(-2.0, 0).x() + 2
    assert not close_to(around(image, pixels_of(-2.4, 0), 20), theme.lamp_red, 40).any()


def test_a_beam_fades_over_five_and_a_half_metres(shown, pixels_of):
    dark, lit = shown(), shown(VehicleLightState.LOW_BEAM)

    def gain(x):
        return int((around(lit, pixels_of(x, 0), 2).astype(int) - around(dark, pixels_of(x, 0), 2)).sum())

    near, far = gain(3.5), gain(6.5)
    assert near > 2 * far > 0
    assert gain(9.0) == 0


def test_beams_light_the_ground_ahead(shown, pixels_of):
    dark, lit = shown(), shown(VehicleLightState.LOW_BEAM)
    ahead, behind = pixels_of(5.0, 0.0), pixels_of(-5.0, 0.0)
    assert (around(lit, ahead, 3) > around(dark, ahead, 3)).any()
    assert (around(lit, behind, 3) == around(dark, behind, 3)).all()


def test_an_open_door_stands_out(shown, pixels_of):
    closed, opened = shown(), shown(door=VehicleDoor.FRONT_LEFT)
    left, right = pixels_of(0.2, -1.4), pixels_of(0.2, 1.4)
    assert (around(opened, left, 8) != around(closed, left, 8)).any()
    assert (around(opened, right, 8) == around(closed, right, 8)).all()


def test_a_light_says_what_is_left_of_its_phase_and_whether_it_is_frozen(shown, pixels_of):
    fresh, later, frozen = (
        around(shown(light=light), pixels_of(0.0, 9.0), 40)
        for light in ((False, 1.0), (False, 7.0), (True, 1.0))
    )
    assert (fresh[55:] != later[55:]).any()  # the number below
    assert (fresh[:50, 40:] == later[:50, 40:]).all()
    assert (frozen[40:55, 44:] != fresh[40:55, 44:]).any()  # the dashes around it
