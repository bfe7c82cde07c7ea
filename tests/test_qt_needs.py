"""What is asked of the system before Qt is loaded; displays are asked of servers that are made here."""

from __future__ import annotations

import ctypes
import itertools
import os
import socket
import struct
import subprocess
import sys
import threading

import pytest

from viewer import qt_needs
from viewer.qt_needs import DISPLAYS, OFFSCREEN, advice, display_names, missing, why_no_window

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt needs nothing of the system")

CURSOR, CLIENT = {"libxcb-cursor.so.0": "libxcb-cursor0"}, {"libwayland-client.so.0": "libwayland-client0"}


@pytest.mark.parametrize(
    ("lost", "displays", "told"),
    [
        ([*DISPLAYS["xcb"], *DISPLAYS["wayland"], "libEGL.so.1"], (), {"libEGL.so.1": "libegl1"}),
        (CURSOR, ["xcb"], CURSOR),
        (CURSOR, ["xcb", "wayland"], {}),  # one display that works is enough
        (CURSOR, ["wayland"], {}),
        ([*CURSOR, *CLIENT], ["xcb", "wayland"], CURSOR | CLIENT),
    ],
)
def test_libraries_that_do_not_load_are_missing(monkeypatch, lost, displays, told):
    def load(name):
        if name in lost:
            raise OSError(f"{name}: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(ctypes, "CDLL", load)
    assert missing(displays) == told


def test_here_there_is_what_the_tests_need_and_elsewhere_nothing_is_asked_for(monkeypatch):
    assert missing() == {}
    monkeypatch.setattr(ctypes, "CDLL", None)
    monkeypatch.setattr(sys, "platform", "win32")
    assert missing([*DISPLAYS]) == {}


LINE = "apt-get update && apt-get install --yes ca-certificates libgl1"


@pytest.mark.parametrize(
    ("tools", "user", "said"),
    [
        ((), 1000, "lacks ca-certificates, libGL.so.1. Install that with its package manager"),
        (("apt-get", "sudo"), 1000, "    " + LINE.replace("apt-get", "sudo apt-get") + "\n"),
        (("apt-get",), 1000, f"    su -c '{LINE}'\n"),
        (("apt-get",), 0, f"    {LINE}\n"),
    ],
)
def test_what_to_type(tmp_path, monkeypatch, tools, user, said):
    for name in tools:
        (tmp_path / name).touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert said in advice({"libGL.so.1": OFFSCREEN["libGL.so.1"]}, ["ca-certificates"])


def test_it_can_be_loaded_where_nothing_is_installed():
    alone = [sys.executable, "-I", "-S", "-W", "error", qt_needs.__file__]  # without what is installed
    done = subprocess.run(alone, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


# -- displays

# The answers of an X server, by the X11 protocol, "Connection Setup": it has no screens, or refuses.
WELCOME = struct.pack("<BxHHH", 1, 11, 0, 8) + struct.pack(
    "<IIIIHHBBBBBBBB4x", 0, 1 << 21, 0x1FFFFF, 0, 0, 65535, 0, 0, 0, 0, 32, 32, 8, 255
)
REFUSED = struct.pack("<BBHHH", 0, 4, 11, 0, 1) + b"no!\n"


@pytest.fixture
def x_server():
    """Make an X server that answers all who connect alike; return the name of its display."""
    made = []

    def make(answer):
        for number in itertools.count(200):
            try:
                server = socket.create_server(("127.0.0.1", 6000 + number))
                break
            except OSError:  # taken
                continue

        def serve():
            connection, _ = server.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(answer)
                connection.recv(4096)

        thread = threading.Thread(target=serve, name="X server")
        thread.start()
        made.append((server, thread))
        return f"127.0.0.1:{number}"

    yield make
    for server, thread in made:
        thread.join()
        server.close()


def needs(library):
    try:
        ctypes.CDLL(library)
    except OSError:
        pytest.skip(f"there is no {library} here")


def test_a_display_that_welcomes_us(x_server):
    needs("libxcb.so.1")
    assert why_no_window({"DISPLAY": x_server(WELCOME)}, "") == ""


def test_a_display_that_refuses(x_server):
    needs("libxcb.so.1")
    name = x_server(REFUSED)
    said = why_no_window({"DISPLAY": name}, "draw it")
    assert said.startswith("The display does not answer or does not let this user in")
    assert f"DISPLAY={name}" in said
    assert said.endswith("\n\n    draw it\n")


def test_a_display_that_is_not_there(tmp_path):
    environ = {"DISPLAY": ":4711", "WAYLAND_DISPLAY": str(tmp_path / "none")}
    assert f"(DISPLAY=:4711 and WAYLAND_DISPLAY={tmp_path}/none)" in why_no_window(environ, "")


def test_one_that_answers_is_enough(tmp_path):
    needs("libwayland-client.so.0")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland"))
        server.listen()
        assert why_no_window({"DISPLAY": ":4711", "WAYLAND_DISPLAY": str(tmp_path / "wayland")}, "") == ""


@pytest.mark.parametrize(
    "environ", [{}, {"DISPLAY": ""}, {"QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": "wayland-0"}]
)
def test_no_display_at_all(environ):
    said = why_no_window(environ, "carla-replay-viewer render a.log -o a.png")
    assert said.startswith("There is no display here")
    assert "    carla-replay-viewer render a.log -o a.png\n" in said


@pytest.mark.parametrize(
    ("environ", "system"),
    [
        ({}, "win32"),
        ({}, "darwin"),
        ({"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":4711"}, "linux"),
        ({"QT_QPA_PLATFORM": "vnc:size=800x600"}, "linux"),
        ({"QT_QPA_PLATFORM": "wayland;vnc"}, "linux"),
    ],
)
def test_where_no_display_is_needed(environ, system):
    assert display_names(environ, system) == {}
    assert why_no_window(environ, "", system) == ""
