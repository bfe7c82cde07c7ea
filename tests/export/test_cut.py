from __future__ import annotations

import contextlib
import io
import math
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.details_scene import STREET_LIGHT, WINDOW, detailed_street, physics
from tests.recording import plain_reader
from tests.scenes import (
    BICYCLE,
    CAMERA,
    CONE,
    HERO,
    LATE,
    LIGHT,
    OTHER,
    SIGN,
    SPECTATOR,
    WALKER,
    Scene,
    actor,
    hit,
    pose,
    read,
    street,
)  # fmt: skip
from viewer.export.cut import CutSummary, write_cut
from viewer.export.errors import ExportError
from viewer.logfile import packets
from viewer.logfile.enums import SCENERY, VehicleDoor
from viewer.logfile.fields import Engine
from viewer.logfile.nested import encode_payload, read_records
from viewer.logfile.source import LogFile
from viewer.recording.check import examine
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.recording.read.changes import latest_physics
from viewer.replay.world.snapshot import ActorDetails
from viewer.replay.world.world import World, world_at

each_engine = pytest.mark.parametrize("engine", Engine, ids=lambda engine: engine.value)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    """Files to write over again and again."""
    folder = tmp_path_factory.mktemp("cut")
    return folder / "whole.log", folder / "cut.log"


@pytest.fixture
def paths(tmp_path):
    return tmp_path / "whole.log", tmp_path / "cut.log"


def cut(index: RecordingIndex, path, first: int, stop: int, **more) -> tuple[RecordingIndex, CutSummary]:
    """Cut frames out of a recording; return it and what was said, after making sure that it has no fault."""
    stream = io.BytesIO()
    summary = write_cut(index, range(first, stop), stream, **more)
    result = read(stream.getvalue(), path)
    damage = [each for each in (*result.problems, *list(examine(result))[-1].problems) if each.damage]
    assert damage == []
    assert_no_id_is_missing(path.read_bytes(), result)
    assert len(result.frame_starts) == summary.frames
    return result, summary


def assert_no_id_is_missing(data: bytes, index: RecordingIndex) -> None:
    """Go through the packets and see that whoever is named has been added, and has not been destroyed."""
    width = struct.calcsize("<6f") if index.dialect.engine is Engine.UE4 else struct.calcsize("<6d")
    sizes = {7: 10, 8: 21, 9: 8, 10: 8, 16: 16, 22: 12, 23: 6} | dict.fromkeys((6, 12, 13, 17), 4 + width)
    alive: set[int] = set()
    for frame in plain_reader.frames_of(data):
        by_id = {packet.id: packet.payload for packet in frame}
        gone = {each for (each,) in struct.iter_unpack("<I", by_id.get(3, b"\0\0")[2:])}
        added = {each.actor_id for each in read_records(packets.EVENT_ADD, by_id[2], index.dialect.engine)}
        assert gone <= alive | added
        there = alive | added
        for child, parent in struct.iter_unpack("<II", by_id[4][2:]):
            assert {child, parent} <= there
        for _, one, other, _, _ in struct.iter_unpack("<III??", by_id[5][2:]):
            assert {one, other} - {SCENERY, 0} <= there
        for packet_id, size in sizes.items():
            payload = by_id.get(packet_id, b"\0\0")[2:]
            named = {int.from_bytes(payload[at : at + 4], "little") for at in range(0, len(payload), size)}
            assert named <= there
        alive = (alive - gone) | (added - (gone - alive))


def world(index: RecordingIndex, frame: int) -> World:
    return world_at(index, float(index.elapsed[frame]), frame_index=frame)


def assert_same(one: World, other: World, ids=None) -> None:
    """Compare poses and states of those with some ids, or of all."""
    here = np.ones(len(one.rows), bool) if ids is None else np.isin(one.actor_ids, ids)
    assert one.actor_ids[here].tolist() == other.actor_ids.tolist()
    for name in ("locations", "rotations", "light_states", "vehicle_lights", "box_extents"):
        np.testing.assert_array_equal(getattr(one, name)[here], getattr(other, name))


# -- real recordings


