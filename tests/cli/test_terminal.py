"""Text of a file is escaped on a terminal and in what people read; what programs read has its bytes."""

from __future__ import annotations

import io
import json
import sys

import pytest

from tests.scenes import Scene, actor, hit, pose
from viewer.cli import main

NASTY = "vehicle.\x1b[31mred\u202e\x07"


class Stream(io.TextIOWrapper):
    """A standard stream, which may be a terminal."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="\n")
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.fixture
def recording(tmp_path):
    scene = Scene(map_name=NASTY).frame(add=[actor(1, NASTY, role_name="hero"), actor(2, NASTY)])
    for k in range(30):
        poses = [pose(1, (k, 0, 0)), pose(2, (20, 0, 0))]
        scene.frame(poses=poses, collisions=[hit(1, 2)] if k == 17 else [])
    path = scene.save(tmp_path / "a.log")
    path.with_suffix(".json").write_text(
        json.dumps({"_checkpoint": {"records": [{"route_id": "a", "infractions": {NASTY: [NASTY]}}]}})
    )
    return path


def printed(monkeypatch, words, *, is_terminal):
    out, err = (Stream(is_terminal=is_terminal) for _ in range(2))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    main([str(each) for each in words])
    out.flush()
    monkeypatch.undo()
    return out.buffer.getvalue().decode()


@pytest.mark.parametrize("command", ["info", "collisions", "blocked", "events", "check", "replay-file"])
def test_nothing_of_a_file_moves_or_colours_a_terminal(monkeypatch, recording, command):
    words = [command, recording, *(["--criteria"] if command == "events" else [])]
    text = printed(monkeypatch, words, is_terminal=True)
    assert text
    assert not set("\x1b\u202e\x07") & set(text)


def test_people_read_escapes_and_programs_the_bytes(monkeypatch, recording):
    text = printed(monkeypatch, ["events", recording, "--criteria"], is_terminal=False)
    assert "\\x1b[31mred\\u202e" in text
    assert "\x1b" not in text
    assert NASTY in printed(monkeypatch, ["info", recording], is_terminal=False)  # CARLA's own text
    assert r"\x1b[31mred" in printed(monkeypatch, ["info", recording], is_terminal=True)
