"""How many threads a window has that is used: many of them share one interpreter, and each takes memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MOST = 8

USE = """
from contextlib import suppress
from pathlib import Path
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication
from viewer.cli import main

ACTIONS = (
    "next_actor", "plot", "forward_1s", "palette", "show_notes", "add_note", "next_event", "show_packets"
)

def threads():
    names = []
    for task in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # it has ended
            names.append((task / "comm").read_text().strip())
    return names

def wait(milliseconds):
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()

def use(app):
    window = next(each for each in app.topLevelWidgets() if hasattr(each, "actions_by_id"))
    wait(1500)
    most = 1
    for _ in range(4):
        for action_id in ACTIONS:
            window.actions_by_id[action_id].trigger()
            for _ in range(5):
                wait(10)
                most = max(most, len(threads()))
    print(most)
    return 0

QApplication.exec = use
main(["--sample"])
"""


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="lists threads as Linux does")
def test_a_window_that_is_used_has_few_threads():
    used = subprocess.run([sys.executable, "-c", USE], capture_output=True, text=True, check=True)
    assert 2 < int(used.stdout) <= MOST
