"""The text of ``show_recorder_actors_blocked``, its mistakes included, and who stood, without them."""

from __future__ import annotations

import pytest

from tests.recording import plain_reader
from tests.scenes import Scene, actor, pose
from viewer.analysis.carla_text.queries import blocked, find_blocked
from viewer.logfile.fields import Engine
from viewer.logfile.source import LogFile
from viewer.recording.actors import MOVERS, Category
from viewer.recording.indexing.builder import read_index

TITLES = "    Time     Id Actor                                 Duration\n"
NAME = "vehicle.audi.tt"


def rows(index, min_time=1.0, min_distance=100.0):
    text = b"".join(blocked(index, min_time, min_distance, utc=True)).decode()
    return text.partition(TITLES)[2].rpartition("\nFrames: ")[0]


def row(time, actor_id, name, duration):
    return f"{time:>8} {actor_id:>6} {name:<35} {duration:>10}\n"


def drive(xs, delta=0.5, **options):
    scene = Scene(**options)
    for k, x in enumerate(xs):
        scene.frame(delta, add=[actor(7, NAME)] if k == 0 else [], poses=[pose(7, (x, 0.0, 0.0))])
    return scene


@pytest.mark.parametrize("engine", Engine)
def test_who_stands_and_drives_on(tmp_path, engine):
    # Frames at 0, 0.5 …; from x = 50 it stands in the frames at 1 to 2.5 s: four of half a second each.
    index = drive([20, 50, 50.4, 50.9, 50, 50, 60, 70], engine=engine).index(tmp_path / "a.log")
    assert rows(index) == row(1, 7, NAME, 2)


def test_at_the_origin_one_stands_from_the_start_and_the_last_frame_takes_a_second(tmp_path):
    # 0, 0.5, 1 … 4 s: eight frames of 0.5 s and the last with its −1.
    index = drive([0.0] * 9).index(tmp_path / "b.log")
    assert rows(index) == row(0, 7, NAME, 3)
    assert rows(index, min_time=3.0) == row(0, 7, NAME, 3)
    assert rows(index, min_time=3.01) == ""


@pytest.mark.parametrize(("stands", "far", "told"), [(7, 0.09, True), (7, 0.11, False), (6, 0.09, False)])
def test_unless_it_is_said_30_s_and_10_cm_count(tmp_path, stands, far, told):
    """Those of ``ShowFileActorsBlocked`` in CARLA's source."""
    index = drive([20, *([50, 50 + far] * 4)[:stands], 90, 90], delta=5.0).index(tmp_path / "u.log")
    text = b"".join(blocked(index, utc=True)).decode()
    assert (NAME in text) is told


def test_the_longest_comes_first(tmp_path):
    index = drive([50, 50, 50, 50, 90, 90, 90, 90, 90, 90, 30, 40]).index(tmp_path / "c.log")
    assert rows(index) == row(2, 7, NAME, 2) + row(0, 7, NAME, 2)
    assert rows(index, min_time=2.0) == row(2, 7, NAME, 2)


def test_a_crawl_is_blocked_until_it_is_far_from_where_it_began(tmp_path):
    index = drive([50 + 0.3 * k for k in range(5)]).index(tmp_path / "d.log")
    assert rows(index, min_time=1.5) == row(0, 7, NAME, 2)


def test_a_deletion_forgets_who_was_added_last(tmp_path):
    scene = Scene().frame(0.5, add=[actor(7, NAME), actor(8, "vehicle.mini.cooperst")])
    for k in range(6):
        poses = [pose(8, (0.0, 0.0, 0.0))]
        scene.frame(0.5, remove=[7] if k == 0 else [], poses=poses)
    # 8 goes on without a name, and 7 is remembered, but does not move.
    assert rows(scene.index(tmp_path / "e.log")) == row(0, 8, "", 2)


def test_who_is_listed_twice_is_counted_twice(tmp_path):
    scene = Scene().frame(0.5, add=[actor(7, NAME)])
    for _ in range(4):
        scene.frame(0.5, poses=[pose(7, (0.0, 0.0, 0.0))] * 2)
    assert rows(scene.index(tmp_path / "f.log")) == row(0, 7, NAME, 1)


