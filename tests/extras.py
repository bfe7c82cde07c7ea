"""What is optional, and skipped where it is missing."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import pytest


def need(extra: str, *modules: str) -> Any:
    """Import modules that an extra brings, and return the last; skip this test where one is missing."""
    module = None
    try:
        for name in modules:
            module = import_module(name)
    except ModuleNotFoundError:
        pytest.skip(f"no wheel of the extra {extra} for Python 3.{sys.version_info.minor} is installed")
    return module
