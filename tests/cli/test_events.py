"""The command that finds events: forms of output and exit statuses."""

from __future__ import annotations

import csv
import json
from xml.etree.ElementTree import parse

import pytest

from tests.analysis.drives import car, hero, record, standing, straight
from tests.scenes import Scene, hit
from viewer.analysis.event_kinds import KINDS, TABLE
from viewer.cli import main
from viewer.cli.terminal import Status
from viewer.program import resource

EVENT = {
    "kind", "start", "end", "actors", "value", "threshold", "rule", "frame", "place", "unit", "severity",
    "source", "scenario_runner", "scenario_runner_time", "incident", "at_least", "began_before", "goes_on",
    "group", "group_size",
}  # fmt: skip


@pytest.fixture
def crash(tmp_path):
    movers = [hero(straight(0, 0, 10)), car(2, standing(20, 0), born=0.49)]
    return record(movers, 3, collisions={33: [hit(1, 2)], 50: [hit(1)]}).save(tmp_path / "crash.log")


@pytest.fixture
def calm(tmp_path):
    return record([hero(straight(0, 0, 10))], 3, [0.05, 0.06]).save(tmp_path / "calm.log")


def run(capsys, *words):
    status = main(["events", *map(str, words)])
    out, err = capsys.readouterr()
    return status, out, err


def test_json_is_as_agreed(crash, capsys):
    status, out, _ = run(capsys, crash, "--json", "--kind", "collision,red_light")
    (document,) = json.loads(out)
    assert status == Status.FINE
    assert set(document) == {
        "file", "events", "not_judged", "schema", "program", "map", "roads", "route", "hero",
        "thresholds", "pose_lag", "boxes", "boxes_by_blueprint", "notes",
    }  # fmt: skip
    assert (document["file"], document["schema"], document["map"]) == (str(crash), 1, "Town01")
    assert document["hero"] == {"id": 1, "spawn_frame": 1}
    assert document["thresholds"] == {row.name: row.default for row in TABLE}
    assert (document["pose_lag"], document["boxes"], document["roads"]) == (0, "recorded", None)
    assert document["program"].startswith("carla-replay-viewer ")
    first, second = document["events"]
    assert set(first) == set(second) == EVENT
    assert first["actors"] == [{"id": 1, "spawn_frame": 1}, {"id": 2, "spawn_frame": 11}]
    assert (first["kind"], first["source"], first["frame"]) == ("collision", "both", 34)
    assert second["actors"] == [{"id": 1, "spawn_frame": 1}, None]
    assert second["value"] is None
    assert document["not_judged"] == [{"kind": "red_light", "actors": [], "reason": "there is no road map"}]


def test_what_was_not_judged_is_told_in_lines_and_in_a_table_too(crash, calm, capsys):
    """As ``--json`` tells it, which is held against the text elsewhere."""
    which = crash, calm, "--kind", "collision,red_light,drac"
    documents = json.loads(run(capsys, *which, "--json")[1])
    expected = [document["not_judged"] for document in documents]
    assert {each["kind"] for each in expected[0]} >= {"red_light"}
    lines = [json.loads(line) for line in run(capsys, *which, "--jsonl")[1].splitlines()]
    told = [line for line in lines if "kind" not in line]
    assert told == [
        {"file": str(path), "not_judged": each} for path, each in zip(which, expected, strict=False)
    ]
    assert lines.index(told[0]) == len(documents[0]["events"]) > 0
    rows = [row for row in csv.DictReader(run(capsys, *which, "--csv")[1].splitlines()) if row["not_judged"]]
    assert [(row["file"], row["kind"], row["actor_id"], row["not_judged"], row["start"]) for row in rows] == [
        (document["file"], each["kind"], str(actor["id"]) if actor else "", each["reason"], "")
        for document in documents
        for each in document["not_judged"]
        for actor in each["actors"] or [None]
    ]


def test_a_table_tells_of_each_event_who_it_was_and_where(crash, capsys):
    """As ``--json`` tells it."""
    (document,) = json.loads(run(capsys, crash, "--json")[1])
    rows = [row for row in csv.DictReader(run(capsys, crash, "--csv")[1].splitlines()) if row["start"]]
    expected = []
    for event in document["events"]:
        first, other = ({} if each is None else each for each in (*event["actors"], None, None)[:2])
        x, y, z = event["place"] or (None,) * 3
        who = (first.get("id"), first.get("spawn_frame"), other.get("id"), other.get("spawn_frame"))
        expected.append((event["kind"], *who, x, y, z))
    names = ("actor_id", "spawn_frame", "other_id", "other_spawn_frame", "x", "y", "z")
    told = [(row["kind"], *(float(row[name]) if row[name] else None for name in names)) for row in rows]
    assert told == expected
    assert len({*told}) > 2


