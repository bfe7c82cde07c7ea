"""What is read of many frames at once is what is read of one after the other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.recording import plain_reader
from tests.recording.build.eventful import damages, found_by_hand, recordings
from tests.scenes import Scene, actor, hit, pose, read
from viewer.logfile import packets
from viewer.logfile.source import LogFile
from viewer.recording.build import event_batch, event_collector, walk
from viewer.recording.build.builder import IndexBuilder, build_index
from viewer.recording.build.burst import BurstFinder
from viewer.recording.build.event_collector import EVENTFUL
from viewer.recording.build.frame_parts import FrameBurst, Gap
from viewer.recording.build.walk import Walk

MANY = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
FEWER = settings(MANY, max_examples=50)


@pytest.fixture(autouse=True)
def eager(monkeypatch):
    """Few frames are enough to be taken at once, and blocks end in their midst."""
    monkeypatch.setattr(walk, "_ALONE", 1)
    monkeypatch.setattr(walk, "_FEW", 1)
    monkeypatch.setattr(walk, "_MAX_BACKOFF", 1)
    monkeypatch.setattr(walk, "BLOCK", 3_000)
    monkeypatch.setattr(event_batch, "_FEW_PACKETS", 0)
    monkeypatch.setattr(event_collector, "_WORTH_PARTING", 2)


@pytest.fixture
def every_frame_is_looked_at(monkeypatch):
    """Of galloped frames without events, the first alone is asked who stands there; here none is galloped."""
    plain = Walk._guess  # noqa: SLF001 - what gallops

    def guess(reading, layout):
        eventful = any(size > 2 for kind in EVENTFUL for _, size in layout.payloads_of(kind.id))
        return plain(reading, layout) if eventful else 0

    monkeypatch.setattr(Walk, "_guess", guess)


def read_one_by_one(data, scratch):
    """Read a recording frame by frame, and event by event."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BurstFinder, "find", lambda *_: None)
        patch.setattr(Walk, "_guess", lambda *_: 0)
        patch.setattr(event_collector, "read_batch", lambda *_: None)
        return read(data, scratch)


def parts_of(data, scratch):
    """Return what the walk over a recording finds: the type of each part and its number of frames."""
    scratch.write_bytes(data)
    builder = IndexBuilder(LogFile(scratch))
    return [(type(part), len(part)) for part in builder.walk if not isinstance(part, Gap)]


def assert_same(index, other):
    assert index.heads.tobytes() == other.heads.tobytes()
    assert index.offsets.tolist() == other.offsets.tolist()
    headers = [
        [each.layouts[number].headers for number in each.layout_numbers.tolist()] for each in (index, other)
    ]
    assert headers[0] == headers[1]
    assert index.packet_counts == other.packet_counts
    for name in ("actor_id", "spawn_frame", "destroy_frame", "category", "parent", "box_recorded"):
        assert getattr(index.actors, name).tolist() == getattr(other.actors, name).tolist(), name
    for name in ("location", "rotation", "box_center", "box_extent"):
        np.testing.assert_array_equal(getattr(index.actors, name), getattr(other.actors, name), name)
    assert index.actors.descriptions == other.actors.descriptions
    assert index.events.tolist() == other.events.tolist()
    assert index.contacts.columns.tolist() == other.contacts.columns.tolist()
    assert index.problems == other.problems


@pytest.mark.usefixtures("every_frame_is_looked_at")
@MANY
@given(data=recordings())
def test_whatever_happens_it_is_found_as_one_by_one(scratch, data):
    assert_same(read(data, scratch), read_one_by_one(data, scratch))


@pytest.mark.usefixtures("every_frame_is_looked_at")
@MANY
@given(data=recordings(), damage=damages())
def test_of_a_damaged_recording_the_same_is_found_and_told(scratch, data, damage):
    damaged = damage(data)
    assert_same(read(damaged, scratch), read_one_by_one(damaged, scratch))


@pytest.mark.usefixtures("every_frame_is_looked_at")
@MANY
@given(data=recordings())
def test_a_simple_reader_finds_the_same(scratch, data):
    compare_with_simple_reader(data, scratch)


@FEWER
@given(data=recordings(disorders=(0.0,)))
def test_galloping_finds_what_a_simple_reader_finds_if_all_is_in_order(scratch, data):
    compare_with_simple_reader(data, scratch)


