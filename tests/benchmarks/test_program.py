"""``python -m tests.benchmarks`` with a measure that takes no time."""

from __future__ import annotations

import json
import sys

import pytest

from tests.benchmarks import __main__ as program
from tests.benchmarks.report import Row


@pytest.fixture
def run(monkeypatch, capsys):
    for name in (
        "QT_QPA_PLATFORM",
        "QT_LOGGING_RULES",
        *(f"XDG_{each}_HOME" for each in ("CONFIG", "DATA", "CACHE")),
    ):
        monkeypatch.setenv(name, "offscreen")  # so that it is put back

    def start(*words, seconds=1.0):
        def measure(context):
            context.recording("collisions")
            yield Row("Opening", (seconds,) * context.rounds)

        monkeypatch.setattr(program, "_MEASURES", {"open": measure, "other": None})
        monkeypatch.setattr(
            sys, "argv", ["benchmarks", "--scale", "0.001", "--only", "open", *map(str, words)]
        )
        status = program.main()
        return (status, *capsys.readouterr())

    return start


def test_the_table_is_printed_with_what_it_depends_on(run):
    status, out, _ = run()
    assert status == 0
    assert out.startswith("Scale 0.001. ")
    assert "- *collisions*: 0.1" in out
    assert out.endswith("| Opening | 1.00 s ± 0 % |  |  |  |\n")


def test_a_run_is_saved_and_the_next_is_compared_with_it(run, tmp_path):
    saved = tmp_path / "run.json"
    run("--save", saved)
    assert json.loads(saved.read_text())["rows"][0]["figures"] == [1.0] * 5
    _, _, same = run("--against", saved)
    assert "Nothing is worse" in same
    _, _, slower = run("--against", saved, seconds=2.0)
    assert "Opening: 1 → 2, noise" in slower
    assert "Nothing is worse" not in slower


def test_runs_of_different_scales_are_not_compared(run, tmp_path):
    saved = tmp_path / "run.json"
    run("--save", saved)
    status, _, told = run("--against", saved, "--scale", "0.002")
    assert (status, told) == (2, f"{saved} was measured at --scale 0.001.\n")


def test_the_table_is_written_to_a_file(run, tmp_path):
    _, out, _ = run("--table", tmp_path / "figures.md")
    assert (tmp_path / "figures.md").read_text(encoding="utf-8") == out


def test_recordings_are_kept_where_that_is_asked_for(run, tmp_path):
    run("--keep", tmp_path / "kept")
    assert [each.name for each in (tmp_path / "kept").iterdir()] == ["collisions-4.log"]