def test_each_event_has_the_number_of_its_incident_in_every_form(crash, capsys):
    """In text the first of each has it, and the others stand below that, further in."""
    (document,) = json.loads(run(capsys, crash, "--json")[1])
    numbers = [(event["kind"], event["start"], event["incident"]) for event in document["events"]]
    for form in ("--jsonl", "--csv"):
        out = run(capsys, crash, form)[1].splitlines()
        rows = csv.DictReader(out) if form == "--csv" else map(json.loads, out)
        told = [row for row in rows if row.get("incident")]
        assert [(row["kind"], float(row["start"]), int(row["incident"])) for row in told] == numbers
    _, out, _ = run(capsys, crash)
    lines = [line for line in out.splitlines() if " s  " in line]
    heads = [int(line.split()[0]) for line in lines if line[:4].strip()]
    assert heads == [*range(1, len(heads) + 1)]
    assert len(lines) == len(numbers) > len(heads) > 1
    kinds: list[list[str]] = []
    for line in lines:
        if line[:4].strip():
            kinds.append([])
        kinds[-1].append(next(kind.name for kind in KINDS.values() if f" s  {kind.label}" in line))
    assert [sorted(each) for each in kinds] == [
        sorted(kind for kind, _, number in numbers if number == head) for head in heads
    ]
    assert [each[0] for each in kinds].count("collision") == 2
    assert f"{len(numbers)} events in {len(heads)} incidents" in out


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ([], Status.FINE),
        (["--fail-on", "collision"], Status.HAPPENED),
        (["--fail-on", "collision,red_light"], Status.HAPPENED),
        (["--fail-on", "teleport"], Status.FINE),
        (["--fail-on", "red_light"], Status.NOT_JUDGED),
        (["--fail-on", "red_light", "--allow-not-judged"], Status.FINE),
        (["--fail-on", "collision", "--kind", "ttc"], Status.HAPPENED),
        (["--fail-on", "contact", "--for", "2"], Status.FINE),
        (["--fail-on", "collision", "--for", "2"], Status.HAPPENED),
        (["--fail-on", "ttc", "--for", "77"], Status.NOT_JUDGED),
        (["--fail-on", "ttc", "--for", "hero", "--hero", "role=nobody"], Status.NOT_JUDGED),
        (["--fail-on", "collision", "--for", "hero", "--hero", "2"], Status.HAPPENED),
    ],
)
def test_exit_status(crash, capsys, words, status):
    assert run(capsys, crash, *words)[0] == status


def test_the_first_status_that_applies(crash, calm, tmp_path, capsys):
    damaged = tmp_path / "damaged.log"
    damaged.write_bytes(calm.read_bytes()[:-7])
    nothing = tmp_path / "nothing.log"
    nothing.write_bytes(b"nothing")
    assert run(capsys, damaged)[0] == Status.DAMAGED
    assert run(capsys, damaged, "--fail-on", "red_light")[0] == Status.NOT_JUDGED
    assert run(capsys, damaged, crash, "--fail-on", "red_light,collision")[0] == Status.HAPPENED
    status, out, err = run(capsys, nothing, crash, "--fail-on", "collision", "--json")
    assert status == Status.NOTHING
    assert "not a CARLA recording" in err
    first, second = json.loads(out)
    assert first["events"] == []
    assert "not a CARLA recording" in first["error"]
    assert second["events"]


def test_thresholds_from_a_file_and_from_words(crash, tmp_path, capsys):
    limits = tmp_path / "limits.toml"
    limits.write_text("ttc = 0.7\nheadway = 2\n")
    _, out, _ = run(capsys, crash, "--json", "--thresholds", limits, "--set", "headway=3", "--set", "pet=1")
    thresholds = json.loads(out)[0]["thresholds"]
    assert (thresholds["ttc"], thresholds["headway"], thresholds["pet"]) == (0.7, 3, 1)


def test_a_map_beside_the_recording_is_taken(crash, tmp_path, capsys):
    from tests.roads.maps import road, write  # noqa: PLC0415

    (tmp_path / "maps").mkdir()
    path = write(tmp_path / "maps", road(length=100), name="Town01.xodr")
    _, out, _ = run(capsys, crash, "--json", "--kind", "wrong_way")
    (document,) = json.loads(out)
    assert document["roads"] == str(path)
    assert document["not_judged"] == []


