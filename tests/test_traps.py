"""Files in the current folder, a recording's or a library's are never run, whatever they are called."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.every_command import CALLS, write_sources
from tests.scenes import street
from viewer.logfile.custom import GROUP

TRAPS = (
    "numpy",
    "random",
    "queue",
    "types",
    "argparse",
    "json",
    "shapely",
    "sitecustomize",
    "trap_of_packets",
)
"""Names of modules that Python, this program and its libraries load early, late or never."""
ROOT = Path(__file__).parents[1]
INSTALLED = """
import sys
from viewer.__main__ import main
if __name__ == "__main__":
    sys.exit(main())
"""
"""What pip writes to a file on the search path."""

WINDOW = """
import sys
from importlib.util import find_spec

from PySide6.QtCore import QCoreApplication, QEventLoop
from PySide6.QtWidgets import QApplication

from viewer.__main__ import main
from viewer.ui import app

opened = []

class Viewer(app.Viewer):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        opened.append(self)

def until(holds):
    while not holds():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 100)

def use(*_):
    (viewer,) = opened
    until(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    path, ended = viewer.recording.index.path.absolute(), []
    written = path.with_suffix(".csv")
    from viewer.ui.exports.writer import ExportWriter
    from viewer.ui.state.open_request import OpenRequest
    writer = ExportWriter()
    writer.written.connect(lambda *_: ended.append(True))
    writer.failed.connect(lambda said: sys.exit(said))
    writer.write(["export", str(path), "--to", "csv", "-o", str(written)], written)
    until(lambda: ended)
    if find_spec("duckdb"):
        viewer.files.open_given([path.parent], OpenRequest())
        until(lambda: not viewer.library.page.busy and viewer.library.page.model.rowCount())
    return 0

app.Viewer = Viewer
QApplication.exec = use
sys.exit(main())
"""
"""The window, in which somebody exports a table and opens the folder of the recording."""


class Traps:
    """A folder with a recording, a metric and traps, and a library's folder with traps."""

    def __init__(self, place: Path) -> None:
        self.caught, self.script = place / "caught", place / "bin" / "carla-replay-viewer"
        self.folder, self.out = place / "folder", place / "out"
        self._home = place
        for where in (self.script.parent, self.folder, self.out / "kept"):
            where.mkdir(parents=True)
        self.script.write_text(INSTALLED, encoding="utf-8")
        for where in (self.folder, self.out / "kept"):
            for name in TRAPS:
                code = f"open({str(self.caught)!r}, 'a').write(__file__ + '\\n')\n"
                (where / f"{name}.py").write_text(code, encoding="utf-8")
            facts = where / "trap-1.0.dist-info"
            facts.mkdir()
            (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: trap\nVersion: 1.0\n")
            points = (f"[{group}]\ntrap = trap_of_packets:KIND\n" for group in (GROUP, "fsspec.specs"))
            (facts / "entry_points.txt").write_text("".join(points))
        street().save(self.folder / "street.log")
        write_sources(self.folder)

    def start(self, *words, command=(), may_run=False, **variables):
        """Run the program in the folder; fail if a trap runs."""
        environment = {**os.environ, "XDG_CACHE_HOME": str(self._home), "PYTHONPATH": str(ROOT), **variables}
        told = subprocess.run(
            [sys.executable, *(command or (self.script,)), *words],
            cwd=self.folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if self.caught.exists() and not may_run:
            pytest.fail(f"{self.caught.read_text(encoding='utf-8')}was run; {told.stderr}")
        return told

    def remove_what_python_runs(self, *command, path):
        """Remove traps that Python itself runs before a program has its first word."""
        nothing = self.script.with_name("nothing.py")
        nothing.touch()
        path = os.pathsep.join((path, str(nothing.parent)))
        while self.start(
            command=(*command, nothing.stem if command else nothing), may_run=True, PYTHONPATH=path
        ):
            if not self.caught.exists():
                return
            for line in self.caught.read_text(encoding="utf-8").splitlines():
                Path(line).unlink(missing_ok=True)
            self.caught.unlink()


@pytest.fixture
def traps(tmp_path):
    return Traps(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", [each for each in CALLS if not each.endswith((" json", "query", ".gif"))])
def test_no_command_runs_a_trap(name, traps):
    call = CALLS[name]
    told = traps.start(*call.filled(traps.folder / "street.log", traps.out))
    assert told.returncode == (0 if call.possible else 2), told.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["library", "metrics", "export csv"])
def test_neither_does_the_package(name, traps):
    traps.remove_what_python_runs("-m", path=str(ROOT))
    call = CALLS[name]
    told = traps.start(*call.filled(traps.folder / "street.log", traps.out), command=("-m", "viewer"))
    assert told.returncode == (0 if call.possible else 2), told.stderr


@pytest.mark.slow
def test_an_empty_entry_of_the_path_is_not_the_current_folder(traps):
    """``export PYTHONPATH=$PYTHONPATH:/opt/carla`` leaves one where the variable was empty."""
    path = f"{os.pathsep}{ROOT}"
    traps.remove_what_python_runs(path=path)
    call = CALLS["library"]
    words = call.filled(traps.folder / "street.log", traps.out)
    told = traps.start(*words, PYTHONPATH=path)
    assert told.returncode == (0 if call.possible else 2), told.stderr


@pytest.mark.slow
def test_the_window_runs_no_trap_while_it_exports_and_shows_a_library(traps):
    (traps.script.parent / "window.py").write_text(WINDOW, encoding="utf-8")
    told = traps.start(
        "street.log", command=(traps.script.parent / "window.py",), QT_QPA_PLATFORM="offscreen",
        XDG_CONFIG_HOME=str(traps.out),
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert (traps.folder / "street.csv").stat().st_size > 1000


def test_the_folder_that_python_path_names_is_searched(traps):
    """It is the user's word, and packages are installed there with ``pip install --target``."""
    path = os.pathsep.join((str(ROOT), str(traps.folder)))
    for name in TRAPS[:-1]:
        (traps.folder / f"{name}.py").unlink()
    traps.start("format", PYTHONPATH=path, may_run=True)
    assert traps.caught.read_text(encoding="utf-8").endswith("trap_of_packets.py\n")
