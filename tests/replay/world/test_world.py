"""What was true at a time, rule by rule."""

from __future__ import annotations

import math

import pytest

from tests.scenes import (
    HERO,
    LATE,
    OTHER,
    SPECTATOR,
    WALKER,
    Scene,
    actor,
    pose,
    street,
)
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.errors import ChangedError
from viewer.recording.actors import Category
from viewer.replay.world.world import world_at

NOWHERE = pytest.approx([math.nan] * 3, nan_ok=True)


def location(world, actor_id):
    return world.locations[world.index_of(world.row_of(actor_id))]


def rotation(world, actor_id):
    return world.rotations[world.index_of(world.row_of(actor_id))]


def at(*values):
    return pytest.approx(values, abs=2e-5)  # the file has 32 bits


# -- the frame in force


@pytest.fixture
def uneven(scratch):
    """Frames at 0, 0.5, 0.75, 0.75, 1.75 seconds; the actor's x is the number of the frame."""
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (1, 0, 0))])
    for number, delta in enumerate((0.5, 0.25, 0.0, 1.0), start=2):
        scene.frame(delta, poses=[pose(1, (number, 0, 0))])
    return scene.index(scratch)


@pytest.mark.parametrize(
    ("elapsed", "frame", "clipped"),
    [
        (0.0, 1, 0.0),
        (0.4999, 1, 0.4999),
        (0.5, 2, 0.5),
        (0.7499, 2, 0.7499),
        (0.75, 4, 0.75),  # the last one with this time
        (1.7499, 4, 1.7499),
        (1.75, 5, 1.75),
        (99.0, 5, 1.75),
        (-1.0, 1, 0.0),
        (math.nan, 1, 0.0),
        (math.inf, 5, 1.75),
        (-math.inf, 1, 0.0),
    ],
)
def test_the_frame_in_force_is_the_last_that_has_begun(uneven, elapsed, frame, clipped):
    world = world_at(uneven, elapsed)
    assert world.frame == frame
    assert world.frame_index == frame - 1
    assert world.elapsed == clipped
    assert location(world, 1) == at(frame, 0.0, 0.0)
    assert uneven.frames["elapsed"][frame - 1] <= world.elapsed


def test_a_recording_without_frames_has_an_empty_world(scratch):
    world = world_at(Scene().index(scratch), 3.0, interpolate=True)
    assert (world.frame, world.elapsed) == (0, 0.0)
    assert world.locations.shape == world.velocities.shape == world.box_extents.shape == (0, 3)
    assert len(world.rows) == len(world.actor_ids) == len(world.light_states) == len(world.speeds) == 0
    assert world.find(1) is None
    assert world.index_of(0) is None
    assert len(world.records(packets.POSITION)) == 0


# -- who is there


def test_columns_stand_side_by_side(scratch):
    world = world_at(street().index(scratch), 0.31)
    count = len(world.rows)
    assert count == 10
    assert world.index.actors.actor_id[world.rows].tolist() == world.actor_ids.tolist()
    assert world.categories.tolist() == [
        Category.VEHICLE, Category.VEHICLE, Category.BICYCLE, Category.WALKER, Category.TRAFFIC_LIGHT,
        Category.TRAFFIC_SIGN, Category.SPECTATOR, Category.PROP, Category.SENSOR, Category.VEHICLE,
    ]  # fmt: skip
    for column in (world.locations, world.rotations, world.box_centers, world.box_extents, world.velocities):
        assert column.shape == (count, 3)
    for column in (
        world.has_pose, world.in_position, world.box_recorded, world.speeds, world.velocity_recorded,
        world.light_states, world.vehicle_lights,
    ):  # fmt: skip
        assert column.shape == (count,)


def test_rows_and_ids_lead_to_places(scratch):
    index = street().index(scratch)
    world = world_at(index, 0.0)
    for place, (row, actor_id) in enumerate(zip(world.rows.tolist(), world.actor_ids.tolist(), strict=True)):
        assert world.index_of(row) == place
        assert world.row_of(actor_id) == row
        assert world.find(actor_id).row == world.snapshot(row).row == row
    (late,) = index.actors.rows_of(LATE)
    for row in (late, -1, len(index.actors), 10**6):
        assert world.index_of(row) is None
        assert world.snapshot(row) is None
    for actor_id in (LATE, 0, 2**32 - 1, 10**12, -5):
        assert world.row_of(actor_id) is None
        assert world.find(actor_id) is None


# -- poses


def test_position_tells_the_pose(scratch):
    world = world_at(street().index(scratch), 0.26)
    assert location(world, HERO) == at(2.5, 0.0, 0.1)
    assert rotation(world, SPECTATOR) == at(-45.0, 0.0, 0.0)
    assert rotation(world, OTHER) == at(0.0, 90.0, 0.0)


