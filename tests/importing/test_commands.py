"""Commands take a clip, and a folder of clips, in place of recordings."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pytest

from tests.importing import clips
from viewer.cli import main

FRAMES = 20


@pytest.fixture
def clip(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return clips.anno(tmp_path / "clips", FRAMES)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("info", "{clip}", "--json"), '"frames": 20'),
        (("info", "{clip}"), "Map: Town03"),
        (("check", "{clip}"), "20 frames, 1.900 s"),
        (("events", "{clip}"), "0 events"),
        (("export", "{clip}", "--to", "csv", "-o", "out.csv"), "20 frames written"),
        (("cut", "{clip}", "-o", "out.log", "--range", "0.5", "1.0"), "7 frames"),
        (("diff", "{clip}", "{clip}"), "same"),
        (("info", "{folder}", "--json"), '"map_name": "Town03"'),
    ],
)
def test_a_command_takes_a_clip(clip, capsys, words, told):
    assert main([word.format(clip=clip, folder=clip.parent) for word in words]) == 0
    assert told in capsys.readouterr().out


def test_what_is_missing_of_a_clip_is_told_by_each_command(clip, capsys):
    (clip / "anno" / "00007.json.gz").unlink()
    for _ in range(2):  # made, and found in the cache
        assert main(["info", str(clip)]) == 0
        assert "00008.json.gz: 1 files before this one are missing" in capsys.readouterr().err


def test_carla_cannot_replay_a_clip(clip, capsys):
    assert main(["replay-file", str(clip)]) == 2
    assert "the command import makes one" in capsys.readouterr().err


@pytest.mark.skipif(find_spec("duckdb") is None, reason="the extra is not installed")
def test_a_folder_of_clips_is_a_library(clip, tmp_path, capsys):
    clips.anno(tmp_path / "clips" / "more", 10)
    words = ["library", str(clip.parent), "--library", str(tmp_path / "kept"), "--jobs", "1", "--json"]
    for _ in range(2):  # examined, and found in the tables
        assert main(words) == 0
        rows = json.loads(capsys.readouterr().out)
        assert sorted((row["frames"], row["map_name"], row["hero_id"]) for row in rows) == [
            (10, "Town03", 205),
            (FRAMES, "Town03", 205),
        ]
