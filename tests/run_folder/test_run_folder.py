"""A run's folder is found beside its recording, and each picture stands at the frame that it shows."""

from __future__ import annotations

import json
import math
import os
import re
from functools import lru_cache

import numpy as np
import pytest

from tests.analysis.drives import hero, record, standing
from tests.run_folder.folders import LAYOUTS, Maker
from viewer.api import open_recording
from viewer.cancellation import ReadingCancelledError
from viewer.cli import main
from viewer.run_folder.agent_signals import agent_signals
from viewer.run_folder.search import find_run_folder, open_run_folder, search_run_folder

SECONDS, STEPS = 8.0, 120
NAME = "RouteScenario_1711_rep0_Town01_ParkingCutIn_1_0_11_27_21_59_27"
NAMES = {"opv2v": "1", "lead": "1711"}


def way(t):
    """A bend of 60 m at a speed between 4 and 12 m/s."""
    gone = 8 * t - 4 * math.cos(t)
    return 60 * math.sin(gone / 60), 60 - 60 * math.cos(gone / 60), 0.0, math.degrees(gone / 60)


@lru_cache
def written(of):
    return record([hero(of)], SECONDS).bytes()


@pytest.fixture
def run(tmp_path):
    """Return a function that writes a recording and the folder of its run, and opens the recording."""
    opened = []

    def make(layout, offset, of=way):
        log = tmp_path / "records" / "RouteScenario_1711_rep0.log"
        log.parent.mkdir()
        log.write_bytes(written(of))
        folder = tmp_path / "eval" / NAMES.get(layout, NAME)
        folder.mkdir(parents=True)
        maker = Maker(folder, of, STEPS, offset)
        LAYOUTS[layout](maker)
        opened.append(open_recording(log))
        return opened[-1], maker

    yield make
    for each in opened:
        each.close()


@pytest.mark.parametrize("offset", [0, 2, 11, 37])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_picture_stands_at_the_frame_that_it_shows(run, layout, offset):
    recording, maker = run(layout, offset)
    pictures = sorted(maker.shown)
    missing, cut = pictures[3], pictures[5]
    missing.unlink()
    cut.write_bytes(b"")
    found = recording.run_folder
    assert (found.contents.layout, found.placement.matched) == (layout, "poses")
    assert found.placement.median < 1e-3
    placed = {
        path: found.frame_of(int(step))
        for stream in found.contents.streams
        for path, step in zip(stream.paths, stream.steps, strict=True)
    }
    assert placed == {path: step + offset for path, step in maker.shown.items() if path != missing}


def agent_series(recording, folder):
    """Return all signals of ``folder``, by name."""
    more = recording.with_signals(agent_signals(folder, recording.index, 0))
    return {name: more.series(name, recording.hero) for name in more.signals if name.startswith("agent.")}


@pytest.mark.parametrize("layout", ["vad", "tcp"])
def test_the_plan_lies_on_the_way_that_is_driven(run, layout):
    recording, _ = run(layout, 11)
    found, elapsed = recording.run_folder, recording.index.elapsed
    number = 8
    step = int(found.contents.meta_steps[number])
    x, y, _, yaw = way((step + 11) / 20)
    path = found.planned(number, found.meta(number), (x, y, yaw), elapsed)
    driven = [way(time - elapsed[0]) for time in path.times]
    behind = [
        (x - path.back * math.cos(math.radians(yaw)), y - path.back * math.sin(math.radians(yaw)))
        for x, y, _, yaw in driven
    ]
    assert np.abs(path.points - behind).max() < 0.01
    series = agent_series(recording, found)
    assert np.nanmax(np.abs(series["agent.plan_lateral_error"].values)) < 0.05
    assert np.nanmax(np.abs(series["agent.plan_longitudinal_error"].values)) < 0.05
    assert series["agent.speed"].unit == "m/s"
    assert set(series["agent.speed"].values) == {8.0}
    assert "agent.agent" not in series


def test_a_picture_holds_until_the_next_and_tells_its_age(run):
    recording, _ = run("vad", 2)
    found, elapsed = recording.run_folder, recording.index.elapsed
    stream = found.contents.streams[0]
    assert found.picture_at(stream, 10, elapsed) is None
    shown = found.picture_at(stream, 18, elapsed)  # step 16; the first picture is of step 9, frame 11
    assert (shown.number, shown.step) == (0, 9)
    assert shown.age == pytest.approx(0.35)
    assert found.picture_at(stream, 11, elapsed).age == 0.0
    assert int(stream.steps[-1]) == STEPS - 1


def test_who_stands_still_is_placed_by_name_and_that_is_said(run):
    recording, _ = run("vad", 11, of=standing(3.0, 4.0))
    placement = recording.run_folder.placement
    assert (placement.matched, placement.offset, placement.median) == ("name", 10, None)
    assert "not verified" in placement.sentence