def test_real_recordings_as_plain_code_counts_them(recording_file):
    """The rules, record by record, on the bytes; but the actors are those of Position."""
    with LogFile(recording_file) as file:
        found = rows(read_index(file), 2.0, 50.0).splitlines(keepends=True)
    standing: dict[int, list] = {}
    expected = []
    frames = plain_reader.frames_of(recording_file.read_bytes())
    for frame in frames:
        _, duration, elapsed = plain_reader.start(frame)
        for actor_id, x, y, z, *_ in plain_reader.records(plain_reader.payload(frame, 6), "I6f"):
            last, since, total = standing.setdefault(actor_id, [(0.0, 0.0, 0.0), 0.0, 0.0])
            if sum((a - b) ** 2 for a, b in zip(last, (x, y, z), strict=True)) < 50.0**2:
                standing[actor_id] = [last, elapsed if total == 0.0 else since, total + duration]
            else:
                expected += [(total, actor_id, since)] if total >= 2.0 else []
                standing[actor_id] = [(x, y, z), since, 0.0]
    expected += [(total, each, since) for each, (_, since, total) in standing.items() if total >= 2.0]
    assert sorted((int(line[45:].split()[-1]), int(line[8:15]), int(line[:8])) for line in found) == sorted(
        (round(total), actor_id, round(since)) for total, actor_id, since in expected
    )
    assert [int(line.split()[-1]) for line in found] == sorted(
        (round(each[0]) for each in expected), reverse=True
    )


CAR, PROP = 7, 8


def drive_by_a_bench(xs, delta=0.5, *, alive=99):
    scene = Scene()
    for k, x in enumerate(xs):
        poses = [pose(PROP, (0.0, 0.0, 0.0))] + ([pose(CAR, (x, 0.0, 0.0))] if k < alive else [])
        add = [actor(CAR, "vehicle.audi.tt"), actor(PROP, "static.prop.bench")] if k == 0 else []
        scene.frame(delta, add=add, remove=[CAR] if k == alive else [], poses=poses)
    return scene


@pytest.mark.parametrize(
    ("xs", "alive", "min_time", "expected"),
    [
        ([20, 50, 50.4, 50.9, 50, 50, 60, 70], 99, 1.0, [(1, 5, 2.0, (50, 0, 0), "moved")]),
        ([30.0] * 5, 99, 2.0, [(0, 4, 2.0, (30, 0, 0), "end of recording")]),
        ([30.0] * 5, 99, 2.01, []),
        ([30.0] * 9, 4, 1.0, [(0, 3, 1.5, (30, 0, 0), "destroyed")]),
        ([0, 10, 20, 30, 40], 99, 1.0, []),
        ([1.0] * 5, 0, 1.0, []),  # poses of a bench alone
    ],
)
def test_who_stood(tmp_path, xs, alive, min_time, expected):
    index = drive_by_a_bench(xs, alive=alive).index(tmp_path / "a.log")
    found = find_blocked(index, min_time, 1.0)
    told = [(each.first_frame, each.last_frame, each.duration, each.location, each.end) for each in found]
    assert told == [(*when, pytest.approx(place), end) for *when, place, end in expected]
    assert all(index.actors.actor_id[each.row] == CAR for each in found)
    everybody = find_blocked(index, min_time, 1.0, categories=frozenset(Category))
    assert {int(index.actors.actor_id[each.row]) for each in everybody} >= ({PROP} if len(xs) > 5 else set())


def test_an_id_that_is_used_again_is_somebody_else(tmp_path):
    scene = Scene()
    for k in range(8):
        add = [actor(CAR, "vehicle.audi.tt")] if k in (0, 4) else []
        scene.frame(0.5, add=add, remove=[CAR] if k == 4 else [], poses=[pose(CAR, (5.0, 5.0, 0.0))])
    found = find_blocked(scene.index(tmp_path / "d.log"), 1.0, 1.0)
    assert [(each.first_frame, each.last_frame, each.end) for each in found] == [
        (0, 3, "destroyed"),
        (4, 7, "end of recording"),
    ]


def test_those_of_the_real_collision_stand_where_they_stand(recordings):
    with LogFile(recordings / "town03_carla096_collision.rec") as file:
        index = read_index(file)
        found = find_blocked(index, 5.0, 1.0)
    assert {int(index.actors.actor_id[each.row]) for each in found} == {2764, 2765, 2766}
    assert all(Category(index.actors.category[each.row]) in MOVERS for each in found)
    assert {each.duration for each in found} == {index.duration}
