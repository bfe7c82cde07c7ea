"""The command that tells of a folder: forms of output, exit statuses, and the page."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys

import pytest

from tests.extras import needs
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


@needs("library")
def test_the_worst_is_first_and_what_cannot_be_used_last(run, runs):
    status, out, err = run(runs)
    names = [line.split("  ")[0] for line in out.splitlines()[1:]]
    assert status == Status.FINE
    assert names[0] == "RouteScenario_1_rep0.log"
    assert set(names[-2:]) == {"empty.log", "foreign.log"}
    assert "6 recordings; 1 run without a recording; 2 recordings cannot be used; 2 other files;" in err
    assert len(err.splitlines()) <= 5


def test_the_same_in_every_form(run, runs):
    as_json = json.loads(run(runs, "--json")[1])
    as_csv = list(csv.DictReader(run(runs, "--csv")[1].splitlines()))
    columns = [column.name for column in TABLES["recordings"]]
    assert [list(row) for row in as_json] == [columns] * 7
    assert [list(row) for row in as_csv] == [columns] * 7
    for row, other in zip(as_json, as_csv, strict=True):
        for name in ("name", "hero_id", "collisions", "score_composed", "error"):
            assert other[name] == ("" if row[name] is None else str(row[name]))


@needs("library")
def test_a_question(run, runs):
    question = "SELECT worst, count(*) AS n FROM recordings WHERE worst = 'collision' GROUP BY worst"
    assert run(runs, "--query", question)[:2] == (Status.FINE, "worst      n\ncollision  1\n")
    assert json.loads(run(runs, "--query", question, "--json")[1]) == [{"worst": "collision", "n": 1}]
    assert json.loads(run(runs, "--query", "SELECT 'nan'::double AS x", "--json")[1]) == [{"x": None}]


VALUES = {
    "date '290000-01-01'": "290000-01-01",
    "timestamp 'infinity'": "infinity",
    "timestamp '2024-05-14 08:30:00.25'": "2024-05-14T08:30:00.250000",
    "timestamptz '2024-05-14 08:30:00+02'": "2024-05-14T06:30:00+00:00",
    "timestamp_ns '2024-05-14 08:30:00.123456789'": "2024-05-14T08:30:00.123456789",
    "{'a': 1, 'b': 'x'}": "{'a': 1, 'b': x}",
    "map {'a': 1}": "{a=1}",
    "union_value(n := 1)": "1",
    "[1.50, 2.25]": "[1.50, 2.25]",
    "[[1, 2], [NULL]]": [[1, 2], [None]],
    "0.25": 0.25,
    "1234567890.12345678901": "1234567890.12345678901",
    "sum(7)": 7,
    "170141183460469231731687303715884105727::hugeint": "170141183460469231731687303715884105727",
    "interval '1 month 2 days'": "1 month 2 days",
    "'nan'::double": None,
    "['inf'::double, 1.0]": [None, 1.0],
    "'\\xAB'::blob": "\\xAB",
    "'00000000-0000-0000-0000-000000000001'::uuid": "00000000-0000-0000-0000-000000000001",
    "'b'::ENUM('a', 'b')": "b",
    "'0101'::bit": "0101",
    "time '12:30:00'": "12:30:00",
    "NULL": None,
}
"""Expressions of SQL, and what JSON has of their values."""


def test_every_type_of_sql_is_a_number_a_text_or_nothing(run, runs):
    question = f"SELECT {', '.join(f'{each} AS c{at}' for at, each in enumerate(VALUES))}"
    expected = {f"c{at}": value for at, value in enumerate(VALUES.values())}
    status, out, _ = run(runs, "--query", question, "--json")
    assert (status, json.loads(out)) == (Status.FINE, [expected])
    (row,) = csv.DictReader(run(runs, "--query", question, "--csv")[1].splitlines())
    for name, value in expected.items():
        if not isinstance(value, list):
            assert row[name] == ("" if value is None else str(value))
    names, values = run(runs, "--query", question)[1].splitlines()
    assert names.split() == list(expected)
    for value in expected.values():
        if isinstance(value, str):
            assert value[:48] in values


def test_columns_of_one_name_and_the_order_of_rows_stay(run, runs):
    question = "SELECT range AS a, 10 - range AS a, 0.5 AS b FROM range(3000) ORDER BY 2"
    found = json.loads(run(runs, "--query", question, "--json")[1])
    assert [[*row.values()] for row in found] == [[at, 10 - at, 0.5] for at in range(2999, -1, -1)]


def test_wide_values_after_the_first_rows_stay_whole(run, runs):
    question = "SELECT CASE WHEN range < 2000 THEN 'x' ELSE repeat('y', 20) END AS t, range FROM range(2001)"
    lines = run(runs, "--query", question)[1].splitlines()
    assert len(lines) == 2002
    assert lines[-1].split() == ["y" * 20, "2000"]


ENDLESS = "SELECT range AS a, 'x' || range AS b FROM range(400000000)"


@pytest.mark.parametrize("form", [(), ("--csv",), ("--json",)])
def test_time_ends_an_answer_and_half_of_it_is_not_left_in_a_file(capfd, monkeypatch, kept, runs, form):
    monkeypatch.setattr("viewer.library.sql.SECONDS", 1.0)
    sys.stdout.write("what was there before\n")
    question = (
        "SELECT range FROM range(20000) UNION ALL "
        "SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b"
    )
    words = ["library", str(runs), "--library", str(kept), "--query", question, *form]
    assert main(words) == Status.WRONG_USAGE
    out, err = capfd.readouterr()
    assert out == "what was there before\n"
    assert "--query: it took longer than 1 s." in err


@pytest.mark.parametrize("form", [(), ("--csv",), ("--json",)])
def test_who_reads_only_the_first_rows_gets_them_at_once_and_quietly(kept, runs, form):
    words = ["library", str(runs), "--library", str(kept), "--query", ENDLESS, *form]
    with subprocess.Popen(
        [sys.executable, "-m", "viewer", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
    assert process.returncode == Status.FINE
    assert "Traceback" not in err
    assert "Error" not in err


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


@pytest.mark.parametrize(
    ("words", "module"),
    [(("--query", "SELECT 1"), "duckdb"), (("--scheduler", "tcp://127.0.0.1:9"), "distributed")],
)
def test_a_missing_extra_is_said_before_anything_is_read(run, runs, words, module, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    status, out, err = run(runs, *words)
    assert (status, out, err.count("\n")) == (Status.WRONG_USAGE, "", 1)
    assert module in err
    assert " not installed: " in err


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
