"""The Python API as its users write it."""

from __future__ import annotations

import gc
import json
from datetime import datetime, timezone

import pytest

import viewer
from tests.scenes import DATE, HERO, LATE, OTHER, SIGN, Scene, actor, pose, street


@pytest.fixture
def path(tmp_path):
    return street().save(tmp_path / "street.log")


@pytest.fixture
def rec(path):
    with viewer.open_recording(path) as recording:
        yield recording


def test_a_recording(rec):
    assert rec.header.version == 1
    assert rec.header.date == datetime.fromtimestamp(DATE, timezone.utc)
    assert rec.header.map == "Carla/Maps/Town03"
    assert rec.header.map_name == "Town03"
    assert rec.frames.dtype.names == ("frame", "elapsed", "duration")
    assert rec.frames["frame"].tolist() == list(range(1, 21))
    assert rec.frames["duration"].sum() == pytest.approx(rec.duration)
    assert rec.duration == pytest.approx(0.95)
    assert len(rec.actors) == 10
    assert rec.recorded_events.dtype.names == ("frame", "kind", "actor", "other")
    assert len(rec.contacts) == 1
    assert list(rec.problems) == []


def test_a_world(rec):
    world = rec.world_at(0.31)
    assert (world.frame, world.elapsed) == (7, 0.31)
    assert world.actor_ids.shape == (10,)
    assert world.locations.shape == world.rotations.shape == (10, 3)
    assert world.locations[0] == pytest.approx([3.0, 0.0, 0.1])
    assert rec.world_at(0.325, interpolate=True).locations[0] == pytest.approx([3.25, 0.0, 0.1], abs=1e-4)


def test_a_trajectory(rec):
    poses = rec.trajectory(LATE)
    assert poses.elapsed.tolist() == rec.frames["elapsed"][5:15].tolist()
    assert poses.locations.shape == poses.rotations.shape == (10, 3)
    assert len(rec.trajectory(SIGN)) == 20


def test_a_trajectory_of_one_of_several_lives(tmp_path):
    scene = Scene().frame(1.0, add=[actor(7)], poses=[pose(7, (1, 0, 0))]).frame(1.0, remove=[7])
    scene.frame(1.0, add=[actor(7)], poses=[pose(7, (3, 0, 0))]).frame(1.0, poses=[pose(7, (4, 0, 0))])
    with viewer.open_recording(scene.save(tmp_path / "lives.log")) as rec:
        assert rec.trajectory(7).elapsed.tolist() == [0.0]
        assert rec.trajectory(7, at=0.5).elapsed.tolist() == [0.0]
        assert rec.trajectory(7, at=2.5).elapsed.tolist() == [2.0, 3.0]
        assert rec.trajectory(7, at=99.0).elapsed.tolist() == [2.0, 3.0]
        with pytest.raises(viewer.ActorNotFoundError, match=r"actor 7 at 1\.5 s"):
            rec.trajectory(7, at=1.5)


def test_a_series(rec):
    brake = rec.series("brake", OTHER)
    assert brake.recorded
    assert brake.at(0.5) == 1.0
    assert rec.series("distance", HERO, other_id=LATE).elapsed[0] == rec.frames["elapsed"][5]
    assert len(rec.series("frame_duration")) == 20
    with pytest.raises(viewer.ActorNotFoundError):
        rec.series("brake", 4711)
    with pytest.raises(KeyError):
        rec.series("colour", HERO)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda folder: folder / "gone.log", "there is no such file"),
        (lambda folder: folder, "this is a folder"),
        (lambda folder: written(folder, b""), "the file is empty"),
        (lambda folder: written(folder, b"something else entirely"), "not a CARLA recording"),
    ],
    ids=["missing", "folder", "empty", "other"],
)
def test_what_cannot_be_opened_says_why_and_is_let_go_of(tmp_path, make, message):
    with pytest.raises(viewer.RecordingError, match=message):
        viewer.open_recording(make(tmp_path))
    gc.collect()  # an open file would be reported here


def written(folder, data):
    (folder / "some.log").write_bytes(data)
    return folder / "some.log"


def test_notes_are_those_in_the_file_beside(rec, path):
    assert rec.notes == ()
    entry = {"id": "a", "start": 0.5, "text": "brakes late", "modified": "2026-05-04T12:00:00Z"}
    path.with_name("street.log.notes.json").write_text(json.dumps({"notes": [entry]}))
    assert [(note.start, note.text) for note in rec.notes] == [(0.5, "brakes late")]


def test_after_closing_nothing_more_is_read(path):
    with viewer.open_recording(path) as rec:
        asked, unasked = rec.world_at(0.5), rec.world_at(0.5)
        assert asked.speeds[0] == pytest.approx(10.0, abs=1e-3)
    assert asked.find(HERO).speed.value == pytest.approx(10.0, abs=1e-3)
    assert unasked.locations[0] == pytest.approx([4.5, 0.0, 0.1])
    rec.close()
    with pytest.raises(ValueError, match="closed"):
        _ = unasked.speeds
    with pytest.raises(ValueError, match="closed"):
        rec.world_at(0.6)


def test_what_went_wrong(path):
    with viewer.open_recording(path) as rec:
        result = rec.find_events(["collision", "contact"], actors=[HERO])
        (event,) = result.events
        assert event.kind == "collision"
        assert [rec.actors.actor_id[row] for row in event.rows] == [HERO, OTHER]
        assert event.start == pytest.approx(0.45)
        assert result.thresholds["ttc"] == 1.5
        assert rec.find_events(["ttc"], thresholds={"ttc": 1.0}).thresholds["ttc"] == 1.0
        with pytest.raises(viewer.ActorNotFoundError):
            rec.find_events(actors=[1])
        with pytest.raises(KeyError):
            rec.find_events(["nothing"])
