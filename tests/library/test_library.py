"""A folder of recordings as tables, through the door that scripts use."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
import time

import pytest

from tests.extras import need, needs
from tests.library.conftest import DEADLY, changed_python
from tests.library.runs import calm, crash, folder_of_runs, rows
from tests.scenes import Scene
from viewer import open_library, open_recording
from viewer.cancellation import ReadingCancelledError
from viewer.export.errors import MissingExtraError
from viewer.library import library as module
from viewer.library.columns import dicts
from viewer.library.errors import LibraryError, QueryError

pytestmark = needs("library")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    return folder_of_runs(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def library(runs, tmp_path_factory):
    opened = open_library(runs, kept_in=tmp_path_factory.mktemp("kept"))
    opened.refresh(jobs=2)
    return opened


def test_every_recording_is_a_row_and_what_is_none_is_counted(library):
    found = rows(library)
    assert set(found) == {
        "RouteScenario_1_rep0.log", "RouteScenario_2_rep0.log", "cut.rec", "empty.log", "foreign.log",
        "no ending", "RouteScenario_7_rep0",
    }  # fmt: skip
    assert [row["name"] for row in found.values() if row["path"] is None] == ["RouteScenario_7_rep0"]
    assert library.found.others == 2  # the text and the results
    assert [line.rpartition("/")[2] for line in library.found.problems] == [
        "loop: this link leads to a folder that is looked at already."
    ]
    assert found["cut.rec"]["damages"] >= 1
    assert found["cut.rec"]["error"] is None
    assert "empty" in found["empty.log"]["error"]
    assert "not a CARLA recording" in found["foreign.log"]["error"]


def test_a_row_says_what_happened_to_the_hero(library):
    row = rows(library)["RouteScenario_1_rep0.log"]
    assert (row["hero_id"], row["hero_collisions"], row["hero_contacts"]) == (1, 2, 1)
    assert (row["collisions"], row["hero_lifetimes"]) == (2, 1)
    assert (row["worst"], row["worst_at"]) == ("collision", pytest.approx(1.65, abs=0.1))
    assert row["hero_distance"] == pytest.approx(30.0, rel=0.05)
    assert row["hero_mean_speed"] == row["hero_top_speed"] == pytest.approx(10.0, rel=0.01)
    assert row["penalty"] is None  # nothing says what red lights there were
    assert row["penalty_at_most"] == pytest.approx(0.6 * 0.65)
    assert (row["route"], row["repetition"], row["score_composed"]) == ("1", 0, 30.0)


@pytest.mark.parametrize(
    ("name", "column", "reason"),
    [
        ("RouteScenario_1_rep0.log", "hero_red_lights", "there is no road map"),
        ("RouteScenario_2_rep0.log", "collisions", "no collision sensor is recorded"),
        ("RouteScenario_2_rep0.log", "hero_collisions", "no collision sensor of the hero is recorded"),
        ("RouteScenario_2_rep0.log", "penalty", "it is without collisions with walkers"),
        ("RouteScenario_2_rep0.log", "hero_least_ttc", "none of the hero is beyond the threshold"),
        ("no ending", "hero_id", "there is no hero"),
    ],
)
def test_what_is_not_known_is_null_with_a_reason(library, name, column, reason):
    row = rows(library)[name]
    assert row[column] is None
    assert any(each.startswith(f"{column}: {reason}") for each in row["not_judged"])


def test_events_are_those_of_the_recording_itself(library, runs):
    path = runs / "night" / "RouteScenario_1_rep0.log"
    with open_recording(path) as recording:
        found = recording.find_events().events
    own = [(each.kind, each.start, each.incident, {*each.actors} - {None}) for each in found]
    pairs = (("actor_id", "spawn_frame"), ("other_id", "other_spawn_frame"))
    told = [
        (row["kind"], row["start"], row["incident"], {(row[i], row[k]) for i, k in pairs} - {(None, None)})
        for row in rows(library, "events")
        if row["recording"] == str(path) and row["source"] != "results"
    ]
    assert told == own


def test_results_are_joined_to_their_recording_and_moment(library):
    collisions = [row for row in rows(library, "events") if row["kind"] == "collision"]
    told, (own, _) = [row for row in collisions if row["source"] == "results"], collisions[:2]
    assert [(row["kind"], row["actor_id"], row["other_id"]) for row in told] == [("collision", 1, 2)]
    assert told[0]["start"] == pytest.approx(1.6, abs=0.1)
    assert told[0]["incident"] == own["incident"] is not None  # one card of the report has both
    not_judged = rows(library)["RouteScenario_1_rep0.log"]["not_judged"]
    assert "results: Agent ran a red light: it tells no place" in not_judged
    assert library.unjoined.num_rows == 0


@pytest.mark.parametrize(
    ("names", "records", "joined"),
    [
        (["a.log", "b.log"], [("x", "a", 1), ("x", "b", 2)], {"a.log": 1, "b.log": 2}),
        (["a.log"], [("x", "a", 1), ("x", "a", 2)], {"a.log": 2}),  # resumed: the last one counts
        (["a.log", "b.log"], [("a", "r1", 1), ("b", "r2", 2)], {"a.log": 1, "b.log": 2}),  # named alike
        (["a.log"], [("x", "r1", 3)], {"a.log": 3}),  # alone in its folder
        (["a.log", "b.log"], [("x", "r1", 3)], {}),
        (["a.log"], [("x", "r1", 1), ("x", "r2", 2)], {}),  # of several routes, none is called so
        (["a.log"], [("x", "a", None)], {"a.log": None}),  # crashed: it has no scores
    ],
)
def test_whose_results_are_whose(tmp_path, names, records, joined):
    for name in names:
        calm(tmp_path / name)
    for file, group in itertools.groupby(records, key=lambda each: each[0]):
        told = [
            {"route_id": route, "scores": {} if score is None else {"score_composed": score}}
            for _, route, score in group
        ]
        text = json.dumps({"_checkpoint": {"records": told}})
        (tmp_path / f"{file}.json").write_text(text, encoding="utf-8")
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    library.refresh(jobs=1)
    found = rows(library)
    recorded = {name: row for name, row in found.items() if row["path"]}
    assert {name: row["score_composed"] for name, row in recorded.items() if row["route"]} == joined
    unused = sorted(row["score_composed"] for row in library.recordings.to_pylist() if not row["path"])
    assert unused == sorted({score for _, _, score in records if score} - {*joined.values()})


def test_results_that_are_cut_are_said(tmp_path):
    calm(tmp_path / "one.log")
    (tmp_path / "results.json").write_text('{"_checkpoint": {"records": [', encoding="utf-8")
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    library.find_recordings()
    (said,) = rows(library, "unjoined")
    assert said == {
        "file": str(tmp_path / "results.json"), "record": None,
        "sentence": "the file is cut in the middle; 0 whole records were read.",
    }  # fmt: skip


def test_only_what_changed_is_surveyed_again(runs, tmp_path):
    for name in ("one.log", "two.log", "three.log"):
        calm(tmp_path / name)

    def surveyed(**asked):
        of = []
        library = open_library(tmp_path, kept_in=tmp_path / "kept", **asked)
        library.refresh(lambda far: of.append(far.of) or True, jobs=1)
        return max(of), rows(library)

    assert surveyed()[0] == 3
    assert surveyed()[0] == 0
    crash(tmp_path / "two.log")
    (tmp_path / "three.log").unlink()
    count, found = surveyed()
    assert count == 1
    assert {name: row["collisions"] for name, row in found.items()} == {"one.log": None, "two.log": 2}
    assert surveyed(thresholds={"ttc": 1.0})[0] == 2
    assert surveyed()[0] == 0  # what was found with other thresholds is kept apart


def test_what_cannot_be_used_is_looked_at_once_though_its_map_is_there(tmp_path):
    Scene(map_name="Town01").save(tmp_path / "head.log")
    (tmp_path / "Town01.xodr").write_text("no map", encoding="utf-8")
    for expected in (1, 0):
        of = []
        library = open_library(tmp_path, kept_in=tmp_path / "kept")
        library.refresh(lambda far, of=of: of.append(far.of) or True, jobs=1)
        assert max(of) == expected
    assert rows(library)["head.log"]["error"] is not None


def test_what_is_kept_of_some_recordings_is_known_without_a_survey(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    paths = [crash(tmp_path / "crash.log"), calm(tmp_path / "calm.log")]
    assert module.known_rows(paths) == {}
    open_library(paths[0]).refresh(jobs=1)
    found = module.known_rows([*paths, tmp_path / "gone.log"])
    assert [(path, row["worst"]) for path, row in found.items()] == [(paths[0], "collision")]
    assert len(found[paths[0]]["way"]) > 2
    calm(paths[0])
    assert module.known_rows(paths) == {}  # it has changed since
    monkeypatch.setattr(module, "MODULES", ("no_such_module",))
    assert module.known_rows(paths) == {}


def test_what_the_system_cannot_read_now_is_tried_again(tmp_path):
    (tmp_path / "runs").mkdir()
    path, away = calm(tmp_path / "runs" / "one.log"), tmp_path / "away"
    library = open_library(tmp_path / "runs", kept_in=tmp_path / "kept")

    def vanish(far):
        if far.of and path.exists():
            path.rename(away)
        return True

    library.refresh(vanish, jobs=1)
    assert "there is no such file" in rows(library)["one.log"]["error"]
    away.rename(path)
    library.refresh(jobs=1)
    assert rows(library)["one.log"]["error"] is None


def test_rows_can_be_seen_while_others_are_looked_at(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_FIRST_SAVED", 0.0)
    for number in range(3):
        calm(tmp_path / f"{number}.log")
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    seen = set()
    library.refresh(lambda far: seen.add((far.kept, len(rows(library)))) or True, jobs=1)
    assert (1, 1) in seen


def test_two_programs_at_once_and_a_killed_one_lose_nothing(tmp_path):
    for number in range(8):
        calm(tmp_path / f"{number}.log")
    script = (
        "import sys, viewer\n"
        "from viewer.library import library\n"
        "library._SAVED_EVERY = 0.0\n"
        "kept = viewer.open_library(sys.argv[1], kept_in=sys.argv[2])\n"
        "kept.refresh(lambda far: print(far.done, flush=True) or True, jobs=1)\n"
    )
    words = [sys.executable, "-c", script, str(tmp_path), str(tmp_path / "kept")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as killed:
        for line in killed.stdout:
            if int(line) >= 2:
                killed.kill()
                break
    programs = [subprocess.Popen(words, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [program.wait() for program in programs] == [0, 0]
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    library.find_recordings()
    assert sorted(library.columns("recordings")["name"]) == [f"{number}.log" for number in range(8)]


def test_many_parts_become_one_and_lose_nothing(tmp_path, monkeypatch):
    store = pytest.importorskip("viewer.library.store")
    monkeypatch.setattr(store, "_MANY_PARTS", 2)
    monkeypatch.setattr(module, "_SAVED_EVERY", 0.0)
    names = [f"{number}.log" for number in range(5)]
    for name in names:
        calm(tmp_path / name)
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    library.refresh(jobs=1)
    for crashed in (set(), {"1.log"}, {"1.log", "4.log"}):
        for name in crashed:
            crash(tmp_path / name)
        library.refresh(jobs=1)
        found = rows(library)
        assert sorted(found) == names
        assert {name for name, row in found.items() if row["collisions"]} == crashed
        query = "SELECT count(DISTINCT recording) AS n FROM events WHERE kind = 'collision'"
        assert library.query(query).to_pylist() == [{"n": len(crashed)}]
        (manifest,) = (tmp_path / "kept").rglob("manifest.json")
        assert len(json.loads(manifest.read_text(encoding="utf-8"))["parts"]) <= 2


def test_a_recording_that_ends_its_process_is_a_row_and_the_others_are_done(tmp_path, monkeypatch):
    for name in ("deadly.log", "fine.log"):
        calm(tmp_path / name)
    monkeypatch.setenv("PYTHONPATH", changed_python(tmp_path, DEADLY)["PYTHONPATH"])
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    library.refresh(jobs=2)
    found = rows(library)
    assert "it ended its process 3 times" in found["deadly.log"]["error"]
    assert found["fine.log"]["error"] is None


def test_cancelling_keeps_what_is_done(tmp_path):
    for number in range(6):
        calm(tmp_path / f"{number}.log")
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    with pytest.raises(ReadingCancelledError):
        library.refresh(lambda far: far.done < 2, jobs=1)
    assert 2 <= len(library.columns("recordings")["name"]) < 6


@pytest.mark.parametrize(
    ("question", "rows_of_it"),
    [
        ("SELECT name FROM recordings WHERE collisions > 0", [{"name": "RouteScenario_1_rep0.log"}]),
        ("SELECT count(*) AS n FROM events JOIN recordings ON path = recording WHERE value < -9", [{"n": 0}]),
        ("SELECT role_name FROM actors WHERE recording LIKE '%1_rep0.log' AND hero", [{"role_name": "hero"}]),
        ("FROM problems LIMIT 0", []),
    ],
)  # fmt: skip
def test_questions_in_sql(library, question, rows_of_it):
    assert library.query(question).to_pylist() == rows_of_it


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("SELECT nme FROM recordings", "(column 8)"),
        ("SELECT *\nFROM recordngs", "(line 2, column 6)"),
        ("SELEC 1", "(column 1)"),
        ("SELECT 1; SELECT 2", "one SELECT"),
        ("", "one SELECT"),
        ("DROP VIEW events", "one SELECT"),
        ("COPY events TO 'stolen.csv'", "one SELECT"),
        ("SELECT * FROM 'results.json'", "disabled"),
        ("SELECT * FROM read_csv('/etc/passwd')", "disabled"),
        ("SELECT * FROM glob('/*')", "disabled"),
        ("ATTACH 'other.db'", "one SELECT"),
        ("SET memory_limit = '1TB'", "one SELECT"),
        ("SELECT * FROM library", "does not exist"),  # names of Python are no tables
    ],
)
def test_what_is_no_question_is_refused_in_one_line(library, question, said):
    with pytest.raises(QueryError) as caught:
        library.query(question)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_question_without_end_can_be_cancelled(library):
    begin = time.monotonic()
    with pytest.raises(ReadingCancelledError):
        library.query("SELECT count(*) FROM range(1000000000000)", lambda _: time.monotonic() < begin + 0.2)


def test_without_the_libraries_it_is_made_anew_each_time_and_says_so(runs, monkeypatch):
    monkeypatch.setattr(module, "MODULES", ("no_such_module",))
    library = open_library(runs)
    library.refresh(jobs=1)
    assert rows(library)["RouteScenario_1_rep0.log"]["collisions"] == 2
    with pytest.raises(MissingExtraError, match="-m pip install duckdb"):
        library.query("SELECT 1")


def in_the_way(path):
    path.unlink()
    path.mkdir()


def other_columns(path):
    pyarrow = pytest.importorskip("pyarrow")
    pyarrow.parquet.write_table(pyarrow.table({"path": ["a"], "frames": ["many"]}), path)


DAMAGES = {
    "cut": lambda path: os.truncate(path, path.stat().st_size // 2),
    "empty": lambda path: os.truncate(path, 0),
    "garbage": lambda path: path.write_bytes(bytes(range(256)) * 8),
    "missing": lambda path: path.unlink(),
    "a folder": in_the_way,
    "a number": lambda path: path.write_text("5", encoding="utf-8"),
    "other shape": lambda path: path.write_text(
        '{"schema": 1, "parts": [1], "retired": 3}', encoding="utf-8"
    ),
    "elsewhere": lambda path: path.write_text(
        '{"schema": 1, "parts": {"../..": []}, "retired": {}}', encoding="utf-8"
    ),
    "other columns": other_columns,
}


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A folder with one recording, and what is kept of it."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "runs").mkdir()
    calm(folder / "runs" / "calm.log")
    library = open_library(folder / "runs", kept_in=folder / "kept")
    library.refresh(jobs=1)
    return folder, (rows(library), library.query("FROM events ORDER BY start, kind").to_pylist())


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        (name, damage)
        for name in ("manifest.json", "recordings.parquet", "files.parquet")
        for damage in DAMAGES
    ],
)
def test_a_damaged_library_is_put_aside_and_made_anew(small, tmp_path, name, damage):
    (folder, before), kept = small, tmp_path / "kept"
    shutil.copytree(folder / "kept", kept)
    (path,) = kept.rglob(name)
    DAMAGES[damage](path)
    remarks = []
    for _ in range(2):
        again = open_library(folder / "runs", kept_in=kept)
        again.refresh(jobs=1)
        assert (rows(again), again.query("FROM events ORDER BY start, kind").to_pylist()) == before
        remarks.append(again.remarks)
    assert str(kept) in " ".join(remarks[0])
    assert remarks[1] == ()  # it is whole again
    assert damage == "missing" or [*kept.rglob("*.damaged")]


def test_rows_that_turn_out_damaged_when_they_are_read_are_made_anew(tmp_path):
    (tmp_path / "runs").mkdir()
    crash(tmp_path / "runs" / "crash.log")
    library = open_library(tmp_path / "runs", kept_in=tmp_path / "kept")
    library.refresh(jobs=1)
    before = rows(library, "events")
    for ask in (
        lambda: rows(library, "events"),
        lambda: library.query("FROM events").to_pylist(),
        lambda: [row for part in library.query_in_parts("FROM events") for row in dicts(part)],
    ):
        (path,) = (tmp_path / "kept").rglob("????????????????????????????????/events.parquet")
        data = bytearray(path.read_bytes())
        size = len(data) - int.from_bytes(data[-8:-4], "little") - 12
        data[4 : 4 + size] = bytes(size)  # its end, which tells of its columns, is whole
        path.write_bytes(data)
        assert ask() == before
        assert "damaged" in library.remarks[-1]


@pytest.mark.parametrize("seen", ["5", '{"a": 1}', "[1]", "no JSON", '["a", null]'])
def test_what_was_seen_is_forgotten_if_it_is_damaged_and_that_is_said(tmp_path, seen):
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    library.set_seen(["a"])
    assert library.seen == {"a"}
    (tmp_path / "kept" / "seen.json").write_text(seen, encoding="utf-8")
    assert library.seen == frozenset()
    assert "seen.json" in library.remarks[0]
    library.set_seen(["b"])
    assert library.seen == {"b"}
    assert (tmp_path / "kept" / "seen.json.damaged").read_text(encoding="utf-8") == seen


def test_a_library_that_cannot_be_written_says_what_to_do(runs, tmp_path):
    (tmp_path / "kept").write_text("a file of somebody", encoding="utf-8")
    with pytest.raises(LibraryError, match=r"kept.*name another folder with --library"):
        open_library(runs, kept_in=tmp_path / "kept").refresh(jobs=1)
    assert (tmp_path / "kept").read_text(encoding="utf-8") == "a file of somebody"


def test_tables_by_other_options_are_made_anew_and_that_is_said(tmp_path):
    (tmp_path / "runs").mkdir()
    calm(tmp_path / "runs" / "calm.log")
    for thresholds, said in (({}, 0), ({"ttc": 1.0}, 1), ({"ttc": 1.0}, 0), ({}, 0)):
        library = open_library(tmp_path / "runs", kept_in=tmp_path / "kept", thresholds=thresholds)
        library.refresh(jobs=1)
        assert len(library.remarks) == said
        assert all(" options, or by another version of the program: 1 of" in each for each in library.remarks)
    pyarrow = pytest.importorskip("pyarrow")
    for path in (tmp_path / "kept").rglob("files.parquet"):  # as of a version with other columns
        pyarrow.parquet.write_table(pyarrow.parquet.read_table(path, columns=["path"]), path)
    library = open_library(tmp_path / "runs", kept_in=tmp_path / "kept", thresholds={"ttc": 1.1})
    library.refresh(jobs=1)
    assert len(library.remarks) == 1


def test_a_full_disk_is_said_and_what_was_there_stays(tmp_path):
    resource = pytest.importorskip("resource", reason="no limits of files on this system")
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    calm(tmp_path / "one.log")
    library.refresh(jobs=1)
    crash(tmp_path / "two.log")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, usual[1]))
    try:
        with pytest.raises(LibraryError, match=f"{tmp_path}.*: cannot be written: File too large.*--library"):
            library.refresh(jobs=1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert set(rows(library)) == {"one.log"}
    library.refresh(jobs=1)
    assert set(rows(library)) == {"one.log", "two.log"}


def routes_file(path, *routes):
    """Write routes, each with its id, town and where it begins; they go along x."""
    places = '<waypoints><position x="{0}" y="0" z="0"/><position x="{1}" y="0" z="0"/></waypoints>'
    inner = (f'<route id="{i}" town="{town}">{places.format(x, x + 60)}</route>' for i, town, x in routes)
    path.write_text(f"<routes>{''.join(inner)}</routes>", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("files", "records", "joined", "missing", "said"),
    [
        (  # one file for all: two by their names, one by where it begins
            {"routes": [("1", "Town01", 50), ("2", "Town01", 50), ("3", "Town01", 0)]},
            [],
            {"RouteScenario_1_rep0": "1", "RouteScenario_2_rep0": "2", "b": "3"},
            [],
            [],
        ),
        (  # resumed and crashed: the results tell which run is of which route
            {"routes": [("1", "Town01", 50), ("5", "Town01", 50), ("8", "Town01", 50)]},
            [("RouteScenario_5", "b"), ("RouteScenario_5", "b"), ("RouteScenario_1_rep0", "")],
            {"RouteScenario_1_rep0": "1", "b": "5"},
            ["8"],
            [],
        ),
        ({"b": [("5", "Town01", 50)]}, [], {"b": "5"}, [], []),
        ({"routes": [("1", "Town02", 0)]}, [], {}, ["1"], []),
        ({"routes": "<routes><route"}, [], {}, [], ["the XML is broken"]),
    ],
    ids=["one for all", "results", "one for each", "another town", "broken"],
)
def test_which_run_is_of_which_route(tmp_path, files, records, joined, missing, said):
    names = ("RouteScenario_1_rep0", "RouteScenario_2_rep0", "b")
    for name in names:
        calm(tmp_path / f"{name}.log")
    for stem, routes in files.items():
        path = tmp_path / f"{stem}.xml"
        path.write_text(routes, encoding="utf-8") if isinstance(routes, str) else routes_file(path, *routes)
    told = [{"route_id": route, "save_name": name, "scores": {}} for route, name in records]
    if told:
        (tmp_path / "results.json").write_text(json.dumps({"_checkpoint": {"records": told}}))
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    library.refresh(jobs=1)
    found = rows(library)
    assert {name: row["route"] for name in names if (row := found[f"{name}.log"])["route"]} == joined
    for name in names:
        judged = not any(each.startswith("off_route: ") for each in found[f"{name}.log"]["not_judged"])
        assert judged == (name in joined)
    assert [row["route"] for row in found.values() if row["status"] == "missing"] == missing
    told = library.unjoined["sentence"].to_pylist()
    assert all(text in sentence for sentence, text in zip(told, said, strict=True))


def test_routes_that_are_given_count_first_and_what_is_of_them_is_done_again(tmp_path):
    night = tmp_path / "night"
    night.mkdir()
    calm(night / "a.log")
    routes_file(night / "routes.xml", ("1", "Town01", 0))
    given = routes_file(tmp_path / "given.xml", ("2", "Town01", 0))

    def route_in(**asked):
        library = open_library(night, kept_in=tmp_path / "kept", **asked)
        library.refresh(jobs=1)
        return rows(library)["a.log"]["route"]

    assert route_in() == "1"
    assert route_in(routes=[given]) == "2"
    need("cluster", "fsspec")
    assert route_in(routes=[given.as_uri()]) == "2"  # as from an object store
    routes_file(night / "routes.xml", ("seven", "Town01", 1))
    assert route_in() == "seven"
