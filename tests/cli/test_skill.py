"""The skill for a coding agent: short, made from the tables, and never written over a file."""

from __future__ import annotations

import shlex

import pytest

from viewer.cli import COMMANDS, main


def test_it_is_short_and_its_commands_exist(capsys):
    assert main(["skill"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 120
    assert lines[0] == "---" == lines[3]
    called = [line.strip(" `") for line in lines if line.startswith("  `carla-replay-viewer ")]
    assert len(called) == 10
    assert {shlex.split(line)[1] for line in called} <= {*COMMANDS}


def test_it_is_installed_once(tmp_path, capsys):
    assert main(["skill", "--install", str(tmp_path / "skills")]) == 0
    target = tmp_path / "skills" / "SKILL.md"
    text = target.read_text(encoding="utf-8")
    assert capsys.readouterr().out.strip() == str(target)
    target.write_text("mine", encoding="utf-8")
    assert main(["skill", "--install", str(tmp_path / "skills")]) == 2
    assert "nothing was overwritten" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == "mine"
    assert text.startswith("---\nname: carla-replay-viewer\n")


@pytest.mark.parametrize("place", ["file"])
def test_a_folder_that_cannot_be_made_is_said(tmp_path, capsys, place):
    (tmp_path / place).write_text("", encoding="utf-8")
    assert main(["skill", "--install", str(tmp_path / place / "skills")]) == 2
    assert "cannot be written" in capsys.readouterr().err
