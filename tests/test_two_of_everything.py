"""Values that a fault of meaning would swap: two of everything, each unlike the other.

Three different angles, gears −1, 0 and 1, speeds that differ, two actors in each sentence. The right values
stand here as they were written into the recording.
"""

from __future__ import annotations

import csv
import io
import re

import pytest

from tests.analysis.drives import car, hero, record, standing, straight, walker
from tests.scenes import Scene, actor, hit, pose
from viewer.analysis.event_kinds import KINDS
from viewer.analysis.find_events import find_events
from viewer.api import open_library, open_recording
from viewer.cli import main
from viewer.library.columns import dicts
from viewer.logfile import packets
from viewer.ui.event_text import heading, measured_of

HERO, OTHER = 7, 8
ANGLES = (3.0, 40.0, -20.0)
"""Pitch, yaw and roll."""
GEARS = {10: -1, 11: 0, 12: 1}


@pytest.fixture
def path(tmp_path):
    """The recording: a hero that leans, three cars in three gears, of which 12 is gone in frame 4."""
    scene = Scene()
    ids = [HERO, *GEARS]
    for k in range(6):
        there = [each for each in ids if each != 12 or k < 3]
        scene.frame(
            0.5,
            add=[actor(each, role_name="hero" if each == HERO else "") for each in ids] if k == 0 else [],
            remove=[12] if k == 3 else [],
            poses=[pose(each, (10.0 * each + k, 2.0 * each, 0.5), ANGLES) for each in there],
            extra={packets.ANIM_VEHICLE: [
                (each, 0.125, 0.25, 0.5, each == 10, GEARS[each]) for each in there if each in GEARS
            ]},
        )  # fmt: skip
    return scene.save(tmp_path / "two.log")


def table(path, capsys, *words):
    out = path.with_suffix(".csv")
    assert main(["export", str(path), "--to", "csv", "-o", str(out), "--force", *words]) == 0
    capsys.readouterr()
    return list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8"))))


def test_a_gear_of_0_is_neutral_and_not_reverse(path):
    with open_recording(path) as rec:
        told = {each: rec.series("reverse", each).values.tolist()[0] for each in GEARS}
        gears = {each: rec.series("gear", each).values.tolist()[0] for each in GEARS}
    assert told == {10: 1, 11: 0, 12: 0}
    assert gears == GEARS


def test_controls_keep_their_columns(path, capsys):
    (row,) = (
        each
        for each in table(path, capsys, "--table", "controls")
        if each["actor_id"] == "10" and each["frame"] == "1"
    )
    told = {name: float(row[name]) for name in ("steer", "throttle", "brake", "gear")}
    assert told == {"steer": 0.125, "throttle": 0.25, "brake": 0.5, "gear": -1.0}


def test_angles_keep_their_names_wherever_they_are_told(path, capsys):
    rows = [each for each in table(path, capsys, "--table", "poses") if each["actor_id"] == str(HERO)]
    assert {tuple(float(each[name]) for name in ("pitch", "yaw", "roll")) for each in rows} == {ANGLES}
    with open_recording(path) as rec:
        world = rec.world_at(1.0)
        assert world.find(HERO).rotation == pytest.approx(ANGLES)
        assert [rec.series(name, HERO).values[0] for name in ("pitch", "yaw", "roll")] == pytest.approx(
            ANGLES
        )
        assert rec.trajectory(HERO).rotations[0] == pytest.approx(ANGLES)


def test_an_actor_lives_up_to_the_frame_that_removes_it(path, capsys):
    (row,) = (each for each in table(path, capsys, "--table", "actors") if each["actor_id"] == "12")
    assert (row["spawn_frame"], row["spawned"]) == ("1", "0.0")
    assert (row["destroy_frame"], row["destroyed"]) == ("4", "1.5")
    with open_recording(path) as rec:
        assert [rec.world_at(at).find(12) is not None for at in (0.0, 1.0, 1.5)] == [True, True, False]


@pytest.mark.parametrize("kind", KINDS)
def test_a_sentence_names_each_actor_once(path, tmp_path, kind):
    movers = [hero(straight(0, 0, 10)), car(OTHER, standing(25, 0))]
    index = record(movers, 4).index(tmp_path / "near.log")
    event = next(iter(find_events(index, kinds=["ttc"]).events))._replace(kind=kind, rows=(0, 1))
    words = re.findall(r"\w+", heading(index, event).replace(measured_of(event, brief=True), ""))
    assert [words.count(str(index.actors.actor_id[row])) for row in (0, 1)] in ([1, 1], [1, 0], [0, 0])
    if kind in ("collision", "contact", "near_miss", "ttc", "headway", "pet"):
        assert [each for each in words if each in ("1", "8")] == ["1", "8"]


