"""The sample recording, and what its script makes: one story, of a minute in town and a red light."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

import viewer
from viewer.cli import main
from viewer.program import resource

ROOT = Path(__file__).resolve().parents[2]
MAP = "Sampletown.xodr"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def twice(tmp_path_factory):
    """Two that are made at once, with other orders of sets."""
    script, made = ROOT / "tests" / "sample" / "make_sample.py", []
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


def test_the_script_makes_the_same_bytes_every_time_and_the_map_that_ships(twice, made):
    assert twice[1].read_bytes() == made.read_bytes()
    assert made.with_name(MAP).read_bytes() == resource(MAP).read_bytes()


def test_it_is_light_to_keep_and_whole(sample):
    assert len(zlib.compress(sample.index.file.path.read_bytes())) < 500_000
    assert sample.problems == ()
    assert sample.header.map_name == "Sampletown"
    # What 0.9.14 writes with additional data, but for physics, light times and bones.
    assert sample.index.packet_counts.keys() == {*range(11), 12, 13, 14, 17, 20}


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
