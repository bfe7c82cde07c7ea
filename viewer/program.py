"""The program's own name, version and keys, and how a command tells another program how far it is."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

PROGRAM = "carla-replay-viewer"
PROGRESS_VARIABLE = "CARLA_VIEWER_PROGRESS"
"""Environment variable that asks a command for lines that tell its progress."""
_PROGRESS = "progress "


def program_version() -> str:
    """Return the version that is installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - it loads far more than it is

    try:
        return version(PROGRAM)
    except PackageNotFoundError:
        return "(not installed)"


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
