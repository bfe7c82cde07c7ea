"""A library tells what agents wrote beside each recording, and lists their folders without a recording."""

from __future__ import annotations

import json

import pytest

from tests.extras import needs
from tests.library.runs import calm, rows
from tests.run_folder.folders import Maker
from tests.run_folder.test_run_folder import STEPS, way
from viewer.cli import main
from viewer.library.library import Library

SAVED = "RouteScenario_{}_rep0_Town05_ParkedObstacle_1_20_11_27_21_59_56"


@pytest.fixture
def night(tmp_path):
    """A recording with an agent's folder, one without, and agents' folders without a recording."""
    calm(tmp_path / "records" / "RouteScenario_1_rep0.log") if (
        tmp_path / "records"
    ).mkdir() is None else None
    calm(tmp_path / "records" / "RouteScenario_2_rep0.log")
    for name, layout in ((SAVED.format(1), "vad"), (SAVED.format(3), "vad"), ("route4", "carla_garage")):
        folder = tmp_path / "eval" / name
        folder.mkdir(parents=True)
        maker = Maker(folder, way, STEPS, 0)
        getattr(maker, layout)()
        poses = {step: way(step / 20) for step in range(STEPS)}
        entries = {str(s): {"location": pose[:3], "rotation": [0, 0, pose[3]]} for s, pose in poses.items()}
        if layout == "vad":
            maker.json("metric_info.json", entries)
    (tmp_path / "eval" / SAVED.format(1) / "agent.log").write_text("step 1\n")
    (tmp_path / "eval" / SAVED.format(3) / "stdout.txt").write_text("step 1\n")
    lead = tmp_path / "eval" / "5"
    (lead / "debug_images").mkdir(parents=True)
    (lead / "infractions.json").write_text(json.dumps({"infractions": [], "video_fps": 20.0}))
    (lead / "5_demo.mp4").write_bytes(b"")
    return tmp_path


EXPECTED = {
    "RouteScenario_1_rep0.log": "3 cameras, plan, signals, log",
    "RouteScenario_2_rep0.log": None,
    SAVED.format(3): "3 cameras, plan, signals, log",
    "route4": "1 camera, plan, signals",
    "5": "1 camera, 1 video",
}


def test_each_run_tells_what_lies_beside_it(night, tmp_path, capsys):
    library = Library([night], kept_in=tmp_path / "kept")
    library.refresh(jobs=1)
    found = rows(library)
    assert {name: row["beside"] for name, row in found.items()} == EXPECTED
    assert {name for name, row in found.items() if row["error"]} == set()
    assert found["5"]["path"] is None
    imported = found[SAVED.format(3)]
    assert (imported["frames"], imported["hero_id"] is not None) == (STEPS, True)
    assert imported["path"].endswith(SAVED.format(3))


@needs("library")
def test_a_recording_is_examined_again_when_the_folder_beside_it_has_changed(night, tmp_path, capsys):
    library = Library([night], kept_in=tmp_path / "kept")
    library.refresh(jobs=1)
    surveyed = []
    library.refresh(lambda progress: surveyed.append(progress.of) or True, jobs=1)
    assert not any(surveyed)
    (night / "eval" / SAVED.format(1) / "agent.log").unlink()
    library.refresh(jobs=1)
    assert rows(library)["RouteScenario_1_rep0.log"]["beside"] == "3 cameras, plan, signals"


@needs("library")
def test_the_command_tells_it_too(night, tmp_path, capsys):
    words = ["library", str(night), "--json", "--library", str(tmp_path / "kept"), "--jobs", "1"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    listed = found["recordings"] if isinstance(found, dict) else found
    assert {row["name"]: row["beside"] for row in listed} == EXPECTED