@pytest.mark.parametrize("type_id", ["traffic.traffic_light", "traffic.stop", "static.prop.box", "spectator"])
def test_what_stands_is_where_it_was_added(scratch, type_id):
    scene = Scene().frame(add=[actor(1, type_id, (1, 2, 3), (4, 5, 6))]).frame()
    world = world_at(scene.index(scratch), 0.05)
    assert location(world, 1) == at(1.0, 2.0, 3.0)
    assert rotation(world, 1) == at(4.0, 5.0, 6.0)
    assert not world.in_position[0]


@pytest.mark.parametrize(
    "type_id",
    ["vehicle.audi.tt", "walker.pedestrian.0001", "sensor.camera.rgb", "controller.ai.walker", "other"],
)
def test_what_moves_is_nowhere_without_position(scratch, type_id):
    world = world_at(Scene().frame(add=[actor(1, type_id, (1, 2, 3))]).index(scratch), 0.0)
    assert location(world, 1) == NOWHERE
    assert rotation(world, 1) == NOWHERE
    assert world.has_pose.tolist() == [False]


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 3e30])
def test_a_place_that_is_none_is_not_drawn(scratch, bad):
    world = world_at(Scene().frame(add=[actor(1)], poses=[pose(1, (0.0, bad, 0.0))]).index(scratch), 0.0)
    assert world.has_pose.tolist() == [False]
    assert world.find(1).location is None


@pytest.mark.parametrize("bad", [math.nan, math.inf, 3e30])
def test_an_angle_that_is_none_does_not_hide_the_actor(scratch, bad):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (1, 2, 3), (0.0, bad, 5.0))])
    world = world_at(scene.index(scratch), 0.0)
    assert location(world, 1) == at(1.0, 2.0, 3.0)
    assert rotation(world, 1) == at(0.0, 0.0, 5.0)


def test_actors_that_nobody_added_are_there_if_they_move(scratch):
    scene = Scene().frame(add=[actor(5)], poses=[pose(9, (9, 8, 7)), pose(5, (1, 2, 3)), pose(1, (9, 9, 9))])
    world = world_at(scene.index(scratch), 0.0)
    assert world.actor_ids.tolist() == [1, 5, 9]
    assert location(world, 5) == at(1.0, 2.0, 3.0)
    assert location(world, 9) == at(9.0, 8.0, 7.0)
    assert world.find(9).description.implied


def test_an_actor_twice_in_position_is_there_once(scratch):
    scene = Scene().frame(add=[actor(1), actor(2)], poses=[pose(1, (1, 0, 0)), pose(2, (2, 0, 0))] * 2)
    world = world_at(scene.index(scratch), 0.0)
    assert world.actor_ids.tolist() == [1, 2]
    assert world.locations[:, 0].tolist() == [1.0, 2.0]


# -- children


def family(scratch, *, parent_poses=((10, 20, 1), (0, 90, 0)), remove=(), later_poses=None):
    """A car in frame 1; in frame 2 a camera on it and a box on the camera; in frame 3 what is asked for."""
    there = [pose(1, *parent_poses)]
    scene = Scene().frame(add=[actor(1)], poses=there)
    scene.frame(
        add=[
            actor(3, "static.prop.box", (0.0, 1.0, 0.0), (0.0, 0.0, 10.0)),
            actor(2, "sensor.camera.rgb", (2.0, 0.0, 1.5), (-15.0, 0.0, 0.0)),
        ],
        parents=[(2, 1), (3, 2)],
        poses=there,
    )
    scene.frame(remove=remove, poses=there if later_poses is None else later_poses)
    return world_at(scene.index(scratch), 0.11)


@pytest.mark.parametrize(
    ("poses", "camera", "turned", "on_camera"),
    [
        (((10, 20, 1), (0, 90, 0)), (10.0, 22.0, 2.5), (-15.0, 90.0, 0.0), (9.0, 22.0, 2.5)),
        (((0, 0, 0), (90, 0, 0)), (-1.5, 0.0, 2.0), None, None),
        (((0, 0, 0), (0, 0, 90)), (2.0, 1.5, 0.0), None, None),
    ],
)
def test_a_child_is_carried_by_its_parent_and_a_grandchild_by_the_child(
    scratch, poses, camera, turned, on_camera
):
    world = family(scratch, parent_poses=poses)
    assert location(world, 2) == at(*camera)
    assert not world.in_position[world.index_of(world.row_of(2))]
    if turned:
        assert rotation(world, 2) == at(*turned)
        assert location(world, 3) == at(*on_camera)
        assert rotation(world, 3) == at(turned[0], turned[1], 10.0)


