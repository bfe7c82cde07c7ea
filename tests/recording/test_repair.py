"""A new recording from what can be read of a damaged one: it has no damage, and keeps what has none."""

from __future__ import annotations

import itertools
import math
import struct
from io import BytesIO

import numpy as np
import pytest

from tests.recording import plain_reader
from tests.sample.writer import encode_packet
from tests.scenes import HERO, LATE, OTHER, SPECTATOR, WALKER, Scene, actor, box, pose, read, street
from viewer.logfile import packets
from viewer.logfile.fields import Engine
from viewer.logfile.header import make_header
from viewer.logfile.source import LogFile
from viewer.recording.actors import Category
from viewer.recording.check import examine
from viewer.recording.indexing.builder import read_index
from viewer.recording.repair import repair

NAN = math.nan
each_engine = pytest.mark.parametrize("engine", Engine, ids=lambda engine: engine.value)


def repaired(index):
    stream = BytesIO()
    steps = list(repair(index, stream))
    assert [step.frames for step in steps] == [*range(len(index.frame_starts)), len(index.frame_starts)]
    return stream.getvalue(), steps[-1].left_out


def damage_in(index):
    """Return all damage, of the whole and of single records."""
    problems = (*index.problems, *list(examine(index))[-1].problems)
    return [problem.what for problem in problems if problem.damage]


def mend(data, path):
    """Repair a recording; return what was written and its index, after checking it by CARLA's rules."""
    written, _ = repaired(read(data, path))
    index = read(written, path)
    check(index, written)
    return written, index


def check(index, written):
    assert damage_in(index) == []
    frames = [plain_reader.start(frame) for frame in plain_reader.frames_of(written)]
    assert [number for number, _, _ in frames] == list(range(1, len(frames) + 1))
    assert frames[0][2] == 0.0
    assert frames[-1][1] == -1.0
    for (_, duration, elapsed), (_, _, following) in itertools.pairwise(frames):
        assert elapsed + duration == following
        assert duration >= 0.0


# -- what has no damage stays as it is


@each_engine
def test_what_is_whole_comes_back_byte_for_byte(scratch, engine):
    data = street(engine=engine).bytes()
    assert mend(data, scratch)[0] == data


def test_real_recordings_come_back_byte_for_byte(recording_file):
    index = read_index(LogFile(recording_file))
    written, left_out = repaired(index)
    assert written == recording_file.read_bytes()
    assert left_out == 0


def test_packets_of_others_stay(scratch):
    data = bytearray(street(3).bytes())
    end = plain_reader.frames_of(bytes(data))[1][-1].offset
    data[end:end] = encode_packet(140, b"a fork's own") + encode_packet(18, bytes(54))
    assert mend(bytes(data), scratch)[0] == bytes(data)


# -- frames that are lost


def test_a_tail_is_cut_off(scratch):
    data = street(6).bytes()
    starts = [frame[0].offset for frame in plain_reader.frames_of(data)]
    written, index = mend(data[: starts[5] + 40], scratch)
    assert len(index.frame_starts) == 5
    assert written[: starts[4]] == data[: starts[4]]
    assert written[starts[4] + 29 :] == data[starts[4] + 29 : starts[5]]
    assert index.duration == pytest.approx(0.2)


def test_a_gap_keeps_its_time(scratch):
    data = street(8).bytes()
    starts = [frame[0].offset for frame in plain_reader.frames_of(data)]
    elapsed = [plain_reader.start(frame)[2] for frame in plain_reader.frames_of(data)]
    written, index = mend(data[: starts[2]] + b"?" * 99 + data[starts[4] :], scratch)
    assert index.frame_starts["frame"].tolist() == [1, 2, 3, 4, 5, 6]
    assert index.elapsed.tolist() == pytest.approx([*elapsed[:2], *elapsed[4:]], abs=1e-6)
    duration = plain_reader.start(plain_reader.frames_of(written)[1])[1]
    assert duration == np.float32(duration)  # as all durations, an f32 widened


@pytest.mark.parametrize(
    ("durations", "elapsed", "mended"),
    [
        ([0.5, NAN, 0.5, -1], [0, 0.5, 1.0, 1.5], [0, 0.5, 1.0, 1.5]),
        ([0.5, -1, 0.5, -1], [0, 0.5, 1.0, 1.5], [0, 0.5, 1.0, 1.5]),
        ([0.5, 9.0, 0.5, -1], [0, 0.5, 1.0, 1.5], [0, 0.5, 1.0, 1.5]),
        ([0.5, 0.5, 0.5, -1], [0, 0.5, NAN, 1.5], [0, 0.5, 1.0, 1.5]),
        ([0.5, 0.5, 0.5, -1], [0, 0.5, 1e300, 1.5], [0, 0.5, 1.0, 1.5]),
        ([0.5, 7.0, 0.5, -1], [0, 0.5, NAN, 1.5], [0, 0.5, 0.5, 1.5]),
        ([0.5, 0.5, 0.5, -1], [0, 0.5, 1.0, NAN], [0, 0.5, 1.0, 1.5]),
        ([0.5, 0.5, 0.5, 0.5], [3.0, 3.5, 4.0, 4.5], [0, 0.5, 1.0, 1.5]),
        ([0.5, NAN, NAN, NAN], [NAN] * 4, [0, 0.5, 0.5, 0.5]),
    ],
)
def test_times(scratch, durations, elapsed, mended):
    scene = Scene()
    for _ in elapsed:
        scene.frame(0.5)
    data = bytearray(scene.bytes())
    for k, frame in enumerate(plain_reader.frames_of(bytes(data))):
        data[frame[0].offset + 13 : frame[0].offset + 29] = struct.pack("<dd", durations[k], elapsed[k])
    _, index = mend(bytes(data), scratch)
    assert index.elapsed.tolist() == mended


