"""Events that contradict each other or hold what cannot be: found when the file is opened."""

from __future__ import annotations

import math
import struct

import pytest

from tests.recording import plain_reader
from tests.sample.writer import encode_packet
from tests.scenes import Scene, actor, pose, read, street
from viewer.logfile import packets
from viewer.logfile.enums import ActorType, AttributeType
from viewer.logfile.fields import Engine
from viewer.logfile.header import make_header
from viewer.recording.actors import Category

NAN, INF = math.nan, math.inf
THERE = pose(1, (1.0, 2.0, 3.0))


def told(index):
    """Return what was found: text, whether it is damage, index of the first frame, count."""
    return [(problem.what, problem.damage, problem.frame, problem.count) for problem in index.problems]


def adding(*ids, **more):
    return {"add": [actor(each) for each in ids], **more}


def attaching(*pairs):
    return [adding(1, 2, 3, parents=pairs)]


NOWHERE = "the place of actor 1 in EventAdd is NaN, infinite or absurd"
DEFECTS = [
    # What happens frame after frame; what is told, whether it is damage, and in which frame.
    ([adding(1), {"remove": [99]}], [("actor 99 is destroyed, but it is not there", True, 1)]),
    ([adding(1), {"remove": [1]}, {"remove": [1]}], [("actor 1 is destroyed, but it is not there", True, 2)]),
    ([adding(1), {"remove": [1, 1]}], [("actor 1 is destroyed, but it is not there", True, 1)]),
    ([adding(1, remove=[1]), {}], []),  # between two ticks
    ([adding(1), adding(1, remove=[1]), {"remove": [1]}, adding(1)], []),  # freed first
    ([adding(1), {}, adding(1)], [("actor 1 is added, but its id is in use", True, 2)]),
    (attaching((2, 1), (3, 2)), []),
    (attaching((2, 99)), [("the parent 99 of actor 2 is not recorded", False, 0)]),
    (attaching((99, 1)), [("actor 99 is attached to 1, but it is not there", True, 0)]),
    (attaching((1, 1)), [("actor 1 is attached to 1 out of order, or too deep", True, 0)]),
    (attaching((2, 1), (1, 2)), [("actor 1 is attached to 2 out of order, or too deep", True, 0)]),
    (attaching((2, 1), (3, 2), (1, 3)), [("actor 1 is attached to 3 out of order, or too deep", True, 0)]),
    (attaching((2, 1), (1, 3)), [("actor 1 is attached to 3 out of order, or too deep", True, 0)]),
    ([adding(1, 2), {"parents": [(2, 1)]}],
     [("actor 2 is attached to 1 after the frame that adds it", False, 1)]),
    ([adding(*range(1, 19), parents=[(k + 1, k) for k in range(1, 18)])],
     [("actor 18 is attached to 17 out of order, or too deep", True, 0)]),
    ([{"add": [actor(1, type=5), actor(2, type=6), actor(3, "", type=255)]}],
     [(f"actor {k} has type {kind}, which means nothing", True, 0) for k, kind in ((2, 6), (3, 255))]),
    ([{"add": [actor(1, location=(NAN, 0, 0))]}], [(NOWHERE, True, 0)]),
    ([{"add": [actor(1, rotation=(0, -INF, 0))]}], [(NOWHERE, True, 0)]),
    ([{"add": [actor(1, location=(0, 0, 1e8))]}], [(NOWHERE, True, 0)]),
    ([adding(1), {"remove": [1]}, {"poses": [THERE]}],
     [("actors move that were never added: 1", True, 2)]),
]  # fmt: skip


@pytest.mark.parametrize("engine", Engine)
@pytest.mark.parametrize(("frames", "found"), DEFECTS)
def test_defects_are_told(scratch, engine, frames, found):
    scene = Scene(engine)
    for each in frames:
        scene.frame(**each)
    index = scene.index(scratch)
    assert told(index) == [(*each, 1) for each in found]
    for problem in index.problems:
        assert index.offsets[problem.frame] <= problem.offset < index.size


@pytest.mark.parametrize("where", [b"vehicle.tesla", b"role_name", b"my name"])
def test_texts_that_are_not_utf8(scratch, where):
    data = bytearray(Scene().frame(add=[actor(1, role_name="my name")]).bytes())
    data[data.index(where)] = 0xFF
    index = read(bytes(data), scratch)
    assert told(index) == [("a text of actor 1 is not UTF-8", True, 0, 1)]
    description = index.actors.descriptions[0]
    assert "\N{REPLACEMENT CHARACTER}" in f"{description.type_id}{description.attributes}"


def test_texts_of_any_language_are_no_fault(scratch):
    names = {"role_name": "自車 Grüße", "mark": "\N{REPLACEMENT CHARACTER}"}
    index = Scene().frame(add=[actor(1, **names)]).index(scratch)
    assert told(index) == []
    assert index.actors.descriptions[0].attributes == names


