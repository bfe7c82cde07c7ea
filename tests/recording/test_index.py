"""Frames of all shapes are found, in one go or in growing views."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.live import growing_views
from tests.recording import plain_reader
from tests.sample.writer import encode_packet
from tests.scenes import Scene, actor, pose, read, street
from viewer.logfile import packets
from viewer.logfile.errors import ChangedError
from viewer.logfile.fields import Engine
from viewer.logfile.header import make_header
from viewer.logfile.source import LogFile
from viewer.recording.index import same_opening
from viewer.recording.indexing import builder, walk

CUSTOM = 140


def steady(frames=100):
    scene = Scene()
    for k in range(frames):
        scene.frame(add=[actor(1)] if k == 0 else [], poses=[pose(1, (k, 0, 0))])
    return scene.bytes()


def churning(frames=100):
    """Return frames no two of which in a row have the same layout, and few of which are alike at all."""
    scene = Scene()
    for k in range(frames):
        scene.frame(
            add=[actor(k + 1, role_name="x" * (k % 11))],
            remove=[k] if k else [],
            poses=[pose(k + 1, (k, 0, 0))] * (1 + k % 3),
        )
    return scene.bytes()


def with_custom_packets(data):
    """Insert packets of a fork's own kind, of changing sizes, before the end of every frame."""
    frames = plain_reader.frames_of(data)
    custom = iter(encode_packet(CUSTOM, b"?" * (k % 5)) for k in range(len(frames)))
    inserted = [
        b"".join(encode_packet(packet.id, packet.payload) for packet in frame[:-1])
        + next(custom)
        + encode_packet(packets.FRAME_END.id, b"")
        for frame in frames
    ]
    return data[: plain_reader.header_size(data)] + b"".join(inserted)


RECORDINGS = {
    "steady": steady(),
    "churning": churning(),
    "one frame": steady(1),
    "two frames": steady(2),
    "street": street().bytes(),
    "street in UE5": street(engine=Engine.UE5).bytes(),
    "custom packets": with_custom_packets(street().bytes()),
}
each_recording = pytest.mark.parametrize("data", RECORDINGS.values(), ids=RECORDINGS)


def check_against_plain_reader(index, data):
    frames = plain_reader.frames_of(data)
    assert index.frame_starts.tolist() == [plain_reader.start(frame) for frame in frames]
    assert index.offsets.tolist() == [frame[0].offset for frame in frames]
    for number, frame in enumerate(frames):
        read_frame = index.read_frame(number)
        assert read_frame.data == b"".join(encode_packet(packet.id, packet.payload) for packet in frame)
        for packet in frame:
            assert read_frame.layout.payloads_of(packet.id) == [
                (packet.offset + 5 - frame[0].offset, len(packet.payload))
            ]
    counts = [packet.id for frame in frames for packet in frame]
    assert index.packet_counts == {packet_id: counts.count(packet_id) for packet_id in set(counts)}


@each_recording
def test_every_frame_and_packet_is_where_the_plain_reader_finds_it(data, scratch):
    index = read(data, scratch)
    check_against_plain_reader(index, data)
    assert not [problem for problem in index.problems if problem.damage]
    assert index.complete
    assert index.bytes_read == index.size == len(data)


@settings(max_examples=40)
@given(
    sizes=st.lists(st.tuples(st.integers(0, 3), st.integers(1, 30)), min_size=1, max_size=12),
    block=st.integers(1, 3000),
)
def test_stretches_of_any_length_are_found_with_blocks_of_any_size(scratch, sizes, block):
    scene = Scene()
    for poses, frames in sizes:
        for _ in range(frames):
            scene.frame(poses=[pose(k, (k, 0, 0)) for k in range(poses)])
    data = scene.bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk, "BLOCK", block)
        check_against_plain_reader(read(data, scratch), data)


def test_a_header_alone_is_a_recording_of_nothing(scratch):
    index = read(make_header("Town01", 0).raw, scratch)
    assert len(index.frames) == len(index.actors) == len(index.recorded_events) == 0
    assert index.duration == index.estimated_duration == 0.0
    assert index.frame_at(5.0) == 0
    (problem,) = index.problems
    assert problem.damage
    assert problem.offset == index.size


def test_custom_packets_are_counted(scratch):
    index = read(RECORDINGS["custom packets"], scratch)
    assert index.packet_counts[CUSTOM] == 20
    (problem,) = index.problems
    assert (problem.damage, problem.count, problem.frame, problem.last_frame) == (False, 20, 0, 19)
    assert problem.what == "packets with id 140 are not known (DReyeVR)"
    assert problem.offset == index.offsets[0] + index.layouts[0].payloads_of(CUSTOM)[0][0] - 5
    assert len(index.actors) == 10