# -- records that are damage


def position_of(data, number, record):
    (packet,) = (each for each in plain_reader.frames_of(data)[number] if each.id == 6)
    return packet.offset + 7 + 28 * record


def test_a_pose_that_is_none_is_left_out_and_the_rest_stays(scratch):
    data = bytearray(street(6).bytes())
    at = position_of(bytes(data), 3, 1)
    data[at + 4 : at + 8] = struct.pack("<f", NAN)
    index = read(bytes(data), scratch)
    written, left_out = repaired(index)
    assert left_out == 1
    ids = read(written, scratch).read_frame(3).records(packets.POSITION)["actor_id"].tolist()
    assert ids == [101, 103, 104, 107, 108]
    start = plain_reader.frames_of(bytes(data))[3][0].offset
    assert written[:start] == data[:start]


CONTENTS = {
    "an absurd velocity": {"extra": {packets.KINEMATICS: [(1, (1e9, 0, 0), (0, 0, 0))]}},
    "a state that means nothing": {"extra": {packets.TRAFFIC_LIGHT_STATE: [(1, False, 0, 9)]}},
    "a packet without an actor": {"extra": {packets.ANIM_WALKER: [(1, 1.0), (9, 1.0)]}},
    "time that is none": {"extra": {packets.PLATFORM_TIME: [(NAN,)]}},
    "weather that is none": {"extra": {packets.WEATHER: [tuple([NAN] * 14)]}},
    "a wheel that is none": {"extra": {packets.ANIM_VEHICLE_WHEELS: [(1, [(0, 0, NAN), (1, 0, 0)])]}},
    "a bone that is none": {"extra": {packets.WALKER_BONES: [(1, [("hip", (NAN, 0, 0), (0, 0, 0))])]}},
    "a box that is none": {"boxes": [box(1, (0, 0, 0), (1, -1, 1))]},
    "somebody who was never added": {"poses": [pose(1, (0, 0, 0)), pose(77, (0, 0, 0))]},
    "the death of nobody": {"remove": [88]},
    "a second death": {"remove": [2, 2]},
    "birth and death and death": {"add": [actor(5)], "remove": [5, 5]},
    "a birth twice": {"add": [actor(5), actor(5, "vehicle.audi.tt"), actor(6)]},
    "an id in use": {"add": [actor(1, "vehicle.audi.tt")], "poses": [pose(1, (0, 0, 0))]},
    "a type that means nothing": {"add": [actor(5, type=77), actor(6, "x", type=9)]},
    "a place that is none": {"add": [actor(5, location=(NAN, 0, 0)), actor(6)], "parents": [(6, 5)]},
    "a place that only Position tells": {
        "add": [actor(5, location=(NAN, 0, 0))],
        "poses": [pose(5, (1, 2, 3))],
    },
    "a circle": {"add": [actor(5), actor(6)], "parents": [(5, 6), (6, 5)]},
    "an unknown child": {"parents": [(55, 1)]},
}


@each_engine
@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_what_cannot_be_is_left_out(scratch, engine, content):
    scene = Scene(engine).frame(add=[actor(1), actor(2)], poses=[pose(1, (0, 0, 0))])
    scene.frame(poses=[pose(1, (1, 0, 0))]).frame(**content).frame()
    data = scene.bytes()
    index = read(data, scratch)
    assert damage_in(index) != []
    written, _ = repaired(index)
    index = read(written, scratch)
    check(index, written)
    assert len(index.frame_starts) == 4
    untouched = plain_reader.frames_of(data)[0]
    end = untouched[-1].offset + 5
    assert written[:end] == data[:end]


def test_who_loses_its_id_ends_a_frame_before(scratch):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))]).frame(poses=[pose(1, (0, 0, 0))])
    scene.frame(add=[actor(1, "vehicle.audi.tt")], poses=[pose(1, (0, 0, 0))])
    _, index = mend(scene.bytes(), scratch)
    assert index.actors.spawn_frame.tolist() == [0, 2]
    assert index.actors.destroy_frame.tolist()[0] == 1
    assert len(index.read_frame(1).records(packets.POSITION)) == 0