@pytest.mark.parametrize(("begin", "end"), [(0.0, 1.0), (0.3, 0.6), (0.5, 1.0)])
def test_poses_of_real_recordings_are_those_of_the_original(recording_file, paths, begin, end) -> None:
    with LogFile(recording_file) as file:
        index = read_index(file)
        first, stop = (int(share * len(index.frame_starts)) for share in (begin, end))
        result, _ = cut(index, paths[1], first, stop)
        assert len(result.frame_starts) == min(stop + 1, len(index.frame_starts)) - first
        for frame in (*range(0, len(result.frame_starts), 11), len(result.frame_starts) - 1):
            assert_same(world(index, first + frame), world(result, frame))


def test_times_follow_carlas_rules(recording_file, paths) -> None:
    with LogFile(recording_file) as file:
        index = read_index(file)
        result, _ = cut(index, paths[1], 40, 90)
        heads = result.frame_starts
        assert heads["frame"].tolist() == list(range(1, 52))
        assert heads["elapsed"][0] == 0.0
        assert (heads["elapsed"][:-1] + heads["duration"][:-1] == heads["elapsed"][1:]).all()
        assert heads["duration"][-1] == -1.0
        assert heads["duration"][:-1].tolist() == index.frame_starts["duration"][40:90].tolist()
        assert result.header == index.header
        assert result.dialect.engine is index.dialect.engine


def test_the_hero_alone_of_a_real_recording(recordings, paths) -> None:
    with LogFile(recordings / "town01_carla0913_additional_data.log") as file:
        index = read_index(file)
        hero = int(index.actors.actor_id[index.actors.hero_rows[0]])
        result, summary = cut(index, paths[1], 100, 200, only={hero})
        attached = set(index.actors.actor_id[index.actors.children(index.actors.hero_rows[0])].tolist())
        assert set(result.actors.actor_id.tolist()) <= {hero} | attached
        there = (index.actors.spawn_frame <= 200) & (index.actors.destroy_frame > 100)
        assert summary.left_out["actors"] == there.sum() - len(result.actors)
        for frame in (0, 50, 100):
            assert_same(world(index, 100 + frame), world(result, frame), sorted({hero} | attached))


# -- the first frame


@each_engine
def test_the_first_frame_adds_who_is_there_where_it_is(paths, engine) -> None:
    index = street(engine=engine).index(paths[0])
    result, summary = cut(index, paths[1], 7, 12)
    assert sorted(result.actors.actor_id[result.actors.spawn_frame == 0].tolist()) == [
        HERO, OTHER, BICYCLE, WALKER, LIGHT, SIGN, SPECTATOR, CONE, CAMERA, LATE,
    ]  # fmt: skip
    assert summary.actors == 10
    by_id = {each: row for row, each in enumerate(result.actors.actor_id.tolist())}
    np.testing.assert_allclose(result.actors.location[by_id[HERO]], (3.5, 0.0, 0.1), rtol=1e-6)
    np.testing.assert_allclose(result.actors.location[by_id[LATE]], (20.0, 17.9, 0.1), rtol=1e-6)
    np.testing.assert_allclose(result.actors.location[by_id[LIGHT]], (12.0, -5.0, 0.0))
    np.testing.assert_allclose(result.actors.location[by_id[CAMERA]], (1.5, 0.0, 2.4), rtol=1e-6)
    assert result.actors.parent[by_id[CAMERA]] == by_id[HERO]
    for frame in range(6):
        assert_same(world(index, 7 + frame), world(result, frame))


@each_engine
def test_what_was_said_before_is_said_again(paths, engine) -> None:
    index = detailed_street(engine).index(paths[0])
    result, _ = cut(index, paths[1], 4, 8)
    first = result.read_frame(0)
    doors = first.records(packets.VEHICLE_DOOR)
    assert [tuple(each) for each in doors.tolist()] == [(HERO, VehicleDoor.FRONT_LEFT, 1)]
    lights = {each["light_id"]: each["on"] for each in first.records(packets.SCENE_LIGHT)}
    assert lights == {STREET_LIGHT: 1, WINDOW: 1}
    assert first.records(packets.WEATHER)["cloudiness"].tolist() == [20.0]
    assert first.records(packets.TRAFFIC_LIGHT_TIME)["actor_id"].tolist() == [LIGHT]
    assert sorted(first.records(packets.TRIGGER_VOLUME)["actor_id"].tolist()) == sorted([LIGHT, SIGN])
    for frame in range(len(result.frame_starts)):
        assert_same(world(index, 4 + frame), world(result, frame))
        assert details(index, 4 + frame) == details(result, frame)
    control = latest_physics(result, HERO, 0, 0)
    assert control is not None
    kind = packets.PHYSICS_CONTROL
    assert encode_payload(kind, [control], engine) == encode_payload(kind, [physics(HERO)], engine)
    ids = [packet.id for packet in plain_reader.frames_of(paths[1].read_bytes())[0]]
    order = [kind.id for kind in packets.PACKETS]
    assert ids == sorted(ids, key=order.index)


