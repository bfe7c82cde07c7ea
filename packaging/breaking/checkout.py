"""Copies of the checkout, in which anything may be broken, and running tests there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

_MADE = ("build", "dist")
"""What building the wheel leaves at the top; further down they are names like others."""


class Checkout:
    """A copy of the program with its tests."""

    def __init__(self, source: Path, folder: Path) -> None:
        """Copy it into a folder that does not exist yet."""
        shutil.copytree(
            source,
            folder,
            ignore=lambda inside, names: [
                name
                for name in names
                if name.startswith(".") or name == "__pycache__" or (inside == str(source) and name in _MADE)
            ],
        )
        self.folder = folder

    def pytest(
        self, words: Sequence[str], seconds: float | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run pytest there.

        Raises:
            subprocess.TimeoutExpired: it was ended after these seconds.

        """
        environment = dict(os.environ, **variables)
        environment["PYTHONPATH"] = os.pathsep.join(map(str, (self.folder, self.folder / "packaging")))
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *words]
        return subprocess.run(
            command,
            cwd=self.folder,
            env=environment,
            timeout=seconds,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
