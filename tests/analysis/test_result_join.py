"""Which record is about which recording: the same for one recording and for a folder of runs."""

from __future__ import annotations

import gzip
import json
import os

import pytest

from viewer.analysis.result_join import results_about
from viewer.analysis.results_file import ResultFileError, read_results_file
from viewer.library.files import find_files
from viewer.library.run_files import join_runs

NAME = "RouteScenario_25318_rep0_Town05_ParkedObstacle_1_20_11_27_21_59_56"
OTHER = "RouteScenario_25318_rep0_Town05_ParkedObstacle_1_20_11_28_02_10_11"


def record(route, tag, **more):
    return {"route_id": route, "tag": tag, **more}


def checkpoint(*records, progress=(1, 220)):
    return json.dumps({"_checkpoint": {"global_record": {}, "progress": progress, "records": records}})


ROUTE = "RouteScenario_1_rep0"
A, B, C = record(ROUTE, "a"), record(ROUTE, "b"), record("RouteScenario_2_rep0", "c")
LAYOUTS = {
    "by save_name": (
        {"results/all.json": [record("x", "a", save_name=NAME), record("x", "b", save_name=OTHER)]},
        {f"logs/{NAME}.log": "a", f"logs/{OTHER}.log": "b"},
    ),
    "by save_name as a path of Windows": (
        {"r.json": [record("x", "a", save_name=f"C:\\r\\{NAME}")]},
        {f"{NAME}.log": "a"},
    ),
    "by save_name, the folder's": (
        {"r.json": [record("x", "a", save_name=NAME), record("x", "b", save_name=OTHER)]},
        {f"{NAME}/run.log": "a", f"{OTHER}/run.log": "b"},
    ),
    "save_name before route": (
        {"r.json": [record(NAME[:24], "a", save_name=OTHER), record(NAME[:24], "b")]},
        {f"{OTHER}.log": "a", f"{NAME[:24]}.log": "b"},
    ),
    "by route and repetition": (
        {"r.json": [A, record("RouteScenario_1_rep1", "c")]},
        {f"{ROUTE}.log": "a", "RouteScenario_1_rep1_Town01.log": "c", "RouteScenario_1_rep2.log": None},
    ),
    "in another folder": (
        {"outputs/1/checkpoint_endpoint.json": [A], "outputs/2/checkpoint_endpoint.json": [C]},
        {f"None/{ROUTE}.log": "a", "None/RouteScenario_2_rep0.log": "c"},
    ),
    "two nights": (
        {"one/results.json": [A], "two/results.json": [B]},
        {f"one/{ROUTE}.log": "a", f"two/{ROUTE}.log": "b"},
    ),
    "two nights in folders of theirs": (
        {"one/results/r.json": [A], "two/results/r.json": [B]},
        {f"one/logs/{ROUTE}.log": "a", f"two/logs/{ROUTE}.log": "b"},
    ),
    "two nights, results of one": (
        {"two/results.json": [B]},
        {f"one/{ROUTE}.log": None, f"two/{ROUTE}.log": "b"},
    ),
    "a night of its own": (
        {"two/results.json": [B, C]},
        {f"one/{ROUTE}.log": None, "two/RouteScenario_2_rep0.log": "c"},
    ),
    "below the results": (
        {"r.json": [A, C]},
        {f"logs/{ROUTE}.log": "a", "RouteScenario_2_rep0.log": "c"},
    ),
    "two results as near": ({"one/r.json": [A], "two/r.json": [B]}, {f"logs/{ROUTE}.log": None}),
    "merged beside its shard": (
        {"one/r.json": [{**A, "index": 3}], "two/r.json": [A]},
        {f"logs/{ROUTE}.log": "a"},
    ),
    "an attempt after another": ({"old.json": [B], "new.json": [A]}, {f"{ROUTE}.log": "a"}),
    "resumed": ({"r.json": [B, A]}, {f"{ROUTE}.log": "a"}),
    "alone in a folder": ({"one/r.json": [record("", "a")]}, {"one/run.log": "a", "two/run.log": None}),
    "alone, but of another route": ({"r.json": [A]}, {"RouteScenario_2_rep0.log": None}),
    "called as the recording": ({"b.json": [record("", "a")]}, {"a.log": None, "b.log": "a"}),
    "data of pictures": ({"meta/0001.json": [A]}, {f"{ROUTE}.log": None}),
}  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_record_finds_its_recording(tmp_path, layout):
    results, expected = LAYOUTS[layout]
    for at, (name, records) in enumerate(results.items()):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(checkpoint(*records))
        os.utime(path, ns=(at, at))
    for name in expected:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"no recording by its content, but by its name")
    told = {name: results_about(tmp_path / name).match for name in expected}
    assert {name: match and match.record["tag"] for name, match in told.items()} == expected

    found = find_files([tmp_path])
    runs = join_runs(found).runs
    told = {run.file.where: run.record and run.record["tag"] for run in runs}
    assert told == {str(tmp_path / name): tag for name, tag in expected.items()}