def details(index: RecordingIndex, frame: int) -> list[object]:
    here = world(index, frame)
    found = [ActorDetails(here, here.row_of(actor_id)) for actor_id in (HERO, BICYCLE, WALKER, LIGHT)]
    names = ("wheels", "biker", "open_doors", "light_times", "trigger_volume", "bones")
    return [getattr(each, name) for each in found for name in names]


# -- who stays


@each_engine
def test_only_some_and_what_is_attached_to_them(paths, engine) -> None:
    index = street(engine=engine).index(paths[0])
    result, summary = cut(index, paths[1], 4, 18, only={HERO, LATE})
    assert sorted(result.actors.actor_id.tolist()) == [HERO, CAMERA, LATE]
    assert summary.left_out["collisions with who is not there"] == 2
    for frame in range(len(result.frame_starts)):
        assert_same(world(index, 4 + frame), world(result, frame), [HERO, CAMERA, LATE])


def test_without_some_and_what_is_attached_to_them(paths) -> None:
    index = street().index(paths[0])
    result, _ = cut(index, paths[1], 0, 20, without={HERO})
    assert {HERO, CAMERA} & set(result.actors.actor_id.tolist()) == set()
    assert len(result.actors) == 8
    for frame in range(20):
        assert_same(world(index, frame), world(result, frame), result.actors.actor_id)


def test_what_hangs_on_who_is_left_out_stays_where_it_is_in_the_world(paths) -> None:
    index = street().index(paths[0])
    result, _ = cut(index, paths[1], 6, 8, only={CAMERA})
    np.testing.assert_allclose(result.actors.location[0], (3.0 + 1.5, 0.0, 0.1 + 2.4), rtol=1e-5)
    assert result.actors.parent.tolist() == [-1]


@each_engine
def test_wheels_bones_and_physics_of_others_go(paths, engine) -> None:
    index = detailed_street(engine).index(paths[0])
    result, _ = cut(index, paths[1], 0, 10, only={BICYCLE})
    for frame in range(10):
        content = result.read_frame(frame)
        for kind in (packets.ANIM_VEHICLE_WHEELS, packets.WALKER_BONES):
            assert content.payloads(kind) == [b"\0\0"]
        assert content.payloads(packets.PHYSICS_CONTROL) in ([], [b"\0\0"])
        assert content.records(packets.ANIM_BIKER)["actor_id"].tolist() == [BICYCLE]


@pytest.mark.parametrize("stays", [1, 2])
def test_in_any_frame_the_physics_of_those_who_stay_are_all_that_is_told(paths, stays) -> None:
    scene = Scene(map_name="Town10HD_Opt")
    for k in range(4):
        told = {packets.PHYSICS_CONTROL: [physics(1), physics(2)]} if k in (0, 2) else {}
        scene.frame(add=[actor(1), actor(2)] if k == 0 else [], poses=[pose(stays, (k, 0, 0))], extra=told)
    result, _ = cut(scene.index(paths[0]), paths[1], 0, 4, only={stays})
    for frame in (0, 2):
        [payload] = result.read_frame(frame).payloads(packets.PHYSICS_CONTROL)
        assert struct.unpack_from("<HI", payload) == (1, stays)


def test_an_id_that_is_used_again(paths) -> None:
    scene = Scene()
    for k in range(6):
        added = {0: [actor(7, "vehicle.audi.tt"), actor(8)], 3: [actor(7, "vehicle.bmw.isetta")]}
        poses = [pose(each, (k, 0, 0)) for each in (8, 7) if each == 8 or k != 2]
        scene.frame(add=added.get(k, []), remove=[7] if k == 2 else [], poses=poses)
    index = read(scene.bytes(), paths[0])
    result, _ = cut(index, paths[1], 1, 6)
    seven = result.actors.rows_of(7)
    lives = [(result.actors.descriptions[row].type_id, result.actors.spawn_frame[row]) for row in seven]
    assert lives == [("vehicle.audi.tt", 0), ("vehicle.bmw.isetta", 2)]