def test_the_folder_of_another_way_does_not_belong(run):
    recording, maker = run("vad", 0)
    maker.json(
        "metric_info.json",
        {str(step): {"location": [900 + 0.4 * step, -5 * math.sin(step / 9), 0]} for step in range(STEPS)},
    )
    assert recording.run_folder is None
    opened = open_run_folder(maker.folder, recording.index, 0)
    assert opened.placement.matched is None
    assert "positions differ by" in opened.placement.sentence


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("damage", ["cut", "empty", "deep", "fifo", "folder"])
def test_what_cannot_be_read_is_said_and_the_rest_is_there(run, layout, damage):
    recording, maker = run(layout, 2)
    of_steps = sorted(
        path
        for path in maker.folder.rglob("*")
        if path.is_file()
        and path not in maker.shown
        and path.name not in ("infractions.json", "metric_info.json")
    )
    victim = of_steps[4] if of_steps else maker.folder / "metric_info.json"
    data = victim.read_bytes()
    if damage == "cut":
        victim.write_bytes(data[: len(data) // 2])
    elif damage == "empty":
        victim.write_bytes(b"")
    elif damage == "deep":
        victim.write_bytes(b"[" * 100_000)
    else:
        victim.unlink()
        victim.mkdir() if damage == "folder" else os.mkfifo(victim)
    found = recording.run_folder
    assert found is not None
    assert sum(len(stream.steps) for stream in found.contents.streams) == len(maker.shown)


def test_the_agents_numbers_are_exported_as_signals(run, tmp_path, capsys):
    recording, _ = run("vad", 11)
    log, target = str(recording.index.path), tmp_path / "agent.csv"
    names = "agent.steer,agent.plan_lateral_error,derived_speed"
    assert main(["export", log, "--to", "csv", "-o", str(target), "--signals", names]) == 0
    lines = target.read_text().splitlines()
    assert re.search(r"agent\.steer_\d+,.*agent\.plan_lateral_error_\d+ \(m\),derived_speed", lines[0])
    assert any(",0.25," in line for line in lines[1:])
    capsys.readouterr()
    assert main(["export", log, "--to", "csv", "-o", str(target), "--force", "--signals", "agent.none"]) != 0
    assert "agent.steer" in capsys.readouterr().err
    assert "agent.steer" in recording.with_agent_signals().signals


def test_info_has_the_folder(run, capsys):
    recording, _ = run("carla_garage", 37)
    assert main(["info", "--json", str(recording.index.path)]) == 0
    found = json.loads(capsys.readouterr().out)[0]["run_folder"]
    assert found.pop("median") < 1e-3
    assert found.pop("samples") > 20
    assert found.pop("path").endswith(NAME)
    assert found == {"layout": "carla_garage", "offset": 37, "matched": "poses", "streams": ["rgb"]}


def test_tables_are_signals_by_frame_step_or_time(run, tmp_path):
    recording, _ = run("lead", 0)
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "a.csv").write_text("elapsed;loss;name\n0.5;1;x\n1.0;;y\n1.5;3;z\n")
    (folder / "b.jsonl").write_text('{"frame": 3, "p": true}\n{"frame": 5, "p": false}\n')
    (folder / "c.csv").write_text("step,q\n2,7\n")
    (folder / "d.csv").write_text("who,q\n2,7\n")
    found = open_run_folder(folder, recording.index, 0).moved(4)
    series = agent_series(recording, found)
    assert series["agent.loss"].elapsed.tolist() == [0.5, 1.0, 1.5]
    np.testing.assert_array_equal(series["agent.loss"].values, [1.0, np.nan, 3.0])
    ids, elapsed = recording.index.frame_ids.tolist(), recording.index.elapsed
    assert series["agent.p"].elapsed.tolist() == [elapsed[ids.index(3)], elapsed[ids.index(5)]]
    assert (series["agent.q"].elapsed.tolist(), series["agent.q"].values.tolist()) == ([elapsed[6]], [7.0])
    assert any("d.csv" in each and "frame, step or elapsed" in each for each in found.contents.problems)


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_camera_whose_name_is_no_text_has_a_name_that_can_be_written(run, capsys):
    recording, maker = run("vad", 0)
    (maker.folder / "bev").rename(os.fsdecode(os.fsencode(maker.folder) + b"/\xffcam"))
    names = [each.name for each in recording.run_folder.contents.streams]
    assert len(names) == 3
    assert all(each.encode() for each in names)
    assert main(["info", "--json", str(recording.index.path)]) == 0
    assert json.loads(capsys.readouterr().out)[0]["run_folder"]["streams"] == names


def test_searching_stops_when_asked(run):
    recording, _ = run("vad", 0)
    with pytest.raises(ReadingCancelledError):
        find_run_folder(recording.index, 0, lambda _: False)


def mirrored(t):
    """The bend to the other side."""
    x, y, z, yaw = way(t)
    return x, -y, z, -yaw


def test_of_two_folders_beside_a_recording_the_right_one_is_taken_and_the_other_named(tmp_path):
    log = tmp_path / "run.log"
    log.write_bytes(written(way))
    for name, of in (("first", mirrored), ("second", way), ("third", mirrored)):
        (tmp_path / name).mkdir()
        Maker(tmp_path / name, of, STEPS, 11).vad()
    with open_recording(log) as recording:
        found = recording.run_folder
    assert (found.contents.path.name, found.placement.offset) == ("second", 11)
    others = found.placement.sentence.rpartition("not of this run: ")[2].removesuffix(".").split(", ")
    assert sorted(others) == ["first", "third"]


@pytest.mark.parametrize("of", [mirrored, standing(3.0, 4.0)])
def test_of_two_recordings_beside_a_folder_only_the_right_one_has_it_and_the_other_says_whose_it_is(
    tmp_path, of
):
    (tmp_path / "agent").mkdir()
    Maker(tmp_path / "agent", way, STEPS, 2).vad()
    right, wrong = tmp_path / "agent" / "right.log", tmp_path / "agent" / "wrong.log"
    right.write_bytes(written(way))
    wrong.write_bytes(written(of))
    with open_recording(right) as recording:
        assert recording.run_folder.placement.matched == "poses"
    with open_recording(wrong) as recording:
        search = search_run_folder(recording.index, 0)
        assert search == (None, "agent: it belongs to right.log, by its positions.")
        chosen = open_run_folder(tmp_path / "agent", recording.index, 0)
        if of is mirrored:
            assert chosen.placement.sentence == search.remark
