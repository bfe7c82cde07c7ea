"""Which engine wrote a file is told by its first packets."""

from __future__ import annotations

from io import BytesIO

import pytest

from tests.recording import plain_reader
from tests.sample.writer import RecordingWriter, encode_packet
from tests.scenes import Scene, actor, pose, read, street
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import Engine
from viewer.logfile.header import make_header

DOORS, POSITION = packets.VEHICLE_DOOR, packets.POSITION
WHEELS, BIKERS = packets.ANIM_VEHICLE_WHEELS, packets.ANIM_BIKER
MOVES = {POSITION: [pose(1, (1, 2, 3))]}


def written(dialect, *frames):
    """Return a recording of a certain build, given what is in each frame."""
    stream = BytesIO()
    writer = RecordingWriter(stream, make_header("Town10", 0), dialect=dialect)
    for content in frames:
        writer.add_frame(0.05, content)
    writer.finish()
    return bytearray(stream.getvalue())


each_engine = pytest.mark.parametrize("engine", Engine, ids=lambda engine: engine.value)


@each_engine
def test_by_the_actors(scratch, engine):
    index = street(engine=engine).index(scratch)
    assert index.dialect.engine is engine
    assert index.problems == ()
    assert len(index.actors) == 10


@each_engine
@pytest.mark.parametrize("count", [1, 7, 13, 100])
def test_by_positions(scratch, engine, count):
    """7 records of 52 bytes are as long as 13 of 28: only the count tells."""
    index = Scene(engine).frame().frame(poses=[pose(k, (1, 2, 3)) for k in range(count)]).index(scratch)
    assert index.dialect.engine is engine
    assert index.read_frame(1).records(packets.POSITION)["location"][:, 2].tolist() == [300.0] * count


@each_engine
def test_by_actors_that_come_late(scratch, engine):
    scene = Scene(engine)
    for _ in range(30):
        scene.frame()
    assert scene.frame(add=[actor(1)]).index(scratch).dialect.engine is engine


def test_a_file_that_does_not_tell_is_of_ue4(scratch):
    assert Scene(Engine.UE5).frame().frame().index(scratch).dialect.engine is Engine.UE4
    assert Scene(Engine.UE5).index(scratch).dialect.engine is Engine.UE4


@pytest.mark.parametrize("doors_first", [False, True])
def test_a_damaged_first_frame_does_not_hide_which_id_the_doors_have(scratch, doors_first):
    """Doors stand before Position; a frame that breaks off behind it is not the one that tells."""
    content = {packets.EVENT_ADD: [actor(1)], DOORS: [], **MOVES, WHEELS: [], BIKERS: []}
    data = written(Dialect(doors_first=doors_first), *[content] * 3)
    assert read(bytes(data), scratch).dialect.doors_first is doors_first
    for packet in plain_reader.frames_of(bytes(data))[0]:
        broken = bytearray(data)
        broken[packet.offset + 4] ^= 0xFF
        index = read(bytes(broken), scratch)
        assert index.dialect.doors_first is doors_first, packet.id
        assert len(index.frame_starts) == 2


@each_engine
def test_frames_that_were_cut_do_not_tell(scratch, engine):
    data = Scene(engine).frame(add=[actor(1)]).bytes()
    for size in range(34, len(data)):
        assert len(read(data[:size], scratch).frame_starts) == 0


@pytest.mark.parametrize("doors_first", [False, True])
@pytest.mark.parametrize("wrong", [21, 22, 23])
def test_one_wrong_id_does_not_decide_about_the_others(scratch, wrong, doors_first):
    """VisualTime (20) stands before Position, and one bit makes 21 of it."""
    content = {packets.VISUAL_TIME: [(1.0,)], WHEELS: [], BIKERS: [], **({DOORS: []} if doors_first else {})}
    data = written(Dialect(doors_first=doors_first), *[content] * 4)
    data[plain_reader.frames_of(bytes(data))[0][1].offset] = wrong
    assert read(bytes(data), scratch).dialect.doors_first == doors_first


def test_frames_cut_short_do_not_outvote_the_one_that_tells(scratch):
    data = written(Dialect(doors_first=True), *[{DOORS: [], **MOVES}] * 3)
    for frame in plain_reader.frames_of(bytes(data))[1:]:
        door = next(packet for packet in frame if packet.id == 21)
        data[door.offset] = packets.FRAME_END.id
    assert read(bytes(data), scratch).dialect.doors_first


@each_engine
@pytest.mark.parametrize("kind", [packets.POSITION, packets.EVENT_ADD], ids=lambda kind: kind.name)
def test_a_packet_of_another_recording_does_not_tell(scratch, engine, kind):
    other = Engine.UE5 if engine is Engine.UE4 else Engine.UE4
    data, source = street(engine=engine).bytes(), street(engine=other).bytes()
    stranger = next(each for each in plain_reader.frames_of(source)[0] if each.id == kind.id)
    place = plain_reader.frames_of(data)[0][1].offset
    strange = encode_packet(kind.id, stranger.payload)
    index = read(data[:place] + strange + data[place:], scratch)
    assert index.dialect.engine is engine
    assert not index.dialect.early_ue5
    assert len(index.frame_starts) == 20


def test_one_wrong_id_does_not_decide_in_early_ue5_either(scratch):
    """No FrameEnd is reached there while sizes are believed: some lie."""
    boxes = [(1, (0.0, 0.0, 0.0), (1.0, 1.0, 1.0))]
    content = {**MOVES, packets.BOUNDING_BOX: boxes, DOORS: [], BIKERS: []}
    first = {**content, packets.EVENT_ADD: [actor(1)]}
    data = written(Dialect(Engine.UE5, early_ue5=True), first, *[content] * 5)
    data[plain_reader.header_size(data)] = 21
    index = read(bytes(data), scratch)
    assert index.dialect.early_ue5
    assert not index.dialect.doors_first
    assert len(index.frame_starts) == 5


def test_early_ue5_is_told_by_actors_that_come_late(scratch):
    """Position alone has the vectors of UE5, so it does not tell that other packets have those of UE4."""
    content = {**MOVES, packets.KINEMATICS: []}
    late = {**content, packets.EVENT_ADD: [actor(2)]}
    data = written(Dialect(Engine.UE5, early_ue5=True), *[content] * 6, late, content)
    index = read(bytes(data), scratch)
    assert index.dialect.early_ue5
    assert index.actors.rows_of(2) == [1]
