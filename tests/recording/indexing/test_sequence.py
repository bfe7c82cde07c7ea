"""Frame ids, times and durations of the whole recording."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest

from tests.recording import plain_reader
from tests.scenes import Scene, actor, pose, read

NAN, INF = math.nan, math.inf
BACK = "the id of a frame is not greater than those before it"
SKIP = "frames are missing before this one: its id skips some"
DURATION = "the duration of a frame is negative or no number"
TIME = "the time of a frame goes backwards or is no time"


def recording(ids, *, durations=None, elapsed=None):
    """Return a recording whose frames say these numbers; what is not given is as it should be."""
    scene = Scene()
    for k in range(len(ids)):
        scene.frame(0.5, add=[actor(1)] if k == 0 else [], poses=[pose(1, (k, 0, 0))])
    data = bytearray(scene.bytes())
    for k, frame in enumerate(plain_reader.frames_of(bytes(data))):
        _, duration, time = plain_reader.start(frame)
        said = (ids[k], durations[k] if durations else duration, elapsed[k] if elapsed else time)
        data[frame[0].offset + 5 : frame[0].offset + 29] = struct.pack("<Qdd", *said)
    return bytes(data)


def said_about(data, scratch):
    """Return what was found: text, index of the first frame, count, index of the last frame."""
    index = read(data, scratch)
    for problem in index.problems:
        assert problem.damage
        assert problem.offset == index.offsets[problem.frame]
    return [(problem.what, problem.frame, problem.count, problem.last_frame) for problem in index.problems]


@pytest.mark.parametrize(
    ("ids", "found"),
    [
        ([1, 2, 3, 4], []),
        ([1, 2, 2, 3], [(BACK, 2, 1, None)]),
        ([1, 2, 1, 2, 3, 4, 5], [(BACK, 2, 2, 3)]),
        ([1, 2, 3, 4, 1, 2], [(BACK, 4, 2, 5)]),
        ([1, 2, 2**60, 4, 5], [(BACK, 2, 1, None)]),
        ([1, 2, 0, 4, 5], [(BACK, 2, 1, None)]),
        ([1, 2, 5, 6], [(SKIP, 2, 1, None)]),
        ([1, 3, 5, 6], [(SKIP, 1, 2, 2)]),
        ([7, 8, 9], [(SKIP, 0, 1, None)]),
        ([2**64 - 1], [(SKIP, 0, 1, None)]),
    ],
)
def test_ids(scratch, ids, found):
    assert said_about(recording(ids), scratch) == found


def test_frames_that_bytes_were_left_out_for_are_not_missed_again(scratch):
    data = recording([1, 2, 3, 4, 5])
    starts = [frame[0].offset for frame in plain_reader.frames_of(data)]
    (problem,) = read(data[: starts[1]] + b"?" * 40 + data[starts[3] :], scratch).problems
    assert problem.lost_frames
    # What is missing elsewhere is.
    index = read(data[: starts[1]] + b"?" * 40 + data[starts[2] : starts[3]] + data[starts[4] :], scratch)
    assert [problem.what for problem in index.problems][1:] == [SKIP]
    assert index.problems[1].frame == 2


@pytest.mark.parametrize("wrong", [-1.0, -0.5, NAN, INF, -INF, 1e300])
def test_durations_in_the_middle(scratch, wrong):
    data = recording([1, 2, 3, 4], durations=[0.5, wrong, wrong, -1.0])
    assert said_about(data, scratch) == [(DURATION, 1, 2, 2)]
    assert read(data, scratch).frames["duration"].tolist() == [0.5, 0.5, 0.5, 0.0]


@pytest.mark.parametrize("wrong", [-0.5, NAN, INF])
def test_the_last_duration(scratch, wrong):
    data = recording([1, 2], durations=[0.5, wrong])
    assert said_about(data, scratch) == [(DURATION, 1, 1, None)]


def test_a_last_frame_that_announces_another(scratch):
    (problem,) = read(recording([1, 2], durations=[0.5, 0.5]), scratch).problems
    assert problem.what == "the last frame announces another one"


@pytest.mark.parametrize(
    ("elapsed", "believed"),
    [
        ([0.0, 0.5, 1.0, 1e300], [0.0, 0.5, 1.0, 1.0]),
        ([0.0, 0.5, 1.0, 5e8], [0.0, 0.5, 1.0, 1.0]),  # a bit of the exponent
        ([0.0, 0.5, 4e8, 5e8], [0.0, 0.5, 0.5, 0.5]),
        ([0.0, 0.5, 1e300, 1.5], [0.0, 0.5, 0.5, 1.5]),
        ([500.0, 500.5, 501.0, 501.5], [500.0, 500.5, 501.0, 501.5]),
    ],
)
def test_times_too_large_to_be_any(scratch, elapsed, believed):
    data = recording([1, 2, 3, 4], elapsed=elapsed)
    assert read(data, scratch).elapsed.tolist() == believed
    assert [what for what, *_ in said_about(data, scratch)] == [TIME] * (elapsed != believed)


@pytest.mark.parametrize(
    ("elapsed", "counted", "found"),
    [
        ([-15.0, -14.5, -14.0, -13.5], [0.0, 0.0, 0.0, 0.0], [(TIME, 0, 4, 3)]),
        ([-3.2, 0.5, 1.0, 1.5], [0.0, 0.5, 1.0, 1.5], [(TIME, 0, 1, None)]),  # one wrong one moves no other
        ([-1e300, -1e300, -1e300, NAN], [0.0, 0.0, 0.0, 0.0], [(TIME, 0, 4, 3)]),
    ],
)
def test_times_before_zero_are_none(scratch, elapsed, counted, found):
    data = recording([1, 2, 3, 4], elapsed=elapsed)
    assert said_about(data, scratch) == found
    index = read(data, scratch)
    assert index.elapsed.tolist() == counted
    assert index.duration == counted[-1]
    assert index.frame_starts["elapsed"].tobytes() == np.array(elapsed).tobytes()  # as written


@pytest.mark.parametrize(
    "absurd",
    [
        {"elapsed": [0.0, 0.5, 1e300, 1.5, 2.0, 2.5, 3.0]},
        {"elapsed": [0.0, 0.5, 1.0, 1e8, 2.0, 2.5, 3.0]},
        {"elapsed": [0.0, 0.5, NAN, NAN, 2.0, 2.5, 3.0]},
        {"elapsed": [1e300, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0]},
        {"ids": [1, 2, 2**60, 4, 5, 6, 7]},
        {"ids": [1, 2, 3, 2**60, 5, 6, 7]},
    ],
    ids=str,
)
def test_one_absurd_number_does_not_outlaw_the_frames_after_damage(scratch, absurd):
    data = bytearray(recording(absurd.get("ids", range(1, 8)), elapsed=absurd.get("elapsed")))
    frames = plain_reader.frames_of(bytes(data))
    data[frames[4][1].offset] = 1  # a FrameEnd with a size
    index = read(bytes(data), scratch)
    assert index.frame_starts["frame"].tolist()[-2:] == [6, 7]
    assert len(index.frame_starts) == 6


def test_a_frame_that_was_read_is_not_taken_again_after_damage(scratch):
    data = recording([1, 2, 3, 4])
    starts = [frame[0].offset for frame in plain_reader.frames_of(data)]
    again = data[: starts[3]] + b"garbage" + data[starts[2] :]
    assert read(again, scratch).frame_starts["frame"].tolist() == [1, 2, 3, 4]
    assert read(data[: starts[1]] + b"?" + data[starts[0] :], scratch).frame_starts["frame"].tolist() == [
        1,
        2,
        3,
        4,
    ]


def test_an_id_that_is_not_far_off_does_not_outlaw_the_frames_after_damage(scratch):
    """A bit of an id may flip in the frame before the one that cannot be read."""
    data = bytearray(recording([1, 2, 3, 4 + 1024, 5, 6, 7, 8]))
    frames = plain_reader.frames_of(bytes(data))
    data[frames[4][1].offset] = 1
    index = read(bytes(data), scratch)
    assert index.frame_starts["frame"].tolist() == [1, 2, 3, 1028, 6, 7, 8]
