"""Comparing answers of two logs: objects of the ``carla`` package have no equality of their own."""

from __future__ import annotations

from typing import Any

import pytest

_UNTOLD = {"actor_id", "lat_stiff_max_load", "lat_stiff_value", "long_stiff_value"}
"""What a box of the package has that nobody sets, and what CARLA's text does not tell of a wheel."""


def same(one: Any, other: Any) -> bool:
    """Return whether two answers have the same types and the same numbers, up to six digits of them."""
    if isinstance(one, bool | int | float) and isinstance(other, bool | int | float):
        return bool(one + 0 == pytest.approx(other + 0, rel=1e-5, nan_ok=True))  # a flag is no number to it
    if type(one) is not type(other):
        return False
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return set(one) == set(other) and all(same(one[key], other[key]) for key in one)
    names = _fields(one)
    if names:
        return all(same(getattr(one, name), getattr(other, name)) for name in names)
    return bool(one == other)


def _fields(thing: Any) -> list[str]:
    if type(thing).__module__.partition(".")[0] not in ("carla", "viewer"):
        return []
    names = (name for name in dir(thing) if not name.startswith("_") and name not in _UNTOLD)
    return [name for name in names if not callable(getattr(thing, name))]
