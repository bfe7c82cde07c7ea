"""The program's own name and version."""

from __future__ import annotations

PROGRAM = "carla-replay-viewer"


def program_version() -> str:
    """Return the version that is installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - it loads far more than it is

    try:
        return version(PROGRAM)
    except PackageNotFoundError:
        return "(not installed)"
