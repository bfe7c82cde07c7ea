"""The text of ``show_recorder_file_info``, word for word."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from tests.analysis.carla_text.plain_text import text_of
from tests.scenes import DATE, Scene, physics, pose, read, street
from viewer.analysis.carla_text.file_info import STYLES, file_info
from viewer.logfile import packets
from viewer.logfile.enums import SCENERY, VehicleLightState
from viewer.logfile.fields import Engine
from viewer.logfile.nested import encode_payload
from viewer.logfile.packets import ActorRecord, Attribute
from viewer.logfile.physics import LAYOUTS
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index

PHYSICS = re.compile(rb" Physics Control events: .*?(?=^ \w|^Frame )", re.DOTALL | re.MULTILINE)


def text(index, **options):
    return b"".join(file_info(index, utc=True, **options)).decode()


def one_frame(path, extra, **events):
    scene = Scene(timestamp=DATE)
    scene.frame(extra=extra, **events)
    return scene.index(path)


def body(index, style="0.9.15", *, show_all=True):
    """Return what stands between the head and the foot."""
    whole = text(index, show_all=show_all, style=STYLES[style])
    head = "Version: 1\nMap: Town01\nDate: 11/23/21 14:08:48\n\n"
    assert whole.startswith(head)
    return whole.removeprefix(head)


EMPTY = {
    packets.POSITION: " Positions: 0\n",
    packets.TRAFFIC_LIGHT_STATE: " State traffic lights: 0\n",
    packets.ANIM_VEHICLE: " Vehicle animations: 0\n",
    packets.ANIM_WALKER: " Walker animations: 0\n",
}
"""What every build writes, if only as a heading."""

FOOT = "\nFrames: 1\nDuration: 0 seconds\n"


@pytest.mark.parametrize(
    ("kind", "rows", "expected"),
    [
        (
            packets.POSITION,
            [(7, (1.0, -2.5, 123456.7), (0.1, -6.1035156e-05, 180.0))],
            " Positions: 1\n  Id: 7 Location: (1, -2.5, 123457) Rotation: (0.1, -6.10352e-05, 180)\n",
        ),
        (
            packets.TRAFFIC_LIGHT_STATE,
            [(4294967294, True, 3.25, 2), (5, False, 0.0, 4)],
            (
                " State traffic lights: 2\n  Id: 4294967294 state: 2 frozen: 1 elapsedTime: 3.25\n"
                "  Id: 5 state: 4 frozen: 0 elapsedTime: 0\n"
            ),
        ),
        (
            packets.ANIM_VEHICLE,
            [(9, -0.25, 0.5, 1.0, True, -1)],
            " Vehicle animations: 1\n  Id: 9 Steering: -0.25 Throttle: 0.5 Brake: 1 Handbrake: 1 Gear: -1\n",
        ),
        (packets.ANIM_WALKER, [(3, 140.5)], " Walker animations: 1\n  Id: 3 speed: 140.5\n"),
        (
            packets.VEHICLE_LIGHT,
            [(3, 0), (4, VehicleLightState.FOG | VehicleLightState.INTERIOR), (5, 0xFFFFFFFF)],
            (
                " Vehicle light animations: 3\n  Id: 3 None\n  Id: 4 Interior Fog\n  Id: 5 Position LowBeam "
                "HighBeam Brake RightBlinker LeftBlinker Reverse Interior Fog Special1 Special2\n"
            ),
        ),
        (
            packets.SCENE_LIGHT,
            [(-1, 5000.0, 1.0, 0.5, 0.25, 1.0, True, 2), (3, 0.0, 0.0, 0.0, 0.0, 0.0, False, 0)],
            (
                " Scene light changes: 2\n"
                "  Id: -1 enabled: True intensity: 5000 RGB_color: (1, 0.5, 0.25)\n"
                "  Id: 3 enabled: False intensity: 0 RGB_color: (0, 0, 0)\n"
            ),
        ),
        (
            packets.KINEMATICS,
            [(7, (1.5, 0.0, 0.0), (0.0, 0.0, -2.0))],
            " Dynamic actors: 1\n  Id: 7 linear_velocity: (1.5, 0, 0) angular_velocity: (0, 0, -2)\n",
        ),
        (
            packets.BOUNDING_BOX,
            [(7, (-np.float32(np.nan), np.nan, -0.0), (-np.inf, np.inf, 1e6)), (8, (1, 2, 3), (4, 5, 6))],
            (
                " Actor bounding boxes: 2\n  Id: 7 origin: (-nan, nan, -0) extension: (-inf, inf, 1e+06)\n"
                "  Id: 8 origin: (1, 2, 3) extension: (4, 5, 6)\n"
            ),
        ),
        (
            packets.TRIGGER_VOLUME,
            [(7, (1.0, 2.0, 3.0), (4.0, 5.0, 6.0))],
            " Actor trigger volumes: 1\n  Id: 7 origin: (1, 2, 3) extension: (4, 5, 6)\n",
        ),
        (packets.PLATFORM_TIME, [(12345.678,)], " Current platform time: 12345.7\n"),
        (
            packets.TRAFFIC_LIGHT_TIME,
            [(7, 10.0, 3.0, 2.0)],
            " Traffic Light time events: 1\n  Id: 7 green_time: 10 yellow_time: 3 red_time: 2\n",
        ),
        (
            packets.WALKER_BONES,
            [(5, [("crl_root", (1.0, 2.0, 3.0), (0.5, 0.0, -90.0))])],
            ' Walkers Bones: 1\n  Id: 5\n     Bone: "crl_root" relative: Loc(1, 2, 3) Rot(0.5, 0, -90)\n\n',
        ),
        (packets.VISUAL_TIME, [(3.0,)], ""),
        (packets.VEHICLE_DOOR, [(7, 0, True)], ""),
        (packets.WEATHER, [tuple(range(14))], ""),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_packet_of_each_kind(tmp_path, kind, rows, expected):
    known = {each: EMPTY[each] for each in EMPTY} | {kind: expected}
    sections = "".join(known[each] for each in packets.PACKETS if each in known)
    found = body(one_frame(tmp_path / "one.log", {kind: rows}))
    assert found == f"Frame 1 at 0 seconds\n{sections}{FOOT}"


def test_events_are_printed_with_and_without_all(tmp_path):
    camera = ActorRecord(
        8, 5, (1.0, 2.0, 3.5), (0.0, 0.0, 0.0), 0, "sensor.camera.rgb",
        (Attribute(3, "role_name", ""), Attribute(2, "fov", "90.0")),
    )  # fmt: skip
    scene = Scene()
    scene.frame(add=[camera], parents=[(8, 7)]).frame().frame(
        0.25, remove=[8],
        collisions=[(4, 7, 8, True, False), (5, 7, SCENERY, False, True)],
    )  # fmt: skip
    found = body(scene.index(tmp_path / "events.log"), show_all=False)
    assert found == (
        "Frame 1 at 0 seconds\n"
        " Create 8: sensor.camera.rgb (5) at (1, 2, 3.5)\n"
        "  role_name = \n"
        "  fov = 90.0\n"
        " Parenting 8 with 7 (parent)\n"
        "Frame 3 at 0.3 seconds\n"
        " Destroy 8\n"
        " Collision id 4 between 7 (hero)  with 8\n"
        " Collision id 5 between 7 with 4294967295 (hero) \n"
        "\nFrames: 3\nDuration: 0.3 seconds\n"
    )


def test_the_oldest_style_has_no_colons_and_the_latest_no_blank_line_after_bones(tmp_path):
    packets_of = {
        packets.POSITION: [(7, (1, 2, 3), (4, 5, 6))],
        packets.ANIM_VEHICLE: [(7, 0, 0, 0.5, False, 1)],
        packets.WALKER_BONES: [],
    }
    index = one_frame(tmp_path / "old.log", packets_of)
    for style, colon, after in (("0.9.14", "", "\n"), ("0.9.15", ":", "\n"), ("latest", ":", "\n\n")):
        found = body(index, style)
        assert f"  Id: 7 Location: (1, 2, 3) Rotation{colon} (4, 5, 6)\n" in found
        assert f"  Id: 7 Steering: 0 Throttle: 0 Brake{colon} 0.5 Handbrake: 0 Gear: 1\n" in found
        assert f" Walkers Bones: 0\n{after}\nFrames: 1" in found


def test_doors_come_with_a_newer_style_and_an_unknown_one_has_no_line_end(tmp_path):
    doors = {packets.VEHICLE_DOOR: [(7, 0, True), (7, 6, False), (7, 9, True), (8, 5, True)]}
    index = one_frame(tmp_path / "doors.log", doors)
    section = (
        " Vehicle door animations: 4\n  Id: 7\n  Doors opened:  Front Left \n  Id: 7\n"
        "  Doors opened:  All \n  Id: 7\n  Doors opened:   Id: 8\n  Doors opened:  Trunk \n"
    )
    for style in ("0.9.16", "latest"):
        assert section in body(index, style)
    for style in ("0.9.14", "0.9.15"):
        assert "oor" not in body(index, style)


WEATHER = (
    " Weathers: 1\n  Cloudiness: 0 Precipitation: 1 PrecipitationDeposits: 2 WindIntensity: 3 "
    "SunAzimuthAngle: 4 SunAltitudeAngle: 5 FogDensity: 6 FogDistance: 7 FogFalloff: 8 Wetness: 9 "
    "ScatteringIntensity: 10 MieScatteringScale: 11 RayleighScatteringScale: 12 DustStorm: 13\n"
)


def test_the_latest_style_has_weather_and_a_blank_line_for_each_frame(tmp_path):
    scene = Scene().frame().frame(extra={packets.WEATHER: [tuple(range(14))]}).frame()
    index = scene.index(tmp_path / "weather.log")
    foot = "\n\nFrames: 3\nDuration: 0.1 seconds\n"  # the last FrameEnd counts twice
    assert body(index, "latest", show_all=False) == f"\nFrame 2 at 0.05 seconds\n{WEATHER}\n\n{foot}"
    headings = "".join(EMPTY.values())
    assert body(index, "latest") == (
        f"Frame 1 at 0 seconds\n{headings}\nFrame 2 at 0.05 seconds\n{headings}{WEATHER}\n"
        f"Frame 3 at 0.1 seconds\n{headings}\n{foot}"
    )


@pytest.mark.parametrize("layout", LAYOUTS[:2], ids=lambda layout: layout.name)
def test_physics(tmp_path, layout):
    (wheel,) = physics(layout).wheels
    control = physics(
        layout,
        actor_id=7,
        max_rpm=6500.0,
        moi=1.0,
        mass=1696.5,
        use_gear_autobox=1,
        center_of_mass=(0.5, 0.0, -0.25),
        torque_curve=[(1000.0, 347.0), (1500.0, 523.5)],
        wheels=[(*wheel[:3], 35.5, *wheel[4:-1], (1.0, 2.0, 3.0))],
    )
    found = body(one_frame(tmp_path / "physics.log", {packets.PHYSICS_CONTROL: [control]}))
    assert (
        " Physics Control events: 1\n"
        "  Id: 7\n"
        "   max_rpm = 6500\n"
        "   MOI = 1\n"
        "   damping_rate_full_throttle = 0\n"
        "   damping_rate_zero_throttle_clutch_engaged = 0\n"
        "   damping_rate_zero_throttle_clutch_disengaged = 0\n"
        "   use_gear_auto_box = true\n"
        "   gear_switch_time = 0.5\n"
        "   clutch_strength = 0\n"
        "   final_ratio = 0\n"
        "   mass = 1696.5\n"
        "   drag_coefficient = 0\n"
        "   center_of_mass = (0.5, 0, -0.25)\n"
        "   torque_curve = (1000, 347) (1500, 523.5)\n"
        "   steering_curve = (0, 0)\n"
        "   forward_gears:\n"
        "    gear 0: ratio 0 down_ratio 0 up_ratio 0\n"
        "   wheels:\n"
        "    wheel 0: tire_friction 0 damping_rate 0 max_steer_angle 0 radius 35.5 max_brake_torque 0 "
        "max_handbrake_torque 0 position (1, 2, 3)\n"
    ) in found


def test_wheels_of_ue5_have_vectors_of_six_digits_and_raw_bytes(tmp_path):
    layout = LAYOUTS[2]
    places = [field.name for field in layout.fields[-1].entries]
    wheel = [*physics(layout).wheels[0]]
    wheel[places.index("offset")], wheel[places.index("sweep_type")] = (1.5, 0.0, 0.0), 65
    control = physics(layout, actor_id=7, differential_type=3, wheels=[wheel])
    scene = Scene(Engine.UE5).frame(extra={packets.PHYSICS_CONTROL: [control]})
    found = body(scene.index(tmp_path / "ue5.log"))
    assert "   differential_type = \x03\n" in found
    assert (
        "   wheels:\nwheel #0:\n axle_type: \0 offset: (1.500000, 0.000000, 0.000000) wheel_radius: 0"
        in found
    )
    assert " sweep_type: A max_brake_torque: 0" in found


def test_a_cut_frame_is_printed_as_far_as_its_packets_go(tmp_path):
    data = street(frames=3).bytes()
    scene = read(data, tmp_path / "whole.log")
    cut = int(scene.offsets[2])
    frame = scene.layouts[int(scene.layout_indices[2])]
    at = next(at for packet_id, at, _ in frame.packets if packet_id == packets.TRAFFIC_LIGHT_STATE.id)
    index = read(data[: cut + at + 4], tmp_path / "cut.log")  # in the middle of the traffic lights
    found = text(index, show_all=True)
    last = found[found.index("Frame 3") :]
    assert last.startswith("Frame 3 at 0.1 seconds\n Create 109: sensor.camera.rgb (5) at (150, 0, 240)\n")
    assert last.count("\n  Id: ") == 6  # its positions
    assert "State traffic lights" not in last
    assert found.endswith("\nFrames: 3\nDuration: 0.1 seconds\n")
    whole = text(read(data, tmp_path / "whole.log"), show_all=True)
    assert whole.startswith(found.removesuffix("\nFrames: 3\nDuration: 0.1 seconds\n"))


def test_real_recordings_are_printed_as_plain_code_prints_them(recording_file):
    with LogFile(recording_file) as file:
        found = b"".join(file_info(read_index(file), show_all=True, utc=True))
    expected = text_of(recording_file.read_bytes()).encode()
    frames = found.partition(b"\n\n")[2].rpartition(b"\nFrames: ")[0]
    assert PHYSICS.sub(b"", frames) == expected


def skeletons(walkers, bones, shift=0.0):
    """Return walkers with bones whose numbers f32 holds exactly, and one without bones."""
    numbers = iter((np.arange(6 * walkers * bones) / 8 - 500 + shift).tolist())

    def bone(number):
        location, rotation = (tuple(next(numbers) for _ in range(3)) for _ in range(2))
        return f"crl_{number}__%g" if number else "", location, rotation

    return [*((100 + walker, tuple(map(bone, range(bones)))) for walker in range(walkers)), (999, ())]


def plain(walkers):
    lines = [f" Walkers Bones: {len(walkers)}\n"]
    for actor_id, bones in walkers:
        lines.append(f"  Id: {actor_id}\n")
        for name, *place in bones:
            places = [", ".join(f"{number:g}" for number in each) for each in place]
            lines.append('     Bone: "{}" relative: Loc({}) Rot({})\n'.format(name, *places))
    return "".join(lines) + "\n"


@pytest.mark.parametrize("engine", Engine)
def test_bones_of_many_walkers_in_many_frames(tmp_path, engine):
    frames = [*(skeletons(3, 67, shift) for shift in (0, 1, 2)), [], skeletons(9, 60)]
    odd = [(7, [("a\x01\0b", (math.nan, 0.0, 0.0), (0.0, 0.0, 0.0))]), *skeletons(1, 2)]
    scene = Scene(engine)
    for each in (*frames, odd, frames[0]):
        scene.frame(poses=[pose(999, (0, 0, 0))] * 20, extra={packets.WALKER_BONES: each})
    data = scene.bytes()
    one = encode_payload(packets.WALKER_BONES, frames[1], engine)
    lie = one[:6] + b"\xff\xff" + one[8:]  # so many bones are not in it
    index = read(data.replace(one, lie), tmp_path / "bones.log")
    found = text(index, show_all=True)
    told = [" Walkers Bones:" + each.partition("Frame")[0] for each in found.split(" Walkers Bones:")[1:]]
    expected = [*map(plain, frames), plain([(7, [("ab", (math.nan, 0, 0), (0, 0, 0))]), *odd[1:]])]
    expected[1] = plain([])
    assert told == [*expected, plain(frames[0]) + "\n"]
