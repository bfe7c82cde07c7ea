"""The Python API as its users write it."""

from __future__ import annotations

import gc
import json
from datetime import datetime, timezone

import pytest

import viewer
from tests.scenes import DATE, HERO, LATE, OTHER, SIGN, Scene, actor, pose, street
from viewer.metrics import MetricsLog


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


HERO_THERE, FIRST, SECOND = viewer.Actor(8, 1), viewer.Actor(7, 1), viewer.Actor(7, 3)
CALLS = {
    "trajectory": (lambda rec, who: rec.trajectory(who).locations[:, 0].tolist(), [9, 9, 9, 9], [1], [3, 4]),
    "series": (lambda rec, who: rec.series("x", who).values[0], 9, 1, 3),
    "other": (lambda rec, who: rec.series("distance", 9, other=who).values[0], 9, 1, 3),
    "events": (lambda rec, who: rec.find_events([], actors=[who]).judged, (1,), (0,), (3,)),
    "hero": (lambda rec, who: rec.find_events([], hero=who).hero, 1, 0, 3),
    "route": (lambda rec, who: rec.route(hero=who), *["there is no route"] * 3),
    "metrics": (lambda rec, who: MetricsLog(rec.index, hero=who).get_ego_vehicle_id(), 8, 7, 7),
}  # fmt: skip


@pytest.fixture
def reused(tmp_path):
    """Recording in which the id 7 is used twice, beside the hero 8 and another vehicle, 9."""
    there = [pose(8, (9, 0, 0)), pose(9, (0, 0, 0))]
    scene = Scene().frame(
        1.0, add=[actor(7), actor(8, role_name="hero"), actor(9)], poses=[pose(7, (1, 0, 0)), *there]
    )
    scene.frame(1.0, remove=[7], poses=there)
    scene.frame(1.0, add=[actor(7)], poses=[pose(7, (3, 0, 0)), *there])
    scene.frame(1.0, poses=[pose(7, (4, 0, 0)), *there])
    with viewer.open_recording(scene.save(tmp_path / "reused.log")) as recording:
        yield recording


@pytest.mark.parametrize(("call", "hero", "first", "second"), CALLS.values(), ids=CALLS)
def test_an_actor_or_an_id_used_once_is_found(reused, call, hero, first, second):
    assert call(reused, HERO_THERE) == call(reused, 8) == call(reused, reused.hero) == hero
    assert (call(reused, FIRST), call(reused, SECOND)) == (first, second)


@pytest.mark.parametrize("call", [each[0] for each in CALLS.values()], ids=CALLS)
@pytest.mark.parametrize(
    ("who", "message"),
    [
        (7, f"2 actors had the id 7: give {FIRST} (0.00 to 1.00 s) or {SECOND} (2.00 to 3.00 s)"),
        (99, "there is no actor 99"),
        (HERO_THERE._replace(spawn_frame=2), "there is no actor {}: give {} (0.00 to 3.00 s)"),
    ],
    ids=["used twice", "unknown", "unknown Actor"],
)
def test_an_id_used_twice_or_an_unknown_actor_is_an_error(reused, call, who, message):
    with pytest.raises(viewer.ActorNotFoundError) as raised:
        call(reused, who)
    assert str(raised.value) == message.format(who, HERO_THERE)


def test_a_world_finds_the_actor_that_is_alive(reused):
    before, between, after = map(reused.world_at, (0.5, 1.5, 2.5))
    assert before.find(7) == before.find(FIRST) != after.find(7) == after.find(SECOND)
    absent = [before.find(SECOND), between.find(7), between.find(FIRST), after.find(FIRST), after.find(99)]
    assert absent == [None] * 5


def test_reprs_are_short(reused, rec):
    assert repr(reused).splitlines() == [
        f"{reused.index.path}: Town01, CARLA 0.9.6–0.9.9",
        "4 frames, 3.00 s, 4 actors",
        "hero: Actor(id=8, spawn_frame=1), problems: 0",
    ]
    assert rec.hero == viewer.Actor(HERO, 1)
    things = reused.actors, reused.world_at(2.5), reused.trajectory(8), reused.find_events(), reused.index
    assert all(len(repr(each)) < 200 for each in (*things, reused.series("x", 8)))
    assert (repr(things[1]), repr(things[2])) == (
        "World(frame=3, elapsed=2.50, actors=3)", "Trajectory(poses=4, elapsed=0.00 to 3.00)"
    )  # fmt: skip


def test_a_series(rec):
    brake = rec.series("brake", OTHER)
    assert brake.recorded
    assert brake.at(0.5) == 1.0
    assert rec.series("distance", HERO, other=LATE).elapsed[0] == rec.frames["elapsed"][5]
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
        assert event.actors == (viewer.Actor(HERO, 1), viewer.Actor(OTHER, 1))
        assert rec.find_events(["collision"], actors=event.actors).events == (event,)
        assert event.start == pytest.approx(0.45)
        assert result.thresholds["ttc"] == 1.5
        assert rec.find_events(["ttc"], thresholds={"ttc": 1.0}).thresholds["ttc"] == 1.0
        with pytest.raises(viewer.ActorNotFoundError):
            rec.find_events(actors=[1])
        with pytest.raises(KeyError):
            rec.find_events(["nothing"])