def test_nobody_is_no_recording(paths) -> None:
    index = street().index(paths[0])
    with pytest.raises(ExportError, match="nobody is left"):
        write_cut(index, range(3), io.BytesIO(), only={LATE})


# -- another hero, another map


def test_another_hero(paths) -> None:
    scene = Scene()
    for k in range(4):
        scene.frame(
            add=[actor(1, role_name="hero"), actor(2), actor(3, "walker.pedestrian.0001")] if k == 0 else [],
            collisions=[(k, 1, 2, True, False), (k, 2, SCENERY, False, False)],
            poses=[pose(each, (k, each, 0)) for each in (1, 2, 3)],
        )
    index = read(scene.bytes(), paths[0])
    result, _ = cut(index, paths[1], 1, 3, hero=2)
    roles = {each.actor_id: each.role_name for each in result.actors.descriptions}
    assert roles == {1: "former_hero", 2: "hero", 3: ""}
    assert [int(result.actors.actor_id[row]) for row in result.actors.hero_rows] == [2]
    for frame in range(3):
        flags = [
            (one, other, mine, theirs)
            for _, one, other, mine, theirs in result.read_frame(frame).records(packets.COLLISION).tolist()
        ]
        assert flags == [(1, 2, 0, 1), (2, SCENERY, 1, 0)]


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ({"hero": LIGHT}, "it is a traffic light"),
        ({"hero": LATE}, "not there in this range"),
        ({"only": {OTHER}, "hero": HERO}, "it is left out"),
    ],
)
def test_who_cannot_be_the_hero(paths, choice, words) -> None:
    index = street().index(paths[0])
    with pytest.raises(ExportError, match=words):
        write_cut(index, range(3), io.BytesIO(), **choice)


def test_another_map(paths) -> None:
    index = street().index(paths[0])
    result, _ = cut(index, paths[1], 2, 5, map_name="Town10HD_Opt")
    assert (result.header.map, result.header.timestamp) == ("Town10HD_Opt", index.header.timestamp)


# -- faults


def test_a_collision_with_who_died_before_the_cut_is_left_out(paths) -> None:
    scene = Scene()
    for k in range(4):
        scene.frame(
            add=[actor(1), actor(2)] if k == 0 else [], remove=[2] if k == 2 else [],
            collisions=[hit(1, 2)] if k == 2 else [], poses=[pose(1, (k, 0, 0))],
        )  # fmt: skip
    index = read(scene.bytes(), paths[0])
    _, summary = cut(index, paths[1], 2, 3)
    assert summary.left_out == {"collisions with who is not there": 1}
    _, summary = cut(index, paths[1], 1, 3)
    assert summary.left_out == {}


def test_damage_does_not_come_along(paths) -> None:
    data = bytearray(street().bytes())
    for number in (2, 8):
        position = next(each for each in plain_reader.frames_of(bytes(data))[number] if each.id == 6)
        data[position.offset + 11 : position.offset + 15] = struct.pack("<f", math.nan)
    index = read(bytes(data), paths[0])
    _, summary = cut(index, paths[1], 7, 12)
    assert summary.left_out == {"damaged records": 1}


@settings(max_examples=100)
@given(data=st.data())
def test_whatever_happened_a_cut_has_no_damage(scratch, data) -> None:
    engine = data.draw(st.sampled_from(Engine))
    make = data.draw(st.sampled_from((detailed_street, lambda engine: street(10, engine))))
    whole = bytearray(make(engine).bytes())
    first = plain_reader.header_size(whole)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(first, len(whole) - 1))
        length = data.draw(st.sampled_from((1, 1, 1, 2, 4, 40)))
        whole[at : at + length] = data.draw(st.binary(min_size=length - 1, max_size=length + 1))
    index = read(bytes(whole), scratch[0])
    frames = len(index.frame_starts)
    if not frames:
        return
    begin = data.draw(st.integers(0, frames - 1))
    stop = data.draw(st.integers(begin + 1, frames))
    choice = data.draw(st.sampled_from(({}, {"only": {HERO, LATE}}, {"without": {HERO, LATE}})))
    with contextlib.suppress(ExportError):  # nobody may be left
        cut(index, scratch[1], begin, stop, **choice)
