"""A scenario of connected cars becomes one recording of all that they saw."""

from __future__ import annotations

import numpy as np
import pytest

from tests.importing import clips
from tests.importing.test_anno import imported, poses
from tests.recording.plain_reader import payload, records, start
from viewer import open_recording
from viewer.cli import main

__all__ = ["imported"]
pytest.importorskip("yaml")


def test_the_union_of_what_the_cars_saw_with_each_cars_own_pose(tmp_path, imported):
    frames = imported(clips.opv2v(tmp_path), "--map", "Town06")
    assert len(frames) == 30
    for number, frame in enumerate(frames):
        assert start(frame)[2] == pytest.approx(number / 10, abs=1e-6)
        found = poses(frame)
        assert found == {car.id: pytest.approx(car.way(number / 10), abs=1e-3) for car in clips.CARS}
    boxes = {row[0]: np.array(row[1:]) / 100 for row in records(payload(frames[0], 13), "I6f")}
    for car in clips.CARS:
        assert boxes[car.id] == pytest.approx([*car.center, *car.extent], abs=1e-4)
    with open_recording(tmp_path / "out.log") as found:
        assert found.hero.id == 205
        assert not found.problems


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "this is no YAML mapping"),
        ("true_ego_pos: [1, 2", "this is no whole YAML"),
        ("vehicles: {}", "there is no true_ego_pos"),
        ("true_ego_pos: [.nan, 0, 0, 0, 0, 0]", "there is no true_ego_pos"),
        ("[" * 100_000, "this is no whole YAML"),
        ("true_ego_pos: !!python/object/apply:os.getcwd []", "this is no whole YAML in line 1"),
        (
            "true_ego_pos: [0, 0, 0, 0, 0, 0]\nvehicles: {9: {location: [0, 0, 0]}}",
            "vehicle 9 has no usable pose",
        ),
    ],
)
def test_a_bad_file_is_told(tmp_path, imported, capsys, text, told):
    scenario = clips.opv2v(tmp_path, 5)
    (scenario / "205" / "000064.yaml").write_text(text, encoding="utf-8")
    frames = imported(scenario, status=3)
    assert told in capsys.readouterr().err
    assert len(frames) == 5


def test_missing_frames_leave_the_others_at_their_times(tmp_path, imported, capsys):
    scenario = clips.opv2v(tmp_path, 9)
    for path in scenario.glob("*/00006[4-6].yaml"):
        path.unlink()
    frames = imported(scenario, status=3)
    assert "World frames from 64 to 67 are missing" in capsys.readouterr().err
    assert poses(frames[8])[205] == pytest.approx(clips.banked(0.8), abs=1e-3)
    assert start(frames[8])[2] == pytest.approx(0.8, abs=1e-6)


def test_a_scenario_without_a_readable_file_leaves_nothing(tmp_path, capsys):
    scenario = clips.opv2v(tmp_path, 1)
    for path in scenario.glob("*/*.yaml"):
        path.write_text("", encoding="utf-8")
    assert main(["import", str(scenario), "-o", str(tmp_path / "out.log")]) == 2
    assert "no file in it can be read" in capsys.readouterr().err
    assert not (tmp_path / "out.log").exists()
