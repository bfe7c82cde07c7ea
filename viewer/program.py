"""The program's own name, version, files and keys, and how a command tells another one how far it is."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

PROGRAM = "carla-replay-viewer"
PROGRESS_VARIABLE = "CARLA_VIEWER_PROGRESS"
"""Environment variable that asks a command for lines that tell its progress."""
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
