"""The command that tells of a folder: forms of output, exit statuses, and the page."""

from __future__ import annotations

import csv
import json
import re

import pytest

from tests.library.runs import calm, crash, folder_of_runs
from viewer.cli import library as command
from viewer.cli import main
from viewer.cli.terminal import Status
from viewer.library.columns import TABLES


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    return folder_of_runs(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def run(capsys, kept):
    def run(*words):
        status = main(["library", *map(str, words), "--library", str(kept), "--jobs", "2"])
        return status, *capsys.readouterr()

    return run


def test_the_worst_is_first_and_what_cannot_be_used_last(run, runs):
    status, out, err = run(runs)
    names = [line.split("  ")[0] for line in out.splitlines()[1:]]
    assert status == Status.FINE
    assert names[0] == "RouteScenario_1_rep0.log"
    assert set(names[-2:]) == {"empty.log", "foreign.log"}
    assert "6 recordings; 2 of them cannot be used; 2 other files; tables of" in err
    assert "RouteScenario_7_rep0: no recording is called so" in err


def test_the_same_in_every_form(run, runs):
    as_json = json.loads(run(runs, "--json")[1])
    as_csv = list(csv.DictReader(run(runs, "--csv")[1].splitlines()))
    columns = [column.name for column in TABLES["recordings"]]
    assert [list(row) for row in as_json] == [columns] * 6
    assert [list(row) for row in as_csv] == [columns] * 6
    for row, other in zip(as_json, as_csv, strict=True):
        for name in ("name", "hero", "collisions", "score", "error"):
            assert other[name] == ("" if row[name] is None else str(row[name]))


def test_a_question(run, runs):
    question = "SELECT worst, count(*) AS n FROM recordings WHERE worst = 'collision' GROUP BY worst"
    assert run(runs, "--query", question)[:2] == (Status.FINE, "worst      n\ncollision  1\n")
    assert json.loads(run(runs, "--query", question, "--json")[1]) == [{"worst": "collision", "n": 1}]
    assert json.loads(run(runs, "--query", "SELECT 'nan'::double AS x", "--json")[1]) == [{"x": None}]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("--fail-on", "collision"), Status.HAPPENED),
        (("--fail-on", "collision", "--for", "hero"), Status.HAPPENED),
        (("--fail-on", "collision", "--for", "5"), Status.NOT_JUDGED),  # nobody would have reported one
        (("--fail-on", "contact", "--for", "5"), Status.FINE),
        (("--fail-on", "red_light"), Status.NOT_JUDGED),
        (("--fail-on", "red_light", "--allow-not-judged"), Status.FINE),
        (("--fail-on", "no_kind"), Status.WRONG_USAGE),
        (("--allow-not-judged",), Status.WRONG_USAGE),
        (("--query", "SELECT nothing FROM recordings"), Status.WRONG_USAGE),
        (("--scheduler", "tcp://127.0.0.1:9", "--set", "ttc=1.1"), Status.WRONG_USAGE),
        (("--jobs", "0"), Status.WRONG_USAGE),
    ],
)
def test_exit_statuses(run, runs, words, status):
    assert run(runs, *words)[0] == status


def test_what_was_not_judged_for_others_does_not_fail_a_kind(run, tmp_path):
    calm(tmp_path / "calm.log")
    assert run(tmp_path, "--fail-on", "contact,ttc")[0] == Status.FINE


def test_the_page_stands_alone_and_every_text_is_text(run, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "_PICTURES", 1)
    (tmp_path / "<").mkdir()
    crash(tmp_path / "<" / "script><img src=x onerror=alert(1)>.log")
    page = tmp_path / "report.html"
    status, _, err = run(tmp_path, "--html", page)
    text = page.read_text(encoding="utf-8")
    assert status == Status.FINE
    assert "1 picture" in err
    assert not re.search(r"(src|href)=.?https?:", text)
    script = text[text.index("const data = ") + 13 :]
    data, _ = json.JSONDecoder().raw_decode(script)
    (row,) = (row for row in data["rows"] if row["worst"])
    assert row["told"][0][0]["picture"]
    assert row["command"].startswith("carla-replay-viewer ")
    assert "<" not in script[: script.index("\n")]
