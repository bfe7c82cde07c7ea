from __future__ import annotations

import os
import sys

import pytest
from starter import libraries
from starter.messages import StopError

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


def test_what_qt_needs_for_the_tests_is_here():
    assert libraries.absent(libraries.OFFSCREEN) == []


def test_a_window_needs_what_its_displays_need():
    displays = {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}
    assert libraries.needed(displays, window=False) == libraries.OFFSCREEN
    assert libraries.needed({"DISPLAY": ":0"}, window=True) == libraries.OFFSCREEN | libraries.X11
    everything = libraries.OFFSCREEN | libraries.X11 | libraries.WAYLAND
    assert libraries.needed(displays, window=True) == everything


def test_what_does_not_load_is_absent():
    assert libraries.absent({"libc.so.6": "libc6", **MISSING}) == list(MISSING)


def test_nothing_is_done_when_nothing_is_missing(commands, capsys):
    libraries.provide({"libc.so.6": "libc6"})
    assert capsys.readouterr().err == ""


def test_without_apt_the_libraries_are_named(commands):
    with pytest.raises(StopError, match=r"lacks libnothing-of-that-name\.so\.0"):
        libraries.provide(MISSING)


def test_an_ordinary_user_gets_one_line_to_type(commands, monkeypatch):
    commands("apt-get", "exit 1")
    commands("sudo", "exit 1")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(StopError) as stop:
        libraries.provide(MISSING, ["ca-certificates"])
    lines = [line.strip() for line in str(stop.value).splitlines() if "apt-get" in line]
    assert lines == ["sudo apt-get update && sudo apt-get install --yes ca-certificates libnothing0"]


def test_without_sudo_the_line_uses_su(commands):
    assert libraries.line_to_type(["libgl1"]) == "su -c 'apt-get update && apt-get install --yes libgl1'"


def test_root_installs_and_fetches_the_lists_when_they_are_old(commands, monkeypatch, tmp_path):
    called = tmp_path / "called"
    commands("apt-get", f'echo "$1" >> {called}; [ "$1" = update ] || [ -n "$(/bin/grep update {called})" ]')
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(StopError, match="yet these do not load"):
        libraries.provide(MISSING)
    assert called.read_text().split() == ["install", "update", "install"]


def test_what_apt_says_is_shown_when_it_fails(commands, monkeypatch):
    commands("apt-get", "echo the disk is full; exit 100")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(StopError, match="the disk is full"):
        libraries.provide(MISSING)
