"""Everything known about one actor at one time."""

from __future__ import annotations

import math

import pytest

from tests.scenes import BICYCLE, CAMERA, CONE, HERO, LIGHT, OTHER, WALKER, Scene, actor, pose, street
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleLightState
from viewer.recording.actors import Category
from viewer.replay.world.snapshot import TrafficLight, VehicleControl
from viewer.replay.world.world import world_at


@pytest.fixture
def world(scratch):
    """The street after 0.31 seconds, when everybody is there."""
    return world_at(street().index(scratch), 0.31)


def test_a_vehicle(world):
    hero = world.find(HERO)
    assert hero.actor_id == HERO
    assert world.index.actors.actor_id[hero.row] == HERO
    assert hero.category is Category.VEHICLE
    assert hero.description.type_id == "vehicle.lincoln.mkz2017"
    assert hero.location == pytest.approx((3.0, 0.0, 0.1))
    assert hero.rotation == (0.0, 0.0, 0.0)
    assert hero.transform == (hero.location, hero.rotation)
    assert hero.pose_source == "Position"
    assert hero.velocity.value == pytest.approx((10.0, 0.0, 0.0), abs=1e-4)
    assert hero.speed.value == pytest.approx(10.0, abs=1e-4)
    assert not hero.velocity.recorded
    assert not hero.speed.recorded
    assert hero.control == VehicleControl(pytest.approx(0.1), 0.5, 0.0, hand_brake=False, gear=3)
    assert hero.lights == VehicleLightState.POSITION | VehicleLightState.LOW_BEAM
    assert (hero.traffic_light, hero.walker_speed, hero.angular_velocity) == (None, None, None)
    other = world.find(OTHER)
    assert other.control == VehicleControl(0.0, 0.0, 1.0, hand_brake=True, gear=0)
    assert other.control.hand_brake is True
    assert other.speed.value == 0.0


def test_a_child(world):
    camera = world.find(CAMERA)
    assert camera.pose_source == "EventParent"
    assert camera.location == pytest.approx((4.5, 0.0, 2.5))
    assert camera.velocity is camera.speed is camera.control is camera.lights is None


def test_what_stands(world):
    light = world.find(LIGHT)
    assert light.pose_source == "EventAdd"
    assert light.traffic_light == TrafficLight(
        TrafficLightState.GREEN, frozen=False, time_in_state=pytest.approx(0.3)
    )
    assert light.traffic_light.frozen is False
    assert light.velocity is None
    assert world.find(CONE).pose_source == "Position"


def test_others(world):
    walker = world.find(WALKER)
    assert (walker.walker_speed, walker.speed.value) == pytest.approx((1.4, 1.4), abs=1e-3)
    assert world.find(BICYCLE).category is Category.BICYCLE


def test_who_is_nowhere_and_whose_parent_is_dead(scratch):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (1, 0, 0))])
    scene.frame(add=[actor(2, "sensor.camera.rgb")], parents=[(2, 1)]).frame(remove=[1])
    world = world_at(scene.index(scratch), 1.0)
    child = world.find(2)
    assert world.find(1) is None
    assert child.pose_source == ""
    assert child.location is child.rotation is child.transform is child.velocity is child.speed is None


def test_values_are_plain_numbers(world):
    """They are handed to Qt and to json, which take none of numpy's."""
    plain = (int, float, bool, str, type(None), tuple)
    for actor_id in world.actor_ids.tolist():
        snapshot = world.find(actor_id)
        for name in ("row", "actor_id", "location", "rotation"):
            value = getattr(snapshot, name)
            assert type(value) in plain, name
            if isinstance(value, tuple):
                assert all(type(part) in plain for part in value), name
        for measured in (snapshot.velocity, snapshot.speed):
            if measured is not None:
                assert type(measured.value) in plain
                assert type(measured.recorded) is bool


def lamps(scratch, bits):
    scene = Scene().frame(add=[actor(1)], extra={packets.VEHICLE_LIGHT: [(1, bits)]})
    return world_at(scene.index(scratch), 0.0).find(1).lights


def test_lamps_that_have_no_name_are_left_out(scratch):
    assert lamps(scratch, 0xFFFFFFFF) == VehicleLightState(0x7FF)
    assert lamps(scratch, 0x8 | 0x10000) == VehicleLightState.BRAKE
    assert lamps(scratch, 0) == VehicleLightState.NONE


def test_of_two_records_the_last_counts(scratch):
    controls = {packets.ANIM_VEHICLE: [(1, 0.5, 0, 0, False, 1), (1, -0.5, 0, 0, False, 1)]}
    scene = Scene().frame(add=[actor(1)], extra=controls, poses=[pose(1, (1, 0, 0)), pose(1, (2, 0, 0))])
    snapshot = world_at(scene.index(scratch), 0.0).find(1)
    assert snapshot.control.steer == -0.5
    assert snapshot.location[0] == 2.0


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_damaged_numbers_do_no_harm(scratch, bad):
    extra = {
        packets.ANIM_VEHICLE: [(1, bad, bad, bad, 77, -1)],
        packets.ANIM_WALKER: [(1, bad)],
        packets.TRAFFIC_LIGHT_STATE: [(1, 9, bad, 9)],
    }
    snapshot = world_at(Scene().frame(add=[actor(1)], extra=extra).index(scratch), 0.0).find(1)
    assert snapshot.control.hand_brake is True
    assert snapshot.traffic_light.frozen is True
    assert snapshot.traffic_light.state is TrafficLightState.UNKNOWN
