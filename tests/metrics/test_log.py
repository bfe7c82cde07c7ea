"""MetricsLog: against scenes whose numbers are known, and against ScenarioRunner's own, mistakes aside."""

from __future__ import annotations

import inspect
import math

import pytest

from tests.metrics.comparing import same
from tests.scenes import BICYCLE, CAMERA, HERO, LATE, OTHER, WALKER, Scene, actor, hit, pose, street
from viewer.analysis.carla_text.file_info import file_info
from viewer.logfile import packets
from viewer.logfile.errors import RecordingError
from viewer.logfile.source import LogFile
from viewer.metrics import MetricsLog
from viewer.metrics.carla_types import carla_package
from viewer.recording.indexing.builder import read_index

STATES = (
    "get_actor_transform", "get_actor_velocity", "get_actor_angular_velocity", "get_actor_acceleration",
    "get_vehicle_control", "get_vehicle_physics_control", "get_walker_speed", "get_traffic_light_state",
    "is_traffic_light_frozen", "get_traffic_light_elapsed_time", "get_vehicle_lights",
)  # fmt: skip
AT_FRAME = (
    "get_elapsed_time", "get_delta_time", "get_platform_time", "get_actor_transforms_at_frame",
    "get_actor_velocities_at_frame", "get_actor_angular_velocities_at_frame",
    "get_actor_accelerations_at_frame",
)  # fmt: skip
ALL_FRAMES = (
    "get_all_actor_transforms", "get_all_actor_velocities", "get_all_actor_angular_velocities",
    "get_all_actor_accelerations",
)  # fmt: skip
OF_ACTOR = (
    "get_actor_collisions", "get_actor_attributes", "get_actor_bounding_box",
    "get_traffic_light_trigger_volume", "get_actor_alive_frames",
)  # fmt: skip


@pytest.fixture
def log(tmp_path):
    with MetricsLog(street().save(tmp_path / "street.log")) as opened:
        yield opened


@pytest.fixture
def carla():
    return carla_package()


def text_of(path):
    with LogFile(path) as file:
        return b"".join(file_info(read_index(file), show_all=True, utc=True)).decode()


def asked(log, name, *arguments):
    try:
        return getattr(log, name)(*arguments)
    except (IndexError, TypeError) as error:
        return type(error).__name__


def test_frames_count_from_one_and_times_are_their_own(log):
    assert log.get_total_frame_count() == 20
    assert (log.get_elapsed_time(1), log.get_delta_time(1)) == (0.0, 0.0)
    assert log.get_elapsed_time(20) == pytest.approx(0.95)
    assert log.get_delta_time(20) == pytest.approx(0.05)
    assert log.get_platform_time(1) is None
    for frame in (0, -1, 21):
        with pytest.raises(IndexError, match=f"no frame {frame}: they count from 1 to 20"):
            log.get_elapsed_time(frame)


def test_collisions_are_keyed_by_their_frames(log):
    assert log.get_actor_collisions(HERO) == {10: [OTHER], 11: [OTHER]}
    assert log.get_actor_collisions(OTHER) == {}


def test_actors(log):
    assert log.get_ego_vehicle_id() == HERO
    assert log.get_actor_ids_with_role_name("autopilot") == [OTHER, LATE]
    assert log.get_actor_ids_with_type_id("vehicle.*") == [HERO, OTHER, BICYCLE, LATE]
    assert log.get_actor_alive_frames(LATE) == (6, 15)
    assert log.get_actor_alive_frames(HERO) == (1, 20)
    assert log.get_actor_alive_frames(9999) == (None, None)
    attributes = log.get_actor_attributes(CAMERA)
    assert (attributes["type_id"], attributes["created"], attributes["parent"]) == (
        "sensor.camera.rgb",
        3,
        HERO,
    )
    assert attributes["role_name"] == "front"
    assert log.get_actor_attributes(9999) is None
    box = log.get_actor_bounding_box(HERO)
    assert (box.location.x, box.extent.x, box.extent.y) == pytest.approx((0.05, 2.45, 1.06))
    assert log.get_actor_bounding_box(OTHER) is None