# -- growing views


def column_copies(view):
    """Return what a view says, copied, by name."""
    actors, events = view.actors, view.recorded_events
    return {
        "heads": view.frame_starts.tolist(),
        "offsets": view.offsets.tolist(),
        "layout_numbers": view.layout_indices.tolist(),
        "elapsed": view.frames["elapsed"].tolist(),
        "actor_id": actors.actor_id.tolist(),
        "spawn_frame": actors.spawn_frame.tolist(),
        "category": actors.category.tolist(),
        "location": actors.location.tolist(),
        "descriptions": list(actors.descriptions),
        "events": events.tolist(),
        "problems": list(view.problems),
    }


def grow(data, path, monkeypatch):
    """Return all views, with copies of what they said when they were new; time goes on with each question."""
    monkeypatch.setattr(walk, "BLOCK", 1000)
    monkeypatch.setattr(builder.time, "monotonic", itertools.count().__next__)
    path.write_bytes(data)
    views = []
    for view in growing_views(LogFile(path)):
        views.append((view, column_copies(view)))  # noqa: PERF401 - the order of these two steps matters
    return views


@pytest.mark.parametrize("name", ["steady", "churning", "street"])
def test_views_grow_and_never_change(name, tmp_path, monkeypatch):
    data = RECORDINGS[name]
    views = grow(data, tmp_path / "some.log", monkeypatch)
    assert len(views) > 3
    for (earlier, said), (_, says_next) in itertools.pairwise(views):
        assert column_copies(earlier) == said
        for column, values in said.items():
            assert says_next[column][: len(values)] == values, column
        assert not earlier.complete
    assert column_copies(views[-1][0]) == column_copies(read(data, tmp_path / "other.log"))
    assert views[-1][0].complete


def test_all_views_are_of_one_opening_and_of_no_other(tmp_path, monkeypatch):
    """Between two openings the file may have been replaced by the same bytes."""
    (first, _), *_, (last, _) = grow(RECORDINGS["steady"], tmp_path / "some.log", monkeypatch)
    again, _ = grow(RECORDINGS["steady"], tmp_path / "some.log", monkeypatch)[0]
    assert same_opening(first, last)
    assert same_opening(last, first)
    assert not same_opening(first, again)
    assert not same_opening(first, None)
    assert not same_opening(None, first)
    assert not same_opening(None, None)


def test_the_length_is_estimated_while_reading(tmp_path, monkeypatch):
    views = [view for view, _ in grow(RECORDINGS["steady"], tmp_path / "some.log", monkeypatch)]
    length = views[-1].duration
    assert views[-1].estimated_duration == length
    for view in views[1:]:
        assert view.duration <= length
        assert view.estimated_duration == pytest.approx(length, rel=0.1)


def arrays_of(view):
    yield from (
        view.frame_starts,
        view.offsets,
        view.layout_indices,
        view.frames,
        view.elapsed,
        view.recorded_events,
    )
    for value in vars(view.actors).values():
        if isinstance(value, np.ndarray):
            yield value


def test_nothing_of_a_view_can_be_written_to(tmp_path, monkeypatch):
    for view, _ in grow(RECORDINGS["street"], tmp_path / "some.log", monkeypatch):
        assert not any(array.flags.writeable for array in arrays_of(view))


# -- a file that changes under an open recording


def test_a_frame_of_a_file_that_was_replaced_is_refused(tmp_path):
    """A fixed-step run recorded again matches in every offset, id and time; only the date is another."""
    index = read(street().bytes(), tmp_path / "some.log")
    index.read_frame(5)
    again = Scene(map_name="Carla/Maps/Town03", timestamp=1).bytes()
    data = street().bytes()
    (tmp_path / "some.log").write_bytes(again[: plain_reader.header_size(again)] + data[45:])
    with pytest.raises(ChangedError, match="no longer the recording that was opened"):
        index.read_frame(5)


def test_a_duration_that_was_not_yet_known_may_be_filled_in(tmp_path):
    """CARLA patches the duration of a frame when the next one comes."""
    path = tmp_path / "some.log"
    data = bytearray(street().bytes())
    index = read(bytes(data), path)
    last = int(index.offsets[-1])
    data[last + 13 : last + 21] = np.float64(0.05).tobytes()
    path.write_bytes(data)
    assert index.read_frame(19).records(packets.FRAME_START)["duration"] == 0.05