def test_a_near_hit_names_both_in_every_output(tmp_path, capsys):
    movers = [hero(straight(0, 0, 10)), car(2, standing(40, 0, yaw=90.0), born=2.9)]
    path = record(movers, 4, collisions={75: [hit(1, 2)]}).save(tmp_path / "near.log")
    main(["events", str(path), "--kind", "ttc,contact,collision"])
    lines = [line for line in capsys.readouterr().out.splitlines() if line.strip()[:1].isdigit()]
    assert lines
    assert all("1 tesla.model3 – 2 tesla.model3" in line for line in lines)


def test_each_column_of_a_library_holds_what_its_name_says(tmp_path):
    """The hero brakes by 5 and by 7 m/s², nears two cars that go again, hits 4; 5 hits 6."""

    def speed(t):
        if t < 2.0:
            return 12.0
        if t < 3.0:
            return 12.0 - 5.0 * (t - 2.0)
        return 7.0 if t < 6.0 else max(7.0 - 7.0 * (t - 6.0), 0.0)

    def way(t):
        x, at = 0.0, 0.0
        while at < t - 1e-9:
            step = min(0.01, t - at)
            x, at = x + step * (speed(at) + speed(at + step)) / 2.0, at + step
        return x, 0.0, 0.0, 0.0

    bike = {"type_id": "vehicle.bh.crossbike", "extent": (0.8, 0.3, 0.8)}
    movers = [
        hero(way), car(4, standing(300, 50)), car(5, standing(400, 50)), car(6, standing(400, 60)),
        walker(7, standing(0, 30)), walker(8, standing(0, 40), dies=1.48), car(9, standing(0, 50), **bike),
        car(10, standing(20, 0), born=0.02, dies=1.05), car(11, standing(44, 0), born=3.02, dies=4.02),
    ]  # fmt: skip
    sensor = actor(20, "sensor.other.collision")
    scene = record(movers, 9, collisions={100: [hit(1, 4)], 120: [hit(5, 6)]}, cast=[sensor])
    path = scene.save(tmp_path / "run.log")
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    library.refresh(jobs=1)
    (row,) = dicts(library.columns("recordings"))
    assert (row["name"], row["path"], row["map_name"], row["size"]) == (
        "run.log",
        str(path),
        "Town01",
        path.stat().st_size,
    )
    assert (row["frames"], row["hero_id"], row["hero_lifetimes"]) == (181, 1, 1)
    assert row["duration"] == pytest.approx(9.0)
    assert (row["vehicles"], row["walkers"], row["bicycles"]) == (6, 2, 1)
    assert (row["collisions"], row["hero_collisions"]) == (2, 1)
    distance = 24.0 + 9.5 + 21.0 + 3.5
    assert row["hero_distance"] == pytest.approx(distance, abs=0.05)
    assert row["hero_mean_speed"] == pytest.approx(distance / 9.0, abs=0.05)
    assert row["hero_top_speed"] == pytest.approx(12.0, abs=0.1)
    assert row["hero_hardest_braking"] == pytest.approx(-7.0, abs=0.7)
    events = [*dicts(library.columns("events"))]
    near = {(each["actor_id"], each["other_id"]): each["value"] for each in events if each["kind"] == "ttc"}
    assert near.keys() == {(1, 10), (1, 11)}
    assert row["hero_least_ttc"] == min(near.values()) < max(near.values())
    braking = sorted(
        each["value"] for each in events if each["kind"] == "harsh_braking" and each["actor_id"] == 1
    )
    assert braking == pytest.approx([-7.0, -5.0], abs=0.7)
    hits = {
        (each["actor_id"], each["other_id"]): each["start"] for each in events if each["kind"] == "collision"
    }
    assert hits == {(1, 4): pytest.approx(5.0), (5, 6): pytest.approx(6.0)}
    actors = {each["actor_id"]: each for each in dicts(library.columns("actors"))}
    lived = {each: (told["spawned"], told["destroyed"]) for each, told in actors.items()}
    assert lived[1] == (0.0, None)
    assert lived[8] == (0.0, pytest.approx(1.5))
    assert lived[11] == (pytest.approx(3.05), pytest.approx(4.05))
    assert {each for each, told in actors.items() if told["hero"]} == {1}
