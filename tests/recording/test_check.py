"""Defects of single records, found by reading everything once."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.recording import plain_reader
from tests.sample.writer import encode_packet
from tests.scenes import HERO, OTHER, SPECTATOR, WALKER, Scene, actor, box, pose, read, street
from viewer.logfile import packets
from viewer.logfile.errors import ChangedError
from viewer.logfile.fields import Engine, Shape
from viewer.logfile.source import LogFile
from viewer.recording.check import examine
from viewer.recording.indexing.builder import read_index
from viewer.recording.read import records as reading

NAN, INF = math.nan, math.inf
each_engine = pytest.mark.parametrize("engine", Engine, ids=lambda engine: engine.value)


def found(index, first=0):
    return list(examine(index, first))[-1].problems


def told(index, first=0):
    """Return what was found: text, whether it is damage, index of the first frame, count."""
    return [(problem.what, problem.damage, problem.frame, problem.count) for problem in found(index, first)]


def place_of(data, number, packet_id, record=0, size=0):
    """Return the offset of a record in a file."""
    frame = plain_reader.frames_of(data)[number]
    (packet,) = (each for each in frame if each.id == packet_id)
    return packet.offset + 7 + record * size


# -- poses and other numbers


@each_engine
@pytest.mark.parametrize("number", [NAN, INF, -INF, 1e30])
def test_places_that_are_none(scratch, engine, number):
    scene = Scene(engine).frame(add=[actor(1), actor(2)], poses=[pose(1, (0, 0, 0)), pose(2, (0, 0, 0))])
    for k in range(4):
        wrong = number if k in {1, 2} else 0.0
        scene.frame(poses=[pose(1, (0, 0, 0)), pose(2, (0, wrong, 0))])
    data = scene.bytes()
    index = read(data, scratch)
    (problem,) = found(index)
    assert problem.what == "Position: location of actor 2 is NaN, infinite or absurd"
    assert problem.action == "the actor has no place there"
    assert (problem.damage, problem.frame, problem.last_frame, problem.count) == (True, 2, 3, 2)
    assert problem.offset == place_of(data, 2, 6, 1, 28 if engine is Engine.UE4 else 52)


@each_engine
def test_angles_that_are_none(scratch, engine):
    scene = Scene(engine).frame(add=[actor(1)], poses=[pose(1, (0, 0, 0), (0, NAN, 0))])
    assert told(scene.index(scratch)) == [
        ("Position: rotation of actor 1 is NaN, infinite or absurd", True, 0, 1)
    ]


@pytest.mark.parametrize(
    ("kind", "row", "what"),
    [
        (
            packets.KINEMATICS,
            (1, (NAN, 0, 0), (0, 0, 0)),
            "Kinematics: velocity of actor 1 is NaN, infinite or absurd",
        ),
        (
            packets.KINEMATICS,
            (1, (0, 0, 0), (0, 0, 1e5)),
            "Kinematics: angular velocity of actor 1 is NaN, infinite or absurd",
        ),
        (
            packets.ANIM_VEHICLE,
            (1, INF, 0, 0, False, 1),
            "AnimVehicle: steer of actor 1 is NaN, infinite or absurd",
        ),
        (packets.ANIM_VEHICLE, (1, 0, 0, 0, 7, 1), "AnimVehicle: hand brake of actor 1 has a value"),
        (packets.ANIM_WALKER, (1, 1e30), "AnimWalker: speed of actor 1 is NaN, infinite or absurd"),
        (packets.TRAFFIC_LIGHT_STATE, (1, False, 0, 5), "TrafficLightState: state of actor 1 has a value"),
        (packets.TRAFFIC_LIGHT_STATE, (1, 2, 0, 4), "TrafficLightState: frozen of actor 1 has a value"),
        (
            packets.TRAFFIC_LIGHT_TIME,
            (1, 1, NAN, 1),
            "TrafficLightTime: yellow of actor 1 is NaN, infinite or absurd",
        ),
        (packets.SCENE_LIGHT, (-1, 1, 1, 1, 1, 1, True, 5), "SceneLight: group has a value"),
        (
            packets.SCENE_LIGHT,
            (-1, NAN, 1, 1, 1, 1, True, 4),
            "SceneLight: intensity is NaN, infinite or absurd",
        ),
        (
            packets.TRIGGER_VOLUME,
            (1, (0, 0, 0), (INF, 1, 1)),
            "TriggerVolume: extent of actor 1 is NaN, infinite or absurd",
        ),
        (packets.ANIM_BIKER, (1, NAN, 0), "AnimBiker: forward speed of actor 1 is NaN, infinite or absurd"),
        (packets.VEHICLE_DOOR, (1, 7, True), "VehicleDoor: door of actor 1 has a value"),
        (packets.WEATHER, (NAN, *[0] * 13), "Weather: cloudiness is NaN, infinite or absurd"),
        (packets.COLLISION, (1, 1, 1, 2, 0), "Collision: actor1 is hero has a value"),
        (packets.PLATFORM_TIME, (INF,), "PlatformTime: time is NaN, infinite or absurd"),
        (packets.VISUAL_TIME, (NAN,), "VisualTime: time is NaN, infinite or absurd"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_numbers_and_choices_that_cannot_be(scratch, kind, row, what):
    scene = Scene().frame(add=[actor(1)]).frame(extra={kind: [row]})
    (problem,) = found(scene.index(scratch))
    assert problem.what.startswith(what)
    assert (problem.damage, problem.frame, problem.count) == (True, 1, 1)


def test_everything_that_may_be_said_is_no_fault(scratch):
    extra = {
        packets.KINEMATICS: [(1, (30, -4, 0), (0, 0, 90))],
        packets.ANIM_VEHICLE: [(1, -1, 1, 1, True, -1)],
        packets.VEHICLE_LIGHT: [(1, 0xFFFFFFFF)],
        packets.SCENE_LIGHT: [(-1, 1e5, 1, 1, 1, 1, True, 4)] * 2,
        packets.ANIM_VEHICLE_WHEELS: [(1, [(place, 70.0, -1e6) for place in range(6)])],
        packets.VEHICLE_DOOR: [(1, door, True) for door in range(7)],
        packets.WEATHER: [tuple(range(14))],
        packets.VISUAL_TIME: [(327.3,)],
    }
    scene = Scene().frame(add=[actor(1)], extra=extra, boxes=[box(1, (0, 0, 0), (0, 0, 0))])
    assert told(scene.index(scratch)) == []


def test_many_actors_with_one_defect_are_told_together(scratch):
    ids = range(1, 1001)
    scene = Scene().frame(add=[actor(k) for k in ids], poses=[pose(k, (NAN, 0, 0)) for k in ids])
    problems = found(scene.index(scratch))
    assert len(problems) < 30
    assert sum(problem.count for problem in problems) == 1000
    assert problems[0].what == "Position: location of actor 1 is NaN, infinite or absurd"


# -- boxes


def test_actors_without_a_mesh_have_no_boxes(scratch):
    """NaN and −inf for the spectator and for sensors; zeros in 0.9.10."""
    bare = ((NAN,) * 3, (-INF,) * 3)
    scene = Scene().frame(
        add=[actor(1, "spectator"), actor(2, "sensor.camera.rgb"), actor(3, "sensor.other.imu"), actor(4)],
        boxes=[box(1, *bare), box(2, *bare), box(3, (0, 0, 0), (0, 0, 0)), box(4, (0, 0, 1), (2, 1, 1))],
    )
    assert told(scene.index(scratch)) == []


# -- who is named


@each_engine
def test_records_of_who_is_not_there(scratch, engine):
    scene = Scene(engine).frame(add=[actor(1), actor(2)])
    for _ in range(3):
        scene.frame(extra={packets.ANIM_WALKER: [(1, 0), (7, 0)]})
    scene.frame(remove=[2], extra={packets.ANIM_WALKER: [(1, 0), (2, 0)]})
    assert told(scene.index(scratch)) == [
        ("AnimWalker names actor 7, which is not there", True, 1, 3),
        ("AnimWalker names actor 2, which is not there", True, 4, 1),
    ]


def test_who_moves_within_a_run_without_having_been_added(scratch):
    scene = Scene().frame(add=[actor(5), actor(6)])
    for k in range(40):
        scene.frame(poses=[pose(5, (0, 0, 0)), pose(9 if k in {30, 31} else 6, (0, 0, 0))])
    index = scene.index(scratch)
    assert 9 not in index.actors.actor_id
    assert told(index) == [("Position names actor 9, which is not there", True, 31, 2)]


def test_an_actor_twice_in_a_packet_is_odd_but_no_fault(scratch):
    """One build listed some actors twice."""
    scene = Scene().frame(add=[actor(1), actor(2)])
    for _ in range(5):
        scene.frame(poses=[pose(2, (0, 0, 0)), pose(1, (0, 0, 0)), pose(2, (0, 0, 0))])
    data = scene.bytes()
    (problem,) = found(read(data, scratch))
    assert (problem.what, problem.damage) == ("actor 2 stands in Position twice", False)
    # The second record of the first packet is another one; while nothing changes, it is not looked at again.
    assert problem.frame == 1
    assert problem.offset == place_of(data, 1, 6, 2, 28)


def test_who_comes_and_goes_between_two_ticks_may_have_a_box(scratch):
    scene = Scene().frame().frame(add=[actor(1)], remove=[1], boxes=[box(1, (0, 0, 0), (1, 1, 1))]).frame()
    assert told(scene.index(scratch)) == []
    scene = Scene().frame().frame(add=[actor(1)], remove=[1], poses=[pose(1, (0, 0, 0))]).frame()
    assert told(scene.index(scratch)) == []  # who moves after its end has been told when the file was opened


# -- counts, times


def test_counts_that_lie(scratch):
    data = bytearray(street(6).bytes())
    for number, packet_id in ((2, 6), (3, 8), (4, 8)):
        data[place_of(data, number, packet_id) - 2] += 1
    index = read(bytes(data), scratch)
    assert told(index) == [
        ("Position says that it has 7 records, but it has 6", True, 2, 1),
        ("AnimVehicle says that it has 3 records, but it has 2", True, 3, 2),
    ]


def test_a_count_that_wraps_does_not_lie(scratch):
    """The count has 16 bits."""
    lights = [(0, 1, 1, 1, 1, 1, True, 1)] * 65_537
    assert told(Scene().frame(extra={packets.SCENE_LIGHT: lights}).index(scratch)) == []


def test_durations_that_do_not_lead_to_the_next_frame(scratch):
    data = bytearray(street(6).bytes())
    start = plain_reader.frames_of(bytes(data))[2][0].offset
    data[start + 13 : start + 21] = struct.pack("<d", 0.25)
    index = read(bytes(data), scratch)
    assert index.problems == ()
    assert told(index) == [("the duration of a frame does not lead to the time of the next", True, 2, 1)]


def test_a_gap_is_no_wrong_duration(scratch):
    data = street(6).bytes()
    starts = [frame[0].offset for frame in plain_reader.frames_of(data)]
    assert told(read(data[: starts[2]] + b"?" + data[starts[3] :], scratch)) == []


# -- packets of varying length


@each_engine
def test_wheels_and_bones_that_are_none(scratch, engine):
    def bones(number, name="hip"):
        return [(1, [("spine", (0, 0, 0), (0, 0, 0)), (name, (0, number, 0), (0, 0, 0))])]

    def wheels(number):
        return [(1, [(0, 0.0, 0.0), (1, 0.0, number)])]

    scene = Scene(engine).frame(add=[actor(1)])
    for k in range(30):
        number = NAN if k in {10, 11, 20} else 5.0
        names = "spine hip" if k == 15 else "hip"
        content = {packets.WALKER_BONES: bones(number, names), packets.ANIM_VEHICLE_WHEELS: wheels(number)}
        scene.frame(extra=content)
    index = scene.index(scratch)
    assert sorted(told(index)) == [
        ("AnimVehicleWheels: a number is NaN, infinite or absurd", True, 11, 3),
        ("WalkerBones: a number is NaN, infinite or absurd", True, 11, 3),
    ]


def test_varying_packets_that_contradict_themselves(scratch):
    data = bytearray(street(4).bytes())
    frames = plain_reader.frames_of(bytes(data))
    wrong = [(19, b"\x01\x00junk"), (21, b"\x01\x00junk!"), (15, b"\x02\x00junk!!")]
    for (packet_id, payload), frame in reversed(list(zip(wrong, frames, strict=False))):
        data[frame[-1].offset : frame[-1].offset] = encode_packet(packet_id, payload)
    index = read(bytes(data), scratch)
    assert index.problems == ()
    assert [(what, frame) for what, _, frame, _ in told(index)] == [
        ("PhysicsControl in a layout that is not known", 2),
        ("the number of bones of WalkerBones reaches beyond its packet", 0),
        ("the number of wheels of AnimVehicleWheels reaches beyond its packet", 1),
    ]


@pytest.mark.parametrize(("engine", "damage"), [(Engine.UE4, True), (Engine.UE5, False)])
def test_unknown_physics_are_damage_only_where_all_layouts_are_known(scratch, engine, damage):
    data = bytearray(street(2, engine).bytes())
    end = plain_reader.frames_of(bytes(data))[1][-1].offset
    data[end:end] = encode_packet(15, b"\x01\x00 of an early ue5-dev")
    assert told(read(bytes(data), scratch)) == [
        ("PhysicsControl in a layout that is not known", damage, 1, 1)
    ]


def test_names_of_bones_that_are_not_utf8(scratch):
    skeleton = (1, [("spine", (0, 0, 0), (0, 0, 0))])
    scene = Scene().frame(add=[actor(1)], extra={packets.WALKER_BONES: [skeleton]})
    data = scene.bytes().replace(b"spine", b"sp\xffne")
    assert told(read(data, scratch)) == [("WalkerBones: a text of actor 1 is not UTF-8", True, 0, 1)]


# -- how it goes


def test_every_packet_of_the_table_is_looked_at(scratch):
    """A record of bytes that are all ones is wrong in every kind but those of plain numbers."""
    harmless = {packets.EVENT_DEL, packets.EVENT_PARENT, packets.COLLISION, packets.VEHICLE_LIGHT}
    for kind in packets.PACKETS:
        if kind.shape not in (Shape.RECORDS, Shape.SINGLE) or kind in harmless or kind is packets.FRAME_START:
            continue
        record = np.full(kind.dtype(Engine.UE4).itemsize, 0xFF, np.uint8).view(kind.dtype(Engine.UE4))
        scene = Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))]).frame(extra={kind: record})
        assert found(scene.index(scratch)), kind.name


@pytest.mark.parametrize("block", [1, 300, 4000])
def test_the_size_of_the_blocks_changes_nothing(scratch, monkeypatch, block):
    data = bytearray(street().bytes())
    for number, record in ((3, 1), (4, 1), (9, 0), (15, 5)):
        at = place_of(data, number, 6, record, 28) + 4
        data[at : at + 4] = struct.pack("<f", NAN)
    index = read(bytes(data), scratch)
    expected = told(index)
    assert expected[:2] == [
        (f"Position: location of actor {OTHER} is NaN, infinite or absurd", True, 3, 2),
        (f"Position: location of actor {HERO} is NaN, infinite or absurd", True, 9, 1),
    ]
    monkeypatch.setattr(reading, "_BLOCK", block)
    assert told(index) == expected
    steps = list(examine(index))
    fractions = [step.fraction for step in steps]
    assert fractions == sorted(fractions)
    assert (fractions[0], fractions[-1]) == (0.0, 1.0)
    assert len(steps) >= 3


def test_examining_only_what_was_added(scratch):
    data = bytearray(street().bytes())
    for number in (3, 12):
        at = place_of(data, number, 6, 0, 28) + 4
        data[at : at + 4] = struct.pack("<f", NAN)
    index = read(bytes(data), scratch)
    assert told(index) == [(f"Position: location of actor {HERO} is NaN, infinite or absurd", True, 3, 2)]
    assert told(index, 4) == [(f"Position: location of actor {HERO} is NaN, infinite or absurd", True, 12, 1)]
    assert told(index, 20) == []


def test_a_recording_without_frames(scratch):
    assert [step.fraction for step in examine(Scene().index(scratch))] == [0.0, 1.0]


def test_a_file_that_is_replaced_meanwhile_is_noticed(tmp_path):
    path = tmp_path / "some.log"
    index = street().index(path)
    path.write_bytes(Scene(map_name="Carla/Maps/Town03", timestamp=1).frame(add=[actor(1)]).bytes() * 20)
    with pytest.raises(ChangedError):
        list(examine(index))


@settings(max_examples=60)
@given(data=st.data())
def test_whatever_is_damaged_is_told(scratch, data):
    """A number of the hero, the walker or the spectator becomes NaN: it is found where it is."""
    engine = data.draw(st.sampled_from(Engine))
    size, number = (28, "<f") if engine is Engine.UE4 else (52, "<d")
    whole = bytearray(street(8, engine).bytes())
    frame, record, which = (data.draw(st.integers(0, n)) for n in (7, 4, 5))
    at = place_of(whole, frame, 6, record, size)
    value = at + 4 + which * struct.calcsize(number)
    whole[value : value + struct.calcsize(number)] = struct.pack(number, NAN)
    (problem,) = found(read(bytes(whole), scratch))
    assert (problem.offset, problem.frame, problem.count) == (at, frame, 1)
    ids = [HERO, OTHER, 103, WALKER, SPECTATOR]
    field = "location" if which < 3 else "rotation"
    assert problem.what == f"Position: {field} of actor {ids[record]} is NaN, infinite or absurd"


# -- the real recordings


def test_nothing_is_odd_about_the_real_recordings(recording_file):
    assert not found(read_index(LogFile(recording_file)))
