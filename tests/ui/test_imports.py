"""What importing the window costs."""

from __future__ import annotations

import subprocess
import sys

_COUNT = """
import linecache, sys
read = []
updatecache = linecache.updatecache
linecache.updatecache = lambda name, *rest: (read.append(name), updatecache(name, *rest))[1]
from viewer.ui.quick_imports import import_quickly
import_quickly()
import viewer.ui.app
print(sum("viewer" in name for name in read))
"""


def test_hardly_any_source_of_the_program_is_read_to_import_it():
    """What brings the hook may have been looked at before it is there: two modules of some five hundred."""
    found = subprocess.run([sys.executable, "-c", _COUNT], capture_output=True, text=True, check=True)
    assert int(found.stdout) <= 2


_MIRRORS = """
import viewer.ui.map, pyqtgraph
from PySide6 import QtCore, QtGui, QtWidgets
for module in (QtCore, QtGui, QtWidgets):
    mirror = getattr(pyqtgraph.Qt, module.__name__.partition(".")[2])
    assert {"QObject", "QPainter", "QWidget"} & set(dir(module)), "the list of names is there again"
    assert len(vars(mirror)) < 20, "hardly any name was copied"
    assert all(getattr(mirror, name) is getattr(module, name) for name in dir(module) if name[0] == "Q")
"""


def test_pyqtgraph_has_all_of_qt_without_copying_it():
    subprocess.run([sys.executable, "-c", _MIRRORS], capture_output=True, check=True)


_LEFT_OUT = """
import sys
import viewer.ui.map, pyqtgraph
assert pyqtgraph.GraphicsView and pyqtgraph.GraphicsObject and pyqtgraph.arrayToQPath
assert "pyqtgraph.graphicsItems.ViewBox" not in sys.modules
assert "PySide6.QtTest" not in sys.modules
from PySide6.QtWidgets import QApplication
app = QApplication([])
from pyqtgraph.widgets.PlotWidget import PlotWidget
plot = PlotWidget()
plot.plot([1, 2])
from PySide6.QtTest import QTest
"""


def test_what_the_map_does_not_use_of_pyqtgraph_is_imported_when_it_is_asked_for():
    subprocess.run([sys.executable, "-c", _LEFT_OUT], capture_output=True, check=True)


_OTHERWISE = """
import sys
from importlib.abc import MetaPathFinder
class Refuse(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "pyqtgraph.SignalProxy" and len(sys.meta_path) > count:
            raise ImportError(name)
count = len(sys.meta_path) + 1
sys.meta_path.insert(0, Refuse())
import viewer.ui.map, pyqtgraph
assert pyqtgraph.PlotItem
"""


def test_all_of_pyqtgraph_is_imported_where_less_of_it_does_not_do():
    subprocess.run([sys.executable, "-c", _OTHERWISE], capture_output=True, check=True)


def test_python_imports_by_itself_again():
    code = "from viewer.ui.quick_imports import import_quickly as go; go(); print(__builtins__.__import__)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "import__" in found.stdout
    assert "feature" not in found.stdout
