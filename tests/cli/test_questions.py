"""``info``, ``collisions`` and ``blocked`` as a shell calls them."""

from __future__ import annotations

import json

import pytest

from tests.scenes import HERO, OTHER, Scene, actor, pose
from viewer.analysis.carla_text.file_info import STYLES, file_info
from viewer.cli import main
from viewer.cli.terminal import Status
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index

COMMANDS = ("info", "collisions", "blocked")


@pytest.fixture
def say(capsysbinary):
    """Run a command; return its status and what it prints and complains."""

    def run(*words):
        status = main([str(word) for word in words])
        out, err = capsysbinary.readouterr()
        return status, out, err.decode()

    return run


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("show_all", [False, True])
def test_info_prints_the_bytes_of_the_text(recording, say, style, show_all):
    words = ["--all"] if show_all else []
    status, out, err = say("info", recording, *words, "--style", style, "--utc")
    with LogFile(recording) as file:
        expected = b"".join(file_info(read_index(file), show_all=show_all, style=STYLES[style], utc=True))
    assert (status, out, err) == (Status.FINE, expected, "")


def test_the_date_is_local_or_utc(recording, say, monkeypatch):
    time = pytest.importorskip("time")
    if not hasattr(time, "tzset"):
        pytest.skip("this system's time zone cannot be set")
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    try:
        local, utc = (say("info", recording, *words)[1] for words in ((), ("--utc",)))
    finally:
        monkeypatch.delenv("TZ")
        time.tzset()
    assert local.splitlines()[2] == b"Date: 11/23/21 15:08:48"
    assert utc.splitlines()[2] == b"Date: 11/23/21 14:08:48"


@pytest.mark.parametrize("command", COMMANDS)
def test_each_of_several_files_and_folders_is_named(recording, tmp_path, say, command):
    more = tmp_path / "more"
    more.mkdir()
    Scene().frame().save(more / "b.log")
    Scene().frame().save(more / "a.log")
    (more / "notes.txt").write_text("no recording")
    alone = say(command, recording, "--utc")[1]
    status, out, err = say(command, recording, more, "--utc")
    assert (status, err) == (Status.FINE, "")
    parts = out.split(b"==> ")[1:]
    assert [part.partition(b" <==\n")[0].decode() for part in parts] == [
        str(recording), str(more / "a.log"), str(more / "b.log"),
    ]  # fmt: skip
    assert parts[0].partition(b" <==\n")[2] == alone + b"\n"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("as_json", [False, True])
def test_the_worst_of_several_counts(recording, tmp_path, say, command, as_json):
    damaged, none = tmp_path / "damaged.log", tmp_path / "none.log"
    damaged.write_bytes(recording.read_bytes()[:-7])
    words = ["--json"] if as_json else []
    status, _, err = say(command, recording, damaged, *words)
    assert (status, err.count("damaged.log")) == (Status.DAMAGED, 1)
    status, out, err = say(command, damaged, none, recording, *words)
    assert status == Status.NOTHING
    if as_json:
        found = json.loads(out)
        assert [each["status"] for each in found] == ["damaged", "nothing usable", "fine"]
        assert [each["error"] and each["error"]["what"] for each in found] == [
            None,
            "there is no such file",
            None,
        ]
    else:
        assert out.count(b"Version: 1\n") == 2
        assert "none.log: there is no such file" in err


def test_facts_of_the_recording_and_the_lives_of_its_actors(recording, say):
    (found,) = json.loads(say("info", recording, "--json")[1])
    assert found["file"] == str(recording)
    assert (found["recording"]["frames"], found["recording"]["map_name"]) == (20, "Town03")
    actors = {each["actor_id"]: each for each in found["actors"]}
    assert len(actors) == 10
    hero, late = actors[HERO], actors[110]
    assert (hero["category"], hero["hero"], hero["destroyed"]) == ("vehicle", True, None)
    assert hero["attributes"] == {"role_name": "hero", "color": "10,20,30"}
    assert (late["spawn_frame"], late["destroy_frame"]) == (6, 16)
    assert actors[109]["parent_id"] == HERO


def test_collisions_as_json(recording, say):
    (found,) = json.loads(say("collisions", recording, "--json", "--types", "hv")[1])
    (hit,) = found["collisions"]
    assert (hit["frame"], hit["last_frame"], hit["records"]) == (10, 11, 2)
    assert (hit["actor"]["id"], hit["other"]["id"]) == (HERO, OTHER)
    assert (hit["relative_speed"], hit["angle"]) == pytest.approx((10.0, 90.0))
    assert hit["speeds_recorded"] is False
    assert json.loads(say("collisions", recording, "--json", "--types", "ww")[1])[0]["collisions"] == []


def test_scenery_has_no_numbers(tmp_path, say):
    scene = Scene().frame(
        add=[actor(1)], poses=[pose(1, (0, 0, 0))], collisions=[(0, 1, 2**32 - 1, False, False)]
    )
    (found,) = json.loads(say("collisions", scene.save(tmp_path / "wall.log"), "--json")[1])
    (hit,) = found["collisions"]
    assert (hit["other"], hit["other_speed"], hit["angle"]) == (None, None, None)


def test_blocked_as_json(recording, say):
    """Of those who can move only the other vehicle stands, until the end at 0.95 s."""
    (found,) = json.loads(say("blocked", recording, "--json", "--min-time", "0.5")[1])
    (standing,) = found["blocked"]
    assert standing["actor"]["id"] == OTHER
    assert standing["duration"] == pytest.approx(0.95)
    assert (standing["ended_by"], standing["at_least"]) == ("end of recording", True)
    words = ("--json", "--min-time", "0.5", "--everybody")
    everybody = json.loads(say("blocked", recording, *words)[1])[0]["blocked"]
    assert {each["actor"]["category"] for each in everybody} == {"vehicle", "spectator", "prop"}
    assert json.loads(say("blocked", recording, "--json")[1])[0]["blocked"] == []  # nobody for 30 s
