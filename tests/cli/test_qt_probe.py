"""Commands that need Qt where it cannot start: a sentence and status 2, before anything of it is loaded."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from viewer.cli.terminal import Status

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems bring what Qt needs")

LOSING = """
import ctypes, sys

load, lost = ctypes.CDLL, sys.argv.pop(1)

def without(name, *arguments, **options):
    if name == lost:
        raise OSError(f"{name}: cannot open shared object file: No such file or directory")
    return load(name, *arguments, **options)

ctypes.CDLL = without

from viewer.cli import main

status = main()
assert not any(name.partition(".")[0] in {"PySide6", "shiboken6", "pyqtgraph"} for name in sys.modules)
sys.exit(status)
"""


def run(library: str, *words: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the program where a library is missing; fail if it loads anything of Qt."""
    unset = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {name: value for name, value in os.environ.items() if name not in unset} | variables
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    command = [sys.executable, "-c", LOSING, library, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=240)


def test_render_says_what_to_install(recording: Path, tmp_path: Path) -> None:
    library, package = "libEGL.so.1", "libegl1"
    result = run(library, "render", recording, "-o", tmp_path / "out.png")
    assert result.returncode == Status.WRONG_USAGE, result.stderr
    assert package in result.stderr if shutil.which("apt-get") else library in result.stderr
    assert not (tmp_path / "out.png").exists()


def test_a_window_without_a_display_says_so(recording: Path) -> None:
    result = run("", recording)
    assert result.returncode == Status.WRONG_USAGE, result.stderr
    assert "There is no display here" in result.stderr
    assert "carla-replay-viewer render FILE -o picture.png" in result.stderr


def test_a_display_that_does_not_answer_is_no_abort(recording: Path) -> None:
    result = run("", recording, DISPLAY=":4711")
    assert result.returncode == Status.WRONG_USAGE, result.stderr
    assert "DISPLAY=:4711" in result.stderr or "system lacks" in result.stderr


def test_what_needs_no_qt_is_not_asked_for_it(recording: Path) -> None:
    assert run("libglib-2.0.so.0", "check", recording).returncode == Status.FINE
