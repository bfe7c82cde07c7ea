"""What is asked of the system before Qt is loaded."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from viewer import system_libraries
from viewer.system_libraries import DISPLAYS, OFFSCREEN, absent, advice, line_to_type, missing

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only on Linux are they the system's own")

NOTHING = {"libnothing-of-that-name.so.0": "libnothing0"}


@pytest.fixture
def lose(monkeypatch):
    """Let libraries of these names not load, and all others."""

    def lose(*names):
        def load(name):
            if name in names:
                raise OSError(f"{name}: cannot open shared object file: No such file or directory")

        monkeypatch.setattr(ctypes, "CDLL", load)

    return lose


@pytest.fixture
def tools(tmp_path, monkeypatch):
    """Make these the only commands of the system, and their user no administrator."""

    def make(*names):
        for name in names:
            (tmp_path / name).touch(0o755)

    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    return make


def test_what_qt_needs_for_the_tests_is_here():
    assert missing() == {}


def test_what_does_not_load_is_absent():
    assert absent({"libc.so.6": "libc6", **NOTHING}) == NOTHING


def test_a_picture_needs_nothing_of_a_display(lose):
    lose(*DISPLAYS["xcb"], *DISPLAYS["wayland"], "libEGL.so.1")
    assert missing() == {"libEGL.so.1": "libegl1"}


def test_one_display_that_works_is_enough(lose):
    lose("libxcb-cursor.so.0")
    assert missing(["xcb"]) == {"libxcb-cursor.so.0": "libxcb-cursor0"}
    assert missing(["xcb", "wayland"]) == missing(["wayland"]) == {}


def test_without_one_that_works_all_of_them_are_asked_for(lose):
    lose("libxcb-cursor.so.0", "libwayland-client.so.0")
    assert set(missing(["xcb", "wayland"]).values()) == {"libxcb-cursor0", "libwayland-client0"}


def test_elsewhere_than_on_linux_nothing_is_asked_for(lose, monkeypatch):
    lose(*OFFSCREEN)
    monkeypatch.setattr(sys, "platform", "win32")
    assert missing(["xcb"]) == {}


def test_without_apt_the_libraries_are_named(tools):
    assert "lacks libnothing-of-that-name.so.0. Install that with its package manager" in advice(NOTHING)


def test_an_ordinary_user_gets_one_line_to_type(tools):
    tools("apt-get", "sudo")
    (line,) = (line.strip() for line in advice(NOTHING, ["ca-certificates"]).splitlines() if "apt" in line)
    assert line == "sudo apt-get update && sudo apt-get install --yes ca-certificates libnothing0"


def test_without_sudo_the_line_uses_su_and_root_needs_neither(tools, monkeypatch):
    assert line_to_type(["libgl1"]) == "su -c 'apt-get update && apt-get install --yes libgl1'"
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert line_to_type(["libgl1"]) == "apt-get update && apt-get install --yes libgl1"


@pytest.mark.parametrize("module", ["displays", "system_libraries"])
def test_it_can_be_loaded_where_nothing_is_installed(module):
    path = Path(system_libraries.__file__).with_name(f"{module}.py")
    alone = [sys.executable, "-I", "-S", "-W", "error", path]  # without what is installed
    done = subprocess.run(alone, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
