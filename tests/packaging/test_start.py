from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import starter

from tests.extras import MODULES

START = Path(__file__).parents[2] / "packaging" / "start.py"


def test_old_pythons_can_read_it():
    tree = ast.parse(START.read_text(encoding="utf-8"), feature_version=(3, 4))
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Match)
    assert not [node for node in ast.walk(tree) if isinstance(node, newer)]


def test_old_pythons_are_told_what_is_needed():
    code = f"""
import runpy, sys
sys.version_info = (3, 9, 1)
runpy.run_path({str(START)!r}, run_name="__main__")
"""
    answer = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert answer.returncode == 1
    assert "needs Python 3.10 or newer" in answer.stderr
    assert "is Python 3.9" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_every_extra_can_be_installed_and_its_tests_be_skipped(project):
    assert set(starter.EXTRAS) == set(project["optional-dependencies"]) - {"all"}
    assert set(MODULES) == set(starter.EXTRAS) - {"test", "check"}


@pytest.mark.parametrize(
    "lacking",
    ["No matching distribution found for it", "error: failed-wheel-build-for-install", "Failed to build it"],
)
@pytest.mark.parametrize(
    ("stamp", "asked", "installed"),
    [
        ({}, [], ["."]),
        ({}, ["test"], [".[test]"]),
        ({"extra": "test"}, [], [".[test]"]),  # what is there is never less than before
        ({"extra": "test,mcap"}, ["check"], [".[test,mcap,check]"]),
        ({"extra": "test,gone"}, ["test"], [".[test]"]),
        (
            {},
            ["test", "mcap", "rerun"],
            [".[test,mcap,rerun]", ".[test]", ".[test,mcap]", ".[test,rerun]"],
        ),
    ],
)
def test_an_environment_is_filled_once(tmp_path, monkeypatch, capsys, stamp, asked, installed, lacking):
    """A pip that lacks a wheel of one extra, in an environment that is whole."""
    ran = []

    def pip(command, *, show=False):
        ran.extend([command[-1]] if show else [])
        return (1, lacking) if "rerun" in str(command[-1]) else (0, "")

    (tmp_path / "bin").mkdir()
    (tmp_path / "Scripts").mkdir()
    monkeypatch.setattr(starter, "_VENV", tmp_path)
    monkeypatch.setattr(starter, "_STAMP", tmp_path / "stamp.json")
    monkeypatch.setattr(starter, "_has_pip", lambda: True)
    monkeypatch.setattr(starter, "_output", pip)
    starter.program("python").touch()
    (tmp_path / "stamp.json").write_text(json.dumps(stamp))
    starter.prepare(*asked)
    starter.prepare(*asked)
    assert ran == installed
    assert ("rerun is left out" in capsys.readouterr().err) == ("rerun" in asked)


def test_without_a_network_one_sentence_says_so_instead_of_all_that_apt_says(monkeypatch, capsys):
    said = "".join(f"Err:{n} http://deb.example bookworm/main\n" for n in range(200))
    said += "E: Failed to fetch it  Temporary failure resolving\nE: Unable to fetch some archives\n"
    needs = SimpleNamespace(
        DISPLAYS={}, missing=lambda _: {"libGL.so.1": "libgl1"}, display_names=lambda _: {}
    )
    monkeypatch.setattr(starter, "_module", lambda _: needs)
    monkeypatch.setattr(starter, "_output", lambda _: (100, said))
    monkeypatch.setattr(
        starter, "sys", SimpleNamespace(platform="linux", stderr=sys.stderr, version_info=(3, 12))
    )
    monkeypatch.setattr(starter.os, "geteuid", lambda: 0)
    monkeypatch.setattr(starter.shutil, "which", lambda _: "/usr/bin/apt-get")
    assert starter.main(["run"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert "Failed to fetch it" in lines[1]
    assert "network" in lines[2]
