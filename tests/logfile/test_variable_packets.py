"""Packets whose records vary in length: sizes as the format has them, round trips, and one more as a row."""

from __future__ import annotations

import json
import struct
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import viewer
from tests.scenes import Scene, actor, physics
from viewer.cli import main
from viewer.cli.format import reference
from viewer.logfile import packets
from viewer.logfile.custom import CustomKinds
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import ACTOR, SCALARS, Engine, Field, PacketKind, Shape, record_dtype
from viewer.logfile.nested import decode_nested, encode_payload, read_records
from viewer.logfile.payload import DamagedPayloadError
from viewer.ui.file.packet_table import tabulate

PHYSICS = packets.PHYSICS_CONTROL
VARYING = [kind for kind in packets.PACKETS if kind.shape is Shape.VARIABLE]
by_engine = pytest.mark.parametrize("engine", Engine, ids=lambda engine: engine.value)
ONE_LAYOUT = [kind for kind in VARYING if not kind.layouts]
by_kind = pytest.mark.parametrize("kind", VARYING, ids=lambda kind: kind.name)
by_layout = pytest.mark.parametrize("layout", PHYSICS.layouts, ids=lambda layout: layout.name)


def values(field, engine):
    """Return a strategy for what stands in a field."""
    if field.entries:
        return st.lists(row(field.entries, engine), max_size=4).map(tuple)
    if field.kind == "str":
        return st.text(max_size=8)
    if field.is_padding:
        size = int(field.kind[3:])
        return st.binary(min_size=size, max_size=size)
    if field.kind.startswith("vec"):
        width = 64 if engine is Engine.UE5 and field.kind == "vec" else 32
        return st.tuples(*[st.floats(width=width, allow_nan=False)] * 3)
    dtype = np.dtype(SCALARS[field.kind])
    if dtype.kind == "f":
        return st.floats(width=8 * dtype.itemsize, allow_nan=False)
    return st.integers(0, int(np.iinfo(dtype).max))


def row(fields, engine):
    return st.tuples(*[values(field, engine) for field in fields])


@by_engine
@pytest.mark.parametrize("kind", ONE_LAYOUT, ids=lambda kind: kind.name)
@settings(max_examples=25)
@given(data=st.data())
def test_records_come_back(kind, engine, data):
    written = data.draw(st.lists(row(kind.fields, engine), max_size=3))
    payload = encode_payload(kind, written, engine)
    read = decode_nested(kind, payload, engine)
    assert read == written
    assert encode_payload(kind, read, engine) == payload
    with pytest.raises(DamagedPayloadError):
        decode_nested(kind, payload[:-1], engine)
    with pytest.raises(DamagedPayloadError, match="left over"):
        decode_nested(kind, payload + b"!", engine)


@by_layout
@settings(max_examples=25)
@given(entries=st.lists(st.integers(1, 3), max_size=3), seed=st.integers(0, 2**32 - 1))
def test_physics_come_back_in_their_layout(layout, entries, seed):
    size = record_dtype(layout.fields[-1].entries, Engine.UE4).itemsize
    whole = encode_payload(PHYSICS, [physics(layout, count, actor_id=7) for count in entries], Engine.UE4)
    data = bytearray(whole)
    if entries:  # the numbers of the last wheel can be any, but for NaN that says nothing
        data[-size:] = (byte & 0x7E for byte in np.random.default_rng(seed).bytes(size))
    read = decode_nested(PHYSICS, bytes(data), Engine.UE4)
    assert [(each.layout, len(each.wheels)) for each in read] == [(layout, count) for count in entries]
    assert encode_payload(PHYSICS, read, Engine.UE4) == bytes(data)
    with pytest.raises(DamagedPayloadError):
        decode_nested(PHYSICS, whole[:-1], Engine.UE4)


@by_engine
@by_kind
@settings(max_examples=60)
@given(payload=st.binary(max_size=80))
def test_any_bytes_are_decoded_or_refused(kind, engine, payload):
    with suppress(DamagedPayloadError):
        assert len(decode_nested(kind, payload, engine)) * 4 <= len(payload)


@by_engine
@by_kind
def test_counts_that_lie_are_refused(kind, engine):
    assert encode_payload(kind, [], engine) == b"\x00\x00"
    for payload in (b"\xff\xff", b"\x01\x00" + b"\xff" * 60, struct.pack("<HII", 1, 5, 2**32 - 1)):
        with pytest.raises(DamagedPayloadError):
            decode_nested(kind, payload, engine)


# -- as the format has them


def test_what_is_damaged_behind_a_vehicle_does_not_matter_to_it():
    kind = packets.ANIM_VEHICLE_WHEELS
    written = [(192, ((0, -3.5, -100.0),) * 4), (7, ((0, 1.0, 50.0),) * 2)]
    cut = encode_payload(kind, written, Engine.UE4)[:-5]
    read = read_records(kind, cut, Engine.UE4)
    assert next(read) == written[0]
    with pytest.raises(DamagedPayloadError, match="2 wheels of AnimVehicleWheels reach beyond"):
        next(read)