def test_an_ego_of_another_name_is_found(tmp_path):
    path = Scene().frame(add=[actor(3, role_name="ego_vehicle")]).save(tmp_path / "ego.log")
    with MetricsLog(path) as log:
        assert log.get_ego_vehicle_id() == 3


def test_transforms(log, carla):
    transform = log.get_actor_transform(HERO, 5)
    assert type(transform) is carla.Transform
    assert (transform.location.x, transform.location.z) == pytest.approx((2.0, 0.1))
    assert log.get_actor_transform(OTHER, 1).rotation.yaw == pytest.approx(90.0)
    path = log.get_all_actor_transforms(LATE, 4, 7)
    assert path[:2] == [None, None]
    assert [each.location.y for each in path[2:]] == pytest.approx([18.5, 18.2])
    assert len(log.get_all_actor_transforms(HERO)) == 20
    at = log.get_actor_transforms_at_frame(20)
    assert LATE not in at
    assert at[HERO].location.x == pytest.approx(9.5)
    assert set(log.get_actor_transforms_at_frame(20, [HERO, LATE])) == {HERO}


def test_controls_and_lamps(log, carla):
    control = log.get_vehicle_control(HERO, 3)
    assert (control.steer, control.throttle, control.gear) == pytest.approx((0.1, 0.5, 3))
    assert log.get_vehicle_control(OTHER, 3).hand_brake
    assert log.get_walker_speed(WALKER, 3) == pytest.approx(1.4)
    lamps = carla.VehicleLightState
    assert log.get_vehicle_lights(HERO, 3) == [lamps.Position, lamps.LowBeam]
    assert log.is_vehicle_light_active(lamps.Brake, OTHER, 3)
    assert not log.is_vehicle_light_active(lamps.Brake, WALKER, 3)
    assert log.get_vehicle_physics_control(HERO, 3) is None


@pytest.fixture
def additional(tmp_path):
    """A vehicle whose speed changes by 1 m/s a frame of 0.5 s, and what additional data has besides."""
    scene = Scene()
    for k in range(4):
        extra = {
            packets.KINEMATICS: [(7, (float(k), 0.0, 0.0), (0.0, 0.0, 9.0))],
            packets.PLATFORM_TIME: [(0.7 * k,)],
        }
        if k in (0, 2):
            extra[packets.TRAFFIC_LIGHT_TIME] = [(5, 10.0 + k, 3.0, 2.0)]
            extra[packets.SCENE_LIGHT] = [(1, 250.5, 1.0, 0.5, 0.0, 1.0, bool(k), 2)]
            extra[packets.TRIGGER_VOLUME] = [(5, (100.0, 200.0, 300.0), (10.0, 20.0, 30.0))]
        add = [actor(7, "vehicle.audi.tt"), actor(5, "traffic.traffic_light")] if k == 0 else []
        scene.frame(0.5, add=add, poses=[pose(7, (float(k), 0, 0))], extra=extra)
    return scene.save(tmp_path / "additional.log")


@pytest.fixture
def bare(tmp_path):
    """A vehicle on a circle of 20 m at 10 m/s, clockwise seen from above, and one that brakes by 4 m/s²."""
    scene = Scene()
    for k in range(20):
        t = 0.05 * k
        place = 20.0 * math.sin(0.5 * t), 20.0 - 20.0 * math.cos(0.5 * t), 0.0
        add = [actor(7, "vehicle.audi.tt"), actor(8, "vehicle.audi.a2")] if k == 0 else []
        poses = [
            pose(7, place, (0.0, math.degrees(0.5 * t), 0.0)),
            pose(8, (20.0 * t - 2.0 * t * t, 50.0, 0.0)),
        ]
        scene.frame(0.05, add=add, poses=poses)
    return scene.save(tmp_path / "bare.log")


