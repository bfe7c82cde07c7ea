"""Whatever the table can describe is written and read back unchanged."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.recording import plain_reader
from tests.sample.writer import RecordingWriter
from viewer.logfile import packets
from viewer.logfile.event_add import (
    KnownTexts,
    fits,
    scan_event_add,
)
from viewer.logfile.fields import SCALARS, Engine, Shape
from viewer.logfile.header import make_header
from viewer.logfile.nested import encode_payload, read_records
from viewer.logfile.packets import ActorRecord, Attribute
from viewer.logfile.payload import DamagedPayloadError, decode_records, encode_records

FIXED = [kind for kind in packets.PACKETS if kind.shape is not Shape.VARIABLE]
WIDTH = {Engine.UE4: 32, Engine.UE5: 64}

by_engine = pytest.mark.parametrize("engine", Engine, ids=lambda engine: engine.value)
by_kind = pytest.mark.parametrize("kind", FIXED, ids=lambda kind: kind.name)


def values(kind_of_field, engine):
    """Return a strategy for one field of the table."""
    if kind_of_field == "vec":
        return st.tuples(*[st.floats(width=WIDTH[engine])] * 3)
    dtype = np.dtype(SCALARS[kind_of_field])
    if dtype.kind == "f":
        return st.floats(width=8 * dtype.itemsize)
    limits = np.iinfo(dtype)
    return st.integers(int(limits.min), int(limits.max))


def rows(kind, engine):
    """Return a strategy for the rows of one packet."""
    count = {Shape.EMPTY: (0, 0), Shape.SINGLE: (1, 1), Shape.RECORDS: (0, 5)}[kind.shape]
    row = st.tuples(*[values(field.kind, engine) for field in kind.fields])
    return st.lists(row, min_size=count[0], max_size=count[1])


@by_engine
@by_kind
@settings(max_examples=25)
@given(data=st.data())
def test_records_come_back_bit_by_bit(kind, engine, data):
    written = np.array(data.draw(rows(kind, engine)), kind.dtype(engine))
    payload = encode_records(kind, written, engine)
    assert len(payload) in kind.payload_sizes(engine)
    read = decode_records(kind, payload, engine)
    assert read.tobytes() == written.tobytes()  # NaN keeps its bits too
    assert not (read.size and read.flags.writeable)
    assert encode_records(kind, read, engine) == payload


@by_engine
@by_kind
@settings(max_examples=25)
@given(payload=st.binary(max_size=120))
def test_any_bytes_are_decoded_or_refused(kind, engine, payload):
    if len(payload) in kind.payload_sizes(engine):
        decode_records(kind, payload, engine)
    else:
        with pytest.raises(DamagedPayloadError, match=kind.name):
            decode_records(kind, payload, engine)


def test_the_size_counts_more_than_the_number_before_the_records():
    """The number has 16 bits, the packet may hold more."""
    many = np.zeros(65_537, packets.EVENT_DEL.dtype(Engine.UE4))
    many["actor_id"] = np.arange(65_537)
    payload = encode_records(packets.EVENT_DEL, many, Engine.UE4)
    assert payload[:2] == b"\x01\x00"
    assert decode_records(packets.EVENT_DEL, payload, Engine.UE4).tobytes() == many.tobytes()


texts = st.text(max_size=12)
attributes = st.lists(st.builds(Attribute, st.integers(0, 255), texts, texts), max_size=3).map(tuple)


def actors(engine):
    vector = st.tuples(*[st.floats(width=WIDTH[engine], allow_nan=False)] * 3)
    u32 = st.integers(0, 2**32 - 1)
    return st.lists(
        st.builds(ActorRecord, u32, st.integers(0, 255), vector, vector, u32, texts, attributes), max_size=4
    )


def encoded(records, engine):
    return encode_payload(packets.EVENT_ADD, records, engine)


@by_engine
@settings(max_examples=60)
@given(data=st.data())
def test_added_actors_come_back(engine, data):
    records = data.draw(actors(engine))
    payload = encoded(records, engine)
    assert list(read_records(packets.EVENT_ADD, payload, engine)) == records
    assert fits(payload, engine)


@by_engine
@settings(max_examples=60)
@given(data=st.data())
def test_texts_that_are_alike_are_known_again(engine, data):
    known = KnownTexts()
    for _ in range(3):
        records = data.draw(actors(engine)) * 2
        numbers, error = scan_event_add(encoded(records, engine), engine, known)
        assert error is None
        assert [known.all[number] for number in numbers] == [tuple(record[-2:]) for record in records]
        assert [known.sizes[number] for number in numbers] == [
            len(encoded([record], engine))
            - len(encoded([], engine))
            - packets.EVENT_ADD.dtype(engine).itemsize
            for record in records
        ]
    assert len(set(known.all)) == len(known.all)


@by_engine
@settings(max_examples=60)
@given(data=st.data())
def test_a_cut_list_of_actors_gives_those_before_the_cut(engine, data):
    records = data.draw(actors(engine))
    payload = encoded(records, engine)
    cut = payload[: data.draw(st.integers(0, len(payload) - 1))]
    read: list[ActorRecord] = []
    with pytest.raises(DamagedPayloadError) as error:
        read.extend(read_records(packets.EVENT_ADD, cut, engine))
    whole = max(
        (k for k in range(len(records) + 1) if len(encoded(records[:k], engine)) <= len(cut)),
        default=0,
    )
    assert read == records[:whole]
    assert 0 <= error.value.offset <= len(cut)


def some_actors(count):
    return [ActorRecord(k, 1, (0, 0, 0), (0, 0, 0), 0, "a", ()) for k in range(count)]


@by_engine
@pytest.mark.parametrize("says", [0, 1, 2, 4, 5, 0xFFFF])
def test_a_count_of_actors_that_lies_hides_none(engine, says):
    payload = struct.pack("<H", says) + encoded(some_actors(3), engine)[2:]
    read: list[ActorRecord] = []
    with pytest.raises(DamagedPayloadError, match=f"has {says:,} records, but it has 3") as error:
        read.extend(read_records(packets.EVENT_ADD, payload, engine))
    assert read == some_actors(3)
    assert error.value.offset == len(payload)
    assert not fits(payload, engine)


def test_more_actors_than_the_count_has_numbers_for():
    """The count has 16 bits."""
    payload = encoded(some_actors(65_539), Engine.UE4)
    assert payload[:2] == b"\x03\x00"
    assert len(list(read_records(packets.EVENT_ADD, payload, Engine.UE4))) == 65_539


@by_engine
@settings(max_examples=100)
@given(payload=st.binary(max_size=200))
def test_any_bytes_are_actors_or_refused(engine, payload):
    try:
        records = list(read_records(packets.EVENT_ADD, payload, engine))
    except DamagedPayloadError:
        assert not fits(payload, engine)
    else:
        assert len(records) == int.from_bytes(payload[:2], "little")


# -- the writer, read by the plain reader


def write(deltas, engine=Engine.UE4, content=None):
    stream = io.BytesIO()
    writer = RecordingWriter(stream, make_header("Town05", 1), engine)
    for delta in deltas:
        writer.add_frame(delta, content or {})
    writer.finish()
    return stream.getvalue()


@settings(max_examples=50)
@given(st.lists(st.floats(0.0, 1.0, width=32), min_size=1, max_size=20))
def test_times_add_up_as_the_simulator_adds_them(deltas):
    frames = [plain_reader.start(frame) for frame in plain_reader.frames_of(write(deltas))]
    assert [number for number, _, _ in frames] == list(range(1, len(deltas) + 1))
    assert frames[0][2] == 0.0
    for (_, duration, elapsed), (_, _, following), delta in zip(frames, frames[1:], deltas[1:], strict=False):
        assert duration == struct.unpack("<f", struct.pack("<f", delta))[0]
        assert elapsed + duration == following
    assert frames[-1][1] == -1.0


def test_a_frame_holds_what_every_build_writes_in_the_order_of_the_simulator():
    (frame,) = plain_reader.frames_of(write([0.05]))
    assert [packet.id for packet in frame] == [0, 2, 3, 4, 5, 6, 7, 8, 9, 1]
    everything = {kind: [] for kind in packets.PACKETS if kind.shape in (Shape.RECORDS, Shape.VARIABLE)}
    everything |= {packets.PLATFORM_TIME: [(0.5,)], packets.VISUAL_TIME: [(300.0,)]}
    (frame,) = plain_reader.frames_of(write([0.05], content=everything))
    order = [0, 20, 2, 3, 4, 5, 23, 6, 7, 8, 9, 10, 11, 21, 22, 24, 12, 13, 17, 14, 15, 16, 19, 1]
    assert [packet.id for packet in frame] == order


def test_a_recording_without_frames_is_its_header():
    assert write([]) == make_header("Town05", 1).raw
