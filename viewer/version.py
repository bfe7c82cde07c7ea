"""Which version of the program this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version


def version() -> str:
    """Return the version of the installed package; ``not installed`` for a checkout that only lies there."""
    try:
        return installed_version("carla-replay-viewer")
    except PackageNotFoundError:
        return "not installed"
