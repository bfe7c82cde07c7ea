"""Whatever happened to a file after its header: what is whole is read, what is not is told."""

from __future__ import annotations

import gc
import struct
import tracemalloc
import weakref
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.recording import plain_reader
from tests.sample.writer import encode_packet
from tests.scenes import Scene, actor, pose, read, street
from viewer.logfile import packets
from viewer.logfile.errors import RecordingError
from viewer.logfile.fields import Engine
from viewer.logfile.header import make_header
from viewer.logfile.source import LogFile
from viewer.recording.indexing import walk
from viewer.recording.indexing.builder import read_index
from viewer.replay.paths.trajectory import trajectory
from viewer.replay.world.world import world_at

HEADER = make_header("Town01", 0).raw
STREET = street(6).bytes()
FRAMES = plain_reader.frames_of(STREET)
STARTS = [frame[0].offset for frame in FRAMES]
NEVER_ADDED = "actors move that were never added"


def ids(index):
    return index.frame_starts["frame"].tolist()


def use(index):
    """Ask everything that reads the file; it may not raise, nor give what cannot be drawn."""
    for elapsed in (0.0, index.duration / 2, index.duration):
        world = world_at(index, elapsed, interpolate=True)
        assert world.locations.shape == (len(world.rows), 3)
        assert (np.abs(world.locations[world.has_pose]) < 1e8).all()
        assert np.isfinite(world.box_extents).all()
        assert not np.isinf(world.velocities).any()
        for row in world.rows.tolist():
            assert world.snapshot(row) is not None
    for row in range(len(index.actors)):
        poses = trajectory(index, row)
        assert len(poses.velocities()) == len(poses)
    assert np.isfinite(index.frames["elapsed"]).all()
    assert (index.frames["duration"] >= 0.0).all()


# -- the end is missing


def test_a_file_cut_anywhere_has_all_frames_before_the_cut(scratch):
    scene = (
        Scene().frame(add=[actor(1, role_name="hero")]).frame(poses=[pose(1, (1, 2, 3))]).frame(remove=[1])
    )
    data = scene.bytes()
    for size in range(plain_reader.header_size(data), len(data)):
        index = read(data[:size], scratch)
        whole = len(plain_reader.frames_of(data[:size]))
        assert ids(index) == list(range(1, whole + 1)), size
        assert index.complete
        (problem,) = index.problems
        assert problem.damage
        assert not problem.lost_frames
        assert 0 <= problem.offset <= size


def test_the_problem_of_a_cut_tells_what_is_left(scratch):
    (problem,) = read(STREET[: STARTS[4] + 31], scratch).problems
    assert problem.what == "the file ends inside a frame"
    assert "4 complete frames" in problem.action
    assert "31 bytes" in problem.action
    assert problem.frame == 3
    (problem,) = read(STREET[: STARTS[1] + 1], scratch).problems
    assert problem.action == "1 complete frame before it can be read; at the end, 1 byte is left out"
    (problem,) = read(STREET[: STARTS[0] + 1], scratch).problems
    assert problem.action == "no complete frame comes before it; 1 byte is left out"
    (problem,) = read(STREET[: FRAMES[4][5].offset + 30], scratch).problems
    assert problem.what == "Position reaches beyond the end of the file"


# -- the middle is damaged


def damaged(offset, replacement):
    return STREET[:offset] + replacement + STREET[offset + len(replacement) :]


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("size", [1, 7, 2**31, 2**32 - 1])
def test_a_wrong_size_costs_one_frame(scratch, number, size):
    """The frame whose packet has it is left out, all others are found."""
    for packet in FRAMES[number]:
        index = read(damaged(packet.offset + 1, struct.pack("<I", size)), scratch)
        assert ids(index) == [k for k in range(1, 7) if k != number + 1]
        problem, *consequences = index.problems
        # Whom the first frame adds, the others move all the same.
        assert [each.what.partition(":")[0] for each in consequences] == [NEVER_ADDED] * (number == 0)
        assert problem.damage
        assert problem.lost_frames == (number < 5)
        assert STARTS[number] <= problem.offset <= len(STREET)


