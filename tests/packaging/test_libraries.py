from __future__ import annotations

import os
import sys

import pytest
from starter import libraries
from starter.libraries import system_libraries
from starter.messages import StopError

from viewer import system_libraries as program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only on Linux are they the system's own")

MISSING = {"libnothing-of-that-name.so.0": "libnothing0"}


@pytest.fixture
def commands(tmp_path, monkeypatch):
    """Make a shell script the only command of its name, among no others than those made here."""

    def make(name, script):
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    monkeypatch.setenv("PATH", str(tmp_path))
    return make


@pytest.fixture
def lack(monkeypatch):
    """Have Qt's libraries all there, but some that exist nowhere."""
    monkeypatch.setattr(system_libraries, "OFFSCREEN", MISSING)


def test_they_are_those_that_the_program_asks_for():
    assert system_libraries.OFFSCREEN == program.OFFSCREEN
    assert system_libraries.DISPLAYS == program.DISPLAYS


def test_nothing_is_done_when_nothing_is_missing(commands, capsys):
    libraries.provide()
    assert capsys.readouterr().err == ""


def test_without_apt_the_libraries_are_named(commands, lack):
    with pytest.raises(StopError, match=r"lacks libnothing-of-that-name\.so\.0") as stop:
        libraries.provide()
    assert stop.value.status == 2


def test_an_ordinary_user_gets_one_line_to_type(commands, lack, monkeypatch):
    commands("apt-get", "exit 1")
    commands("sudo", "exit 1")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(StopError) as stop:
        libraries.provide(packages=["ca-certificates"])
    assert stop.value.status == 2
    lines = [line.strip() for line in str(stop.value).splitlines() if "apt-get" in line]
    assert lines == ["sudo apt-get update && sudo apt-get install --yes ca-certificates libnothing0"]


def test_root_installs_and_fetches_the_lists_when_they_are_old(commands, lack, monkeypatch, tmp_path):
    called = tmp_path / "called"
    commands("apt-get", f'echo "$1" >> {called}; [ "$1" = update ] || [ -n "$(/bin/grep update {called})" ]')
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(StopError, match="yet these do not load"):
        libraries.provide()
    assert called.read_text().split() == ["install", "update", "install"]


def test_what_apt_says_is_shown_when_it_fails(commands, lack, monkeypatch):
    commands("apt-get", "echo the disk is full; exit 100")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(StopError, match="the disk is full"):
        libraries.provide()


@pytest.mark.parametrize(
    ("fallback", "inter", "advised"),
    [
        ("DejaVu Sans", "DejaVu Sans", True),
        ("DejaVu Sans", "Inter", False),
        ("Cantarell", "Cantarell", False),
    ],
)
def test_a_font_is_recommended_only_where_there_is_no_good_one(
    monkeypatch, tmp_path, fallback, inter, advised
):
    program = tmp_path / "fc-match"
    program.write_text(f'#!/bin/sh\n[ "$2" = Inter ] && printf "{inter}" || printf "{fallback}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert ("fonts-inter" in libraries.font_advice()) == advised
