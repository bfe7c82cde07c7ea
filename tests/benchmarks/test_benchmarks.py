"""Measures run, on as little as there can be, and tell ratios; recordings are as planned."""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import islice

import pytest

from tests.benchmarks import __main__ as program
from tests.benchmarks import measure
from tests.benchmarks.makers import RECORDINGS, write_recording
from tests.benchmarks.measure import HEAD, Row, interleaved, table
from viewer import open_recording

SOME = ("shapes", "trajectories", "exports", "question", "page", "painting")
"""Measures that start no other Python: that takes longest."""
FEW = {name: plan._replace(vehicles=3, walkers=2, lights=2, props=2) for name, plan in RECORDINGS.items()}


@pytest.mark.slow
def test_measures_tell_ratios(monkeypatch, tmp_path, capsys, qapp):
    for name in ("CARLA_RECORDINGS", "CARLA_MAPS"):
        monkeypatch.delenv(name, raising=False)
    for name in ("QT_QPA_PLATFORM", "QT_LOGGING_RULES", "PYTHONDONTWRITEBYTECODE"):
        monkeypatch.setenv(name, "offscreen")  # so that they are put back
    monkeypatch.setattr(measure, "RECORDINGS", FEW)
    monkeypatch.setattr(program, "alone", lambda what, *to: what(*to))
    words = ["--only", *SOME, "--rounds", "1", "--scale", "0.0005", "--table", str(tmp_path / "table.md")]
    monkeypatch.setattr(sys, "argv", ["benchmarks", *words])
    assert program.main() == 0
    out, err = capsys.readouterr()
    assert (tmp_path / "table.md").read_text(encoding="utf-8") == out
    assert [line.partition(":")[0] for line in err.splitlines() if line.endswith(" s")] == [*SOME]
    cells = [line.strip("| ").split(" | ") for line in out.splitlines()[4:]]
    assert all(len(row) == len(HEAD) and float(row[6]) >= 0.0 for row in cells)


@pytest.mark.parametrize("name", measure.MEASURES.values())
def test_each_measure_is_there(name):
    module, _, function = name.partition(".")
    assert callable(getattr(import_module(f"tests.benchmarks.{module}"), function))


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recording_is_undamaged_and_as_planned(name, tmp_path):
    plan = RECORDINGS[name].scaled(0.001)
    write_recording(tmp_path / "made.log", plan)
    with open_recording(tmp_path / "made.log") as made:
        assert not made.problems
        assert len(made.frames) == plan.frames
        there = 2 + plan.lights + plan.props + plan.vehicles + plan.walkers
        come = sum(turn.come for turn in islice(plan.turns(), plan.frames - 1))
        assert len(made.actors) == there + come


def test_tasks_take_turns_and_the_table_tells_least_median_and_spread():
    calls = []
    told = interleaved({"one": lambda: calls.append(1) or 3.0, "two": lambda: calls.append(2)}, 2)
    assert calls == [2, 1, 1, 2, 2, 1]
    assert told["one"] == [3.0, 3.0]
    (line,) = table([Row("Open", (0.2, 0.3), "a read", (0.1, 0.1))]).splitlines()[2:]
    assert line == "| Open | 200 ms | 250 ms | a read | 100 ms | 100 ms | 2 | 2.5 | 2 – 3 |"
