"""The program's own name, version, files and keys, and how a command tells another one how far it is."""

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
"""Environment variable that asks a command for lines that tell its progress."""
WORKER = "--survey-worker"
"""Only word of a process that surveys recordings for a library."""
WORDS = "--words"
"""Says that the next argument is a JSON array of the arguments that are meant."""
_PROGRESS = "progress "
_PACKAGE = Path(__file__).parent


def program_version() -> str:
    """Return the version that is installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - it loads far more than it is

    try:
        return version(PROGRAM)
    except PackageNotFoundError:
        return "(not installed)"


def resource(name: str) -> Path:
    """Return the path of a file or folder that travels with the program.

    An installed program carries them inside its package; a checkout has them in ``resources/`` at its top.

    Args:
        name: the path below the resources, with forward slashes: ``"sample.log"``, ``"icons/play.svg"``.

    Raises:
        FileNotFoundError: the installation lacks it; the message says where it was looked for.
    """
    installed = _PACKAGE / "_resources"
    folder = installed if installed.is_dir() else _PACKAGE.parent / "resources"
    path = folder / name
    if not path.exists():
        raise FileNotFoundError(f"'{name}' is missing from {folder}: the installation is incomplete")
    return path


class OwnProcess(NamedTuple):
    """How this program is started once more, so that no file of another's is run in place of a module.

    Attributes:
        command: the program, followed by the arguments that were given.
        folder: working folder, one of our own: give absolute paths as arguments.
        environment: environment variables that differ; relative paths in PYTHONPATH are made absolute.

    """

    command: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str]


def own_process(*words: str) -> OwnProcess:
    """Return how to start this program in a process of its own, with ``words`` as its arguments.

    They are passed as JSON, all ASCII: a name of bytes that are no UTF-8 does not survive Qt's processes.
    """
    door = () if getattr(sys, "frozen", False) else (str(_PACKAGE / "__main__.py"),)
    named = [os.path.abspath(each) for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each]  # noqa: PTH100
    environment = {"PYTHONPATH": os.pathsep.join(named)} if named else {}
    return OwnProcess((sys.executable, *door, WORDS, json.dumps(words)), resource(""), environment)


def kept_key(path: Path) -> str:
    """Return by which the settings keep what belongs to a file or a town; they take slashes for groups."""
    return hashlib.sha256(str(path).encode(errors="surrogateescape")).hexdigest()[:16]


def progress_line(share: float) -> str:
    r"""Return the line for a share, 0 to 1.

    >>> progress_line(0.25)
    'progress 0.2500\n'
    """
    return f"{_PROGRESS}{share:.4f}\n"


def share_in(line: str) -> float | None:
    """Return the share that a line tells; None if it tells something else.

    >>> share_in(progress_line(0.25)), share_in("progress of time"), share_in("town03: damaged")
    (0.25, None, None)
    """
    if line.startswith(_PROGRESS):
        with suppress(ValueError):
            return float(line.removeprefix(_PROGRESS))
    return None
