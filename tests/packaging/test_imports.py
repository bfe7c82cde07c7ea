from __future__ import annotations

import pkgutil
import subprocess
import sys

import viewer


def test_only_the_ui_loads_qt():
    names = [f"viewer.{module.name}" for module in pkgutil.iter_modules(viewer.__path__)]
    scripted = [name for name in names if name not in ("viewer.ui", "viewer.__main__")]
    code = (
        f"import sys, {', '.join(scripted)}\n"
        "print(*(name for name in ('PySide6', 'pyqtgraph') if name in sys.modules))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert loaded.stdout.split() == []
