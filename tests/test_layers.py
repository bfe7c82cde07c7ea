"""Everything below the window works where there is no Qt; import-linter guards the rest of the layers."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import viewer
from tests.scenes import street

ASK_EVERYTHING = """
import viewer

with viewer.open_recording(sys.argv[1]) as rec:
    world = rec.world_at(0.5, interpolate=True)
    for actor_id in world.actor_ids.tolist():
        world.find(actor_id)
        rec.trajectory(actor_id).velocities()
    assert len(rec.contacts) == 1
"""

LOADED = """
print(*(name for name in sys.modules if name.partition(".")[0] in {"PySide6", "shiboken6", "pyqtgraph"}))
"""

WITHOUT_QT = """
for name in ("PySide6", "shiboken6", "pyqtgraph"):
    sys.modules[name] = None  # as if it were not installed
"""


EACH_FIRST = """
import importlib, os, pathlib, types
import numpy, pyqtgraph, PySide6.QtTest, PySide6.QtWidgets

sys.dont_write_bytecode, sys.pycache_prefix = False, sys.argv[2]  # each file is compiled once, not 500 times
folder = pathlib.Path(sys.argv[1])
paths = [path.relative_to(folder).with_suffix("") for path in folder.rglob("*.py")]
names = [".".join(("viewer", *path.parts)).removesuffix(".__init__") for path in paths]
running = {}
for name in sorted(set(names) - {"viewer", "viewer.__main__"}):
    if len(running) >= os.cpu_count():
        child, status = os.wait()
        first = running.pop(child)
        if status:
            print(first)
    child = os.fork()
    if child:
        running[child] = name
        continue
    package = sys.modules["viewer"] = types.ModuleType("viewer")  # its __init__ would import some before
    package.__path__ = [str(folder)]
    try:
        importlib.import_module(name)
    except ImportError:
        os._exit(1)
    os._exit(0)
while running:
    child, status = os.wait()
    first = running.pop(child)
    if status:
        print(first)
"""


def run(code, *arguments):
    """Return what a new interpreter without a display prints."""
    environment = {
        name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}
    }
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    done = subprocess.run(
        [sys.executable, "-c", "import sys\n" + code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture
def recording(tmp_path):
    return street().save(tmp_path / "street.log")


def test_the_api_loads_nothing_of_qt(recording):
    assert run(ASK_EVERYTHING + LOADED, recording) == []


def test_the_api_works_where_qt_is_not_installed(recording):
    assert run(WITHOUT_QT + ASK_EVERYTHING, recording) == []


def test_every_module_below_the_window_can_be_imported_without_qt():
    names = [module.name for module in pkgutil.walk_packages(viewer.__path__, "viewer.")]
    below = [name for name in names if not name.startswith(("viewer.ui", "viewer.__main__"))]
    assert {
        "viewer.logfile.packets",
        "viewer.recording.build.walk",
        "viewer.replay.world.world",
        "viewer.cli",
    } <= set(below)
    assert run(WITHOUT_QT + "".join(f"import {name}\n" for name in below)) == []


@pytest.mark.skipif(
    not hasattr(os, "fork"), reason="needs fork, so that Qt is imported once and not 500 times"
)
def test_every_module_can_be_imported_first_so_that_none_meets_itself_in_a_circle(tmp_path):
    assert run(EACH_FIRST, Path(viewer.__file__).parent, tmp_path) == []
