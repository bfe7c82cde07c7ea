"""Letting the script of a metric import what it was written for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from viewer.metrics.carla_types import carla_package
from viewer.metrics.log import MetricsLog

_METRIC = "srunner.metrics.examples.basic_metric"
_LOG = "srunner.metrics.tools.metrics_log"


class BasicMetric:
    """ScenarioRunner's class, where that is not installed.

    A metric: what is derived from it does its work in ``_create_metric``, when it is made.
    """

    def __init__(self, town_map: Any, log: Any, criteria: Any = None) -> None:  # noqa: ANN401 - see below
        """Take a ``carla.Map`` or None, a ``MetricsLog``, and what the file of criteria holds."""
        self._create_metric(town_map, log, criteria)

    def _create_metric(self, town_map: Any, log: Any, criteria: Any) -> None:  # noqa: ANN401 - the same
        raise NotImplementedError("a metric does its work in _create_metric, which this one does not have")


@contextmanager
def script_modules(script: Path) -> Iterator[None]:
    """Let imports find the folder of a script, ``carla`` and ``srunner.metrics``, or what stands in for them.

    After the block all is as before.
    """
    modules, path = dict(sys.modules), list(sys.path)
    sys.path.insert(0, str(script.resolve().parent))
    sys.modules["carla"] = carla_package()
    if not _is_there(_METRIC):
        sys.modules.update(_scenario_runner())
    try:
        yield
    finally:
        sys.path[:] = path
        for name in _changed(modules):
            if name in modules:
                sys.modules[name] = modules[name]
            elif name.partition(".")[0] in ("carla", "srunner") or _is_from(name, script.parent):
                del sys.modules[name]


def _changed(before: dict[str, ModuleType]) -> list[str]:
    return [name for name, module in sys.modules.items() if before.get(name) is not module]


def _is_from(name: str, folder: Path) -> bool:
    """Return whether a module stands in a folder: another script may have one of the same name."""
    file = getattr(sys.modules[name], "__file__", None)
    return file is not None and Path(file).parent == folder.resolve()


def _scenario_runner() -> dict[str, ModuleType]:
    """Return the modules of ScenarioRunner that metrics import."""
    names = ("srunner", "srunner.metrics", "srunner.metrics.examples", "srunner.metrics.tools")
    modules = {name: ModuleType(name) for name in (*names, _METRIC, _LOG)}
    for name in names:
        modules[name].__path__ = []  # what makes a module a package
    for name, module in modules.items():
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(modules[parent], child, module)
    modules[_METRIC].BasicMetric = BasicMetric  # type: ignore[attr-defined]
    modules[_LOG].MetricsLog = MetricsLog  # type: ignore[attr-defined]
    return modules


def _is_there(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):  # a package around it is missing, or is none
        return False