def test_junit(crash, calm, tmp_path, capsys):
    nothing = tmp_path / "nothing.log"
    nothing.write_bytes(b"")
    target = tmp_path / "report.xml"
    words = ["--fail-on", "collision", "--kind", "collision,red_light,teleport", "--junit", target, "--json"]
    status, out, _ = run(capsys, crash, calm, nothing, *words)
    assert status == Status.NOTHING
    assert len(json.loads(out)) == 3
    suites = parse(target).getroot().findall("testsuite")  # noqa: S314 - it is our own
    assert [suite.get("name") for suite in suites] == [str(crash), str(calm), str(nothing)]
    numbers = [[suite.get(name) for name in ("tests", "failures", "skipped", "errors")] for suite in suites]
    assert numbers == [["3", "1", "1", "0"], ["3", "0", "2", "0"], ["1", "0", "0", "1"]]
    cases = {case.get("name"): case for case in suites[0]}
    assert "2 × collision" in cases["collision"].find("failure").get("message")
    lines = cases["collision"].find("failure").text.splitlines()
    assert [line in run(capsys, crash, "--kind", "collision")[1] for line in lines] == [True, True]
    assert "no road map" in cases["red_light"].find("skipped").get("message")
    assert list(cases["teleport"]) == []


def test_a_file_without_any_frame_is_an_error_in_every_form(tmp_path, capsys):
    """Its header can be read, and so much is known of it; but there is nothing to judge."""
    head = Scene().save(tmp_path / "head.log")
    target = tmp_path / "report.xml"
    status, out, err = run(capsys, head, "--junit", target, "--json")
    assert status == Status.NOTHING
    (document,) = json.loads(out)
    assert document["events"] == []
    assert document["error"] in err
    (suite,) = parse(target).getroot()  # noqa: S314 - it is our own
    ((case,),) = [suite.findall("testcase")]
    assert case.find("error").get("message") in err
    assert [suite.get(name) for name in ("tests", "failures", "skipped", "errors")] == ["1", "0", "0", "1"]
    assert list(csv.DictReader(run(capsys, head, "--csv")[1].splitlines())) == []
    assert run(capsys, head, "--jsonl")[1] == ""
    assert document["error"] in run(capsys, head)[1]


def test_a_report_is_xml_whatever_a_file_is_called(tmp_path, capsys):
    """What is no text in a name becomes halves of surrogate pairs; those, and bells, are not for XML."""
    target = tmp_path / "report.xml"
    names = ["caf\udce9.log", "\x07\udc80\udcff.log", "né é\t–.log"]
    run(capsys, *(tmp_path / name for name in names), "--junit", target)
    suites = parse(target).getroot().findall("testsuite")  # noqa: S314 - it is our own
    told = [suite.get("name").removeprefix(f"{tmp_path}/") for suite in suites]
    assert told == ["caf\ufffd.log", "\ufffd\ufffd\ufffd.log", "né é\t–.log"]


def test_the_hero_as_its_evaluators_count_it(tmp_path, capsys):
    movers = [hero(straight(0, 0, 10)), car(2, standing(22, 2.5))]
    path = record(movers, 3, collisions={20: [hit(1, 2)]}).save(tmp_path / "RouteScenario_1_rep0.log")
    (tmp_path / "RouteScenario_1_rep0.json").write_text(
        '{"CollisionTest": {"test_status": "FAILURE", "actual_value": 1}}', encoding="utf-8"
    )
    assert main(["events", str(path), "--kind", "collision", "--criteria"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "collisions with vehicles 1 (× 0.60 each: × 0.600) at 1.00 s" in text
    assert "penalty by the Leaderboard 2.0 / 2.1 × 0.600 / × 0.588" in text
    assert "CollisionTest FAILURE 1" in text
    assert "red lights not judged: it was not looked for" in text
    assert main(["events", str(path), "--criteria", "--json"]) == 0
    criteria = json.loads(capsys.readouterr().out)[0]["criteria"]
    assert criteria["penalty"] == 0.6
    assert criteria["penalty_2_1"] == pytest.approx(1 / 1.7)
    assert criteria["hero"] == {"id": 1, "spawn_frame": 1}
    assert criteria["results"][0]["criteria"] == [
        {"test": "CollisionTest", "status": "FAILURE", "value": 1.0}
    ]
    assert main(["events", str(path), "--results", "x.json"]) == 2


def test_what_is_odd_about_the_road_map_is_told(tmp_path, capsys):
    town = tmp_path / "Sampletown.xodr"
    content = resource("Sampletown.xodr").read_text(encoding="utf-8")
    town.write_text(content.replace("<road ", '<road rule="lht" '), encoding="utf-8")
    assert main(["events", str(resource("sample.log")), "--kind", "stall", "--roads", str(town)]) == 0
    assert f'the rule of a road is "lht" ({content.count("<road ")} times)' in capsys.readouterr().err
