"""However actors come and go, what is found is what a simple reader finds, in whatever parts it is read."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import viewer
from tests.live import growing_views
from tests.recording import plain_reader
from tests.recording.indexing.eventful import damages, found_by_hand, recordings
from tests.scenes import read
from viewer.logfile.source import LogFile
from viewer.recording.indexing import walk
from viewer.recording.indexing.builder import IndexBuilder

MANY = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
FEWER = settings(MANY, max_examples=50)


@pytest.fixture(params=["in small parts", "whole"])
def parts(request, monkeypatch):
    """Blocks end in the midst of frames, or not."""
    if request.param == "in small parts":
        monkeypatch.setattr(walk, "BLOCK", 3_000)


@pytest.mark.usefixtures("parts")
@MANY
@given(data=recordings())
def test_a_simple_reader_finds_the_same(scratch, data):
    scratch.write_bytes(data)
    with viewer.open_recording(scratch) as recording:
        found = found_by_hand(data, recording.index.dialect.engine)
        frames = plain_reader.frames_of(data)
        assert recording.index.offsets.tolist() == [frame[0].offset for frame in frames]
        assert recording.index.frame_starts.tolist() == [plain_reader.start(frame) for frame in frames]
        actors = recording.actors
        lives = np.stack((actors.actor_id, actors.spawn_frame, actors.destroy_frame), axis=1)
        assert lives.tolist() == found.lives
        assert recording.recorded_events.tolist() == found.events
        columns = ["first_frame", "last_frame", "actor_id", "other_id", "records", "both"]
        contacts = recording.index.contacts.columns[columns].tolist()
        assert [[int(value) for value in contact] for contact in contacts] == found.contacts


def assert_same(index, other):
    assert index.frame_starts.tobytes() == other.frame_starts.tobytes()
    assert index.offsets.tolist() == other.offsets.tolist()
    layouts = [
        [each.layouts[number].packets for number in each.layout_indices.tolist()] for each in (index, other)
    ]
    assert layouts[0] == layouts[1]
    assert index.packet_counts == other.packet_counts
    for name in ("actor_id", "spawn_frame", "destroy_frame", "category", "parent", "box_recorded"):
        assert getattr(index.actors, name).tolist() == getattr(other.actors, name).tolist(), name
    for name in ("location", "rotation", "box_center", "box_extent"):
        np.testing.assert_array_equal(getattr(index.actors, name), getattr(other.actors, name), name)
    assert [*index.actors.descriptions] == [*other.actors.descriptions]
    assert index.recorded_events.tolist() == other.recorded_events.tolist()
    assert index.contacts.columns.tolist() == other.contacts.columns.tolist()
    assert index.problems == other.problems


@MANY
@given(
    data=recordings((0.001, 0.02, 0.2)),
    damage=damages(),
    block=st.integers(40, 5_000),
)
def test_what_is_found_and_told_does_not_depend_on_the_parts(scratch, data, damage, block):
    damaged = damage(data)
    whole = read(damaged, scratch)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk, "BLOCK", block)
        assert_same(read(damaged, scratch), whole)


@pytest.mark.usefixtures("parts")
@FEWER
@given(data=recordings(), places=st.lists(st.floats(0, 1), max_size=3))
def test_a_file_that_grows_is_found_as_if_it_had_been_whole(scratch, tmp_path, data, places):
    first = plain_reader.header_size(data)
    path = tmp_path / "growing.log"
    path.write_bytes(data[:first])
    builder = IndexBuilder(LogFile(path))
    for end in sorted(first + int(place * (len(data) - first)) for place in [*places, 1.0]):
        path.write_bytes(data[:end])
        builder.extend()
        for part in builder.walk:
            builder.add(part)
        builder.view(complete=False)
    whole = read(data, scratch)
    if builder.view(complete=True).dialect.reasons == whole.dialect.reasons:
        assert_same(builder.view(complete=True), whole)


@pytest.mark.usefixtures("parts")
@FEWER
@given(data=recordings())
def test_views_while_reading_show_the_beginning_and_stay_as_they_are(scratch, data):
    scratch.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("viewer.recording.indexing.builder.VIEW_EVERY", 0.0)
        patch.setattr("viewer.recording.indexing.builder.TIME_FOR_VIEWS", 1e9)
        views = list(growing_views(LogFile(scratch)))
    frames = [len(view.frame_starts) for view in views]
    assert frames == sorted(frames)
    whole = views[-1]
    for view in views:
        count = len(view.frame_starts)
        assert view.offsets.tolist() == whole.offsets[:count].tolist()
        assert (
            view.recorded_events.tolist()
            == whole.recorded_events[whole.recorded_events["frame"] < count].tolist()
        )
        assert view.actors.actor_id.tolist() == whole.actors.actor_id[: len(view.actors)].tolist()
        begun = view.contacts.columns
        there = whole.contacts.columns[whole.contacts.columns["first_frame"] < count]
        assert (
            begun[["first_frame", "actor", "other"]].tolist()
            == there[["first_frame", "actor", "other"]].tolist()
        )
        assert begun["last_frame"].tolist() == np.minimum(there["last_frame"], count - 1).tolist()
