"""Two nights of the same routes: what passed before and fails now, and back; where recordings part."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.analysis.drives import hero, straight
from tests.analysis.drives import record as drive
from tests.extras import needs
from tests.library.test_results import checkpoint, record
from viewer.cli import main

pytestmark = needs("library")

BLOCKED = {"status": "Failed - Agent got blocked", "way": 10.0, "score": 10.0}
A = [
    record(1),
    record(2, **BLOCKED),
    record(3),
    record(4, red_light=["Agent ran a red light 7 at (x=1.0, y=2.0, z=0.0)"], score=70.0),
    record(5),
]
B = [record(1, **BLOCKED), record(2), record(3), record(4, score=70.0), record(6)]
"""1 got worse; 2 better, and 4, which ran a red light; 5 and 6 are in one night only."""


@pytest.fixture
def nights(tmp_path, monkeypatch):
    """Return a function that writes two nights and compares them; it returns status and output."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def compare(capsys, a, b, *options):
        for name, records in (("a", a), ("b", b)):
            (tmp_path / name).mkdir(exist_ok=True)
            (tmp_path / name / "results.json").write_text(checkpoint(*records))
        status = main(["diff", str(tmp_path / "a"), str(tmp_path / "b"), *options])
        return status, capsys.readouterr().out

    return compare


def test_flips_are_runs_that_passed_in_one_night_only(nights, capsys):
    status, out = nights(capsys, A, B, "--json")
    found = json.loads(out)
    assert status == 4
    assert [(run["route"], run["flip"]) for run in found["runs"]] == [
        ("1", "worse"), ("2", "better"), ("4", "better"), ("3", None)
    ]  # fmt: skip
    assert (found["only_in_a"], found["only_in_b"]) == (["5"], ["6"])
    first = found["runs"][0]
    assert (first["status_a"], first["status_b"]) == ("Completed", "Failed - Agent got blocked")
    assert (first["score_a"], first["score_b"], first["passed_a"], first["passed_b"]) == (
        100,
        10,
        True,
        False,
    )
    assert (first["repetition"], first["verdict"], first["first"], first["new_event"]) == (
        0,
        None,
        None,
        None,
    )
    assert found["runs"][2]["infractions"] == {"red_light": [1, 0]}
    assert (found["summary_a"]["driving_score"], found["summary_b"]["passed"]) == (76.0, 4)


def test_the_same_night_is_the_same(nights, capsys):
    status, out = nights(capsys, A, A)
    assert (status, out.splitlines()[0]) == (0, "5 runs are in both: 0 worse, 0 better, 5 as before.")


def test_nights_of_other_routes_have_no_pair(nights, capsys):
    status, out = nights(capsys, A[:2], B[4:], "--json")
    found = json.loads(out)
    assert (status, found["runs"], found["only_in_a"], found["only_in_b"]) == (4, [], ["1", "2"], ["6"])


def test_a_newer_attempt_counts_and_repetitions_are_apart(nights, capsys):
    a = [record(1), record(1, 1)]
    b = [record(1, **BLOCKED), record(1, 1), record(1, score=90.0)]
    _, out = nights(capsys, a, b, "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["route"], row["repetition"], row["score_b"], row["flip"]) for row in rows] == [
        ("1", "0", "90.0", ""), ("1", "1", "100.0", "")
    ]  # fmt: skip


def test_recordings_of_a_pair_are_compared(nights, tmp_path, capsys):
    for name, faster in (("a", 0.0), ("b", 2.0)):
        (tmp_path / name).mkdir()
        log = tmp_path / name / "RouteScenario_1_rep0.log"
        log.write_bytes(
            drive([hero(lambda t, more=faster: (8 * t + more * max(t - 2, 0), 0.0, 0.0, 0.0))], 4.0).bytes()
        )
    status, out = nights(capsys, A[:1], A[:1], "--json")
    (run,) = json.loads(out)["runs"]
    assert (status, run["verdict"], run["first"]["what"]) == (4, "motion-first", "position")


def test_a_report_is_written_and_names_are_escaped(nights, tmp_path, capsys):
    a = [record(1) | {"status": "Failed <b>x</b>"}]
    nights(capsys, a, B, "--html", str(tmp_path / "report.html"))
    page = (tmp_path / "report.html").read_text()
    assert "Failed &lt;b&gt;x&lt;/b&gt;" in page
    assert "<b>" not in page


def test_a_night_and_a_recording_are_no_pair(tmp_path, capsys):
    log = tmp_path / "x.log"
    log.write_bytes(drive([hero(straight(0.0, 0.0, 5.0))], 1.0).bytes())
    (tmp_path / "a").mkdir()
    assert main(["diff", str(tmp_path / "a"), str(log)]) == 2
    assert "two folders or results files" in capsys.readouterr().err


def test_a_damaged_recording_of_a_pair_is_said(nights, tmp_path, capsys):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        data = drive([hero(straight(0.0, 0.0, 8.0))], 4.0).bytes()
        (tmp_path / name / "RouteScenario_1_rep0.log").write_bytes(data if name == "a" else data[:40])
    status, out = nights(capsys, A[:1], A[:1], "--json")
    assert (status, json.loads(out)["notes"]) == (
        4,
        ["1: its recordings cannot be compared; one is damaged or too large."],
    )
