"""Tests of what is optional run where its extra is installed; elsewhere they are skipped, and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

MODULES = {
    "agent": ("anyio", "mcp"),
    "carla": ("carla",),
    "cluster": ("distributed", "s3fs"),
    "import": ("pyarrow", "yaml"),
    "library": ("duckdb", "filelock", "pyarrow"),
    "mcap": ("foxglove_schemas_protobuf", "mcap", "mcap_protobuf"),
    "metrics": ("matplotlib",),
    "parquet": ("pyarrow",),
    "rerun": ("rerun",),
    "test-cluster": ("boto3", "flask_cors", "moto"),
    "video": ("av",),
    "xosc": ("scenariogeneration",),
}
"""Modules by which one sees whether an extra is installed."""
_NEEDS = "needs the extra "


def needs(*extras: str) -> pytest.MarkDecorator:
    """Return the mark that skips a test where one of ``extras`` is not installed."""
    lacking = [each for each in extras if any(find_spec(name) is None for name in MODULES[each])]
    return pytest.mark.skipif(bool(lacking), reason=_NEEDS + lacking[0] if lacking else "installed")


def need(extra: str, *modules: str) -> Any:
    """Import ``modules`` (those of ``extra``); return the last. Skip the test if one is missing."""
    module = None
    try:
        for name in modules or MODULES.get(extra, ()):
            module = import_module(name)
    except ModuleNotFoundError:
        pytest.skip(f"{_NEEDS}{extra}", allow_module_level=True)
    return module


def skipped_line(reasons: Iterable[str]) -> str:
    """Return one line about skipped tests: how many for want of which extra, and the other ``reasons``.

    >>> skipped_line(["needs the extra mcap", "CARLA_MAPS names no folder", "needs the extra mcap"])
    'skipped by extra: mcap 2; otherwise: 1 × CARLA_MAPS names no folder'
    """
    counts = Counter(reason.removeprefix("Skipped: ") for reason in reasons).most_common()
    extras = [f"{reason[len(_NEEDS) :]} {n}" for reason, n in counts if reason.startswith(_NEEDS)]
    others = [f"{n} × {reason}" for reason, n in counts if not reason.startswith(_NEEDS)]
    return f"skipped by extra: {', '.join(extras) or 'none'}; otherwise: {'; '.join(others) or 'none'}"
