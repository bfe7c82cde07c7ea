"""Who the hero is: one that came twice, and a recording in which nobody is called so."""

from __future__ import annotations

import json

import pytest

from tests.analysis.drives import Mover, car, record, standing, straight
from tests.library.runs import rows
from tests.scenes import actor, hit
from viewer import open_library, open_recording
from viewer.cli import main
from viewer.cli.terminal import Status
from viewer.logfile import packets

HERO = {"role_name": "hero"}
FIRST, SECOND = (0.0, 2.0), (2.5, 5.0)
"""Seconds of the two lifetimes; the first drives with 10 m/s, the second with 4 m/s."""


@pytest.fixture(params=[1, 7], ids=["the same id", "another id"])
def twice(request, tmp_path):
    """Drive into a standing car, be spawned again elsewhere, and drive into another."""
    again = request.param
    movers = [
        Mover(1, straight(0, 0, 10), attributes=HERO, dies=FIRST[1]),
        Mover(again, lambda t: (4 * (t - SECOND[0]), 50.0, 0.0, 0.0), attributes=HERO, born=SECOND[0]),
        car(2, standing(20, 0)),
        car(3, standing(12, 50)),
        car(4, standing(0, 90)),
    ]
    sensors = [actor(9, "sensor.other.collision", (0, 0, 0))]
    folder = tmp_path / "runs"
    folder.mkdir()
    hits = {33: [hit(1, 2)], 90: [hit(again, 3)]}
    return record(movers, SECOND[1], collisions=hits, cast=sensors).save(folder / "twice.log"), again


def test_the_events_of_all_lifetimes_are_the_heros(twice, capsys):
    path, again = twice
    for who in (
        ["--for", "hero"],
        ["--for", "hero", "--hero", "1"],
        ["--for", "hero", "--hero", "role=hero"],
    ):
        main(["events", str(path), "--kind", "collision", "--json", *who])
        events = json.loads(capsys.readouterr().out)[0]["events"]
        assert [[each["id"] for each in event["actors"]] for event in events] == [[1, 2], [again, 3]]
    main(["events", str(path), "--criteria", "--json"])
    criteria = json.loads(capsys.readouterr().out)[0]["criteria"]
    (count,) = [each for each in criteria["criteria"] if each["name"] == "collisions_vehicle"]
    assert count["count"] == 2
    assert criteria["penalty"] == pytest.approx(0.6 * 0.6)


def test_a_library_counts_all_lifetimes(twice, tmp_path):
    path, again = twice
    library = open_library(path.parent, kept_in=tmp_path / "kept")
    library.refresh(jobs=1)
    row = rows(library)["twice.log"]
    far, long = 10.0 * 1.95 + 4.0 * 2.5, 1.95 + 2.5  # the last pose is that of the frame before the end
    assert (row["hero_id"], row["hero_lifetimes"]) == (1, 2)
    assert (row["collisions"], row["hero_collisions"]) == (2, 2)
    assert row["hero_distance"] == pytest.approx(far, abs=0.3)
    assert row["hero_mean_speed"] == pytest.approx(far / long, rel=0.02)
    assert row["hero_top_speed"] == pytest.approx(10.0, rel=0.01)
    heroes = [each["actor_id"] for each in rows(library, "actors") if each["hero"]]
    assert heroes == [1, again]
    told = {(each["actor_id"], each["other_id"]) for each in rows(library, "events") if each["hero"]}
    assert {(1, 2), (again, 3)} <= told
    assert library.kinds()["collision"] == {str(path): 2}


def test_two_heroes_at_once_are_two(tmp_path):
    movers = [
        Mover(1, straight(0, 0, 10), attributes=HERO),
        Mover(2, straight(0, 50, 10), attributes=HERO),
        Mover(5, straight(0, 90, 10), attributes={"role_name": "autopilot"}, dies=1.0),
        Mover(6, straight(0, 95, 10), attributes={"role_name": "autopilot"}),
    ]
    with open_recording(record(movers, 3).save(tmp_path / "two.log")) as recording:
        assert [recording.actors.lifetimes(row) for row in range(4)] == [(0,), (1,), (2,), (3,)]