def test_a_library_of_the_recordings_folder_finds_results_beside_it(tmp_path):
    logs, results = tmp_path / "None", tmp_path / "outputs" / "1"
    for folder in (logs, results):
        folder.mkdir(parents=True)
    (logs / f"{ROUTE}.log").touch()
    (results / "checkpoint_endpoint.json").write_text(checkpoint(A, record("RouteScenario_9_rep0", "c")))
    for number, content in enumerate(('{"_checkpoint": 5}', '{"_checkpoint": {"records": []}}')):
        (results / f"broken_{number}.json").write_text(content)
    found = find_files([logs])
    joined = join_runs(found)
    assert [run.record["tag"] for run in joined.runs] == ["a"]
    assert joined.unjoined == ()  # what else lies beside is nobody's business


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.encode("utf-16"),
        lambda text: gzip.compress(text.encode()),
        lambda text: gzip.compress(text.encode("utf-16")),
    ],
)
def test_results_are_read_in_any_encoding(tmp_path, encode):
    log = tmp_path / f"{ROUTE}.log"
    (tmp_path / "results.json.gz").write_bytes(encode(json.dumps(json.loads(checkpoint(A)), indent=1)))
    assert results_about(log).match.record["tag"] == "a"


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_of_a_cut_file_the_whole_records_count(tmp_path, pack):
    first, second = record("RouteScenario_1_rep0", "{[é"), record("RouteScenario_2_rep0", "c")
    whole = checkpoint(first, second, progress=(2, 220)).encode()
    path = tmp_path / "results.json"
    for end in range(len(whole) // 2, len(whole)):
        path.write_bytes(pack(whole[:end]))
        file = read_results_file(path)
        assert file.cut
        assert list(file.records) == [first, second][: len(file.records)]
    assert len(file.records) == 2
    path.write_bytes(pack(whole[: whole.index(b'"RouteScenario_2')]))
    own = results_about(tmp_path / "RouteScenario_2_rep0.log")
    assert own.match is None
    (trouble,) = own.troubles
    assert trouble == f"{path}: the file is cut in the middle; 1 whole records were read"


def test_a_packed_file_that_is_cut_gives_what_can_be_unpacked(tmp_path):
    packed = gzip.compress(checkpoint(A, B).encode(), compresslevel=0)
    (tmp_path / "results.json.gz").write_bytes(packed[:-30])
    assert results_about(tmp_path / f"{ROUTE}.log").match.record["tag"] == "a"


@pytest.mark.parametrize(
    ("content", "trouble"),
    [("", "no results yet"), (checkpoint(progress=(0, 220)), "no results yet: 0 of 220")],
)
def test_results_without_a_record_yet_are_said(tmp_path, content, trouble):
    path = tmp_path / "results.json"
    path.write_text(content)
    own = results_about(tmp_path / "run.log", [path])
    assert (own.match, own.troubles) == (None, (f"{path}: {trouble}",))


@pytest.mark.parametrize("name", ["run.json", "run_criteria.json"])
def test_criteria_of_scenario_runner_are_found_by_their_name(tmp_path, name):
    criteria = {"CollisionTest": {"test_status": "SUCCESS", "actual_value": 0}}
    (tmp_path / "another.json").write_text(json.dumps(criteria))
    assert results_about(tmp_path / "run.log").criteria == ()
    (tmp_path / name).write_text(json.dumps(criteria))
    assert [file.criteria for file in results_about(tmp_path / "run.log").criteria] == [criteria]


def test_the_only_record_of_a_named_file_is_about_the_only_recording(tmp_path):
    path = tmp_path / "elsewhere" / "results.json"
    path.parent.mkdir()
    path.write_text(checkpoint(record("", "a")))
    log, other = tmp_path / "run.log", tmp_path / "other.log"
    assert results_about(log, [path], look=False).match.record["tag"] == "a"
    own = results_about(log, [path], others=[log, other], look=False)
    assert (own.match, own.troubles) == (None, (f"{path}: there is nothing about run",))


@pytest.mark.parametrize(
    ("content", "words"),
    [("[]", "no results"), ("{", "no JSON"), ("{}", "no results"), ('{"_checkpoint": 5}', "no results")],
)
def test_what_is_no_such_file_says_so(tmp_path, content, words):
    path = tmp_path / "other.json"
    path.write_text(content)
    assert results_about(tmp_path / "run.log").troubles == ()
    with pytest.raises(ResultFileError, match=words):
        read_results_file(path)
    missing = tmp_path / "missing.json"
    told = results_about(tmp_path / "run.log", [path, missing]).troubles
    assert [words in told[0], "cannot be read" in told[1]] == [True, True]