@by_engine
def test_a_bone_byte_for_byte(engine):
    numbers = (1.5, -2.5, 3.5, 10.0, 20.0, 30.0)
    letter = "f" if engine is Engine.UE4 else "d"
    payload = struct.pack("<HIHH3s", 1, 9, 1, 3, b"hip") + struct.pack(f"<6{letter}", *numbers)
    assert decode_nested(packets.WALKER_BONES, payload, engine) == [(9, (("hip", numbers[:3], numbers[3:]),))]


def test_physics_have_the_documented_sizes():
    def size(fields):
        return record_dtype(tuple(field for field in fields if field.is_fixed), Engine.UE4).itemsize

    sizes = {each.name: (size(each.fields), size(each.fields[-1].entries)) for each in PHYSICS.layouts}
    assert sizes == {"UE4 until 0.9.10": (53, 36), "UE4 from 0.9.12": (53, 48), "UE5": (111, 208)}


def test_fields_of_a_ue5_wheel_stand_where_the_compiler_put_them():
    fields = record_dtype(PHYSICS.layouts[2].fields[-1].entries, Engine.UE5).fields
    offsets = {
        "axle_type": 0, "offset": 4, "wheel_radius": 16, "affected_by_steering": 52,
        "max_wheelspin_rotation": 60, "external_torque_combine_method": 64, "lateral_slip_graph": 72,
        "suspension_axis": 96, "suspension_max_raise": 120, "suspension_smoothing": 144, "sweep_shape": 152,
        "max_brake_torque": 156,
        "location": 168,
    }  # fmt: skip
    assert {name: fields[name][1] for name in offsets} == offsets


# -- one more is a row of the table, and nothing else

BEAMS = Field("beams", "u16", entries=(Field("distance", "f32", "m", "to what is hit"),))
SCAN = PacketKind(150, "Scan", "my fork", Shape.VARIABLE, (ACTOR, BEAMS), "What each lidar hits.")
SCANS = [(7, ((1.5,), (2.5,))), (8, ((3.5,), (float("inf"),)))]
WRITTEN = struct.pack("<HIH2fIH2f", 2, 7, 2, 1.5, 2.5, 8, 2, 3.5, float("inf"))


@pytest.fixture
def recording(tmp_path, monkeypatch):
    """Return the path of a recording with a packet of others that the program knows by its row."""
    monkeypatch.setattr("viewer.recording.indexing.builder.installed_kinds", lambda: CustomKinds({150: SCAN}))
    path = tmp_path / "scans.log"
    path.write_bytes(Scene().frame(add=[actor(7), actor(8)], extra={SCAN: SCANS}).frame().bytes())
    return path


def test_it_is_written_and_read(recording):
    (payload,) = viewer.open_recording(recording).index.read_frame(0).payloads(SCAN)
    assert payload == WRITTEN
    assert decode_nested(SCAN, payload, Engine.UE4) == SCANS


def test_it_is_shown_and_described():
    table = tabulate(SCAN, WRITTEN, Dialect(custom={150: SCAN}))
    assert table.columns == (("actor id", ""), ("distance", "m"))
    assert list(table.rows) == [(7, 1.5), (7, 2.5), (8, 3.5), (8, float("inf"))]
    assert list(table.actor_ids) == [7, 7, 8, 8]
    text = "\n".join(reference(CustomKinds({150: SCAN})))
    described = text[text.index("150 Scan") :]
    assert "Then beams: u16 count, records of 4 bytes:" in described
    assert "| f32 | distance | m | to what is hit |" in described


def test_it_is_checked_and_exported(recording, tmp_path, capsys):
    assert main(["check", str(recording)]) != 0
    assert "Scan: a number is NaN, infinite or absurd" in capsys.readouterr().out
    csv, jsonl = tmp_path / "scan.csv", tmp_path / "scan.jsonl"
    assert main(["export", str(recording), "--to", "csv", "--table", "scan", "-o", str(csv)]) == 0
    lines = csv.read_text().splitlines()
    assert [line.split(",")[2:] for line in lines] == [
        ["actor_id", "distance"], ["7", "1.5"], ["7", "2.5"], ["8", "3.5"], ["8", ""],
    ]  # fmt: skip
    assert main(["export", str(recording), "--to", "jsonl", "-o", str(jsonl)]) == 0
    first = json.loads(jsonl.read_text().splitlines()[1])
    (packet,) = (each for each in first["packets"] if each["id"] == 150)
    assert packet["records"] == [
        {"actor_id": 7, "beams": [{"distance": 1.5}, {"distance": 2.5}]},
        {"actor_id": 8, "beams": [{"distance": 3.5}, {"distance": None, "special": {"distance": "inf"}}]},
    ]