@pytest.mark.parametrize(
    ("change", "there"),
    [
        ({"remove": [1], "later_poses": []}, {2: NOWHERE, 3: NOWHERE}),
        ({"later_poses": []}, {1: NOWHERE, 2: NOWHERE, 3: NOWHERE}),  # also a prop, which was added somewhere
        ({"later_poses": [pose(1, (10, 20, 1)), pose(3, (7, 7, 7))]}, {3: at(7.0, 7.0, 7.0)}),
    ],
    ids=["the dead carry nobody", "who is nowhere carries nobody", "Position comes before the parent"],
)
def test_who_is_not_carried(scratch, change, there):
    world = family(scratch, **change)
    assert {each: location(world, each) for each in there} == there


def test_a_new_actor_with_the_id_of_the_dead_parent_carries_nobody(scratch):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (1, 0, 0))])
    scene.frame(add=[actor(2, "sensor.camera.rgb")], parents=[(2, 1)], poses=[pose(1, (1, 0, 0))])
    scene.frame(remove=[1], add=[actor(1)], poses=[pose(1, (5, 0, 0))])
    world = world_at(scene.index(scratch), 0.11)
    assert location(world, 1) == at(5.0, 0.0, 0.0)
    assert location(world, 2) == NOWHERE


# -- interpolation


def moving(scratch, first, second, *, delta=0.5):
    """Return the index of a car with a camera that goes from one pose to another."""
    scene = Scene().frame(delta, add=[actor(1)], poses=[pose(1, *first)])
    scene.frame(
        delta, add=[actor(2, "sensor.camera.rgb", (1, 0, 0))], parents=[(2, 1)], poses=[pose(1, *first)]
    )
    return scene.frame(delta, poses=[pose(1, *second)]).index(scratch)


def test_poses_between_two_frames(scratch):
    index = moving(scratch, ((0, 0, 0), (0, 0, 0)), ((8, 4, 2), (10, 20, 30)))
    world = world_at(index, 0.625, interpolate=True)
    assert world.interpolated
    assert location(world, 1) == at(2.0, 1.0, 0.5)
    assert rotation(world, 1) == at(2.5, 5.0, 7.5)
    plain = world_at(index, 0.625)
    assert not plain.interpolated
    assert location(plain, 1) == at(0.0, 0.0, 0.0)
    assert world.frame == plain.frame == 2


def test_children_are_carried_between_two_frames(scratch):
    index = moving(scratch, ((0, 0, 0), (0, 0, 0)), ((8, 0, 0), (0, 180, 0)))
    world = world_at(index, 0.75, interpolate=True)
    assert location(world, 2) == at(4.0, 1.0, 0.0)
    assert rotation(world, 2) == at(0.0, 90.0, 0.0)


@pytest.mark.parametrize(
    ("start", "end", "middle"),
    [(350, 10, 0), (10, 350, 0), (170, -170, 180), (-170, 170, 180), (0, 90, 45), (0, 725, 2.5)],
)
def test_angles_turn_the_short_way_round(scratch, start, end, middle):
    index = moving(scratch, ((0, 0, 0), (0, start, 0)), ((1, 0, 0), (0, end, 0)))
    world = world_at(index, 0.75, interpolate=True)
    assert (rotation(world, 1)[1] - middle + 180.0) % 360.0 - 180.0 == pytest.approx(0.0, abs=1e-4)


# -- boxes and lights


def test_boxes_are_recorded_or_usual(scratch):
    world = world_at(street().index(scratch), 0.0)
    assert world.box_recorded.tolist() == [True] + [False] * 7
    assert world.box_extents[0] == at(2.45, 1.06, 0.75)
    assert world.box_centers[0] == at(0.05, 0.0, 0.75)
    assert (world.box_extents > 0.0).all()


def test_a_state_that_is_none_is_unknown(scratch):
    states = {packets.TRAFFIC_LIGHT_STATE: [(1, False, 1.0, 200), (2, False, 1.0, 5), (3, False, 1.0, 3)]}
    scene = Scene().frame(add=[actor(k, "traffic.traffic_light") for k in (1, 2, 3)], extra=states)
    world = world_at(scene.index(scratch), 0.0)
    unknown = TrafficLightState.UNKNOWN
    assert world.light_states.tolist() == [unknown, unknown, TrafficLightState.OFF]
    assert world.find(1).traffic_light.state is unknown


# -- the file


def test_records_are_given_as_written(scratch):
    world = world_at(street().index(scratch), 0.0)
    assert world.records(packets.ANIM_WALKER).tolist() == [(WALKER, 140.0)]
    assert world.records(packets.FRAME_START)["frame"].tolist() == [1]
    assert len(world.records(packets.FRAME_END)) == 0
    assert len(world.records(packets.KINEMATICS)) == 0


def test_a_file_that_was_replaced_is_noticed(tmp_path):
    index = street().index(tmp_path / "some.log")
    street(5).save(tmp_path / "some.log")
    with pytest.raises(ChangedError):
        world_at(index, 0.5)