def test_a_packet_of_others_may_hold_what_looks_like_a_frame(scratch):
    """Frames that cannot come next are no frames; nor are packets whose count is right looked into."""
    inside = STREET[STARTS[0] : STARTS[1]]
    scene = Scene().frame(add=[actor(1)]).frame()
    data = scene.bytes()
    end = plain_reader.frames_of(data)[1][-1].offset
    index = read(data[:end] + encode_packet(150, inside) + data[end:], scratch)
    assert ids(index) == [1, 2]
    assert not any(problem.damage for problem in index.problems)


def test_overwritten_bytes_cost_the_frames_they_touch(scratch):
    start, stop = STARTS[2] + 30, STARTS[3] + 60
    index = read(STREET[:start] + b"\xa5" * (stop - start) + STREET[stop:], scratch)
    assert ids(index) == [1, 2, 5, 6]
    (problem,) = index.problems
    assert problem.lost_frames
    assert f"{STARTS[4] - STARTS[2]:,} bytes" in problem.action
    assert f"byte {STARTS[4]:,}" in problem.action


@pytest.mark.parametrize("block", [40, 300])
def test_good_frames_are_found_across_the_edges_of_blocks(scratch, monkeypatch, block):
    monkeypatch.setattr(walk, "BLOCK", block)
    scene = Scene()
    for _ in range(6):
        scene.frame()
    data = scene.bytes()
    starts = [frame[0].offset for frame in plain_reader.frames_of(data)]
    for garbage in range(1, block + 200):
        damage = data[: starts[2]] + b"\x00" * garbage + data[starts[3] :]
        assert ids(read(damage, scratch)) == [1, 2, 4, 5, 6]


@pytest.mark.parametrize("size", [5, 2000])
def test_zeros_are_called_zeros(scratch, size):
    """What a disk gives back of a file that it did not finish."""
    problem = read(STREET + bytes(size), scratch).problems[0]
    assert problem.what == "zeros where a packet should begin"
    assert problem.offset == len(STREET)
    at = STARTS[3] + 40
    (problem,) = read(damaged(at, bytes(STARTS[4] + 10 - at)), scratch).problems
    assert "zeros" in problem.what


def test_two_recordings_in_one_file_are_told(scratch):
    index = read(STREET + STREET, scratch)
    (problem,) = index.problems
    assert (problem.what, problem.offset) == ("another recording begins here", len(STREET))
    assert len(index.frame_starts) == len(FRAMES)


def test_a_frame_is_found_wherever_a_long_search_pauses(scratch):
    before, after = STREET[: STARTS[3]], STREET[STARTS[4] :]
    for more in range(-walk.HEADER_SIZE - 40, 8):
        damage = bytes(walk.BLOCK + more)
        assert ids(read(before + damage + after, scratch)) == [1, 2, 3, 5, 6]


def test_a_text_of_an_actor_may_look_like_a_frame(scratch):
    """EventAdd is whole and the next frame follows, so it does not reach into another one."""
    start = encode_packet(packets.FRAME_START.id, struct.pack("<Qdd", 5, 0.0, 0.0))
    frame = start + encode_packet(packets.FRAME_END.id, b"")
    scene = Scene()
    for k in range(3):
        scene.frame(add=[] if k else [actor(1, color=frame.decode())])
    index = read(scene.bytes(), scratch)
    assert index.frame_starts["frame"].tolist() == [1, 2, 3]
    assert index.actors.descriptions[0].attributes["color"] == frame.decode()
    assert not index.problems


def test_a_frame_of_earlier_time_is_not_taken_up_after_damage(scratch):
    """Bytes of an older recording may lie behind damage."""
    data = STREET[: STARTS[4]] + b"garbage" + STREET[STARTS[0] : STARTS[1]] + STREET[STARTS[5] :]
    assert ids(read(data, scratch)) == [1, 2, 3, 4, 6]


