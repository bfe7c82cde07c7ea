"""A recording that is still being written: every complete frame is there, and nothing is called damage."""

from __future__ import annotations

import numpy as np
import pytest

from tests.live import LiveWriter
from tests.recording import plain_reader
from tests.scenes import read, street
from viewer.logfile.fields import Engine
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import IndexBuilder
from viewer.replay.paths.trajectory import trajectory
from viewer.replay.world.world import world_at


@pytest.fixture
def path(tmp_path):
    return tmp_path / "live.log"


def take(builder):
    """Read what can be read now, and return the view."""
    builder.extend()
    for part in builder.walk:
        builder.add(part)
    return builder.view(complete=True, growing=True)


def same(view, other):
    """Whether two views tell the same of what both have been read of."""
    assert view.frame_starts.tobytes() == other.frame_starts.tobytes()
    assert view.offsets.tolist() == other.offsets.tolist()
    assert view.frames.tobytes() == other.frames.tobytes()
    assert view.recorded_events.tobytes() == other.recorded_events.tobytes()
    assert [*view.contacts] == [*other.contacts]
    assert view.actors.actor_id.tolist() == other.actors.actor_id.tolist()
    assert view.actors.destroy_frame.tolist() == other.actors.destroy_frame.tolist()
    assert [*view.actors.descriptions] == [*other.actors.descriptions]
    assert view.packet_counts == other.packet_counts
    assert view.dialect.reasons == other.dialect.reasons
    return True


@pytest.mark.parametrize("engine", Engine)
def test_after_every_write_all_complete_frames_are_there_and_no_problem(path, engine):
    data = street(18, engine).bytes()
    ends = [frame[-1].offset + 5 for frame in plain_reader.frames_of(data)]
    with LiveWriter(path, data) as carla:
        carla.header()
        builder = IndexBuilder(LogFile(path))
        for number in range(18):
            for _ in carla.steps():
                view = take(builder)
                complete = number + (path.stat().st_size == ends[number])
                assert view.frame_starts["frame"].tolist() == list(range(1, complete + 1))
                assert view.problems == ()
                assert (view.frames["duration"] >= 0.0).all()
    assert same(view, read(data, path.with_name("finished.log")))


def test_it_is_not_read_again(path):
    """What lies before the last complete frame may be gone: only its end and the header are looked at."""
    data = street(12).bytes()
    with LiveWriter(path, data) as carla:
        carla.header().frames(8)
        builder = IndexBuilder(LogFile(path))
        before = take(builder)
        first, last = int(before.offsets[3]), int(before.offsets[-1])
        with path.open("r+b") as file:
            file.seek(first)
            file.write(bytes(last - first))
        carla.rest()
        after = take(builder)
    assert after.frame_starts["frame"].tolist() == list(range(1, 13))


def test_the_build_is_found_out_when_the_first_frame_is_there(path):
    """A header alone tells nothing: floats are assumed until there is a record."""
    data = street(4, Engine.UE5).bytes()
    with LiveWriter(path, data) as carla:
        carla.header()
        builder = IndexBuilder(LogFile(path))
        assert take(builder).dialect.engine is Engine.UE4
        carla.rest()
        view = take(builder)
    assert view.dialect.engine is Engine.UE5
    assert world_at(view, 0.0).has_pose.any()


def test_records_are_read_across_what_was_there_and_what_came(path):
    with LiveWriter(path, street(12).bytes()) as carla:
        carla.header().frames(7)
        builder = IndexBuilder(LogFile(path))
        take(builder)
        carla.rest()
        view = take(builder)
    assert trajectory(view, 0).locations[:, 0] == pytest.approx(0.5 * np.arange(12))


def test_frames_after_a_damaged_end_are_found(path):
    """The tail turns out to be damage when a frame comes after it."""
    data = street(8).bytes()
    starts = [frame[0].offset for frame in plain_reader.frames_of(data)]
    path.write_bytes(data[: starts[3]] + b"\xa5" * 50)
    builder = IndexBuilder(LogFile(path))
    assert take(builder).problems == ()
    with path.open("ab") as file:
        file.write(data[starts[4] :])
    view = take(builder)
    assert view.frame_starts["frame"].tolist() == [1, 2, 3, 5, 6, 7, 8]
    (problem,) = view.problems
    assert problem.lost_frames
    assert problem.offset == starts[3]


@pytest.mark.parametrize("frames", [1, 7, 40])
def test_real_recordings_grow_to_what_they_are(recording_file, path, frames):
    data = recording_file.read_bytes()
    finished = read(data, path.with_name("finished.log"))
    with LiveWriter(path, data) as carla:
        carla.header()
        builder = IndexBuilder(LogFile(path))
        carla.frames(frames)
        take(builder)
        steps = carla.steps()
        for _ in range(5):
            next(steps)
        assert take(builder).problems == tuple(p for p in finished.problems if not p.damage)
        for _ in steps:
            pass
        take(builder)
        carla.rest()
        view = take(builder)
    assert same(view, finished)
