"""The sample recording, and what its script makes: one story, of a minute in town and a red light."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import viewer
from viewer.cli import main
from viewer.logfile.enums import TrafficLightState
from viewer.recording.events import EventType
from viewer.resources import resource

ROOT = Path(__file__).resolve().parents[2]
MAP = "Sampletown.xodr"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def twice(tmp_path_factory):
    """Two that are made at once, with other orders of sets."""
    script, made = ROOT / "packaging" / "sample" / "make_sample.py", []
    for seed in ("1", "99"):
        folder = tmp_path_factory.mktemp(f"made{seed}")
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": ""}
        command = [sys.executable, script, folder / "made.log"]
        made.append((folder / "made.log", subprocess.Popen(command, cwd=folder, env=environment)))
    assert [maker.wait(240) for _, maker in made] == [0, 0]
    return [path for path, _ in made]


@pytest.fixture(scope="module")
def made(twice):
    return twice[0]


@pytest.fixture(scope="module", params=["shipped", "made"])
def sample(request):
    path = resource("sample.log") if request.param == "shipped" else request.getfixturevalue("made")
    with viewer.open_recording(path) as recording:
        yield recording


def kinds(recording):
    return [one.type_id for one in recording.actors.descriptions]


def test_the_script_makes_the_same_bytes_every_time_and_the_map_that_ships(twice, made):
    assert twice[1].read_bytes() == made.read_bytes()
    assert made.with_name(MAP).read_bytes() == resource(MAP).read_bytes()


def test_it_is_light_to_keep_and_whole(sample):
    assert len(zlib.compress(sample.index.file.path.read_bytes())) < 500_000
    assert sample.problems == ()
    assert sample.header.map_name == "Sampletown"
    # What 0.9.14 writes with additional data, but for physics, light times and bones.
    assert sample.index.packet_counts.keys() == {*range(11), 12, 13, 14, 17, 20}


def test_frames_last_as_long_as_a_simulation_that_runs_freely(sample):
    durations = np.sort(sample.frames["duration"][:-1])
    assert (durations == durations.astype(np.float32)).all()
    assert 0.03 < durations[0] < durations[-2] < 0.07
    assert durations[-1] == pytest.approx(0.4)
    assert sample.duration == pytest.approx(60.0, abs=0.1)


def test_the_cast_is_that_of_a_lively_town(sample):
    names = kinds(sample)
    counted = {
        kind: sum(name.startswith(kind) for name in names) for kind in ("vehicle.", "walker.", "static.")
    }
    assert counted["vehicle."] >= 14
    assert counted["walker."] >= 7
    assert counted["static."] >= 5
    assert names.count("traffic.traffic_light") == 11
    assert sum(name.startswith(("traffic.speed", "traffic.yield")) for name in names) == 7
    assert names.count("spectator") == len(sample.actors.hero_rows) == 1


def test_sensors_are_attached_in_the_frame_that_adds_them(sample):
    actors = sample.actors
    attached = sample.events[sample.events["kind"] == EventType.PARENT]
    sensors = [row for row, name in enumerate(kinds(sample)) if name.startswith("sensor.")]
    assert sorted(attached["actor"].tolist()) == sensors
    assert np.array_equal(attached["frame"], actors.spawn_frame[attached["actor"]])
    assert len(actors.children(int(actors.hero_rows[0]))) == 4
    assert (actors.destroy_frame[sensors] <= actors.destroy_frame[actors.parent[sensors]]).all()


def test_the_story_is_one_crash_on_a_red_light_and_nothing_else(sample, capsys):
    path = str(sample.index.file.path)
    assert main(["events", path, "--jsonl", "--roads", str(resource(MAP))]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    story = sorted(
        (event for event in found if event.get("kind") in {"collision", "contact", "red_light", "stall"}),
        key=lambda event: event["start"],
    )
    assert [event["kind"] for event in story] == ["red_light", "collision", "stall"]
    (crash,) = sample.contacts
    assert 20.0 < story[1]["start"] < 25.0
    assert story[0]["actors"][0]["id"] in (crash.actor_id, crash.other_id)
    assert set(crash.reported_by) == {crash.actor_id, crash.other_id}
    culprit = sample.actors.rows_of(story[0]["actors"][0]["id"])[0]
    towed = sample.frames["elapsed"][sample.actors.destroy_frame[culprit]]
    assert towed == pytest.approx(36.5, abs=0.1)


def test_recorded_velocities_are_those_of_the_poses(sample):
    moving = 0
    for row in np.flatnonzero(sample.actors.category <= 2):
        actor_id = sample.actors.descriptions[row].actor_id
        speed, derived = (sample.series(name, actor_id) for name in ("speed", "derived_speed"))
        off = np.abs(np.interp(speed.elapsed[1:-1], derived.elapsed, derived.values) - speed.values[1:-1])
        assert np.nanpercentile(off, 95) < 0.3, sample.actors.descriptions[row].type_id
        moving += np.count_nonzero(speed.values > 1.0)
    assert moving > 2000


def test_lights_change_in_order(sample):
    order = (
        TrafficLightState.GREEN,
        TrafficLightState.YELLOW,
        TrafficLightState.RED,
        TrafficLightState.GREEN,
    )
    allowed = set(pairwise(map(int, order)))
    for row, name in enumerate(kinds(sample)):
        if name == "traffic.traffic_light":
            states = sample.series("light_state", sample.actors.descriptions[row].actor_id).values.astype(int)
            changes = [pair for pair in pairwise(states.tolist()) if pair[0] != pair[1]]
            assert len(changes) >= 4
            assert set(changes) <= allowed
