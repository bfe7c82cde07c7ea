"""The program's own name and version."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

PROGRAM = "carla-replay-viewer"


def program_version() -> str:
    """Return the version that is installed."""
    try:
        return version(PROGRAM)
    except PackageNotFoundError:
        return "(not installed)"
