"""Everything below the window works where there is no Qt; import-linter guards the rest of the layers."""

from __future__ import annotations

import ast
import os
import pkgutil
import subprocess
import sys
from graphlib import TopologicalSorter
from itertools import accumulate
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


WITHOUT_QT = """
for name in ("PySide6", "shiboken6", "pyqtgraph"):
    sys.modules[name] = None  # as if it were not installed
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


def test_the_api_works_where_qt_is_not_installed(recording):
    assert run(WITHOUT_QT + ASK_EVERYTHING, recording) == []


EACH = """
from importlib import import_module
for name in sys.argv[1:]:
    try:
        import_module(name)
    except ModuleNotFoundError as error:  # of an extra, where there is no wheel of it
        if error.name.partition(".")[0] in (*sys.modules, "viewer"):  # Qt's are there, as None
            raise
"""


def test_every_module_below_the_window_can_be_imported_without_qt():
    names = [module.name for module in pkgutil.walk_packages(viewer.__path__, "viewer.")]
    below = [name for name in names if not name.startswith(("viewer.ui", "viewer.__main__"))]
    assert {
        "viewer.logfile.packets",
        "viewer.recording.indexing.walk",
        "viewer.replay.world.world",
        "viewer.cli",
    } <= set(below)
    assert run(WITHOUT_QT + EACH, *below) == []


def statements(node):
    """Yield what runs when a module is imported: no functions, nothing that is there for types alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.expr):
            continue
        if not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield child
            yield from statements(child)


def imported_names(tree):
    """Yield each name that could be a module's: ``from a.b import c`` names a, a.b and a.b.c."""
    for node in statements(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            yield from accumulate(name.split("."), "{}.{}".format)


def imports_of(folder):
    """Return which modules of a package each of them imports when it is imported itself."""
    files = {}
    for path in folder.rglob("*.py"):
        name = ".".join((folder.name, *path.relative_to(folder).with_suffix("").parts))
        files[name.removesuffix(".__init__")] = path
    return {
        name: {
            other
            for other in imported_names(ast.parse(path.read_bytes()))
            if other in files and other != name and not name.startswith(f"{other}.")
        }
        for name, path in files.items()
    }


def test_no_module_meets_itself_in_a_circle_of_imports():
    order = list(TopologicalSorter(imports_of(Path(viewer.__file__).parent)).static_order())
    assert order.index("viewer.logfile.packets") < order.index("viewer.recording.indexing.builder")
