"""A test that does not end ends the run, and the trace says where it stood."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_IGNORED = """
import signal

for name in ("SIGINT", "SIGALRM", "SIGTERM"):
    if hasattr(signal, name):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
"""
_ENDLESS = {
    "an event loop of Qt": "from PySide6.QtCore import QEventLoop\n    QEventLoop().exec()",
    # As a long call of numpy's: the interpreter's lock is not let go, so no thread of Python's can run.
    "a call that keeps the lock": "import re\n    re.match('(a*)*b', 'a' * 40)",
}


@pytest.mark.parametrize("body", _ENDLESS.values(), ids=_ENDLESS)
def test_the_limit_ends_what_does_not_end(body: str, tmp_path: Path) -> None:
    endless = tmp_path / "test_endless.py"
    endless.write_text(f"{_IGNORED}\n\ndef test_without_end():\n    {body}\n", encoding="utf-8")
    pytest_here = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-c",
        str(ROOT / "pyproject.toml"),
    ]
    limit = ["--rootdir", str(tmp_path), "--confcutdir", str(tmp_path), "-o", "faulthandler_timeout=1"]
    run = subprocess.run(
        [*pytest_here, *limit, str(endless)], capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == 1
    assert "Timeout" in run.stderr
    assert "in test_without_end" in run.stderr