def test_without_additional_data_poses_tell_of_motion_and_it_is_said_once(bare):
    said = []
    with MetricsLog(bare, report=said.append) as log:
        for frame in range(1, 21):
            t = 0.05 * (frame - 1)
            velocity, turn = log.get_actor_velocity(7, frame), log.get_actor_angular_velocity(7, frame)
            assert (velocity.x, velocity.y) == pytest.approx(
                (10.0 * math.cos(0.5 * t), 10.0 * math.sin(0.5 * t)), abs=0.02
            )
            assert (turn.x, turn.y, turn.z) == pytest.approx((0.0, 0.0, math.degrees(0.5)), abs=0.01)
            assert log.get_actor_acceleration(7, frame).length() == pytest.approx(5.0, abs=0.1)
            assert log.get_actor_velocities_at_frame(frame)[8].x == pytest.approx(20.0 - 4.0 * t, abs=1e-3)
            assert log.get_actor_accelerations_at_frame(frame)[8].x == pytest.approx(-4.0, abs=0.01)
            assert log.get_actor_angular_velocities_at_frame(frame, [7])[7].z == pytest.approx(turn.z)
        assert log.get_actor_velocity(9, 3) is None
        assert log.get_all_actor_velocities(8)[5].x == pytest.approx(19.0, abs=1e-3)
    assert len(said) == 1
    assert "velocities are not recorded: they are derived from poses" in said[0]
    said.clear()
    with MetricsLog(bare, report=said.append) as log:
        assert log.get_actor_bounding_box(7) is None
        assert log.get_actor_bounding_box(8) is None
    (sentence,) = said
    assert "bounding boxes are not recorded: the log answers None" in sentence


def test_a_turn_about_each_axis_has_carlas_sign(tmp_path):
    """Unreal's pitch and roll turn against the axes of the world, its yaw with them."""
    for place, sign in ((0, (0, -1, 0)), (1, (0, 0, 1)), (2, (-1, 0, 0))):
        scene = Scene()
        for k in range(5):
            angles = [0.0, 0.0, 0.0]
            angles[place] = 3.0 * k
            add = [actor(7, "vehicle.audi.tt")] if k == 0 else []
            scene.frame(0.1, add=add, poses=[pose(7, (0.0, 0.0, 0.0), tuple(angles))])
        with MetricsLog(scene.save(tmp_path / f"{place}.log")) as log:
            turn = log.get_actor_angular_velocity(7, 3)
            assert (turn.x, turn.y, turn.z) == pytest.approx([30.0 * each for each in sign], abs=1e-3)


def test_accelerations_are_changes_of_velocity(additional, carla):
    with MetricsLog(additional) as log:
        assert [each.x for each in log.get_all_actor_velocities(7)] == [0.0, 1.0, 2.0, 3.0]
        assert [each.x for each in log.get_all_actor_accelerations(7)] == [0.0, 2.0, 2.0, 2.0]
        assert log.get_actor_angular_velocity(7, 1).z == 9.0
        assert log.get_actor_accelerations_at_frame(3)[7].x == 2.0
        assert log.get_actor_velocities_at_frame(4)[7].x == 3.0
        assert log.get_platform_time(4) == pytest.approx(2.1)
        times = [
            log.get_traffic_light_state_time(5, carla.TrafficLightState.Green, frame) for frame in (2, 3)
        ]
        assert times == [10.0, 12.0]
        volume = log.get_traffic_light_trigger_volume(5)
        assert (volume.location.y, volume.extent.z) == pytest.approx((2.0, 0.3))
        off, on = (log.get_scene_light_state(1, frame) for frame in (1, 3))
        assert (off.active, on.active) == (False, True)
        assert (on.intensity, on.color.r, on.color.g) == (250.5, 255, 127)
        assert on.group == carla.LightGroup.Street
        assert log.get_scene_light_state(2, 3) is None


# -- against the original


