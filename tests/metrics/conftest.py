from __future__ import annotations

import sys
from importlib import import_module

import pytest

from viewer.metrics.carla_types import carla_package


@pytest.fixture
def original(scenario_runner, monkeypatch):
    """ScenarioRunner's own MetricsLog."""
    monkeypatch.syspath_prepend(str(scenario_runner))
    monkeypatch.setitem(sys.modules, "carla", carla_package())
    yield import_module("srunner.metrics.tools.metrics_log").MetricsLog
    for name in [each for each in sys.modules if each.partition(".")[0] == "srunner"]:
        del sys.modules[name]