def compare_with_simple_reader(data, scratch):
    index = read(data, scratch)
    found = found_by_hand(data, index.engine)
    frames = plain_reader.frames_of(data)
    assert index.offsets.tolist() == [frame[0].offset for frame in frames]
    assert [tuple(head) for head in index.heads[["frame", "duration", "elapsed"]].tolist()] == [
        plain_reader.start(frame) for frame in frames
    ]
    actors = index.actors
    assert np.stack((actors.actor_id, actors.spawn_frame, actors.destroy_frame), 1).tolist() == found.lives
    assert index.events.tolist() == found.events
    columns = index.contacts.columns[["first_frame", "last_frame", "actor_id", "other_id", "records", "both"]]
    assert [[int(value) for value in contact] for contact in columns.tolist()] == found.contacts


@FEWER
@given(data=recordings(), places=st.lists(st.floats(0, 1), max_size=3))
def test_a_file_that_grows_is_found_as_if_it_had_been_whole(scratch, tmp_path, data, places):
    first = plain_reader.header_size(data)
    path = tmp_path / "growing.log"
    path.write_bytes(data[:first])
    builder = IndexBuilder(LogFile(path))
    for end in sorted(first + int(place * (len(data) - first)) for place in [*places, 1.0]):
        path.write_bytes(data[:end])
        builder.extend(at_last=True)
        for part in builder.walk:
            builder.take(part)
        builder.view(complete=False)
    whole = read(data, scratch)
    if builder.view(complete=True).dialect.reasons == whole.dialect.reasons:
        assert_same(builder.view(complete=True), whole)


@FEWER
@given(data=recordings())
def test_views_while_reading_show_the_beginning_and_stay_as_they_are(scratch, data):
    scratch.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("viewer.recording.build.builder.VIEW_EVERY", 0.0)
        patch.setattr("viewer.recording.build.builder.TIME_FOR_VIEWS", 1e9)
        views = list(build_index(LogFile(scratch)))
    frames = [len(view.heads) for view in views]
    assert frames == sorted(frames)
    whole = views[-1]
    for view in views:
        count = len(view.heads)
        assert view.offsets.tolist() == whole.offsets[:count].tolist()
        assert view.events.tolist() == whole.events[whole.events["frame"] < count].tolist()
        assert view.actors.actor_id.tolist() == whole.actors.actor_id[: len(view.actors)].tolist()
        begun = view.contacts.columns
        there = whole.contacts.columns[whole.contacts.columns["first_frame"] < count]
        assert (
            begun[["first_frame", "actor", "other"]].tolist()
            == there[["first_frame", "actor", "other"]].tolist()
        )
        assert begun["last_frame"].tolist() == np.minimum(there["last_frame"], count - 1).tolist()


def eventful(frames=200):
    """Return a recording in which somebody goes and somebody comes in every frame, of changing names."""
    scene = Scene()
    for k in range(frames):
        scene.frame(
            add=[actor(100 + k, "walker.pedestrian.0001", role_name="w" * (k % 7))],
            remove=[100 + k - 1] if k else [],
            collisions=[hit(100 + k)] * (k % 3),
            poses=[pose(100 + k, (k, 0.0, 0.0))],
        )
    return scene.bytes()


def test_frames_that_differ_in_their_events_are_found_as_bursts(scratch):
    """Or else nothing here would be tried."""
    parts = parts_of(eventful(), scratch)
    assert sum(count for _, count in parts) == 200
    assert sum(count for kind, count in parts if kind is FrameBurst) > 150


def test_nothing_of_bursts_is_taken_frame_by_frame_if_nothing_is_odd(scratch, monkeypatch):
    taken = []
    plain = event_collector.EventCollector._take_frames  # noqa: SLF001 - what takes one by one
    monkeypatch.setattr(
        event_collector.EventCollector,
        "_take_frames",
        lambda self, first, stretch, places: (
            taken.append(len(stretch)),
            plain(self, first, stretch, places),
        ),
    )
    data = eventful()
    index = read(data, scratch)
    assert sum(taken) == 0
    assert_same(index, read_one_by_one(data, scratch))
    assert sum(taken) == 200


@pytest.mark.parametrize("strange", [{100}, {100, 101}, {30, 31, 32, 90, 150}])
def test_frames_with_another_packet_among_their_events_are_found_one_by_one(scratch, strange):
    data = bytearray(eventful())
    for number, frame in enumerate(plain_reader.frames_of(data)):
        if number in strange:
            (parent,) = (packet for packet in frame if packet.id == packets.EVENT_PARENT.id)
            data[parent.offset] = 150
    index = read(bytes(data), scratch)
    assert len(index.heads) == 200
    assert index.packet_counts[150] == len(strange)
    assert_same(index, read_one_by_one(bytes(data), scratch))