def every_question(log):
    """Yield what to ask, with arguments that lead everywhere: each frame at the edges, each kind of actor."""
    last = log.get_total_frame_count()
    chosen = [
        each
        for pattern in ("vehicle.*", "walker.*", "traffic.*", "sensor.*", "static.*", "spectator")
        for each in log.get_actor_ids_with_type_id(pattern)[:3]
    ]
    states, lamps = carla_package().TrafficLightState, carla_package().VehicleLightState
    yield ("get_total_frame_count",)
    yield ("get_ego_vehicle_id",)
    yield "get_actor_ids_with_role_name", "autopilot"
    yield "get_actor_ids_with_type_id", "*"
    yield from ((name, each) for name in OF_ACTOR for each in (*log.get_actor_ids_with_type_id("*"), 999_999))
    for frame in (1, 2, last // 2, last - 1, last, last + 1):
        yield from ((name, frame) for name in AT_FRAME)
        yield "get_actor_transforms_at_frame", frame, chosen
        yield from (("get_scene_light_state", light, frame) for light in (-1, 0, 3))
        for each in chosen:
            yield from ((name, each, frame) for name in STATES)
            yield "get_traffic_light_state_time", each, states.Green, frame
            yield "is_vehicle_light_active", lamps.Brake, each, frame
    yield from ((name, chosen[0], *span) for name in ALL_FRAMES for span in ((), (3, 9)))


def test_every_method_of_the_original_is_there(original):
    methods = {name for name, _ in inspect.getmembers(original, inspect.isfunction) if name[0] != "_"}
    for name in methods:
        ours, theirs = (inspect.signature(getattr(each, name)) for each in (MetricsLog, original))
        assert list(ours.parameters) == list(theirs.parameters), name
    asked_for = {*STATES, *AT_FRAME, *ALL_FRAMES, *OF_ACTOR}
    others = {
        "get_total_frame_count", "get_ego_vehicle_id", "get_actor_ids_with_role_name",
        "get_actor_ids_with_type_id", "get_scene_light_state", "get_traffic_light_state_time",
        "is_vehicle_light_active",
    }  # fmt: skip
    assert methods == asked_for | others


def corrected(original):
    """Return the original's class without its mistakes: frames one off, a walker's speed as a text."""

    class Corrected(original):
        def get_elapsed_time(self, frame):
            return super().get_elapsed_time(frame - 1)

        def get_delta_time(self, frame):
            return super().get_delta_time(frame - 1)

        def get_platform_time(self, frame):
            return super().get_platform_time(frame - 1)

        def get_actor_collisions(self, actor_id):
            return {frame + 1: others for frame, others in super().get_actor_collisions(actor_id).items()}

        def get_walker_speed(self, walker_id, frame):
            speed = super().get_walker_speed(walker_id, frame)
            return None if speed is None else float(speed) / 100.0

        def is_vehicle_light_active(self, light, vehicle_id, frame):
            return light in (self.get_vehicle_lights(vehicle_id, frame) or ())

        def _get_states_at_frame(self, frame, state, actor_list=None):
            present = self._frames[frame - 1]["actors"]
            states = {each: self._get_actor_state(each, state, frame) for each in present}
            if actor_list:
                return {each: found for each, found in states.items() if each in actor_list}
            return {each: found for each, found in states.items() if found}

    return Corrected


def test_answers_are_those_of_the_original_but_for_its_mistakes(original, recording_file):
    """What is derived where nothing is recorded, accelerations, and lights of the scene have tests above."""
    theirs = corrected(original)(text_of(recording_file))
    with MetricsLog(recording_file) as ours:
        (hero,) = theirs.get_actor_ids_with_role_name("hero")[:1]
        unrecorded = theirs.get_actor_velocity(hero, 2) is None
        count = 0
        for name, *arguments in every_question(theirs):
            expected, answer = asked(theirs, name, *arguments), asked(ours, name, *arguments)
            derived = unrecorded and "velocit" in name
            if derived or "acceleration" in name or "scene_light" in name:
                continue
            if name == "get_delta_time" and isinstance(expected, float):  # of two times of six digits
                assert answer == pytest.approx(expected, abs=2e-4), arguments
            else:
                assert same(answer, expected), (name, arguments)
            count += expected is not None
        assert count > 500


def test_what_is_no_recording_is_told(tmp_path):
    with pytest.raises(RecordingError, match="there is no such file"):
        MetricsLog(tmp_path / "none.log")
    empty = tmp_path / "empty.log"
    empty.write_bytes(Scene().frame(collisions=[hit(1)]).bytes()[:40])
    with pytest.raises(RecordingError, match="no complete frame"):
        MetricsLog(empty)