@pytest.mark.parametrize("engine", Engine)
def test_damage_in_the_first_frame_does_not_hide_the_engine(scratch, engine):
    data = bytearray(street(4, engine).bytes())
    data[plain_reader.header_size(data) + 32] ^= 0xFF  # in the size of EventAdd
    index = read(bytes(data), scratch)
    assert index.dialect.engine is engine
    assert ids(index) == [2, 3, 4]


def test_actors_before_a_defect_are_kept(scratch):
    data = bytearray(STREET)
    at = data.index(b"walker.pedestrian.0001") - 2
    data[at : at + 2] = b"\xff\xff"  # the length of its name
    index = read(bytes(data), scratch)
    assert [description.type_id for description in index.actors.descriptions[:3]] == [
        "vehicle.lincoln.mkz2017",
        "vehicle.tesla.model3",
        "vehicle.bh.crossbike",
    ]
    problem, consequence = index.problems
    assert consequence.what == f"{NEVER_ADDED}: 104, 107, 108"
    assert problem.damage
    assert problem.frame == 0
    assert problem.offset == at + 2
    assert "65,535 bytes" in problem.what
    use(index)


@settings(max_examples=100)
@given(noise=st.binary(max_size=300))
def test_any_bytes_after_a_header_are_a_recording(scratch, noise):
    use(read(HEADER + noise, scratch))


@settings(max_examples=100)
@given(data=st.binary(max_size=100))
def test_any_bytes_are_a_recording_or_an_error_of_ours(scratch, data):
    with suppress(RecordingError):
        use(read(data, scratch))


# -- frame times


def with_times(times):
    """Return a recording whose frames say these times."""
    scene = Scene()
    for k in range(len(times)):
        scene.frame(add=[actor(1)] if k == 0 else [], poses=[pose(1, (k, 0, 0))])
    data = bytearray(scene.bytes())
    for frame, elapsed in zip(plain_reader.frames_of(bytes(data)), times, strict=True):
        data[frame[0].offset + 21 : frame[0].offset + 29] = struct.pack("<d", elapsed)
    return bytes(data)


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ([0.0, 0.1, 0.2], [0.0, 0.1, 0.2]),
        ([0.0, 0.1, 0.1, 0.2], [0.0, 0.1, 0.1, 0.2]),
        ([0.0, 0.1, 0.05, 0.2], [0.0, 0.1, 0.1, 0.2]),
        ([0.0, 0.1, float("nan"), 0.2], [0.0, 0.1, 0.1, 0.2]),
        ([0.0, 0.1, float("inf"), 0.2], [0.0, 0.1, 0.1, 0.2]),
        ([0.0, 0.1, float("-inf"), 0.2], [0.0, 0.1, 0.1, 0.2]),
        ([float("nan"), 0.1, 0.2], [0.0, 0.1, 0.2]),
        ([-5.0, 0.1, 0.2], [0.0, 0.1, 0.2]),
        ([0.0, 0.1, 1e300, 0.3, 0.4], [0.0, 0.1, 0.1, 0.3, 0.4]),
        ([0.0, 7.0, 8.0, 0.3, 0.4, 0.5], [0.0, 0.0, 0.0, 0.3, 0.4, 0.5]),
        ([0.0, 0.1, 0.2, 0.3, 1e6], [0.0, 0.1, 0.2, 0.3, 0.3]),  # nobody simulates 11 days in one step
        ([0.0, 0.1, 0.2, 1e6, 2e6], [0.0, 0.1, 0.2, 0.2, 0.2]),
        ([float("nan")] * 3, [0.0, 0.0, 0.0]),
    ],
)
def test_times_never_go_back(scratch, written, read_as):
    index = read(with_times(written), scratch)
    assert index.frames["elapsed"].tolist() == read_as
    assert index.frames["duration"].tolist() == [*np.diff(read_as).tolist(), 0.0]
    assert index.duration == read_as[-1]
    if written == read_as:
        assert index.problems == ()
    else:
        (problem,) = index.problems
        assert problem.damage
        assert problem.count == sum(a != b for a, b in zip(written, read_as, strict=True))
        assert problem.frame == next(k for k in range(len(written)) if written[k] != read_as[k])
    use(index)


