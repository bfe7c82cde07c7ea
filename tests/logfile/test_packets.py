"""The packet table: sizes, and packets byte for byte."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest

from tests.sample.writer import encode_packet
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleLightState
from viewer.logfile.fields import Engine, Shape, record_struct
from viewer.logfile.nested import encode_payload, read_records
from viewer.logfile.packets import ActorRecord, Attribute
from viewer.logfile.payload import decode_records, encode_records

RECORD_SIZES = {  # id: (UE4, UE5)
    0: (24, 24),
    1: (0, 0),
    3: (4, 4),
    4: (8, 8),
    5: (14, 14),
    6: (28, 52),
    7: (10, 10),
    8: (21, 21),
    9: (8, 8),
    10: (8, 8),
    12: (28, 52),
    13: (28, 52),
    14: (8, 8),
    20: (8, 8),
}


def test_the_table_holds_each_packet_once_under_its_id():
    assert sorted(packets.BY_ID) == [*range(18), *range(19, 25)]
    assert len(packets.PACKETS) == len(packets.BY_ID)


@pytest.mark.parametrize("packet_id", RECORD_SIZES)
def test_records_have_the_documented_size(packet_id):
    kind = packets.BY_ID[packet_id]
    assert (kind.dtype(Engine.UE4).itemsize, kind.dtype(Engine.UE5).itemsize) == RECORD_SIZES[packet_id]


def one(kind, payload, engine=Engine.UE4):
    """Decode a payload that holds one record."""
    (record,) = decode_records(kind, payload, engine)
    return record


def test_a_destruction_as_in_a_real_file():
    written = encode_packet(3, encode_records(packets.EVENT_DEL, [(175,)], Engine.UE4))
    assert written == bytes.fromhex("03 06000000 0100 af000000")
    assert one(packets.EVENT_DEL, written[5:])["actor_id"] == 175


def test_collisions_as_in_a_real_file():
    written = bytes.fromhex(
        "05 1e000000 0200 01000000 c9000000 cf000000 0000  00000000 cf000000 c9000000 0000"
    )
    rows = [(1, 201, 207, False, False), (0, 207, 201, False, False)]
    assert encode_packet(5, encode_records(packets.COLLISION, rows, Engine.UE4)) == written
    assert decode_records(packets.COLLISION, written[5:], Engine.UE4).tolist() == rows


def test_the_last_frame_of_a_real_file():
    written = bytes.fromhex("00 18000000 4f03000000000000 000000000000f0bf 0000cc7945b93840")
    start = one(packets.FRAME_START, written[5:])
    assert start["frame"] == 847
    assert start["duration"] == -1.0
    assert start["elapsed"] == struct.unpack("<d", bytes.fromhex("0000cc7945b93840"))[0]
    assert start["elapsed"] == pytest.approx(24.7237, abs=1e-4)
    assert encode_packet(0, encode_records(packets.FRAME_START, [start.item()], Engine.UE4)) == written


def test_the_box_of_an_actor_without_a_mesh_as_in_a_real_file():
    nan, negative_infinity = "0000c0ff", "000080ff"
    payload = bytes.fromhex("0100" + "01000000" + 3 * nan + 3 * negative_infinity)
    record = one(packets.BOUNDING_BOX, payload)
    assert record["actor_id"] == 1
    assert np.isnan(record["origin"]).all()
    assert (record["extent"] == -math.inf).all()
    assert encode_records(packets.BOUNDING_BOX, np.array([record]), Engine.UE4) == payload


def test_a_rotation_is_roll_pitch_yaw():
    location = struct.pack("<3f", 1.0, 2.0, 3.0)
    spectator = bytes.fromhex("00000000 00000000 68cd03c3")
    record = one(packets.POSITION, bytes.fromhex("0100 01000000") + location + spectator)
    assert record["rotation"] == pytest.approx((0.0, 0.0, -131.8), abs=0.01)
    assert record["location"].tolist() == [1.0, 2.0, 3.0]


def test_vectors_are_doubles_in_ue5():
    numbers = (100.1, -200.2, 300.3, 1.1, 2.2, 3.3)
    payload = struct.pack("<HI6d", 1, 9, *numbers)
    record = one(packets.POSITION, payload, Engine.UE5)
    assert (*record["location"].tolist(), *record["rotation"].tolist()) == numbers
    assert encode_records(packets.POSITION, np.array([record]), Engine.UE5) == payload


@pytest.mark.parametrize("engine", Engine)
def test_scalars_have_the_documented_order(engine):
    light = one(packets.TRAFFIC_LIGHT_STATE, struct.pack("<HIBfB", 1, 5, 1, 2.5, 2), engine)
    assert light.item() == (5, 1, 2.5, TrafficLightState.GREEN)
    control = one(packets.ANIM_VEHICLE, struct.pack("<HIfffBi", 1, 5, -0.5, 0.75, 0.25, 1, -1), engine)
    assert control.item() == (5, -0.5, 0.75, 0.25, 1, -1)
    walker = one(packets.ANIM_WALKER, struct.pack("<HIf", 1, 5, 140.0), engine)
    assert walker.item() == (5, 140.0)
    lamps = one(packets.VEHICLE_LIGHT, struct.pack("<HII", 1, 5, 0x8 | 0x20), engine)
    assert lamps.item() == (5, VehicleLightState.BRAKE | VehicleLightState.LEFT_BLINKER)
    parent = one(packets.EVENT_PARENT, struct.pack("<HII", 1, 5, 6), engine)
    assert parent.item() == (5, 6)
    assert one(packets.PLATFORM_TIME, struct.pack("<d", 12.5), engine).item() == (12.5,)
    assert one(packets.VISUAL_TIME, struct.pack("<d", 327.3), engine).item() == (327.3,)


@pytest.mark.parametrize(("engine", "letter"), [(Engine.UE4, "f"), (Engine.UE5, "d")])
def test_an_added_actor_byte_for_byte(engine, letter):
    payload = (
        struct.pack("<H", 1)
        + struct.pack(f"<IB6{letter}I", 176, 5, 1.5, -2.5, 3.5, 10.0, 20.0, 30.0, 17)
        + struct.pack("<H", 22)
        + b"sensor.other.collision"
        + struct.pack("<H", 2)
        + struct.pack("<BH9sH4s", 3, 9, b"role_name", 4, b"hero")
        + struct.pack("<BH5sH", 1, 5, b"empty", 0)
    )
    record = ActorRecord(
        176, 5, (1.5, -2.5, 3.5), (10.0, 20.0, 30.0), 17, "sensor.other.collision",
        (Attribute(3, "role_name", "hero"), Attribute(1, "empty", "")),
    )  # fmt: skip
    assert list(read_records(packets.EVENT_ADD, payload, engine)) == [record]
    assert encode_payload(packets.EVENT_ADD, [record], engine) == payload


@pytest.mark.parametrize("engine", Engine)
@pytest.mark.parametrize(
    "kind",
    [kind for kind in packets.PACKETS if kind.fields and kind.shape is not Shape.VARIABLE],
    ids=lambda kind: kind.name,
)
def test_a_record_is_the_same_for_struct_and_for_numpy(kind, engine):
    """Python's letters have other sizes than numpy's: an L is four bytes there, and eight here."""
    read = record_struct(kind.fields, engine)
    assert read.size == kind.dtype(engine).itemsize
    data = bytes(range(1, 1 + read.size))
    flat = [
        number for value in np.frombuffer(data, kind.dtype(engine))[0].item() for number in np.ravel(value)
    ]
    assert [*read.unpack(data)] == flat
