"""The ``carla`` package where it is installed, else its stand-ins."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from viewer.metrics import carla_types


def carla_package() -> Any:  # noqa: ANN401 - a package without types, or a module that stands in for it
    """Return the module whose classes answers are made of: ``carla`` (extra ``carla``) if it is there.

    A folder that is called ``carla`` is importable too, but has none of the classes.
    """
    try:
        package = import_module("carla")
    except ImportError:
        return carla_types
    return package if hasattr(package, "VehiclePhysicsControl") else carla_types