@settings(max_examples=60)
@given(st.lists(st.floats() | st.floats(0.0, 10.0), min_size=1, max_size=12))
def test_any_times_give_an_order(scratch, times):
    frames = read(with_times(times), scratch).frames
    assert (np.diff(frames["elapsed"]) >= 0.0).all()
    assert frames["elapsed"][0] >= 0.0
    assert frames["duration"].sum() == pytest.approx(frames["elapsed"][-1] - frames["elapsed"][0])


# -- bytes that lie


def test_memory_does_not_follow_sizes_that_lie(scratch):
    lie = struct.pack("<BI", 6, 2 + 28 * 100_000_000)
    data = STREET[: FRAMES[3][6].offset] + lie + STREET[FRAMES[3][6].offset + 5 :]
    many_actors = encode_packet(0, struct.pack("<Qdd", 7, -1.0, 9.0)) + encode_packet(2, b"\xff\xff")
    data += many_actors + encode_packet(1, b"")
    tracemalloc.start()
    try:
        read(data, scratch)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 5 << 20


def test_damage_everywhere_is_counted_and_not_listed(scratch):
    tiny = [
        encode_packet(0, struct.pack("<Qdd", k, 0.1, 0.1 * k)) + encode_packet(1, b"") for k in range(1, 3001)
    ]
    index = read(HEADER + b"?".join(tiny), scratch)
    assert len(index.frame_starts) == 3000
    assert len(index.problems) < 1500
    assert sum(problem.count for problem in index.problems) == 3000  # 2,999 gaps, and an end that is none


def hostile_chain(units):
    """Return bytes in which a frame may begin everywhere, and each try goes on to the end of the file."""
    start = encode_packet(0, struct.pack("<Qdd", 2**40, 0.1, 1e9))
    return b"".join(encode_packet(200, start) for _ in range(units))


def hostile_frames(units):
    """Return good frames, each followed by the beginning of one that goes on to the end of the file."""
    unit = []
    for k in range(1, units + 1):
        start = encode_packet(0, struct.pack("<Qdd", 2 * k, 0.1, k))
        unit.append(encode_packet(200, start + encode_packet(1, b"") + start))
    return encode_packet(0, struct.pack("<Qdd", 1, 0.1, 0.0)) + b"".join(unit)


@pytest.mark.parametrize("make", [hostile_chain, hostile_frames])
def test_bytes_made_to_mislead_are_not_followed_for_ever(scratch, make, monkeypatch):
    """Without a bound, each of 10,000 places would be followed through 4,096 packets."""
    steps = 0

    class Counting(walk._Lengths):  # noqa: SLF001 - what each step asks
        def __getitem__(self, header):
            nonlocal steps
            steps += 1
            return super().__getitem__(header)

    monkeypatch.setattr(walk, "_Lengths", Counting)
    monkeypatch.setattr(walk, "_PATIENCE", 20_000)
    index = read(HEADER + make(10_000), scratch)
    assert 10_000 < steps < 100_000
    assert index.problems[0].damage


@pytest.mark.parametrize("data", [STREET, STREET[:-20], STREET[:-60] + bytes(40) + STREET[-20:]])
def test_a_file_is_let_go_without_the_collector(tmp_path, data):
    """Which looks for garbage only when the window has time."""
    path = tmp_path / "damaged.log"
    path.write_bytes(data)
    gc.disable()
    try:
        file = LogFile(path)
        is_there = weakref.ref(file)
        read_index(file)
        del file
        assert is_there() is None
    finally:
        gc.enable()
