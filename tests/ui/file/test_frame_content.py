"""What is said of the packets of a frame, and of all of them."""

import struct
from io import BytesIO

import pytest

from tests.details_scene import HERO, detailed_street
from tests.sample.writer import RecordingWriter
from tests.scenes import OTHER, Scene, actor, read, street
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import Engine
from viewer.logfile.header import make_header
from viewer.replay.world.world import world_at
from viewer.ui.file.frame_content import (
    PacketKey,
    actor_of,
    decode,
    lines_of,
    packet_name,
    packets_of,
    row_of,
)
from viewer.ui.file.packet_counts_view import facts


def packet_of(world, packet_id, number=0):
    return next(packet for packet in packets_of(world) if packet.key == PacketKey(packet_id, number))


def decoded(world, packet_id):
    packet, frame = packet_of(world, packet_id), world.frame_bytes
    return decode(packet, frame.data[packet.start : packet.start + packet.size], frame.dialect)


def with_raw(tmp_path, *raw, version=1):
    stream = BytesIO()
    writer = RecordingWriter(stream, make_header("Town01", 0, version))
    for _ in range(2):
        writer.add_frame(0.05, {packets.EVENT_ADD: [actor(7)]}, raw=raw)
    writer.finish()
    return read(stream.getvalue(), tmp_path / "raw.log")


@pytest.mark.parametrize("engine", list(Engine))
def test_records_are_counted_in_every_packet(tmp_path, engine):
    index = detailed_street(engine).index(tmp_path / "details.log")
    counts = {packet.key.packet_id: packet.records for packet in packets_of(world_at(index, 0.0))}
    assert counts[2] == 6  # actors
    assert counts[15] == 1  # physics
    assert counts[17] == 2  # trigger volumes
    assert counts[19] == 1  # walkers with bones
    assert counts[21] == 1  # vehicles with wheels
    assert counts[23] == 0  # doors
    assert counts[24] == 1  # weather


def test_names_are_carlas_and_unknown_ones_say_so():
    assert packet_name(6, Dialect()) == "Position"
    assert packet_name(21, Dialect(doors_first=True)) == "VehicleDoor"
    assert packet_name(150, Dialect()) == "packet 150"
    assert packet_name(139, Dialect()) == "packet 139 · DReyeVR"


def test_what_cannot_be_decoded_says_why(tmp_path):
    index = with_raw(tmp_path, (150, b"ab"), (139, b"x"), (22, struct.pack("<HI", 1, 7)))
    world = world_at(index, 0.0)
    assert "no decoder" in decoded(world, 150).reason
    assert "fork" in decoded(world, 139).reason
    damaged = decoded(world, 22)
    assert damaged.table is None
    assert "AnimBiker cannot have 6 bytes" in damaged.reason
    assert f"{packet_of(world, 22).offset:,}" in damaged.reason
    assert packet_of(world, 22).records is None


def test_records_name_their_actors_and_numbers_that_stand_for_something(tmp_path):
    world = world_at(street().index(tmp_path / "street.log"), 0.0)
    table = decoded(world, 6).table
    assert (actor_of(table, 0, 0), actor_of(table, 1, 3), lines_of(table, OTHER)) == (HERO, OTHER, [1])
    actors = decoded(world, 2).table
    assert [name for name, _ in actors.columns][:4] == ["actor id", "type", "uid", "type id"]
    assert actors.rows[0][1:4] == ("1 vehicle", 0, "vehicle.lincoln.mkz2017")
    assert decoded(world, 7).table.rows[0][3] == "2 green"


def test_an_id_means_the_life_that_the_frame_speaks_of(tmp_path):
    scene = Scene().frame(add=[actor(7)]).frame(remove=[7]).frame().frame(add=[actor(7)]).frame(remove=[7])
    actors = scene.index(tmp_path / "lives.log").actors
    assert [row_of(actors, 7, frame) for frame in range(5)] == [0, 0, 0, 1, 1]
    assert row_of(actors, 9, 0) is None
    scene = Scene().frame(add=[actor(7)], remove=[7]).frame(add=[actor(7)], remove=[7]).frame()
    actors = scene.index(tmp_path / "short.log").actors  # lives that begin and end in one frame
    assert [row_of(actors, 7, frame) for frame in range(2)] == list(actors.rows_of(7)) == [0, 1]


def test_the_census_tells_who_wrote_it_and_why(tmp_path):
    told = dict(facts(detailed_street(Engine.UE5).index(tmp_path / "details.log")))
    assert told["Written by"] == "CARLA for UE5, since 2026"
    assert "UE5: Position has 52 bytes a record" in told["Because"]
    assert "Id 23 stands before Position" in told["Because"]
    assert told["Header"] == "version 1"
    assert told["Velocities and boxes recorded"] == "yes"
    assert told["Unknown packets"] == "none"


def test_the_census_names_what_is_unknown_and_what_is_left_out(tmp_path):
    index = with_raw(tmp_path, (150, b"ab"), (139, b"x"), version=2)
    told = dict(facts(index))
    assert told["Unknown packets"] == "139 (× 2), 150 (× 2)"
    assert told["Header"] == "version 2"
    assert told["Velocities and boxes recorded"] == "no"
    assert told["Not in frames"] == "header 34 B"
    cut = read(index.path.read_bytes()[:-3], tmp_path / "cut.log")
    assert "left out" in dict(facts(cut))["Not in frames"]