def test_who_is_destroyed_in_the_frame_of_birth_is_destroyed(scratch):
    """The first of all actors too."""
    scene = Scene()
    scene.frame(add=[actor(5), actor(6), actor(7)], remove=[5, 7])
    scene.frame(add=[actor(5)], remove=[6, 5])
    scene.frame()
    written, index = mend(scene.bytes(), scratch)
    assert written == scene.bytes()
    assert repaired(read(written, scratch))[1] == 0
    assert index.actors.destroy_frame[:3].tolist() == [0, 1, 0]


def test_a_type_that_means_nothing_follows_from_the_blueprint(scratch):
    names = {
        "vehicle.audi.tt": 1,
        "walker.a": 2,
        "traffic.traffic_light": 3,
        "traffic.stop": 4,
        "sensor.a": 5,
        "x": 0,
    }
    scene = Scene().frame(add=[actor(k, name, type=99) for k, name in enumerate(names)])
    _, index = mend(scene.bytes(), scratch)
    assert [each.type for each in index.actors.descriptions] == list(names.values())


@each_engine
def test_who_moves_although_its_eventadd_is_lost_is_kept(scratch, engine):
    """Else damage in the first frame would cost all poses of all actors that it adds."""
    data = bytearray(street(engine=engine).bytes())
    first_frame = plain_reader.frames_of(bytes(data))[0]
    data[first_frame[3].offset] = 1  # so that this frame is none
    index = read(bytes(data), scratch)
    moving = set(index.read_frame(3).records(packets.POSITION)["actor_id"].tolist())
    _, mended = mend(bytes(data), scratch)
    assert mended.dialect.engine is engine
    assert set(mended.read_frame(3).records(packets.POSITION)["actor_id"].tolist()) == moving
    named = {each.actor_id: each.type_id for each in mended.actors.descriptions if not each.implied}
    assert named[HERO] == named[OTHER] == "vehicle.unknown"
    assert named[WALKER] == "walker.unknown"
    assert named[SPECTATOR] == "unknown"
    assert named[LATE] == "vehicle.audi.tt"
    categories = dict(zip(mended.actors.actor_id.tolist(), mended.actors.category.tolist(), strict=True))
    assert (categories[HERO], categories[WALKER]) == (Category.VEHICLE, Category.WALKER)
    row = mended.actors.rows_of(HERO)[0]
    assert mended.actors.location[row].tolist() == pytest.approx([0.5, 0.0, 0.1])


def test_texts_that_are_not_utf8(scratch):
    data = Scene().frame(add=[actor(1, role_name="h\N{LATIN SMALL LETTER E WITH ACUTE}ro")]).bytes()
    _, index = mend(data.replace("é".encode(), b"\xff\xfe"), scratch)
    assert index.actors.descriptions[0].role_name == "h\ufffd\ufffdro"


def test_counts_and_sizes_that_lie(scratch):
    data = bytearray(street(4).bytes())
    for packet in plain_reader.frames_of(bytes(data))[2][1:-1]:
        data[packet.offset + 5] ^= 1
    mend(bytes(data), scratch)
    frame = plain_reader.frames_of(bytes(data))[2]
    doubled = (
        bytes(data[: frame[-1].offset]) + encode_packet(6, b"\x01\x00short") + bytes(data[frame[-1].offset :])
    )
    _, index = mend(doubled, scratch)
    assert len(index.read_frame(2).records(packets.POSITION)) == 6


def test_packets_that_stand_twice_are_joined(scratch):
    data = street(4).bytes()
    frame = plain_reader.frames_of(data)[2]
    lights = encode_packet(7, struct.pack("<HIBfB", 1, 106, 0, 1.0, 2))
    _, index = mend(data[: frame[-1].offset] + lights + data[frame[-1].offset :], scratch)
    assert index.read_frame(2).records(packets.TRAFFIC_LIGHT_STATE)["actor_id"].tolist() == [105, 106]


def test_packets_of_an_unknown_layout_that_stand_twice_are_not_kept_twice(scratch):
    """Records of 9 bytes are none of BoundingBox: they are kept raw, once in a frame."""
    data = Scene().frame(add=[actor(1)]).frame().bytes()
    place = plain_reader.frames_of(data)[1][-1].offset
    odd = encode_packet(packets.BOUNDING_BOX.id, struct.pack("<H18x", 2))
    _, index = mend(data[:place] + odd + odd + data[place:], scratch)
    assert index.packet_counts[packets.BOUNDING_BOX.id] == 1


def test_a_recording_without_frames_is_its_header(scratch):
    index = read(make_header("Town01", 0).raw + b"?", scratch)
    assert repaired(index)[0] == make_header("Town01", 0).raw


def test_who_is_left_is_who_was_there(scratch):
    data = bytearray(street(20).bytes())
    at = position_of(bytes(data), 7, 0)
    data[at + 4 : at + 8] = struct.pack("<f", NAN)
    before = read(bytes(data), scratch)
    written, _ = repaired(before)
    after = read(written, scratch.with_name("after.log"))
    before = read(bytes(data), scratch)
    assert after.recorded_events.tolist() == before.recorded_events.tolist()
    assert [*after.contacts] == [*before.contacts]
    assert after.actors.actor_id.tolist() == before.actors.actor_id.tolist()
    assert {HERO, OTHER} <= set(after.actors.actor_id.tolist())
