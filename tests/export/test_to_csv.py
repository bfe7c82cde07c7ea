from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import viewer
from tests.scenes import CAMERA, HERO, LATE, LIGHT, Scene, actor, pose
from viewer.api import Recording
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_selection
from viewer.export.tables import tables_of
from viewer.logfile.fields import Engine
from viewer.replay.time.typed_time import parse_moment


def rows_of(recording: Recording, target: Path, *tables: str, **request) -> list[dict[str, str]]:
    part = request.pop("part", None) or make_selection(recording.index)
    export(replace(part, tables=tables, **request), FORMATS["csv"], target)
    with target.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def written(recording: Recording, value: float) -> float:
    """Return a number as precise as the file has it."""
    return float(np.float32(value)) if recording.index.dialect.engine is Engine.UE4 else value


def test_what_the_scene_holds_in_metres_and_degrees(scene, tmp_path) -> None:
    rows = rows_of(scene, tmp_path / "poses.csv")
    hero = [row for row in rows if row["actor_id"] == str(HERO)]
    assert [written(scene, float(row["x"])) for row in hero] == pytest.approx([0.5 * k for k in range(20)])
    assert list(hero[0]) == ["frame", "elapsed", "actor_id", "x", "y", "z", "pitch", "yaw", "roll"]
    spectator = next(row for row in rows if float(row["pitch"]) == -45.0)
    assert (spectator["x"], float(spectator["z"])) == (spectator["x"], 20.0)
    late = [row["frame"] for row in rows if row["actor_id"] == str(LATE)]
    assert late == [str(frame) for frame in range(6, 16)]


def test_tables_of_the_index(scene, tmp_path) -> None:
    actors = {row["actor_id"]: row for row in rows_of(scene, tmp_path / "e.csv", "actors")}
    assert json.loads(actors[str(HERO)]["attributes"]) == {"role_name": "hero", "color": "10,20,30"}
    assert actors[str(CAMERA)]["parent_id"] == str(HERO)
    assert (actors[str(LATE)]["spawn_frame"], actors[str(LATE)]["destroy_frame"]) == ("6", "16")
    assert (actors[str(HERO)]["destroy_frame"], actors[str(HERO)]["destroyed"]) == ("", "")
    assert actors[str(LIGHT)]["category"] == "traffic light"
    events = rows_of(scene, tmp_path / "f.csv", "recorded_events")
    assert [row["kind"] for row in events if row["frame"] == "16"] == ["destroy"]
    frames = rows_of(scene, tmp_path / "g.csv", "frames")
    assert [float(row["elapsed"]) for row in frames] == scene.frames["elapsed"].tolist()
    (whole,) = rows_of(scene, tmp_path / "h.csv", "recordings")
    assert (whole["map_name"], whole["frames"], whole["damages"]) == ("Town03", "20", "0")


def test_every_table_of_a_part_is_that_part_of_the_whole(recording, tmp_path) -> None:
    part = make_selection(recording.index, (parse_moment("#101"), parse_moment("#120")))
    frames = [str(frame) for frame in range(101, 121)]
    told = 0
    for name in tables_of(recording.index):
        whole = rows_of(recording, tmp_path / f"whole-{name}.csv", name)
        found = rows_of(recording, tmp_path / f"part-{name}.csv", name, part=part)
        if whole and "frame" in whole[0] and name not in ("collisions", "recorded_events", "problems"):
            assert found == [row for row in whole if row["frame"] in frames], name
            told += len(found) > 0
        assert all(None not in row and None not in row.values() for row in whole)
    assert told >= 2


def test_numbers_that_are_none_are_empty(tmp_path) -> None:
    path = Scene().frame(
        add=[actor(1)], poses=[pose(1, (float("nan"), 0.0, 1.0))]
    ).frame(poses=[pose(1, (1.0, 2.0, 3.0))]).save(tmp_path / "nan.log")  # fmt: skip
    with viewer.open_recording(path) as recording:
        rows = rows_of(recording, tmp_path / "a.csv")
    assert [(row["x"], row["z"]) for row in rows] == [("", "1"), ("1", "3")]


def test_signals_are_those_of_the_api(scene, tmp_path) -> None:
    rows = rows_of(
        scene, tmp_path / "a.csv", signals=("x", "throttle"), part=make_selection(scene.index, actors=[HERO])
    )
    series = scene.series("x", HERO)
    assert [float(row[f"x_{HERO} (m)"]) for row in rows] == pytest.approx(series.values.tolist(), rel=1e-8)
    assert {row[f"throttle_{HERO}"] for row in rows} == {"0.5"}
    assert [float(row["elapsed (s)"]) for row in rows] == series.elapsed.tolist()
