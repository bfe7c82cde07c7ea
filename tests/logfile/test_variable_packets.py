"""Packets whose records vary in length: sizes as FORMAT.md states them, and round trips."""

from __future__ import annotations

import struct
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.logfile import packets
from viewer.logfile.bones import Bone, Skeleton, decode_bones, encode_bones
from viewer.logfile.fields import Engine, Shape
from viewer.logfile.payload import DamagedPayloadError
from viewer.logfile.physics import LAYOUTS, PhysicsControl, decode_physics, encode_physics
from viewer.logfile.wheels import WHEEL_OF_ACTOR, decode_wheels, encode_wheels, wheels_of
from viewer.logfile.writer import encode_payload

by_engine = pytest.mark.parametrize("engine", Engine, ids=lambda engine: engine.value)
by_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
u32 = st.integers(0, 2**32 - 1)

DECODERS = {
    packets.ANIM_VEHICLE_WHEELS: lambda payload, _: decode_wheels(payload),
    packets.WALKER_BONES: decode_bones,
    packets.PHYSICS_CONTROL: lambda payload, _: decode_physics(payload),
}
by_kind = pytest.mark.parametrize("kind", DECODERS, ids=lambda kind: kind.name)


def test_every_packet_of_varying_length_is_tested():
    varying = {kind for kind in packets.PACKETS if kind.shape is Shape.VARIABLE}
    assert varying == {*DECODERS, packets.EVENT_ADD}


@by_engine
@by_kind
def test_no_records_are_a_count_of_none(kind, engine):
    payload = encode_payload(kind, [], engine)
    assert payload == b"\x00\x00"
    assert len(DECODERS[kind](payload, engine)) == 0


@by_engine
@by_kind
@settings(max_examples=60)
@given(payload=st.binary(max_size=80))
def test_any_bytes_are_decoded_or_refused(kind, engine, payload):
    with suppress(DamagedPayloadError):
        assert len(DECODERS[kind](payload, engine)) * 4 <= len(payload)


@by_engine
@by_kind
def test_counts_that_lie_are_refused(kind, engine):
    for payload in (b"\xff\xff", b"\x01\x00" + b"\xff" * 60, struct.pack("<HII", 1, 5, 2**32 - 1)):
        with pytest.raises(DamagedPayloadError):
            DECODERS[kind](payload, engine)


# -- wheels


def test_the_wheels_of_two_cars_take_the_size_of_the_real_packet():
    wheels = [(actor_id, place, 0.0, 0.0) for actor_id in (192, 193) for place in range(4)]
    payload = encode_wheels(wheels)
    assert len(payload) == 0x5A
    assert payload[:11] == bytes.fromhex("0200 c0000000 04000000 00")


@settings(max_examples=60)
@given(
    st.dictionaries(
        u32,
        st.lists(
            st.tuples(st.integers(0, 255), st.floats(width=32), st.floats(width=32)), min_size=1, max_size=6
        ),
        max_size=4,
    )
)
def test_wheels_come_back(vehicles):
    rows = [(actor_id, *wheel) for actor_id, wheels in vehicles.items() for wheel in wheels]
    written = np.array(rows, WHEEL_OF_ACTOR)
    payload = encode_wheels(rows)
    assert decode_wheels(payload).tobytes() == written.tobytes()
    for actor_id in vehicles:
        assert wheels_of(payload, actor_id).tobytes() == written[written["actor_id"] == actor_id].tobytes()


# -- bones


@by_engine
@settings(max_examples=60)
@given(data=st.data())
def test_bones_come_back(engine, data):
    width = 32 if engine is Engine.UE4 else 64
    vector = st.tuples(*[st.floats(width=width, allow_nan=False)] * 3)
    bones = st.lists(st.builds(Bone, st.text(max_size=8), vector, vector), max_size=4).map(tuple)
    skeletons = data.draw(st.lists(st.builds(Skeleton, u32, bones), max_size=3))
    payload = encode_bones(skeletons, engine)
    assert decode_bones(payload, engine) == skeletons
    if payload != b"\x00\x00":
        with pytest.raises(DamagedPayloadError):
            decode_bones(payload[:-1], engine)
    with pytest.raises(DamagedPayloadError, match="left over"):
        decode_bones(payload + b"!", engine)


@by_engine
def test_a_bone_byte_for_byte(engine):
    numbers = (1.5, -2.5, 3.5, 10.0, 20.0, 30.0)
    letter = "f" if engine is Engine.UE4 else "d"
    payload = struct.pack("<HIHH3s", 1, 9, 1, 3, b"hip") + struct.pack(f"<6{letter}", *numbers)
    assert decode_bones(payload, engine) == [Skeleton(9, (Bone("hip", numbers[:3], numbers[3:]),))]


# -- physics


def test_wheels_grew():
    sizes = {layout.name: layout.list_dtypes["wheels"].itemsize for layout in LAYOUTS}
    assert sizes == {"UE4 until 0.9.10": 36, "UE4 from 0.9.12": 48, "UE5": 208}


def test_heads_have_the_documented_size():
    sizes = {layout.name: layout.head_dtype.itemsize for layout in LAYOUTS}
    assert sizes == {"UE4 until 0.9.10": 53, "UE4 from 0.9.12": 53, "UE5": 111}


def test_fields_of_a_ue5_wheel_stand_where_the_compiler_put_them():
    fields = next(layout for layout in LAYOUTS if layout.name == "UE5").list_dtypes["wheels"].fields
    offsets = {
        "axle_type": 0, "offset": 4, "wheel_radius": 16, "affected_by_steering": 52,
        "max_wheelspin_rotation": 60, "external_torque_combine_method": 64, "lateral_slip_graph": 72,
        "suspension_axis": 96, "suspension_max_raise": 120, "suspension_smoothing": 144, "sweep_shape": 152,
        "max_brake_torque": 156,
        "location": 168,
    }  # fmt: skip
    assert {name: fields[name][1] for name in offsets} == offsets


def controls(layout):
    def records(dtype, count):
        size = dtype.itemsize * count
        return st.binary(min_size=size, max_size=size).map(lambda data: np.frombuffer(data, dtype))

    lists = st.fixed_dictionaries(
        {
            name: st.integers(0, 3).flatmap(lambda count, dtype=dtype: records(dtype, count))
            for name, dtype in layout.list_dtypes.items()
        }
    )
    head = records(layout.head_dtype, 1).map(lambda array: array[0])
    return st.lists(st.builds(PhysicsControl, st.just(layout), head, lists), min_size=1, max_size=2)


@by_layout
@settings(max_examples=25)
@given(data=st.data())
def test_physics_come_back(layout, data):
    written = data.draw(controls(layout))
    payload = encode_physics(written)
    read = decode_physics(payload)
    assert encode_physics(read) == payload
    if all(len(control.lists["wheels"]) for control in written):  # else layouts can look alike
        assert [control.layout for control in read] == [layout] * len(written)
        for control, other in zip(read, written, strict=True):
            assert control.actor_id == other.actor_id
            assert control.head.tobytes() == other.head.tobytes()
            for name, records in control.lists.items():
                assert records.tobytes() == other.lists[name].tobytes()
