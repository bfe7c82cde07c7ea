"""Name, version, resources and subprocesses of this program, and the progress lines of its commands."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

PROGRAM = "carla-replay-viewer"
PROGRESS_VARIABLE = "CARLA_VIEWER_PROGRESS"
"""Environment variable that makes a command print progress lines (``progress_line``) on standard error."""
WORKER = "--survey-worker"
"""Only command-line argument of a subprocess that surveys recordings for a library."""
WORDS = "--words"
"""Command-line option that is followed by all of the program's arguments as a single JSON array."""
_PROGRESS = "progress "
_PACKAGE = Path(__file__).parent


def program_version() -> str:
    """Return the version of the installed program, or ``(not installed)``."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - slow to import

    try:
        return version(PROGRAM)
    except PackageNotFoundError:
        return "(not installed)"


def resource(name: str) -> Path:
    """Return the path of a file or folder that ships with the program.

    An installed program has its resources inside the package, a source checkout in its top-level
    ``resources``.

    Args:
        name: path relative to the resources, with forward slashes: ``"sample.log"``, ``"icons/play.svg"``.

    Raises:
        FileNotFoundError: the resource is not there; the message names the folder.
    """
    installed = _PACKAGE / "_resources"
    folder = installed if installed.is_dir() else _PACKAGE.parent / "resources"
    path = folder / name
    if not path.exists():
        raise FileNotFoundError(f"'{name}' is missing from {folder}: the installation is incomplete")
    return path


class OwnProcess(NamedTuple):
    """Command line, working folder and environment with which to start this program as a subprocess.

    With these, no file in the current folder can be run in place of one of Python's modules.

    Attributes:
        command: the program and its arguments.
        folder: working folder, inside the program: pass absolute paths as arguments.
        environment: environment variables to set; relative paths in PYTHONPATH are made absolute.
    """

    command: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str]


def own_process(*words: str) -> OwnProcess:
    """Return how to start this program as a subprocess, with ``words`` as its arguments.

    The arguments are passed as ASCII JSON, because Qt's processes garble file names that are not UTF-8.
    """
    door = () if getattr(sys, "frozen", False) else (str(_PACKAGE / "__main__.py"),)
    named = [os.path.abspath(each) for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each]  # noqa: PTH100
    environment = {"PYTHONPATH": os.pathsep.join(named)} if named else {}
    return OwnProcess((sys.executable, *door, WORDS, json.dumps(words)), resource(""), environment)


def settings_key(path: Path) -> str:
    """Return the hash of ``path`` under which the settings store values of one file or one town.

    A path itself cannot be a key: QSettings takes its slashes for groups.
    """
    return hashlib.sha256(str(path).encode(errors="surrogateescape")).hexdigest()[:16]


def progress_line(share: float) -> str:
    r"""Return the line that reports the progress ``share``, the fraction that is done, 0 to 1.

    >>> progress_line(0.25)
    'progress 0.2500\n'
    """
    return f"{_PROGRESS}{share:.4f}\n"


def share_in(line: str) -> float | None:
    """Return the fraction, 0 to 1, in a progress line; None if ``line`` is something else.

    >>> share_in(progress_line(0.25)), share_in("progress of time"), share_in("town03: damaged")
    (0.25, None, None)
    """
    if line.startswith(_PROGRESS):
        with suppress(ValueError):
            return float(line.removeprefix(_PROGRESS))
    return None