@pytest.fixture
def nobody(tmp_path):
    """Two cars and a walker; one has a sensor and a role that only it has, and runs into the other."""
    cav = Mover(24, straight(0, 0, 10), attributes={"role_name": "cav"})
    npc = car(2, standing(20, 0), attributes={"role_name": "autopilot"})
    sensors = [
        actor(9, "sensor.other.collision", (0, 0, 0)),
        actor(10, "sensor.camera.rgb", (0, 0, 0)),
    ]
    folder = tmp_path / "runs"
    folder.mkdir()
    scene = record(
        [npc, cav], 3, collisions={33: [hit(24, 2)]}, cast=sensors,
        extra=lambda time: {} if time else {packets.EVENT_PARENT: [(9, 24), (10, 24)]},
    )  # fmt: skip
    return scene.save(folder / "opencda.log")


SCRIPT = """
from srunner.metrics.examples.basic_metric import BasicMetric

class Told(BasicMetric):
    def _create_metric(self, town_map, log, criteria):
        print("ego", log.get_ego_vehicle_id())
"""


def test_who_could_be_the_hero_is_said_and_can_be_named(nobody, tmp_path, capsys):
    script = tmp_path / "told.py"
    script.write_text(SCRIPT, encoding="utf-8")
    words = {
        "events": ["events", str(nobody), "--criteria"],
        "metrics": ["metrics", str(nobody), "--metric", str(script)],
        "library": ["library", str(nobody.parent), "--library", str(tmp_path / "kept")],
    }
    for name, command in words.items():
        status = main(command)
        err = capsys.readouterr().err
        assert status == (Status.WRONG_USAGE if name == "metrics" else Status.FINE)
        assert "nobody is called hero" in err
        assert "it could be 24 (tesla.model3, role_name cav, 2 sensors, moves 30 m)" in err
        assert "--hero ID or --hero role=NAME" in err
        assert "IndexError" not in err
        for who in ("24", "role=cav"):
            assert main([*command, "--hero", who]) == Status.FINE
            found = capsys.readouterr()
            assert "nobody is called hero" not in found.err
            assert {"events": "as ScenarioRunner would count 24", "metrics": "ego 24", "library": "  24  "}[
                name
            ] in found.out


def test_where_the_hero_has_no_event_the_worst_of_all_counts(tmp_path, capsys):
    movers = [
        Mover(1, straight(0, 90, 10), attributes=HERO),
        Mover(3, straight(0, 0, 10)),
        car(2, standing(20, 0)),
    ]
    sensor = actor(9, "sensor.other.collision", (0, 0, 0))
    record(movers, 3, collisions={33: [hit(3, 2)]}, cast=[sensor]).save(tmp_path / "b.log")
    record([Mover(1, straight(0, 0, 10), attributes=HERO)], 3).save(tmp_path / "a.log")
    words = ["library", str(tmp_path), "--library", str(tmp_path / "kept")]
    assert main([*words, "--json"]) == Status.FINE
    first, _ = json.loads(capsys.readouterr().out)
    assert (first["name"], first["worst"], first["hero_id"]) == ("b.log", "collision", 1)
    assert (first["collisions"], first["hero_collisions"]) == (1, 0)
    assert main([*words, "--fail-on", "collision,red_light"]) == Status.HAPPENED
    assert f"--fail-on: {tmp_path / 'b.log'}: collision at 1.650 s." in capsys.readouterr().err
    assert main([*words, "--fail-on", "collision", "--for", "hero"]) == Status.NOT_JUDGED
    assert f"{tmp_path / 'a.log'}: not judged: collision" in capsys.readouterr().err