def test_a_count_of_actors_that_lies_costs_none(scratch):
    data = bytearray(Scene().frame(add=[actor(1), actor(2)]).bytes())
    frame = plain_reader.frames_of(bytes(data))[0]
    data[frame[1].offset + 5] = 7
    index = read(bytes(data), scratch)
    (problem,) = index.problems
    assert (problem.what, problem.damage) == ("EventAdd says that it has 7 records, but it has 2", True)
    assert problem.action == "those it has are read"
    assert index.actors.actor_id.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("kind", "name"), [(packets.EVENT_DEL, "remove"), (packets.COLLISION, "collisions")], ids=str
)
def test_a_count_of_events_that_lies_costs_none(scratch, kind, name):
    rows = {"remove": [1, 2], "collisions": [(0, 1, 2, False, False)] * 2}[name]
    data = bytearray(Scene().frame(add=[actor(1), actor(2)]).frame(**{name: rows}).bytes())
    (packet,) = (each for each in plain_reader.frames_of(bytes(data))[1] if each.id == kind.id)
    data[packet.offset + 5] = 1
    index = read(bytes(data), scratch)
    assert told(index) == [(f"{kind.name} says that it has 1 records, but it has 2", True, 1, 1)]
    assert len(index.recorded_events) == 4


# -- types of attributes


def with_attribute_type(written, version):
    header = make_header("Town01", 0, version)
    add = struct.pack("<HIB6fI", 1, 7, 1, *[0.0] * 6, 0) + struct.pack("<H8sH", 8, b"walker.a", 2)
    add += struct.pack("<BH4sH1s", written, 4, b"gait", 1, b"1") + struct.pack(
        "<BH1sH", version + 2, 1, b"b", 0
    )
    start = encode_packet(0, struct.pack("<Qdd", 1, -1.0, 0.0))
    return header.raw + start + encode_packet(2, add) + encode_packet(1, b"")


@pytest.mark.parametrize(
    ("version", "written", "meant"),
    [
        (1, 0, AttributeType.BOOL),
        (1, 4, AttributeType.RGB_COLOR),
        (2, 0, AttributeType.NULL),
        (2, 1, AttributeType.BOOL),
        (2, 5, AttributeType.RGB_COLOR),
    ],
)
def test_types_of_attributes_mean_the_same_in_all_header_versions(scratch, version, written, meant):
    index = read(with_attribute_type(written, version), scratch)
    assert told(index) == []
    assert dict(index.actors.descriptions[0].attribute_types) == {"gait": meant, "b": AttributeType.STRING}
    assert index.actors.descriptions[0].attributes == {"gait": "1", "b": ""}


@pytest.mark.parametrize(("version", "written"), [(1, 5), (2, 6), (1, 255), (2, 255)])
def test_types_of_attributes_that_mean_nothing(scratch, version, written):
    index = read(with_attribute_type(written, version), scratch)
    assert told(index) == [("an attribute of actor 7 has a type that means nothing", True, 0, 1)]
    assert dict(index.actors.descriptions[0].attribute_types) == {"b": AttributeType.STRING}
    assert index.actors.descriptions[0].attributes == {"gait": "1", "b": ""}


# -- actors that move without having been added


@pytest.mark.parametrize("engine", Engine)
def test_who_moves_without_having_been_added_is_there(scratch, engine):
    scene = Scene(engine).frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))])
    for k in range(3):
        scene.frame(poses=[pose(1, (k, 0, 0)), pose(70_000, (k, 1, 2)), pose(2**32 - 1, (k, 2, 2))])
    index = scene.index(scratch)
    assert told(index) == [("actors move that were never added: 70000, 4294967295", True, 1, 2)]
    first, second = index.actors.rows_of(70_000) + index.actors.rows_of(2**32 - 1)
    for row in (first, second):
        assert index.actors.spawn_frame[row] == 1
        assert index.actors.category[row] == Category.OTHER
        assert index.actors.descriptions[row].implied
        assert index.actors.descriptions[row].type_id == ""
    assert not index.actors.descriptions[0].implied
    assert len(index.recorded_events) == 1  # nobody was spawned there


def test_other_packets_tell_what_it_is(scratch):
    extra = {packets.ANIM_VEHICLE: [(5, 0, 0, 0, False, 1)], packets.ANIM_WALKER: [(6, 140.0)]}
    scene = Scene().frame(poses=[pose(k, (k, 0, 0)) for k in (5, 6, 7)], extra=extra)
    actors = scene.index(scratch).actors
    categories = {k: Category(actors.category[actors.find(k, 0)]) for k in (5, 6, 7)}
    assert categories == {5: Category.VEHICLE, 6: Category.WALKER, 7: Category.OTHER}
    assert actors.descriptions[actors.find(5, 0)].type == ActorType.VEHICLE


def test_who_moves_after_its_end_is_there_again_at_once(scratch):
    """All frames have one layout, for somebody is destroyed in each: here one time the wrong one."""
    scene = Scene().frame(add=[actor(k) for k in range(1, 9)], poses=[pose(1, (1, 2, 3))])
    for gone in (2, 3, 4, 1, 6, 7):
        scene.frame(remove=[gone], poses=[pose(1, (1, 2, 3))])
    index = scene.index(scratch)
    first, second = index.actors.rows_of(1)
    assert index.actors.destroy_frame[first] == index.actors.spawn_frame[second] == 4
    assert told(index) == [("actors move that were never added: 1", True, 4, 1)]
    assert index.problems[0].offset == index.offsets[4]


def test_actors_of_a_lost_frame_are_there(scratch):
    data = street(6).bytes()
    frames = plain_reader.frames_of(data)
    index = read(data[: frames[0][0].offset] + data[frames[1][0].offset :], scratch)
    assert sorted(index.actors.actor_id.tolist()) == [101, 102, 103, 104, 107, 108, 109, 110]
    (problem,) = (each for each in index.problems if "never added" in each.what)
    assert problem.what == "actors move that were never added: 101, 102, 103, 104, 107 and others"
    assert problem.count == 6
