"""Comparing answers of two logs: objects of the ``carla`` package have no equality of their own."""

from __future__ import annotations

import math
from typing import Any

_GARBAGE = {"actor_id"}
"""What a box of the package has that nobody sets."""


def same(one: Any, other: Any) -> bool:
    """Return whether two answers have the same types and the same numbers."""
    if isinstance(one, bool | int | float) and isinstance(other, bool | int | float):
        return one == other or (math.isnan(one) and math.isnan(other))
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
    names = (name for name in dir(thing) if not name.startswith("_") and name not in _GARBAGE)
    return [name for name in names if not callable(getattr(thing, name))]
