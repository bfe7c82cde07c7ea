"""Enumerations: each name stands for a value of its own."""

from __future__ import annotations

import inspect
import pkgutil
from enum import Enum, Flag
from importlib import import_module

import viewer


def test_no_two_names_of_an_enumeration_have_the_same_value():
    """Else both would be one: what the second means would be taken for the first."""
    names = {each.name for each in pkgutil.walk_packages(viewer.__path__, "viewer.")} - {"viewer.__main__"}
    modules = map(import_module, sorted(names))
    found = {
        each
        for module in modules
        for _, each in inspect.getmembers(module, inspect.isclass)
        if issubclass(each, Enum) and not issubclass(each, Flag) and each.__module__.startswith("viewer.")
    }
    assert len(found) > 20
    assert [each.__qualname__ for each in found if len(each.__members__) > len(list(each))] == []
